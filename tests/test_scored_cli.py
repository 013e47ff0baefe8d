"""score, insight, choose, forecast, evaluate: what a number does not stand on is said beside it, in words and JSON."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from sheet_tools.cli import group

MODELS = "abcde"
COMMANDS = ("score", "insight", "choose", "forecast")


@pytest.fixture
def run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[..., Result]:
    monkeypatch.chdir(tmp_path)

    def call(*arguments: str) -> Result:
        return CliRunner().invoke(group, [*arguments, "--lang", "en"], catch_exceptions=False)

    return call


def matrix(n: int, holes: int = 0, models: str = MODELS, **more: object) -> None:
    rows: list[list[int | None]] = [[(row >> place) & 1 for place in range(len(models))] for row in range(n)]
    for row in rows[:holes]:
        row[0] = None
    items = [{"index": row + 1, "input": f"pytanie {row}"} for row in range(n)]
    told = {"models": list(models), "task": "reverse-poleval", **more}
    Path("m.json").write_text(json.dumps({**told, "items": items, "matrix": rows}), encoding="utf-8")


@pytest.mark.parametrize("command", COMMANDS)
@pytest.mark.parametrize(
    ("label", "words"), [("exact match", "the evaluator.py was not used"), ("evaluator.py", "marked by evaluator.py")]
)
def test_whose_marks_they_are_is_said_wherever_a_score_is(
    run: Callable[..., Result], command: str, label: str, words: str
) -> None:
    matrix(90, marked_by=label)
    assert words in run(command, "--matrix", "m.json").stdout
    assert json.loads(run(command, "--matrix", "m.json", "--format", "json").stdout)["marked_by"] == label


@pytest.mark.parametrize("command", COMMANDS)
def test_without_a_label_none_is_made_up(run: Callable[..., Result], command: str) -> None:
    matrix(90)
    assert "marked" not in run(command, "--matrix", "m.json").output
    assert "marked_by" not in json.loads(run(command, "--matrix", "m.json", "--format", "json").stdout)


SMALL, LARGE, ALONE, HOLES = (
    *("[score-of-other-size]", "[score-of-other-size]", "[score-of-one-model]", "[score-rows-left-out]"),
)
SAID: list[tuple[Sequence[str], dict[str, object], str]] = [
    (("score",), {"n": 49}, SMALL),
    (("score",), {"n": 201}, LARGE),
    (("score",), {"n": 50, "holes": 1}, SMALL),
    (("score",), {"n": 60, "models": "a"}, ALONE),
    (("insight",), {"n": 3}, SMALL),
    (("insight",), {"n": 60, "models": "a"}, ALONE),
    (("insight",), {"n": 90, "holes": 2}, HOLES),
    (("choose", "--min", "10", "--max", "20"), {"n": 90}, SMALL),
    (("choose", "--min", "201", "--max", "300"), {"n": 210}, LARGE),
    (("choose",), {"n": 60, "models": "a"}, ALONE),
    (("forecast",), {"n": 90, "holes": 2}, HOLES),
    (("forecast",), {"n": 210}, LARGE),
    (("forecast", "--chosen", "3,7"), {"n": 90}, SMALL),
]


@pytest.mark.parametrize(("command", "made", "code"), SAID)
@pytest.mark.parametrize("form", ["text", "json"])
def test_what_a_score_does_not_stand_on_is_said(
    run: Callable[..., Result], command: Sequence[str], made: dict[str, object], code: str, form: str
) -> None:
    matrix(**made)  # type: ignore[arg-type]
    result = run(*command, "--matrix", "m.json", "--format", form)
    assert (result.exit_code, code in result.stderr) == (0, True), result.stderr
    if form == "json":
        json.loads(result.stdout)


@pytest.mark.parametrize("command", COMMANDS)
@pytest.mark.parametrize("n", [50, 200])
def test_a_whole_set_is_not_doubted(run: Callable[..., Result], command: str, n: int) -> None:
    matrix(n)
    assert (run(command, "--matrix", "m.json").stderr, run(command, "--matrix", "m.json").exit_code) == ("", 0)


@pytest.mark.parametrize("command", COMMANDS)
def test_an_item_is_known_by_its_number_alone(run: Callable[..., Result], command: str) -> None:
    matrix(90)
    whole = json.loads(Path("m.json").read_text(encoding="utf-8"))
    whole["items"][4]["index"] = 7
    Path("m.json").write_text(json.dumps(whole), encoding="utf-8")
    result = run(command, "--matrix", "m.json")
    assert (result.exit_code, result.stdout, "[matrix-index]" in result.stderr) == (1, "", True)


@pytest.fixture
def set_of(tmp_path: Path) -> Callable[..., list[str]]:
    """A set of 60 items with the answers of five models, `more` files among them; the options that name both."""

    def made(**more: str) -> list[str]:
        texts = [f"Przykład formatu nr {n}: wskaż wyraz." for n in range(60)]
        items = [json.dumps({"input": text, "gold": f"wyraz{n}"}) for n, text in enumerate(texts)]
        Path("items.jsonl").write_text("\n".join(items) + "\n", encoding="utf-8")
        folder = tmp_path / "responses"
        folder.mkdir()
        for place, model in enumerate(MODELS):
            lines = [
                json.dumps({"input": text, "response": f"wyraz{n}" if n >> place & 1 else "?"})
                for n, text in enumerate(texts)
            ]
            (folder / f"{model}.jsonl").write_text("\n".join(lines) + "\n" + more.get(model, ""), encoding="utf-8")
        return ["--items", "items.jsonl", "--responses", "responses"]

    return made


@pytest.mark.parametrize("command", ["insight", "choose", "forecast"])
@pytest.mark.parametrize(
    ("added", "code", "status"),
    [
        ('{"input": "Przykład formatu nr 3: wskaż wyraz.", "response": "inny"}', "[responses-disputed]", 1),
        ('{"input": "Przykład formatu nr 3: wsk', "[responses-broken-line]", 1),
        ('{"input": "Inne pytanie?", "response": "inny"}', "[responses-other-items]", 0),
    ],
)
def test_what_is_wrong_with_the_answers_is_said_before_a_score_is_made_of_them(
    run: Callable[..., Result], set_of: Callable[..., list[str]], command: str, added: str, code: str, status: int
) -> None:
    result = run(command, *set_of(c=added), "--format", "json")
    assert (result.exit_code, code in result.stderr) == (status, True), result.stderr
    json.loads(result.stdout)


def test_evaluate_says_that_a_part_is_no_set(run: Callable[..., Result], set_of: Callable[..., list[str]]) -> None:
    options = set_of()
    path = Path("items.jsonl")
    path.write_text("\n".join(path.read_text(encoding="utf-8").split("\n")[:49]) + "\n", encoding="utf-8")
    assert SMALL in run("evaluate", *options).stdout
    findings = json.loads(run("evaluate", *options, "--format", "json").stdout)["findings"]
    assert "score-of-other-size" in [finding["code"] for finding in findings]


NUMBERS = [
    (("choose", "--pin", "3 7"), ("choose", "--pin", "3,7")),
    (("choose", "--pin", " 3 ,\t7,"), ("choose", "--pin", "3,7")),
    (("forecast", "--models", "6 12"), ("forecast", "--models", "6,12")),
    (("forecast", "--models", "6,6,12"), ("forecast", "--models", "6,12")),
]


@pytest.mark.parametrize(("loose", "meant"), NUMBERS)
def test_a_blank_parts_numbers(run: Callable[..., Result], loose: Sequence[str], meant: Sequence[str]) -> None:
    matrix(90)
    assert run(*loose, "--matrix", "m.json").stdout == run(*meant, "--matrix", "m.json").stdout


@pytest.mark.parametrize("option", ["choose --pin", "forecast --models", "forecast --chosen"])
@pytest.mark.parametrize("text", ["1_0", "٣", "３", "1e1", "3;7", "3.0", "0x3", "+3", "9" * 5000, "3 siedem"])
def test_what_is_no_list_of_numbers_is_refused(run: Callable[..., Result], option: str, text: str) -> None:
    matrix(90)
    result = run(*option.split(), text, "--matrix", "m.json")
    assert (result.exit_code, result.stdout) == (2, "")
    assert len(str(result.exception) + result.stderr) < 1000


TWICE = [
    ('{"input": "pytanie 4"}\n{"input": "pytanie 4"}', "[chosen-twice]"),
    ('{"input": "pytanie 9"}', "[chosen-unknown]"),
]


@pytest.mark.parametrize(("text", "code"), TWICE)
def test_a_choice_that_cannot_be_handed_in_is_refused(run: Callable[..., Result], text: str, code: str) -> None:
    """An input that stands twice in the bank names no one item."""
    matrix(90)
    whole = json.loads(Path("m.json").read_text(encoding="utf-8"))
    whole["items"][8]["input"] = whole["items"][9]["input"]
    Path("m.json").write_text(json.dumps(whole), encoding="utf-8")
    Path("chosen").write_text(text, encoding="utf-8")
    result = run("forecast", "--matrix", "m.json", "--chosen", "chosen")
    assert (result.exit_code, code in result.stderr) == (2, True), result.stderr


def test_a_whole_set_can_be_chosen_by_its_numbers(run: Callable[..., Result]) -> None:
    """A hundred numbers are longer than the name of any file."""
    matrix(150)
    numbers = ",".join(map(str, range(1, 151)))
    whole = run("forecast", "--matrix", "m.json").stdout
    assert run("forecast", "--matrix", "m.json", "--chosen", numbers).stdout == whole
