"""What a file is, by its first bytes and the parts it holds; its name is believed only where bytes say nothing."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import PurePath

from sheet_tools.cells import Place
from sheet_tools.findings import Finding, Level, Unreadable
from sheet_tools.readers.package import Package, corrupt

_ZIP = (b"PK\x03\x04", b"PK\x05\x06", b"PK\x07\x08")
_OLE = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"
# Excel before version 5 wrote its records without a container.
_BARE_XLS = (b"\x09\x00\x04\x00", b"\x09\x02\x06\x00", b"\x09\x04\x06\x00", b"\x09\x08\x08\x00", b"\x09\x08\x10\x00")
_SIGNATURES: dict[bytes, str] = {
    b"%PDF-": "PDF", b"\x89PNG\r\n\x1a\n": "PNG", b"\xff\xd8\xff": "JPEG", b"GIF8": "GIF", b"{\\rtf": "RTF",
    b"\x1f\x8b": "gzip", b"7z\xbc\xaf\x27\x1c": "7z", b"Rar!": "RAR", b"BZh": "bzip2", b"\xfd7zXZ\x00": "xz",
    b"SQLite format 3\x00": "SQLite", b"II*\x00": "TIFF", b"MM\x00*": "TIFF", b"RIFF": "RIFF", b"\x7fELF": "ELF",
}  # fmt: skip
_ARCHIVES = frozenset({"gzip", "7z", "RAR", "bzip2", "xz"})
# Spreadsheets that are known and not read: numbers-file, xlsb-file.
_SHEETS = frozenset({"numbers", "xlsb"})
_XML_SHEETS = ("urn:schemas-microsoft-com:office:spreadsheet", "urn:oasis:names:tc:opendocument")
_HTML = re.compile(r"(?:<!--.*?-->\s*)*<(?:!doctype\s+html|html|head|body|table|meta|style|div)\b", re.I | re.S)
_EXTENSIONS = {
    ".xlsx": "xlsx", ".xlsm": "xlsx", ".xltx": "xlsx", ".xltm": "xlsx", ".ods": "ods", ".ots": "ods",
    ".csv": "text", ".tsv": "text", ".tab": "text", ".txt": "text", ".xls": "xls", ".xlsb": "xlsb",
    ".numbers": "numbers", ".html": "html", ".htm": "html", ".pdf": "PDF", ".docx": "docx", ".doc": "doc",
    ".xml": "xml", ".fods": "xml",
}  # fmt: skip
# How a person names a format.
NAMES = {"xlsx": ".xlsx", "ods": ".ods", "text": "CSV", "xls": ".xls", "xlsb": ".xlsb", "numbers": "Apple Numbers"}
# What a file of another kind is, in Polish and English; a kind that is not here is called by its own name.
_WORDS = {
    "docx": ("dokument Worda", "a Word document"),
    "doc": ("dokument Worda", "a Word document"),
    "RTF": ("dokument tekstowy RTF", "an RTF text document"),
    "text": ("dokument tekstowy (.odt)", "a text document (.odt)"),
    "pptx": ("prezentacja PowerPointa", "a PowerPoint presentation"),
    "presentation": ("prezentacja (.odp)", "a presentation (.odp)"),
    "PDF": ("dokument PDF", "a PDF document"),
    "SQLite": ("baza danych SQLite", "an SQLite database"),
    **{kind: (f"obraz {kind}", f"a {kind} picture") for kind in ("PNG", "JPEG", "GIF", "TIFF")},
}
# What a file is that is refused with one of these codes, and which further names are right for it.
_KIND_OF = {
    "old-xls": "xls", "xlsb-file": "xlsb", "numbers-file": "numbers", "html-file": "HTML", "xml-spreadsheet": "XML",
}  # fmt: skip
_NAMED_SO = {"xml-spreadsheet": ("xml",), "html-file": ("html",)}


def sniff(data: bytes, source: str) -> str:
    """ "xlsx", "ods" or "text". Raises Unreadable for anything else, with the way out."""
    name = PurePath(source.replace("\\", "/")).name
    is_zip = data.startswith(_ZIP)
    if not is_zip and name.startswith(("~$", ".~lock.")):
        raise refusal("lock-file", name=name)
    if not data.strip(b"\xef\xbb\xbf\xff\xfe \t\r\n\0"):
        raise refusal("empty-file")
    if is_zip:
        return _zip(Package(data))
    if data.startswith(_OLE):
        raise _ole(data)
    if data.startswith(_BARE_XLS):
        raise refusal("old-xls")
    for signature, kind in _SIGNATURES.items():
        if data.startswith(signature):
            raise refusal("archive-file", kind=kind) if kind in _ARCHIVES else other_kind(kind)
    return _text(data, name)


def wrong_extension(source: str, found: str) -> Finding | None:
    """The warning for a file whose name says another format than its bytes; a name that says none is no fault."""
    extension = PurePath(source).suffix.lower()
    if _EXTENSIONS.get(extension, found) == found:
        return None
    return Finding("wrong-extension", Place(), {"extension": extension, "format": NAMES[found]}, Level.WARNING)


def misnamed(refused: Unreadable, source: str) -> Unreadable:
    """The refusal, with the warning that the name says another format than the bytes, where it does."""
    kind = str(refused.finding.values.get("kind") or _KIND_OF.get(refused.finding.code, ""))
    named = _EXTENSIONS.get(PurePath(source).suffix.lower())
    if not kind or named is None or named.lower() == kind.lower() or named in _NAMED_SO.get(refused.finding.code, ()):
        return refused
    values = {"extension": PurePath(source).suffix.lower(), "format": NAMES.get(kind, kind)}
    return Unreadable(refused.finding, (Finding("wrong-extension", Place(), values, Level.WARNING),))


def refusal(code: str, **values: object) -> Unreadable:
    return Unreadable(Finding(code, Place(), values))


def other_kind(kind: str) -> Unreadable:
    """The refusal of a file that is no spreadsheet at all."""
    kind_pl, kind_en = _WORDS.get(kind, (kind, kind))
    return refusal("not-a-spreadsheet", kind=kind, kind_pl=kind_pl, kind_en=kind_en)


def _zip(package: Package) -> str:
    names = set(package.names)
    if {"encryptedpackage", "encrypted-package"} & names:
        raise refusal("encrypted")
    if "content.xml" in names:
        return _open_document(package, names)
    for kind, holds in _FOREIGN.items():
        if any(holds(name) for name in names):
            raise refusal(f"{kind}-file") if kind in _SHEETS else other_kind(kind)
    if "[content_types].xml" in names or any(name.endswith("workbook.xml") for name in names):
        return "xlsx"
    inside = next((n for n in sorted(names) if n.endswith((".xlsx", ".xlsm", ".ods", ".csv", ".tsv"))), None)
    raise refusal("archive-file", kind="zip", inside=inside)


# What a zip is that is no spreadsheet we read, by the names of its parts.
_FOREIGN: dict[str, Callable[[str], bool]] = {
    "xlsb": lambda name: name == "xl/workbook.bin",
    "docx": lambda name: name == "word/document.xml",
    "pptx": lambda name: name == "ppt/presentation.xml",
    "numbers": lambda name: name.endswith(("index/document.iwa", "index.zip", "index.numbers")),
}


def _open_document(package: Package, names: set[str]) -> str:
    manifest = package.read("meta-inf/manifest.xml") if "meta-inf/manifest.xml" in names else b""
    if b"encryption-data" in manifest:
        raise refusal("encrypted")
    kind = package.read("mimetype") if "mimetype" in names else b""
    if kind and b"spreadsheet" not in kind and b"opendocument" in kind:
        raise other_kind(kind.decode("ascii", "replace").rpartition(".")[2].strip())
    return "ods"


def _ole(data: bytes) -> Unreadable:
    """An OLE container: an encrypted .xlsx, an old .xls, or some other program's document."""
    if _has_stream(data, "EncryptedPackage"):
        return refusal("encrypted")
    if _has_stream(data, "Workbook") or _has_stream(data, "Book"):
        return refusal("old-xls")
    kind = "doc" if _has_stream(data, "WordDocument") else "OLE"
    return other_kind(kind)


def _has_stream(data: bytes, name: str) -> bool:
    """Whether a directory entry bears this name: entries of 128 bytes, aligned, begin with it in UTF-16."""
    wanted = (name + "\0").encode("utf-16-le")
    at = data.find(wanted)
    while at >= 0:
        if at % 128 == 0:
            return True
        at = data.find(wanted, at + 1)
    return False


def _text(data: bytes, name: str) -> str:
    head = _head(data)
    if _HTML.match(head) or head[:13].lower() == "mime-version:":
        raise refusal("html-file")
    if head.startswith("<?xml"):
        raise _xml(head)
    known = _EXTENSIONS.get(PurePath(name).suffix.lower())
    if _is_binary(data, 4 if known == "text" else 20):
        raise corrupt() if known else refusal("unknown-file")
    return "text"


def _xml(head: str) -> Unreadable:
    if "<html" in head.lower():
        return refusal("html-file")
    if any(namespace in head for namespace in _XML_SHEETS):
        return refusal("xml-spreadsheet")
    return other_kind("XML")


def _head(data: bytes) -> str:
    """The first characters, without BOM and blanks, as far as their being text can be told."""
    start = data[:4096]
    if start.startswith((b"\xff\xfe", b"\xfe\xff")):
        text = start.decode("utf-16", "replace")
    else:
        text = start.replace(b"\0", b"").decode("latin-1").removeprefix("\u00ef\u00bb\u00bf")
    return text.lstrip()


def _is_binary(data: bytes, one_in: int) -> bool:
    """More than one byte in so many is a control character; UTF-16, half of it zeros, is text, and so are the zeros
    with which a broken disk or program fills a file's end."""
    start = data.rstrip(b"\0")[:65536]
    if max(start[::2].count(0), start[1::2].count(0)) > len(start) // 5 and b"\0\0\0\0" not in start:
        return False
    controls = bytes(b for b in range(32) if b not in b"\t\n\x0b\x0c\r\x1a")
    return len(start) - len(start.translate(None, controls)) > len(start) // one_in + 1
