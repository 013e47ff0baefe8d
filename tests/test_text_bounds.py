"""How much of JSONL and of delimited text is read: a bank of items is, what no set can be is refused in words."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner

from sheet_tools.checks import run_checks
from sheet_tools.cli import group
from sheet_tools.findings import Finding, Unreadable, in_order
from sheet_tools.items import ItemSet
from sheet_tools.jsonl import read_items
from sheet_tools.pipeline import Settings, Source, check, read
from sheet_tools.readers import limits
from sheet_tools.tasks import DEFAULT_TASK, TASKS

TASK = TASKS[DEFAULT_TASK]
OK = '{"input": "Zdanie.", "gold": "kota"}\n'


def line(count: int, key: str, element: str) -> str:
    return f'{{"input": "x", "gold": "y", "{key}": [{", ".join([element] * count)}]}}\n'


def keys(count: int, name: str = "k{}") -> str:
    return '{"input": "x", "gold": "y", ' + ", ".join(f'"{name.format(n)}": 0' for n in range(count)) + "}\n"


@pytest.mark.parametrize(
    ("data", "code"),
    [
        (OK * 50 + "\n" * limits.MAX_LINES, "jsonl-too-big"),
        (OK * (limits.MAX_LINES + 1), "jsonl-too-big"),
        ("a" * (limits.MAX_JSONL + 1), "jsonl-too-big"),
        (line(limits.MAX_TEXTS // 4, "aliases", '""') * 5, "jsonl-too-big"),
        (line(limits.MAX_ERRORS // 2 + 1, "aliases", "0") * 2, "too-many-faults"),
        (keys(30) * (limits.MAX_ERRORS // limits.MAX_NAMED), "too-many-faults"),
        # What is read, but of which too much is to be said: each of these aliases is empty.
        (line(limits.MAX_ERRORS // 40 + 1, "aliases", '" "') * 40, "too-many-faults"),
    ],
)
def test_what_no_set_of_items_can_be_is_refused(tmp_path: Path, data: str, code: str) -> None:
    checked = check(read(Source("x.jsonl", data.encode())))
    assert [finding.code for finding in checked.findings] == [code]
    assert not checked.is_ready
    (tmp_path / "x.jsonl").write_text(data, encoding="utf-8")
    done = CliRunner().invoke(group, ["validate", "--items", str(tmp_path / "x.jsonl")], catch_exceptions=False)
    assert (done.exit_code, done.stdout.splitlines()[-1]) == (2, "format_ok\t0")


@pytest.mark.parametrize(
    ("data", "expected"),
    [
        ('{"input": "' + "a" * limits.MAX_LINE + '", "gold": "x"}\n' + OK, [(1, "line-too-long")]),
        ("[" * 2 * limits.MAX_LINE + "\n" + OK, [(1, "line-too-long")]),
        ("[" * 100_000 + "\n" + OK, [(1, "not-json")]),
    ],
)
def test_a_line_that_can_be_no_item_costs_that_line_alone(data: str, expected: list[tuple[int, str]]) -> None:
    items, findings = read_items(data.encode(), TASK)
    assert [(finding.place.row, finding.code) for finding in findings] == expected
    assert [item.place.row for item in items] == [2]


def test_a_bank_of_twenty_thousand_items_is_read() -> None:
    item = {"input": "Zażółć gęślą jaźń. " * 30, "gold": "wyraz", "aliases": ["a", "b"]}
    data = "".join(
        json.dumps({**item, "input": f"{n} {item['input']}"}, ensure_ascii=False) + "\n" for n in range(20_000)
    )
    assert len(data.encode()) > 14_000_000
    items, findings = read_items(data.encode(), TASK)
    assert (len(items), findings) == (20_000, [])


def test_of_many_keys_the_first_are_named_and_the_rest_counted() -> None:
    """Twice the keys take twice the time: each is looked at once, in 90,000 that are all the same."""
    _, findings = read_items(keys(80_000).encode(), TASK)
    assert [finding.code for finding in findings] == ["unknown-key"] * (limits.MAX_NAMED + 1)
    assert findings[-1].values["key"] == f"… (+{80_000 - limits.MAX_NAMED})"
    _, findings = read_items(keys(90_000, "k").encode(), TASK)
    assert [(finding.code, finding.values["key"]) for finding in findings] == [
        ("duplicate-key", "k"),
        ("unknown-key", "k"),
    ]


@pytest.mark.parametrize("codec", ["utf-16", "utf-16-le", "utf-16-be"])
def test_utf_16_is_called_so_once(codec: str) -> None:
    assert [f.code for f in read_items((OK * 50).encode(codec), TASK)[1]] == ["not-utf8"]


@pytest.mark.parametrize(
    "data",
    [
        "input,gold\n" + "a" * (limits.MAX_TEXT + 1) + ",x\n",
        'input,gold\n"' + "a\n" * (limits.MAX_TEXT // 2 + 1) + '",x\n',
        "input,gold," + "a" * (limits.MAX_TEXT + 1) + "\nx,y,z\n",
        'input,gold\n"' + '""' * (limits.MAX_QUOTES // 2) + '",x\n',
        "input,gold\n" + 'a"b,x\n' * (limits.MAX_QUOTES + 1),
    ],
    ids=["a long cell", "a long quoted cell", "a long heading", "quotes in a cell", "quotes in cells"],
)
def test_delimited_text_is_bounded(data: str) -> None:
    assert [f.code for f in read(Source("x.csv", data.encode())).findings] == ["too-big-unpacked"]


def test_a_long_cell_within_the_bound_is_read() -> None:
    reading = read(Source("x.csv", ("input,gold\n" + "ż" * 500_000 + ",x\n").encode()), Settings())
    assert len(reading.items[0].input) == 500_000


def test_the_checks_give_up_only_past_their_bound(monkeypatch: pytest.MonkeyPatch) -> None:
    items, _ = read_items((OK * 4).encode(), TASK)
    monkeypatch.setattr("sheet_tools.checks.MAX_ERRORS", 3)
    with pytest.raises(Unreadable, match="too-many-faults"):
        run_checks(ItemSet(tuple(items)), TASK)
    monkeypatch.setattr("sheet_tools.checks.MAX_ERRORS", 4)
    codes = [finding.code for finding in run_checks(ItemSet(tuple(items[:2])), TASK)]
    assert codes.count("duplicate-input") == 1


def test_findings_of_one_place_are_told_apart_by_their_values() -> None:
    one, other = Finding("missing-key", values={"key": "a"}), Finding("missing-key", values={"key": "b"})
    assert in_order([one, other, one, Finding("blank-line"), other]) == [Finding("blank-line"), one, other]
