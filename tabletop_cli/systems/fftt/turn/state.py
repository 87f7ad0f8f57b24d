"""The state of a battle: figures, contacts, the step, goo, eggs, explosions, and what people said that still holds."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import field
from typing import Any

from ....api import (
    NOTHING_SAID,
    House,
    Id,
    ListOf,
    Memory,
    Nullable,
    OneOf,
    ShapedMapping,
    ShapedObject,
    Text,
    Whole,
    YesNo,
    dataclass,
    fact,
    natural_key,
    plain_data,
    replace,
)
from ..figures import Figure
from ..profiles import ABILITIES, FLANKS, Profile, make_profile
from ..units import UNIT, Unit

MOVES = ("move-first", "move-second", "move-third", "move-fourth")
PHASES = 3
Pair = tuple[str, str]


@dataclass(frozen=True, kw_only=True)
class Piece:
    """One figure of a battle; its facts are what a set-up says of one that it names.

    The `general` is whom the list names without an ability. `pending` wounds take effect later, `wounders` inflicted
    them (FFTT-TURN-7); one that is `doomed` dies with them of its miss (FFTT-AMMO-4). `out` is out of ammo. `store`
    counts what a queen has eaten, `eaten` is a corpse that a queen has had.
    """

    id: str = ""
    side: str = fact(Id("a"))
    unit: Unit = fact(UNIT)
    name: str = fact(Text(), "")
    elite: bool = fact(YesNo(), False)
    veteran: bool | None = fact(YesNo(), None)
    xp: int = fact(Whole(), 0, help="FP of enemies that it has killed")
    abilities: tuple[str, ...] = fact(ListOf(OneOf(ABILITIES)), ())
    gifted: bool = fact(YesNo(), False, help="it has had its roll for 32 FP of experience", rules=("FFTT-XP-1",))
    suffered: int = fact(Whole(), 0, help="wounds, fewer than it has")
    flank: str | None = fact(OneOf(FLANKS), None, help="it is still off the table, on this flank")
    ap: int = 0
    pending: int = 0
    wounders: tuple[str, ...] = ()
    doomed: bool = False
    dead: bool = False
    gone: bool = False
    out: bool = False
    store: int = 0
    eaten: bool = False
    reserved: bool = False
    general: bool = False

    @property
    def kind(self) -> Unit:
        return self.unit

    @property
    def profile(self) -> Profile:
        return make_profile(self.unit, self.abilities, self.xp)

    @property
    def lives(self) -> bool:
        return not (self.dead or self.gone)

    @property
    def there(self) -> bool:
        """Alive and on the table."""
        return self.lives and not self.flank

    @property
    def state(self) -> str:
        """fit, wounded, dead or gone (FFTT-WOUND-1)."""
        if self.dead or self.gone:
            return "dead" if self.dead else "gone"
        return "wounded" if self.suffered >= self.profile.threshold else "fit"

    @property
    def left(self) -> int:
        """How many wounds more kill it, those that are pending counted."""
        return max(0, self.profile.wounds - self.suffered - self.pending)

    def rule_facts(self) -> ShapedObject:
        """What it is to a rule; pending wounds are none yet (FFTT-TURN-7)."""
        known = ("unit", "suffered", "elite", "xp", "veteran", "abilities")
        return {name: getattr(self, name) for name in known}

    @property
    def figure(self) -> Figure:
        return Figure(**self.rule_facts())


@dataclass(frozen=True)
class Contact:
    """Two enemies in base contact; it is `fresh` until the first hand to hand after it is over (FFTT-CC-7)."""

    one: str
    other: str
    fresh: bool = True

    def partner_of(self, who: str) -> str | None:
        """The other one of the two, None where `who` is neither."""
        return {self.one: self.other, self.other: self.one}.get(who)


@dataclass(frozen=True)
class Egg:
    side: str
    laid: int


@dataclass(frozen=True)
class Goo:
    """An area of goo: the turn in which it was shot, and who stands in it."""

    laid: int
    figures: frozenset[str]


@dataclass(frozen=True, kw_only=True)
class Ends:
    """The ends that the players agreed on, besides the last side that stands (FFTT-END-3)."""

    turns: int | None = fact(Nullable(Whole(1)), None, ask="Turn limit? (nothing: no limit)")
    third: bool = fact(YesNo(), False, help="a side that has lost a third of its FP has lost the battle")
    hqs: bool = fact(YesNo(), False, help="a side that has lost all its HQs has lost the battle")
    other: bool = fact(YesNo(), False, help="the players say when it is over, such as with a key position")


@dataclass(frozen=True)
class Over:
    winner: str | None
    by: str


@dataclass(frozen=True)
class State:
    """Everything about a battle.

    `strength` has the FP with which each side began. `moved`, `fired`, `fought` are for this step, `shot_engaged` and
    `heals` for this phase, `rolled` for this turn. `sources` are what each side could reload from when the step
    began (FFTT-AMMO-1); `opening` until the explosions that ended the step before are over.
    """

    house: House
    sides: tuple[str, ...]
    names: Mapping[str, str]
    alliances: tuple[tuple[str, ...], ...]
    campaign: bool
    ends: Ends
    figures: Mapping[str, Piece]
    strength: Mapping[str, int]
    step: str
    turn: int = 1
    phase: int = 1
    order: tuple[str, ...] = ()
    attacker: str | None = None
    initiative: str | None = None
    first: str | None = None
    over: Over | None = None
    experience: bool = False  # figures may have brought experience
    secret: bool = False  # lists are not told before they are deployed
    listed: bool = False  # the set-up has army lists, which say who waits on a flank
    to_hide: Mapping[str, Mapping[str, str]] = field(default_factory=dict)  # by side: who, and on which flank
    agreed: tuple[int, int] | None = None  # width and depth of the table, as the set-up has them
    zone: int | None = None
    edges: Mapping[str, str] = field(default_factory=dict)
    deployed: frozenset[str] = frozenset()
    given_up: frozenset[str] = frozenset()
    had_hq: frozenset[str] = frozenset()
    contacts: tuple[Contact, ...] = ()
    moved: frozenset[str] = frozenset()
    fired: frozenset[str] = frozenset()
    fought: frozenset[str] = frozenset()
    shot_engaged: frozenset[str] = frozenset()
    heals: tuple[Pair, ...] = ()
    rolled: frozenset[str] = frozenset()
    arrived: frozenset[str] = frozenset()
    goo_due: frozenset[str] = frozenset()
    goo_had: frozenset[str] = frozenset()
    eggs: Mapping[str, Egg] = field(default_factory=dict)
    eggs_laid: int = 0
    goo: Mapping[str, Goo] = field(default_factory=dict)
    goo_shot: int = 0
    explosions: tuple[str, ...] = ()
    sources: Mapping[str, tuple[Unit, ...]] = field(default_factory=dict)
    opening: bool = False
    reloads: tuple[Pair, ...] = ()
    credit: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    last: Mapping[str, str] = field(default_factory=dict)
    kept: Memory = NOTHING_SAID

    # --- what is secret ---

    def hidden_from(self, side: str | None) -> frozenset[str]:
        """The figures that a side, None: a screen for everybody, does not know.

        They are those of hidden forces, and of lists before they are deployed (FFTT-SETUP-6, FFTT-FLANK-1).
        """
        return frozenset(one.id for one in self.figures.values() if one.side != side and self.is_hidden(one))

    def is_hidden(self, one: Piece) -> bool:
        """Whether only its own side knows a figure."""
        waits = bool(one.flank) and f"{one.side} {one.flank}" not in self.arrived
        return not self.over and one.lives and (waits or (self.secret and one.side not in self.deployed))

    # --- who is whose ---

    @property
    def mover(self) -> str | None:
        """Whose movement step it is."""
        return self.order[MOVES.index(self.step)] if self.step in MOVES else None

    def is_allied(self, one: str, other: str) -> bool:
        return one == other or any(one in band and other in band for band in self.alliances)

    def is_enemy(self, one: str, other: str) -> bool:
        """Whether two figures are of sides that are not allied."""
        return not self.is_allied(self.figures[one].side, self.figures[other].side)

    @property
    def there(self) -> Iterator[Piece]:
        """Who lives and is on the table."""
        return (one for one in self.figures.values() if one.there)

    def figures_of(self, side: str) -> Iterator[Piece]:
        """The living figures of a side, also those off the table."""
        return (one for one in self.figures.values() if one.side == side and one.lives)

    def waiting_flanks(self, side: str) -> list[str]:
        """The flanks where a force of a side waits, those that have arrived and are not placed among them."""
        return sorted({one.flank for one in self.figures_of(side) if one.flank})

    def lost_fp(self, side: str) -> int:
        """FP of the dead of a side."""
        return sum(one.kind.fp for one in self.figures.values() if one.side == side and one.dead)

    # --- contacts and goo ---

    def touched_by(self, who: str, *, settled: bool = False, fresh: bool = False) -> list[str]:
        """Whom a figure touches; only in `settled` contacts, whose first round is over, or only in `fresh` ones."""
        found = (
            one.partner_of(who)
            for one in self.contacts
            if not (settled and one.fresh) and not (fresh and not one.fresh)
        )
        return sorted(one for one in found if one is not None)

    def without_contacts(self, *who: str) -> State:
        """Their contacts end (FFTT-CC-8)."""
        left = tuple(one for one in self.contacts if one.one not in who and one.other not in who)
        return replace(self, contacts=left)

    def is_in_goo(self, who: str) -> bool:
        return any(who in area.figures for area in self.goo.values())

    def is_held(self, one: Piece) -> bool:
        """Whether goo lets a figure only shoot (FFTT-BUG-4, FFTT-R50)."""
        return self.is_in_goo(one.id) and not one.kind.unheld

    def without_goo_on(self, *who: str) -> State:
        goo = {name: replace(area, figures=area.figures - set(who)) for name, area in self.goo.items()}
        return replace(self, goo=goo)

    @property
    def before_the_first_throw(self) -> bool:
        """Whether nobody has thrown for the initiative yet."""
        return self.turn == 1 and self.initiative is None

    # --- changes ---

    def with_figures(self, *pieces: Piece) -> State:
        figures = {**self.figures, **{one.id: one for one in pieces}}
        return replace(self, figures=figures if len(figures) == len(self.figures) else in_order(figures))

    def with_changed_figure(self, who: str, **changes: Any) -> State:
        return self.with_figures(replace(self.figures[who], **changes))

    def pay_ap(self, who: str, ap: int) -> State:
        """A figure pays action points that it has (FFTT-AP-1)."""
        return self.with_changed_figure(who, ap=self.figures[who].ap - ap)

    @property
    def at_once(self) -> bool:
        """Whether wounds take effect at once (FFTT-TURN-7, FFTT-TURN-8)."""
        return self.step in (*MOVES, "healing")


Played = tuple[State, ShapedObject]
Result = ShapedMapping


def join_sides(sides: Iterable[str]) -> str:
    """Sides that have won together: ``a+c``."""
    return "+".join(sorted(sides))


def in_order(figures: Mapping[str, Piece]) -> dict[str, Piece]:
    """Return figures in the order in which people know them: a1, a2, ... a10."""
    return {one: figures[one] for one in sorted(figures, key=natural_key)}


# --- for machines ---


def view(state: State) -> ShapedObject:
    """The whole state for machines, as the contract has it."""
    told = ("turn", "phase", "step", "attacker", "initiative", "first", "over", "goo", "explosions")
    return {
        **{key: plain_data(getattr(state, key)) for key in told},
        "figures": {name: _figure_data(state, one) for name, one in state.figures.items()},
        "eggs": [{"id": name, **vars(egg)} for name, egg in state.eggs.items()],
        "lost": {side: state.lost_fp(side) for side in state.sides},
    }


def _figure_data(state: State, one: Piece) -> ShapedObject:
    told = ("side", "unit", "ap", "suffered", "pending", "state", "xp", "abilities")
    return {
        **{key: plain_data(getattr(one, key)) for key in told},
        "ammo": "out" if one.out else "ok",
        "on_table": one.there,
        "contact": state.touched_by(one.id),
        "in_goo": state.is_in_goo(one.id),
        "corpses": one.store,
    }
