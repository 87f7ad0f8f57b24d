"""The event of an attack by shooting (topic Shooting)."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from ....api import (
    Dice,
    ListOf,
    Place,
    Record,
    Ref,
    Text,
    YesNo,
    dataclass,
    derive_situation,
    fact,
    of_pair,
    plays,
    yes_or_no,
)
from ..attack import ATTACK, Striker
from ..judging import is_legal
from ..profiles import Profile
from ..resolution import Struck
from ..shooting import FireCheck, FireTarget, look_at_fire, look_at_shooter
from ..weapons import is_made_for
from .blows import apply_attack, attack_of, attack_result, end_result
from .gate import (
    ask_now,
    check_enemy,
    check_own,
    check_passes,
    check_phase,
    enemies_on_table,
    enemy_answers,
    known_weapon,
    own_units,
    run_in_order,
)
from .naming import brief_name, few_names, short_id, weapon_name
from .seen import cover_fact, gun_distance, retreat_fact, weapons_for
from .state import Played, State, Unit
from .stories import shoot_story

FEW = 6  # enemies that are named one by one


# --- what people are asked ---


def _target_name(place: Place[State]) -> str:
    return brief_name(place.state, place.event.target)


def _target_profile(place: Place[State]) -> Profile:
    """What the target is."""
    return place.state.profile_of(place.state.units[place.event.target])


def _behind_counts(place: Place[State]) -> bool:
    """Nobody is Flanked who is All-Around (TT-MOD-2)."""
    return not _target_profile(place).has_special("all-around")


def _visible_text(place: Place[State]) -> str:
    front = "" if _has_turret(place, place.record.weapon) else " and in front of it"
    return f"Is {_target_name(place)} visible to {{unit}}{front}?"


def _has_turret(place: Place[State], weapon: str) -> bool:
    """Whether a weapon of the unit fires to all sides, so that nobody says what is in front of it."""
    return "turret" in place.state.profile_of(place.state.units[place.record.unit]).weapons[weapon].traits


def _turret_word(place: Place[State]) -> str:
    """What tells the weapons of a unit apart by what is asked of them."""
    return "turret" if _has_turret(place, place.record.weapon) else ""


@dataclass(frozen=True, kw_only=True)
class Shooter:
    """A weapon that attacks or supports, and what players see from it; of the same unit it is asked once a shot."""

    unit: str = fact(Ref("units"))
    weapon: str = fact(Text())
    distance: Fraction = gun_distance(lambda place: str(place.event.target), "TT-SHOOT-2", "cm to the target")
    in_front: bool = fact(
        YesNo(), True, help="the target is in front of it", holds=of_pair("unit", lambda place: place.event.target)
    )
    visible: bool = fact(
        YesNo(),
        True,
        ask=_visible_text,
        holds=of_pair("unit", lambda place: place.event.target, apart=_turret_word, all_stay=True),
        says=yes_or_no("in view", "not in view"),
        rules=("TT-SHOOT-2", "TT-SHOOT-3", "TT-SHOOT-9"),
    )
    behind: bool = fact(
        YesNo(),
        False,
        ask=lambda place: f"Is {{unit}} entirely behind {_target_name(place)}?",
        when=_behind_counts,
        holds=of_pair("unit", lambda place: place.event.target),
        says=yes_or_no("entirely behind it", "not behind it"),
        help="entirely behind the target",
        rules=("TT-MOD-2",),
    )


def possible_distractions(state: State, shooter: Shooter, target: str) -> list[Unit]:
    """Other enemies that could distract from a target, if they are closer and in plain view (TT-MOD-4)."""
    least = state.profile_of(state.units[shooter.unit]).weapons[shooter.weapon].min_range
    if shooter.distance <= least:
        return []
    others = (foe for foe in enemies_on_table(state) if foe.id != target and not (foe.shot_at or foe.barraged))
    near = Shooter(unit=shooter.unit, weapon=shooter.weapon, distance=least)
    return [foe for foe in others if is_legal(look_at_fire(fire_situation(state, near, foe.id)))]


def _distraction_text(place: Place[State]) -> str:
    found = possible_distractions(place.state, place.event.attacker, place.event.target)
    whom = ", ".join(short_id(foe.id) for foe in found) if len(found) <= FEW else "those not attacked yet"
    shooter = brief_name(place.state, place.event.attacker.unit)
    return f"Is another enemy closer to {shooter}, in its view and not concealed from it? ({whom})"


@dataclass(frozen=True, kw_only=True)
class Shoot:
    attacker: Shooter = fact(
        Record(Shooter),
        ask="Which weapon attacks {target}? (it alone decides cover, traits and the direction of a retreat)",
        among=weapons_for("shooting"),
        weigh=True,
        rules=("TT-SHOOT-6", "TT-SHOOT-12"),
    )
    supporters: tuple[Shooter, ...] = fact(
        ListOf(Record(Shooter)),
        (),
        ask="Which weapon supports? (+1 each)",
        among=weapons_for("shooting"),
        one_by_one=True,
        enough="nobody more",
        weigh=True,
        rules=("TT-SHOOT-5", "TT-SHOOT-7"),
    )
    target: str = fact(Ref("units"), ask="At which enemy?", among=enemy_answers, rules=("TT-SHOOT-5",))
    concealed: bool = fact(
        YesNo(),
        False,
        ask=lambda place: (
            f"Is {{target}} partly hidden from {brief_name(place.state, place.event.attacker.unit)} "
            "(not counting its cover)?"
        ),
        holds=of_pair(lambda place: place.event.attacker.unit, "target", all_stay=True),
        says=yes_or_no("partly hidden", "not hidden"),
        rules=("TT-MOD-3", "TT-SHOOT-9"),
    )
    distraction: bool = fact(
        YesNo(),
        False,
        ask=_distraction_text,
        when=lambda place: bool(possible_distractions(place.state, place.event.attacker, place.event.target)),
        says=yes_or_no("another enemy is closer", "no other enemy is closer"),
        help="a closer enemy distracts",
        rules=("TT-MOD-4",),
    )
    in_cover: bool = cover_fact("target", lambda place: _target_profile(place).cover, "TT-MOD-5")
    can_retreat: bool = retreat_fact("target")

    @property
    def shooters(self) -> Iterator[Shooter]:
        yield self.attacker
        yield from self.supporters


def check_known_weapons(state: State, event: Shoot) -> None:
    """Nobody fires what it has not. Errors: `Malformed`."""
    for one in event.shooters:
        known_weapon(state, one.unit, one.weapon)


# --- the shot ---


def fire_situation(state: State, shooter: Shooter, target: str, *, used: bool = False) -> FireCheck:
    """One weapon's shot as the rule sees it; `used`: it stands in this event already."""
    unit, aim = state.units[shooter.unit], state.units[target]
    fired = used or shooter.weapon in unit.fired
    seen = derive_situation(FireTarget, aim, in_close_combat=state.is_in_close_combat(aim))
    return derive_situation(FireCheck, state, unit, shooter, fired=fired, target=seen)


def _ask_target_first(event: Shoot) -> None:
    """What people say, in this order: the target, its cover, the weapons with what is seen from each."""
    ask_now(event.target, event.in_cover)
    for at, one in enumerate(event.shooters):
        ask_now(one.distance, one.visible, one.behind)
        if at == 0:
            ask_now(event.concealed, event.distraction)


def _check_shots(state: State, event: Shoot, dice: Dice) -> None:
    """Each weapon can shoot, the attacking one first (TT-SHOOT-1 and the rest of the topic)."""
    used: set[tuple[str, str]] = set()
    for at, one in enumerate(event.shooters):
        check_own(state, one.unit)
        if at == 0:
            check_enemy(state, event.target, "TT-SHOOT-2")
        situation = fire_situation(state, one, event.target, used=(one.unit, one.weapon) in used)
        head = weapon_name(state, one.unit, one.weapon)
        check_passes(look_at_fire(situation, supports=at > 0), dice, f"{head}, in support" if at else head)
        used.add((one.unit, one.weapon))


def could_shoot(state: State, unit: Unit) -> bool:
    """Whether a unit has a weapon that may still shoot this turn (TT-SHOOT-1, TT-SHOOT-4)."""
    for weapon, one in state.profile_of(unit).weapons.items():
        shooter = Shooter(unit=unit.id, weapon=weapon, distance=Fraction(0))
        situation = fire_situation(state, shooter, unit.id)
        if is_made_for(one, "shooting") and is_legal(look_at_shooter(situation, state.profile_of(unit), weapon)):
            return True
    return False


def ready_words(state: State) -> str:
    """Who may still shoot, for the menu."""
    able = [unit.id for unit in own_units(state, "table") if could_shoot(state, unit)]
    return f"may still shoot: {few_names(state, able)}"


@plays(
    "shoot",
    Shoot,
    rules=("TT-SHOOT-11", "TT-TRANS-6"),
    detail=ready_words,
    meant=check_known_weapons,
    story=shoot_story,
)
def shoot(state: State, event: Shoot, dice: Dice) -> Played:
    """One attack of the shooting phase, with all its supporters (topic Shooting)."""
    check_phase(state, "shooting")
    run_in_order(lambda: _ask_target_first(event), lambda: _check_shots(state, event, dice))
    dice.assign_dice(attack=state.active or "", defence=state.units[event.target].side)
    attacker, *supporters = (derive_situation(Striker, state.units[one.unit], one) for one in event.shooters)
    struck = dice.settle(ATTACK, attack_of(state, event, "shooting", attacker, supporters))
    assert isinstance(struck, Struck)  # every reason is settled above
    for one in event.shooters:
        state = state.with_marks([one.unit], fired=(*state.units[one.unit].fired, one.weapon))
    state, destroyed = apply_attack(state.with_marks([event.target], shot_at=True), event.target, struck, dice)
    return state, {**attack_result(struck), "destroyed": destroyed, **end_result(state, dice)}
