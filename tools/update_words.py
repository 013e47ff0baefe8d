"""Brings sheet_tools/locale up to date with the words in the source: extract, merge, compile.

    python tools/update_words.py

English stands in the source (`gettext`, `ngettext`, in Python and in the Jinja pages); Polish in
sheet_tools/locale/pl/LC_MESSAGES/sheet_tools.po, to be filled in by hand. It ends with status 1 while anything is
untranslated or fuzzy, and names it. tests/test_words.py holds that nothing is left to do.
"""

from __future__ import annotations

import io
import sys
from collections.abc import Iterator
from pathlib import Path

from babel.messages.catalog import Catalog, Message
from babel.messages.extract import DEFAULT_KEYWORDS, extract_from_dir
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po

ROOT = Path(__file__).parent.parent
PO = ROOT / "sheet_tools" / "locale" / "pl" / "LC_MESSAGES" / "sheet_tools.po"
METHODS = [("**/templates/**.html", "jinja2"), ("**.py", "python")]
OPTIONS = {"**/templates/**.html": {"silent": "false"}}
# `say` (sheet_tools/commands/common.py) words what it is given.
KEYWORDS = {**DEFAULT_KEYWORDS, "say": (1,)}
RESTLESS = (
    b'"Project-Id-Version',
    b'"Report-Msgid-Bugs-To',
    b'"POT-Creation-Date',
    b'"PO-Revision-Date',
    b'"Last-Translator',
    b'"Language-Team',
    b'"Generated-By',
)
HEADER = "# The words of sheet_tools and webapp in Polish. Refreshed by tools/update_words.py.\n"


def extracted() -> Catalog:
    """Every msgid of the source."""
    catalog = Catalog(project="sheet_tools", version="", charset="utf-8")
    for folder in ("sheet_tools", "webapp"):
        found = extract_from_dir(ROOT / folder, METHODS, OPTIONS, KEYWORDS, comment_tags=())
        for name, _line, message, _comments, context in sorted(found, key=lambda entry: (entry[0], entry[1])):
            catalog.add(message, None, [(f"{folder}/{name}", 0)], context=context)
    for message in catalog:
        message.locations = sorted({(name, 0) for name, _ in message.locations})
        message.flags.discard("python-format")
    return catalog


def updated() -> Catalog:
    """The Polish catalogue with exactly the msgids of the source."""
    with PO.open("rb") as stream:
        catalog = read_po(stream, locale="pl")
    catalog.update(extracted(), no_fuzzy_matching=True)
    catalog.obsolete.clear()
    for message in catalog:
        message.flags -= {"python-format", "python-brace-format"}
    catalog.header_comment = HEADER
    return catalog


def po_bytes(catalog: Catalog) -> bytes:
    """Without the lines of the header that change by themselves."""
    target = io.BytesIO()
    write_po(target, catalog, width=120, sort_by_file=True, include_lineno=False)
    lines = target.getvalue().splitlines(keepends=True)
    return b"".join(line for line in lines if not line.startswith(RESTLESS))


def mo_bytes(catalog: Catalog) -> bytes:
    target = io.BytesIO()
    write_mo(target, catalog)
    return target.getvalue()


def unfinished(catalog: Catalog) -> Iterator[Message]:
    """Messages without Polish words (in any of the plurals), and fuzzy ones."""
    for message in catalog:
        words = message.string if isinstance(message.string, list | tuple) else (message.string,)
        if message.id and (message.fuzzy or not all(words)):
            yield message


def main() -> int:
    catalog = updated()
    PO.write_bytes(po_bytes(catalog))
    PO.with_suffix(".mo").write_bytes(mo_bytes(catalog))
    left = [str(message.id) for message in unfinished(catalog)]
    for message in left:
        print(f"untranslated: {message}")
    return 1 if left else 0


if __name__ == "__main__":
    sys.exit(main())
