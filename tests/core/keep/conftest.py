"""A store of its own for every test, in a folder that is not there yet."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tabletop_cli.core.keep.store import Store


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "home" / "battles.db"


@pytest.fixture
def store(path: Path) -> Iterator[Store]:
    with Store(path) as opened:
        yield opened
