"""Shots of direct weapons, and what holds for all shots (FFTT-SHOOT-1, FFTT-SHOOT-2, FFTT-SHOOT-3, FFTT-SHOOT-4)."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import field
from fractions import Fraction

from ...api import (
    Dice,
    House,
    Illegal,
    Number,
    Odds,
    OneOf,
    Situation,
    YesNo,
    counted,
    dataclass,
    fact,
    if_answered,
    replace,
)
from .figures import FIGURE, Figure
from .profiles import earned, shots
from .tables import number, to_hit
from .terms import Term, cm, plus, rules_of, total, unique
from .throws import Aimed, ToHit
from .titles import TITLES

MODES = ("light", "general", "opportunity")
_WOUNDED = re.compile(r"(target|opponent)-(\d+)")
_GOO = {"-in-goo": "the target in goo", "-clear": "the target clear of goo"}
_MOVED = re.compile(r"moved-(\d+)")


@dataclass(frozen=True, kw_only=True)
class ShotFacts:
    """A shot, as far as it does not depend on whom it is at. `mode` is the step that it is fired in."""

    shooter: Figure = fact(FIGURE, ask="Who shoots?")
    distance: Fraction = fact(Number(0), ask="How far is the target, in cm?", rules=("FFTT-SHOOT-2",))
    cover: bool = fact(YesNo(), False, ask="Is the target in cover?", rules=("FFTT-LOS-3",))
    indirect: bool = fact(YesNo(), False, ask="Is it indirect fire?", rules=("FFTT-BLAST-5",))
    mode: str = fact(OneOf(MODES), "general", ask="Is it light fire, general fire or opportunity fire?")
    both_inside: bool = fact(YesNo(), False, ask="Are both inside the same building or forest?", rules=("FFTT-LOS-3",))


@dataclass(frozen=True, kw_only=True)
class AimedShot(ShotFacts):
    """A shot at a figure."""

    target: Figure = fact(FIGURE, ask="Who is shot at?")
    into_melee: bool = fact(
        YesNo(),
        False,
        ask="Is the target in hand to hand with somebody else than the shooter?",
        rules=("FFTT-SHOOT-5", "FFTT-R64"),
    )


@dataclass(frozen=True, kw_only=True)
class Shot(Situation, AimedShot):
    """A shot with a direct weapon."""


Ban = Callable[[ShotFacts, House], Illegal | None]


@dataclass(frozen=True)
class Throw:
    """One throw of a shot. `victim` is target, opponent or None."""

    roll: int = field(compare=False)  # odds do not tell rolls apart
    hit: bool
    wounds: int
    victim: str | None


@dataclass(frozen=True)
class Fired:
    """What came of a shot of a direct weapon."""

    need: int
    shots: tuple[Throw, ...]
    target_wounds: int
    opponent_wounds: int


# --- What is not allowed


def weapon_ban(s: ShotFacts, house: House) -> Illegal | None:
    """Who has no weapon skill does not shoot (FFTT-SHOOT-1)."""
    if s.shooter.kind.shoots:
        return None
    kind = s.shooter.kind
    return Illegal("no-weapon", "FFTT-SHOOT-1", text=f"The {kind.name} shoots nothing.", also=kind.unprinted)


def indirect_ban(s: ShotFacts, house: House) -> Illegal | None:
    """Indirect fire is for some weapons, and never for opportunity fire (FFTT-BLAST-5, FFTT-R32)."""
    if not s.indirect or (s.shooter.kind.indirect and s.mode != "opportunity"):
        return None
    name = s.shooter.kind.name
    why = "needs to see its target" if not s.shooter.kind.indirect else "sees what it fires at in opportunity fire"
    chance = ("FFTT-OPP-1",) if s.mode == "opportunity" else ()
    return Illegal("indirect-not-allowed", "FFTT-BLAST-5", text=f"The {name} {why}.", also=("FFTT-R32", *chance))


def opportunity_ban(s: ShotFacts, house: House) -> Illegal | None:
    """Snipers and missile tanks have no opportunity fire, not even with more actions (FFTT-OPP-1)."""
    if s.mode != "opportunity" or s.shooter.kind.opportunity:
        return None
    return Illegal("opportunity-not-allowed", "FFTT-OPP-1", text=f"The {s.shooter.kind.name} has no opportunity fire.")


def light_ban(s: ShotFacts, house: House) -> Illegal | None:
    """Light fire wants enough Actions; battles judge what is left of them (FFTT-TURN-4, FFTT-R3)."""
    if s.mode != "light" or house["light-fire-eligibility"] == "remaining" or s.shooter.profile.has_light_fire:
        return None
    has, more = s.shooter.profile.told("ap")
    text = f"The {s.shooter.kind.name} has {has}, {number('light_fire')} needed."
    return Illegal("light-fire-not-allowed", "FFTT-TURN-4", text=text, also=("FFTT-R3", "FFTT-AP-1", *more))


def range_ban(s: ShotFacts, house: House) -> Illegal | None:
    """Nothing is shot at beyond long range (FFTT-SHOOT-2)."""
    if s.shooter.kind.band(s.distance, house):
        return None
    text = f"It is {cm(s.distance)} away, {s.shooter.kind.long} cm at most."
    return Illegal("out-of-range", "FFTT-SHOOT-2", text=text)


def inside_ban(s: ShotFacts, house: House) -> Illegal | None:
    """Inside the same building or forest shots go 5 cm, but for indirect fire (FFTT-LOS-3, FFTT-BLAST-5)."""
    most = number("inside")
    if s.distance <= most or s.indirect or not s.both_inside:
        return None
    text = f"Both are inside, {cm(s.distance)} from each other, {most} cm at most."
    return Illegal("inside-over-5", "FFTT-LOS-3", text=text)


BANS = (indirect_ban, opportunity_ban, light_ban, range_ban, inside_ban)  # in the order of the reasons, after weapons


def first_ban(s: ShotFacts, house: House, *weapons: Ban) -> Illegal | None:
    """The first reason why a shot is not allowed; `weapons` are those about the weapon."""
    return next((ban for judge in (weapon_ban, *weapons, *BANS) if (ban := judge(s, house))), None)


def blast_ban(s: ShotFacts, house: House) -> Illegal | None:
    """What bursts is no direct weapon (FFTT-BLAST-1)."""
    if s.shooter.kind.blast is None:
        return None
    text = f"What the {s.shooter.kind.name} shoots bursts: use blast-shot."
    return Illegal("blast-weapon", "FFTT-BLAST-1", text=text)


# --- To hit


def skill_terms(s: ShotFacts, target: Figure, house: House) -> Iterator[Term]:
    """What is added to the weapon skill (FFTT-SHOOT-1, FFTT-SHOOT-2, FFTT-BLAST-1, FFTT-R18, FFTT-XP-1)."""
    shooter, rows = s.shooter, to_hit()
    edge = ("FFTT-R22",) if s.distance == shooter.kind.short else ()
    if shooter.kind.band(s.distance, house) == "long":
        yield Term.of(rows["long"], "FFTT-SHOOT-2", *edge)
    elif edge:
        yield Term(0, "at the end of short range", ("FFTT-SHOOT-2", *edge))
    yield from cover_terms(s, target)
    yield from shooter.wound_terms(rows["wounded"])
    if s.indirect:
        yield Term.of(rows["indirect"], "FFTT-BLAST-5", "FFTT-R32")
    if target.kind.small:
        small = Term.of(rows["small"], "FFTT-BLAST-1" if shooter.kind.blast else "FFTT-SHOOT-1")
        yield replace(small, words=f"target is a {target.kind.word}") if target.kind.home else small
    if shooter.elite:
        yield Term.of(rows["elite"], "FFTT-R18")
    if cracks := shooter.abilities.count("crack-shooter"):
        yield Term.of(rows["crack-shooter"], "FFTT-GEN-2", "FFTT-R33", times=cracks)
    if earned("shooting", shooter.xp):
        yield Term.of(rows["experience"], "FFTT-XP-1", "FFTT-R54")


def cover_terms(s: ShotFacts, target: Figure) -> Iterator[Term]:
    """Cover and chameleons, which help against no burst (FFTT-LOS-3, FFTT-GEN-2, FFTT-BLAST-1, FFTT-R25)."""
    rows = to_hit()
    if s.shooter.kind.blast:
        if if_answered(lambda: s.cover, False) or if_answered(lambda: "chameleon" in target.abilities, False):
            chameleon = if_answered(lambda: "chameleon" in target.abilities, False)
            ability = ("FFTT-GEN-2",) if chameleon else ()
            yield Term(0, "cover, which does not count", ("FFTT-BLAST-1", "FFTT-R25", *ability))
        return
    if s.cover:
        yield Term.of(rows["cover"], "FFTT-LOS-3")
    if "chameleon" in target.abilities:
        yield Term.of(rows["chameleon"], "FFTT-GEN-2", "FFTT-R33")


@dataclass(frozen=True)
class Need:
    """What 2D6 may show at most, in words, and with the rules that say so."""

    value: int
    words: str
    rules: tuple[str, ...]


def needed(s: ShotFacts, target: Figure, house: House) -> Need:
    """What hits; no throw hits or misses by itself (FFTT-SHOOT-1, FFTT-SHOOT-2, FFTT-R23)."""
    terms = tuple(skill_terms(s, target, house))
    skill = s.shooter.kind.ws or 0
    value = skill + total(terms)
    sure = () if 2 <= value < 12 else ("FFTT-R23",)
    words = f"{value} or less to hit: weapon skill {skill}{plus(terms)}"
    ranges = () if any("FFTT-SHOOT-2" in term.rules for term in terms) else ("FFTT-SHOOT-2",)
    bursts = ("FFTT-BLAST-1",) if s.shooter.kind.blast else ()
    return Need(value, words, unique(("FFTT-SHOOT-1", "FFTT-SHOOT-7"), bursts, ranges, rules_of(terms), sure))


def tell_allowed(s: ShotFacts, house: House, dice: Dice) -> None:
    """What would have forbidden a shot and does not (FFTT-TURN-4, FFTT-OPP-1, FFTT-LOS-3, FFTT-R3)."""
    if s.mode == "light":
        left = house["light-fire-eligibility"] == "remaining"
        has, more = ("the points left count, see the battle", ()) if left else s.shooter.profile.told("ap")
        dice.explain(f"light fire: {has}, {number('light_fire')} needed", "FFTT-TURN-4", "FFTT-R3", "FFTT-AP-1", *more)
    if s.mode == "opportunity":
        dice.explain(f"opportunity fire: the {s.shooter.kind.name.lower()} may use it", "FFTT-OPP-1")
    if if_answered(lambda: s.both_inside, False):
        far = f"both inside, {cm(s.distance)} from each other"
        if s.indirect:
            dice.explain(f"{far}, which is nothing to indirect fire", "FFTT-LOS-3", "FFTT-BLAST-5")
        else:
            dice.explain(f"{far}, {number('inside')} cm at most", "FFTT-LOS-3")


def lined_up(s: AimedShot, house: House, weapons: Ban, dice: Dice) -> Need | Illegal:
    """What hits, told, if the shot is allowed; `weapons` is about the weapon."""
    if ban := first_ban(s, house, weapons):
        return ban
    tell_allowed(s, house, dice)
    need = needed(s, s.target, house)
    dice.explain(need.words, *need.rules)
    return need


def throws_of(s: ShotFacts, house: House, dice: Dice) -> range:
    """The throws of one shot (FFTT-SHOOT-4, FFTT-R24, FFTT-R33)."""
    found = shots(s.shooter.profile, house)
    if found > 1:
        alone = ("FFTT-R24",) if s.shooter.kind.doubles else ()
        doubled = ("FFTT-GEN-2", "FFTT-R33") if "full-metal-jacket" in s.shooter.abilities else ()
        dice.explain(f"{found} throws at the same target, each judged alone", "FFTT-SHOOT-4", *alone, *doubled)
    return range(found)


def strays(s: AimedShot, dice: Dice) -> bool:
    """Whether a hit falls on the target's opponent in hand to hand (FFTT-SHOOT-5, FFTT-R30, FFTT-R64)."""
    if not s.into_melee:
        return False
    least = number("melee_opponent")
    other = bool(dice.hits(1, least, "target or its opponent"))
    text = f"into hand to hand, the opponent from {least} on: it hits the {'opponent' if other else 'target'}"
    dice.explain(text, "FFTT-SHOOT-5", "FFTT-R30", "FFTT-R64")
    return other


def spared(s: ShotFacts, target: Figure, wounds: int, dice: Dice) -> int:
    """The wounds of one who may be lucky in opportunity fire (FFTT-OPP-4, FFTT-GEN-2)."""
    rules = ("FFTT-OPP-4", "FFTT-GEN-2")
    if wounds and s.mode == "opportunity" and "lucky-bastard" in target.abilities:
        dice.explain(f"opportunity fire never hurts a lucky bastard: 0 of {counted(wounds, 'wound')}", *rules)
        return 0
    if wounds and s.mode != "opportunity" and if_answered(lambda: "lucky-bastard" in target.abilities, False):
        dice.explain("a lucky bastard is lucky in opportunity fire alone", *rules)
    return wounds


def tell_miss(s: AimedShot, need: Need, aimed: Aimed, dice: Dice, *rules: str) -> None:
    """A miss: doubles are for hits, and nobody else is hit instead (FFTT-SHOOT-1, FFTT-SHOOT-3, FFTT-SHOOT-5)."""
    double = aimed.equal and s.shooter.kind.doubles
    words = ", double or not" if double else ""
    apart = ("FFTT-SHOOT-3", "FFTT-R24") if double else ()
    if s.into_melee:
        words, apart = f"{words}, of the opponent too", (*apart, "FFTT-SHOOT-5", "FFTT-R30")
    dice.explain(f"{aimed.roll}, {need.value} or less needed: a miss{words}", *rules, "FFTT-SHOOT-1", *apart)


def throw(s: AimedShot, need: Need, dice: Dice) -> Throw:
    """One throw of a direct weapon (FFTT-SHOOT-1, FFTT-SHOOT-3, FFTT-SHOOT-5, FFTT-R24)."""
    kind = s.shooter.kind
    aimed = dice.ask(ToHit(need.value, doubles=kind.doubles))
    if not aimed.hit:
        tell_miss(s, need, aimed, dice)
        return Throw(aimed.roll, False, 0, None)
    wounds = 1 + aimed.double
    why = (": a double", ("FFTT-R24",)) if aimed.double else ("", ())
    text = f"{aimed.roll}, {need.value} or less needed: a hit, {counted(wounds, 'wound')}{why[0]}"
    dice.explain(text, "FFTT-SHOOT-1", "FFTT-SHOOT-3", *why[1])
    if strays(s, dice):
        return Throw(aimed.roll, True, wounds, "opponent")
    return Throw(aimed.roll, True, spared(s, s.target, wounds, dice), "target")


def shot(s: Shot, dice: Dice) -> Fired | Illegal:
    """A shot of a direct weapon (FFTT-SHOOT-1, FFTT-SHOOT-2, FFTT-SHOOT-3, FFTT-SHOOT-4, FFTT-SHOOT-5)."""
    if isinstance(need := lined_up(s, s.house, blast_ban, dice), Illegal):
        return need
    throws = tuple(throw(s, need, dice) for _ in throws_of(s, s.house, dice))
    target, opponent = (sum(one.wounds for one in throws if one.victim == victim) for victim in ("target", "opponent"))
    return Fired(need.value, throws, target, opponent)


def outcome_words(name: str) -> str:
    """An outcome of a shot for people: ``target-1-opponent-0`` as ``1 wound on the target``."""
    wounds = [f"{counted(int(n), 'wound')} on the {whom}" for whom, n in _WOUNDED.findall(name) if int(n)]
    moved = [f"{counted(int(n), 'burst')} on the opponent" for n in _MOVED.findall(name) if int(n)]
    goo = [told for part, told in _GOO.items() if name.endswith(part)]
    return ", ".join((*(wounds or ["no wound"]), *moved, *goo))


SHOT = TITLES.resolver(
    "shot",
    Shot,
    shot,
    odds=Odds(lambda s, found: f"target-{found.target_wounds}-opponent-{found.opponent_wounds}", words=outcome_words),
)
