"""What people say of a shot: who shoots at whom, how far, in cover or not; and the chances that they see."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction

from ....api import (
    Answer,
    Json,
    Nullable,
    Number,
    Odds,
    Ref,
    ShapedMapping,
    Whole,
    YesNo,
    count_text,
    dataclass,
    fact,
    has_at_least,
    of_pair,
    yes_or_no,
)
from ..blasts import BLAST_SHOT, Blasted, BlastShot
from ..profiles import throws_per_shot
from ..shooting import SHOT, Fired, Shot
from ..tables import Blast, blasts, rule_number
from ..terms import format_cm
from .bursts import CLEANS, circles_text
from .naming import shown_name
from .near import BURSTS
from .phase_steps import FIRING, can_fire
from .questions import At, FigureEvent, by_unit, enemies_of_actor, nobody_there, some_areas
from .state import MOVES, Piece, State

# --- who at whom


def next_shot(state: State) -> Mapping[str, Json] | None:
    """What Enter does in a firing step: the next figure that can fires at whom its side shot last (FFTT-TURN-6)."""
    if state.step not in FIRING:
        return None
    ready = next((one.id for one in state.there if can_fire(state, one)), None)
    target = _usual_target(state, ready) if ready else None
    return {"figure": ready, "target": target} if target else None


def repeat_offers(state: State, event: ShapedMapping) -> Iterator[tuple[ShapedMapping, str]]:
    """The next of the same side shoots at the same target; how far it is, is its own matter."""
    if event["do"] != "fire" or state.step not in FIRING:
        return
    one, target = state.figures[str(event["figure"])], str(event["target"])
    ready = next((other for other in state.there if other.side == one.side and can_fire(state, other)), None)
    if ready is not None and state.figures[target].left:
        yield (
            {"do": "fire", "figure": ready.id, "target": target},
            f"{shown_name(state, ready.id)} at {shown_name(state, target)}",
        )


def _usual_target(state: State, shooter: str) -> str | None:
    """At whom its side shot last, as long as it lives; else the first enemy who is not dead already."""
    last = state.last.get(state.figures[shooter].side)
    near = state.moved | set(state.touched_by(shooter)) if state.step in MOVES else state.figures.keys()
    alive = [one for one in state.there if state.is_enemy(shooter, one.id) and one.left and one.id in near]
    alive.sort(key=lambda one: (one.id != last, not one.kind.counts))
    return alive[0].id if alive else None


def melee_opponents(state: State, shooter: str, target: str) -> list[str]:
    """With whom a target is in hand to hand, the shooter left aside (FFTT-SHOOT-5, FFTT-R30, FFTT-R64).

    In opportunity fire contacts count whose first round is over: the shot falls while the others come on.
    """
    touched = state.touched_by(target, settled=state.step in MOVES)
    return [one for one in touched if one != shooter]


# --- how far


def range_answers(place: At) -> Iterator[Answer]:
    """The ranges of a weapon, with and without cover; any number of cm may be typed instead."""
    one = place.state.figures[place.get("figure")].kind
    short, long, near = one.short, one.long, rule_number("inside")
    within = f"up to {short} cm"
    if place.state.house["range-boundary"] == "long":
        within, short = f"under {short} cm", short - 1
    if is_touched(place):
        yield _range_answer(0, "in contact", "0", False)
    covers = (False,) if one.blast else (False, True)
    for far, words, key in ((short, f"short, {within}", "s"), (long, f"long, up to {long} cm", "l")):
        yield from (_range_answer(far, words, key, cover) for cover in covers)
        if can_fire_over(place) and not place.get("indirect"):
            also = {"indirect": True, "cover": False, "both_inside": False}
            yield Answer(far, f"{words}, over something that hides it", f"{key}h", also=also)
    yield _range_answer(near, f"both in the same building or wood, up to {near} cm", "i", False, inside=True)


def _range_answer(far: int, words: str, key: str, cover: bool, inside: bool = False) -> Answer:
    also = {"cover": cover, "both_inside": inside}
    return Answer(far, words + (", in cover" if cover else ""), key + ("c" if cover else ""), also=also)


LINE = of_pair("figure", "target")


def can_fire_over(place: At) -> bool:
    """Whether a figure may fire at what it does not see: never in opportunity fire (FFTT-BLAST-5, FFTT-R32)."""
    return place.state.figures[place.get("figure")].kind.indirect and place.state.step not in MOVES


def is_touched(place: At) -> bool:
    """Whether a shooter touches its target: that is short range, and nobody measures it."""
    return place.get("target") in place.state.touched_by(place.get("figure"))


def _distance_text(place: At) -> str:
    """How far; of fire over an obstacle, that it is, where people have said so before."""
    over = can_fire_over(place) and place.get("indirect")
    return (
        "How far is {target} from {figure}" + (", over something that hides it" if over else "") + "? (or type the cm)"
    )


def is_cover_relevant(place: At) -> bool:
    """Whether cover counts against a weapon (FFTT-BLAST-1)."""
    return place.state.figures[place.get("figure")].kind.blast is None


def storm_blast(state: State, one: Piece) -> Blast | None:
    """What bursts where the storm comes: the own weapon, or by house rule something else (FFTT-R53)."""
    own = state.house["storm-bringer-hit"]
    return one.kind.blast if own == "own-weapon" else blasts()[own]


def _bursts_text(place: At) -> str:
    """Who else is near a burst, with the circles of the weapon; of several, near which."""
    one, storms = place.state.figures[place.event.figure], place.event_kind == "storm-bringer"
    blast = storm_blast(place.state, one) if storms else one.kind.blast
    assert blast is not None
    reach = circles_text(blast) or f"goo within {format_cm(blast.reach)}"
    several = not storms and throws_per_shot(one.profile, place.state.house) > 1
    burst = f"burst {len(_put_burst(place, place.items, {})) - 1}" if several else "the burst"
    return f"Who else is near {burst}, and how many cm off? ({reach})"


def _put_burst(place: At, items: Sequence[Json], value: Json) -> list[Json]:
    """Each burst is asked for where it is needed."""
    return [*(one for one in items if one is not None), value, None]


def near_burst(event: Aim, n: int) -> Mapping[str, Fraction]:
    """Who else is how far from a burst, counted from 1."""
    return event.bursts[n - 1] if has_at_least(event.bursts, n) else {}


@dataclass(frozen=True, kw_only=True)
class Aim(FigureEvent):
    """Who shoots at whom."""

    target: str = fact(
        Ref("figures"),
        ask="At which enemy does {figure} shoot?",
        among=enemies_of_actor,
        usual=lambda place: _usual_target(place.state, place.event.figure),
        rules=("FFTT-LOS-1", "FFTT-LOS-3", "FFTT-SHOOT-1"),
    )
    bursts: tuple[Mapping[str, Fraction], ...] = fact(
        BURSTS,
        (),
        ask=_bursts_text,
        help="per roll: figures and their cm",
        among=lambda place: iter((Answer({}, "nobody, or type such as b1 1.5 b2 3", "-"),)),
        typed=True,
        one_by_one=True,
        put=_put_burst,
        usual=lambda place: {},
        unmeant=nobody_there,
        rules=("FFTT-BLAST-2", "FFTT-R28"),
    )
    cleans: tuple[str, ...] = some_areas(CLEANS, "FFTT-BUG-6")


@dataclass(frozen=True, kw_only=True)
class Fire(Aim):
    """A shot, with what people see on the table."""

    indirect: bool = fact(
        YesNo(),
        False,
        ask="Over something that hides the target (indirect fire)?",
        when=can_fire_over,
        presumed=lambda place: True,  # the ranges say it, too
        says=yes_or_no("over something that hides it", "over nothing that hides it"),
        rules=("FFTT-BLAST-5", "FFTT-R32"),
    )
    distance: Fraction = fact(
        Number(0),
        ask=_distance_text,
        help="how many cm the target is from the figure",
        among=range_answers,
        typed=True,
        weigh=True,
        presumed=is_touched,
        holds=LINE,
        says=lambda words: words if " " in words else f"{words} cm",
        usual=lambda place: next(range_answers(place)).value,
        rules=("FFTT-SHOOT-2", "FFTT-R22", "FFTT-LOS-3"),
    )
    cover: bool = fact(
        YesNo(),
        False,
        ask="Is {target} in cover?",
        holds=LINE,
        says=yes_or_no("in cover", "not in cover"),
        when=is_cover_relevant,
        rules=("FFTT-LOS-3",),
    )
    both_inside: bool = fact(YesNo(), False, holds=LINE, help="both inside the same building or wood")
    opponent: str | None = fact(
        Nullable(Ref("figures")),
        None,
        ask="Which opponent of {target} is hit?",
        among=by_unit(lambda place: melee_opponents(place.state, place.event.figure, place.event.target)),
        whose=lambda place: place.state.figures[place.event.target].side,
        rules=("FFTT-SHOOT-5", "FFTT-R30"),
    )


# --- the chances that people see: wounds and deaths in one


@dataclass(frozen=True, kw_only=True)
class ShotSeen(Shot):
    """A shot at a figure that dies of `left` wounds more, those that are pending counted."""

    left: int = fact(Whole(), 0)


@dataclass(frozen=True, kw_only=True)
class BlastSeen(BlastShot):
    left: int = fact(Whole(), 0)


def _shot_name(s: ShotSeen, found: Fired) -> str:
    more = f", {found.opponent_wounds} on its opponent" if found.opponent_wounds else ""
    return _wounds_name(s.left, found.target_wounds) + more


def _blast_name(s: BlastSeen, found: Blasted) -> str:
    goo = any(getattr(one, "target_in_goo", False) for one in found.shots)
    moved = ", the burst on its opponent" if any(one.centre == "opponent" for one in found.shots) else ""
    return _wounds_name(s.left, found.target_wounds) + (", in goo" if goo else "") + moved


def _wounds_name(left: int, wounds: int) -> str:
    """``no wound``, ``1 wound``, ``2 wounds, dies``."""
    return (count_text(wounds, "wound") if wounds else "no wound") + (", dies" if wounds and wounds >= left else "")


SHOT_SEEN = replace(SHOT, title="This shot", situation=ShotSeen, odds=Odds(_shot_name, order=("no wound",)))
BLAST_SEEN = replace(
    BLAST_SHOT, title="This shot, on its target", situation=BlastSeen, odds=Odds(_blast_name, order=("no wound",))
)


def target_text(state: State, target: Piece) -> str:
    """What is known of a target before the dice: its wounds, and what is pending (FFTT-SHOOT-7)."""
    pending = f", {target.pending} pending" if target.pending else ""
    kills = "1 more wound kills it" if target.left == 1 else f"{target.left} more wounds kill it"
    dies = kills if target.left else "these kill it"
    return f"{target.suffered} of {count_text(target.profile.wounds, 'wound')} suffered{pending}: {dies}"
