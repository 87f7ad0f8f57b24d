"""The event of an attack by shooting (topic Shooting)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from ....api import Answer, Dice, EventKind, ListOf, Number, Place, Record, Ref, Text, YesNo, derived, fact
from ..attack import ATTACK, Attack, Striker
from ..judging import bans
from ..movement import plain_cm
from ..resolution import Struck
from ..shooting import FireCheck, FireTarget, look_at_fire, look_at_shooter, range_words
from ..situation import UnitFacts
from ..weapons import fits
from .gate import (
    asked_now,
    check_enemy,
    check_own,
    check_phase,
    enemies,
    enemy_answers,
    in_order_of,
    known_weapon,
    own,
    passed,
)
from .guns import suffer
from .seen import in_cover_or_not, retreat_text, said, weapon_answers
from .state import State, Unit, ended, facts_of_unit, lose
from .stories import shoot_story
from .words import brief_name, few_names, names, short, weapon_name

Played = tuple[State, dict[str, Any]]
FEW = 6  # enemies that are named one by one


# --- what people are asked ---


def guns(place: Place[State]) -> Iterator[Answer]:
    """Weapons for shooting of own units, but for those that take part already."""
    used = [place.reader.answers.get("attacker", {}), *place.items] if place.fact.name == "supporters" else []
    return weapon_answers(place.state, "shooting", used)


def _target(place: Place[State]) -> str:
    return brief_name(place.state, place.event.target)


def _weapon(place: Place[State]) -> Any:
    return place.state.profile(place.state.units[place.record.unit]).weapons[place.record.weapon]


def _behind_counts(place: Place[State]) -> bool:
    """Nobody is Flanked who is All-Around (TT-MOD-2)."""
    return not place.state.profile(place.state.units[place.event.target]).has("all-around")


def _visible_text(place: Place[State]) -> str:
    front = "" if "turret" in _weapon(place).traits else " and in front of it"
    return f"Is {_target(place)} visible to {{unit}}{front}?"


@dataclass(frozen=True, kw_only=True)
class Shooter:
    """A weapon that attacks or supports, and what players see from it; of the same unit it is asked once a shot."""

    unit: str = fact(Ref("units"))
    weapon: str = fact(Text())
    distance: Fraction = fact(
        Number(0),
        ask=lambda place: f"How far is {_target(place)} from {{unit}}, in cm? ({range_words(_weapon(place))})",
        usual=lambda place: plain_cm(_weapon(place).range),
        known=lambda place: said("distance", place),
        help="cm to the target",
        rules=("TT-SHOOT-2",),
    )
    in_front: bool = fact(
        YesNo(), True, help="the target is in front of it", known=lambda place: said("in_front", place)
    )
    visible: bool = fact(
        YesNo(),
        True,
        ask=_visible_text,
        known=lambda place: said("visible", place),
        rules=("TT-SHOOT-2", "TT-SHOOT-3", "TT-SHOOT-9"),
    )
    behind: bool = fact(
        YesNo(),
        False,
        ask=lambda place: f"Is {{unit}} entirely behind {_target(place)}?",
        when=_behind_counts,
        known=lambda place: said("behind", place),
        help="entirely behind the target",
        rules=("TT-MOD-2",),
    )


def distracting(state: State, shooter: Shooter, target: str) -> list[Unit]:
    """Other enemies that could distract from a target, if they are closer and in plain view (TT-MOD-4)."""
    least = state.profile(state.units[shooter.unit]).weapons[shooter.weapon].min_range
    if shooter.distance <= least:
        return []
    others = (foe for foe in enemies(state) if foe.id != target and not (foe.shot_at or foe.barraged))
    near = Shooter(unit=shooter.unit, weapon=shooter.weapon, distance=least)
    return [foe for foe in others if next(bans(look_at_fire(fire_situation(state, near, foe.id))), None) is None]


def _distraction_text(place: Place[State]) -> str:
    found = distracting(place.state, place.event.attacker, place.event.target)
    whom = ", ".join(short(foe.id) for foe in found) if len(found) <= FEW else "those not attacked yet"
    shooter = brief_name(place.state, place.event.attacker.unit)
    return f"Is another enemy closer to {shooter}, in its view and not concealed from it? ({whom})"


@dataclass(frozen=True, kw_only=True)
class Shoot:
    attacker: Shooter = fact(
        Record(Shooter),
        ask="Which weapon attacks {target}? (it alone decides cover, specials and the way of a retreat)",
        among=guns,
        weigh=True,
        rules=("TT-SHOOT-6", "TT-SHOOT-12"),
    )
    supporters: tuple[Shooter, ...] = fact(
        ListOf(Record(Shooter)),
        (),
        ask="Which weapon supports? (+1 each)",
        among=guns,
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
        rules=("TT-MOD-3", "TT-SHOOT-9"),
    )
    distraction: bool = fact(
        YesNo(),
        False,
        ask=_distraction_text,
        when=lambda place: bool(distracting(place.state, place.event.attacker, place.event.target)),
        help="a closer enemy distracts",
        rules=("TT-MOD-4",),
    )
    in_cover: bool = fact(
        YesNo(),
        False,
        ask="Is {target} in cover, or partly?",
        among=in_cover_or_not,
        when=lambda place: place.state.profile(place.state.units[place.event.target]).cover,
        rules=("TT-MOD-5",),
    )
    can_retreat: bool = fact(
        YesNo(),
        True,
        ask=lambda place: retreat_text(place, place.event.target),
        whose=lambda place: place.state.units[place.event.target].side,
        rules=("TT-RET-1", "TT-RET-3"),
    )

    @property
    def shooters(self) -> Iterator[Shooter]:
        yield self.attacker
        yield from self.supporters


def weapons_are_meant(state: State, event: Shoot) -> None:
    """Nobody fires what it has not. Errors: `Malformed`."""
    for one in event.shooters:
        known_weapon(state, one.unit, one.weapon)


# --- the shot ---


def fire_target(state: State, one: str) -> FireTarget:
    """A target with its marks."""
    unit = state.units[one]
    return FireTarget(
        **facts_of_unit(unit),
        in_close_combat=state.in_close_combat(unit),
        shot_at=unit.shot_at,
        barraged=unit.barraged,
        loaded=unit.loaded,
        in_reserve=unit.in_reserve,
        cloak_cancelled=unit.cloak_cancelled,
    )


def fire_situation(state: State, shooter: Shooter, target: str, *, used: bool = False) -> FireCheck:
    """One weapon's shot as the rule sees it; `used`: it stands in this event already."""
    unit = state.units[shooter.unit]
    return derived(
        FireCheck,
        shooter,
        house=state.house,
        catalogue=state.catalogue,
        **facts_of_unit(unit),
        weapon=shooter.weapon,
        moved=unit.moved,
        entered=unit.entered,
        unloaded=unit.unloaded,
        ran=unit.ran,
        charged=unit.charged,
        loaded=unit.loaded,
        fired=used or shooter.weapon in unit.fired,
        target=fire_target(state, target),
    )


def attack_situation(state: State, event: Shoot, supporters: Sequence[Shooter]) -> Attack:
    """The attack as the rule sees it; whether the target can retreat is read when it has to."""

    def striker(one: Shooter) -> Striker:
        return derived(Striker, one, **facts_of_unit(state.units[one.unit]), weapon=one.weapon)

    target = state.units[event.target]
    return derived(
        Attack,
        event,
        house=state.house,
        catalogue=state.catalogue,
        kind="shooting",
        attacker=striker(event.attacker),
        supporters=tuple(map(striker, supporters)),
        target=UnitFacts(**facts_of_unit(target)),
        emperor_available=target.side in state.emperor_sides(),
    )


def _asks(event: Shoot) -> None:
    """What people say, in this order: the target, its cover, the weapons with what is seen from each."""
    asked_now(event.target, event.in_cover)
    for at, one in enumerate(event.shooters):
        asked_now(one.distance, one.visible, one.behind)
        if at == 0:
            asked_now(event.concealed, event.distraction)


def _check_shots(state: State, event: Shoot, dice: Dice) -> None:
    """Each weapon can shoot, the attacking one first (TT-SHOOT-1 and the rest of the topic)."""
    used: set[tuple[str, str]] = set()
    for at, one in enumerate(event.shooters):
        check_own(state, one.unit)
        if at == 0:
            check_enemy(state, event.target, "TT-SHOOT-2")
        situation = fire_situation(state, one, event.target, used=(one.unit, one.weapon) in used)
        head = weapon_name(state, one.unit, one.weapon)
        passed(look_at_fire(situation, supports=at > 0), dice, f"{head}, in support" if at else head)
        used.add((one.unit, one.weapon))


def play_shoot(state: State, event: Shoot, dice: Dice) -> Played:
    """One attack of the shooting phase, with all its supporters (topic Shooting)."""
    check_phase(state, "shooting")
    in_order_of(lambda: _asks(event), lambda: _check_shots(state, event, dice))
    dice.hands(defence=state.units[event.target].side)
    struck = dice.settle(ATTACK, attack_situation(state, event, list(event.supporters)))
    assert isinstance(struck, Struck)  # every reason is settled above
    for one in event.shooters:
        state = state.mark([one.unit], fired=(*state.units[one.unit].fired, one.weapon))
    state, destroyed = struck_down(state.mark([event.target], shot_at=True), event.target, struck, dice)
    return state, {**told(struck), "destroyed": destroyed, **ended(state)}


def struck_down(state: State, one: str, struck: Struck, dice: Dice) -> tuple[State, list[str]]:
    """What an attack does to its target; the ids that are lost, a transport before its passengers."""
    before = state
    state = suffer(state, one, struck.outcome, struck.cause)
    if struck.outcome != "destroyed":
        return state, []
    state, lost = lose(state, one)
    if len(lost) > 1:
        dice.explain(f"{names(before, lost[1:])} went down with {brief_name(before, one)}", "TT-TRANS-6")
    return state, lost


def told(struck: Struck) -> dict[str, Any]:
    """The result of an attack for machines."""
    return {
        "attack_total": struck.attack_total,
        "defence_total": struck.defence_total,
        "outcome": struck.outcome,
        "cause": struck.cause,
    }


def could_shoot(state: State, unit: Unit) -> bool:
    """Whether a unit has a weapon that may still shoot this turn (TT-SHOOT-1, TT-SHOOT-4)."""
    for weapon, one in state.profile(unit).weapons.items():
        shooter = Shooter(unit=unit.id, weapon=weapon, distance=Fraction(0))
        situation = fire_situation(state, shooter, unit.id)
        if fits(one, "shooting") and next(bans(look_at_shooter(situation, state.profile(unit), weapon)), None) is None:
            return True
    return False


def ready_words(state: State) -> str:
    """Who may still shoot, for the menu."""
    return f"may still shoot: {few_names(state, [unit.id for unit in own(state, 'table') if could_shoot(state, unit)])}"


EVENTS = (
    EventKind(
        id="shoot",
        title="Shoot",
        key="f",
        detail=ready_words,
        cls=Shoot,
        play=play_shoot,
        meant=weapons_are_meant,
        story=shoot_story,
        rules=(
            "TT-SHOOT-2",
            "TT-SHOOT-5",
            "TT-SHOOT-6",
            "TT-SHOOT-7",
            "TT-SHOOT-9",
            "TT-SHOOT-11",
            "TT-SHOOT-12",
            "TT-RET-1",
            "TT-TRANS-6",
        ),
    ),
)
