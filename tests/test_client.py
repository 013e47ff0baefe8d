"""The client's manners: every quirk of a real server, and what must come of it. Loopback only."""

from __future__ import annotations

import json
import threading
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from stand_in_server import Canned, StandIn, chat

from sheet_tools.panel.client import Client, Endpoint, Patience
from sheet_tools.panel.lane import nearest, served_name
from sheet_tools.panel.wire import Failure, Reply, judge, leaks, retry_after, text_of
from sheet_tools.prompts import Request
from sheet_tools.report.findings import message, remedy
from sheet_tools.words import LANGUAGES

KEY = "klucz-tajny-123"
QUICK = Patience(
    connect=60, read=60, whole=60, tries=3, first_wait=0.005, longest_asked=0.5, loading=0.15, starting=0.05
)
ASKED = Request("m", ({"role": "system", "content": "s"}, {"role": "user", "content": "u"}), {"temperature": 0.0})


def ask(server: StandIn, sent_as: str = "m", patience: Patience = QUICK, key: str | None = KEY) -> Reply | Failure:
    client = Client(Endpoint(server.url, key), patience)
    try:
        return client.ask(ASKED, sent_as, threading.Event())
    finally:
        client.close()


def outcome(*answers: Canned, patience: Patience = QUICK) -> tuple[str, int]:
    """Text or code, and how many requests it took; the last answer repeats. Every failure can be said."""
    with StandIn(lambda body, number: answers[min(number, len(answers)) - 1]) as server:
        got = ask(server, patience=patience)
        if isinstance(got, Failure):
            assert all(say(got.finding(model="m"), lang) for say in (message, remedy) for lang in LANGUAGES)
        return (got.text if isinstance(got, Reply) else got.code), len(server.asked)


GOOD = Canned(chat("tak"))
NULL = None
HTML = "<!DOCTYPE html><html><head><title>Zaloguj się</title></head><body>…</body></html>"
LLAMA_401 = {"error": {"message": "Invalid API Key", "type": "authentication_error", "code": 401}}
LLAMA_503 = {"error": {"message": "Loading model", "type": "unavailable_error", "code": 503}}
LLAMA_LONG = {
    "error": {"code": 400, "message": "request (5000 tokens) exceeds", "type": "exceed_context_size_error"},
}
PYTHON_LONG = {"error": {"message": "This model's maximum …", "code": "context_length_exceeded", "param": "messages"}}
RATE = {"error": {"message": "Rate limit exceeded", "code": 429}}
VLLM_ROLE = {"object": "error", "message": "System role not supported", "type": "BadRequestError", "code": 400}
TWICE_V1 = {"detail": "Not Found"}
BIG = json.dumps(chat("x" * 50)).encode()
QUOTA = {"error": {"message": "You exceeded your current quota", "type": "insufficient_quota"}}
NO_MAX_TOKENS = {
    "error": {
        "message": "Unsupported parameter: 'max_tokens' is not supported with this model.",
        "code": "unsupported_parameter",
    }
}
NO_TEMPERATURE = {"error": {"message": "Unsupported value: 'temperature' does not support 0.0 with this model."}}
NO_SETTING = {"detail": [{"type": "extra_forbidden", "loc": ["body", "seed"], "msg": "Extra inputs are not permitted"}]}
UTF = json.dumps(chat("żółć"), ensure_ascii=False).encode()
LATIN = json.dumps(chat("żółć"), ensure_ascii=False).encode("iso-8859-2")
BROKEN = ("abort", "error", "insufficient_system_resource", "network_error", "load", "nobody knows")
DECLINED = ("content_filter", "sensitive", "SAFETY", "refusal", "tool_calls")
FINISHED = ("stop", "eos", "eos_token", "stop_sequence", "end_turn", "STOP", "length", "max_tokens", "model_length")


def charset(name: str) -> dict[str, str]:
    return {"Content-Type": f"application/json; charset={name}"}


def choice(**more: object) -> dict[str, Any]:
    """A body whose choice has more in it."""
    body = chat("tak")
    body["choices"][0].update(more)
    return body


def without_content(**more: object) -> dict[str, Any]:
    return {"choices": [{"finish_reason": "stop", "message": {"role": "assistant", **more}}]}


LATIN_2, UTF_8 = charset("ISO-8859-2"), charset("utf-8")

# name, the server's answers in turn, what comes of it, how many requests that takes
QUIRKS: list[tuple[str, Sequence[Canned], str, int]] = [
    ("a success", [GOOD], "tak", 1),
    ("white space and line breaks are kept", [Canned(chat(" tak\n\nnie "))], " tak\n\nnie ", 1),
    ("logprobs, timings and a fingerprint beside it", [Canned({**chat("tak"), "timings": {}})], "tak", 1),
    ("an empty text", [Canned(chat(""))], "", 1),
    ("null, cut off within its thoughts", [Canned(chat(NULL, finish="length", reasoning_content="hm"))], "", 1),
    ("null, cut off, text in reasoning", [Canned(chat(NULL, finish="length", reasoning="hm"))], "", 1),
    ("null, stopped", [Canned(chat(NULL, finish="stop"))], "", 1),
    ("null, tools called", [Canned(chat(NULL, finish="tool_calls"))], "endpoint-no-text", 1),
    ("null, no reason", [Canned(chat(NULL, finish=None))], "endpoint-no-text", 1),
    ("no reason at all", [Canned(chat("tak", finish=None))], "tak", 1),
    ("an empty reason", [Canned(chat("tak", finish=""))], "tak", 1),
    ("no content", [Canned(without_content())], "endpoint-no-content", 1),
    ("content is a number", [Canned(chat(7))], "endpoint-no-content", 1),
    ("content is an object", [Canned(chat({"text": "tak"}))], "endpoint-no-content", 1),
    ("no message", [Canned({"choices": [{"finish_reason": "stop"}]})], "endpoint-no-message", 1),
    ("a message that is a text", [Canned({"choices": [{"message": "tak"}]})], "endpoint-no-message", 1),
    ("text completion", [Canned({"choices": [{"text": "tak", "finish_reason": "stop"}]})], "endpoint-completions", 1),
    ("a piece of a stream", [Canned({"choices": [{"delta": {"content": "tak"}}]})], "endpoint-streams", 1),
    ("a refusal", [Canned(chat(NULL, refusal="I cannot"))], "answer-refused", 1),
    ("a refusal beside a text", [Canned(chat("tak", refusal="I cannot"))], "answer-refused", 1),
    ("a refusal among the parts", [Canned(chat([{"type": "refusal", "refusal": "No"}]))], "answer-refused", 1),
    ("no refusal", [Canned(chat("tak", refusal=None))], "tak", 1),
    ("a refusal without content", [Canned(without_content(refusal="No"))], "answer-refused", 1),
    ("broken off, then whole", [Canned(chat("pó", finish="abort")), GOOD], "tak", 2),
    *((f"broken off: {reason}", [Canned(chat("pó", finish=reason))], "endpoint-broken-off", 3) for reason in BROKEN),
    *((f"declined: {reason}", [Canned(chat("ta", finish=reason))], "endpoint-no-text", 1) for reason in DECLINED),
    *((f"finished: {reason}", [Canned(chat("tak", finish=reason))], "tak", 1) for reason in FINISHED),
    ("broken off with a null", [Canned(chat(NULL, finish="abort")), GOOD], "tak", 2),
    ("a reason that is a number", [Canned(choice(finish_reason=3)), GOOD], "tak", 2),
    ("an error on the choice", [Canned(choice(error={"code": 502, "message": "upstream"})), GOOD], "tak", 2),
    ("an error on the choice for ever", [Canned(choice(error={"code": 502}))], "endpoint-server-error", 3),
    ("a wrong key on the choice", [Canned(choice(error={"code": 401}))], "endpoint-key-refused", 1),
    ("an error in the message", [Canned(chat("pó", error="upstream")), GOOD], "tak", 2),
    ("no error", [Canned({**choice(error=None), "error": None})], "tak", 1),
    ("an error as the object", [Canned({"object": "error", "message": "overloaded", "code": 503}), GOOD], "tak", 2),
    ("declared Latin-2", [Canned(LATIN, headers=LATIN_2)], "żółć", 1),
    ("Latin-2, not declared", [Canned(LATIN), GOOD], "tak", 2),
    ("Latin-2, declared UTF-8", [Canned(LATIN, headers=UTF_8)], "endpoint-undecodable", 3),
    ("UTF-8, declared Latin-2", [Canned(UTF, headers=LATIN_2)], "endpoint-undecodable", 3),
    ("UTF-16, not declared", [Canned(UTF.decode().encode("utf-16-le"))], "żółć", 1),
    ("an unknown charset", [Canned(UTF, headers=charset("klingon"))], "endpoint-undecodable", 3),
    ("a codec that is no charset", [Canned(UTF, headers=charset("unicode_escape"))], "endpoint-undecodable", 3),
    ("a charset in quotes", [Canned(UTF, headers=charset('"UTF-8"'))], "żółć", 1),
    ("one broken byte", [Canned(UTF[:-30] + b"\xff" + UTF[-30:]), GOOD], "tak", 2),
    ("out of credit", [Canned({"error": {"message": "Insufficient credits"}}, 402)], "endpoint-quota", 1),
    ("out of quota", [Canned(QUOTA, 429)], "endpoint-quota", 1),
    ("not loaded, LM Studio", [Canned({"error": "No models loaded. Please load a model"}, 400)], "model-not-loaded", 1),
    ("will not load", [Canned({"error": 'Failed to load model "m"'}, 500)], "model-not-loaded", 1),
    ("not pulled, Ollama", [Canned({"error": "model 'm' not found, try pulling it"}, 404)], "model-not-loaded", 1),
    ("max_tokens refused", [Canned(NO_MAX_TOKENS, 400)], "parameter-refused", 1),
    ("temperature refused", [Canned(NO_TEMPERATURE, 400)], "parameter-refused", 1),
    ("a setting refused", [Canned(NO_SETTING, 422)], "setting-refused", 1),
    ("too large", [Canned(HTML, 413)], "endpoint-too-large", 1),
    ("204", [Canned(b"", 204)], "endpoint-no-body", 1),
    ("201 with an answer", [Canned(GOOD.data, 201)], "tak", 1),
    ("a guard's page", [Canned(HTML, 403)], "endpoint-blocked", 1),
    ("http to https", [Canned("Client sent an HTTP request to an HTTPS server.", 400)], "endpoint-https-wanted", 1),
    ("packed otherwise than said", [Canned(GOOD.data, headers={"Content-Encoding": "gzip"})], "endpoint-encoding", 3),
    ("a proxy wants a login", [Canned("", 407)], "endpoint-proxy-login", 1),
    ("filtered", [Canned(chat("ta", finish="content_filter"))], "endpoint-no-text", 1),
    ("parts", [Canned(chat([{"type": "text", "text": "ta"}, {"type": "text", "text": "k"}]))], "tak", 1),
    ("parts with a thought", [Canned(chat([{"type": "thinking", "text": "hm"}, {"text": "tak"}]))], "tak", 1),
    ("a leaked mark", [Canned(chat("tak<|im_end|>"))], "tak", 1),
    ("half a character", [Canned(chat("tak\ud83d"))], "tak\ufffd", 1),
    ("a mark in the middle is text", [Canned(chat("<|im_end|> tak"))], "<|im_end|> tak", 1),
    ("blanks before the body", [Canned(b"   \n" + GOOD.data)], "tak", 1),
    ("keep-alive comments", [Canned(pieces=(b": WAIT\n\n", b": WAIT\n\n", GOOD.data))], "tak", 1),
    ("keep-alive blanks", [Canned(pieces=(b"\n", b" \n", GOOD.data))], "tak", 1),
    ("a byte order mark", [Canned(b"\xef\xbb\xbf" + GOOD.data)], "tak", 1),
    ("the name in other case", [Canned(chat("tak", "M"))], "tak", 1),
    ("the name with a path", [Canned(chat("tak", "/models/m"))], "tak", 1),
    ("no name at all", [Canned({**chat("tak"), "model": None})], "tak", 1),
    ("another model", [Canned(chat("tak", "n.gguf"))], "model-other-answered", 1),
    ("wrong key, llama.cpp", [Canned(LLAMA_401, 401)], "endpoint-key-refused", 1),
    ("wrong key, llama-cpp-python", [Canned({"detail": "Invalid API key"}, 401)], "endpoint-key-refused", 1),
    ("forbidden", [Canned("Forbidden", 403)], "endpoint-key-refused", 1),
    ("too long, llama.cpp", [Canned(LLAMA_LONG, 400)], "prompt-too-long", 1),
    ("too long, llama-cpp-python", [Canned(PYTHON_LONG, 400)], "prompt-too-long", 1),
    ("other bad request", [Canned({"message": "top_k must be …"}, 400)], "endpoint-bad-request", 1),
    ("unprocessable, a list", [Canned({"detail": [{"msg": "field required"}]}, 422)], "endpoint-bad-request", 1),
    ("system role refused, 400", [Canned(VLLM_ROLE, 400)], "system-role-refused", 1),
    (
        "system role refused, 500",
        [Canned("Only user and assistant roles are supported!", 500)],
        "system-role-refused",
        1,
    ),
    ("roles must alternate", [Canned({"error": "Conversation roles must alternate"}, 400)], "system-role-refused", 1),
    ("/v1/v1", [Canned(TWICE_V1, 404)], "endpoint-not-found", 1),
    ("trailing slash", [Canned(b"", 307, {"Location": "http://127.0.0.1/v1"})], "endpoint-redirected", 1),
    ("a login page", [Canned(HTML)], "endpoint-not-json", 1),
    ("a stream in spite of all", [Canned(b'data: {"choices": []}\n\n')], "endpoint-streams", 1),
    ("loading, then ready", [Canned(LLAMA_503, 503), Canned(LLAMA_503, 503), GOOD], "tak", 3),
    ("429, then ready", [Canned(RATE, 429, {"Retry-After": "0.01"}), GOOD], "tak", 2),
    ("429 for ever", [Canned(RATE, 429)], "endpoint-too-many", 3),
    ("429 that asks for an hour", [Canned(RATE, 429, {"Retry-After": "3600"})], "endpoint-wait-until", 1),
    ("429 within a 200", [Canned(RATE), GOOD], "tak", 2),
    ("400 within a 200", [Canned({"error": {"message": "no", "code": 400}})], "endpoint-bad-request", 1),
    ("401 within a 200", [Canned({"error": {"message": "no", "code": "401"}})], "endpoint-key-refused", 1),
    ("an error as a text within a 200", [Canned({"error": "upstream failed"})], "endpoint-server-error", 3),
    ("408", [Canned("", 408), GOOD], "tak", 2),
    ("500, text/plain", [Canned("Internal Server Error", 500)], "endpoint-server-error", 3),
    ("502, HTML", [Canned(HTML, 502), GOOD], "tak", 2),
    ("choices null", [Canned({**chat(), "choices": None}), GOOD], "tak", 2),
    ("choices empty", [Canned({**chat(), "choices": []})], "endpoint-no-choice", 3),
    ("dropped before an answer", [Canned(drop=True), GOOD], "tak", 2),
    ("dropped for ever", [Canned(drop=True)], "endpoint-dropped", 3),
    ("dropped within the body", [Canned(BIG, cut=40), GOOD], "tak", 2),
    ("a body of half its JSON", [Canned(BIG[:40]), GOOD], "tak", 2),
    ("half its JSON for ever", [Canned(BIG[:40])], "endpoint-not-json", 3),
    ("a JSON list", [Canned([1]), GOOD], "tak", 2),
    ("nothing", [Canned(b""), GOOD], "tak", 2),
]


@pytest.mark.parametrize(("answers", "expected", "requests"), [q[1:] for q in QUIRKS], ids=[q[0] for q in QUIRKS])
def test_quirk(answers: Sequence[Canned], expected: str, requests: int) -> None:
    assert outcome(*answers) == (expected, requests)


def test_too_slow_then_not() -> None:
    assert outcome(Canned(silent=True), GOOD, patience=replace(QUICK, read=1)) == ("tak", 2)


def test_loading_has_its_own_patience() -> None:
    """More tries than any other trouble, but not for ever."""
    code, requests = outcome(Canned(LLAMA_503, 503))
    assert code == "endpoint-loading"
    assert requests > QUICK.tries


def test_the_request_is_the_official_one_and_nothing_else() -> None:
    with StandIn() as server:
        ask(server)
        assert server.asked == [
            {"model": "m", "messages": list(ASKED.messages), "temperature": 0.0, "stream": False},
        ]
        assert server.paths == ["/v1/chat/completions"]
        assert server.headers[0]["Authorization"] == f"Bearer {KEY}"


def test_what_is_kept_beside_the_text() -> None:
    with StandIn(lambda body, number: GOOD) as server:
        reply = ask(server)
    assert isinstance(reply, Reply)
    assert (reply.finish_reason, reply.returned_model, reply.server) == ("stop", "m", "stand-in ")
    assert reply.usage == {"completion_tokens": 4, "prompt_tokens": 41, "total_tokens": 45}
    assert json.loads(reply.received) == GOOD.body


def test_the_text_is_derived_from_what_was_received() -> None:
    body = Canned(chat([{"type": "text", "text": "tak<|im_end|>"}]))
    reply = judge(200, {}, body.data)
    assert isinstance(reply, Reply)
    assert text_of(json.loads(reply.received)["choices"][0]["message"], "stop") == reply.text == "tak<|im_end|>"[:3]
    assert leaks(json.dumps(chat("tak</s>")))
    assert not leaks(json.dumps(chat("tak")))


def test_an_unreachable_server() -> None:
    with StandIn() as server:
        url = server.url
    client = Client(Endpoint(url), QUICK)
    got = client.ask(ASKED, "m", threading.Event())
    assert isinstance(got, Failure)
    assert (got.code, got.stops) == ("endpoint-unreachable", True)
    assert got.values["address"] == url


def test_a_proxy_of_the_environment_does_not_catch_loopback(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("http_proxy", "HTTP_PROXY", "all_proxy", "ALL_PROXY"):
        monkeypatch.setenv(name, "http://127.0.0.1:9")
    assert outcome(GOOD) == ("tak", 1)


def test_a_netrc_entry_does_not_take_the_place_of_the_key(tmp_path: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / ".netrc").write_text("default login ktos password haslo\n")
    monkeypatch.setenv("NETRC", str(tmp_path / ".netrc"))
    with StandIn() as server:
        ask(server, key=None)
        assert "Authorization" not in server.headers[0]


@pytest.mark.parametrize("status", [200, 400, 401, 500])
def test_the_key_is_in_no_message_and_in_nothing_kept(status: int) -> None:
    """Some servers repeat the key in their complaint."""
    body = {**chat(f"twój klucz: {KEY}"), **({} if status == 200 else {"error": {"message": f"bad key {KEY}"}})}
    with StandIn(lambda _body, number: Canned(body, status)) as server:
        client = Client(Endpoint(server.url, KEY), QUICK)
        got = client.ask(ASKED, "m", threading.Event())
        assert KEY not in repr(client.endpoint)
    assert KEY not in (got.received if isinstance(got, Reply) else repr(got))


def test_stopping_ends_the_waiting() -> None:
    stop = threading.Event()
    stop.set()
    with StandIn(lambda body, number: Canned(RATE, 429, {"Retry-After": "100"})) as server:
        got = Client(Endpoint(server.url), Patience()).ask(ASKED, "m", stop)
        assert isinstance(got, Failure)
        assert len(server.asked) == 1


def test_connections_are_used_again() -> None:
    with StandIn() as server:
        client = Client(Endpoint(server.url), QUICK)
        for _ in range(10):
            client.ask(ASKED, "m", threading.Event())
        client.close()
        assert server.connections == 1


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=2) | st.dictionaries(st.text(max_size=3), inner, max_size=2),
    max_leaves=4,
)
MESSAGES = st.fixed_dictionaries({"content": JSON | st.lists(st.fixed_dictionaries({"type": JSON, "text": JSON}))})
CHOICES = st.lists(JSON | st.fixed_dictionaries({"finish_reason": JSON, "message": JSON | MESSAGES}), max_size=2)
PARTS = {"choices": JSON | CHOICES, **dict.fromkeys(("error", "model", "usage", "detail", "message"), JSON)}
BODIES = JSON | st.fixed_dictionaries({}, optional=PARTS)
STATUSES = st.sampled_from([200, 200, 200, 204, 301, 400, 401, 404, 429, 500, 503])


@settings(max_examples=300, deadline=None)
@given(STATUSES, BODIES.map(lambda body: json.dumps(body).encode()) | st.binary(max_size=30))
def test_whatever_a_server_sends_is_a_reply_or_a_failure(status: int, body: bytes) -> None:
    got = judge(status, {}, body)
    if isinstance(got, Failure):
        assert message(got.finding(model="m", address="a"), "pl")
    else:
        for text in (got.text, got.finish_reason, got.returned_model, got.received):
            assert (text or "").encode("utf-8") is not None, "a store can hold it"


LISTS: list[tuple[str, tuple[str, ...] | None, str, str | None]] = [
    ("exactly", ("a/m", "m"), "m", "m"),
    ("in other case", ("A/M",), "a/m", "A/M"),
    ("without its owner", ("m",), "a/m", "m"),
    ("with a path", ("/models/a/m",), "a/m", "/models/a/m"),
    ("another owner's", ("b/m",), "a/m", None),
    ("two could be meant", ("x/m", "y/m"), "m", None),
    ("a part of the name is no name", ("m-instruct",), "m", None),
]


@pytest.mark.parametrize(("served", "wanted", "found"), [case[1:] for case in LISTS], ids=[case[0] for case in LISTS])
def test_the_name_on_the_list(served: tuple[str, ...], wanted: str, found: str | None) -> None:
    assert served_name(wanted, served) == found


def test_did_you_mean() -> None:
    assert nearest("Qwen/Qwen2.5-7B-Instruct", ["bielik", "qwen2.5:7b-instruct"]) == "qwen2.5:7b-instruct"
    assert nearest("Qwen/Qwen2.5-7B-Instruct", ["bielik"]) == "–"


@pytest.mark.parametrize(("models", "expected"), [(("m", "n"), ["m", "n"]), (None, None), ((), None)])
def test_the_list_of_models(models: tuple[str, ...] | None, expected: list[str] | None) -> None:
    with StandIn(models=models) as server:
        assert Client(Endpoint(server.url), QUICK).served(threading.Event()) == expected


@pytest.mark.parametrize(
    ("value", "least", "most"),
    [
        ("3", 3, 3),
        ("1.5", 1.5, 1.5),
        ("-1", 0, 0),
        ("Fri, 31 Dec 2100 23:59:59 GMT", 10**9, 10**10),
        ("Wed, 21 Oct 2015 07:28:00 GMT", 0, 0),
    ],
)
def test_retry_after(value: str, least: float, most: float) -> None:
    seconds = retry_after(value)
    assert seconds is not None
    assert least <= seconds <= most


@pytest.mark.parametrize(
    ("later", "seconds"),
    [
        ("Fri, 31 Dec 2100 23:59:59 GMT", 3600),
        ("Fri, 31 Dec 2100 23:59:59 +0000", 3600),
        ("Fri, 31 Dec 2100 23:59:59 -0000", 3600),
        ("Fri, 31 Dec 2100 23:59:59 +0200", -3600),
    ],
)
def test_a_date_is_of_its_own_zone(later: str, seconds: float) -> None:
    first, second = retry_after("Fri, 31 Dec 2100 22:59:59 GMT"), retry_after(later)
    assert first is not None
    assert second is not None
    assert round((second - first) / 600) == seconds / 600


@pytest.mark.parametrize("value", [None, "", "soon", "Mon, 99 Foo"])
def test_retry_after_that_says_nothing(value: str | None) -> None:
    assert retry_after(value) is None


@pytest.fixture(autouse=True)
def _no_proxies(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("http_proxy", "https_proxy", "all_proxy"):
        monkeypatch.delenv(name, raising=False)
        monkeypatch.delenv(name.upper(), raising=False)
