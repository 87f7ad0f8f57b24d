"""What people said holds for exactly those of whom it was said, until one of them moves."""

from __future__ import annotations

from dataclasses import dataclass
from types import SimpleNamespace
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from tabletop_cli.core.declare.facts import facts_of
from tabletop_cli.core.declare.plain import pack_state, unpack_state
from tabletop_cli.core.play.holding import (
    NOTHING_SAID,
    Holds,
    Memory,
    Subject,
    of_each,
    of_ground,
    of_one,
    of_pair,
    of_table,
)
from tabletop_cli.core.registry import sound_systems
from tests.examples import examples

IDS = st.sampled_from(["a1", "a2", "a3", "b1", "b2"])
LEADER = "a3"


@dataclass
class Spot:
    """A question about some models, as far as memory wants to know it."""

    holds: Holds
    name: str
    answers: dict[str, str]

    @property
    def fact(self) -> Any:
        return SimpleNamespace(name=self.name, holds=self.holds)

    @property
    def subject(self) -> Subject | None:
        return self.holds.find_subject(self)  # type: ignore[arg-type]

    @property
    def members(self) -> list[Subject]:
        return self.holds.find_members(self)  # type: ignore[arg-type]

    def get(self, name: str) -> Any:
        return self.answers.get(name)


def line(first: str, second: str, name: str = "distance") -> Any:
    return Spot(of_pair("figure", "target"), name, {"figure": first, "target": second})


def far(one: str) -> Any:
    return Spot(of_one("figure", follows=lambda place: LEADER), "far", {"figure": one})


def ground(one: str) -> Any:
    return Spot(of_ground("target"), "ground", {"target": one})


def night() -> Any:
    return Spot(of_table(), "night", {})


def stragglers(*ids: str) -> Any:
    return Spot(of_each(lambda place: ids, follows=lambda place: LEADER), "far", {})


def said(*facts: tuple[Any, Any]) -> Memory:
    return NOTHING_SAID.keep(facts)


@examples(200)
@given(st.lists(st.tuples(IDS, IDS, st.integers(0, 90)), max_size=8), IDS, IDS)
def test_what_was_said_of_two_is_said_of_nobody_else(facts: list[tuple[str, str, int]], one: str, two: str) -> None:
    memory = said(*((line(first, second), cm) for first, second, cm in facts))
    told = [cm for first, second, cm in facts if (first, second) == (one, two)]
    assert memory.recall(line(one, two)) == (told[-1] if told else None)


@examples(200)
@given(st.lists(st.tuples(IDS, IDS), max_size=8), st.lists(IDS, max_size=3), st.booleans())
def test_who_moves_ends_what_was_said_of_him_alone(
    pairs: list[tuple[str, str]], movers: list[str], turned: bool
) -> None:
    """Who turns still sees from the same place: only what he says of others has to be asked again."""
    memory = said(*((line(*pair), 25) for pair in pairs)).with_moved(*movers, turned=turned)
    for first, second in pairs:
        ended = first in movers or (second in movers and not turned)
        assert memory.recall(line(first, second)) == (None if ended else 25)
        assert memory.was(line(first, second)) == (25 if ended else None)


def test_of_whoever_moves_in_the_same_event_nothing_is_kept() -> None:
    memory = NOTHING_SAID.with_moved("b1").keep([(line("a1", "b1"), 25), (line("a1", "b2"), 30)])
    assert (memory.recall(line("a1", "b1")), memory.was(line("a1", "b1"))) == (None, 25)
    assert memory.recall(line("a1", "b2")) == 30
    assert memory.keep([(line("a1", "b1"), 26)]).recall(line("a1", "b1")) == 26, "in the next event he stays"


def test_what_follows_a_leader_ends_when_he_moves() -> None:
    memory = said((far("a1"), True))
    assert memory.with_moved("b1").recall(far("a1")) is True
    assert memory.with_moved(LEADER).recall(far("a1")) is None
    assert memory.recall(far("a2")) is None


def test_the_ground_is_left_by_going_and_not_by_turning() -> None:
    memory = said((ground("b1"), "forest"), (night(), True))
    assert memory.with_moved("b1", turned=True).recall(ground("b1")) == "forest"
    assert memory.with_moved("b1").recall(ground("b1")) is None
    assert memory.with_moved("a1", "a2", "a3", "b1", "b2").recall(night()) is True


def test_what_ends_with_any_move_ends_with_one_of_somebody_else() -> None:
    nearest = Spot(of_pair("figure", "target", all_stay=True), "nearest", {"figure": "a1", "target": "b1"})
    memory = said((nearest, []))
    assert memory.recall(nearest) == []  # type: ignore[arg-type]
    assert memory.with_moved("b2", turned=True).recall(nearest) == []  # type: ignore[arg-type]
    assert memory.with_moved("b2").recall(nearest) is None  # type: ignore[arg-type]


def test_a_list_says_yes_of_those_in_it_and_no_of_the_others() -> None:
    memory = said((stragglers("a1", "a2"), ["a2"]))
    assert (memory.recall(far("a1")), memory.recall(far("a2"))) == (False, True)
    assert memory.recall(stragglers("a1", "a2")) == ["a2"]
    assert memory.recall(stragglers("a1", "a2", "b1")) is None, "of b1 nobody has said it"
    assert memory.recall_some(stragglers("a1", "a2", "b1")) == ["a2"]
    assert memory.with_moved("a2").recall(stragglers("a1", "a2")) is None


def test_the_latest_stands_last_and_a_snapshot_keeps_all_of_it() -> None:
    memory = said((line("a1", "b1"), 25), (line("a2", "b1"), 30), (line("a1", "b1", "cover"), "none")).with_moved("a2")
    memory = memory.keep([])
    assert [one.subject.ids[0] for one in memory.said.values()] == ["a2", "a1"]
    again = unpack_state(Memory, pack_state(memory, {}), {})
    assert again == memory
    assert list(again.said) == list(memory.said)


def test_a_word_for_all_of_a_list_is_kept_of_nobody() -> None:
    for_all = Spot(of_one("figure", together=lambda place: "led"), "led", {"figure": "a1"})
    assert for_all.subject is not None and for_all.subject.brief
    assert said((for_all, True)).said == {}


def holding_facts() -> list[str]:
    """Each fact with `holds` in all systems, by system and name."""
    found = []
    for system in sound_systems():
        for kind in system.game.events.values():
            found += [f"{system.id} {name}" for name in _names_in(kind.cls, set())]
    return sorted(set(found))


def _names_in(cls: type[object], seen: set[type[object]]) -> list[str]:
    from tabletop_cli.core.declare.composed import ListOf, MapOf, Nullable
    from tabletop_cli.core.declare.facts import Record

    found: list[str] = []
    if cls in seen:
        return found
    seen.add(cls)
    for one in facts_of(cls):
        kind = one.kind
        while isinstance(kind, ListOf | MapOf | Nullable):
            kind = kind.item
        if isinstance(kind, Record):
            found += _names_in(kind.cls, seen)
        if one.holds is not None:
            found.append(one.name)
    return found


def test_each_state_keeps_what_its_facts_say() -> None:
    from dataclasses import fields

    for system in sound_systems():
        keeps = any(one.name == "kept" for one in fields(system.game.state))
        assert keeps == any(fact.startswith(f"{system.id} ") for fact in holding_facts())
