"""Close combat: pools of dice, compared column by column until one side has none (TD-CC-1 to 8, 10, 11)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
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
    hidden,
    judge,
)
from .tables import STATUSES, VEHICLES, entries, infantry, vehicles

KINDS = ("infantry", "hmg", "spotter", "atg", *VEHICLES)
_ENTRY_OF_KIND = {"hmg": "hmg", "spotter": "off-table-artillery", "atg": "atg"}


def combat_dice(kind: str, leader_bonus: int, status: str) -> int:
    """Close combat dice of one model: by its kind, more for a leader with +1, one less suppressed (TD-CC-2)."""
    if kind in VEHICLES:
        return int(vehicles()[kind]["cc_dice"])
    if kind == "infantry":
        own = infantry()["profile"]["cc_dice"] + leader_bonus * infantry()["profile"]["leader_bonus_cc_dice"]
    else:
        own = entries()[_ENTRY_OF_KIND[kind]]["cc_dice"]
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
        armour = f", {model.armour_dice} armour" if model.armour_dice else ""
        dice.explain(f"{model.kind}: {model.dice} dice{armour}", "TD-CC-2", *(["TD-CC-3"] if armour else []))
    return Pool(
        cc=sum(model.dice for model in s.models),
        armour=sum(model.armour_dice for model in s.models),
        tokens=sum(model.ap_tokens for model in s.models),
    )


@dataclass(frozen=True, kw_only=True)
class SidePlacement:
    """Variant 2: the column of each armour die in rolled order, and the columns that get a token."""

    armour: tuple[int, ...] = fact(ListOf(Whole(1)), ())
    tokens: tuple[int, ...] = fact(ListOf(Whole(1)), ())

    def fits(self, pool: Pool) -> bool:
        """Every armour die placed, no column twice, no more tokens than there are (TD-CC-10)."""
        distinct = len(set(self.armour)) == len(self.armour) and len(set(self.tokens)) == len(self.tokens)
        return distinct and len(self.armour) == pool.armour and len(self.tokens) <= pool.tokens


@dataclass(frozen=True, kw_only=True)
class Placement:
    attacker: SidePlacement = fact(Record(SidePlacement), SidePlacement())
    defender: SidePlacement = fact(Record(SidePlacement), SidePlacement())


@dataclass(frozen=True)
class PlacedColumns(ByLot):
    """A round of variant 2: all dice are rolled, armour dice and tokens stand where the players put them."""

    a: DiceRow
    b: DiceRow
    placement: Placement
    saves: bool
    why: str = ""

    @property
    def groups(self) -> tuple[Group, ...]:
        return Columns(self.a, self.b, names=NAMES).groups

    def read(self, faces: tuple[int, ...]) -> Compared:
        middle = self.a.dice + self.a.armour
        a = _placed(faces[:middle], self.a.dice, self.placement.attacker)
        b = _placed(faces[middle:], self.b.dice, self.placement.defender)
        return judge(a, b, self.saves)

    def weights(self) -> Mapping[Compared, int]:
        return enumerate_weights(self)


def _placed(faces: tuple[int, ...], cc: int, side: SidePlacement) -> Placed:
    armour = dict(zip(side.armour, faces[cc:], strict=True))
    return Placed(faces[:cc], armour, frozenset(side.tokens))


NAMES = ("attacker", "defender")


@dataclass(frozen=True, kw_only=True)
class CombatRound(Situation):
    attacker: Pool = fact(Record(Pool))
    defender: Pool = fact(Record(Pool))
    placement: Placement | None = fact(Record(Placement), None, help="variant 2 only")

    def __post_init__(self) -> None:
        if self.placement is not None and self.house["close_combat"] != "variant-2":
            raise Malformed("placement: dice and tokens are placed only under the house rule close_combat = variant-2")

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
    """One round: sort, pair, compare (TD-CC-5 to 7; variant 2 TD-CC-10)."""
    if not (s.attacker.cc and s.defender.cc):
        return Illegal("no-cc-dice", "TD-CC-4")
    if s.house["close_combat"] == "variant-2":
        if not (s.placed.attacker.fits(s.attacker) and s.placed.defender.fits(s.defender)):
            return Illegal("bad-placement", "TD-CC-10")
        compared = _variant_2(s.house, s.attacker, s.defender, s.placed, dice)
        spent = len(s.placed.attacker.tokens), len(s.placed.defender.tokens)
    else:
        compared, spent = _variant_1(s.house, s.attacker, s.defender, dice), (0, 0)
    left = s.attacker.less(compared.a_lost, spent[0]), s.defender.less(compared.b_lost, spent[1])
    pots = Pots(_pot(compared.a_lost), _pot(compared.b_lost))
    columns = tuple({"a": "attacker", "b": "defender", "draw": "draw"}[won] for won in compared.columns)
    return RoundResult(*left, pots, columns)


def _variant_1(house: House, attacker: Pool, defender: Pool, dice: Dice) -> Compared:
    """Armour dice and tokens stand in the first columns, armour highest first (TD-CC-5 to 7)."""
    compared = dice.ask(Columns(attacker.row, defender.row, _saves(house), why="close combat", names=NAMES))
    if compared.columns:
        tokens = [frozenset(range(1, pool.tokens + 1)) for pool in (attacker, defender)]
        _tell_round(compared, tokens[0], tokens[1], dice)
    return compared


def _saves(house: House) -> bool:
    return bool(house["armour_hold"] == "saves")


def _variant_2(house: House, attacker: Pool, defender: Pool, placed: Placement, dice: Dice) -> Compared:
    """Players place armour dice and tokens (TD-CC-10); a token that is placed never enters a pot (TD-R48)."""
    a, b = DiceRow(attacker.cc, attacker.armour), DiceRow(defender.cc, defender.armour)
    if a.armour or b.armour:
        compared = dice.ask(PlacedColumns(a, b, placed, _saves(house), why="close combat"))
    else:
        compared = dice.ask(Columns(a, b, why="close combat", names=NAMES))
    if compared.columns:
        _tell_round(compared, frozenset(placed.attacker.tokens), frozenset(placed.defender.tokens), dice)
    return Compared(_bare(compared.a_lost), _bare(compared.b_lost), compared.columns, compared.rows)


def _bare(lost: DiceRow) -> DiceRow:
    return DiceRow(lost.dice, lost.armour) if lost.tokens else lost


def _pot(lost: DiceRow) -> Pool:
    return Pool(cc=lost.dice, armour=lost.armour, tokens=lost.tokens)


def _tell_round(compared: Compared, a_tokens: frozenset[int], b_tokens: frozenset[int], dice: Dice) -> None:
    """The round as in the rulebook's drawing, then column by column."""
    a, a_armour, b, b_armour = compared.rows
    width = max(map(len, compared.rows))
    rows = (
        ("attacker dice", a, frozenset[int]()),
        ("attacker armour", a_armour, a_tokens),
        ("defender dice", b, frozenset[int]()),
        ("defender armour", b_armour, b_tokens),
    )
    dice.explain(
        "highest first, column by column" + (" (* a token)" if a_tokens or b_tokens else ""),
        "TD-CC-5",
        drawing=(
            ("column", *(str(at) for at in range(1, width + 1))),
            *(_row(name, faces, width, tokens) for name, faces, tokens in rows if faces or tokens),
            ("wins", *({"a": "attacker", "b": "defender"}.get(won, won) for won in compared.columns)),
        ),
    )
    for at, (a_die, b_die, won) in enumerate(zip(a, b, compared.columns, strict=False), 1):
        leads_a = a_die > b_die
        armour = (b_armour if leads_a else a_armour)[at - 1 : at]
        token = at in (a_tokens if leads_a else b_tokens)
        text, *rules = _column(max(a_die, b_die), min(a_die, b_die), armour, token)
        winner = {"a": "the attacker wins it", "b": "the defender wins it"}.get(won, "draw")
        dice.explain(f"column {at}: {text}: {winner}", *rules)


def _row(name: str, faces: tuple[int, ...], width: int, tokens: frozenset[int] = frozenset()) -> tuple[str, ...]:
    cells = [str(face) if face else "" for face in faces] + [""] * (width - len(faces))
    return (name, *(cell + ("*" if at in tokens else "") for at, cell in enumerate(cells, 1)))


def _column(high: int, low: int, armour: tuple[int, ...], token: bool) -> tuple[str, ...]:
    if high == low:
        return (f"{high} and {low}", "TD-CC-6")
    if not armour or not armour[0]:
        return (f"{high} beats {low}", "TD-CC-6")
    less = " less 1 for the token" if token else ""
    return (f"{high} leads {low}, against armour {armour[0]}{less}", "TD-CC-6")


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
        dice.explain("neither side has close combat dice: no combat", "TD-CC-4")
        return FightResult(0, "no-combat", end.attacker, end.defender, None)
    winner, before, after = (
        ("attacker", s.attacker, end.attacker) if end.attacker.cc else ("defender", s.defender, end.defender)
    )
    pot = Pot(before.cc - after.cc, before.armour - after.armour)
    dice.explain(
        f"the {winner} wins; in its pot {pot.cc} close combat and {pot.armour} armour dice", "TD-CC-8", "TD-CC-9"
    )
    return FightResult(end.rounds, winner, end.attacker, end.defender, pot)


def _depends_on_choices(house: House, attacker: Pool, defender: Pool) -> Illegal | None:
    """Under variant 2 armour dice are placed by the players, so nothing can be said beforehand (TD-R49)."""
    if house["close_combat"] == "variant-2" and (attacker.armour or defender.armour):
        return Illegal("depends-on-choices", "TD-R49")
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

RESOLVERS = (
    Resolver(
        id="cc-pool",
        title="The dice of a side in close combat",
        situation=Fighters,
        rule=cc_pool,
        rules=("TD-CC-2", "TD-CC-3"),
        example={"models": [{"kind": "infantry", "leader_bonus": 1}, {"kind": "infantry"}, {"kind": "light-tank"}]},
    ),
    Resolver(
        id="cc-round",
        title="One round of close combat",
        situation=CombatRound,
        rule=cc_round,
        rules=("TD-CC-4", "TD-CC-5", "TD-CC-6", "TD-CC-7", "TD-CC-10"),
        odds=Odds(lambda s, r: f"{r.pots.attacker.cc}-{r.pots.defender.cc}", rule=_round_odds),
        example=_EXAMPLE,
    ),
    Resolver(
        id="cc-fight",
        title="A close combat to the end",
        situation=CombatFight,
        rule=cc_fight,
        rules=("TD-CC-4", "TD-CC-8", "TD-CC-9", "TD-CC-11"),
        odds=Odds(_fight_name, FightOdds),
        example=_EXAMPLE,
    ),
)
