"""Who imports whom, in running processes: core stays light and headless, and a system brings no other along.

What modules may name each other is checked by import-linter (`make lint`); here is what really gets loaded.
"""

from __future__ import annotations

import subprocess
import sys
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
PACKAGE = ROOT / "tabletop_cli"
TERMINAL = {"typer", "click", "rich", "questionary", "prompt_toolkit"}
HEAVY = TERMINAL | {"jsonschema", "tomlkit", "sqlite3", "platformdirs", "importlib.metadata", "asyncio"}
SYSTEMS = sorted(path.parent.name for path in (PACKAGE / "systems").glob("*/__init__.py"))
# The conformance kit is for tests, and judges schemas.
CORE = sorted(
    ".".join(path.relative_to(PACKAGE / "core").with_suffix("").parts)
    for path in (PACKAGE / "core").rglob("*.py")
    if path.stem != "__init__" and path.parent.name != "testing"
)


@cache
def loaded(program: str) -> frozenset[str]:
    """The modules that are there after a program has run in a process of its own."""
    told = "; import sys; print('\\n'.join(sys.modules))"
    done = subprocess.run([sys.executable, "-c", program + told], capture_output=True, text=True, check=False, cwd=ROOT)
    assert done.returncode == 0, done.stderr
    return frozenset(done.stdout.splitlines())


def of_ours(modules: frozenset[str], room: str) -> set[str]:
    return {name for name in modules if name.startswith(f"tabletop_cli.{room}")}


def test_core_loads_no_terminal_and_no_system() -> None:
    modules = loaded("; ".join(f"import tabletop_cli.core.{name}" for name in CORE))
    assert sorted(modules & (TERMINAL | {"jsonschema", "tomlkit"})) == []
    for room in ("cli", "render", "prompts", "systems."):
        assert of_ours(modules, room) == set()


def test_the_door_for_machines_is_light() -> None:
    modules = loaded("import tabletop_cli.core.batch")
    assert sorted(modules & HEAVY) == []


@pytest.mark.medium
@pytest.mark.parametrize("do", ["resolve", "odds", "battle", "validate"])
def test_answering_machines_stays_light(do: str) -> None:
    """Requests load the system that they name, and still neither terminal nor database nor schemas."""
    hmgs = {"army": {"units": [{"type": "hmg"}]}, "actions": 9}
    fields = {
        "resolve": {"resolver": "rally", "situation": {"experience": "green", "status": "pinned"}},
        "odds": {"resolver": "cc-fight", "situation": {"attacker": {"cc": 2}, "defender": {"cc": 1}}},
        "battle": {"setup": {"sides": {"a": hmgs, "b": hmgs}}},
        "validate": {"army": {"units": [{"type": "hmg"}]}},
    }[do]
    request = {"do": do, "system": "td", **fields}
    modules = loaded(
        f"from tabletop_cli.core.batch import reply_to_request; assert reply_to_request({request!r})['ok']"
    )
    assert sorted(modules & HEAVY) == []


@pytest.mark.parametrize("system", SYSTEMS)
def test_a_system_brings_no_other_and_no_terminal(system: str) -> None:
    modules = loaded(f"import tabletop_cli.systems.{system}")
    strangers = {name for name in of_ours(modules, "systems.") if name.split(".")[2] != system}
    assert strangers == set()
    assert sorted(modules & HEAVY) == []
    for room in ("cli", "render", "prompts"):
        assert of_ours(modules, room) == set()


def test_listing_the_systems_loads_none() -> None:
    modules = loaded("from tabletop_cli.core.registry import system_ids; assert 'td' in system_ids()")
    assert of_ours(modules, "systems.") == set()


def test_the_conformance_kit_loads_the_judge_of_schemas_only_when_it_judges() -> None:
    assert "jsonschema" not in loaded("import tabletop_cli.core.testing")


def test_checking_a_list_loads_neither_dice_nor_hashes() -> None:
    modules = loaded("from tabletop_cli.__main__ import main; main(['validate', 'armies/td/green-horde.toml'])")
    assert "tabletop_cli.systems.td.muster" in modules
    assert of_ours(modules, "core.dice") == set() and "hashlib" not in modules


def test_a_roster_as_text_loads_no_drawing() -> None:
    modules = loaded(
        "from tabletop_cli.__main__ import main; main(['roster', 'armies/td/green-horde.toml', '-f', 'text'])"
    )
    assert of_ours(modules, "render.roster") and of_ours(modules, "render.paper") == set()
    assert not modules & {"html", "tempfile", "segno", "tabletop_cli.core.lists.edit.toml_file"}


def test_a_qr_picture_loads_no_http_client_and_leaves_everything_whole() -> None:
    picture = "from tabletop_cli.render.qr import qr_svg; assert qr_svg('TD1:abc')"
    modules = loaded(picture)
    assert "segno" in modules and not modules & {"urllib.request", "http.client", "ssl", "xml.sax.saxutils"}
    later = f"{picture}; from xml.sax import saxutils; import urllib.request as client; assert client.urlopen"
    assert {"http.client", "xml.sax.saxutils"} <= loaded(f"{later}; assert saxutils.urllib.request is client")
    before = f"import xml.sax.saxutils as known; {picture}; from xml.sax import saxutils; assert saxutils is known"
    assert "segno" in loaded(before)
