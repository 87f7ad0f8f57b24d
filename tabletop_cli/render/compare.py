"""Two army lists compared, as text: signs at the beginning of each line, colour beside them, or both lists abreast."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from shutil import get_terminal_size
from typing import TYPE_CHECKING

from ..core.data import JsonObject
from ..core.lists.compare import ComparedList, Comparison, Difference, Item, Total
from ..core.page import Page, Para, Table
from ..core.quantities import format_fraction, format_ratio
from ..core.records import dataclass
from .number_text import format_spent, in_points
from .safe import one_line

if TYPE_CHECKING:
    from rich.table import Table as Grid

GONE, COME, CHANGED, SAME = "-", "+", "~", " "
WORDS = {GONE: "removed", COME: "added", CHANGED: "changed", SAME: "the same"}
STYLES = {GONE: "red", COME: "green", CHANGED: "yellow", SAME: ""}
WIDE = 110  # columns from which on the lists stand abreast
WIDEST = 160
IN = "    "
NOT_MATCHED = "different game systems: there is nothing to compare"


@dataclass(frozen=True)
class Names:
    """What the two files are called."""

    before: str
    after: str


@dataclass(frozen=True)
class CompareRow:
    """A line: its sign, what the first and what the second list say (None for nothing), and both in one."""

    sign: str
    before: str | None
    after: str | None
    both: str
    depth: int = 0


def as_text(found: Comparison, names: Names) -> str:
    """Signs and words; what is the same is counted."""
    lines = [f"{IN * row.depth}{row.sign} {row.both}".rstrip() for row in _compared_rows(found, names)]
    return "".join(f"{line}\n" for line in lines)


def as_terminal(found: Comparison, names: Names) -> str:
    """The same in colour; both lists abreast with all of their entries where there is room."""
    from rich.text import Text

    from .terminal import render_parts

    width = min(get_terminal_size().columns, WIDEST)
    if width >= WIDE:
        return render_parts([_abreast_grid(found, names)], width)
    rows = (
        (f"{IN * row.depth}{row.sign} {row.both}".rstrip(), STYLES[row.sign]) for row in _compared_rows(found, names)
    )
    return render_parts((Text(text, style=style) for text, style in rows), width)


def as_markdown(found: Comparison, names: Names) -> str:
    """Two tables."""
    from . import render_pages

    totals = Table(("", names.before, names.after), tuple(_total_rows(found)))
    changes = tuple(
        (f"{WORDS[row.sign]}", f"{'… ' * row.depth}{row.both}") for row in _change_rows(found) if row.sign != SAME
    )
    blocks = [totals, Table(("", "what"), changes) if changes else Para(_end_text(found))]
    if not found.same_system:
        blocks.insert(1, Para(NOT_MATCHED, "note"))
    return render_pages(Page("Two lists compared", tuple(blocks)), "markdown")


def as_json(found: Comparison, names: Names) -> str:
    """Everything, for machines; points are exact fractions."""
    from .jsonout import dump

    return dump(
        {
            "same": found.same,
            "before": {"file": names.before, **_total_data(found.before)},
            "after": {"file": names.after, **_total_data(found.after)},
            "army": [_difference_data(one) for one in found.army],
            "entries": [_item_data(item) for item in found.items],
        }
    )


FORMATS = {"text": as_text, "terminal": as_terminal, "markdown": as_markdown, "json": as_json}


# --- rows


def _compared_rows(found: Comparison, names: Names) -> Iterator[CompareRow]:
    """All rows of the short form."""
    yield CompareRow(GONE, None, None, one_line(names.before))
    yield CompareRow(COME, None, None, one_line(names.after))
    yield CompareRow(SAME, None, None, "")
    for name, before, after in _total_rows(found):
        yield CompareRow(SAME, before, after, f"{name}: {before}" + (f" -> {after}" if before != after else ""))
    if not found.same_system:
        yield CompareRow(CHANGED, None, None, NOT_MATCHED)
    yield CompareRow(SAME, None, None, "")
    yield from (row for row in _change_rows(found) if row.sign != SAME)
    yield CompareRow(SAME, None, None, _end_text(found))


def _total_rows(found: Comparison) -> Iterator[tuple[str, str, str]]:
    one, other = found.before, found.after
    if not found.same_system:
        yield "system", one_line(one.system), one_line(other.system)
    if one.points is not None or other.points is not None:
        gain = (other.points or Fraction(0)) - (one.points or Fraction(0))
        yield "points", _spent_text(one), _spent_text(other) + (f" ({_signed_points(gain)})" if gain else "")
    yield f"{one_line(other.one)}s", str(one.units), str(other.units)
    if one.errors or other.errors:
        yield "legal", _legal_text(one), _legal_text(other)


def _change_rows(found: Comparison) -> Iterator[CompareRow]:
    """A row for each difference of the list itself, and for each entry with its differences below it."""
    yield from (_difference_row(one, 0) for one in found.army)
    for item in found.items:
        yield from _item_rows(item, 0)


def _item_rows(item: Item, depth: int) -> Iterator[CompareRow]:
    before, after = (None if side is None else _compared_text(side) for side in (item.before, item.after))
    sign = GONE if item.after is None else COME if item.before is None else SAME if item.same else CHANGED
    yield CompareRow(sign, before, after, _item_text(item, before, after), depth)
    yield from (_difference_row(one, depth + 1) for one in item.differences)
    for inner in item.inside:
        yield from _item_rows(inner, depth + 1)


def _item_text(item: Item, before: str | None, after: str | None) -> str:
    """An entry on one line, with the points that it gains or loses."""
    if item.before is None or item.after is None or before == after:
        return before or after or ""
    name = _compared_name(item.after)
    if item.gain:
        before, after = _points_text(item.before.points), _points_text(item.after.points)
        name += f": {before} -> {after} points ({_signed_points(item.gain)})"
    return name


def _difference_row(one: Difference, depth: int) -> CompareRow:
    what = one_line(one.what)
    before, after = (None if value is None else one_line(value) for value in (one.before, one.after))
    if one.listed:
        text = before if after is None else after
        return CompareRow(GONE if after is None else COME, before, after, text or "", depth)
    sides = [None if value is None else f"{what}: {value}" for value in (before, after)]
    if before is None or after is None:
        return CompareRow(COME if before is None else GONE, sides[0], sides[1], sides[0] or sides[1] or what, depth)
    return CompareRow(CHANGED, sides[0], sides[1], f"{what}: {before} -> {after}", depth)


def _compared_text(side: ComparedList) -> str:
    """``Morel's Own (regular lead infantry), 3 points``."""
    copies = f" x{side.count}" if side.count != 1 else ""
    return f"{_compared_name(side)}{copies}" + ("" if side.points is None else f", {in_points(side.points)}")


def _compared_name(side: ComparedList) -> str:
    title, kind = one_line(side.title), one_line(side.kind)
    return title if not kind or title.casefold() == kind.casefold() else f"{title} ({kind})"


def _end_text(found: Comparison) -> str:
    """The last line: what is the same."""
    if found.same:
        return "no difference"
    count = sum(item.same for item in found.items)
    if not count:
        return ""
    return f"{count} {'entry is' if count == 1 else 'entries are'} the same"


def _spent_text(total: Total) -> str:
    return format_spent(total.points, total.budget) or "none"


def _legal_text(total: Total) -> str:
    return f"no, {total.errors} problem{'' if total.errors == 1 else 's'}" if total.errors else "yes"


def _points_text(points: Fraction | None) -> str:
    return format_fraction(points or Fraction(0))


def _signed_points(points: Fraction) -> str:
    return ("+" if points > 0 else "") + format_fraction(points)


# --- abreast


def _abreast_grid(found: Comparison, names: Names) -> Grid:
    """Both lists with all of their entries, those that belong together side by side."""
    from rich.table import Table as Grid
    from rich.text import Text

    grid = Grid.grid(padding=(0, 1))
    for share in (1, None, 1):
        grid.add_column(ratio=share, overflow="fold")
    grid.expand = True
    grid.add_row(Text(one_line(names.before), style="bold"), "", Text(one_line(names.after), style="bold"))
    for name, before, after in _total_rows(found):
        mark = CHANGED if before != after else SAME
        grid.add_row(Text(f"{name}: {before}"), Text(mark, style=STYLES[mark]), Text(f"{name}: {after}"))
    grid.add_row("", "", "")
    for row in _change_rows(found):
        left, right = (Text(IN * row.depth + (text or ""), style=STYLES[row.sign]) for text in (row.before, row.after))
        grid.add_row(left, Text(row.sign, style=STYLES[row.sign]), right)
    if not found.same_system or found.same:
        grid.add_row("", "", "")
        grid.add_row(Text(_end_text(found) or NOT_MATCHED), "", "")
    return grid


# --- for machines


def _total_data(total: Total) -> JsonObject:
    return {
        "system": total.system,
        "name": total.name,
        "points": _ratio_or_none(total.points),
        "budget": _ratio_or_none(total.budget),
        "units": total.units,
        "legal": not total.errors,
    }


def _item_data(item: Item) -> JsonObject:
    sign = next(_item_rows(item, 0)).sign
    return {
        "result": WORDS[sign],
        "before": _compared_data(item.before),
        "after": _compared_data(item.after),
        "gain": _ratio_or_none(item.gain),
        "differences": [_difference_data(one) for one in item.differences],
        "inside": [_item_data(inner) for inner in item.inside],
    }


def _compared_data(side: ComparedList | None) -> JsonObject | None:
    if side is None:
        return None
    known = {"entry": int(side.place[-1]) + 1, "title": side.title, "kind": side.kind, "count": side.count}
    return {**known, "points": _ratio_or_none(side.points)}


def _difference_data(one: Difference) -> JsonObject:
    return {"what": one.what, "before": one.before, "after": one.after}


def _ratio_or_none(number: Fraction | None) -> str | None:
    return None if number is None else format_ratio(number)
