"""Grenades, missiles and acid: shots that burst (FFTT-BLAST-1, FFTT-BLAST-2, FFTT-BLAST-3, FFTT-BLAST-4)."""

from __future__ import annotations

from dataclasses import field
from fractions import Fraction

from ...api import Dice, Finding, House, Number, Odds, OneOf, Situation, count_text, dataclass, fact, refuse
from .shooting import AimedShot, ShotFacts, find_miss, find_suffered, line_up_shot, outcome_words, roll_stray, throws_of
from .tables import Blast, blasts, rule_number
from .terms import format_cm
from .throws import Aimed, Direction, ToHit
from .titles import TITLES
from .units import Unit

BURSTS = ("grenade", "missile")


@dataclass(frozen=True, kw_only=True)
class BlastShot(Situation, AimedShot):
    """A shot that bursts. Cover is never asked for: it does not count."""


@dataclass(frozen=True, kw_only=True)
class Burst(Situation):
    """A figure near a burst."""

    kind: str = fact(OneOf(BURSTS), ask="Is it a grenade or a missile?", rules=("FFTT-BLAST-2",))
    distance: Fraction = fact(
        Number(0), ask="How far is the figure from the centre of the burst, in cm?", rules=("FFTT-R28",)
    )


@dataclass(frozen=True)
class BlastThrow:
    """One throw of a shot that bursts.

    `centre` is target, opponent or deviated; `direction` the sum of the 2D6 on the players' template. The wounds of the
    figure that was aimed at are None where the burst moved to its opponent.
    """

    roll: int = field(compare=False)  # odds tell neither rolls nor directions apart
    hit: bool
    centre: str
    deviation: int
    direction: int | None = field(compare=False)
    target_wounds: int | None


@dataclass(frozen=True)
class AcidThrow(BlastThrow):
    """The same of acid."""

    target_in_goo: bool | None


@dataclass(frozen=True)
class Blasted:
    """What came of a shot that bursts, as far as it is known."""

    need: int
    shots: tuple[BlastThrow, ...]
    target_wounds: int


@dataclass(frozen=True)
class Deviated:
    """How far a burst deviates, in cm: 0 for a hit."""

    need: int
    roll: int = field(compare=False)
    hit: bool
    deviation: int


@dataclass(frozen=True)
class Hurt:
    """Wounds of a figure near a burst."""

    wounds: int


def check_burst(s: ShotFacts, house: House) -> None:
    """What does not burst is no grenade, missile or acid (FFTT-BLAST-1)."""
    if not s.shooter.kind.blast:
        text = f"What the {s.shooter.kind.name} shoots does not burst: use shot."
        raise refuse("FFTT-BLAST-1", "not-a-blast", text)


def impact_blast(kind: Unit, house: House) -> Blast:
    """The circles whose wounds count where a unit's shot bursts (FFTT-BLAST-2, FFTT-R49)."""
    assert kind.blast is not None
    grenade = kind.blast.id == "goo" and house["acid-impact"] == "grenade-wounds"
    return blasts()["grenade"] if grenade else kind.blast


def impact_rules(kind: Unit) -> tuple[str, ...]:
    """The rules of an impact: of acid, the ruling on it, too (FFTT-BLAST-2, FFTT-R28, FFTT-R49)."""
    acid = kind.blast is not None and kind.blast.id == "goo"
    return ("FFTT-BLAST-2", "FFTT-R28", *(("FFTT-R49",) if acid else ()))


def find_deviation(over: int, house: House) -> Finding[int]:
    """Return how far a burst deviates, in cm, that has missed by so much (FFTT-BLAST-3, FFTT-R26)."""
    most, far = rule_number("deviation_most"), max(rule_number("deviation_least"), rule_number("deviation_each") * over)
    capped = far > most and house["deviation-cap"] != "none"
    found = most if capped else far
    more = f" of {far}, no more" if capped else ""
    limit = (far >= most or far == rule_number("deviation_least")) and "FFTT-R26"
    return Finding(found, f"missed by {over}: the burst deviates {found} cm{more}", "FFTT-BLAST-3", limit)


def burst_wounds(s: BlastShot, distance: int, dice: Dice) -> int:
    """The wounds of the figure aimed at, so far from the centre (FFTT-BLAST-2, FFTT-BLAST-4, FFTT-OPP-4)."""
    kind = s.shooter.kind
    wounds = impact_blast(kind, s.house).wounds_at(distance)
    text = f"the target {distance} cm from the centre: {count_text(wounds, 'wound')}"
    dice.explain(text, "FFTT-BLAST-4", *impact_rules(kind), tell="reason" if distance else "")
    return dice.report(find_suffered(s, s.target, wounds), tell="reason")


def roll_aim(s: BlastShot, need: int, dice: Dice) -> tuple[Aimed, int]:
    """The throw, and how far the burst deviates: 0 for a hit (FFTT-BLAST-1, FFTT-BLAST-3)."""
    aimed = dice.ask(ToHit(need, misses=True))
    if aimed.hit:
        dice.explain(f"{aimed.roll}, {need} or less needed: a hit", "FFTT-BLAST-1", "FFTT-SHOOT-1", tell="reason")
        return aimed, 0
    dice.report(find_miss(s, need, aimed, "FFTT-BLAST-1"), tell="reason")
    return aimed, dice.report(find_deviation(aimed.over, s.house), tell="reason")


def blast_throw(s: BlastShot, need: int, dice: Dice) -> BlastThrow:
    """One throw of a shot that bursts (FFTT-BLAST-2, FFTT-BLAST-3, FFTT-BLAST-4, FFTT-SHOOT-5, FFTT-R30)."""
    aimed, deviation = roll_aim(s, need, dice)
    if aimed.hit and roll_stray(s, dice):
        dice.explain("the burst is centred on the opponent", "FFTT-BLAST-2", "FFTT-R30", tell="now")
        return add_goo(s, BlastThrow(aimed.roll, True, "opponent", 0, None, None), dice)
    direction = None if aimed.hit else dice.ask(Direction()).total
    if direction is not None:
        text = f"move the burst {deviation} cm in direction {direction} of your template"
        dice.explain(text, "FFTT-BLAST-3", "FFTT-R29", tell="now")
    wounds = burst_wounds(s, deviation, dice)
    centre = "target" if aimed.hit else "deviated"
    return add_goo(s, BlastThrow(aimed.roll, aimed.hit, centre, deviation, direction, wounds), dice)


def add_goo(s: BlastShot, found: BlastThrow, dice: Dice) -> BlastThrow:
    """Return a throw of acid with whether the target is in the goo, any other as it is (FFTT-BUG-4, FFTT-R49)."""
    if s.shooter.kind.weapon != "acid":
        return found
    in_goo = None if found.centre == "opponent" else blasts()["goo"].can_reach(found.deviation)
    if in_goo is not None:
        dice.explain(f"the target is{'' if in_goo else ' not'} in the goo", "FFTT-BUG-4", "FFTT-R49")
    return AcidThrow(**vars(found), target_in_goo=in_goo)


def blast_shot(s: BlastShot, dice: Dice) -> Blasted:
    """A shot that bursts on its target, or where it deviates to (FFTT-BLAST-1, FFTT-BLAST-2, FFTT-SHOOT-4)."""
    need = line_up_shot(s, s.house, check_burst, dice)
    throws = tuple(blast_throw(s, need, dice) for _ in throws_of(s, s.house, dice))
    return Blasted(need, throws, sum(one.target_wounds for one in throws if one.target_wounds))


def blast_name(s: BlastShot, found: Blasted) -> str:
    """The name of an outcome in odds."""
    parts = [f"target-{found.target_wounds}"]
    if s.into_melee:
        parts.append(f"moved-{sum(one.centre == 'opponent' for one in found.shots)}")
    goo = [one.target_in_goo for one in found.shots if isinstance(one, AcidThrow)]
    if goo:
        parts.append("in-goo" if any(goo) else "clear")
    return "-".join(parts)


def blast_deviation(s: BlastShot, dice: Dice) -> Deviated:
    """How far the first throw of such a shot deviates (FFTT-BLAST-3, FFTT-R26)."""
    need = line_up_shot(s, s.house, check_burst, dice)
    aimed, far = roll_aim(s, need, dice)
    return Deviated(need, aimed.roll, aimed.hit, far)


def blast_wounds(s: Burst, dice: Dice) -> Hurt:
    """The wounds of any figure near a burst (FFTT-BLAST-2, FFTT-R28)."""
    blast = blasts()[s.kind]
    wounds = blast.wounds_at(s.distance)
    text = f"{blast.name.lower()}, {format_cm(s.distance)} from the centre, {format_cm(blast.reach)} at most: "
    dice.explain(text + count_text(wounds, "wound"), "FFTT-BLAST-2", "FFTT-R28")
    if s.house["blast-measure"] == "base-edge":  # told, and measured by the players
        dice.explain(s.house.said["blast-measure"], "FFTT-BLAST-2", "FFTT-R28")
    return Hurt(wounds)


BLAST_SHOT = TITLES.make_resolver("blast-shot", BlastShot, blast_shot, odds=Odds(blast_name, words=outcome_words))
DEVIATION = TITLES.make_resolver(
    "deviation",
    BlastShot,
    blast_deviation,
    odds=Odds(
        lambda s, found: f"deviates-{found.deviation}" if found.deviation else "hit",
        order=("hit",),
        words=lambda name: f"{name.replace('-', ' ')} cm" if "-" in name else name,
    ),
)
BLAST_WOUNDS = TITLES.make_resolver("blast-wounds", Burst, blast_wounds)
