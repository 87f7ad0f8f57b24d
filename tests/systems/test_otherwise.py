"""What is refused where the table is otherwise: `golden/otherwise.<system>.txt`, from the battles of the cases.

Every event that is accepted is tried once more in another phase or step, when it is somebody else's turn, and with
whatever it names in another condition. What comes of that stands above the conditions: reasons of refusals, or that it
is all the same; conditions that never matter are left out.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator
from dataclasses import replace
from types import SimpleNamespace
from typing import Any

import pytest

from tabletop_cli.core import registry
from tabletop_cli.core.dice.handlers import Given
from tabletop_cli.core.errors import Refused, TabletopError
from tabletop_cli.core.play.game import AnyGame
from tests.conftest import Golden

from .test_questions import battles, played

OFTEN = 3  # so many times an event is tried under one other condition

Others = Iterator[tuple[str, Any]]
PHASES = ("placement", "deal", "bid", "play", "end", "over")
STEPS = (
    *("attacker", "table", "scenery", "edges", "initiative", "deployment", "choose-first", "light-fire", "move-first"),
    *("move-second", "general-fire", "hand-to-hand", "healing", "end-of-turn"),
)
TOKEN: dict[str, dict[str, Any]] = {
    "removed": {"removed": True},
    "destroyed": {"destroyed": True},
    "suppressed": {"suppressed": True},
    "fresh": {"suppressed": False, "lethal": 0, "suppress": 0},
    "off the map": {"at": None},
    "nobody's": {"side": None},
    "the other side's": {},
}
FIGURE: dict[str, dict[str, Any]] = {
    "dead": {"dead": True},
    "gone": {"gone": True},
    "on a flank": {"flank": "left"},
    "on the table": {"flank": None},
    "without points": {"ap": 0},
    "with one point": {"ap": 1},
    "out of ammo": {"out": True},
    "unhurt": {"suffered": 0},
    "not set aside": {"reserved": False},
    "eaten": {"eaten": True},
}
SETS = ("moved", "fired", "fought", "shot_engaged", "rolled", "arrived", "goo_had")


def in_du(state: Any, event: dict[str, Any]) -> Others:
    """Another phase, another side, and every token that is named in another condition."""
    for phase in PHASES:
        yield f"in the phase {phase}", replace(state, phase=phase)
    other = {"a": "b", "b": "a"}
    yield "nobody's turn", replace(state, active=None)
    yield "the other side's turn", replace(state, active=other.get(state.active, "a"))
    yield "a side is done", replace(state, done=("a",))
    for side in "ab":
        empty = {**state.zones_of(side), "hand": {}, "deck": {}, "discard": {}, "supply": {}}
        yield f"{side} without cards", replace(state, sides={**state.sides, side: empty})
    for key, one in event.items():
        if token := state.tokens.get(one) if isinstance(one, str) else None:
            for label, change in TOKEN.items():
                changed = {"side": other.get(token.side)} if label.startswith("the other") else change
                yield f"{key} {label}", state.with_tokens(replace(token, **changed))
        elif off := state.off_map.get(one) if isinstance(one, str) else None:
            for flag in ("compromised", "targeted", "destroyed"):
                yield f"{key} {flag}", state.put_off(one, **{flag: True})
                yield f"{key} not {flag}", state.put_off(one, **{flag: False})
            yield f"{key} of the other side", state.put_off(one, side=other[off.side])


def in_battle(state: Any, event: dict[str, Any]) -> Others:
    """Another step, phase or turn, and every figure that is named in another condition."""
    for step in STEPS:
        if step != "move-second" or len(state.order) > 1:
            yield f"in {step}", replace(state, step=step, order=state.order or state.sides)
    for phase in (1, 2, 3):
        yield f"in phase {phase}", replace(state, phase=phase)
    for turn in (1, 2):
        yield f"in turn {turn}", replace(state, turn=turn)
    yield "while something explodes", replace(state, explosions=(next(iter(state.figures)),))
    yield "when all is over", replace(state, over=SimpleNamespace(winner=None, by="agreed"))
    yield "in no campaign", replace(state, campaign=False)
    yield "on another's step", replace(state, order=tuple(reversed(state.order)))
    yield "while all are moving", replace(state, rolled=frozenset(), arrived=frozenset())
    for key, one in event.items():
        named = one if isinstance(one, list) else [one]
        for who in [each for each in named if isinstance(each, str) and each in state.figures][:1]:
            for label, change in FIGURE.items():
                yield f"{key} {label}", state.with_changed_figure(who, **change)
            yield (
                f"{key} of another side",
                state.with_changed_figure(who, side=state.sides[state.figures[who].side == "a"]),
            )
            yield f"{key} touches nobody", state.without_contacts(who)
            yield f"{key} in no goo", state.without_goo_on(who)
            for name in SETS:
                yield f"{key} has {name}", replace(state, **{name: getattr(state, name) | {who}})
                yield f"{key} has not {name}", replace(state, **{name: getattr(state, name) - {who}})


def in_campaign(state: Any, event: dict[str, Any]) -> Others:
    """Another step, another player's turn, and places and armies that are named in another condition."""
    free = replace(state, attack=None, march=None, winners=None, order=state.order or state.clockwise)
    yield "in the step order", replace(free, order=())
    for at, _ in enumerate(free.order):
        yield f"turn {at + 1} of the week", replace(free, at=at)
    yield "in the step week-end", replace(free, at=len(free.order))
    if state.attack:
        yield "in the step respond", replace(state, attack=replace(state.attack, fights=False))
        yield "in the step battle", replace(state, attack=replace(state.attack, fights=True))
    yield "when all is over", replace(state, winners=())
    yield "in week 1", replace(state, week=1)
    for key, one in event.items():
        if not isinstance(one, str):
            continue
        if army := state.armies.get(one):
            yield f"{key} that has moved", state.with_armies({one: replace(army, moved=True)})
            yield f"{key} that has not moved", state.with_armies({one: replace(army, moved=False)})
            yield f"{key} that has sent some", state.with_armies({one: replace(army, detached=5)})
            for player in state.clockwise:
                yield f"{key} of {player}", state.with_armies({one: replace(army, player=player)})
        if place := state.places.get(one):
            yield f"{key} without savings", state.with_savings(one, 0)
            yield f"{key} with 20 saved", state.with_savings(one, 20)
            for owner in (None, *state.clockwise):
                yield (
                    f"{key} of {owner or 'nobody'}",
                    replace(state, places={**state.places, one: replace(place, owner=owner)}),
                )


OTHERS = {("du", "battle"): in_du, ("fftt", "battle"): in_battle, ("fftt", "campaign"): in_campaign}


def outcome(game: AnyGame, state: Any, event: dict[str, Any], dice: list[Any]) -> str:
    """What comes of an event: the reason and rule of a refusal, the code of another error, or nothing."""
    try:
        game.play(state, event, Given(dice))
    except Refused as no:
        return f"{no.reason} [{no.rule}]"
    except TabletopError as wrong:
        return wrong.code
    except (AssertionError, LookupError, TypeError, ValueError, StopIteration):
        return "cannot be"
    return "all the same"


@pytest.mark.medium
@pytest.mark.parametrize("name", ["du", "fftt"])
def test_what_is_refused_where_the_table_is_otherwise(name: str, golden: Golden) -> None:
    system = registry.load(name)
    often: Counter[tuple[str, str]] = Counter()
    found: defaultdict[tuple[str, str], dict[str, None]] = defaultdict(dict)
    for case, game in battles(system):
        for state, event, rolls in played(system, game, case.request):
            dice = [face for roll in rolls for face in roll.faces]
            for label, other in OTHERS[name, case.request["do"]](state, event):
                often[event["do"], label] += 1
                if often[event["do"], label] <= OFTEN:
                    found[event["do"], label][outcome(game, other, event, dice)] = None
    lines: defaultdict[tuple[str, str], list[str]] = defaultdict(list)
    for (do, label), outcomes in found.items():
        if [*outcomes] != ["all the same"]:
            lines[do, "; ".join(sorted(outcomes))].append(label)
    told = ("\n    ".join([f"{do}: {what}", *labels]) + "\n" for (do, what), labels in lines.items())
    golden(f"otherwise.{name}.txt", "".join(told))
