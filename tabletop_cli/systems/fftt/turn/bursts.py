"""Where something bursts: wounds by distance, goo, explosions, and the throws of those who stand in goo."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import replace
from fractions import Fraction

from ....api import Dice, count_text, dataclass, fact, plays, refuse
from ..insectoids import ACID, Acid
from ..tables import Blast, blasts
from ..terms import format_cm
from .gate import check_alive, check_over, check_running, check_step
from .harm import hurt_figures, is_food
from .naming import by_number, names_text, shown_name
from .near import CM
from .phase_steps import with_sources
from .questions import At, FigureEvent, a_figure, by_unit, nobody_there, some_areas
from .state import Goo, Played, State
from .stories import blast_story, goo_roll_story

Near = Mapping[str, Fraction]


def wounds_near(state: State, blast: Blast, near: Near, dice: Dice, spared: Iterable[str] = ()) -> Counter[str]:
    """The wounds of the figures near a burst; who is not named is out of reach (FFTT-BLAST-2, FFTT-R28)."""
    found: Counter[str] = Counter()
    for one, distance in near.items():
        if not state.figures[one].there:
            continue
        wounds = blast.wounds_at(distance)
        if wounds and one in spared:
            dice.explain(
                f"{shown_name(state, one)}, {format_cm(distance)} off: lucky", "FFTT-OPP-4", "FFTT-GEN-2", tell="reason"
            )
        elif wounds:
            dice.explain(
                f"{shown_name(state, one)}, {format_cm(distance)} off: {count_text(wounds, 'wound')}",
                "FFTT-BLAST-2",
                "FFTT-R28",
                tell="reason",
            )
            found[one] += wounds
    return found


def spill_goo(state: State, figures: Iterable[str], dice: Dice) -> tuple[State, str]:
    """A new area of goo, and its id (FFTT-BUG-4, FFTT-R49)."""
    inside = frozenset(one for one in figures if state.figures[one].there)
    area = f"goo-{state.goo_shot + 1}"
    words = f"{area} lies to the end of turn {state.turn + 1}; in it: {names_text(state, inside) or 'nobody'}"
    dice.explain(words, "FFTT-BUG-4", "FFTT-R49", tell="now")
    goo = {**state.goo, area: Goo(state.turn, inside)}
    return replace(state, goo=goo, goo_shot=state.goo_shot + 1), area


def clear_goo(state: State, areas: Iterable[str], dice: Dice) -> State:
    """A grenade-kind burst that reaches goo removes it (FFTT-BUG-6, FFTT-R51)."""
    gone = set(areas)
    if gone:
        dice.explain(f"remove {', '.join(by_number(gone))}: blown away", "FFTT-BUG-6", "FFTT-R51", tell="now")
    return replace(state, goo={area: goo for area, goo in state.goo.items() if area not in gone})


CLEANS = "Which goo does the burst reach with its outer circle?"


def circles_text(blast: Blast) -> str:
    """The circles of a burst in words: ``1 1/2 cm 2 wounds, 3 cm 1 wound``."""
    return ", ".join(f"{format_cm(reach)} {count_text(wounds, 'wound')}" for reach, wounds in blast.circles if wounds)


# --- explosions


def _near_text(place: At) -> str:
    wide = place.state.figures[place.event.source].unit.headquarters
    point = "a point on the edge of {source}" if wide else "{source}"
    return f"Who is near {point}, and how many cm off? ({circles_text(blasts()['grenade'])})"


@dataclass(frozen=True, kw_only=True)
class Explosion:
    source: str = a_figure("What explodes first?", by_unit(lambda place: place.state.explosions), "FFTT-BLAST-6")
    distances: Mapping[str, Fraction] = fact(
        CM, {}, ask=_near_text, unmeant=nobody_there, rules=("FFTT-BLAST-2", "FFTT-BLAST-6", "FFTT-R34")
    )
    cleans: tuple[str, ...] = some_areas(CLEANS, "FFTT-BUG-6")


@plays("blast", Explosion, rules=("FFTT-BLAST-2", "FFTT-BLAST-6", "FFTT-R34"), story=blast_story, due=True)
def explode(state: State, event: Explosion, dice: Dice) -> Played:
    """An explosion, which may set off others."""
    check_over(state)
    source = event.source
    if source not in state.explosions:
        raise refuse("FFTT-BLAST-6", "no-explosion", f"{shown_name(state, source)} does not explode now.")
    state = replace(state, explosions=tuple(one for one in state.explosions if one != source))
    stays = "stays there for the queen" if is_food(state, state.figures[source]) else "leaves the table"
    text = f"{shown_name(state, source)} explodes like a grenade, and {stays}"
    dice.explain(text, "FFTT-BLAST-6", "FFTT-R34", tell="now")
    wounds = wounds_near(state, blasts()["grenade"], event.distances, dice)
    state, removed = hurt_figures(clear_goo(state, event.cleans, dice), wounds, (), dice)
    state = with_sources(state)
    return state, {"wounds": dict(wounds), "removed": removed, "explosions": list(state.explosions)}


# --- throws for goo


@dataclass(frozen=True, kw_only=True)
class GooRoll(FigureEvent):
    figure: str = a_figure("Who rolls for the goo?", by_unit(lambda place: place.state.goo_due), "FFTT-BUG-5")


@plays("goo-roll", GooRoll, rules=("FFTT-BUG-5", "FFTT-R50", "FFTT-R51"), story=goo_roll_story, due=True)
def goo_roll(state: State, event: GooRoll, dice: Dice) -> Played:
    """A figure that stood in goo when general fire began may be wounded."""
    check_running(state)
    one = state.figures[event.figure]
    check_alive(state, one)
    check_step(state, "general-fire")
    if one.id not in state.goo_due:
        raise refuse("FFTT-BUG-5", "no-goo-roll", f"{shown_name(state, one.id)} does not roll for goo now.")
    wounds = dice.settle(ACID, Acid(house=state.house, figure=one.figure)).wounds
    state = replace(state, goo_due=state.goo_due - {one.id}, goo_had=state.goo_had | {one.id})
    return hurt_figures(state, {one.id: wounds}, (), dice)[0], {"wounds": wounds}
