"""The state of a battle: models, units, counters, the action in progress, the combat that is being fought."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import field
from functools import cached_property

from ....api import NOTHING_SAID, Dice, House, Memory, dataclass, plain_data, replace
from ..counters import SIDES, Side, Turn, idle_sides, opponent_of, shots_left, turn_of
from ..melee import Pool
from ..tables import Battery, Gun, Kind, Vehicle, piercing_gun


@dataclass(frozen=True)
class Model:
    """One model on the table (TD-UNIT-1). `armour` is for vehicles, `towed` for an ATG, `missions` for a spotter.

    `tokens_hmg` counts the reload markers of a second gun, such as the machine gun of a heavy tank, under
    ``reload_scope = weapon``.
    """

    id: str
    side: Side
    unit: str
    kind: Kind
    leader: bool = False
    bonus: int = 0
    armour_piercing: bool = False
    status: str = "none"
    tokens: int = 0
    armour: int | None = None
    towed: bool | None = None
    missions: int | None = None
    tokens_hmg: int | None = None

    @property
    def out(self) -> bool:
        return self.status == "out"

    @property
    def standing(self) -> str:
        """Its status as people say it."""
        return "steady" if self.status == "none" else self.status

    @property
    def is_vehicle(self) -> bool:
        return self.kind.is_vehicle

    @property
    def weapons(self) -> tuple[Gun, ...]:
        """The weapons it may fire, the usual one first; a spotter has none (TD-R7, TD-R11)."""
        return (piercing_gun(),) if self.armour_piercing else self.kind.guns

    @property
    def main_weapon(self) -> Gun | None:
        """The weapon that fires unless another is named; None where there is none."""
        return next(iter(self.weapons), None)

    def is_second(self, weapon: Gun | None) -> bool:
        """Check whether a weapon is the second gun of a vehicle."""
        return isinstance(self.kind, Vehicle) and weapon is not None and weapon is self.kind.second_gun

    def tokens_of(self, weapon: Gun | None) -> int:
        """Reload markers that bar a weapon."""
        return self.tokens_hmg if self.tokens_hmg is not None and self.is_second(weapon) else self.tokens

    def with_tokens(self, weapon: Gun | None, tokens: int) -> Model:
        if self.tokens_hmg is not None and self.is_second(weapon):
            return replace(self, tokens_hmg=tokens)
        return replace(self, tokens=tokens)

    def view_data(self) -> dict[str, object]:
        """All that it has, by name."""
        return {key: plain_data(value) for key, value in vars(self).items() if key != "id" and value is not None}


@dataclass(frozen=True)
class Unit:
    """One unit: a numbered entry of an army. `group` is group(x), None without one; `size` counts no attached HMG."""

    id: str
    side: Side
    type: str
    name: str
    experience: str | None
    maneuverability: str | None
    size: int
    attached_hmg: bool = False
    group: int | None = None
    fast_large: bool = False
    pairs: bool = False
    close_combat_only: bool = False
    guns: Battery | None = None  # off-table artillery
    variant: str | None = None

    def view_data(self) -> dict[str, object]:
        return {key: getattr(self, key) for key in ("side", "type", "experience", "maneuverability", "group")}


@dataclass(frozen=True)
class Smoke:
    """A smoke screen: on the table while fewer than `ends_at` actions have been used by both sides together."""

    by: Side
    cm: tuple[int, int]
    ends_at: int


@dataclass(frozen=True)
class Combat:
    """A close combat: the attacker is the side that moved in; `pot` is the winner's, once there is one."""

    attacker: Side
    rounds: int
    start: tuple[Pool, Pool]  # attacker, defender
    pools: tuple[Pool, Pool]
    cc_dice: Mapping[str, int]
    winner: Side | None = None

    @property
    def defender(self) -> Side:
        return opponent_of(self.attacker)

    def role_of(self, side: Side) -> int:
        """0 for the attacker, 1 for the defender."""
        return 0 if side == self.attacker else 1

    @property
    def pot(self) -> dict[str, int] | None:
        """What the winner has lost so far: close combat dice and armour dice."""
        if self.winner is None:
            return None
        role = self.role_of(self.winner)
        before, now = self.start[role], self.pools[role]
        return {"cc": before.cc - now.cc, "armour": before.armour - now.armour}

    def view_data(self) -> dict[str, object]:
        return {
            "attacker": self.attacker,
            "defender": self.defender,
            "rounds": self.rounds,
            "pools": {"attacker": self.pools[0], "defender": self.pools[1]},
            "cc_dice": dict(self.cc_dice),
            "pot": self.pot,
            "winner": self.winner,
        }


@dataclass(frozen=True)
class Moving:
    """A move, pivot or group move in progress: the models that are neither stopped nor out."""

    kind: str
    by: Side
    models: tuple[str, ...]
    in_catch_up: bool


@dataclass(frozen=True)
class State:
    """Everything about a battle. `catch_up` is the one that ran when the action in progress began (TD-TURN-3)."""

    house: House
    limits: Mapping[Side, int]
    used: Mapping[Side, int]
    models: Mapping[str, Model]
    units: Mapping[str, Unit]
    catch_up: Side | None = None
    moving: Moving | None = None
    combat: Combat | None = None
    leaderless: tuple[str, ...] = ()
    smoke: tuple[Smoke, ...] = ()
    goal: Side | None = None
    scenario: str = ""
    names: Mapping[Side, str] = field(default_factory=dict)
    kept: Memory = NOTHING_SAID

    @cached_property
    def turn(self) -> Turn:
        """Who acts next, as if the action in progress were finished."""
        if self.goal:
            return Turn(None, (), None, True)
        return turn_of(self.used, self.catch_up, self.idle, self.house)

    @property
    def idle(self) -> Mapping[Side, str]:
        """The sides that cannot act any more, each with what it lacks: actions or models."""
        alive = {model.side for model in self.models.values() if not model.out}
        return idle_sides(self.used, self.limits, lambda: [side for side in SIDES if side not in alive])

    @property
    def phase(self) -> str:
        """What is expected now: action, close-combat, casualties, leader, over."""
        if self.goal:
            return "over"
        if self.combat:
            return "casualties" if self.combat.winner else "close-combat"
        if self.leaderless:
            return "leader"
        return "over" if self.turn.over else "action"

    @property
    def on_the_move(self) -> tuple[str, ...]:
        """The models that are moving or pivoting, and may still be stopped."""
        return self.moving.models if self.moving else ()

    @cached_property
    def reactive_left(self) -> int:
        """Reactive shots still allowed at the action in progress (TD-REACT-5); none by a side without models."""
        moving = self.moving
        if not moving or not moving.models or self.turn.over or not any(self.models_there(opponent_of(moving.by))):
            return 0
        return shots_left(self.used, self.limits, moving.by, moving.in_catch_up, self.house)

    @property
    def expected(self) -> Side | None:
        """The side that acts next, or that is asked first: in close combat the attacker, then the winner."""
        if self.combat:
            return self.combat.winner or self.combat.attacker
        if self.leaderless:
            return self.units[self.leaderless[0]].side
        return self.moving.by if self.moving and self.moving.models else self.turn.next

    def models_there(self, side: Side | None = None) -> Iterator[Model]:
        """Models that are not out, of one side or of both."""
        return (model for model in self.models.values() if not model.out and side in (None, model.side))

    def members_of(self, unit: str) -> tuple[Model, ...]:
        """The models of a unit that are still there."""
        return self._by_unit.get(unit, ())

    @cached_property
    def _by_unit(self) -> Mapping[str, tuple[Model, ...]]:
        found: dict[str, list[Model]] = {}
        for model in self.models_there():
            found.setdefault(model.unit, []).append(model)
        return {unit: tuple(members) for unit, members in found.items()}

    def leader_of(self, unit: str) -> Model | None:
        return next((model for model in self.members_of(unit) if model.leader), None)

    def unit_of(self, model: Model) -> Unit:
        return self.units[model.unit]

    # --- names ---

    def side_name(self, side: str) -> str:
        """A side with the name of its army."""
        return f"{side.upper()} ({self.names.get(side, side)})"  # type: ignore[call-overload]

    def role_name(self, side: Side) -> str:
        """A side in a close combat: who moved in, and who was there."""
        attacks = self.combat.attacker if self.combat else self.moving.by if self.moving else side
        return f"{side.upper()} ({'attacker' if side == attacks else 'defender'})"

    def smoke_now(self) -> tuple[Smoke, ...]:
        return tuple(screen for screen in self.smoke if sum(self.used.values()) < screen.ends_at)

    def with_models(self, *models: Model) -> State:
        """The state with these models as they are now."""
        return replace(self, models={**self.models, **{model.id: model for model in models}})


Played = tuple[State, dict[str, object]]


def remove_models(state: State, ids: tuple[str, ...], dice: Dice) -> State:
    """Models go out of action; spotters lose their missions, units may lose their leader (TD-UNIT-4, TD-UNIT-5)."""
    before = state
    if ids:
        _explain_removal(state, ids, dice)
    gone = [
        replace(model, status="out", missions=None if model.missions is None else 0)
        for model in (state.models[one] for one in ids)
    ]
    state = state.with_models(*gone)
    if state.moving:
        left = tuple(one for one in state.moving.models if one not in ids)
        state = replace(state, moving=replace(state.moving, models=left))
    for unit in dict.fromkeys(model.unit for model in gone):
        state = settle_leaders(state, (unit,))
        if unit in state.leaderless:
            dice.explain(f"{unit} has lost its leader: its owner names another", "TD-UNIT-4", tell="now")
        elif (leader := state.leader_of(unit)) is not None and not before.models[leader.id].leader:
            dice.explain(f"{leader.id} is the last of {unit} and leads it now", "TD-UNIT-4", tell="now")
    return state


def _explain_removal(state: State, ids: tuple[str, ...], dice: Dice) -> None:
    """Say which models leave the table, and that a spotter's battery is silent from now on (TD-UNIT-1, TD-UNIT-5)."""
    verb, them = ("is", "it") if len(ids) == 1 else ("are", "them")
    dice.explain(f"{', '.join(ids)} {verb} out of action: take {them} off the table", "TD-UNIT-1", tell="now")
    for one in ids:
        if state.models[one].missions is not None:
            dice.explain(f"{one} was the spotter: its artillery cannot fire any more", "TD-UNIT-5", tell="now")


def settle_leaders(state: State, units: Iterable[str]) -> State:
    """Units without leader: a single survivor leads at once, two or more wait for the owner's choice (TD-UNIT-4)."""
    waiting, heirs = set(state.leaderless), list[Model]()
    for unit in units:
        waiting.discard(unit)
        members = state.members_of(unit)
        if state.units[unit].type == "infantry-unit" and members and not any(model.leader for model in members):
            if len(members) == 1:
                heirs += members
            else:
                waiting.add(unit)
    if waiting != set(state.leaderless):
        state = replace(state, leaderless=tuple(one for one in state.units if one in waiting))
    return with_new_leaders(state, heirs) if heirs else state


def with_new_leaders(state: State, models: Iterable[Model]) -> State:
    """Each of these models leads its unit now, with bonus 0 (TD-UNIT-4, TD-R27)."""
    heirs = {model.unit: model for model in models}
    former = (one for one in state.models.values() if one.leader and one.unit in heirs)
    before = [replace(one, leader=False, bonus=0) for one in former]
    return state.with_models(*before, *(replace(model, leader=True, bonus=0) for model in heirs.values()))


def common_fields(state: State) -> dict[str, object]:
    """The fields that every accepted result carries."""
    now = state.turn
    return {
        "counters": dict(state.used),
        "next": now.next,
        "may": list(now.may),
        "catch_up": now.catch_up,
        "reactive_left": state.reactive_left,
        "phase": state.phase,
    }


def view(state: State) -> dict[str, object]:
    """The whole state for machines."""
    return {
        **common_fields(state),
        "limits": dict(state.limits),
        "over": state.phase == "over",
        "winner": state.goal,
        "moving": list(state.on_the_move),
        "leaderless": list(state.leaderless),
        "smoke": plain_data(state.smoke_now()),
        "combat": plain_data(state.combat.view_data()) if state.combat else None,
        "models": {one: model.view_data() for one, model in state.models.items()},
        "units": {one: unit.view_data() for one, unit in state.units.items()},
    }
