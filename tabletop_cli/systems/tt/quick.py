"""What people look up during a game of tt, on one page of paper; every number comes from the tables.

The sentences stand in ``quick.toml``. What a house rule decides at the table stands there in the words of
that switch; what it decides about lists stands on their cards.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from fractions import Fraction

from ...api import Block, Facts, Heading, House, Page, ShapedObject, Shown, Table
from .command import cancel_cost, group_cost
from .movement import gap_words
from .pages import format_distance
from .retreat import gives_way
from .sheet import VALUES
from .tables import (
    CLASSES,
    REFERENCE,
    class_name,
    class_row,
    is_modifier_of_kind,
    modifier_amount,
    point_cost,
    printed_table,
    rule_distance,
)
from .victory import beaten_at, by_points

KINDS = {"shooting": "shot", "barrage": "barrage", "close-combat": "close combat"}
NEAR, FAR = Fraction(0), None  # from the Commander: beside him; he is off the table
SIZES = (7, 9, 11, 13, 15, 17, 19)  # of armies, for which half of their units is told


def quick_pages(house: House) -> tuple[Page, ...]:
    """The tables of play under some house rules."""
    tables: dict[str, Callable[[House], Table]] = {
        "command": _command_table,
        "moves": _move_table,
        "charges": _charge_table,
        "added": _modifier_table,
    }
    numbers, blocks = _sentence_numbers(house), list[Block]()
    for section in REFERENCE.file_data("quick")["section"]:
        facts = tuple((name, " ".join(text.format(**numbers).split())) for name, text in section["facts"].items())
        blocks += [Heading(section["title"]), Facts(facts)]
        blocks += [tables[section["table"]](house)] if "table" in section else []
    return (Page(str(REFERENCE.about["name"]), tuple(blocks), "quick reference; distances in cm"),)


def _sentence_numbers(house: House) -> ShapedObject:
    """What stands in the sentences of `quick_pages`.

    Among them the chance of enough command points (TT-CMD-1), and how many units lose a game, for armies of some sizes
    (TT-WIN-1).
    """
    sides = int(printed_table("dice")["sides"])
    sizes = ", ".join(f"{beaten_at(one, by_points=False)} of {one}" for one in SIZES)
    return {
        "cm": printed_table("distances"),
        "said": house.said,
        "chargers": printed_table("chargers"),
        "armor": printed_table("armor"),
        "lance": -printed_table("armor")["lance_tough"],
        "times": int(printed_table("results")["destroyed_times"]),
        "odds": f"at least {_join_numbers(range(2, sides + 1))}: {_join_numbers(range(sides - 1, 0, -1))} in {sides}",
        "gaps": {when: gap_words(when, house) for when in ("form", "end")},
        "far": f"{rule_distance('retreat')}" if gives_way(house) else f"{rule_distance('retreat')} or more",
        "room": _room_text(house),
        "sizes": "" if by_points(house) else f" Half is {sizes}.",
    }


def _join_numbers(numbers: Iterable[int]) -> str:
    return ", ".join(map(str, numbers))


def _room_text(house: House) -> str:
    """Return what room a retreat needs, or that others give way (TT-RET-1, TT-R15)."""
    if gives_way(house):
        return house.said["retreat-push"]
    friend, enemy = rule_distance("retreat_from_friend"), rule_distance("retreat_from_enemy")
    return f"It goes on until it is more than {friend} from every friend and more than {enemy} from every enemy."


def _command_table(house: House) -> Table:
    """What activations cost (TT-CMD-2, TT-CMD-3, TT-CMD-4, TT-CMD-6, TT-CMD-7, TT-BAR-1)."""
    near, fire = group_cost("move", NEAR, house), group_cost("barrage", NEAR, house)
    surcharge = group_cost("barrage", FAR, house) > fire
    what = "a move or a barrage" if surcharge else "a move"
    together = house["ambush-cost"] == "per-group"
    entering = "all units that enter together" if together else "each unit that enters"
    difficult = "once for all that enter" if together else "each one that enters"
    rows = (
        ("a unit or group that moves or charges", str(near)),
        ("a unit or group that fires a barrage", str(fire)),
        (f"{entering}", str(point_cost("enter"))),
        ("each Cloaked enemy that you want to attack", str(cancel_cost())),
        (
            f"{what}, if the unit or whole group is over {rule_distance('command')} from the Commander",
            _format_signed(group_cost("move", FAR, house) - near),
        ),
        (
            f"Difficult units, once for a group that moves, {difficult}",
            _format_signed(group_cost("move", NEAR, house, 1) - near),
        ),
    )
    return Table(("command points for", "cost"), rows, right=frozenset({"cost"}))


def _format_signed(number: int) -> str:
    return f"{number:+d}"


def _move_table(house: House) -> Table:
    """How far each class goes (TT-MOVE-1, TT-MOVE-2)."""
    run = printed_table("moves")["run"]
    moves = {class_name(one): Fraction(printed_table("classes")[one]["move"]) for one in CLASSES}
    columns: dict[str, Shown[Fraction]] = {
        "move": format_distance,
        "run, charge": lambda move: format_distance(move * run["times"]),
        "if Fast": lambda move: format_distance(move * run["fast"]),
    }
    return Table.from_rows("class", moves, columns, right=frozenset(columns))


def _charge_table(house: House) -> Table:
    """Who charges whom, which value hits whom, and who uses cover (TT-CHARGE-8, TT-SHOOT-8, TT-MOD-5)."""
    columns: dict[str, Shown[ShapedObject]] = {
        "may charge": lambda row: _classes_text(row["charges"]),
        "hit by": lambda row: " or ".join(VALUES[how] for how in row["attacked_as"]),
        "cover": lambda row: bool(row["cover"]),
    }
    return Table.from_rows("class", {class_name(one): class_row(one, house) for one in CLASSES}, columns)


def _classes_text(classes: list[str]) -> str:
    """``all but Aircraft``: the shorter of the two ways to say it."""
    names = [class_name(one) for one in CLASSES if one in classes]
    others = [class_name(one) for one in CLASSES if one not in classes]
    if not names:
        return "nobody"
    return f"all but {', '.join(others)}" if len(others) < len(names) else ", ".join(names)


def _modifier_table(house: House) -> Table:
    """What is added, and in which attacks (TT-MOD-1, TT-MOD-2, TT-MOD-3, TT-MOD-4, TT-MOD-5, TT-MOD-10)."""
    names = {
        "supporter": "attack: each supporting weapon",
        "flanked": "defence: flanked, each weapon entirely behind (charger: at its start)",
        "concealed": "defence: concealed (partly hidden, not by its cover)",
        "distraction": "defence: distraction",
        "in_cover": "defence: in cover, even partly",
    }
    rows = tuple(
        (words, *(_format_signed(modifier_amount(key)) if is_modifier_of_kind(key, kind) else "-" for kind in KINDS))
        for key, words in names.items()
    )
    return Table(("added to", *KINDS.values()), rows, right=frozenset(KINDS.values()))
