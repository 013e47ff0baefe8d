"""A file that only points to another is named for what it is; and the rule under the headings of a Markdown table."""

from __future__ import annotations

import plistlib

import pytest
from neighbours import headed, outcome, row, text
from rawxlsx import pack, parts

from sheet_tools.pipeline import Source, read

HOME = "https://example.org/zestaw"
GOOGLE = "https://docs.google.com/spreadsheets/d/abc/edit"


def url(address: str) -> bytes:
    return f"[InternetShortcut]\r\nURL={address}\r\n".encode()


@pytest.mark.parametrize(
    ("name", "data", "code"),
    [
        ("zestaw.url", url(HOME), "shortcut-file"),
        ("zestaw.xlsx.url", url(HOME).decode().encode("utf-16"), "shortcut-file"),
        ("zestaw.xlsx", b"\xef\xbb\xbf" + url(HOME), "shortcut-file"),
        ("zestaw.csv", b"[{000214A0-0000-0000-C000-000000000046}]\r\nProp3=19,2\r\n" + url(HOME), "shortcut-file"),
        ("zestaw.url", url(GOOGLE), "google-shortcut"),
        ("zestaw.webloc", plistlib.dumps({"URL": HOME}), "shortcut-file"),
        ("zestaw.webloc", plistlib.dumps({"URL": GOOGLE}), "google-shortcut"),
        ("zestaw.webloc", plistlib.dumps({"URL": HOME}, fmt=plistlib.FMT_BINARY), "shortcut-file"),
        ("zestaw.desktop", f"[Desktop Entry]\nType=Link\nURL={HOME}\n".encode(), "shortcut-file"),
        ("zestaw.desktop", f"#!/usr/bin/env xdg-open\n[Desktop Entry]\nURL={GOOGLE}\n".encode(), "google-shortcut"),
        ("zestaw.lnk", b"L\0\0\0\x01\x14\x02\0\0\0\0\0\xc0\0\0\0\0\0\0F" + b"\0" * 60, "shortcut-file"),
        ("zestaw", b"book\0\0\0\0mark\0\0\0\0" + b"\0" * 40, "shortcut-file"),
        ("zestaw.xlsx", b"!<symlink>\xff\xfe/\0t\0m\0p\0", "shortcut-file"),
        ("zestaw.gsheet", b'{"doc_id": "abc"}', "google-shortcut"),
    ],
)
def test_a_shortcut_is_named(name: str, data: bytes, code: str) -> None:
    assert [finding.code for finding in read(Source(name, data)).findings][:1] == [code]


def test_a_table_about_shortcuts_is_a_table() -> None:
    data = f"input;gold\n[InternetShortcut] URL={HOME};tak\n".encode()
    assert len(read(Source("zestaw.csv", data)).items) == 1


RULES = ["---", ":--", "--:", ":-:", ":---:", " --- ", "===", "——", "─"]


@pytest.mark.parametrize("rule", RULES)
@pytest.mark.parametrize("delimiter", ["|", ",", ";", "\t"])
def test_a_rule_under_the_headings_is_no_item(rule: str, delimiter: str) -> None:
    lines = [["input", "gold"], [rule, rule], ["Ile?", "pięć"]]
    for edge in ("", delimiter) if delimiter == "|" else ("",):
        data = "".join(f"{edge}{delimiter.join(line)}{edge}\n" for line in lines)
        cells, codes = outcome(data, "plik.csv")
        assert sorted(cells.values()) == ["Ile?", "pięć"]
        assert [code for where, code in codes if str(where).endswith("2")] == ["suspect-second-header"]


def test_a_rule_in_a_workbook_and_further_down() -> None:
    rows = row(text("---"), text(":-:", "B2")) + row(text("Ile?", "A3"), text("pięć", "B3"), number=3)
    rows += row(text("---", "A4"), text("---", "B4"), number=4)
    cells, codes = outcome(pack(parts({"S": headed(rows)})))
    assert set(cells) == {"A3", "B3"}
    assert [(where, code) for where, code in codes if code == "suspect-second-header"] == [
        ("A2", "suspect-second-header"),
        ("A4", "suspect-second-header"),
    ]


def test_a_dash_may_be_an_answer() -> None:
    data = "input;gold\nIle?;pięć\nJaki znak?;-\n-;–\n---;tak\n"
    cells, codes = outcome(data, "plik.csv")
    assert {"B3", "A4", "B4", "A5"} <= set(cells)
    assert "suspect-second-header" not in {code for _, code in codes}
