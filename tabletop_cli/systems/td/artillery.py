"""Off-table artillery: barrages and smoke."""

from __future__ import annotations

from ...api import Dice, Illegal, Odds, OneOf, Record, RowOf, Situation, Whole, counted, dataclass, fact
from .bans import NO_MISSIONS, markers_bar
from .shooting import Beside, Shot, fire_pool, hit_infantry, strikes_beside, suppressed_beside
from .sighting import Target
from .tables import BATTERIES, NO_EFFECT, RESULTS, Battery, action_name, catalogue, number, of_print
from .titles import TITLES


@dataclass(frozen=True, kw_only=True)
class Mission(Situation):
    """A spotter calls the guns. `missions` and `tokens` are the spotter's before the call."""

    size: Battery = fact(RowOf.of(BATTERIES), ask="What size are the guns?")
    missions: int | None = fact(Whole(), None, ask="How many fire missions are left?", help="default: by the table")
    tokens: int = fact(Whole(), 0, ask="How many reload markers does the spotter have?")

    @property
    def left(self) -> int:
        """Fire missions before this one."""
        return self.size.missions if self.missions is None else self.missions

    def ban(self) -> Illegal | None:
        """Why no mission can be called: markers on the spotter (TD-ACT-4, TD-R41), or none left (TD-ACT-6)."""
        if self.tokens:
            text = markers_bar(self.tokens, action_name("indirect-fire"))
            return Illegal("reload-markers", "TD-ACT-4", text=text, also=("TD-R41",))
        return None if self.left else Illegal("no-missions", "TD-ACT-6", text=NO_MISSIONS, also=("TD-IND-1",))

    def spent(self, dice: Dice) -> tuple[int, int]:
        """Missions and markers afterwards, whatever came of it (TD-IND-1)."""
        tokens = self.tokens + int(catalogue("artillery")["spotter_tokens"])
        text = f"1 of {counted(self.left, 'mission')} ticked off, {self.left - 1} left"
        dice.explain(f"{text}; {counted(tokens, 'reload marker')} on the spotter", "TD-IND-1")
        return self.left - 1, tokens


@dataclass(frozen=True, kw_only=True)
class Barrage(Mission):
    aim: str = fact(OneOf(("model", "spot")), "model", ask="At a model, or at a spot?")
    target: Target = fact(Record(Target), Target())
    nearby: int = fact(Whole(), 0, ask="How many infantry models stand within one standard base of it?")


@dataclass(frozen=True)
class Bombardment:
    """A barrage: dice, hits, new status (None at a spot), models suppressed, the spotter's missions and markers."""

    pool: int
    hits: int
    status: str | None
    suppressed_nearby: int
    missions: int
    tokens: int


def barrage(s: Barrage, dice: Dice) -> Bombardment | Illegal:
    """Off-table guns fire at a model or at a spot (TD-IND-1, TD-IND-2, TD-IND-3, TD-IND-4, TD-COVER-2)."""
    if ban := s.ban():
        return ban
    size = s.size
    own = "TD-IND-2" if s.aim == "model" else "TD-IND-3"
    dice.explain(f"{size.name}: {counted(size.dice, 'die', 'dice')}", own, *of_print(size, "TD-R1"))
    _explain_against_armour(s, dice)
    pool = fire_pool(size.dice, s.target, "indirect", s.house, dice)
    if s.aim == "model":
        shot = hit_infantry(pool, s.target, size.kill_potential, s, dice, barrage=True)
    else:
        shot = _at_a_spot(pool, size.kill_potential, s, dice)
    missions, tokens = s.spent(dice)
    status = shot.status if s.aim == "model" else None
    return Bombardment(shot.pool, shot.hits, status, shot.suppressed_nearby, missions, tokens)


def _explain_against_armour(s: Barrage, dice: Dice) -> None:
    """Dice against armour that the players have agreed on are shown, and no more (TD-R40)."""
    agreed = None if s.size.home else s.house.number("artillery_vs_armour", s.size.id)
    if agreed is not None:
        text = f"{counted(agreed, 'die', 'dice')} against armour by the house rules: only told, no rule uses them"
        dice.explain(text, "TD-IND-6", "TD-R40")


def _at_a_spot(pool: int, kill_potential: int, beside: Beside, dice: Dice) -> Shot:
    """Nobody is hit; three hits bring the kill potential to bear (TD-IND-3, TD-IND-4)."""
    need, many = number("hit"), number("kill_potential_hits")
    hits = dice.hits(pool, need, f"{counted(pool, 'die', 'dice')} at the spot, {need}+ hits")
    if strikes_beside(hits):
        dice.explain(f"{counted(hits, 'hit')} at the spot, {many} needed: nobody is hit directly", "TD-IND-3", "TD-R38")
    else:
        dice.explain(f"{counted(hits, 'hit')} at the spot, {many} needed: nothing happens", "TD-IND-3", "TD-R38")
    return Shot(pool, hits, "none", suppressed_beside(hits, kill_potential, beside, dice, barrage=True))


def _barrage_name(s: Barrage, result: Bombardment) -> str:
    big = strikes_beside(result.hits)
    if result.status is None:
        return "kill-potential" if big else "nothing"
    return f"{result.status}-kill-potential" if big else result.status


@dataclass(frozen=True)
class SmokeScreen:
    """Whether it came down as wanted, its length and width in cm, the spotter's missions and markers."""

    lands: bool
    cm: tuple[int, int]
    missions: int
    tokens: int


def smoke(s: Mission, dice: Dice) -> SmokeScreen | Illegal:
    """Off-table guns lay a smoke screen (TD-IND-1, TD-IND-5)."""
    if ban := s.ban():
        return ban
    need, size = number("smoke_lands"), s.size
    length, width = size.smoke_cm
    dice.explain(
        f"{size.name}: smoke of {length} x {width} cm, {need} or more lands it", "TD-IND-5", *of_print(size, "TD-R1")
    )
    face = dice.one(f"smoke, {need}+ lands")
    lands = face >= need
    if lands:
        actions = s.house.number("smoke_actions")
        lasts = "how long it lasts is not agreed" if actions is None else f"it lasts {counted(actions, 'action')}"
        dice.explain(f"{face}, {need} needed: the smoke lands as intended; {lasts}", "TD-IND-5", "TD-R39")
    else:
        dice.explain(f"{face}, {need} needed: the smoke comes down off the table", "TD-IND-5")
    return SmokeScreen(lands, (length, width), *s.spent(dice))


BARRAGE = TITLES.resolver(
    "barrage",
    Barrage,
    barrage,
    rules=("TD-IND-1", "TD-IND-2", "TD-IND-3", "TD-IND-4", "TD-COVER-2"),
    odds=Odds(
        _barrage_name,
        order=(*RESULTS, "nothing", "suppressed-kill-potential", "out-kill-potential"),
        titles={
            **NO_EFFECT,
            "suppressed-kill-potential": "suppressed, and hits beside it",
            "out-kill-potential": "out, and hits beside it",
            "kill-potential": "hits around the spot",
        },
    ),
)

SMOKE = TITLES.resolver(
    "smoke",
    Mission,
    smoke,
    rules=("TD-IND-1", "TD-IND-5"),
    odds=Odds(lambda s, result: "lands" if result.lands else "off-table", order=("lands", "off-table")),
)
