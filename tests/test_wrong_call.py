"""A call that cannot be understood is said in Polish and English, not in the words of a library."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["serve", "--uploads", "FILE"], "--uploads: „FILE” to plik, a nie folder / “FILE” is a file, not a folder"),
        (["serve", "--store", "."], "--store: „.” to folder, a nie plik / “.” is a folder, not a file"),
        (["serve", "--models-file", "none"], "--models-file: nie ma pliku ani folderu „none” / there is no “none”"),
        (["serve", "none"], "SHEET: nie ma pliku ani folderu „none” / there is no “none”"),
        (["serve", "--port", "x"], "--port: „x” nie jest liczbą / “x” is no number"),
        (["serve", "--port", "99999"], "--port: 99999 nie mieści się w zakresie 0<=x<=65535"),
        (["serve", "--lang", "de"], "--lang: „de” nie jest taką wartością; możliwe: 'pl', 'en' /"),
        (["serve", "--uploadz", "x"], "--uploadz: nie ma takiej opcji (--uploads?) / no such option"),
        (["score", "--matrix"], "--matrix: tej opcji brakuje wartości / this option lacks its value"),
        (["serve", "--sample=3"], "--sample: ta opcja nie ma wartości / this option takes no value"),
        (["convert"], "SHEET: brakuje tej opcji lub argumentu / this option or argument is missing"),
        (["read", "a", "b"], "b: tego argumentu tu nie może być / this argument is not expected here"),
        (["none"], "none: nie ma takiego polecenia / no such command"),
        (["panel", "none"], "none: nie ma takiego polecenia / no such command"),
    ],
)
def test_it_is_said_in_both_languages(tmp_path: Path, words: list[str], said: str) -> None:
    (tmp_path / "FILE").touch()
    done = subprocess.run(
        [sys.executable, "-m", "sheet_tools", *words],
        cwd=tmp_path, capture_output=True, encoding="utf-8", check=False,
    )  # fmt: skip
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith(f"sheet-tools: {said}"), done.stderr
    assert "--help" in done.stderr
    assert not any(english in done.stderr for english in ("Usage:", "Error:", "Invalid value", "Try "))
