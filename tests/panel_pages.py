"""What the tests of the panel on the page share: applications, dropping, waiting for a run, files of answers."""

from __future__ import annotations

import io
import json
import zipfile
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from flask import Flask
from flask.testing import FlaskClient
from pages import rows, sheet
from werkzeug.test import TestResponse
from work import until

from webapp import create_app

KEY = "sekret-1234567890"
ITEMS = rows(50)


def app_of(tmp_path: Path, **config: object) -> Flask:
    common = {"UPLOADS": tmp_path / "kept", "TESTING": True, "WTF_CSRF_ENABLED": False, "ENVIRONMENT": {}}
    return create_app({**common, **config})


def asking(tmp_path: Path, address: str, models: str = "m1\nm2\n", **config: object) -> Flask:
    (tmp_path / "models.txt").write_text(models, encoding="utf-8")
    environment = {"EVAL_BASE_URL": address, "EVAL_API_KEY": KEY}
    return app_of(tmp_path, MODELS_FILE=tmp_path / "models.txt", ENVIRONMENT=environment, **config)


def drop(client: FlaskClient, data: bytes | None = None, name: str = "pozycje.xlsx") -> str:
    answer = client.post("/sheets", data={"sheet": (io.BytesIO(data or sheet(ITEMS)), name)})
    assert answer.status_code == 303
    return str(answer.location)


def bring(client: FlaskClient, *files: tuple[str, bytes]) -> TestResponse:
    return client.post("/answers", data={"answers": [(io.BytesIO(data), name) for name, data in files]})


def run_of(client: FlaskClient, page: str) -> Any:
    return client.get(f"{page}/panel.json").json["run"]


def ended(client: FlaskClient, page: str) -> Any:
    """The run once it is over."""
    until(lambda: run_of(client, page)["state"] not in ("running", "stopping"))
    return run_of(client, page)


def jsonl(answers: Mapping[str, str], model: str | None = None) -> bytes:
    head = [json.dumps({"model": model})] if model else []
    lines = [json.dumps({"input": asked, "response": text}) for asked, text in answers.items()]
    return "\n".join([*head, *lines, ""]).encode()


def zipped(files: Mapping[str, bytes]) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in files.items():
            archive.writestr(name, data)
    return out.getvalue()


ALL = {str(row[3]): str(row[4]) for row in ITEMS}
