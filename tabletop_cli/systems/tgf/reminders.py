"""Words of the tables and reminders under house rules: braces in their texts stand for numbers and phrases."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from ...api import BLANK, House, ShapedMapping, count_text, format_fraction
from .profiles import band_names, firing_actions, printed_table, suppression_points
from .row_types import WEAPONS


def house_text(text: str, house: House) -> str:
    """Return a text of the tables on one line, with numbers and phrases for what is in braces."""
    return " ".join(text.format(**_words(house)).split())


def _words(house: House) -> Mapping[str, str]:
    """The numbers of the rules, and the phrases for the values of the switches, by their keys in the tables."""
    numbers = {key: str(value) for key, value in {**printed_table("numbers"), **dict(_more_numbers(house))}.items()}
    phrases = {key: str(row[str(house[row["switch"]])]) for key, row in printed_table("phrases").items()}
    return {**numbers, **{key: text.format(**numbers) for key, text in phrases.items()}}


def _more_numbers(house: House) -> Iterator[tuple[str, str]]:
    """Numbers that are in tables of their own, or supplied by players."""
    for key in ("trooper", "machine_gun", "mounted"):
        yield key, format_fraction(suppression_points(key))
    yield "firing", ", ".join(map(str, firing_actions()))
    yield "nearest_first", str(printed_table("bands")["sr"]["to"])
    yield "recover_cost", str(printed_table("actions")["recover"]["cost"])
    supplied = house.supplied_value("suppression-dam")
    yield "suppression_dam", BLANK if supplied is None else str(supplied)
    yield "reactions", count_text(house["overwatch-actions"], "action")


# --- What players decided


def house_rows(house: House) -> tuple[tuple[str, str], ...]:
    """What the players decided, as `House.decision_texts` lists it; supplied values as sentences."""
    supplied = {".".join(path): _value_text(path, value) for path, value in house.values.items()}
    return tuple((name, supplied.get(name, text)) for name, text in house.decision_texts())


def _value_text(path: tuple[str, ...], value: object) -> str:
    """A value that players supplied, as a sentence."""
    match path:
        case ("prices", item):
            return f"The {_name_in_sentence(item)} costs {count_text(value, 'point')}."  # type: ignore[arg-type]
        case ("weapons", weapon, ("template" | "indirect") as name):
            uses = {"template": ("hits everybody under a template", "has no template")}
            yes, no = uses.get(name, ("can fire indirectly", "cannot fire indirectly"))
            return f"The {_name_in_sentence(weapon)} {yes if value else no}."
        case ("weapons", weapon, band):
            assert isinstance(value, Mapping) and band in band_names()
            return f"{_range_text(band)} the {_name_in_sentence(weapon)} has {_cell_text(value)}."
        case ("fall-over-54",):
            found = value if isinstance(value, str) else _damage_text(value)  # type: ignore[arg-type]
            return f"A fall from above 54 cm {'is' if isinstance(value, str) else 'has'} {found}."
    return f"Each hit of suppression has damage {value}."


def _name_in_sentence(item: str) -> str:
    name = WEAPONS.printed[item].name
    return name[0].lower() + name[1:] if name[1:2].islower() else name


def _range_text(band: str) -> str:
    name = printed_table("bands")[band]["name"].lower()
    return f"In {name}" if band == "cc" else f"At {name}" if band == "pb" else f"At {name} range"


def _cell_text(cell: ShapedMapping) -> str:
    hit = f"{cell['hit']:+d}" if cell["hit"] else "0"
    return f"{hit} to hit, {count_text(cell['shots'], 'shot')}, {_damage_text(cell)}"


def _damage_text(cell: ShapedMapping) -> str:
    return f"damage {cell['dam']}, {count_text(cell['hits'], 'hit')} to save"
