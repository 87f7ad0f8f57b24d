"""What people look up during a game of tt, on one page of paper; every number comes from the tables.

The sentences stand in ``quick.toml``. What a house rule decides at the table stands there in the words of
that switch; what it decides about lists stands on their cards.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

from ...api import Block, Facts, Heading, House, Page, ShapedObject, Shown, Table
from .command import cancel_cost, group_cost
from .pages import cm
from .sheet import VALUES
from .tables import CLASSES, REFERENCE, amount, class_name, class_row, cost, distance, kinds_of, table
from .victory import beaten_at, by_points

KINDS = {"shooting": "shot", "barrage": "barrage", "close-combat": "close combat"}
NEAR, FAR = Fraction(0), None  # from the Commander: beside him; he is off the table
SIZES = (7, 9, 11, 13, 15, 17, 19)  # of armies, for which half of their units is told


def quick(house: House) -> tuple[Page, ...]:
    """The tables of play under some house rules."""
    tables: dict[str, Callable[[House], Table]] = {
        "command": _command,
        "moves": _moves,
        "charges": _charges,
        "added": _added,
    }
    numbers, blocks = _numbers(house), list[Block]()
    for section in REFERENCE.data("quick")["section"]:
        facts = tuple((name, " ".join(text.format(**numbers).split())) for name, text in section["facts"].items())
        blocks += [Heading(section["title"]), Facts(facts)]
        blocks += [tables[section["table"]](house)] if "table" in section else []
    return (Page(str(REFERENCE.about["name"]), tuple(blocks), "quick reference; distances in cm"),)


def _numbers(house: House) -> ShapedObject:
    """What stands in the sentences of `quick`.

    Among them the chance of enough command points (TT-CMD-1), and how many units lose a game, for armies of some sizes
    (TT-WIN-1).
    """
    sides = int(table("dice")["sides"])
    sizes = ", ".join(f"{beaten_at(one, by_points=False)} of {one}" for one in SIZES)
    return {
        "cm": table("distances"),
        "said": house.said,
        "chargers": table("chargers"),
        "armor": table("armor"),
        "lance": -table("armor")["lance_tough"],
        "times": int(table("results")["destroyed_times"]),
        "odds": ", ".join(f"{one}: {sides + 1 - one} in {sides}" for one in range(1, sides + 1)),
        "sizes": "" if by_points(house) else f" That is {sizes}.",
    }


def _command(house: House) -> Table:
    """What activations cost (TT-CMD-2, TT-CMD-3, TT-CMD-4, TT-CMD-6, TT-CMD-7, TT-BAR-1)."""
    near, fire = group_cost("move", NEAR, house), group_cost("barrage", NEAR, house)
    surcharge = group_cost("barrage", FAR, house) > fire
    whose = "on top: all of it" if surcharge else "on top, not for a barrage: all of it"
    entering = "all that enter together" if house["ambush-cost"] == "per-group" else "each unit that enters"
    rows = (
        ("a unit or group that moves", str(near)),
        ("a unit or group that fires a barrage", str(fire)),
        (f"{entering} from reserve", str(cost("enter"))),
        ("each Cloaked enemy that is to be found", str(cancel_cost())),
        (f"{whose} beyond {distance('command')} of the Commander", _plus(group_cost("move", FAR, house) - near)),
        ("on top, once: any Difficult unit moves or enters", _plus(group_cost("move", NEAR, house, 1) - near)),
    )
    return Table(("command points for", "cost"), rows, right=frozenset({"cost"}))


def _plus(number: int) -> str:
    return f"{number:+d}"


def _moves(house: House) -> Table:
    """How far each class goes (TT-MOVE-1, TT-MOVE-2)."""
    run = table("moves")["run"]
    moves = {class_name(one): Fraction(table("classes")[one]["move"]) for one in CLASSES}
    columns: dict[str, Shown[Fraction]] = {
        "move": cm,
        "run, charge": lambda move: cm(move * run["times"]),
        "if Fast": lambda move: cm(move * run["fast"]),
    }
    return Table.of("class", moves, columns, right=frozenset(columns))


def _charges(house: House) -> Table:
    """Who charges whom, which value hits whom, and who uses cover (TT-CHARGE-8, TT-SHOOT-8, TT-MOD-5)."""
    columns: dict[str, Shown[ShapedObject]] = {
        "may charge": lambda row: _whom(row["charges"]),
        "hit by": lambda row: " or ".join(VALUES[how] for how in row["attacked_as"]),
        "cover": lambda row: bool(row["cover"]),
    }
    return Table.of("class", {class_name(one): class_row(one, house) for one in CLASSES}, columns)


def _whom(classes: list[str]) -> str:
    """``all but Aircraft``: the shorter of the two ways to say it."""
    names = [class_name(one) for one in CLASSES if one in classes]
    others = [class_name(one) for one in CLASSES if one not in classes]
    if not names:
        return "nobody"
    return f"all but {', '.join(others)}" if len(others) < len(names) else ", ".join(names)


def _added(house: House) -> Table:
    """What is added, and in which attacks (TT-MOD-1, TT-MOD-2, TT-MOD-3, TT-MOD-4, TT-MOD-5, TT-MOD-10)."""
    names = {
        "supporter": "attack: each supporting weapon",
        "flanked": "defence: each weapon that is behind",
        "concealed": "defence: partly hidden",
        "distraction": "defence: an open target is nearer",
        "in_cover": "defence: in cover",
    }
    rows = tuple(
        (words, *(_plus(amount(key)) if kinds_of(key, kind) else "-" for kind in KINDS)) for key, words in names.items()
    )
    return Table(("added to", *KINDS.values()), rows, right=frozenset(KINDS.values()))
