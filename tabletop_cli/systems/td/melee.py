"""Close combat: pools of dice, compared column by column until one side has none."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import partial
from typing import ClassVar

from ...api import (
    ByLot,
    Columns,
    Compared,
    Dice,
    DiceRow,
    Group,
    House,
    Illegal,
    ListOf,
    Malformed,
    Odds,
    OneOf,
    Placed,
    Record,
    Resolver,
    Situation,
    Whole,
    YesNo,
    enumerate_weights,
    fact,
    fight_work,
    has,
    hidden,
    if_answered,
    judge,
)
from .melee_told import fighter_told, pool_words, tell_losses, tell_round
from .tables import STATUSES, VEHICLES, entry_of, how_many, infantry, vehicles

KINDS = ("infantry", "hmg", "spotter", "atg", *VEHICLES)


def combat_dice(kind: str, leader_bonus: int, status: str) -> int:
    """Close combat dice of one model: by its kind, more for a leader with +1, one less suppressed (TD-CC-2)."""
    if kind in VEHICLES:
        return int(vehicles()[kind]["cc_dice"])
    if kind == "infantry":
        own = infantry()["profile"]["cc_dice"] + leader_bonus * infantry()["profile"]["leader_bonus_cc_dice"]
    else:
        own = entry_of(kind)["cc_dice"]
    return max(0, int(own) - (status == "suppressed"))


@dataclass(frozen=True, kw_only=True)
class Fighter:
    """A model in base contact."""

    kind: str = fact(OneOf(KINDS))
    leader_bonus: int = fact(Whole(0, 1), 0)
    status: str = fact(OneOf(STATUSES), "none")
    armour: int | None = fact(Whole(), None, help="vehicles: armour now; default: by the table")
    ap_tokens: int = fact(Whole(), 0, help="armour-piercing tokens that it brings")

    def __post_init__(self) -> None:
        if self.armour is not None and self.kind not in VEHICLES:
            raise Malformed(f"models: {self.kind} has no armour; only vehicles have")

    @property
    def dice(self) -> int:
        return combat_dice(self.kind, self.leader_bonus, self.status)

    @property
    def armour_dice(self) -> int:
        """Armour dice = current armour (TD-CC-3, TD-R45)."""
        if self.kind not in VEHICLES:
            return 0
        return int(vehicles()[self.kind]["armour"]) if self.armour is None else self.armour


@dataclass(frozen=True, kw_only=True)
class Fighters(Situation):
    models: tuple[Fighter, ...] = fact(ListOf(Record(Fighter)), ask="Which models fight?")


@dataclass(frozen=True, kw_only=True, slots=True)
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

    def less(self, lost: DiceRow, spent: int = 0) -> Pool:
        """What is left after a round: without what was lost, and without tokens that were spent."""
        return Pool(cc=self.cc - lost.dice, armour=self.armour - lost.armour, tokens=self.tokens - lost.tokens - spent)

    def without_idle_tokens(self, foe: Pool) -> Pool:
        """Without tokens that can never count: those beyond the dice, and all of them where the foe has no armour."""
        useful = min(self.tokens, self.cc) if foe.armour else 0
        return self if useful == self.tokens else Pool(cc=self.cc, armour=self.armour, tokens=useful)


def cc_pool(s: Fighters, dice: Dice) -> Pool:
    """The pool of a side: close combat dice, armour dice and tokens of its models (TD-CC-2, TD-CC-3)."""
    for model in s.models:
        text, rules = fighter_told(model)
        dice.explain(text, *rules)
    pool = Pool(
        cc=sum(model.dice for model in s.models),
        armour=sum(model.armour_dice for model in s.models),
        tokens=sum(model.ap_tokens for model in s.models),
    )
    dice.explain(f"{how_many(len(s.models), 'model')} in all: {pool.words}", "TD-CC-2", "TD-CC-3")
    return pool


@dataclass(frozen=True, kw_only=True)
class SidePlacement:
    """Variant 2: the column of each armour die in rolled order, and the columns that get a token."""

    armour: tuple[int, ...] = fact(ListOf(Whole(1)), ())
    tokens: tuple[int, ...] = fact(ListOf(Whole(1)), ())

    def token_columns(self, tokens: int) -> frozenset[int]:
        """The columns that get a token; nobody without tokens places any."""
        return frozenset(self.tokens if tokens else ())

    def misfit(self, pool: Pool) -> str:
        """What is wrong with it, with both numbers; empty if it fits (TD-CC-10).

        Every armour die is placed, no column twice, and no more tokens than there are.
        """
        if len(self.armour) != pool.armour:
            return f"{how_many(pool.armour, 'armour die', 'armour dice')} to place, {len(self.armour)} placed"
        if len(self.tokens) > pool.tokens:
            return f"{how_many(pool.tokens, 'token')} to place at most, {len(self.tokens)} placed"
        for what, columns in (("armour dice", self.armour), ("tokens", self.tokens)):
            if twice := next((at for at in columns if columns.count(at) > 1), None):
                return f"{columns.count(twice)} {what} in column {twice}, 1 allowed"
        return ""


@dataclass(frozen=True, kw_only=True)
class Placement:
    attacker: SidePlacement = fact(Record(SidePlacement), SidePlacement())
    defender: SidePlacement = fact(Record(SidePlacement), SidePlacement())


def check_placement(placement: Placement | None, house: House) -> None:
    """Dice are placed under variant 2 only. Errors: `Malformed`."""
    if placement is not None and house["close_combat"] != "variant-2":
        raise Malformed("placement: dice and tokens are placed only under the house rule close_combat = variant-2")


@dataclass(frozen=True)
class PlacedColumns(ByLot):
    """A round of variant 2: all dice are rolled, armour dice and tokens stand where the players put them."""

    a: DiceRow
    b: DiceRow
    placement: Placement
    saves: bool
    why: str = ""
    tokens: tuple[int, int] = (0, 0)  # that each side may place

    @property
    def groups(self) -> tuple[Group, ...]:
        return Columns(self.a, self.b, names=NAMES).groups

    def read(self, faces: tuple[int, ...]) -> Compared:
        middle = self.a.dice + self.a.armour
        self._in_turn()
        a = _placed(faces[:middle], self.a.dice, self.placement.attacker, self.tokens[0])
        b = _placed(faces[middle:], self.b.dice, self.placement.defender, self.tokens[1])
        return judge(a, b, self.saves)

    def _in_turn(self) -> None:
        """One armour die after the other, the defender first; then the tokens in the same way (TD-CC-10)."""
        dice = (self.placement.defender, self.b.armour), (self.placement.attacker, self.a.armour)
        for n in range(1, max(self.a.armour, self.b.armour) + 1):
            for side, armour in dice:
                _ = n <= armour and has(side.armour, n)
        hands = (self.placement.defender, self.tokens[1]), (self.placement.attacker, self.tokens[0])
        for n in range(1, max(self.tokens) + 1):
            for side, tokens in hands:
                _ = n <= tokens and has(side.tokens, n)

    def weights(self) -> Mapping[Compared, int]:
        return enumerate_weights(self)


def _placed(faces: tuple[int, ...], cc: int, side: SidePlacement, tokens: int) -> Placed:
    armour = dict(zip(side.armour, faces[cc:], strict=True)) if faces[cc:] else {}
    return Placed(faces[:cc], armour, side.token_columns(tokens))


NAMES = ("attacker", "defender")


@dataclass(frozen=True, kw_only=True)
class CombatRound(Situation):
    attacker: Pool = fact(Record(Pool))
    defender: Pool = fact(Record(Pool))
    placement: Placement | None = fact(Record(Placement), None, help="variant 2 only")

    def __post_init__(self) -> None:
        check_placement(self.placement, self.house)

    @property
    def placed(self) -> Placement:
        return self.placement or Placement()


@dataclass(frozen=True)
class Pots:
    """What each side lost in a round."""

    attacker: Pool
    defender: Pool


@dataclass(frozen=True)
class RoundResult:
    """Who wins each column, the pools after the round, and what the round cost."""

    attacker: Pool
    defender: Pool
    pots: Pots
    columns: tuple[str, ...]


def cc_round(s: CombatRound, dice: Dice) -> RoundResult | Illegal:
    """One round: sort, pair, compare (TD-CC-4, TD-CC-5, TD-CC-6, TD-CC-7; variant 2 TD-CC-10)."""
    if not (s.attacker.cc and s.defender.cc):
        both = f"attacker {s.attacker.cc}, defender {s.defender.cc}"
        text = f"Close combat dice: {both}. A side without any has lost already."
        return Illegal("no-cc-dice", "TD-CC-4", text=text, also=("TD-R50",))
    if s.house["close_combat"] == "variant-2":
        if wrong := _misplaced(s):
            return Illegal("bad-placement", "TD-CC-10", text=wrong, also=("TD-R49",))
        compared = _variant_2(s.house, s.attacker, s.defender, s.placed, dice)
        placed = s.placed.attacker.token_columns(s.attacker.tokens), s.placed.defender.token_columns(s.defender.tokens)
        spent = len(placed[0]), len(placed[1])
    else:
        compared, spent = _variant_1(s.house, s.attacker, s.defender, dice), (0, 0)
    left = s.attacker.less(compared.a_lost, spent[0]), s.defender.less(compared.b_lost, spent[1])
    pots = Pots(_pot(compared.a_lost), _pot(compared.b_lost))
    tell_losses(pots, left, spent, dice)
    columns = tuple({"a": "attacker", "b": "defender", "draw": "draw"}[won] for won in compared.columns)
    return RoundResult(*left, pots, columns)


def _misplaced(s: CombatRound) -> str:
    """The sentence about a placement that does not fit the pools; empty if both fit."""
    for role, side, pool in zip(NAMES, (s.placed.attacker, s.placed.defender), (s.attacker, s.defender), strict=True):
        if wrong := if_answered(partial(side.misfit, pool), ""):
            return f"{role.capitalize()}: {wrong}."
    return ""


def _variant_1(house: House, attacker: Pool, defender: Pool, dice: Dice) -> Compared:
    """Armour dice and tokens stand in the first columns, armour highest first (TD-CC-5, TD-CC-6, TD-CC-7)."""
    compared = dice.ask(Columns(attacker.row, defender.row, _saves(house), why="close combat", names=NAMES))
    if compared.columns:
        tokens = [frozenset(range(1, pool.tokens + 1)) for pool in (attacker, defender)]
        tell_round(compared, tokens[0], tokens[1], house, dice)
    return compared


def _saves(house: House) -> bool:
    return bool(house["armour_hold"] == "saves")


def _variant_2(house: House, attacker: Pool, defender: Pool, placed: Placement, dice: Dice) -> Compared:
    """Players place armour dice and tokens (TD-CC-10); a token that is placed never enters a pot (TD-R48)."""
    a, b = DiceRow(attacker.cc, attacker.armour), DiceRow(defender.cc, defender.armour)
    if a.armour or b.armour:
        tokens = attacker.tokens, defender.tokens
        compared = dice.ask(PlacedColumns(a, b, placed, _saves(house), why="close combat", tokens=tokens))
    else:
        compared = dice.ask(Columns(a, b, why="close combat", names=NAMES))
    if compared.columns:
        a_tokens = placed.attacker.token_columns(attacker.tokens)
        tell_round(compared, a_tokens, placed.defender.token_columns(defender.tokens), house, dice)
    return Compared(_bare(compared.a_lost), _bare(compared.b_lost), compared.columns, compared.rows)


def _bare(lost: DiceRow) -> DiceRow:
    return DiceRow(lost.dice, lost.armour) if lost.tokens else lost


def _pot(lost: DiceRow) -> Pool:
    return Pool(cc=lost.dice, armour=lost.armour, tokens=lost.tokens)


@dataclass(frozen=True, slots=True)
class Fight:
    """Both pools, between rounds."""

    attacker: Pool
    defender: Pool
    rounds: int = hidden(0)

    @property
    def over(self) -> bool:
        return not (self.attacker.cc and self.defender.cc)


def _lean(attacker: Pool, defender: Pool) -> Fight:
    return Fight(attacker.without_idle_tokens(defender), defender.without_idle_tokens(attacker))


@dataclass(frozen=True, kw_only=True)
class CombatFight(Situation):
    """A fight to the end. `tells_tokens`: whether what is left of them is told afterwards."""

    attacker: Pool = fact(Record(Pool))
    defender: Pool = fact(Record(Pool))
    tells_tokens: ClassVar[bool] = True

    def begin(self) -> Fight:
        """Both pools before the first round."""
        return Fight(self.attacker, self.defender) if self.tells_tokens else _lean(self.attacker, self.defender)

    def round(self, fight: Fight, dice: Dice) -> Fight:
        """One more round, which ends the fight or not."""
        if self.house["close_combat"] == "variant-2":
            compared = _variant_2(self.house, fight.attacker, fight.defender, Placement(), dice)
        else:
            compared = _variant_1(self.house, fight.attacker, fight.defender, dice)
        attacker, defender = fight.attacker.less(compared.a_lost), fight.defender.less(compared.b_lost)
        if compared.columns:
            tell_losses(Pots(_pot(compared.a_lost), _pot(compared.b_lost)), (attacker, defender), (0, 0), dice)
        return Fight(attacker, defender, fight.rounds + 1) if self.tells_tokens else _lean(attacker, defender)


@dataclass(frozen=True)
class Pot:
    """What the winner lost on the way: close combat dice and armour dice."""

    cc: int
    armour: int


@dataclass(frozen=True)
class FightResult:
    rounds: int
    winner: str
    attacker: Pool
    defender: Pool
    pot: Pot | None


def cc_fight(s: CombatFight, dice: Dice) -> FightResult | Illegal:
    """Round after round until a side has no close combat dice (TD-CC-4, TD-CC-8, TD-CC-9)."""
    if ban := _depends_on_choices(s.house, s.attacker, s.defender):
        return ban
    start = s.begin()
    dice.reckon(fight_work(start.attacker.row, start.defender.row))
    end = dice.until(s.round, start, lambda fight: fight.over)
    if not (end.attacker.cc or end.defender.cc):
        dice.explain("neither side has close combat dice: no combat", "TD-CC-4", "TD-R50")
        return FightResult(0, "no-combat", end.attacker, end.defender, None)
    winner, before, after = (
        ("attacker", s.attacker, end.attacker) if end.attacker.cc else ("defender", s.defender, end.defender)
    )
    pot = Pot(before.cc - after.cc, before.armour - after.armour)
    loser = NAMES[NAMES.index(winner) - 1]
    if start.over:
        dice.explain(f"the {loser} has no close combat dice and loses before the first round", "TD-CC-4", "TD-R50")
    after_rounds = f" after {how_many(end.rounds, 'round')}" if end.rounds else ""
    text = f"the {winner} wins{after_rounds}, all models of the {loser} are removed"
    dice.explain(f"{text}; in the pot {pool_words(pot.cc, pot.armour)}", "TD-CC-8", "TD-CC-9")
    return FightResult(end.rounds, winner, end.attacker, end.defender, pot)


def _depends_on_choices(house: House, attacker: Pool, defender: Pool) -> Illegal | None:
    """Under variant 2 armour dice are placed by the players, so nothing can be said beforehand (TD-R49)."""
    if house["close_combat"] == "variant-2" and (attacker.armour or defender.armour):
        armour = f"attacker {attacker.armour}, defender {defender.armour}"
        text = (
            f"Variant 2 with armour dice ({armour}): the players place them round by round, so nothing is known before."
        )
        return Illegal("depends-on-choices", "TD-R49", text=text, also=("TD-CC-10", "TD-CC-11"))
    return None


@dataclass(frozen=True, kw_only=True)
class FightOdds(CombatFight):
    """Odds tell who wins and what stands in the pot, so tokens that no longer count are forgotten: that saves hours."""

    tells_tokens = False
    detail: bool = fact(YesNo(), False, help="for odds: also what stands in the winner's pot")


def _fight_name(s: FightOdds, result: FightResult) -> str:
    if not s.detail or result.pot is None:
        return result.winner
    return f"{result.winner}-{result.pot.cc}-{result.pot.armour}"


def _round_odds(s: CombatRound, dice: Dice) -> RoundResult | Illegal:
    ban = _depends_on_choices(s.house, s.attacker, s.defender) if s.attacker.cc and s.defender.cc else None
    return ban or cc_round(s, dice)


_EXAMPLE = {"attacker": {"cc": 3}, "defender": {"cc": 2}}

CC_POOL = Resolver(
    id="cc-pool",
    title="The dice of a side in close combat",
    situation=Fighters,
    rule=cc_pool,
    rules=("TD-CC-2", "TD-CC-3"),
    example={"models": [{"kind": "infantry", "leader_bonus": 1}, {"kind": "infantry"}, {"kind": "light-tank"}]},
)

CC_ROUND = Resolver(
    id="cc-round",
    title="One round of close combat",
    situation=CombatRound,
    rule=cc_round,
    rules=("TD-CC-4", "TD-CC-5", "TD-CC-6", "TD-CC-7", "TD-CC-10"),
    odds=Odds(lambda s, r: f"{r.pots.attacker.cc}-{r.pots.defender.cc}", rule=_round_odds),
    example=_EXAMPLE,
)

CC_FIGHT = Resolver(
    id="cc-fight",
    title="A close combat to the end",
    situation=CombatFight,
    rule=cc_fight,
    rules=("TD-CC-4", "TD-CC-8", "TD-CC-9", "TD-CC-11"),
    odds=Odds(_fight_name, FightOdds),
    example=_EXAMPLE,
)

RESOLVERS = (CC_POOL, CC_ROUND, CC_FIGHT)
