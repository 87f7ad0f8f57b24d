"""The state of a battle: miniatures, squads, the activation that runs, suppressed areas, and what follows an end."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import field
from functools import cached_property

from ....api import NOTHING_SAID, Dice, House, Memory, Shaped, ShapedObject, dataclass, replace
from ..morale import is_crippled
from ..row_types import Arm, Level, Role, UnitKind, Weapon, arm_of


@dataclass(frozen=True)
class Mini:
    """One soldier. `co`: a sergeant with the CO row (TGF-R1); `hides`: has spent his hide action (TGF-HIDE-1).

    `touches` is the enemy into whose contact he has moved; `above` are the whole cm above the
    ground after his last climb.
    """

    id: str
    squad: str
    role: Role
    level: Level
    weapon: Weapon
    actions: int
    co: bool = False
    dead: bool = False
    panicked: bool = False
    overwatch: bool = False
    prone: bool = False
    hides: bool = False
    aim: str | None = None
    touches: str | None = None
    above: int = 0


@dataclass(frozen=True)
class Squad:
    """A unit: `size` is the original one. `tried` to recover and `fired` its gun are for this turn (TGF-GUN-2)."""

    id: str
    side: str
    kind: UnitKind
    name: str
    size: int
    leader: str
    pieces: tuple[Weapon, ...] = ()
    activated: bool = False
    tried: bool = False
    shot_at: bool = False
    loaded: bool = False
    laid: bool = False  # the gun is aimed
    fired: bool = False

    @property
    def gun(self) -> Weapon | None:
        return next((piece for piece in self.pieces if piece.piece == "gun"), None)


@dataclass(frozen=True)
class Observed:
    """What an observer has tried in this activation, for which pieces (TGF-FO-1)."""

    attempts: int = 0
    done: bool = False
    pieces: tuple[int, ...] = ()


@dataclass(frozen=True)
class Activation:
    """A squad's activation: sizes when it began, who acts and who has acted, the last trigger, kills and hits so far.

    `tally` has kills and hits by ``<firing squad> <squad>``; `firing` the mortars' actions by the piece's index;
    `may_enter` is whether somebody can get into a suppressed area, as far as people have said that.
    """

    squad: str
    starts: Mapping[str, int]
    mini: str | None = None
    passed: frozenset[str] = frozenset()
    spent: bool = False
    trigger: str | None = None
    tally: Mapping[str, tuple[int, int]] = field(default_factory=dict)
    observed: Mapping[str, Observed] = field(default_factory=dict)
    firing: Mapping[str, int] = field(default_factory=dict)
    may_enter: bool | None = None


@dataclass(frozen=True)
class Area:
    """A suppressed area: who laid it, with how many of each weapon, and its strength against who is in it."""

    by: str
    weapons: Mapping[str, int]
    strengths: Mapping[str, int]


@dataclass(frozen=True)
class State:
    """Everything about a battle. `targets` are those at whom each squad fired last."""

    house: House
    players: Mapping[str, str]
    squads: Mapping[str, Squad]
    minis: Mapping[str, Mini]
    turn: int = 1
    phase: str = "initiative"
    order: tuple[str, ...] = ()
    chooser: str | None = None
    current: str | None = None
    active: Activation | None = None
    areas: tuple[Area, ...] = ()
    witnessed: frozenset[str] = frozenset()
    gone: tuple[str, ...] = ()  # squads that the last event annihilated, which others may have seen
    winner: str | None = None
    targets: Mapping[str, str] = field(default_factory=dict)
    kept: Memory = NOTHING_SAID

    # --- who is there ---

    @cached_property
    def _members(self) -> Mapping[str, tuple[Mini, ...]]:
        return {
            one: tuple(mini for mini in self.minis.values() if mini.squad == one and not mini.dead)
            for one in self.squads
        }

    def living_minis(self, squad: str) -> tuple[Mini, ...]:
        """The members of a squad that live, in order."""
        return self._members[squad]

    @property
    def able_minis(self) -> list[str]:
        """Who of the active squad can act: those with actions who were not passed over (TGF-TURN-4)."""
        active = self.active
        living = self.living_minis(active.squad) if active else ()
        return [one.id for one in living if active and one.actions > 0 and one.id not in active.passed]

    @property
    def there(self) -> Mapping[str, Mini | Squad]:
        """Everything that an area may be laid on: miniatures and whole squads."""
        return {**self.minis, **self.squads}

    def leader_of(self, squad: str) -> Mini:
        return self.minis[self.squads[squad].leader]

    def squad_of(self, mini: Mini) -> Squad:
        return self.squads[mini.squad]

    def side_of(self, mini: Mini) -> str:
        return self.squads[mini.squad].side

    def has_left(self, side: str) -> bool:
        """Whether a player has a living miniature."""
        return any(self.living_minis(one.id) for one in self.squads.values() if one.side == side)

    def arm_of(self, row: Weapon) -> Arm:
        """A weapon as it is played in this battle."""
        return arm_of(self.house, row)

    # --- how they are ---

    def is_squad_panicked(self, squad: str) -> bool:
        """A unit counts as panicked while its leader is (TGF-PANIC-7)."""
        return self.leader_of(squad).panicked

    def is_squad_hidden(self, squad: str) -> bool:
        """A unit is hidden when all its living members have hidden (TGF-HIDE-1)."""
        return bool(self.living_minis(squad)) and all(mini.hides for mini in self.living_minis(squad))

    def are_touching(self, one: str, other: str) -> bool:
        """Whether one of two has moved into contact with the other, and neither has moved since (TGF-CC-1)."""
        return self.minis[one].touches == other or self.minis[other].touches == one

    def touched_by(self, mini: str) -> str | None:
        """The first living enemy with whom a miniature is in contact."""
        living = (one.id for one in self.minis.values() if not one.dead)
        return next((one for one in living if self.are_touching(mini, one)), None)

    def strength_on_mini(self, mini: str) -> int | None:
        """The strongest area that a miniature is in, None outside of all (TGF-SUP-8)."""
        return max((area.strengths[mini] for area in self.areas if mini in area.strengths), default=None)

    def strength_on_squad(self, squad: str) -> int | None:
        """The strongest area on any living member (TGF-SUP-6, TGF-R70)."""
        found = [self.strength_on_mini(mini.id) for mini in self.living_minis(squad)]
        return max((one for one in found if one is not None), default=None)

    def is_squad_suppressed(self, squad: str) -> bool:
        return self.strength_on_squad(squad) is not None

    def is_squad_under_fire(self, squad: str) -> bool:
        """Whether it was fired at since the end of its previous activation, or is suppressed (TGF-R67)."""
        shot_at = self.squads[squad].shot_at and self.house["under-fire"] == "since-last-activation"
        return shot_at or self.is_squad_suppressed(squad)

    def is_squad_crippled(self, squad: str) -> bool:
        """Whether it may never again come nearer to an enemy (TGF-PERM-1, TGF-R68)."""
        one = self.squads[squad]
        return is_crippled(one.size, len(self.living_minis(squad)), self.leader_of(squad).level, one.kind)

    # --- changes ---

    def with_moved(self, minis: Iterable[Mini], touches: str | None = None) -> State:
        """Miniatures have moved: they are in contact with nobody else, and are on the ground."""
        moved = {mini.id for mini in minis}
        parted = [one for one in self.minis.values() if one.id in moved or one.touches in moved]
        changed = (
            replace(one, touches=touches, above=0) if one.id in moved else replace(one, touches=None) for one in parted
        )
        return self.with_minis(*changed)

    def with_minis(self, *minis: Mini) -> State:
        return replace(self, minis={**self.minis, **{one.id: one for one in minis}})

    def with_squad(self, squad: str, **changed: Shaped) -> State:
        return replace(self, squads={**self.squads, squad: replace(self.squads[squad], **changed)})

    def with_activation(self, **changed: Shaped) -> State:
        """The state with the activation as it is now."""
        return self if self.active is None else replace(self, active=replace(self.active, **changed))

    def take_out_of_areas(self, gone: Collection[str], by: Collection[str] | None = None) -> State:
        """The state with miniatures outside of all suppressed areas, or of those that some squads laid."""
        areas = (
            replace(area, strengths={one: found for one, found in area.strengths.items() if one not in gone})
            if by is None or area.by in by
            else area
            for area in self.areas
        )
        return replace(self, areas=tuple(areas))

    def spend_actions(self, minis: Iterable[Mini], cost: int = 1, **changed: Shaped) -> State:
        """Miniatures pay for something; whatever it is, an aim is lost by it unless it is kept (TGF-AIM-1)."""
        paid = (replace(mini, **{"aim": None, **changed, "actions": mini.actions - cost}) for mini in minis)
        return self.with_minis(*paid).with_activation(spent=True)


def reveal_squad(state: State, squad: str, dice: Dice) -> State:
    """Whoever fires is hidden no longer, and neither is his squad (TGF-HIDE-2)."""
    hiding = [mini for mini in state.living_minis(squad) if mini.hides]
    if hiding:
        dice.explain(f"{squad} is hidden no longer", "TGF-HIDE-2", tell="now")
    return state.with_minis(*(replace(mini, hides=False) for mini in hiding))


# --- turns ---


def begin_activation(state: State, squad: str) -> State:
    """A squad is activated: its areas, its overwatch and half a hiding end (TGF-SUP-7, TGF-OW-4, TGF-HIDE-1)."""
    members = (replace(mini, overwatch=False, hides=state.is_squad_hidden(squad)) for mini in state.living_minis(squad))
    state = state.with_minis(*members).with_squad(squad, activated=True)
    starts = {one: len(state.living_minis(one)) for one in state.squads}
    return lift_areas(replace(state, active=Activation(squad, starts)), squad)


def lift_areas(state: State, by: str) -> State:
    """The areas of a squad are there no longer (TGF-SUP-7)."""
    return replace(state, areas=tuple(area for area in state.areas if area.by != by))


def end_activation(state: State) -> State:
    """The activation is over; the next player activates, or a new turn begins (TGF-TURN-3, TGF-TURN-5, TGF-TURN-6)."""
    assert state.active is not None
    done = state.active.squad
    state = state.with_minis(*(replace(mini, aim=None) for mini in state.living_minis(done))).with_squad(
        done, shot_at=False
    )
    state = replace(state, active=None, current=_next_player(state))
    return state if state.current is not None else _new_turn(state)


def _following_players(state: State) -> tuple[str, ...]:
    """All players in the order in which they would be next."""
    assert state.current is not None
    at = state.order.index(state.current) + 1
    return (*state.order[at:], *state.order[:at])


def _waiting_players(state: State) -> set[str]:
    """The players who have a squad to activate."""
    return {one.side for one in state.squads.values() if not one.activated and state.living_minis(one.id)}


def _next_player(state: State) -> str | None:
    """The next player in order who has a squad to activate."""
    waiting = _waiting_players(state)
    return next((side for side in _following_players(state) if side in waiting), None)


def passed_over_players(state: State) -> list[str]:
    """The players who would be next and have nobody to activate, while another has (TGF-TURN-5)."""
    waiting, skipped = _waiting_players(state), []
    for side in _following_players(state) if waiting else ():
        if side in waiting:
            break
        skipped.append(side)
    return skipped


def _new_turn(state: State) -> State:
    """A new turn and a new initiative: everybody has all actions again (TGF-TURN-6, TGF-R39)."""
    squads = {one.id: replace(one, activated=False, tried=False, fired=False) for one in state.squads.values()}
    state = state.with_minis(*(replace(mini, actions=mini.level.ac) for mini in state.minis.values() if not mini.dead))
    areas = () if state.house["suppression-duration"] == "end-of-turn" else state.areas
    return replace(state, squads=squads, areas=areas, turn=state.turn + 1, phase="initiative", chooser=None)


# --- for machines ---


def view(state: State) -> ShapedObject:
    """The whole state for machines, as the contract has it."""
    minis = [mini for mini in state.minis.values() if not mini.dead]
    squads = [one.id for one in state.squads.values() if state.living_minis(one.id)]
    strengths = {mini.id: state.strength_on_mini(mini.id) for mini in minis}

    def minis_with(word: str) -> list[str]:
        return sorted(mini.id for mini in minis if getattr(mini, word))

    return {
        "turn": state.turn,
        "phase": state.phase,
        "order": list(state.order),
        "chooser": state.chooser,
        "current": state.current,
        "active": state.active.squad if state.active else None,
        "trigger": state.active.trigger if state.active else None,
        "winner": state.winner,
        "actions": {mini.id: mini.actions for mini in minis},
        "dead": sorted(mini.id for mini in state.minis.values() if mini.dead),
        **{word: minis_with(word) for word in ("panicked", "overwatch", "prone")},
        "aims": {mini.id: mini.aim for mini in minis if mini.aim is not None},
        "hidden": sorted(one for one in squads if state.is_squad_hidden(one)),
        "suppressed": {one: found for one, found in strengths.items() if found is not None},
        "under_fire": sorted(one for one in squads if state.is_squad_under_fire(one)),
        "loaded": sorted(one.id for one in state.squads.values() if one.loaded),
        "leaders": {one: state.squads[one].leader for one in squads},
        "activated": sorted(one for one in squads if state.squads[one].activated),
    }
