"""Changing a file that a person wrote: comments, order and layout stay, and the file is never half written."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from .errors import TabletopError


def with_value(text: str, path: Sequence[str], value: Any) -> str:
    """A TOML text with a value at a path of tables; None takes it away. Everything else stays as it was written.

    Errors: `TabletopError` where the path leads through something that is no table.
    """
    import tomlkit

    document = tomlkit.parse(text)
    table: Any = document
    for key in path[:-1]:
        if key not in table:
            if value is None:
                return text
            table[key] = tomlkit.table(is_super_table=key != path[-2])
        table = table[key]
        if not isinstance(table, dict):
            raise TabletopError(f"{'.'.join(path)}: {key} is no table in this file", code="no-table")
    if value is None:
        table.pop(path[-1], None)
    else:
        table[path[-1]] = value
    return tomlkit.dumps(document)


def save(path: Path, text: str) -> None:
    """Write a file whole or not at all: beside it first, durable, then in its place. Errors: `TabletopError`."""
    try:
        mode = path.stat().st_mode if path.exists() else 0o644
        with tempfile.NamedTemporaryFile("w", dir=path.parent, prefix=f".{path.name}.", delete=False,
                                         encoding="utf-8", newline="") as file:  # fmt: skip
            try:
                file.write(text)
                file.flush()
                os.fsync(file.fileno())
                Path(file.name).chmod(mode & 0o777)
                Path(file.name).replace(path)
            except BaseException:
                Path(file.name).unlink(missing_ok=True)
                raise
    except OSError as broken:
        raise TabletopError(
            f"{path}: cannot be written: {broken.strerror or broken}", where=str(path), code="unwritable"
        ) from None
