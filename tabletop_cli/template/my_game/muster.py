"""Army lists: their entries, checks, what stands on the roster (MG-A1, MG-A2)."""

from collections.abc import Iterator

from tabletop_cli.api import Boxes, Card, Problem, RowArmy, RowEntry, RowLists, dataclass

from .tables import UNITS, Kind


@dataclass(frozen=True)
class Unit(RowEntry[Kind]):
    """One of the ``[[units]]`` of a file; `row` is what the catalogue knows of it, `points` what one copy costs."""

    rows = UNITS


def check_budget(army: RowArmy[Unit]) -> Iterator[Problem]:
    """The army is within its budget (MG-A2)."""
    if army.budget is not None and army.points > army.budget:
        over = f"{army.points} of {army.budget} points, {army.points - army.budget} over"
        yield Problem("MG-A2", over, "take units away, or agree on more", ("budget",))


def tell_kind(kind: Kind) -> str:
    """What is to be known of a kind of unit before it is bought."""
    return f"{kind.points} points; {kind.weapon.name}"


def make_card(unit: Unit) -> Card:
    """A unit on paper, with a box for each wound; of an unknown one, what the file says."""
    if unit.row is None:
        return unit.roster_card()
    weapon = unit.row.weapon
    stats = (("weapon", weapon.name), ("dice", f"{weapon.dice}, {weapon.hits_on}+"))
    return unit.roster_card(stats=stats, boxes=(Boxes("wounds", 0, unit.row.wounds),))


LISTS = RowLists(entry=Unit, told=tell_kind, card=make_card, known="MG-A1", checks={"MG-A2": check_budget})
MUSTER = LISTS.muster
