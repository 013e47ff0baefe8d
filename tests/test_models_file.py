"""The models file: the task's own list of ids, the richer TOML, and every fault of either."""

from __future__ import annotations

from pathlib import Path

import pytest

from sheet_tools.findings import Unreadable
from sheet_tools.panel.models import Model, load_models, read_models

ROOT = Path(__file__).parent.parent


def test_the_tasks_own_list() -> None:
    text = "# panel\n a/b \n\nc/d # drugi\r\n"
    assert [model.id for model in load_models("models.txt", text.encode())] == ["a/b", "c/d"]


IDS = [
    *("owner/model", "qwen2.5:7b-instruct", "m.gguf", "/models/m", "hosted_vllm/Qwen/Qwen2.5-7B", "C:\\models\\m.gguf"),
    *("@cf/meta/llama-3.1-8b-instruct", "a", "~/m"),
]
NO_IDS = [
    *("a/b,role", "a/b\trole", "a/b, c/d", "a b", '"a/b"', "- a/b", "| a/b |", "https://huggingface.co/a/b", "a/b;"),
    *("a/b@", "a/b@x y", "12", "[a/b]", "a/", "<a>", "a/b=c d", "---"),
]


@pytest.mark.parametrize("line", IDS)
def test_an_id(line: str) -> None:
    assert load_models("m.txt", line.encode()) == (Model(line),)


@pytest.mark.parametrize("line", NO_IDS)
def test_a_line_that_is_no_id_is_reported_and_never_asked(line: str) -> None:
    panel = read_models("m.txt", f"a/b\n\n{line}\n".encode())
    assert panel.models == ()
    assert [(f.code, f.values["line"]) for f in panel.findings] == [("models-line-not-id", 3)]


@pytest.mark.parametrize(
    ("name", "text", "model", "shown"),
    [
        ("m.txt", "a/b@" + "c0ffee1" * 5, Model("a/b", commit="c0ffee1" * 5), "a/b@c0ffee1c"),
        ("m.txt", "a/b@main  # uwaga", Model("a/b", commit="main"), "a/b@main"),
        ("m.txt", "@cf/a@v1.0", Model("@cf/a", commit="v1.0"), "@cf/a@v1.0"),
        ("m.toml", '[[models]]\nid = "a/b@c0ffee1"', Model("a/b", commit="c0ffee1"), "a/b@c0ffee1"),
        ("m.toml", '[[models]]\nid = "a/b"\ncommit = "main"', Model("a/b", commit="main"), "a/b@main"),
        ("m.toml", '[[models]]\nid = "a/b@default"', Model("a/b@default"), "a/b@default"),
    ],
)
def test_a_pinned_commit_is_no_part_of_the_id(name: str, text: str, model: Model, shown: str) -> None:
    (found,) = load_models(name, text.encode())
    assert (found, found.sent_as, found.shown) == (model, model.id, shown)


def test_two_commits_of_one_model_are_one_model_twice() -> None:
    assert [f.code for f in read_models("m.txt", b"a/b@1234567\na/b@89abcde\n").findings] == ["models-twice"]


TOML = """
[[models]]
id = "a/b"
name = "Model A"
family = "A"
base_url = "http://gpu1.example:8000/v1"
key_variable = "GPU1_KEY"
served_as = "a"
[models.generation]
seed = 7

[[models]]
id = "c"
"""


def test_the_richer_form() -> None:
    assert load_models("models.toml", TOML.encode()) == (
        Model("a/b", "Model A", "A", "http://gpu1.example:8000/v1", "GPU1_KEY", "a", {"seed": 7}),
        Model("c"),
    )


FAULTS = [
    ("m.txt", b"", ["models-none"]),
    ("m.txt", b"# nic\n", ["models-none"]),
    ("m.txt", b"a\nb\na\n", ["models-twice"]),
    ("m.txt", "ż".encode("cp1250"), ["models-not-utf8"]),
    ("m.toml", b"models = [", ["models-not-toml"]),
    ("m.toml", b"x = 1", ["models-unknown-key"]),
    ("m.toml", b"models = 3", ["models-none"]),
    ("m.toml", b"[[models]]\nname = 'x'", ["models-without-id"]),
    ("m.toml", b"[[models]]\nid = 3", ["models-wrong-value"]),
    ("m.toml", b"[[models]]\nid = 'a'\nadress = 'x'", ["models-unknown-key"]),
    ("m.toml", b"[[models]]\nid = 'a'\nbase_url = 'h:1'", ["endpoint-address"]),
    ("m.toml", b"[[models]]\nid = 'a'\ngeneration = {stream = true}", ["models-wrong-value"]),
    ("m.toml", b"[[models]]\nid = 'a'\n[[models]]\nid = 'a'", ["models-twice"]),
]


@pytest.mark.parametrize(("name", "data", "expected"), FAULTS)
def test_faults_of_a_models_file(name: str, data: bytes, expected: list[str]) -> None:
    panel = read_models(name, data)
    assert [finding.code for finding in panel.findings] == expected
    assert panel.models == ()
    with pytest.raises(Unreadable):
        load_models(name, data)


@pytest.mark.parametrize("name", ["development.txt", "development.toml"])
def test_the_published_panel(name: str) -> None:
    """spec/reverse-poleval.txt, „Models”."""
    assert [model.id for model in load_models(name, (ROOT / "samples" / "panels" / name).read_bytes())] == [
        "speakleash/Bielik-11B-v3.0-Instruct",
        "CYFRAGOVPL/PLLuM-12B-instruct-2512",
        "meta-llama/Llama-3.1-8B-Instruct",
        "Qwen/Qwen2.5-7B-Instruct",
        "mistralai/Mistral-Nemo-Instruct-2407",
        "google/gemma-3-12b-it",
    ]
