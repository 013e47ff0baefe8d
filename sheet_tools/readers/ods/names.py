"""Names of OpenDocument as expat gives them ("namespace local"); source: OpenDocument 1.3, parts 3 and 4."""

from __future__ import annotations

_URN = "urn:oasis:names:tc:opendocument:xmlns:"
OFFICE = _URN + "office:1.0 "
TABLE = _URN + "table:1.0 "
TEXT = _URN + "text:1.0 "
STYLE = _URN + "style:1.0 "
NUMBER = _URN + "datastyle:1.0 "
FO = _URN + "xsl-fo-compatible:1.0 "
META = _URN + "meta:1.0 "
CALCEXT = "urn:org:documentfoundation:names:experimental:calc:xmlns:calcext:1.0 "
LOEXT = "urn:org:documentfoundation:names:experimental:office:xmlns:loext:1.0 "

# More rows or columns than any program has; a number in a file beyond it is nonsense.
MOST = 1 << 24


def count(written: str | None) -> int:
    """A repetition or a span as the file writes it; 1 where there is none or it is nonsense."""
    if written is None or len(written) > 9 or not (written.isascii() and written.isdigit()):
        return 1
    return max(1, min(int(written), MOST))
