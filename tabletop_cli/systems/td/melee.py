"""Close combat, what a side brings: its dice, armour dice and armour-piercing tokens."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence

from ...api import (
    Dice,
    DiceRow,
    Finding,
    ListOf,
    Malformed,
    OneOf,
    Record,
    Situation,
    Whole,
    count_text,
    dataclass,
    fact,
)
from .melee_told import pool_words
from .tables import KIND, STATUSES, Kind, infantry, words
from .titles import TITLES

NAMES = ("attacker", "defender")


def combat_dice(kind: Kind, leader_bonus: int = 0) -> int:
    """Close combat dice of one model that is not suppressed (TD-CC-2)."""
    return find_dice(kind, leader_bonus).value


def find_dice(kind: Kind, leader_bonus: int = 0, status: str = "none") -> Finding[int]:
    """Return the close combat dice of one model: more for a leader with +1, one less suppressed.

    The text is what changes them, to stand after its name. Rules: TD-CC-2, TD-R2, TD-UNIT-3.
    """
    own, text = kind.cc_dice or 0, f", leader +{leader_bonus}" if leader_bonus else ""
    leads = text and "TD-UNIT-3"
    if kind.is_vehicle:
        return Finding(own, text, "TD-CC-2", leads)
    if leader_bonus:
        own += leader_bonus * int(infantry()["profile"]["leader_bonus_cc_dice"])
    if status == "suppressed":
        own, text = own - 1, f"{text}, suppressed and so one die less"
    return Finding(own, text, "TD-CC-2", "TD-R2", leads)


@dataclass(frozen=True, kw_only=True)
class Fighter:
    """A model in base contact; `name` is its id on a table."""

    kind: Kind = fact(KIND)
    leader_bonus: int = fact(Whole(0, 1), 0)
    status: str = fact(OneOf(STATUSES), "none")
    armour: int | None = fact(Whole(), None, help="vehicles: armour now; default: by the table")
    ap_tokens: int = fact(Whole(), 0, help="armour-piercing tokens that it brings")
    name: str = ""

    def __post_init__(self) -> None:
        if self.armour is not None and not self.kind.is_vehicle:
            raise Malformed(f"models: {self.kind.key} has no armour; only vehicles have")

    @property
    def dice(self) -> int:
        return find_dice(self.kind, self.leader_bonus, self.status).value

    @property
    def armour_dice(self) -> int:
        """Armour dice = current armour (TD-CC-3, TD-R45)."""
        return (self.kind.armour or 0) if self.armour is None else self.armour


@dataclass(frozen=True, kw_only=True)
class Fighters(Situation):
    models: tuple[Fighter, ...] = fact(ListOf(Record(Fighter)), ask="Which models fight?")


@dataclass(frozen=True, kw_only=True)
class Pool:
    """What a side brings to close combat."""

    cc: int = fact(Whole(0, 500), ask="How many close combat dice?")
    armour: int = fact(Whole(0, 500), 0, ask="How many armour dice?")
    tokens: int = fact(Whole(0, 500), 0, ask="How many armour-piercing tokens?")

    @property
    def row(self) -> DiceRow:
        return DiceRow(self.cc, self.armour, self.tokens)

    @property
    def words(self) -> str:
        """What it holds, without what it has not: ``10 dice, 4 armour dice, 1 token``."""
        return pool_words(self.cc, self.armour, self.tokens)

    def without_losses(self, lost: DiceRow, spent: int = 0) -> Pool:
        """What is left after a round: without what was lost, and without tokens that were spent."""
        return Pool(cc=self.cc - lost.dice, armour=self.armour - lost.armour, tokens=self.tokens - lost.tokens - spent)

    def without_idle_tokens(self, foe: Pool) -> Pool:
        """Without tokens that can never count: those beyond the dice, and all of them where the foe has no armour."""
        useful = min(self.tokens, self.cc) if foe.armour else 0
        return self if useful == self.tokens else Pool(cc=self.cc, armour=self.armour, tokens=useful)


def cc_pool(s: Fighters, dice: Dice) -> Pool:
    """The pool of a side: close combat dice, armour dice and tokens of its models (TD-CC-2, TD-CC-3)."""
    pools = report_pools(s.models, dice)
    pool = Pool(
        cc=sum(one.cc for one in pools),
        armour=sum(one.armour for one in pools),
        tokens=sum(one.tokens for one in pools),
    )
    dice.explain(f"{count_text(len(s.models), 'model')} in all: {pool.words}", "TD-CC-2", "TD-CC-3")
    return pool


def find_pool(model: Fighter) -> Finding[Pool]:
    """Return what a model brings, and as words what it is: ``infantry, leader +1`` (TD-CC-2, TD-CC-3, TD-R45)."""
    own = find_dice(model.kind, model.leader_bonus, model.status)
    pool = Pool(cc=own.value, armour=model.armour_dice, tokens=model.ap_tokens)
    name = model.kind.name.lower() if model.kind.is_vehicle else str(words("fighters")[model.kind.key])
    armed = pool.armour + pool.tokens > 0
    return Finding(pool, f"{name}{own.text}", own, armed and "TD-CC-3", armed and "TD-R45")


def report_pools(models: Sequence[Fighter], dice: Dice) -> list[Pool]:
    """Return what each model brings; those that bring the same for the same reasons share a line.

    What stands out is told as a reason: vehicles, leaders with a bonus, suppressed models.
    """
    found = [find_pool(model) for model in models]
    alike = defaultdict[tuple[str, str, tuple[str, ...]], list[Fighter]](list)
    for model, pool in zip(models, found, strict=True):
        alike[pool.text, pool.value.words, pool.rules].append(model)
    for (what, brings, rules), which in alike.items():
        one, each = which[0], " each" if len(which) > 1 else ""
        many = f"{len(which)} x {what}" if each else what
        who = f"{', '.join(model.name for model in which)} ({what})" if one.name else many
        special = one.kind.is_vehicle or find_dice(one.kind, one.leader_bonus, one.status).text
        dice.explain(f"{who}: {brings}{each}", *rules, tell="reason" if special else "")
    return [pool.value for pool in found]


CC_POOL = TITLES.make_resolver("cc-pool", Fighters, cc_pool, rules=("TD-CC-2", "TD-CC-3"))
