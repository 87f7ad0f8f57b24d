"""A shot (MG-2)."""

from tabletop_cli.api import Dice, Odds, Resolver, RowOf, Situation, YesNo, count_text, dataclass, fact

from .tables import WEAPONS, Weapon


@dataclass(frozen=True, kw_only=True)
class Shot(Situation):
    """A unit shoots at another."""

    weapon: Weapon = fact(RowOf.of_tables(WEAPONS), ask="With which weapon?")
    cover: bool = fact(YesNo(), False, ask="Is the target in cover?")


@dataclass(frozen=True)
class Volley:
    """What a shot came to."""

    hits: int


def shoot(s: Shot, dice: Dice) -> Volley:
    """Roll the dice of the weapon; cover makes it harder (MG-2, MG-R1)."""
    needed = s.weapon.hits_on
    if s.cover:
        needed = min(6, needed + s.house["cover"])
        dice.explain(f"cover: {needed} or more hits", "MG-2", "MG-R1")
    hits = dice.count_hits(s.weapon.dice, needed, f"{s.weapon.name}, {needed} or more hits")
    dice.explain(f"{count_text(hits, 'hit')} of {s.weapon.dice}", "MG-2")
    return Volley(hits)


SHOOT = Resolver(
    id="shoot",
    title="A shot",
    situation=Shot,
    rule=shoot,
    rules=("MG-2", "MG-R1"),
    odds=Odds(lambda s, volley: count_text(volley.hits, "hit"), rising=True),
    example={"weapon": "rifle", "cover": True},
)
