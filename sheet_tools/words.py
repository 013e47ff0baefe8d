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
# start.py --lang sets it for the command that it runs.
_NAMED = ("SHEET_TOOLS_LANG", "LC_ALL", "LC_MESSAGES", "LANG")
LOCALE_DIR = Path(__file__).parent / "locale"


@cache
def translations(lang: str) -> gettext.NullTranslations:
    """The words of one language; English is the source and needs no catalogue."""
    return gettext.translation(DOMAIN, str(LOCALE_DIR), languages=[lang], fallback=lang == "en")


def system_language() -> str:
    """The language that start.py was given, or that of the locale where it is one of ours; else Polish."""
    named = next((os.environ[name] for name in _NAMED if os.environ.get(name)), "")
    code = (named or locale.getlocale()[0] or "")[:2].lower()
    return code if code in LANGUAGES else "pl"
