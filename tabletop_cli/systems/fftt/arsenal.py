"""What an army can do: which cases each kind of figure puts to the resolvers, for the block of rosters that tells it.

A single shot seldom kills, so a figure is asked for all that it can do in a turn in which it stays where it is. Bomb
bugs are left out: what their burst does is certain, and no dice decide it.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from ...api import Arsenal, Attacker, Case, Foe, House, Means, ShapedObject, count_text
from .army import Army
from .profiles import Profile
from .sheet import Part, army_parts
from .tables import rule_number, table_of
from .units import UNITS

SHOOT, FIGHT = "shoot", "fight"


def sample_foes(army: Army) -> Iterator[Foe]:
    """A unit for each number of wounds that the catalogue prints (FFTT-WOUND-1)."""
    for name in table_of("foes")["units"]:
        one = UNITS.printed[name]
        small = ", small" if one.small else ""
        yield Foe(name, one.name.lower(), f"{count_text(one.wounds, 'wound')}{small}", {"unit": name})


def shots_of_turn(figure: Profile, house: House) -> int:
    """How often a figure fires in a turn with all its action points, where it does nothing else.

    One point a shot, one shot in each step of general fire, and of light fire for those who have it (FFTT-AP-1,
    FFTT-AP-2, FFTT-TURN-4, FFTT-R1, FFTT-R2, FFTT-R3, FFTT-R4).
    """
    phases = rule_number("phases")
    light = phases if house["light-fire"] == "every-phase" else 1
    steps = phases + light * figure.has_light_fire
    refilled = house["action-points"] == "per-phase"
    points = figure.ap * phases if refilled else figure.ap
    return points if house["shots-per-step"] == "unlimited" else min(points, steps)


def army_attackers(army: Army) -> Iterator[tuple[Attacker, ...]]:
    """What a figure of each card does."""
    return (tuple(_part_attackers(part)) for part in army_parts(army))


def _part_attackers(part: Part) -> Iterator[Attacker]:
    figure = part.profile
    if figure is None:
        return
    facts = _figure_facts(part)
    if figure.unit.shoots and (shots := shots_of_turn(figure, part.line.house)):
        words = f"{figure.unit.weapon}, {count_text(shots, 'shot')}"
        yield Attacker((Means(words, partial(_volley_case, facts, shots)),), way=SHOOT)
    if figure.unit.bites:
        strikes = {**facts, "ap": figure.ap}
        words = f"hand to hand, {count_text(figure.ap, 'attack')}"
        yield Attacker((Means(words, partial(_melee_case, strikes)),), way=FIGHT)


def _figure_facts(part: Part) -> ShapedObject:
    """A figure as the resolvers know it."""
    abilities = [part.ability] if part.ability else []
    return {"unit": part.line.word, "elite": part.line.elite, "xp": part.line.xp, "abilities": abilities}


def _volley_case(shooter: ShapedObject, shots: int, foe: Foe) -> Case:
    """All shots at one figure (FFTT-SHOOT-7)."""
    return Case("volley", {"shots": [{"shooter": shooter, "distance": 1, "count": shots}], "target": dict(foe.facts)})


def _melee_case(fighter: ShapedObject, foe: Foe) -> Case:
    """All attacks at one figure, which strikes back (FFTT-CC-6, FFTT-CC-7)."""
    return Case("melee-deaths", {"lone": fighter, "group": [dict(foe.facts)]})


ARSENAL = Arsenal(
    conditions="The odds that one figure kills an enemy figure in a turn with all its action points: not moving, at "
    "short range, in the open; hand to hand in contact, one against one. Goo and bomb bugs are not counted.",
    removes={"volley": ("dead",), "melee-deaths": ("opponent", "both")},
    ways={SHOOT: "all shoot", FIGHT: "all fight hand to hand"},
    foes=sample_foes,
    attackers=army_attackers,
)
