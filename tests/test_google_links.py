"""Every form of address that people paste, and what is said of those that lead to no sheet."""

from __future__ import annotations

from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sheet_tools.findings import Unreadable
from sheet_tools.readers.google.links import Link, looks_like_link, parse_link

ID = "1AbCdEfGhIjKlMnOpQrStUvWxYz0123456789-_AbCdE"
UPLOADED = "1AbCdEfGhIjKlMnOpQrStUvWxYz012345"
SHEET = f"https://docs.google.com/spreadsheets/d/{ID}"

GOOD: list[tuple[str, int | None]] = [
    (SHEET, None),
    (f"{SHEET}/", None),
    (f"{SHEET}/edit", None),
    (f"{SHEET}/edit#gid=0", 0),
    (f"{SHEET}/edit?gid=12#gid=12", 12),
    (f"{SHEET}/edit?gid=12", 12),
    (f"{SHEET}/edit?gid=1#gid=2", 2),
    (f"{SHEET}/edit#gid=1845&range=B5", 1845),
    (f"{SHEET}/edit#range=B5&gid=1845", 1845),
    (f"{SHEET}/edit?usp=sharing", None),
    (f"{SHEET}/edit?usp=drivesdk&ouid=1023&sd=true", None),
    (f"{SHEET}/edit%23gid%3D5", 5),
    (f"{SHEET}/view", None),
    (f"{SHEET}/preview", None),
    (f"{SHEET}/copy", None),
    (f"{SHEET}/htmlview#gid=3", 3),
    (f"{SHEET}/htmlembed?widget=true", None),
    (f"{SHEET}/mobilebasic", None),
    (f"{SHEET}/template/preview", None),
    (f"{SHEET}/pub?output=html", None),
    (f"{SHEET}/pubhtml?gid=4&single=true", 4),
    (f"{SHEET}/export?format=csv&gid=6", 6),
    (f"{SHEET}/gviz/tq?tqx=out:csv&gid=8", 8),
    (f"https://docs.google.com/spreadsheets/u/1/d/{ID}/edit#gid=9", 9),
    (f"https://docs.google.com/a/uczelnia.example/spreadsheets/d/{ID}/edit", None),
    (f"https://drive.google.com/open?id={ID}", None),
    (f"https://drive.google.com/file/d/{ID}/view?usp=sharing", None),
    (f"https://drive.google.com/a/uczelnia.example/file/d/{ID}/view", None),
    (f"https://drive.google.com/uc?export=download&id={ID}", None),
    (f"https://spreadsheets.google.com/ccc?key={ID}&hl=pl#gid=2", 2),
    (f"https://docs.google.com/spreadsheet/ccc?key={ID}", None),
    (f"https://sheets.google.com/spreadsheets/d/{ID}/edit", None),
    (f"http://docs.google.com/spreadsheets/d/{ID}", None),
    (f"HTTPS://DOCS.GOOGLE.COM/spreadsheets/d/{ID}/edit", None),
    (f"docs.google.com/spreadsheets/d/{ID}/edit#gid=1", 1),
    (ID, None),
    (f"  {SHEET}/edit#gid=1 \n", 1),
    (f"\u200b{SHEET}/edit\ufeff", None),
    (f"<{SHEET}/edit>", None),
    (f"„{SHEET}/edit”", None),
    (f"Nasz arkusz: {SHEET}/edit#gid=1.", 1),
    (f"[Zestaw]({SHEET}/edit?usp=sharing)", None),
    (f'=HYPERLINK("{SHEET}/edit"; "Zestaw")', None),
    (f"https://www.google.com/url?q={SHEET}/edit%23gid%3D7&sa=D&source=editors", 7),
    (f"https://www.google.pl/url?url={SHEET}/edit", None),
    (f"https://accounts.google.com/ServiceLogin?service=wise&continue={SHEET}/edit%23gid%3D7", 7),
    (f"https://eur01.safelinks.protection.outlook.com/?url={SHEET}/edit&data=05", None),
    (f"https://l.facebook.com/l.php?u={SHEET}/edit", None),
    (f"{SHEET}/edit?resourcekey=0-abc", None),
    ("https%3A%2F%2Fdocs.google.com%2Fspreadsheets%2Fd%2F" + ID + "%2Fedit%23gid%3D3", 3),
]

BAD = [
    ("https://drive.google.com/drive/folders/1AbCdEfGhIjKlMnOpQrStUvWxYz012345", "google-link-other"),
    ("https://drive.google.com/drive/u/0/folders/1AbCdEfGhIjKlMnOpQrStUvWxYz012345?usp=sharing", "google-link-other"),
    ("https://drive.google.com/folderview?id=1AbCdEfGhIjKlMnOpQrStUvWxYz012345", "google-link-other"),
    (f"https://docs.google.com/forms/d/{ID}/edit", "google-link-other"),
    ("https://docs.google.com/forms/d/e/1FAIpQLSdAbCdEfGhIjKlMnOpQrStUv/viewform", "google-link-other"),
    ("https://forms.gle/AbCdEfGh12345678", "google-link-other"),
    (f"https://docs.google.com/document/d/{ID}/edit", "google-link-other"),
    (f"https://docs.google.com/document/u/0/d/{ID}/edit", "google-link-other"),
    (f"https://docs.google.com/presentation/d/{ID}/edit", "google-link-other"),
    (f"https://docs.google.com/drawings/d/{ID}/edit", "google-link-other"),
    ("https://docs.google.com/spreadsheets/d/e/2PACX-1vAbCdEfGhIjKlMnOpQrStUvWxYz/pubhtml", "google-link-published"),
    ("https://docs.google.com/spreadsheets/u/0/d/e/2PACX-1vAbCdEfGhIjKl/pub?output=csv", "google-link-published"),
    ("https://docs.google.com/spreadsheets/d/1AbC…", "google-link-incomplete"),
    ("https://docs.google.com/spreadsheets/d/", "google-link-incomplete"),
    ("https://docs.google.com/spreadsheets/u/0/", "google-link-home"),
    ("https://docs.google.com/spreadsheets/", "google-link-home"),
    ("https://drive.google.com/drive/my-drive", "google-link-home"),
    ("https://uczelnia-my.sharepoint.example/:x:/g/personal/abc", "google-link-elsewhere"),
    ("https://bit.ly/3AbCdEf", "google-link-elsewhere"),
    (f"https://docs.google.com.example.org/spreadsheets/d/{ID}/edit", "google-link-elsewhere"),
    (f"https://docs.google.com@example.org/spreadsheets/d/{ID}/edit", "google-link-elsewhere"),
    (f"https://example.org/?u=https://docs.google.com/spreadsheets/d/{ID}", "google-link-elsewhere"),
    ("https://[zly/spreadsheets/d/x", "google-link-unknown"),
    ("mój arkusz", "google-link-unknown"),
    ("", "google-link-unknown"),
]


@pytest.mark.parametrize(("pasted", "gid"), GOOD)
def test_good(pasted: str, gid: int | None) -> None:
    link = parse_link(pasted)
    assert (link.id, link.gid) == (ID, gid)


@pytest.mark.parametrize(("pasted", "code"), BAD)
def test_bad(pasted: str, code: str) -> None:
    with pytest.raises(Unreadable) as caught:
        parse_link(pasted)
    assert caught.value.finding.code == code


@pytest.mark.parametrize(
    ("pasted", "uploaded"),
    [
        (f"{SHEET}/edit", False),
        (f"{SHEET}/edit?usp=sharing&ouid=1&rtpof=true&sd=true", True),
        (f"https://docs.google.com/spreadsheets/d/{UPLOADED}/edit", True),
        (f"https://drive.google.com/file/d/{ID}/view", True),
        (UPLOADED, True),
    ],
)
def test_what_hints_at_an_uploaded_file(pasted: str, uploaded: bool) -> None:
    assert parse_link(pasted).uploaded is uploaded


@pytest.mark.parametrize(
    ("text", "is_link"),
    [
        (SHEET, True),
        ("https://example.org/plik.xlsx", True),
        (f"docs.google.com/spreadsheets/d/{ID}", True),
        (ID, True),
        (UPLOADED, True),
        ("items.jsonl", False),
        ("zestaw-pozycji-wersja-ostateczna-poprawiona", False),
        ("C:\\Users\\anna\\zestaw.xlsx", False),
        ("./docs.google.com/plik.xlsx", False),
    ],
)
def test_what_is_meant_as_a_link(text: str, is_link: bool) -> None:
    assert looks_like_link(text) is is_link


@given(st.text(max_size=200))
def test_no_text_is_a_traceback(text: str) -> None:
    for pasted in (text, f"https://{text}", f"https://docs.google.com/{text}", f"{SHEET}/{text}"):
        with suppress(Unreadable):
            assert isinstance(parse_link(pasted), Link)
