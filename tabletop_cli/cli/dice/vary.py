"""`odds --vary`: the exact chances side by side for several values of one fact."""

from __future__ import annotations

import re
from collections.abc import Sequence
from fractions import Fraction

from ...core.declare.kinds import brief_text
from ...core.errors import Malformed, TooBig
from ...core.page import Page, Para, Table
from ...core.quantities import format_ratio
from ...core.rule.resolve import odds_of
from ...core.rule.resolver import AnyResolver
from ...core.system import System
from ..session import Session, write
from .arguments import Words, put_value, read_fact, situation_data

MOST_VALUES = 50
_RANGE = re.compile(r"(\d{1,6})\.\.(\d{1,6})")

VariedRow = tuple[str, object, dict[str, Fraction]]  # the value as typed, its raw form, the chances


def print_comparison(
    session: Session, system: System, resolver: AnyResolver, words: Words, vary: str, form: str
) -> None:
    """Print the table. Errors: `Malformed` for a fact or value that does not exist."""
    from ...render.number_text import allow_long_fractions

    name, values = parse_vary(vary)
    rows = [_varied_row(system, resolver, words, name, value) for value in values]
    allow_long_fractions()
    if form == "csv":
        write(_comparison_csv(name, rows))
    else:
        session.show(_comparison_page(system, resolver, name, rows), "json" if form == "json" else None)


def parse_vary(text: str) -> tuple[str, list[str]]:
    """The fact and its values: parted by commas, by semicolons where there are any, or a range like 4..8."""
    name, equals, listed = text.partition("=")
    if not equals or not listed:
        raise Malformed(f"--vary {brief_text(text)} names no values", hint="such as --vary target.terrain=open,rough")
    if found := _RANGE.fullmatch(listed.strip()):
        values = [str(number) for number in range(int(found[1]), min(int(found[2]), int(found[1]) + MOST_VALUES) + 1)]
    else:
        values = [part.strip() for part in listed.split(";" if ";" in listed else ",") if part.strip()]
    if len(values) > MOST_VALUES:
        raise TooBig(f"--vary: more than {MOST_VALUES} values", hint="compare fewer at once")
    if not values:
        raise Malformed(f"--vary {brief_text(text)}: this range is empty", hint="such as 4..8")
    return name.strip().removeprefix("--"), values


def _varied_row(system: System, resolver: AnyResolver, words: Words, name: str, value: str) -> VariedRow:
    cls = resolver.odds_situation()
    data = situation_data(cls, system.reference.house, words)
    path, raw = read_fact(cls, system.reference.house, name, value)
    put_value(data, path, raw)
    return value, raw, odds_of(system, resolver, system.read_situation(cls, data, ""))


def _outcome_names(resolver: AnyResolver, rows: Sequence[VariedRow]) -> list[str]:
    """Every outcome of the rows, in the order in which people think of them."""
    found = {name: chance for _, _, chances in rows for name, chance in chances.items()}
    return list(resolver.odds.sort_chances(found) if resolver.odds else found)


def _comparison_page(system: System, resolver: AnyResolver, name: str, rows: Sequence[VariedRow]) -> Page:
    from ...render.number_text import format_chance

    outcomes = _outcome_names(resolver, rows)
    cells = tuple(
        (value, *(format_chance(chances.get(outcome, Fraction(0))) for outcome in outcomes))
        for value, _, chances in rows
    )
    data = {
        "system": system.id,
        "resolver": resolver.id,
        "vary": name,
        "rows": [
            {"value": raw, "outcomes": {o: format_ratio(p) for o, p in chances.items()}} for _, raw, chances in rows
        ],
    }
    titles = [resolver.odds.titles.get(one, one) if resolver.odds else one for one in outcomes]
    table = Table((name, *titles), cells, right=frozenset(titles))
    return Page(resolver.title, (table, Para("exact fractions: --format csv or json", "note")), data=data)


def _comparison_csv(name: str, rows: Sequence[VariedRow]) -> str:
    from ...render.number_text import format_chance
    from ...render.table import as_csv

    listed = (
        (value, outcome, format_ratio(chance), format_chance(chance))
        for value, _, chances in rows
        for outcome, chance in chances.items()
    )
    return as_csv((name, "outcome", "chance", "percent"), listed)
