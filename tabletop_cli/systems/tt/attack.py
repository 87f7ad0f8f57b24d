"""Single attacks and planned series of attacks: shooting, close combat, a barrage on one unit."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cached_property
from math import comb

from ...api import Dice, Finding, House, ListOf, Odds, OneOf, Record, YesNo, cite, dataclass, fact, flat_field, refuse
from .profiles import Profile
from .resolution import TALLY_TITLES, Blow, Struck, Tally, has_emperor, roll_blow
from .situation import TITLES, ArmedFacts, TtSituation, UnitFacts
from .tables import name_of, printed_table, rule_distance
from .weapons import KINDS, check_kind, find_use

PAIR = 2  # dice of one attack
IDLE = {
    "power-weapon": "TT-MOD-7",
    "lance": "TT-MOD-9",
    "ignore-cover": "TT-MOD-6",
}  # traits of the attacking weapon alone


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
    concealed: bool = fact(YesNo(), False, ask="Is the target partly hidden from the attacker?")
    distraction: bool = fact(YesNo(), False, ask="Is there a closer enemy that distracts?")
    in_cover: bool = fact(YesNo(), False, ask="Is the target in cover?")
    can_retreat: bool = fact(YesNo(), True, ask="Could the target complete a retreat?")


@dataclass(frozen=True, kw_only=True)
class Attack(TtSituation, AttackFacts):
    emperor_available: bool = fact(
        YesNo(), True, ask="Has the target's side FOR THE EMPEROR left this turn?", help="only for factions with it"
    )

    @cached_property
    def blow(self) -> Blow:
        """The attack, ready to be rolled: the same for all dice. Errors: `Refused`."""
        return find_blow(self, self)


@dataclass(frozen=True)
class Fought:
    """An attack in close combat, and what its attackers do then (TT-CC-4)."""

    struck: Struck = flat_field()
    attackers: str = ""


def move_after_combat(struck: Struck) -> str:
    """Whether the attackers may move freely or back up (TT-CC-4, TT-R26, TT-R27)."""
    return "free-move" if struck.outcome in ("retreat", "destroyed") else "back-up"


def tell_after_combat(struck: Struck, dice: Dice) -> None:
    """What the attackers do when the dice have fallen (TT-CC-4)."""
    if move_after_combat(struck) == "free-move":
        dice.explain(f"each attacker may move up to {rule_distance('free_move')} cm", "TT-CC-4", tell="now")
        return
    text = f"all attackers back up to more than {rule_distance('clear_of_enemy')} cm"
    dice.explain(text, *cite("TT-CC-4", "TT-R26", struck.outcome == "stays" and "TT-R27"), tell="now")


Party = Sequence[tuple[Profile, str]]  # units with their weapons, the attacker first


def find_uses(party: Party, target: Profile, kind: str, house: House) -> list[Finding[int]]:
    """Return the values with which weapons take part in an attack, attacker first. Errors: `Refused`."""
    found = []
    for at, (unit, weapon) in enumerate(party):
        check_kind(unit, weapon, kind)
        use = find_use(unit, weapon, target, kind, house, supports=at > 0)
        found.append(_find_support(unit, weapon, use) if at else use)
    room = sum(printed_table("chargers").values())
    if kind == "close-combat" and len(party) > room:
        text = f"{len(party)} chargers against one unit, {room} have room around it"
        raise refuse("TT-CHARGE-4", "too-many-chargers", text)
    if kind == "close-combat" and len(party) > 1:
        found.append(Finding(0, f"{len(party)} chargers, {room} have room around one unit", "TT-CHARGE-4"))
    return found


def _find_support(unit: Profile, weapon: str, use: Finding[int]) -> Finding[int]:
    """Return how a weapon supports, with its traits that do nothing then (TT-SHOOT-6, TT-R20)."""
    idle = [trait for trait in unit.weapons[weapon].traits if trait in IDLE]
    why = f"; its {' and '.join(name_of('traits', one) for one in idle)} does nothing" if idle else ""
    rules = [("TT-SHOOT-6", "TT-R20", IDLE[one]) for one in idle]
    return Finding(use.value, f"in support, {use.text}{why}", use, rules)


def find_blow(s: TtSituation, facts: AttackFacts, side: str = "") -> Blow:
    """Return an attack, ready to be rolled. Errors: `Refused`."""
    unit, target = s.profile_of(facts.attacker), s.profile_of(facts.target)
    party = [(unit, facts.attacker.weapon), *((s.profile_of(one), one.weapon) for one in facts.supporters)]
    uses = find_uses(party, target, facts.kind, s.house)
    return Blow(
        facts.kind,
        unit.weapons[facts.attacker.weapon],
        uses[0].value,
        len(facts.supporters),
        sum(one.behind for one in (facts.attacker, *facts.supporters)),
        target,
        s.house,
        facts,
        side=side,
        lines=tuple(uses),
    )


def resolve_attack(s: Attack, dice: Dice) -> Struck | Fought:
    """One attack: attack die, defence die (TT-MOD-1, TT-RES-1, TT-RES-3)."""
    blow = s.blow
    dice.announce_dice(PAIR)
    struck = roll_blow(blow, has_emperor(blow.target) and s.emperor_available, dice)
    if s.kind != "close-combat":
        return struck
    tell_after_combat(struck, dice)
    return Fought(struck, move_after_combat(struck))


@dataclass(frozen=True, kw_only=True)
class AttackSequence(TtSituation):
    attacks: tuple[AttackFacts, ...] = fact(
        ListOf(Record(AttackFacts), 1), help="attacks in order, on different units of one side"
    )
    emperor_available: bool = fact(YesNo(), True, ask="Has the targets' side FOR THE EMPEROR left this turn?")

    @cached_property
    def blows(self) -> list[Blow]:
        """Each attack, ready to be rolled: the same for all dice. Errors: `Refused`."""
        return [find_blow(self, facts) for facts in self.attacks]


@dataclass(frozen=True)
class Series:
    """A series of attacks: each result, and how many units are destroyed and retreat."""

    results: tuple[Struck | Fought, ...]
    destroyed: int
    retreat: int


def tally_attacks(s: AttackSequence, dice: Dice) -> Tally:
    """The attacks in order; FOR THE EMPEROR is used up by the first that would retreat (TT-RES-7, TT-SHOOT-11)."""
    blows = s.blows
    dice.announce_dice(PAIR * len(s.attacks))

    def roll_named_blow(one: Blow, emperor: bool, dice: Dice) -> Struck:
        dice.explain(f"{one.target.title}:", "TT-SHOOT-11", "TT-RES-7")
        found = roll_blow(one, emperor, dice)
        if one.kind == "close-combat":
            tell_after_combat(found, dice)
        return found

    emperor = any(has_emperor(one.target) for one in blows) and s.emperor_available
    return one_by_one(Tally(frozenset({""}) if emperor else frozenset()), blows, roll_named_blow, dice)


STEP = 450  # millionths of a second that odds may take for a unit and one of all that came of those before it


def one_by_one(
    start: Tally, blows: list[Blow], struck: Callable[[Blow, bool, Dice], Struck], dice: Dice, ways: int = 1
) -> Tally:
    """Attacks one after the other, and what came of them in all (TT-RES-7).

    `struck` settles one of them: its side still has FOR THE EMPEROR or not. Nothing else of what came before matters
    to it, so odds work it out once for both. `ways`: how many faces a die before all of them has.
    """

    def add_blow(so_far: Tally, hit: tuple[int, Blow], dice: Dice) -> Tally:
        at, one = hit
        before = Tally(so_far.emperor & {one.side})
        alone = dice.roll_part(
            (struck, at, before), lambda dice: before.add(struck(one, bool(before.emperor), dice), one.side)
        )
        return so_far.with_difference(before, alone)

    dice.announce_work(STEP * ways * 2 ** len(start.emperor) * comb(len(blows) + 2, 3))
    total = dice.repeat(add_blow, start, list(enumerate(blows)))
    tell_tally(total, dice)
    return total


def tell_tally(total: Tally, dice: Dice) -> None:
    """How many units fell and fell back in all (TT-RES-7)."""
    dice.explain(f"in all: {total.destroyed} destroyed, {total.retreat} retreat", "TT-RES-7")


def attack_sequence(s: AttackSequence, dice: Dice) -> Series:
    """A planned series of attacks with one joint result (TT-RES-7)."""
    total = tally_attacks(s, dice)
    results = tuple(
        Fought(struck, move_after_combat(struck)) if facts.kind == "close-combat" else struck
        for facts, struck in zip(s.attacks, total.results, strict=True)
    )
    return Series(results, total.destroyed, total.retreat)


def outcome_name(s: Attack, outcome: Struck | Fought) -> str:
    return outcome.struck.outcome if isinstance(outcome, Fought) else outcome.outcome


ATTACK = TITLES.make_resolver("attack", Attack, resolve_attack, odds=Odds(outcome_name))
ATTACK_SEQUENCE = TITLES.make_resolver(
    "attack-sequence",
    AttackSequence,
    attack_sequence,
    odds=Odds(lambda s, total: str(total.name), rule=tally_attacks, titles=TALLY_TITLES),
)
