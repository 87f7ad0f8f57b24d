"""Off-table artillery: barrages and smoke."""

from __future__ import annotations

from ...api import Dice, Odds, OneOf, Record, RowOf, Situation, Whole, count_text, dataclass, fact, refuse
from .bans import NO_MISSIONS, markers_bar
from .shooting import Beside, Shot, fire_pool, hit_infantry, report_suppressed, strikes_beside
from .sighting import Target
from .tables import BATTERIES, NO_EFFECT, RESULTS, Battery, action_name, catalogue_file, of_print, rule_number
from .titles import TITLES


@dataclass(frozen=True, kw_only=True)
class Mission(Situation):
    """A spotter calls the guns. `missions` and `tokens` are the spotter's before the call."""

    size: Battery = fact(RowOf.of_tables(BATTERIES), ask="What size are the guns?")
    missions: int | None = fact(Whole(), None, ask="How many fire missions are left?", help="default: by the table")
    tokens: int = fact(Whole(), 0, ask="How many reload markers does the spotter have?")

    @property
    def left(self) -> int:
        """Fire missions before this one."""
        return self.size.missions if self.missions is None else self.missions

    def check_call(self) -> None:
        """Check that no markers on the spotter bar the call (TD-ACT-4, TD-R41), and a mission is left (TD-ACT-6)."""
        if self.tokens:
            text = markers_bar(self.tokens, action_name("indirect-fire"))
            raise refuse("TD-ACT-4", "reload-markers", text, "TD-R41")
        if not self.left:
            raise refuse("TD-ACT-6", "no-missions", NO_MISSIONS, "TD-IND-1")

    def tick_off(self, dice: Dice) -> tuple[int, int]:
        """Return the missions and markers after the call, whatever came of it (TD-IND-1)."""
        left, tokens = self.left - 1, self.tokens + int(catalogue_file("artillery")["spotter_tokens"])
        text = f"1 of {count_text(self.left, 'mission')} used, {left} left"
        dice.explain(f"{text}; {count_text(tokens, 'reload marker')} on the spotter", "TD-IND-1", tell="now")
        return left, tokens


@dataclass(frozen=True, kw_only=True)
class Barrage(Mission):
    aim: str = fact(OneOf(("model", "spot")), "model", ask="At a model, or at a spot?")
    target: Target = fact(Record(Target), Target())
    nearby: int = fact(Whole(), 0, ask="How many infantry models stand within one standard base of the target or spot?")


@dataclass(frozen=True)
class Bombardment:
    """A barrage: dice, hits, new status (None at a spot), models suppressed, the spotter's missions and markers."""

    pool: int
    hits: int
    status: str | None
    suppressed_nearby: int
    missions: int
    tokens: int


def fire_barrage(s: Barrage, dice: Dice) -> Bombardment:
    """Off-table guns fire at a model or at a spot (TD-IND-1, TD-IND-2, TD-IND-3, TD-IND-4, TD-COVER-2)."""
    s.check_call()
    size, at_model = s.size, s.aim == "model"
    rule = "TD-IND-2" if at_model else "TD-IND-3"
    dice.explain(f"{size.name}: {count_text(size.dice, 'die', 'dice')}", rule, *of_print(size, "TD-R1"))
    _explain_against_armour(s, dice)
    pool = fire_pool(size.dice, s.target, "indirect", s.house, dice)
    if at_model:
        shot = hit_infantry(pool, s.target, size.kill_potential, s, dice, barrage=True)
    else:
        shot = _hit_spot(pool, size.kill_potential, s, dice)
    status = shot.status if at_model else None
    return Bombardment(shot.pool, shot.hits, status, shot.suppressed_nearby, *s.tick_off(dice))


def _explain_against_armour(s: Barrage, dice: Dice) -> None:
    """Dice against armour that the players have agreed on are shown, and no more (TD-R40)."""
    agreed = None if s.size.home else s.house.supplied_number("artillery_vs_armour", s.size.id)
    if agreed is not None:
        text = f"{count_text(agreed, 'die', 'dice')} against armour by the house rules: only shown, no rule uses them"
        dice.explain(text, "TD-IND-6", "TD-R40")


def _hit_spot(pool: int, kill_potential: int, beside: Beside, dice: Dice) -> Shot:
    """Nobody is hit; three hits bring the kill potential to bear (TD-IND-3, TD-IND-4)."""
    need, many = rule_number("hit"), rule_number("kill_potential_hits")
    hits = dice.count_hits(pool, need, f"{count_text(pool, 'die', 'dice')} at the spot, {need}+ hits")
    effect = "nobody is hit directly" if strikes_beside(hits) else "nothing happens"
    dice.explain(f"{count_text(hits, 'hit')} at the spot, {many} needed: {effect}", "TD-IND-3", "TD-R38", tell="reason")
    return Shot(pool, hits, "none", report_suppressed(hits, kill_potential, beside, dice, barrage=True))


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


def lay_smoke(s: Mission, dice: Dice) -> SmokeScreen:
    """Off-table guns lay a smoke screen (TD-IND-1, TD-IND-5)."""
    s.check_call()
    need, size = rule_number("smoke_lands"), s.size
    length, width = size.smoke_cm
    text = f"{size.name}: smoke of {length} x {width} cm, {need} or more lands it"
    dice.explain(text, "TD-IND-5", *of_print(size, "TD-R1"))
    face = dice.roll_die(f"smoke, {need}+ lands")
    if lands := face >= need:
        actions = s.house.supplied_number("smoke_actions")
        lasts = "how long it lasts is not agreed" if actions is None else f"it lasts {count_text(actions, 'action')}"
        dice.explain(
            f"{face}, {need} needed: the smoke lands as intended; {lasts}", "TD-IND-5", "TD-R39", tell="reason"
        )
    else:
        dice.explain(f"{face}, {need} needed: the smoke comes down off the table", "TD-IND-5", tell="reason")
    return SmokeScreen(lands, (length, width), *s.tick_off(dice))


BARRAGE = TITLES.make_resolver(
    "barrage",
    Barrage,
    fire_barrage,
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

SMOKE = TITLES.make_resolver(
    "smoke",
    Mission,
    lay_smoke,
    rules=("TD-IND-1", "TD-IND-5"),
    odds=Odds(lambda s, result: "lands" if result.lands else "off-table", order=("lands", "off-table")),
)
