"""Addresses, names and keys as people write them."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from sheet_tools.panel.address import BadAddress, base_url, is_loopback, same_model, shown
from sheet_tools.panel.endpoint import endpoint_of
from sheet_tools.panel.outcomes import Failure

KEY = "klucz-tajny-123"
ADDRESSES = [
    ("http://h:8000/v1", "http://h:8000/v1"),
    ("http://h:8000/v1/", "http://h:8000/v1"),
    (" HTTP://h:8000 ", "http://h:8000/v1"),
    ("http://h:8000/v1/chat/completions", "http://h:8000/v1"),
    ("https://h/api/v1/models/", "https://h/api/v1"),
    ("https://h/openai", "https://h/openai"),
]


@pytest.mark.parametrize(("written", "expected"), ADDRESSES)
def test_base_url(written: str, expected: str) -> None:
    assert base_url(written) == expected


@pytest.mark.parametrize("written", ["", "h:8000", "ftp://h/v1", "http://", "http://u:p@h/v1", "http://h:x/v1"])
def test_no_base_url(written: str) -> None:
    with pytest.raises(BadAddress):
        base_url(written)


def test_an_address_is_shown_without_its_secrets() -> None:
    assert shown("http://user:pass@h:1/v1?key=x") == "http://h:1/v1"


@pytest.mark.parametrize(
    ("address", "expected"),
    [("http://localhost:1", True), ("http://127.8.0.1", True), ("http://[::1]:1", True), ("http://10.0.0.1", False)],
)
def test_loopback(address: str, expected: bool) -> None:
    assert is_loopback(address) is expected


def test_same_model_is_symmetric() -> None:
    assert same_model("A/b", "x/a/B")
    assert same_model("x/a/B", "A/b")
    assert not same_model("", "b")


BASE: Mapping[str, str] = {"EVAL_BASE_URL": "http://h/v1", "EVAL_API_KEY": KEY, "OWN": "inny"}


@pytest.mark.parametrize(
    ("environment", "address", "variable", "expected"),
    [
        (BASE, None, None, ("http://h/v1", KEY)),
        ({"EVAL_BASE_URL": "http://h"}, None, None, ("http://h/v1", None)),
        (BASE, "http://other", None, ("http://other/v1", None)),
        (BASE, "http://other", "OWN", ("http://other/v1", "inny")),
        (BASE, None, "OWN", ("http://h/v1", "inny")),
        (BASE, "http://other", "NONE", "endpoint-key-unset"),
        ({}, None, None, "endpoint-unset"),
        ({"EVAL_BASE_URL": "h"}, None, None, "endpoint-address"),
        ({**BASE, "EVAL_API_KEY": "kluż"}, None, None, "endpoint-key-malformed"),
        ({**BASE, "EVAL_API_KEY": "a\nb"}, None, None, "endpoint-key-malformed"),
    ],
)
def test_the_key_goes_to_its_own_server_alone(
    environment: Mapping[str, str], address: str | None, variable: str | None, expected: object
) -> None:
    found = endpoint_of(environment, address, variable)
    assert (found.code if isinstance(found, Failure) else (found.address, found.key)) == expected
