"""Where addresses and keys of servers are said: the environment, and the file .env of the folder one works in."""

from __future__ import annotations

import os
from pathlib import Path


def environment(folder: Path = Path()) -> dict[str, str]:
    """The environment over the file .env of the folder; nothing is put into the environment of the process.

    A variable that is exported empty hides nothing: an empty key is no key.
    """
    from dotenv import dotenv_values

    path = folder / ".env"
    kept = dotenv_values(path, encoding="utf-8-sig") if path.is_file() else {}
    exported = {name: value for name, value in os.environ.items() if value.strip() or not kept.get(name)}
    return {name: value for name, value in {**kept, **exported}.items() if value is not None}
