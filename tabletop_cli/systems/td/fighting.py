"""Rounds and fights of close combat: pools of dice, compared column by column until one side has none."""

from __future__ import annotations

from functools import partial
from typing import ClassVar

from ...api import (
    Columns,
    Compared,
    Dice,
    DiceRow,
    House,
    Odds,
    Record,
    Situation,
    YesNo,
    count_text,
    dataclass,
    fact,
    fight_work,
    hidden_field,
    peek,
    refuse,
)
from .melee import NAMES, Pool
from .melee_told import pool_words, tell_losses, tell_round
from .placement import PlacedColumns, Placement, check_placement
from .titles import TITLES


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


def cc_round(s: CombatRound, dice: Dice) -> RoundResult:
    """One round: sort, pair, compare (TD-CC-4, TD-CC-5, TD-CC-6, TD-CC-7; variant 2 TD-CC-10)."""
    if not (s.attacker.cc and s.defender.cc):
        both = f"attacker {s.attacker.cc}, defender {s.defender.cc}"
        text = f"Close combat dice: {both}. A side without any has lost already."
        raise refuse("TD-CC-4", "no-cc-dice", text, "TD-R50")
    if s.house["close_combat"] == "variant-2":
        _check_placed(s)
        compared = _variant_2(s.house, s.attacker, s.defender, s.placed, dice)
        placed = s.placed.attacker.token_columns(s.attacker.tokens), s.placed.defender.token_columns(s.defender.tokens)
        spent = len(placed[0]), len(placed[1])
    else:
        compared, spent = _variant_1(s.house, s.attacker, s.defender, dice), (0, 0)
    left = s.attacker.without_losses(compared.a_lost, spent[0]), s.defender.without_losses(compared.b_lost, spent[1])
    pots = Pots(_lost_pool(compared.a_lost), _lost_pool(compared.b_lost))
    tell_losses(pots, left, spent, dice)
    columns = tuple({"a": "attacker", "b": "defender", "draw": "draw"}[won] for won in compared.columns)
    return RoundResult(*left, pots, columns)


def _check_placed(s: CombatRound) -> None:
    """Check that both placements fit the pools (TD-CC-10, TD-R49)."""
    for role, side, pool in zip(NAMES, (s.placed.attacker, s.placed.defender), (s.attacker, s.defender), strict=True):
        if wrong := peek(partial(side.misfit_text, pool), ""):
            raise refuse("TD-CC-10", "bad-placement", f"{role.capitalize()}: {wrong}.", "TD-R49")


def _variant_1(house: House, attacker: Pool, defender: Pool, dice: Dice) -> Compared:
    """Armour dice and tokens stand in the first columns, armour highest first (TD-CC-5, TD-CC-6, TD-CC-7)."""
    compared = dice.ask(Columns(attacker.row, defender.row, _has_armour_saves(house), why="close combat", names=NAMES))
    if compared.columns:
        tokens = [frozenset(range(1, pool.tokens + 1)) for pool in (attacker, defender)]
        tell_round(compared, tokens[0], tokens[1], house, dice)
    return compared


def _has_armour_saves(house: House) -> bool:
    return bool(house["armour_hold"] == "saves")


def _variant_2(house: House, attacker: Pool, defender: Pool, placed: Placement, dice: Dice) -> Compared:
    """Players place armour dice and tokens (TD-CC-10); a token that is placed never enters a pot (TD-R48)."""
    a, b = DiceRow(attacker.cc, attacker.armour), DiceRow(defender.cc, defender.armour)
    if a.armour or b.armour:
        tokens = attacker.tokens, defender.tokens
        compared = dice.ask(PlacedColumns(a, b, placed, _has_armour_saves(house), why="close combat", tokens=tokens))
    else:
        compared = dice.ask(Columns(a, b, why="close combat", names=NAMES))
    if compared.columns:
        a_tokens = placed.attacker.token_columns(attacker.tokens)
        tell_round(compared, a_tokens, placed.defender.token_columns(defender.tokens), house, dice)
    return Compared(_without_tokens(compared.a_lost), _without_tokens(compared.b_lost), compared.columns, compared.rows)


def _without_tokens(lost: DiceRow) -> DiceRow:
    return DiceRow(lost.dice, lost.armour) if lost.tokens else lost


def _lost_pool(lost: DiceRow) -> Pool:
    return Pool(cc=lost.dice, armour=lost.armour, tokens=lost.tokens)


@dataclass(frozen=True)
class Fight:
    """Both pools, between rounds."""

    attacker: Pool
    defender: Pool
    rounds: int = hidden_field(0)

    @property
    def over(self) -> bool:
        return not (self.attacker.cc and self.defender.cc)


def _lean_fight(attacker: Pool, defender: Pool) -> Fight:
    return Fight(attacker.without_idle_tokens(defender), defender.without_idle_tokens(attacker))


@dataclass(frozen=True, kw_only=True)
class CombatFight(Situation):
    """A fight to the end. `tells_tokens`: whether what is left of them is told afterwards."""

    attacker: Pool = fact(Record(Pool))
    defender: Pool = fact(Record(Pool))
    tells_tokens: ClassVar[bool] = True

    def first_fight(self) -> Fight:
        """Both pools before the first round."""
        return Fight(self.attacker, self.defender) if self.tells_tokens else _lean_fight(self.attacker, self.defender)

    def fight_round(self, fight: Fight, dice: Dice) -> Fight:
        """One more round, which ends the fight or not."""
        if self.house["close_combat"] == "variant-2":
            compared = _variant_2(self.house, fight.attacker, fight.defender, Placement(), dice)
        else:
            compared = _variant_1(self.house, fight.attacker, fight.defender, dice)
        attacker, defender = (
            fight.attacker.without_losses(compared.a_lost),
            fight.defender.without_losses(compared.b_lost),
        )
        if compared.columns:
            tell_losses(
                Pots(_lost_pool(compared.a_lost), _lost_pool(compared.b_lost)), (attacker, defender), (0, 0), dice
            )
        return Fight(attacker, defender, fight.rounds + 1) if self.tells_tokens else _lean_fight(attacker, defender)


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


def cc_fight(s: CombatFight, dice: Dice) -> FightResult:
    """Round after round until a side has no close combat dice (TD-CC-4, TD-CC-8, TD-CC-9)."""
    check_foreseeable(s.house, s.attacker, s.defender)
    start = s.first_fight()
    dice.announce_work(fight_work(start.attacker.row, start.defender.row))
    end = dice.repeat_until(s.fight_round, start, lambda fight: fight.over)
    if not (end.attacker.cc or end.defender.cc):
        dice.explain("both sides have no close combat dice: no combat", "TD-CC-4", "TD-R50")
        return FightResult(0, "no-combat", end.attacker, end.defender, None)
    winner, before, after = (
        ("attacker", s.attacker, end.attacker) if end.attacker.cc else ("defender", s.defender, end.defender)
    )
    pot = Pot(before.cc - after.cc, before.armour - after.armour)
    loser = NAMES[NAMES.index(winner) - 1]
    if start.over:
        dice.explain(f"the {loser} has no close combat dice and loses before the first round", "TD-CC-4", "TD-R50")
    after_rounds = f" after {count_text(end.rounds, 'round')}" if end.rounds else ""
    text = f"the {winner} wins{after_rounds}, all models of the {loser} are removed"
    dice.explain(f"{text}; in the pot {pool_words(pot.cc, pot.armour)}", "TD-CC-8", "TD-CC-9")
    return FightResult(end.rounds, winner, end.attacker, end.defender, pot)


def check_foreseeable(house: House, attacker: Pool, defender: Pool) -> None:
    """Check that players place no armour dice: under variant 2 nothing can be said beforehand then (TD-R49)."""
    if house["close_combat"] == "variant-2" and (attacker.armour or defender.armour):
        armour = f"attacker {attacker.armour}, defender {defender.armour}"
        text = (
            f"Variant 2 with armour dice ({armour}): the players place them round by round, so nothing is known before."
        )
        raise refuse("TD-R49", "depends-on-choices", text, "TD-CC-10", "TD-CC-11")


@dataclass(frozen=True, kw_only=True)
class FightOdds(CombatFight):
    """Odds tell who wins and what stands in the pot, so tokens that no longer count are forgotten: that saves hours."""

    tells_tokens = False
    detail: bool = fact(YesNo(), False, help="for odds: also the dice in the winner's pot")


def _fight_name(s: FightOdds, result: FightResult) -> str:
    if not s.detail or result.pot is None:
        return result.winner
    return f"{result.winner}-{result.pot.cc}-{result.pot.armour}"


def _round_odds(s: CombatRound, dice: Dice) -> RoundResult:
    if s.attacker.cc and s.defender.cc:
        check_foreseeable(s.house, s.attacker, s.defender)
    return cc_round(s, dice)


CC_ROUND = TITLES.make_resolver(
    "cc-round",
    CombatRound,
    cc_round,
    rules=("TD-CC-4", "TD-CC-5", "TD-CC-6", "TD-CC-7", "TD-CC-10"),
    odds=Odds(lambda s, r: f"{r.pots.attacker.cc}-{r.pots.defender.cc}", rule=_round_odds),
)

CC_FIGHT = TITLES.make_resolver(
    "cc-fight",
    CombatFight,
    cc_fight,
    rules=("TD-CC-4", "TD-CC-8", "TD-CC-9", "TD-CC-11"),
    odds=Odds(_fight_name, FightOdds),
)
