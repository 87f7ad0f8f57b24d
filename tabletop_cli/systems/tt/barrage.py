"""Barrages: a blast on several units, each with its own dice (topic Barrages)."""

from __future__ import annotations

from dataclasses import field
from fractions import Fraction
from functools import cached_property

from ...api import Dice, Finding, House, ListOf, Number, Odds, Record, YesNo, dataclass, fact, flat_field, refuse
from .attack import PAIR, one_by_one
from .command import is_cloaked, look_for_cloak
from .judging import Findings, also_citing, report_all
from .movement import plain_cm
from .profiles import Profile
from .resolution import TALLY_TITLES, Blow, Struck, Tally, has_emperor, roll_blow
from .shooting import find_attacked, range_words
from .situation import TITLES, ArmedFacts, TtSituation, UnitFacts
from .weapons import can_support, check_kind, find_use, find_value, is_assault, refuse_assault


@dataclass(frozen=True, kw_only=True)
class Gunner(ArmedFacts):
    """A unit that fires a barrage weapon at the main target."""

    distance: Fraction = fact(Number(0), ask="How far is the main target, in cm?")
    in_front: bool = fact(YesNo(), True, ask="Is the main target in front of it?")
    threatened: bool = fact(YesNo(), False, ask="Is it threatened by an enemy?")


@dataclass(frozen=True, kw_only=True)
class BlastTarget(UnitFacts):
    """A unit under the blast. `side` tells sides apart in battles where friends can be hit (TT-R31).

    In a battle `name` is its id, and `shown` what people call it.
    """

    in_cover: bool = fact(YesNo(), False, ask="Is it in cover?")
    can_retreat: bool = fact(YesNo(), True, ask="Could it complete a retreat?")
    in_close_combat: bool = fact(YesNo(), False, ask="Is it in close combat?")
    shot_at: bool = fact(YesNo(), False, ask="Has it been shot at this turn?")
    barraged: bool = fact(YesNo(), False, ask="Has a barrage hit it this turn?")
    cloak_cancelled: bool = fact(YesNo(), False, ask="Has its Cloaked been cancelled this turn?")
    side: str = ""
    name: str = ""
    shown: str = ""


@dataclass(frozen=True, kw_only=True)
class Barrage(TtSituation):
    attacker: Gunner = fact(Record(Gunner))
    supporters: tuple[Gunner, ...] = fact(ListOf(Record(Gunner)), (), help="further barrage weapons on the same target")
    targets: tuple[BlastTarget, ...] = fact(ListOf(Record(BlastTarget), 1), help="the main target first")
    emperor_available: bool = fact(
        YesNo(), True, ask="Has the targets' side FOR THE EMPEROR left this turn?", help="only for factions with it"
    )
    emperor_sides: frozenset[str] = field(default=frozenset({""}), compare=False)

    def name_of(self, target: BlastTarget) -> str:
        """A unit under the blast as people know it."""
        return target.shown or target.name or self.profile_of(target).title

    @cached_property
    def findings(self) -> tuple[Finding[object], ...]:
        """All that decides that it is possible: the same for all dice. Errors: `Refused`."""
        return tuple(look_at_barrage(self))

    @cached_property
    def fates(self) -> tuple[tuple[BlastTarget, Finding[str] | None], ...]:
        """Each unit under the blast, and why it is passed by, None for one that is hit."""
        return tuple((target, find_skip(self, target)) for target in self.targets)


@dataclass(frozen=True)
class UnitHit:
    """What the blast did to one unit."""

    unit: str
    struck: Struck = flat_field()


@dataclass(frozen=True)
class Skipped:
    """A unit beside the main target that the blast does not harm, and why (TT-BAR-3)."""

    unit: str
    cause: str
    outcome: str = "skipped"


@dataclass(frozen=True)
class Blasted:
    """A barrage: one result for each target, and how many units are destroyed and retreat."""

    results: tuple[UnitHit | Skipped, ...]
    destroyed: int
    retreat: int


def look_at_gun(unit: Profile, gunner: Gunner) -> Findings:
    """Whether a weapon can fire this barrage (TT-BAR-1, TT-BAR-2, TT-THREAT-5)."""
    if is_assault(gunner.weapon):
        raise refuse_assault(unit)
    check_kind(unit, gunner.weapon, "barrage")
    weapon = unit.weapons[gunner.weapon]
    assert weapon.range is not None  # only the Assault weapon has none
    yield Finding(None, lambda: f"{weapon.title} is a Barrage weapon", "TT-BAR-1")
    if gunner.threatened:
        text = f"{unit.title} is threatened, so it cannot fire a barrage"
        raise refuse("TT-THREAT-5", "threatened", text, "TT-BAR-2")
    reach = f"{plain_cm(gunner.distance)} cm, the range of {weapon.title} is {range_words(weapon)}"
    if gunner.distance > weapon.range:
        raise refuse("TT-BAR-2", "out-of-range", reach)
    if gunner.distance < weapon.min_range:
        raise refuse("TT-BAR-2", "too-close", reach)
    yield Finding(None, reach, "TT-BAR-2")
    if "turret" in weapon.traits:
        yield Finding(None, lambda: f"{weapon.title} is a Turret: it fires in all directions", "TT-SHOOT-3", "TT-BAR-2")
    elif not gunner.in_front:
        text = f"the main target is not in front, and {weapon.title} is not a Turret"
        raise refuse("TT-BAR-2", "not-in-front", text, "TT-SHOOT-3")


def find_skip(s: Barrage, target: BlastTarget) -> Finding[str] | None:
    """Return why the blast passes a unit by, None for one that is hit (TT-BAR-3)."""
    profile, title = s.profile_of(target), s.name_of(target)
    if _is_shielded_by_combat(target, s.house):
        return Finding("in-close-combat", f"{title} is skipped: it is in close combat", "TT-BAR-3", "TT-R31")
    if is_cloaked(profile, target.cloak_cancelled):
        return Finding("cloaked", f"{title} is skipped: it is Cloaked", "TT-BAR-3", "TT-CMD-7")
    found = find_value(s.profile_of(s.attacker).weapons[s.attacker.weapon], profile, s.house, "barrage")
    if found.value is None:
        return Finding("no-value", lambda: f"{title} is skipped: {found.text}", "TT-BAR-3", found)
    return None


def _is_shielded_by_combat(target: BlastTarget, house: House) -> bool:
    """Whether close combat keeps a unit from being hit (TT-BAR-3, TT-R31)."""
    return target.in_close_combat and bool(house["barrage-into-close-combat"] == "no")


def look_at_barrage(s: Barrage) -> Findings:
    """All that decides whether a barrage is possible, in the order of the reasons."""
    yield from look_at_gun(s.profile_of(s.attacker), s.attacker)
    for gunner in s.supporters:
        yield from also_citing(look_at_gun(s.profile_of(gunner), gunner), "TT-BAR-5")
    yield from look_at_aim(s)


def look_at_aim(s: Barrage) -> Findings:
    """Whether these weapons may hit these targets, wherever all of them stand (TT-BAR-3, TT-BAR-4, TT-BAR-5)."""
    main = s.targets[0]
    profile = s.profile_of(main)
    if _is_shielded_by_combat(main, s.house):
        text = f"{s.name_of(main)} is in close combat, so it cannot be the main target of a barrage"
        raise refuse("TT-BAR-3", "target-in-close-combat", text, "TT-R31")
    for target in s.targets:
        if target.in_close_combat and not _is_shielded_by_combat(target, s.house):
            text = f"{s.name_of(target)} is in close combat, and the barrage hits it like others"
            yield Finding(None, text, "TT-BAR-3", "TT-R31")
    yield from also_citing(look_for_cloak(profile, main.cloak_cancelled), "TT-BAR-3")
    yield from also_citing(_look_at_uses(s, profile), "TT-BAR-4")
    for target in s.targets:
        if find_skip(s, target) is None:
            yield from _look_at_hit(s, target)
        elif target.shot_at or target.barraged:
            text = f"{s.name_of(target)} has been attacked this turn, but the barrage does not hit it"
            yield Finding(None, text, "TT-BAR-5", "TT-R33")


def _look_at_uses(s: Barrage, main: Profile) -> Findings:
    """With which values the weapons take part against the main target (TT-SHOOT-8, TT-R19)."""
    for at, gunner in enumerate((s.attacker, *s.supporters)):
        yield find_use(s.profile_of(gunner), gunner.weapon, main, "barrage", s.house, supports=at > 0)


def _look_at_hit(s: Barrage, target: BlastTarget) -> Findings:
    """A unit that would be hit was not attacked this turn (TT-BAR-5, TT-SHOOT-5, TT-R18, TT-R33)."""
    found = find_attacked(target, s.name_of(target), "barrage", s.house)
    if found.value:
        text = f"{found.text}, so it cannot be attacked again; the whole barrage is not allowed"
        raise refuse("TT-BAR-5", "already-attacked", text, "TT-SHOOT-5", "TT-R33", "TT-R18")
    if target.shot_at:
        yield Finding(None, found.text, "TT-SHOOT-5", "TT-R18")


def _blast_blow(s: Barrage, target: BlastTarget) -> Blow:
    """The attack on one unit: the value by its own class, +1 for each supporter with a value (TT-BAR-4, TT-BAR-6)."""
    profile = s.profile_of(target)
    weapon = s.profile_of(s.attacker).weapons[s.attacker.weapon]
    found = find_value(weapon, profile, s.house, "barrage")
    assert found.value is not None  # without a value it is skipped
    helping = [
        one
        for one in s.supporters
        if can_support(s.profile_of(one), s.profile_of(one).weapons[one.weapon], profile, "barrage", s.house)
    ]
    lines = [Finding(None, lambda: found.text, "TT-BAR-4", found)]
    if s.supporters:
        text = f"{len(helping)} of {len(s.supporters)} supporting weapons have a value against it"
        lines.append(Finding(None, text, "TT-BAR-4", "TT-BAR-5"))
    return Blow(
        "barrage",
        weapon,
        found.value,
        len(helping),
        0,
        profile,
        s.house,
        target,
        s.name_of(target),
        target.side,
        lines=tuple(lines),
    )


def tally_blast(s: Barrage, dice: Dice) -> Tally:
    """Every unit hit, main target first; FOR THE EMPEROR is used up by the first that would retreat (TT-RES-7)."""
    report_all(s.findings, dice)
    hits = [_blast_blow(s, target) for target, skip in s.fates if skip is None]
    for _, skip in s.fates:
        if skip is not None:
            dice.report(skip, tell="reason")
    shared = s.house["barrage-dice"] == "shared-attack"
    dice.announce_dice(1 + len(hits) if shared else PAIR * len(hits))
    attack_die = dice.roll_die("attack die of the whole blast") if shared else None

    def roll_named_blow(one: Blow, emperor: bool, dice: Dice) -> Struck:
        dice.explain(f"{one.about}:", "TT-BAR-4", "TT-R32")
        return roll_blow(one, emperor, dice, attack_die)

    emperor = any(has_emperor(one.target) for one in hits) and s.emperor_available
    start = Tally(s.emperor_sides if emperor else frozenset())
    return one_by_one(start, hits, roll_named_blow, dice, ways=6 if shared else 1)


def resolve_barrage(s: Barrage, dice: Dice) -> Blasted:
    """A barrage on a main target and all that stands beside it (TT-BAR-3, TT-BAR-4, TT-BAR-5, TT-BAR-6)."""
    total = tally_blast(s, dice)
    struck = iter(total.results)
    results: list[UnitHit | Skipped] = []
    for target, skip in s.fates:
        name = target.name or target.unit
        results.append(UnitHit(name, next(struck)) if skip is None else Skipped(name, skip.value))
    return Blasted(tuple(results), total.destroyed, total.retreat)


BARRAGE = TITLES.make_resolver(
    "barrage",
    Barrage,
    resolve_barrage,
    odds=Odds(lambda s, total: str(total.name), rule=tally_blast, titles=TALLY_TITLES),
)
