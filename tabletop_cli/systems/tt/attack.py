"""Single attacks and planned series of attacks, of any kind (TT-SHOOT-5 to 8, TT-MOD, TT-RES, TT-CC-2 to 4)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from ...api import Dice, House, Illegal, ListOf, Odds, OneOf, Record, Resolver, YesNo, fact, flat
from .profiles import Profile
from .resolution import Blow, Struck, Tally, strike
from .situation import ArmedFacts, TtSituation, UnitFacts
from .tables import table
from .weapons import KINDS, kind_bans, value_against, value_ban

PAIR = 2  # dice of one attack


@dataclass(frozen=True, kw_only=True)
class Striker(ArmedFacts):
    """A unit that attacks or supports with one weapon."""

    behind: bool = fact(YesNo(), False, ask="Is it entirely behind the target (in close combat: did it start there)?")


@dataclass(frozen=True, kw_only=True)
class AttackFacts:
    """One attack as players see it."""

    kind: str = fact(OneOf(KINDS), ask="Shooting, close combat or a barrage?")
    attacker: Striker = fact(Record(Striker))
    supporters: tuple[Striker, ...] = fact(ListOf(Record(Striker)), (), help="every other weapon that takes part")
    target: UnitFacts = fact(Record(UnitFacts))
    concealed: bool = fact(
        YesNo(),
        False,
        ask="Is the target partly hidden from the attacker?",
        when=lambda given: given.get("kind") == "shooting",
    )
    distraction: bool = fact(
        YesNo(),
        False,
        ask="Is there a closer enemy that distracts?",
        when=lambda given: given.get("kind") == "shooting",
    )
    in_cover: bool = fact(
        YesNo(), False, ask="Is the target in cover?", when=lambda given: given.get("kind") != "close-combat"
    )
    can_retreat: bool = fact(YesNo(), True, ask="Could the target complete a retreat?")


@dataclass(frozen=True, kw_only=True)
class Attack(TtSituation, AttackFacts):
    emperor_available: bool = fact(
        YesNo(), True, ask="Has the target's side FOR THE EMPEROR left this turn?", help="only for factions with it"
    )


@dataclass(frozen=True)
class Fought:
    """An attack in close combat, and what its attackers do then (TT-CC-4)."""

    struck: Struck = flat()
    attackers: str = ""


def after_combat(struck: Struck) -> str:
    """Whether the attackers may move freely or back up (TT-CC-4, TT-R26, TT-R27)."""
    return "free-move" if struck.outcome in ("retreat", "destroyed") else "back-up"


Party = Sequence[tuple[Profile, str]]  # units with their weapons, the attacker first


def weapon_bans(party: Party, target: Profile, kind: str, house: House) -> Iterator[Illegal]:
    """Why weapons cannot take part in an attack, attacker first, in the order of the reasons."""
    for at, (unit, weapon) in enumerate(party):
        wrong = next(kind_bans(unit, weapon, kind), None)
        wrong = wrong or value_ban(unit, weapon, target, kind, house, supports=at > 0)
        if wrong is not None:
            yield wrong
    if kind == "close-combat" and len(party) > sum(table("chargers").values()):
        yield Illegal("too-many-chargers", "TT-CHARGE-4")


def party_of(s: TtSituation, facts: AttackFacts) -> list[tuple[Profile, str]]:
    return [(s.profile(one), one.weapon) for one in (facts.attacker, *facts.supporters)]


def attack_ban(s: TtSituation, facts: AttackFacts) -> Illegal | None:
    """The first reason against an attack, None for a legal one."""
    return next(weapon_bans(party_of(s, facts), s.profile(facts.target), facts.kind, s.house), None)


def blow(s: TtSituation, facts: AttackFacts, side: str = "") -> Blow:
    """A legal attack, ready to be rolled."""
    unit, target = s.profile(facts.attacker), s.profile(facts.target)
    weapon = unit.weapons[facts.attacker.weapon]
    strength = value_against(weapon, target, s.house)
    assert strength is not None  # the ban is settled before
    return Blow(
        facts.kind,
        weapon,
        strength,
        len(facts.supporters),
        sum(one.behind for one in (facts.attacker, *facts.supporters)),
        target,
        s.house,
        side=side,
        concealed=facts.concealed,
        distraction=facts.distraction,
        in_cover=facts.in_cover,
        can_retreat=facts.can_retreat,
    )


def attack(s: Attack, dice: Dice) -> Struck | Fought | Illegal:
    """One attack: attack die, defence die (TT-RES)."""
    if ban := attack_ban(s, s):
        return ban
    dice.need(PAIR)
    struck = strike(blow(s, s), s.emperor_available, dice)
    if s.kind != "close-combat":
        return struck
    then = after_combat(struck)
    dice.explain("the attackers may move freely" if then == "free-move" else "the attackers back up", "TT-CC-4")
    return Fought(struck, then)


@dataclass(frozen=True, kw_only=True)
class AttackSequence(TtSituation):
    attacks: tuple[AttackFacts, ...] = fact(
        ListOf(Record(AttackFacts), 1), help="attacks in order, on different units of one side"
    )
    emperor_available: bool = fact(YesNo(), True, ask="Has the targets' side FOR THE EMPEROR left this turn?")


@dataclass(frozen=True)
class Series:
    """A series of attacks: each result, and how many units are destroyed and retreat."""

    results: tuple[Struck | Fought, ...]
    destroyed: int
    retreat: int


def tally(s: AttackSequence, dice: Dice) -> Tally | Illegal:
    """The attacks in order; FOR THE EMPEROR is used up by the first that would retreat (TT-RES-7)."""
    for facts in s.attacks:
        if ban := attack_ban(s, facts):
            return ban
    dice.need(PAIR * len(s.attacks))

    def step(so_far: Tally, one: Blow, dice: Dice) -> Tally:
        return so_far.add(strike(one, one.side in so_far.emperor, dice), one.side)

    start = Tally(frozenset({""}) if s.emperor_available else frozenset())
    return dice.repeat(step, start, [blow(s, facts) for facts in s.attacks])


def attack_sequence(s: AttackSequence, dice: Dice) -> Series | Illegal:
    """A planned series of attacks with one joint result (TT-RES-7)."""
    total = tally(s, dice)
    if isinstance(total, Illegal):
        return total
    results = tuple(
        Fought(struck, after_combat(struck)) if facts.kind == "close-combat" else struck
        for facts, struck in zip(s.attacks, total.results, strict=True)
    )
    return Series(results, total.destroyed, total.retreat)


def outcome_name(s: Attack, outcome: Struck | Fought) -> str:
    return outcome.struck.outcome if isinstance(outcome, Fought) else outcome.outcome


RESOLVERS = (
    Resolver(
        id="attack",
        title="One attack",
        situation=Attack,
        rule=attack,
        rules=(
            "TT-MOD-1",
            "TT-MOD-2",
            "TT-MOD-3",
            "TT-MOD-4",
            "TT-MOD-5",
            "TT-MOD-6",
            "TT-MOD-7",
            "TT-MOD-8",
            "TT-MOD-9",
            "TT-MOD-10",
            "TT-RES-1",
            "TT-RES-2",
            "TT-RES-3",
            "TT-RES-4",
            "TT-RES-5",
            "TT-RES-6",
            "TT-SHOOT-6",
            "TT-SHOOT-8",
            "TT-CC-2",
            "TT-CC-3",
            "TT-CC-4",
            "TT-FAC-1",
            "TT-RET-4",
        ),
        odds=Odds(outcome_name, order=("destroyed", "retreat", "stays", "no-effect")),
        example={
            "kind": "shooting",
            "attacker": {"unit": "tactical-squad", "weapon": "boltguns"},
            "target": {"unit": "guardian-defenders"},
            "in_cover": True,
        },
    ),
    Resolver(
        id="attack-sequence",
        title="Several attacks in a row",
        situation=AttackSequence,
        rule=attack_sequence,
        rules=("TT-RES-7", "TT-FAC-1", "TT-SHOOT-11"),
        odds=Odds(lambda s, total: str(total.name), rule=tally),
        example={
            "attacks": [
                {
                    "kind": "shooting",
                    "attacker": {"unit": "dark-reapers", "weapon": "reaper-launchers"},
                    "target": {"unit": "tactical-squad"},
                },
                {
                    "kind": "shooting",
                    "attacker": {"unit": "fire-dragons", "weapon": "fusion-guns"},
                    "target": {"unit": "rhino"},
                },
            ]
        },
    ),
)
