"""Who waits on the flanks in a battle of a campaign, said in secret before the first initiative (FFTT-FLANK-1)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from ....api import Answer, Dice, ListOf, Malformed, Ref, count_text, dataclass, fact, plays, refuse
from ..flanking import FLANK_LIMIT, FlankLimit
from ..tables import flank_limit
from .gate import check_campaign, check_running
from .naming import figure_title, shown_name, side_name
from .questions import At, by_unit
from .state import Piece, Played, Result, State
from .stories import flanks_story

LEFT, RIGHT = "left", "right"


def flank_weight(state: State, figures: Iterable[Piece]) -> int:
    """What figures count against a quarter of their army: FP, or each one that is no HQ (FFTT-R17)."""
    if state.house["flank-quarter"] == "figures":
        return sum(not one.unit.headquarters for one in figures)
    return sum(one.kind.fp for one in figures)


def weight_text(state: State, n: int) -> str:
    """Such a number in words: ``3 FP``, ``1 figure``."""
    return count_text(n, "figure") if state.house["flank-quarter"] == "figures" else f"{n} FP"


def most_per_flank(state: State, side: str) -> int:
    """What each flanking force of a side may be, as `flank_weight` counts (FFTT-FLANK-1, FFTT-A12)."""
    return flank_limit(flank_weight(state, state.figures_of(side)))


def left_part(state: State, side: str, figures: Sequence[str]) -> tuple[str, ...] | None:
    """The smallest force on the left with which what is left fits on the right; None where nothing fits."""
    parts: dict[int, tuple[str, ...]] = {0: ()}
    for one in figures:
        own = flank_weight(state, [state.figures[one]])
        parts = {**{sum_ + own: (*part, one) for sum_, part in parts.items()}, **parts}
    whole, limit = flank_weight(state, (state.figures[one] for one in figures)), most_per_flank(state, side)
    return next((parts[sum_] for sum_ in sorted(parts) if sum_ <= limit and whole - sum_ <= limit), None)


# --- whether it may be said


def check_sides_turn(state: State, side: str) -> None:
    """Before the first initiative, once, and where no list has said it (FFTT-FLANK-1, FFTT-SETUP-8, FFTT-TURN-3)."""
    if not state.before_the_first_throw:
        raise refuse("FFTT-TURN-3", "wrong-step", "Players say who waits on a flank before the first initiative.")
    if side in state.to_hide or state.listed or state.waiting_flanks(side):
        raise refuse("FFTT-FLANK-1", "already-hidden", f"{side_name(state, side)} has said who waits on its flanks.")


def check_hidden(state: State, side: str, figures: Sequence[str]) -> None:
    """They are no HQs, and fit on two flanks (FFTT-FLANK-1, FFTT-A12, FFTT-A14, FFTT-R17, FFTT-R20)."""
    for one in figures:
        if state.figures[one].unit.headquarters and state.house["hq-may-flank"] == "no":
            raise refuse(
                "FFTT-FLANK-1", "not-eligible", f"{shown_name(state, one)} starts on the table.", "FFTT-A14", "FFTT-R20"
            )
    if left_part(state, side, figures) is None:
        raise too_big_error(state, side, figures)


def too_big_error(state: State, side: str, figures: Iterable[str]) -> Exception:
    """The refusal of figures that are too many for a flank, or for both."""
    has, limit = flank_weight(state, (state.figures[one] for one in figures)), most_per_flank(state, side)
    text = f"{weight_text(state, has)}, {limit} at most on each flank."
    return refuse("FFTT-FLANK-1", "force-too-big", text, "FFTT-A12", "FFTT-R17")


def open_sides(state: State) -> Iterator[str]:
    """The sides that have still to say who waits on their flanks, and may have somebody there."""
    if not state.campaign or state.listed or not state.before_the_first_throw:
        return
    for side in state.sides:
        fits = (
            one
            for one in state.figures_of(side)
            if not one.unit.headquarters and flank_weight(state, [one]) <= most_per_flank(state, side)
        )
        if side not in state.to_hide and not state.waiting_flanks(side) and any(fits):
            yield side


# --- the event


def flanks_question(place: At) -> str:
    """The question who hides, with the most that may."""
    most = weight_text(place.state, most_per_flank(place.state, place.event.by))
    return f"Which figures wait on a flank? (up to {most} on each)"


@dataclass(frozen=True, kw_only=True)
class Flanks:
    by: str = fact(
        Ref("sides"),
        ask="Whose flanking forces?",
        among=lambda place: (Answer(side, side_name(place.state, side), side) for side in open_sides(place.state)),
        menu=True,
    )
    figures: tuple[str, ...] = fact(
        ListOf(Ref("figures"), distinct=True),
        (),
        ask=flanks_question,
        among=lambda place: (Answer(one.id, figure_title(one)) for one in place.state.figures_of(place.event.by)),
        alone=lambda place: True,
        help="who waits on a flank, off the table",
        rules=("FFTT-FLANK-1", "FFTT-A12", "FFTT-A14"),
    )
    left: tuple[str, ...] = fact(
        ListOf(Ref("figures"), distinct=True),
        (),
        ask="Which of them wait on the left? The others wait on the right.",
        among=by_unit(lambda place: place.event.figures),
        usual=lambda place: list(left_part(place.state, place.event.by, place.event.figures) or ()),
        secret=True,
        help="those of them who wait on the left; the others wait on the right",
        rules=("FFTT-FLANK-1", "FFTT-A11", "FFTT-A12"),
    )


def check_own_figures(state: State, event: Flanks) -> None:
    """They are the side's own, and live. Errors: `Malformed`."""
    for one in event.figures:
        if state.figures[one].side != event.by or not state.figures[one].lives:
            raise Malformed(f"figures: {one} is no living figure of {event.by}")


def veiled_figures(state: State, event: Flanks, result: Result, side: str | None) -> tuple[str, ...]:
    """Who waits is seen when all others stand on the table, but not while others choose (FFTT-SETUP-6)."""
    return ("figures",) if side != event.by and state.before_the_first_throw else ()


def still_hidden(state: State, event: Flanks, result: Result, side: str | None) -> bool:
    """On which flank they wait is told to nobody but their side before they have arrived (FFTT-SETUP-6)."""
    waits = state.before_the_first_throw or any(state.is_hidden(state.figures[one]) for one in event.figures)
    return side != event.by and not state.over and waits


@plays(
    "flanks",
    Flanks,
    rules=("FFTT-FLANK-1", "FFTT-SETUP-6", "FFTT-SETUP-8"),
    story=flanks_story,
    meant=check_own_figures,
    veils=veiled_figures,
    hides=still_hidden,
    due=lambda state: state.step == "initiative" and any(open_sides(state)),
    rolls=False,
)
def flanks(state: State, event: Flanks, dice: Dice) -> Played:
    """A side says who waits on which flank; they leave the table with the first initiative."""
    check_running(state)
    check_campaign(state)
    side = event.by
    check_sides_turn(state, side)
    figures = tuple(event.figures)
    check_hidden(state, side, figures)
    left = tuple(event.left) if figures else ()
    if stray := [shown_name(state, one) for one in left if one not in figures]:
        raise refuse("FFTT-FLANK-1", "no-force", f"{', '.join(stray)}: not among the figures that wait.")
    for force in (left, [one for one in figures if one not in left]):
        if flank_weight(state, (state.figures[one] for one in force)) > most_per_flank(state, side):
            raise too_big_error(state, side, force)
    dice.settle(FLANK_LIMIT, FlankLimit(house=state.house, fp=flank_weight(state, state.figures_of(side))))
    told = count_text(len(figures), "figure")
    dice.explain(f"{side_name(state, side)}: {told} on the flanks, {len(left)} on the left", "FFTT-FLANK-1")
    chosen = {one: LEFT if one in left else RIGHT for one in figures}
    return replace(state, to_hide={**state.to_hide, side: chosen}), {"figures": len(figures)}


def with_hidden_flanks(state: State) -> State:
    """Who waits on a flank leaves the table (FFTT-SETUP-8, FFTT-FLANK-1)."""
    chosen = {one: flank for figures in state.to_hide.values() for one, flank in figures.items()}
    return state.with_figures(*(replace(state.figures[one], flank=flank) for one, flank in chosen.items()))
