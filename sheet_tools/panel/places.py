"""Which store is used where none is named: one and the same for the page and for `query`.

It is panel.sqlite of the folder that one works in. The page of earlier versions kept its own in the user's data folder:
where that is the only one, it goes on being used; where both are there, this is said.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from sheet_tools.findings import Finding

_NAME = "panel.sqlite"


def data_folder() -> Path:
    """Where uploads and the like are kept."""
    from platformdirs import user_data_path

    return user_data_path("reverse-poleval-sheet-tools", appauthor=False)


def default_store(folder: Path = Path()) -> Path:
    """The store of the folder, or the earlier one of the page where it alone is there."""
    here, earlier = folder / _NAME, data_folder() / _NAME
    return earlier if earlier.is_file() and not here.exists() else here


def stores_beside(used: Path) -> Iterator[Finding]:
    """What is to be said where the page's earlier store is there too, and is not the one used."""
    other = data_folder() / _NAME
    if other.is_file() and other.resolve() != used.resolve():
        yield Finding("store-other-there", values={"file": str(used), "other": str(other)})
