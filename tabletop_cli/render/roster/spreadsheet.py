"""Rows for spreadsheets: an entry a row. What is wrong with the list as a whole stands on rows before them.

Points are decimals: a spreadsheet takes 1/2 for a day of January.
"""

from __future__ import annotations

from decimal import Decimal
from fractions import Fraction

from ...core.lists.problems import Problem
from ...core.lists.sheet import Card, Sheet, Source
from ...core.quantities import format_fraction
from ..table import as_csv
from . import Options, roster_text

COLUMNS = (
    "file",
    "system",
    "faction",
    "army",
    "legal",
    "army note",
    "entry",
    "copies",
    "unit id",
    "name",
    "kind",
    "options",
    "points each",
    "points",
    "note",
    "problems",
    "budget",
    "sha256",
    "data",
    "special rules",
)


def render(sheet: Sheet, source: Source, options: Options) -> list[str]:
    """One text. An illegal list says so on each row; sums over a column stay right."""
    origin = (format_decimal(sheet.budget), source.sha256, source.data)
    known = (source.file, sheet.system, sheet.faction, sheet.name, "yes" if sheet.legal else "no", sheet.note)
    blank = ("",) * (len(COLUMNS) - len(known) - 2 - len(origin))
    whole = [one for one in sheet.problems if not any(card.holds(one.where) for card in sheet.cards)]
    rows: list[tuple[object, ...]] = [(*known, *blank, _labelled_problem(one), *origin, "") for one in whole]
    rows += [(*known, *_card_cells(card, sheet), *origin, _rules_text(card, sheet)) for card in sheet.cards]
    return [as_csv(COLUMNS, rows)]


def _card_cells(card: Card, sheet: Sheet) -> tuple[object, ...]:
    problems = "; ".join(_labelled_problem(one) for one in sheet.problems if card.holds(one.where))
    options = "; ".join(card.options)
    what = (card.number, card.count, card.id, roster_text.card_title(card), card.kind, options)
    return (*what, format_decimal(card.each), format_decimal(card.points), card.note, problems)


def _rules_text(card: Card, sheet: Sheet) -> str:
    """The special rules of an entry: those of the book by name, those that players wrote with their texts.

    Semicolons may stand in a text, so they part nothing here.
    """
    own = {name: text for name, text in sheet.rules if name in sheet.own_rules}
    names = dict.fromkeys([*card.rules, *(name for name in sheet.army_rules if name in own)])
    return " | ".join(f"{name}: {own[name]}" if name in own else name for name in names)


def _labelled_problem(problem: Problem) -> str:
    return ("" if problem.is_error else "warning: ") + roster_text.problem_text(problem)


def format_decimal(points: Fraction | None) -> str:
    """``3.5``; thirds stay fractions, for no decimal is exact; nothing in a system without points."""
    if points is None:
        return ""
    rest = points.denominator
    for prime in (2, 5):
        while rest % prime == 0:
            rest //= prime
    if points.denominator == 1 or rest != 1:
        return format_fraction(points)
    return f"{Decimal(points.numerator) / Decimal(points.denominator):f}"
