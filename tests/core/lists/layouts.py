"""Army files as people write them, by chance: for tests that change them.

Every entry has a name of its own, and every comment says to which entry it belongs (``# 7 of e3``), or to nobody.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from hypothesis import strategies as st

from tabletop_cli.core.lists.change import Change, Drop, Insert, Put, Shift, value_at
from tabletop_cli.core.lists.edit.fresh import format_key, format_value

words = st.text(st.sampled_from("ab é\"\\#[]{},='\n\t😀"), max_size=6)
plain = st.one_of(st.integers(-3, 99), st.booleans(), words, st.sampled_from([0.5, 1e20, 7.25]))
keys = st.sampled_from(["type", "count", "options", "size", "a b", 'q"', "é", "x.y"])
values = st.recursive(
    plain, lambda inner: st.lists(inner, max_size=3) | st.dictionaries(keys, inner, max_size=3), max_leaves=5
)
tables = st.dictionaries(st.sampled_from(["hero", "guns", "light-gun", "x.y"]), plain, min_size=1, max_size=2)


class Writer:
    """Writes a text with choices of layout that are drawn."""

    def __init__(self, draw: Any) -> None:
        self.draw = draw
        self.lines: list[str] = []
        self.made = 0

    def chance(self, one_in: int = 2) -> bool:
        return self.draw(st.integers(1, one_in)) == 1

    def comment(self, owner: str = "") -> str:
        self.made += 1
        return f"# {self.made} of {owner or 'nobody'}"

    def gap(self) -> None:
        """Blank lines, and maybe a comment that stands alone."""
        self.lines += [""] * self.draw(st.integers(0, 2))
        if self.chance(4):
            self.lines += ["", self.comment(), ""]

    def above(self, owner: str) -> None:
        self.lines += [self.comment(owner) for _ in range(self.draw(st.sampled_from([0, 0, 0, 1, 2])))]

    def pair(self, key: str, value: Any, owner: str = "") -> None:
        if self.chance(6):
            self.lines.append(self.comment(owner))
        behind = f"  {self.comment(owner)}" if self.chance(6) else ""
        if isinstance(value, list) and value and self.chance(3):
            self.lines += [f"{key} = [", *(f"    {format_value(item)}," for item in value), f"]{behind}"]
        elif isinstance(value, dict) and value and self.chance(3):
            self.lines += [f"{key}.{format_key((name,))} = {format_value(inner)}" for name, inner in value.items()]
        else:
            self.lines.append(f"{key}{self.draw(st.sampled_from([' = ', '=', '   = ']))}{format_value(value)}{behind}")

    def pairs(self, table: Mapping[str, Any], owner: str = "") -> None:
        for key, value in table.items():
            self.pair(format_key((key,)), value, owner)

    def blocks(self, entries: list[dict[str, Any]]) -> None:
        for entry in entries:
            owner = entry["name"]
            self.gap()
            self.above(owner)
            self.lines.append("[[units]]" + (f" {self.comment(owner)}" if self.chance(5) else ""))
            own = {key: value for key, value in entry.items() if key != "extra"}
            self.pairs(own, owner)
            if "extra" in entry and self.chance():
                self.lines += [*([""] if self.chance() else []), "[units.extra]"]
                self.pairs(entry["extra"], f"{owner}extra")
            elif "extra" in entry:
                self.pair("extra", entry["extra"], owner)

    def in_brackets(self, entries: list[dict[str, Any]]) -> None:
        if self.chance(3):
            self.lines.append(f"units = {format_value(entries)}")
            return
        self.lines.append("units = [" + (f" {self.comment()}" if self.chance(3) else ""))
        for at, entry in enumerate(entries):
            if self.chance(4):
                self.lines += [self.comment(), ""]
            self.above(entry["name"])
            comma = "," if at < len(entries) - 1 or self.chance() else ""
            behind = f" {self.comment(entry['name'])}" if self.chance(4) else ""
            self.lines.append(f"  {format_value(entry)}{comma}{behind}")
        self.lines.append("]")

    def house(self, house: Mapping[str, Any]) -> None:
        self.gap()
        for name, inner in house.items():
            if isinstance(inner, dict) and self.chance():
                self.lines.append(f"[house.{format_key((name,))}]")
                self.pairs(inner, f"house{format_key((name,))}")
                house = {key: value for key, value in house.items() if key != name}
        if house or not self.chance(3):
            self.lines.append("[house]")
            self.pairs(house, "house")


@st.composite
def entry(draw: Any, name: str) -> dict[str, Any]:
    found: dict[str, Any] = {"name": name, **draw(st.dictionaries(keys, values, max_size=3))}
    if draw(st.booleans()):
        found["extra"] = draw(tables)
    return found


@st.composite
def toml_files(draw: Any) -> str:
    """The text of an army file."""
    writer = Writer(draw)
    if writer.chance():
        writer.lines.append("#:schema ../x.json")
    if writer.chance():
        writer.lines += [writer.comment(), *([""] if writer.chance() else [])]
    root = {"system": "zz", "budget": draw(plain), **({"name": draw(words)} if writer.chance() else {})}
    writer.pairs(root)
    entries = [draw(entry(f"e{at}")) for at in range(draw(st.integers(0, 4)))]
    match draw(st.sampled_from(["blocks", "blocks", "blocks", "brackets"])):
        case "brackets":
            writer.in_brackets(entries)
        case _:
            writer.blocks(entries)
    if writer.chance():
        writer.house(draw(st.dictionaries(st.sampled_from(["guns", "x", "y"]), plain | tables, max_size=3)))
    writer.gap()
    newline = draw(st.sampled_from(["\n", "\n", "\r\n"]))
    return newline.join(writer.lines) + (newline if writer.chance() else "")


@st.composite
def change(draw: Any, data: Mapping[str, Any], name: str) -> Change:
    """A change that can be made in some data; `name` is for a new entry."""
    held = len(value_at(data, ("units",), ()))
    kinds = ["insert", "put", *(["drop", "shift", "key", "key", "set"] if held else [])]
    at = draw(st.integers(0, held - 1)) if held else 0
    match draw(st.sampled_from(kinds)):
        case "insert":
            return Insert(("units", draw(st.integers(0, held))), draw(entry(name)))
        case "drop":
            return Drop(("units", at))
        case "shift":
            return Shift(("units", at), draw(st.integers(0, held - 1)))
        case "set":
            new = draw(entry(name))
            return Put(("units", at), {**new, "name": data["units"][at]["name"]})
        case "key":
            inside = sorted(set(data["units"][at]) - {"name"})
            key = draw(st.sampled_from([*inside, "fresh", "extra"]))
            if key in inside and draw(st.booleans()):
                return Drop(("units", at, key))
            return Put(("units", at, key), draw(values))
    place = draw(st.sampled_from([("name",), ("budget",), ("house", "x"), ("house", "guns", "light-gun"), ("new",)]))
    through = all(isinstance(value_at(data, place[:size], {}), dict) for size in range(1, len(place)))
    return Put(place if through else place[:1], draw(values))
