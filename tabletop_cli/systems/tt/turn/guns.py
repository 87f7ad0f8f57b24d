"""The event of a barrage (topic Barrages)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction

from ....api import (
    Answer,
    Dice,
    Finding,
    ListOf,
    Malformed,
    Place,
    Record,
    Ref,
    Text,
    YesNo,
    dataclass,
    derive_situation,
    fact,
    item_keys,
    items_so_far,
    of_pair,
    peek,
    plays,
    refuse,
    yes_or_no,
)
from ..barrage import BARRAGE, Barrage, BlastTarget, Gunner, Skipped, UnitHit, look_at_aim, look_at_barrage, look_at_gun
from ..command import group_cost, is_cloaked, points_words
from ..tables import rule_distance
from ..weapons import is_made_for
from .acts import check_may_act
from .blows import apply_outcome, end_result, explain_losses, explain_passengers
from .gate import (
    ask_now,
    check_enemy,
    check_phase,
    check_points,
    enemies_on_table,
    known_weapon,
    own_units,
    refuse_if,
    run_in_order,
    unit_answers,
)
from .moves import check_group, commander_distance, commander_words, left_words, nearest_to_commander, spend_points
from .naming import brief_name, few_names, shown_names
from .seen import cover_fact, gun_distance, retreat_fact, weapon_of, weapons_for
from .state import Played, State, lose_unit, opponent_of
from .stories import barrage_story
from .threatening import can_threaten, explain_harmless, possible_threats


@dataclass(frozen=True, kw_only=True)
class Battery:
    """Units that are activated together to fire: one unit, or one group."""

    units: tuple[str, ...] = fact(ListOf(Ref("units"), 1))
    commander_distance: Fraction | None = commander_distance(lambda place: list(place.record.units))
    group_before: bool = fact(YesNo(), True, help="they are one group")


def main_target(place: Place[State]) -> str:
    """The enemy that the guns aim at."""
    return str(place.event.targets[0].unit)


def _gun_text(place: Place[State]) -> str:
    """A unit that is threatened does not fire; where nobody could threaten, nothing is said of it (TT-THREAT-5)."""
    text = "Which gun fires?" if place.fact.name == "attacker" else "Which other gun fires in support? (+1)"
    if any(possible_threats(place.state, unit.id) for unit in own_units(place.state, "table")):
        return f"{text} (none that an enemy within {rule_distance('threat')} cm has in front of it)"
    return text


@dataclass(frozen=True, kw_only=True)
class BattleGunner:
    unit: str = fact(Ref("units"))
    weapon: str = fact(Text())
    distance: Fraction = gun_distance(main_target, "TT-BAR-2", "cm to the main target")
    in_front: bool = fact(
        YesNo(),
        True,
        ask=lambda place: f"Is {brief_name(place.state, main_target(place))} in front of {{unit}}?",
        when=lambda place: "turret" not in weapon_of(place).traits,
        holds=of_pair("unit", main_target),
        says=yes_or_no("in front of it", "not in front of it"),
        help="the main target is in front of it",
        rules=("TT-BAR-2", "TT-SHOOT-3"),
    )
    threats: tuple[str, ...] = fact(
        ListOf(Ref("units")), (), help="enemies within 5 cm that have it in front of them (TT-THREAT-5)"
    )


def _blast_answers(place: Place[State]) -> Iterator[Answer]:
    """The main target, then who stands beside it; by house rule own units, too (TT-BAR-3, TT-R31)."""
    state, there = place.state, [one["unit"] for one in place.items]
    found = enemies_on_table(state)
    if there and state.house["barrage-into-close-combat"] == "yes":
        found = [*found, *own_units(state, "table")]
    return unit_answers(state, (unit for unit in found if unit.id not in there))


def _under_text(place: Place[State]) -> str:
    if not place.items:
        return "Which enemy is the main target?"
    main = brief_name(place.state, place.items[0]["unit"])
    return f"Which units are within {rule_distance('blast')} cm of {main}, in the order of attack?"


def _has_cover(place: Place[State]) -> bool:
    """Cover counts for those that are attacked as infantry, and that the blast hits (TT-MOD-5, TT-BAR-3)."""
    state, unit = place.state, place.state.units[place.record.unit]
    profile = state.profile_of(unit)
    spared = state.is_in_close_combat(unit) and state.house["barrage-into-close-combat"] == "no"
    return profile.cover and not spared and not is_cloaked(profile, unit.cloak_cancelled)


@dataclass(frozen=True, kw_only=True)
class Under:
    """A unit under the blast."""

    unit: str = fact(Ref("units"))
    in_cover: bool = cover_fact("unit", _has_cover, "TT-MOD-5", "TT-BAR-6")
    can_retreat: bool = retreat_fact("unit")


def _grouping_answers(place: Place[State]) -> Iterator[Answer]:
    """All firing units as one group, or each for itself (TT-BAR-1)."""
    firing = place.event.firing
    yield Answer([{"units": firing}], "one activation", "o")
    if len(firing) > 1:
        yield Answer([{"units": [one]} for one in firing], "each for itself, each pays", "e")


@dataclass(frozen=True, kw_only=True)
class BarrageEvent:
    groups: tuple[Battery, ...] = fact(
        ListOf(Record(Battery), 1),
        ask=lambda place: f"How are they activated: {shown_names(place.state, place.event.firing)}?",
        among=_grouping_answers,
        whole=True,
        rules=("TT-BAR-1", "TT-MOVE-8"),
    )
    attacker: BattleGunner = fact(
        Record(BattleGunner), ask=_gun_text, among=weapons_for("barrage"), rules=("TT-BAR-1", "TT-BAR-5", "TT-THREAT-5")
    )
    supporters: tuple[BattleGunner, ...] = fact(
        ListOf(Record(BattleGunner)),
        (),
        ask=_gun_text,
        among=weapons_for("barrage"),
        one_by_one=True,
        rules=("TT-BAR-5",),
    )
    targets: tuple[Under, ...] = fact(
        ListOf(Record(Under), 1),
        ask=_under_text,
        among=_blast_answers,
        one_by_one=True,
        enough="nobody else",
        help="the main target first",
        rules=("TT-BAR-2", "TT-BAR-3", "TT-BAR-4"),
    )

    @property
    def gunners(self) -> Iterator[BattleGunner]:
        yield self.attacker
        yield from self.supporters

    @property
    def firing(self) -> list[str]:
        """The firing units, each once, the attacker's first."""
        return list(dict.fromkeys(gunner.unit for gunner in self.gunners))


def check_barrage_fields(state: State, event: BarrageEvent) -> None:
    """Weapons that the units have, no target twice, groups of exactly the firing units. Errors: `Malformed`."""
    for gunner in event.gunners:
        known_weapon(state, gunner.unit, gunner.weapon)
    targets = item_keys(event.targets)
    if len(set(targets)) < len(targets):
        raise Malformed("barrage.targets: a unit is named twice")
    grouped = [one for battery in event.groups for one in battery.units]
    if sorted(grouped) != sorted(event.firing):
        raise Malformed(f"barrage.groups: they hold {grouped}, but {event.firing} fire")


def barrage_situation(
    state: State, attacker: BattleGunner, supporters: Sequence[BattleGunner], targets: Sequence[Under]
) -> Barrage:
    """The barrage as the rule sees it; what people see of a gun or a target is read when it counts."""

    def make_gunner(one: BattleGunner) -> Gunner:
        threatened = any(can_threaten(state, enemy, one.unit) for enemy in one.threats)
        return derive_situation(Gunner, state.units[one.unit], one, threatened=threatened)

    def make_blast_target(one: Under) -> BlastTarget:
        unit = state.units[one.unit]
        return derive_situation(
            BlastTarget,
            unit,
            one,
            in_close_combat=state.is_in_close_combat(unit),
            name=unit.id,
            shown=brief_name(state, unit.id),
        )

    return derive_situation(
        Barrage,
        state,
        attacker=make_gunner(attacker),
        supporters=tuple(map(make_gunner, supporters)),
        targets=tuple(map(make_blast_target, targets)),
        emperor_sides=state.emperor_sides(),
    )


def _ask_target_first(event: BarrageEvent) -> None:
    """What people say, in this order: gun and target, how far each gun is, who is beside it, in cover, the groups."""
    ask_now(event.attacker, event.targets[0])
    for gunner in event.gunners:
        ask_now(gunner.distance, gunner.in_front)
    for target in event.targets:
        ask_now(target.in_cover)
    for battery in event.groups:
        ask_now(battery.commander_distance)


def _check_firing(state: State, event: BarrageEvent) -> None:
    """Each unit is one's own, on the table and not activated; each weapon fires once (TT-CMD-5, TT-SHOOT-1)."""
    for gunner in event.gunners:
        check_may_act(state, gunner.unit)
        refuse_if(state.units[gunner.unit].loaded, "TT-TRANS-5", "loaded", unit=gunner.unit)
    weapons = [(gunner.unit, gunner.weapon) for gunner in event.gunners]
    for at, (one, weapon) in enumerate(weapons):
        again = weapon in state.units[one].fired or (one, weapon) in weapons[:at]
        refuse_if(again, "TT-SHOOT-1", "weapon-fired", unit=one)


def _check_targets(state: State, targets: Sequence[Under]) -> None:
    """Enemies on the table; by house rule friends beside the main target too (TT-R31)."""
    for at, one in enumerate(target.unit for target in targets):
        unit = state.units[one]
        friend_beside = at > 0 and unit.side == state.active and state.house["barrage-into-close-combat"] == "yes"
        if not friend_beside:
            check_enemy(state, one, "TT-BAR-3")
        refuse_if(not unit.alive, "TT-BAR-3", "target-destroyed", unit=one)
        refuse_if(unit.in_reserve, "TT-BAR-3", "target-off-table", unit=one)
        if unit.loaded:
            raise refuse("TT-BAR-3", "target-loaded", "", "TT-TRANS-5", unit=one)


def _check_so_far(state: State, event: BarrageEvent) -> None:
    """What can be judged of the guns and targets that are named, before all of them are."""
    supporters: Sequence[BattleGunner] = peek(lambda: items_so_far(event.supporters), ())
    targets = items_so_far(event.targets)
    so_far = barrage_situation(state, event.attacker, supporters, targets)
    list(look_at_aim(so_far))
    for gunner in (so_far.attacker, *so_far.supporters):
        list(look_at_gun(so_far.profile_of(gunner), gunner))


def gun_words(state: State) -> str:
    """Which units could fire a barrage, for the menu."""
    ready = [unit for unit in own_units(state, "table") if not unit.activated]
    armed = [
        unit.id for unit in ready if any(is_made_for(one, "barrage") for one in state.profile_of(unit).weapons.values())
    ]
    return f"fire instead of moving: {few_names(state, armed)}; {left_words(state)}"


@plays("barrage", BarrageEvent, rules=("TT-BAR-7",), detail=gun_words, meant=check_barrage_fields, story=barrage_story)
def barrage(state: State, event: BarrageEvent, dice: Dice) -> Played:
    """Units fire instead of moving: a blast on a target and what stands beside it (topic Barrages)."""
    check_phase(state, "movement")
    least = group_cost("barrage", Fraction(0), state.house)

    def make_situation() -> Barrage:
        return barrage_situation(state, event.attacker, list(event.supporters), list(event.targets))

    def battery_costs() -> list[Finding[int]]:
        return [find_battery_cost(state, battery) for battery in event.groups]

    run_in_order(
        lambda: _ask_target_first(event),
        lambda: _check_firing(state, event),
        lambda: _check_targets(state, event.targets),
        lambda: list(look_at_barrage(make_situation())),
        lambda: check_group(all(battery.group_before for battery in event.groups), "form", state.house, "TT-BAR-1"),
        lambda: check_points(
            state, peek(lambda: sum(one.value for one in battery_costs()), least), "TT-BAR-1", "TT-CMD-3"
        ),
        lambda: _check_so_far(state, event),
    )
    _explain_harmless(state, event, dice)
    points = sum(dice.report(one) for one in battery_costs())
    dice.explain(f"{points} of {points_words(state.command_points)} spent", "TT-CMD-5")
    dice.explain(f"{shown_names(state, event.firing)}: activated, but not moved", "TT-BAR-7")
    dice.assign_dice(attack=state.active or "", defence=opponent_of(state.active or ""))
    outcome = dice.settle(BARRAGE, make_situation())
    state, paid = spend_points(state, points)
    for gunner in event.gunners:
        fired = (*state.units[gunner.unit].fired, gunner.weapon)
        state = state.with_marks([gunner.unit], activated=True, fired=fired)
    state, results, destroyed = _apply_blast(state, outcome.results, dice)
    return state, {**paid, "results": results, "destroyed": destroyed, **end_result(state, dice)}


def _explain_harmless(state: State, event: BarrageEvent, dice: Dice) -> None:
    """Say which enemies close to a gun do not keep it from firing (TT-THREAT-2, TT-THREAT-5)."""
    for gunner in event.gunners:
        for enemy in gunner.threats:
            explain_harmless(state, enemy, gunner.unit, dice, "TT-THREAT-5")


def find_battery_cost(state: State, battery: Battery) -> Finding[int]:
    """Return what a group pays to fire; as long as its distance is open, what it costs at least.

    (TT-BAR-1, TT-CMD-3, TT-R30)
    """
    near: Fraction | None = Fraction(0)
    nearest = peek(lambda: nearest_to_commander(state, battery.units, battery.commander_distance), near)
    points = group_cost("barrage", nearest, state.house)

    def cost_text() -> str:
        return f"{shown_names(state, battery.units)}: {commander_words(nearest)}: {points_words(points)}"

    return Finding(points, cost_text, "TT-BAR-1", "TT-CMD-3", "TT-R30")


def _apply_blast(
    state: State, outcomes: Sequence[UnitHit | Skipped], dice: Dice
) -> tuple[State, list[UnitHit | Skipped], list[str]]:
    """What the blast does, unit by unit; it stops at the one whose destruction wins the game."""
    results: list[UnitHit | Skipped] = []
    destroyed: list[str] = []
    for hit in outcomes:
        results.append(hit)
        if isinstance(hit, Skipped):
            continue
        state = state.with_marks([hit.unit], barraged=True)
        state = apply_outcome(state, hit.unit, hit.struck.outcome, hit.struck.cause)
        explain_passengers(state, hit.unit, hit.struck, dice)
        if hit.struck.outcome == "destroyed":
            state, lost = lose_unit(state, hit.unit)
            destroyed += lost
            explain_losses(state, lost, dice)
        if state.phase == "over":
            break
    return state, results, destroyed
