"""Forms, sheets and quick references of every system: what builder, suggestions and all rosters are made from."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from tabletop_cli.core import registry, testing
from tabletop_cli.core.declare.kinds import OneOf, Whole
from tabletop_cli.core.lists.army import Muster, check_army, load_file
from tabletop_cli.core.lists.form import Form, Setting, Shelf, Ware
from tabletop_cli.core.lists.references import resolve_references
from tabletop_cli.core.lists.sheet import Sheet
from tabletop_cli.core.page import Boxes, Page
from tabletop_cli.core.system import System
from tests.examples import some

HERE = Path(__file__).parent
ROOT = HERE.parents[1]
SYSTEMS = registry.system_ids()


def armies(system: str) -> list[dict[str, Any]]:
    """The example armies and the wrong ones, with the files that they name in their place."""
    paths = [*(ROOT / "armies" / system).glob("*.toml"), *(HERE / system / "illegal").glob("*.toml")]
    files = [load_file(path) for path in sorted(paths) if not path.name.endswith(".catalogue.toml")]
    return [resolve_references(registry.load(system), file) for file in files]


@pytest.mark.medium
@pytest.mark.parametrize("system", SYSTEMS)
def test_what_is_offered_can_be_written_and_is_recognised(system: str) -> None:
    testing.check_form(registry.load(system))


@pytest.mark.medium
@pytest.mark.parametrize("system", SYSTEMS)
def test_sheets_say_what_lists_say_legal_or_not(system: str) -> None:
    lists = armies(system)
    assert len(lists) > 20
    testing.check_armies(registry.load(system), some(lists))


@pytest.mark.parametrize("system", SYSTEMS)
def test_there_is_something_to_look_up_under_all_house_rules(system: str) -> None:
    testing.check_quick(registry.load(system))


@pytest.mark.slow
@pytest.mark.parametrize("system", [one for one in SYSTEMS if registry.load(one).muster.has_points])
def test_points_and_marks_decide_whether_small_lists_are_legal(system: str) -> None:
    """What suggestions rest on when they count millions of lists without trying each of them."""
    seen = {True: 0, False: 0}
    for army in testing.begun_armies(registry.load(system)):
        for seed in range(3):
            for legal, times in testing.check_marks(registry.load(system), army, seed=seed).items():
                seen[legal] += times
    assert seen[True] > 100 and seen[False] > 100


@pytest.mark.parametrize("system", SYSTEMS)
def test_an_army_can_be_begun_and_holds_nothing_yet(system: str) -> None:
    one = registry.load(system)
    for army in testing.begun_armies(one):
        assert check_army(one, army).sum == 0
        assert len(one.muster.form(army, one).shelves[0].wares) > 5


# --- The kit finds what is wrong with a system


def broken(part: str, change: Any) -> System:
    """td, with a part of its army lists changed."""
    td = registry.load("td")
    muster: Muster = replace(td.muster, **{part: change(getattr(td.muster, part))})
    return replace(td, muster_from=lambda: muster)


def with_shelf(**changes: Any) -> System:
    """td, with another list to put things into."""

    def changed(form: Any) -> Any:
        def other(army: Any, system: System) -> Form:
            own: Form = form(army, system)
            return replace(own, shelves=(replace(own.shelves[0], **changes),))

        return other

    return broken("form", changed)


def wares() -> tuple[Ware, ...]:
    td = registry.load("td")
    return td.muster.form({}, td).shelves[0].wares


def nowhere(entry: Any) -> str | None:
    return None


def strict(entry: Any) -> tuple[Setting, ...]:
    return (Setting(key=(entry["type"],), title="Type", kind=Whole()),)


UNREADABLE = Setting(key=("start",), title="Start", kind=OneOf(("towed",)), default="untowed")


@pytest.mark.parametrize(
    ("changes", "complaint"),
    [
        ({"ware": nowhere}, "its entry is taken for None"),
        ({"wares": (*wares(), wares()[0])}, "the same id"),
        ({"wares": (replace(wares()[0], id="Green Lead"),)}, "small letters"),
        ({"wares": (replace(wares()[0], rules=("TD-A99",)),)}, "rules that do not exist"),
        ({"wares": (replace(wares()[0], entry={"type": "hmg", "options": 3}),)}, "cannot be read"),
        ({"settings": lambda entry: (UNREADABLE,)}, "does not read 'untowed'"),
        ({"settings": strict}, "raises KeyError"),
        ({"settings": lambda entry: (Setting(key=("name",), title="Name", kind=Whole()),) * 2}, "the same key"),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_a_wrong_form_is_found(changes: dict[str, Any], complaint: str) -> None:
    with pytest.raises(AssertionError, match=complaint):
        testing.check_form(with_shelf(**changes))


def first_card(sheet: Sheet, **changes: Any) -> Sheet:
    return replace(sheet, cards=(replace(sheet.cards[0], **changes), *sheet.cards[1:]))


@pytest.mark.parametrize(
    ("change", "complaint"),
    [
        (lambda sheet: replace(sheet, cards=sheet.cards[1:]), "its cards cost"),
        (lambda sheet: replace(sheet, cards=sheet.cards[::-1]), "order of the file"),
        (lambda sheet: replace(sheet, rules=sheet.rules[1:]), "without a text"),
        (lambda sheet: replace(sheet, budget=None), "budget None"),
        (lambda sheet: first_card(sheet, id="hmg"), "its entry of"),
        (lambda sheet: first_card(sheet, boxes=(Boxes("models", 0, 3, ("1", "2")),)), "2 labels for 3 boxes"),
        (lambda sheet: first_card(sheet, boxes=(Boxes("models", 4, 3),)), "4 of 3 boxes"),
        (lambda sheet: first_card(sheet, count=2), "2 x"),
    ],
    ids=["card-lost", "order", "rule-lost", "budget", "id", "labels", "marked", "count"],
)
def test_a_wrong_sheet_is_found(change: Any, complaint: str) -> None:
    system = broken("sheet", lambda sheet: lambda army, problems: change(sheet(army, problems)))
    army = load_file(ROOT / "armies" / "td" / "battle-group.toml").data
    testing.check_sheet(registry.load("td"), army)
    with pytest.raises(AssertionError, match=complaint):
        testing.check_sheet(system, army)


def test_an_empty_quick_reference_is_found() -> None:
    with pytest.raises(AssertionError, match="nothing to look up"):
        testing.check_quick(replace(registry.load("td"), quick_from=lambda: lambda house: ()))
    with pytest.raises(AssertionError, match="without title or blocks"):
        testing.check_quick(replace(registry.load("td"), quick_from=lambda: lambda house: (Page("Nothing", ()),)))


@pytest.mark.medium
def test_a_mark_that_is_forgotten_is_found() -> None:
    """With a rule of its own for whole lists, td would have to name what it counts."""
    from tabletop_cli.core.lists.problems import Problem

    def crowded(army: Any) -> Any:
        if sum(entry.count for entry in army.of_type("hmg")) > 1:
            yield Problem("TD-A1", "only one machine gun", where=("units",))

    system = broken("checks", lambda checks: {**checks, "crowded": crowded})
    army = testing.begun_armies(system)[0]
    with pytest.raises(AssertionError, match="only one of them is legal"):
        testing.check_marks(system, army)
    told = replace(system.muster, marks=lambda entry, army: {"guns": 1} if entry["type"] == "hmg" else {})
    testing.check_marks(replace(system, muster_from=lambda: told), army)


def test_a_shelf_finds_its_wares() -> None:
    td = registry.load("td")
    shelf: Shelf = td.muster.form({}, td).shelves[0]
    found = shelf.find_ware("hmg")
    assert found is not None and found.entry == {"type": "hmg"}
    assert shelf.find_ware("hm") is None
