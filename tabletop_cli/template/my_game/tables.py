"""The tables of the catalogue: which columns they have. The rows stand in ``catalogue/*.toml`` (MG-A1)."""

from pathlib import Path

from tabletop_cli.api import Page, Row, RowOf, Rows, Tables, Whole, catalogue_page, dataclass, fact, toml_rows

FOLDER = Path(__file__).parent / "catalogue"


@dataclass(frozen=True, kw_only=True, eq=False)
class Weapon(Row):
    """A weapon: its dice, and what each must show to hit (MG-2)."""

    dice: int = fact(Whole(1, 10))
    hits_on: int = fact(Whole(2, 6))


WEAPONS = Rows("my-game", "weapons", Weapon, toml_rows(FOLDER / "weapons.toml"), home="weapons")


@dataclass(frozen=True, kw_only=True, eq=False)
class Kind(Row):
    """A kind of unit: its price, the wounds that it takes, its weapon."""

    points: int = fact(Whole(0, 100))
    wounds: int = fact(Whole(1, 10))
    weapon: Weapon = fact(RowOf.of_tables(WEAPONS))


UNITS = Rows("my-game", "units", Kind, toml_rows(FOLDER / "units.toml"), home="units")


@dataclass(frozen=True, kw_only=True, eq=False)
class Card(Row):
    """A card of the deck; no file of one's own has others, for the rules know each by its id."""

    copies: int = fact(Whole(1, 20))


CARDS = Rows("my-game", "cards", Card, toml_rows(FOLDER / "cards.toml"))
TABLES = Tables("my-game", (WEAPONS, UNITS, CARDS), named=("type",))


def pages() -> tuple[Page, ...]:
    """The catalogue, to read."""
    return (catalogue_page("My Game", UNITS, WEAPONS, CARDS),)
