"""Shots of direct weapons, and what holds for all shots (FFTT-SHOOT-1, FFTT-SHOOT-2, FFTT-SHOOT-3, FFTT-SHOOT-4)."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import field
from fractions import Fraction

from ...api import (
    Dice,
    Finding,
    House,
    Number,
    Odds,
    OneOf,
    Situation,
    Term,
    YesNo,
    cite,
    count_text,
    dataclass,
    fact,
    peek,
    refuse,
    sum_terms,
    terms_text,
)
from .figures import FIGURE, Figure
from .profiles import has_earned, throws_per_shot
from .tables import rule_number, to_hit
from .terms import EACH, format_cm, term_of
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
        ask="Does the target also fight a figure other than the shooter?",
        rules=("FFTT-SHOOT-5", "FFTT-R64"),
    )


@dataclass(frozen=True, kw_only=True)
class Shot(Situation, AimedShot):
    """A shot with a direct weapon."""


Check = Callable[[ShotFacts, House], "Finding[None] | None"]  # raises `Refused`, or gives what is said of the shot


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


def check_weapon(s: ShotFacts, house: House) -> None:
    """Who has no weapon skill does not shoot (FFTT-SHOOT-1)."""
    if not s.shooter.kind.shoots:
        kind = s.shooter.kind
        raise refuse("FFTT-SHOOT-1", "no-weapon", f"The {kind.name} shoots nothing.", kind.unprinted)


def check_indirect(s: ShotFacts, house: House) -> None:
    """Indirect fire is for some weapons, and never for opportunity fire (FFTT-BLAST-5, FFTT-R32)."""
    if not s.indirect or (s.shooter.kind.indirect and s.mode != "opportunity"):
        return
    why = "needs to see its target" if not s.shooter.kind.indirect else "sees what it fires at in opportunity fire"
    chance = s.mode == "opportunity" and "FFTT-OPP-1"
    raise refuse("FFTT-BLAST-5", "indirect-not-allowed", f"The {s.shooter.kind.name} {why}.", "FFTT-R32", chance)


def find_opportunity(s: ShotFacts, house: House) -> Finding[None] | None:
    """Return what is said of opportunity fire; snipers and missile tanks never have it (FFTT-OPP-1)."""
    if s.mode != "opportunity":
        return None
    kind = s.shooter.kind
    if not kind.opportunity:
        raise refuse("FFTT-OPP-1", "opportunity-not-allowed", f"The {kind.name} has no opportunity fire.")
    return Finding(None, lambda: f"opportunity fire: the {kind.name.lower()} may use it", "FFTT-OPP-1")


def find_light_fire(s: ShotFacts, house: House) -> Finding[None] | None:
    """Return what is said of light fire, which wants enough Actions, or enough of them left (FFTT-TURN-4, FFTT-R3)."""
    if s.mode != "light":
        return None
    rules, needed = ("FFTT-TURN-4", "FFTT-R3", "FFTT-AP-1"), rule_number("light_fire")
    if house["light-fire-eligibility"] == "remaining":
        return Finding(None, f"light fire: the points left count, see the battle, {needed} needed", rules)
    has = s.shooter.profile.find_number("ap")
    if not s.shooter.profile.has_light_fire:
        text = f"The {s.shooter.kind.name} has {has.text}, {needed} needed."
        raise refuse("FFTT-TURN-4", "light-fire-not-allowed", text, rules, has)
    return Finding(None, lambda: f"light fire: {has.text}, {needed} needed", rules, has)


def check_range(s: ShotFacts, house: House) -> None:
    """Nothing is shot at beyond long range (FFTT-SHOOT-2)."""
    if not s.shooter.kind.range_band(s.distance, house):
        text = f"It is {format_cm(s.distance)} away, {s.shooter.kind.long} cm at most."
        raise refuse("FFTT-SHOOT-2", "out-of-range", text)


def find_inside(s: ShotFacts, house: House) -> Finding[None] | None:
    """Return what is said inside a building or forest; direct shots go 5 cm there (FFTT-LOS-3, FFTT-BLAST-5)."""
    most = rule_number("inside")
    free = s.distance <= most or s.indirect
    if not (peek(lambda: s.both_inside, False) if free else s.both_inside):
        return None
    apart = f"{format_cm(s.distance)} from each other"
    if not free:
        raise refuse("FFTT-LOS-3", "inside-over-5", f"Both are inside, {apart}, {most} cm at most.")
    if s.indirect:
        text = f"both inside, {apart}; indirect fire ignores that"
        return Finding(None, text, "FFTT-LOS-3", "FFTT-BLAST-5")
    return Finding(None, f"both inside, {apart}, {most} cm at most", "FFTT-LOS-3")


SHOOTER_CHECKS = (check_indirect, find_opportunity, find_light_fire)  # in the order of the contract
RANGE_CHECKS = (check_range, find_inside)  # after those of the shooter


def check_shot(s: ShotFacts, house: House, *weapons: Check) -> list[Finding[None]]:
    """Return what is said of a shot that is allowed; `weapons` are checks of the weapon. Errors: `Refused`."""
    found = [check(s, house) for check in (check_weapon, *weapons, *SHOOTER_CHECKS, *RANGE_CHECKS)]
    return [one for one in found if one is not None]


def check_direct(s: ShotFacts, house: House) -> None:
    """What bursts is no direct weapon (FFTT-BLAST-1)."""
    if s.shooter.kind.blast:
        text = f"What the {s.shooter.kind.name} shoots bursts: use blast-shot."
        raise refuse("FFTT-BLAST-1", "blast-weapon", text)


# --- To hit


def skill_terms(s: ShotFacts, target: Figure, house: House) -> Iterator[Term]:
    """What is added to the weapon skill (FFTT-SHOOT-1, FFTT-SHOOT-2, FFTT-BLAST-1, FFTT-R18, FFTT-XP-1)."""
    shooter, rows = s.shooter, to_hit()
    edge = ("FFTT-R22",) if s.distance == shooter.kind.short else ()
    if shooter.kind.range_band(s.distance, house) == "long":
        yield term_of(rows["long"], "FFTT-SHOOT-2", *edge)
    elif edge:
        yield Term(0, "at the end of short range", ("FFTT-SHOOT-2", *edge))
    yield from cover_terms(s, target)
    yield from shooter.wound_terms(rows["wounded"])
    if s.indirect:
        yield term_of(rows["indirect"], "FFTT-BLAST-5", "FFTT-R32")
    if target.kind.small:
        small = term_of(rows["small"], "FFTT-BLAST-1" if shooter.kind.blast else "FFTT-SHOOT-1")
        yield small._replace(name=f"target is a {target.kind.word}") if target.kind.home else small
    if shooter.elite:
        yield term_of(rows["elite"], "FFTT-R18")
    if cracks := shooter.abilities.count("crack-shooter"):
        yield term_of(rows["crack-shooter"], "FFTT-GEN-2", "FFTT-R33", times=cracks)
    if has_earned("shooting", shooter.xp):
        yield term_of(rows["experience"], "FFTT-XP-1", "FFTT-R54")


def cover_terms(s: ShotFacts, target: Figure) -> Iterator[Term]:
    """Cover and chameleons, which help against no burst (FFTT-LOS-3, FFTT-GEN-2, FFTT-BLAST-1, FFTT-R25)."""
    rows = to_hit()
    if s.shooter.kind.blast:
        chameleon = peek(lambda: "chameleon" in target.abilities, False)
        if peek(lambda: s.cover, False) or chameleon:
            yield Term(0, "cover, which does not count", cite("FFTT-BLAST-1", "FFTT-R25", chameleon and "FFTT-GEN-2"))
        return
    if s.cover:
        yield term_of(rows["cover"], "FFTT-LOS-3")
    if "chameleon" in target.abilities:
        yield term_of(rows["chameleon"], "FFTT-GEN-2", "FFTT-R33")


def find_need(s: ShotFacts, target: Figure, house: House) -> Finding[int]:
    """Return what 2D6 may show at most; no throw hits or misses by itself (FFTT-SHOOT-1, FFTT-SHOOT-2, FFTT-R23)."""
    terms = tuple(skill_terms(s, target, house))
    rules = [rule for term in terms for rule in term.rules]
    skill = s.shooter.kind.ws or 0
    need = skill + sum_terms(terms)
    return Finding(
        need,
        lambda: f"{need} or less to hit: weapon skill {skill}{terms_text(terms, EACH)}",
        *("FFTT-SHOOT-1", "FFTT-SHOOT-7"),
        s.shooter.kind.blast is not None and "FFTT-BLAST-1",
        "FFTT-SHOOT-2" not in rules and "FFTT-SHOOT-2",
        *rules,
        not 2 <= need < 12 and "FFTT-R23",
    )


def line_up_shot(s: AimedShot, house: House, check: Check, dice: Dice) -> int:
    """Return what hits, if the shot is allowed; `check` is about the weapon. Errors: `Refused`."""
    for allowed in check_shot(s, house, check):
        dice.report(allowed)
    return dice.report(find_need(s, s.target, house), tell="reason")


def throws_of(s: ShotFacts, house: House, dice: Dice) -> range:
    """The throws of one shot (FFTT-SHOOT-4, FFTT-R24, FFTT-R33)."""
    found = throws_per_shot(s.shooter.profile, house)
    if found > 1:
        alone = s.shooter.kind.doubles and "FFTT-R24"
        doubled = "full-metal-jacket" in s.shooter.abilities and ("FFTT-GEN-2", "FFTT-R33")
        text = f"{found} rolls at the same target, each on its own"
        dice.explain(text, *cite("FFTT-SHOOT-4", alone, doubled))
    return range(found)


def roll_stray(s: AimedShot, dice: Dice) -> bool:
    """Whether a hit falls on the target's opponent in hand to hand (FFTT-SHOOT-5, FFTT-R30, FFTT-R64)."""
    if not s.into_melee:
        return False
    least = rule_number("melee_opponent")
    other = bool(dice.count_hits(1, least, "target or its opponent"))
    text = f"into hand to hand, the opponent from {least} on: it hits the {'opponent' if other else 'target'}"
    dice.explain(text, "FFTT-SHOOT-5", "FFTT-R30", "FFTT-R64", tell="reason")
    return other


def find_suffered(s: ShotFacts, target: Figure, wounds: int) -> Finding[int]:
    """Return the wounds of one who may be lucky in opportunity fire (FFTT-OPP-4, FFTT-GEN-2)."""
    rules = ("FFTT-OPP-4", "FFTT-GEN-2")
    if not wounds:
        return Finding(wounds)
    if s.mode != "opportunity":
        lucky = peek(lambda: "lucky-bastard" in target.abilities, False)
        return Finding(wounds, "a lucky bastard is safe from opportunity fire only" if lucky else "", rules)
    if "lucky-bastard" not in target.abilities:
        return Finding(wounds)
    return Finding(
        0, lambda: f"opportunity fire never wounds a lucky bastard: 0 of {count_text(wounds, 'wound')}", rules
    )


def find_miss(s: AimedShot, need: int, aimed: Aimed, *rules: str) -> Finding[None]:
    """Return a miss: doubles are for hits, and nobody else is hit (FFTT-SHOOT-1, FFTT-SHOOT-3, FFTT-SHOOT-5)."""
    double = aimed.equal and s.shooter.kind.doubles
    text = ", double or not" if double else ""
    apart = double and ("FFTT-SHOOT-3", "FFTT-R24")
    opponent = s.into_melee and ("FFTT-SHOOT-5", "FFTT-R30")
    text += ", of the opponent too" if opponent else ""
    text = f"{aimed.roll}, {need} or less needed: a miss{text}"
    return Finding(None, text, *rules, "FFTT-SHOOT-1", apart, opponent)


def direct_throw(s: AimedShot, need: int, dice: Dice) -> Throw:
    """One throw of a direct weapon (FFTT-SHOOT-1, FFTT-SHOOT-3, FFTT-SHOOT-5, FFTT-R24)."""
    kind = s.shooter.kind
    aimed = dice.ask(ToHit(need, doubles=kind.doubles))
    if not aimed.hit:
        dice.report(find_miss(s, need, aimed), tell="reason")
        return Throw(aimed.roll, False, 0, None)
    wounds = 1 + aimed.double
    hit = f"{aimed.roll}, {need} or less needed: a hit"
    double, rule = (": a double", ("FFTT-R24",)) if aimed.double else ("", ())
    dice.explain(f"{hit}, {count_text(wounds, 'wound')}{double}", "FFTT-SHOOT-1", "FFTT-SHOOT-3", *rule, tell="reason")
    if roll_stray(s, dice):
        return Throw(aimed.roll, True, wounds, "opponent")
    return Throw(aimed.roll, True, dice.report(find_suffered(s, s.target, wounds), tell="reason"), "target")


def direct_shot(s: Shot, dice: Dice) -> Fired:
    """A shot of a direct weapon (FFTT-SHOOT-1, FFTT-SHOOT-2, FFTT-SHOOT-3, FFTT-SHOOT-4, FFTT-SHOOT-5)."""
    need = line_up_shot(s, s.house, check_direct, dice)
    throws = tuple(direct_throw(s, need, dice) for _ in throws_of(s, s.house, dice))
    target, opponent = (sum(one.wounds for one in throws if one.victim == victim) for victim in ("target", "opponent"))
    return Fired(need, throws, target, opponent)


def outcome_words(name: str) -> str:
    """An outcome of a shot for people: ``target-1-opponent-0`` as ``1 wound on the target``."""
    wounds = [f"{count_text(int(n), 'wound')} on the {whom}" for whom, n in _WOUNDED.findall(name) if int(n)]
    moved = [f"{count_text(int(n), 'burst')} on the opponent" for n in _MOVED.findall(name) if int(n)]
    goo = [told for part, told in _GOO.items() if name.endswith(part)]
    return ", ".join((*(wounds or ["no wound"]), *moved, *goo))


SHOT = TITLES.make_resolver(
    "shot",
    Shot,
    direct_shot,
    odds=Odds(lambda s, found: f"target-{found.target_wounds}-opponent-{found.opponent_wounds}", words=outcome_words),
)
