"""The surface for game systems: every name is there, at first sight and at first use, and systems use nothing else."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from tabletop_cli import api

ROOT = Path(__file__).parents[1]
OF_SYSTEMS = sorted([*(ROOT / "tabletop_cli/systems").rglob("*.py"), *(ROOT / "docs/coin_duel").rglob("*.py")])


def imports(tree: ast.AST, path: Path) -> Iterator[str]:
    """Every module that is imported, by its whole name, and what is imported from it."""
    package = path.relative_to(ROOT).parts[:-1]
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (one.name for one in node.names)
        elif isinstance(node, ast.ImportFrom):
            above = package[: len(package) - node.level + 1] if node.level else ()
            module = ".".join((*above, *filter(None, [node.module])))
            yield from (f"{module}.{one.name}" for one in node.names)


def test_every_name_has_a_home() -> None:
    assert set(api.__all__) == api._HOMES.keys()
    assert len(api.__all__) == len(api._HOMES)
    assert dir(api) == sorted(api.__all__)


def test_every_name_is_there() -> None:
    assert [name for name in api.__all__ if getattr(api, name) is None] == []
    assert sorted(set(api.__all__) - vars(api).keys()) == [], "they are kept for the next time"


def test_the_docstring_lists_every_name() -> None:
    topics = str(api.__doc__).partition("The system  ")[2]
    assert sorted(set(api.__all__) - set(re.findall(r"\w+", topics))) == []


def test_what_is_no_name_of_it_is_missing() -> None:
    with pytest.raises(AttributeError, match="nosuch"):
        getattr(api, "nosuch")  # noqa: B009 - a type checker knows that it is missing


def test_type_checkers_see_the_same_names_in_the_same_homes() -> None:
    tree = ast.parse(Path(api.__file__).read_text(encoding="utf-8"))
    (block,) = (node for node in tree.body if isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING")
    seen = {}
    for node in block.body:
        assert isinstance(node, ast.ImportFrom)
        for one in node.names:
            assert one.asname == one.name, "re-exported by its own name"
            seen[one.name] = "." * node.level + str(node.module)
    assert seen == api._HOMES


@pytest.mark.medium
def test_systems_import_the_surface_only() -> None:
    found = [(path, name) for path in OF_SYSTEMS for name in imports(ast.parse(path.read_text("utf-8")), path)]
    assert len(found) > 1000
    inside = [(path, name) for path, name in found if f"{name}.".startswith("tabletop_cli.core.")]
    assert inside == []


def test_old_names_work_and_warn() -> None:
    assert api._RENAMED.keys().isdisjoint(api._HOMES)
    for old, new in api._RENAMED.items():
        with pytest.warns(DeprecationWarning, match=f"api.{old} is now called {new}"):
            assert getattr(api, old) is getattr(api, new)


def test_old_methods_work_and_warn() -> None:
    for cls, renamed in api._RENAMED_METHODS.items():
        for old, new in renamed.items():
            with pytest.warns(DeprecationWarning, match=rf"{cls}\.{old} is now called {new}"):
                assert getattr(getattr(api, cls), old) == getattr(getattr(api, cls), new)
