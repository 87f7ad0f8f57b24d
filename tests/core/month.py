"""A campaign of duels for tests of the kit: each week two duellists meet, and the winner is noted."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from tabletop_cli.api import Dice, EventKind, Facts, Game, Linked, OneOf, Page, Refused, System, fact

DUEL = {side: {"kind": "novice"} for side in "ab"}
RULE = "COIN-2"
WEEKS = 3


@dataclass(frozen=True, kw_only=True)
class SetUp:
    """A month of some weeks."""


@dataclass(frozen=True)
class Month:
    """The winners so far, and whether a duel is to be fought now."""

    winners: tuple[str, ...] = ()
    duel: bool = False


@dataclass(frozen=True, kw_only=True)
class Challenge:
    """The duel of the week begins."""


@dataclass(frozen=True, kw_only=True)
class Won:
    """The duel of the week has been fought."""

    side: str = fact(OneOf(("a", "b")), ask="Who has won?")


def play_challenge(state: Month, event: Challenge, dice: Dice) -> tuple[Month, dict[str, Any]]:
    if len(state.winners) == WEEKS:
        raise Refused("The month is over.", reason="over", rule=RULE)
    if state.duel:
        raise Refused("A duel is to be fought first.", reason="over", rule=RULE)
    dice.explain("the duel of the week", RULE)
    return replace(state, duel=True), {}


def play_won(state: Month, event: Won, dice: Dice) -> tuple[Month, dict[str, Any]]:
    if not state.duel:
        raise Refused("There was no duel.", reason="over", rule=RULE)
    dice.explain(f"{event.side} has won", RULE)
    return Month((*state.winners, event.side)), {}


def linked(state: Month) -> Linked | None:
    """The duel of the week."""
    if not state.duel:
        return None
    return Linked("battle", f"week-{len(state.winners) + 1}", DUEL, lambda view: {"do": "won", "side": view["winner"]})


def view(state: Month) -> dict[str, Any]:
    return {"winners": list(state.winners), "duel": state.duel}


MONTH = Game(
    events={
        kind.id: kind
        for kind in (
            EventKind(
                id="challenge", title="Challenge", key="c", cls=Challenge, play=play_challenge, rules=(RULE,),
                rolls=False,
            ),
            EventKind(id="won", title="Won", key="w", cls=Won, play=play_won, rules=(RULE,), rolls=False),
        )
    },
    state=Month,
    begin=lambda setup, system: Month(),
    common=lambda state: {},
    view=view,
    over=lambda state: len(state.winners) == WEEKS,
    board=lambda state, side: Page("Month", (Facts((("duels", str(len(state.winners))),)),)),
    headline=lambda state: "The duel." if state.duel else "Who challenges whom?",
    set_up=SetUp,
    linked=linked,
)  # fmt: skip


def with_month(system: System, **changes: Any) -> System:
    """The system of the duels with a campaign."""
    campaign = replace(MONTH, **changes)
    return replace(system, other_games={"campaign": lambda: campaign})


def kind_with(name: str, **changes: Any) -> Mapping[str, EventKind[Month, Any]]:
    """The events of the month, one of them otherwise."""
    return {**MONTH.events, name: replace(MONTH.events[name], **changes)}
