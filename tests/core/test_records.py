"""Dataclasses that are made when they are first used are those of the standard library from then on."""

from __future__ import annotations

import dataclasses
import inspect
import re
import subprocess
import sys
from functools import cached_property
from importlib import import_module
from pathlib import Path
from pkgutil import walk_packages
from typing import Any, ClassVar

import pytest

import tabletop_cli
from tabletop_cli.core.play.answers import derive_situation
from tabletop_cli.core.records import _OFTEN, _Waiting, dataclass, replace

PACKAGE = Path(tabletop_cli.__file__).parent


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


@pytest.mark.parametrize(
    ("given", "named"),
    [
        ((), {}),
        ((1, 2, 3), {}),
        ((1,), {"name": 2}),
        ((1,), {"colour": 2}),
        ((), {"wounds": 2}),
        ((1, 2), {"wounds": 3}),
    ],
)
def test_a_call_that_is_wrong_is_explained_as_ever(given: tuple[int, ...], named: dict[str, int]) -> None:
    class Model:
        name: str
        wounds: int = 1

    with pytest.raises(TypeError) as ours:
        dataclass(frozen=True)(type("Model", (), dict(vars(Model))))(*given, **named)
    with pytest.raises(TypeError) as theirs:
        dataclasses.dataclass(frozen=True)(type("Model", (), dict(vars(Model))))(*given, **named)
    assert str(ours.value) == str(theirs.value)


def test_the_first_instances_and_those_after_many_are_alike() -> None:
    @dataclass(frozen=True, kw_only=True)
    class Unit:
        kind: ClassVar[str] = "unit"
        name: str
        models: list[str] = dataclasses.field(default_factory=list)
        size: int = 0

        def __post_init__(self) -> None:
            object.__setattr__(self, "size", self.size + 1)

    first = Unit(name="a")
    makes = Unit.__init__
    many = [Unit(name="a") for _ in range(_OFTEN + 1)]
    assert Unit.__init__ is not makes
    assert all(vars(one) == vars(first) == {"name": "a", "models": [], "size": 1} for one in many)
    assert len({id(one.models) for one in many}) == len(many)


def test_a_child_of_another_sort_is_refused() -> None:
    @dataclass(frozen=True)
    class Event:
        by: str = "a"

    @dataclass
    class Fire(Event):
        at: str = "b"

    with pytest.raises(TypeError, match=r"Event and its child .*Fire: one is not frozen"):
        Fire()


def test_one_that_writes_its_own_method_keeps_it() -> None:
    @dataclass(frozen=True)
    class Named:
        name: str
        note: str = dataclasses.field(default="", compare=False)

        def __hash__(self) -> int:
            return 7

        def __repr__(self) -> str:
            return f"<{self.name}>"

    @dataclass(frozen=True)
    class Stubborn:
        def __setattr__(self, name: str, value: object) -> None: ...

    assert (hash(Named("a")), repr(Named("a")), Named("a", "b")) == (7, "<a>", Named("a", "c"))
    with pytest.raises(TypeError, match="Cannot overwrite attribute __setattr__ in class Stubborn"):
        Stubborn()


def test_what_is_rare_is_left_to_the_library() -> None:
    @dataclass(order=True)
    class Price:
        points: int
        doubled: dataclasses.InitVar[bool] = False

    @dataclasses.dataclass(frozen=True)
    class Theirs:
        name: str

    @dataclass(frozen=True)
    class Child(Theirs):
        size: int

    assert Price(1) < Price(2)
    assert Child("a", 2) == Child(name="a", size=2)
    assert not (waits(Price) or waits(Child))


@pytest.mark.slow
def test_every_one_of_the_program_does_as_that_of_the_library_does() -> None:
    for cls in all_of_the_program():
        fields, params = dataclasses.fields(cls), cls.__dataclass_params__
        declared = [(one.name, one.type, remade(one)) for one in fields]
        options: dict[str, Any] = {"frozen": params.frozen, "eq": params.eq}
        twin = dataclasses.make_dataclass(cls.__name__, declared, **options)
        assert cls.__match_args__ == twin.__match_args__, cls
        if "__post_init__" in dir(cls) or vars(cls)["__record__"].own or inspect.isabstract(cls):
            continue  # it cannot be made of any values
        values: dict[str, Any] = {one.name: one.name for one in fields}
        needed = [name for name, one in inspect.signature(twin).parameters.items() if one.default is inspect._empty]
        ours, theirs = cls(**values), twin(**values)
        assert list(vars(ours).items()) == list(vars(theirs).items()), cls
        few = {name: name for name in needed}
        assert repr(vars(cls(**few))) == repr(vars(twin(**few))), cls
        for name in values:
            changed = {**values, name: "other"}
            assert (ours == cls(**changed)) is (theirs == twin(**changed)), (cls, name)
            if params.frozen:
                with pytest.raises(dataclasses.FrozenInstanceError, match=f"cannot assign to field {name!r}"):
                    setattr(ours, name, 1)
                with pytest.raises(dataclasses.FrozenInstanceError, match=f"cannot delete field {name!r}"):
                    delattr(ours, name)
        assert (cls.__hash__ is None) is (twin.__hash__ is None), cls
        if params.eq and "_hashes" in getattr(cls.__hash__, "__qualname__", ""):  # no class writes its own
            assert hash(ours) == hash(theirs), cls


def all_of_the_program() -> list[Any]:
    """Every dataclass that waits or waited, in all modules."""
    found: dict[type, None] = {}
    for module in walk_packages([str(PACKAGE)], "tabletop_cli."):
        if not module.name.endswith("__main__"):
            found |= dict.fromkeys(one for one in vars(import_module(module.name)).values() if isinstance(one, type))
    ours = [cls for cls in found if "__record__" in vars(cls)]
    assert len(ours) > 700
    return ours


def remade(one: dataclasses.Field[Any]) -> Any:
    """A field that no class has yet."""
    told = {name: getattr(one, name) for name in ("init", "repr", "hash", "compare", "metadata", "kw_only")}
    if one.default is not dataclasses.MISSING:
        told["default"] = one.default
    if one.default_factory is not dataclasses.MISSING:
        told["default_factory"] = one.default_factory
    return dataclasses.field(**told)


def test_the_program_has_no_others() -> None:
    """A class decorated by the standard library is compiled at every start, wanted or not."""
    directly = re.compile(r"^\s*(from dataclasses import .*\bdataclass\b|@dataclasses\.dataclass)", re.MULTILINE)
    found = [path.name for path in PACKAGE.rglob("*.py") if directly.search(path.read_text(encoding="utf-8"))]
    assert found == ["records.py"]


def test_a_short_command_makes_few() -> None:
    asked = (
        "import dataclasses, sys; made = []; make = dataclasses._process_class\n"
        "dataclasses._process_class = lambda cls, *more, **named: made.append(cls) or make(cls, *more, **named)\n"
        "from tabletop_cli.__main__ import main; main(['roll', '3d6']); print(len(made), file=sys.stderr)"
    )
    done = subprocess.run([sys.executable, "-c", asked], capture_output=True, text=True, check=True)
    assert int(done.stderr) < 20


# --- what `help` shows ---


@pytest.mark.parametrize("keywords", [False, True])
def test_its_signature_is_that_of_the_standard_library(keywords: bool) -> None:
    def model(decorate: Any) -> Any:
        @decorate(frozen=True, kw_only=keywords)
        class Model:
            name: str
            points: int = 3
            wounds: list[int] = dataclasses.field(default_factory=list)
            id: str = dataclasses.field(default="", init=False)

        return Model

    ours, theirs = model(dataclass), model(dataclasses.dataclass)
    assert str(inspect.signature(ours)) == str(inspect.signature(theirs))
    assert "points: 'int' = 3" in str(inspect.signature(ours))
    ours(name="a")
    assert str(inspect.signature(ours)) == str(inspect.signature(theirs)), "after the first instance, too"


def test_a_class_with_an_init_of_its_own_shows_that() -> None:
    @dataclass(frozen=True)
    class Gun:
        shots: int

    @dataclass(frozen=True)
    class Cannon(Gun):
        def __init__(self, calibre: int) -> None:
            object.__setattr__(self, "shots", calibre)

    class Howitzer(Gun):
        def __init__(self, weight: float) -> None:
            super().__init__(int(weight))

    class Mortar(Gun):
        """Nothing of its own."""

    shown = [list(inspect.signature(one).parameters) for one in (Gun, Cannon, Howitzer, Mortar)]
    assert shown == [["shots"], ["calibre"], ["weight"], ["shots"]]


# --- replace ---


@dataclass(frozen=True)
class Gun:
    name: str
    shots: int = 1

    @cached_property
    def words(self) -> str:
        return f"{self.name}: {self.shots}"


@dataclass(frozen=True)
class Bounded(Gun):
    def __post_init__(self) -> None:
        if self.shots > 9:
            raise ValueError("nine shots at most")


def test_a_changed_copy_is_that_of_the_standard_library() -> None:
    gun = Gun("mortar")
    assert replace(gun, shots=2) == dataclasses.replace(gun, shots=2) == Gun("mortar", 2)
    assert (replace(gun), gun) == (Gun("mortar"), Gun("mortar"))
    with pytest.raises(dataclasses.FrozenInstanceError):
        replace(gun).shots = 3  # type: ignore[misc]  # that is what must not be possible


def test_what_was_worked_out_of_the_old_values_is_worked_out_again() -> None:
    gun = Gun("mortar")
    assert (gun.words, replace(gun, shots=2).words) == ("mortar: 1", "mortar: 2")


def test_an_unknown_field_is_refused() -> None:
    with pytest.raises(TypeError, match="range"):
        replace(Gun("mortar"), range=3)


def test_a_class_that_looks_at_its_values_looks_at_the_new_ones() -> None:
    with pytest.raises(ValueError, match="nine"):
        replace(Bounded("mortar"), shots=10)


def test_a_record_whose_fields_are_looked_up_has_them_looked_up() -> None:
    @dataclass(frozen=True)
    class Source:
        name: str = "mortar"

    assert replace(derive_situation(Gun, Source()), shots=2).words == "mortar: 2"
