"""Dataclasses that are made when they are first used are those of the standard library from then on."""

from __future__ import annotations

import dataclasses
import subprocess
import sys

import pytest

from tabletop_cli.core.records import _Waiting, dataclass


def waits(cls: type) -> bool:
    return isinstance(vars(cls).get("__dataclass_fields__"), _Waiting)


def test_it_is_made_with_its_first_instance() -> None:
    @dataclass(frozen=True)
    class Model:
        name: str
        wounds: list[int] = dataclasses.field(default_factory=list)

    assert waits(Model)
    one = Model("a")
    assert not waits(Model)
    assert (one, hash(Model("a", ())), repr(one)) == (
        Model("a", []),
        hash(("a", ())),
        f"{Model.__qualname__}(name='a', wounds=[])",
    )
    with pytest.raises(dataclasses.FrozenInstanceError):
        one.name = "b"
    with pytest.raises(TypeError, match="missing 1 required positional argument: 'name'"):
        Model()


def test_it_is_made_when_somebody_asks_for_its_fields() -> None:
    @dataclass(frozen=True, kw_only=True)
    class Unit:
        kind: str

    assert dataclasses.is_dataclass(Unit)
    assert not waits(Unit)
    assert [one.name for one in dataclasses.fields(Unit)] == ["kind"]


@pytest.mark.parametrize("of_library", [False, True])
def test_its_children_inherit(of_library: bool) -> None:
    @dataclass(frozen=True, kw_only=True)
    class Event:
        by: str = "a"

    @(dataclasses.dataclass if of_library else dataclass)(frozen=True, kw_only=True)
    class Fire(Event):
        at: str

    class Volley(Fire):
        pass

    fired = Volley(at="b")
    assert (fired.by, fired.at, isinstance(fired, Event)) == ("a", "b", True)
    assert not (waits(Event) or waits(Fire))
    assert dataclasses.replace(fired, by="c") == Volley(by="c", at="b")


def test_what_cannot_be_one_says_so() -> None:
    @dataclass
    class Wrong:
        first: int = 1
        second: int

    with pytest.raises(TypeError, match="non-default argument 'second' follows default argument"):
        Wrong(1, 2)


def test_a_short_command_makes_few() -> None:
    asked = (
        "import dataclasses, sys; made = []; make = dataclasses._process_class\n"
        "dataclasses._process_class = lambda cls, *more, **named: made.append(cls) or make(cls, *more, **named)\n"
        "from tabletop_cli.__main__ import main; main(['roll', '3d6']); print(len(made), file=sys.stderr)"
    )
    done = subprocess.run([sys.executable, "-c", asked], capture_output=True, text=True, check=True)
    assert int(done.stderr) < 20
