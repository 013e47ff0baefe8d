"""The words of the command line and the page: gettext, English in the source, Polish in locale/pl.

After a change of words: `python tools/update_words.py` (it extracts, merges, compiles; a test holds that it was run).
"""

from __future__ import annotations

import gettext
import locale
import os
from functools import cache
from pathlib import Path

LANGUAGES = ("pl", "en")
DOMAIN = "sheet_tools"
LOCALE_DIR = Path(__file__).parent / "locale"


@cache
def translations(lang: str) -> gettext.NullTranslations:
    """The words of one language; English is the source and needs no catalogue."""
    return gettext.translation(DOMAIN, str(LOCALE_DIR), languages=[lang], fallback=lang == "en")


def system_language() -> str:
    """The language of the locale where it is one of ours, else Polish."""
    named = os.environ.get("LC_ALL") or os.environ.get("LC_MESSAGES") or os.environ.get("LANG") or ""
    code = (named or locale.getlocale()[0] or "")[:2].lower()
    return code if code in LANGUAGES else "pl"
