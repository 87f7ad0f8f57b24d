"""The example armies and scripts that come with the program: in the source tree, or inside the installed wheel."""

from __future__ import annotations

import tomllib
from importlib.resources import files
from pathlib import Path

from ... import __name__ as package


def examples() -> Path | None:
    """The folder with a folder of examples per system; None where the program was installed without."""
    installed = Path(str(files(package)))
    for folder in (installed.parent / "armies", installed / "share" / "armies"):
        if folder.is_dir():
            return folder
    return None


def example_armies(system_id: str) -> list[Path]:
    """The example armies of a system, and the armies in the folder where we are."""
    shipped = examples()
    here = sorted(Path.cwd().glob("*.toml"))
    found = sorted(shipped.glob(f"{system_id}/*.toml")) if shipped else []
    return [path for path in (*here, *found) if _is_army(path, system_id)]


def _is_army(path: Path, system_id: str) -> bool:
    try:
        return path.stat().st_size < 100_000 and tomllib.loads(path.read_text("utf-8")).get("system") == system_id
    except (OSError, ValueError):
        return False


def example_scripts() -> list[Path]:
    """The scripted battles that come with the program."""
    shipped = examples()
    return sorted(shipped.glob("*/*.script.json")) if shipped else []
