"""One file of answers → records. Read loosely (DESIGN.md, „File formats”), but a line that cannot be used is named."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from sheet_tools.findings import Finding
from sheet_tools.panel.endings import Ending, ending_of
from sheet_tools.panel.refusals import one_line
from sheet_tools.panel.responses import Response

_ENDING = re.compile(r"\.(?:jsonl|ndjson)\Z", re.IGNORECASE)
# Who writes which: our own `query` and the task's scripts `response`; the others are what common tools write.
TEXT_KEYS = ("response", "output", "prediction", "answer", "text", "content")


@dataclass(frozen=True, slots=True)
class Record:
    """One line: what was asked (None where the line does not say), and the answer (None where it holds none)."""

    line: int
    asked: str | None
    response: Response | None

    @property
    def revision(self) -> str | None:
        """The commit that is recorded of it."""
        return self.response.revision if self.response else None


@dataclass(slots=True)
class AnswerFile:
    """A file as read. `broken` counts the lines that are no record at all: with them, order means nothing.

    `unfinished`: lines of what a model was not let finish, or would not answer, with the reason. `textless`: how many
    lines hold no text where an answer should be.
    """

    file: str
    model: str
    records: list[Record] = field(default_factory=list)
    findings: list[Finding] = field(default_factory=list)
    broken: int = 0
    unfinished: list[tuple[int, str]] = field(default_factory=list)
    textless: int = 0

    def report(self, code: str, **values: object) -> None:
        self.findings.append(Finding(code, values={"model": self.model, "file": self.file, **values}))


def model_of(name: str) -> str:
    """The model that a bare name says: „owner__model.jsonl” is owner/model, in whatever case the ending stands."""
    return _ENDING.sub("", name).replace("__", "/")


def read_file(name: str, data: bytes) -> AnswerFile:
    """The records of one file, in order. `name` is its bare name: „owner__model.jsonl” is the model owner/model."""
    answers = AnswerFile(name, model_of(name))
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        answers.report("responses-not-utf8", line=data.count(b"\n", 0, error.start) + 1)
        answers.broken += 1
        return answers
    lines = list(_objects(answers, text))
    if lines and _is_header(lines[0][1]):
        answers.model = str(lines.pop(0)[1]["model"])
        _rename(answers)
    answers.records = [_record(answers, line, values) for line, values in lines]
    _report_unfinished(answers)
    _report_other_models(answers, lines)
    _report_doubtful_keys(answers, lines)
    return answers


def _objects(answers: AnswerFile, text: str) -> Iterator[tuple[int, dict[str, object]]]:
    """Each line's object with its number; LF alone ends a line, since U+2028 may stand within an answer."""
    for line, raw in enumerate(text.split("\n"), start=1):
        if not raw.strip():
            continue
        try:
            value = json.loads(raw, object_pairs_hook=_without_doubles)
        except (ValueError, RecursionError):
            value = None
        if isinstance(value, dict):
            yield line, value
        else:
            answers.broken += 1
            answers.report("responses-broken-line", line=line)


def _without_doubles(pairs: Sequence[tuple[str, object]]) -> dict[str, object]:
    values = dict(pairs)
    if len(values) != len(pairs):
        raise ValueError("a key stands twice")
    return values


def _is_header(values: dict[str, object]) -> bool:
    name = values.get("model")
    return isinstance(name, str) and bool(name.strip()) and not any(key in values for key in ("input", *TEXT_KEYS))


def _rename(answers: AnswerFile) -> None:
    """What was found before the header was understood names the model by the file; name it rightly."""
    answers.findings = [Finding(f.code, f.place, {**f.values, "model": answers.model}) for f in answers.findings]


def _record(answers: AnswerFile, line: int, values: dict[str, object]) -> Record:
    asked = values.get("input")
    if asked is not None and not isinstance(asked, str):
        answers.report("responses-input-not-text", line=line)
        answers.broken += 1
        return Record(line, None, None)
    return Record(line, asked, _response(answers, line, values))


def _response(answers: AnswerFile, line: int, values: dict[str, object]) -> Response | None:
    key = next((key for key in TEXT_KEYS if key in values), None)
    finish = values.get("finish_reason")
    ending = ending_of(finish)
    if not ending.is_answer or _is_refused(values):
        answers.unfinished.append((line, str(finish) if not ending.is_answer else "refusal"))
        return None
    reason = finish if isinstance(finish, str) and ending is not Ending.NONE else None
    text = values[key] if key else None
    # An explicit null is the server's own word for an empty answer.
    if key and text is None and ending in (Ending.STOP, Ending.LENGTH):
        text = ""
    if not isinstance(text, str):
        answers.textless += 1
        answers.report("responses-no-text" if text is None else "responses-text-not-text", line=line)
        return None
    extras = {name: value for name, value in values.items() if name not in ("input", key, "finish_reason")}
    return Response(text, reason, extras)


def _is_refused(values: dict[str, object]) -> bool:
    """True where an error or a refusal stands beside the text, as gateways and other tools write it."""
    return any(values.get(name) for name in ("error", "refusal"))


def _report_unfinished(answers: AnswerFile) -> None:
    if answers.unfinished:
        reasons = ", ".join(dict.fromkeys(one_line(reason) for _, reason in answers.unfinished))
        first, n = answers.unfinished[0][0], len(answers.unfinished)
        answers.report("responses-unfinished", n=n, line=first, reasons=reasons)


def _report_other_models(answers: AnswerFile, lines: Sequence[tuple[int, dict[str, object]]]) -> None:
    """A line that names another model: the file may be mixed up, or the server calls the model otherwise."""
    others = [(line, name) for line, values in lines if (name := values.get("model", answers.model)) != answers.model]
    if others:
        line, name = others[0]
        answers.report("responses-other-model", n=len(others), line=line, other=str(name))


def _report_doubtful_keys(answers: AnswerFile, lines: Sequence[tuple[int, dict[str, object]]]) -> None:
    """Two keys that may both hold the answer, and none of them „response”: say which was taken."""
    for line, values in lines:
        keys = [key for key in TEXT_KEYS if isinstance(values.get(key), str)]
        if len(keys) > 1 and "response" not in values:
            answers.report("responses-two-keys", line=line, key=keys[0], other=keys[1])
            return
