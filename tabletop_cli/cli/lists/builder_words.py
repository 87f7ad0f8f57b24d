"""What the builder says: totals, entries, what a choice costs and breaks. Words only; the checks decide."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any

from ...core.lists.army import Report
from ...core.lists.change import value_at
from ...core.lists.form import Pick, Setting, Ware
from ...core.lists.opened import Opened
from ...core.lists.problems import Problem, Where
from ...core.lists.sheet import Card, Sheet
from ...core.lists.trial import Trial, errors
from ...core.numbers import mixed
from ...core.page import Block, Para
from ...core.system import System
from ...render.numbers import in_points

MOST_PROBLEMS = 8  # that are told at once
SUMS: tuple[Where, ...] = ((), ("budget",))  # where problems about the points of the whole list are placed


def totals(report: Report) -> str:
    """``7 of 8 points, 1 left``."""
    if report.budget is None:
        return in_points(report.points)
    left = report.budget - report.points
    rest = f"{mixed(-left)} over" if left < 0 else f"{mixed(left)} left"
    return f"{mixed(report.points)} of {in_points(report.budget)}, {rest}"


def headline(now: Opened) -> str:
    """Name, sums and state of the list, on one line."""
    sheet = now.sheet
    units = f"{sheet.units} {sheet.unit}{'' if sheet.units == 1 else 's'}"
    wrong = len(errors(now.report))
    state = "legal" if not wrong else f"not legal yet: {wrong} problem{'' if wrong == 1 else 's'}"
    return f"{sheet.name}: {totals(now.report)}; {units}; {state}"


def problem_blocks(problems: Sequence[Problem]) -> list[Block]:
    """What is wrong and what would mend it; a few at once."""
    blocks: list[Block] = []
    for problem in problems[:MOST_PROBLEMS]:
        hint = f" ({problem.hint})" if problem.hint else ""
        tone = "bad" if problem.is_error else "warn"
        blocks.append(Para(f"{problem.code}: {problem.message}{hint}", tone))
    if len(problems) > MOST_PROBLEMS:
        blocks.append(Para(f"and {len(problems) - MOST_PROBLEMS} more", "bad"))
    return blocks


def entry_words(card: Card, wrong: bool) -> tuple[str, str]:
    """Name and details of an entry, for a row of the menu."""
    count = f"{card.count} x " if card.count != 1 else ""
    kind = [card.kind] if card.kind.casefold() != card.title.casefold() else []
    mark = ["NOT LEGAL"] if wrong else []
    return f"{count}{card.title}", ", ".join([*kind, *card.options, in_points(card.points), *mark])


def wrong_entries(report: Report, place: Where) -> set[int]:
    """The entries of a list that errors are about."""
    size = len(place)
    found = (one.where for one in errors(report) if one.where[:size] == place and len(one.where) > size)
    return {int(where[size]) for where in found if isinstance(where[size], int)}


def trial_words(tried: Trial, budget: Fraction | None, *, zero: str = "free") -> str:
    """What a change costs, and what it would break: ``2 points``, ``free``, ``3 points: 1 over``."""
    if tried.refused is not None:
        return f"cannot be read: {tried.refused.message}"
    cost = f"{'saves ' if tried.cost < 0 else ''}{in_points(abs(tried.cost))}" if tried.cost else zero
    why = ", ".join(_harm(tried, budget))
    return ", ".join(part for part in (cost, f"NOT LEGAL: {why}" if why else "") if part)


def _harm(tried: Trial, budget: Fraction | None) -> list[str]:
    """What a change breaks: the constraints, and how far it goes over, also where the list was over already."""
    over = tried.report.points - budget if tried.report and budget is not None else Fraction(0)
    dear = over > 0 and tried.cost > 0
    codes = [one.code for one in tried.broken if not (dear and one.where in SUMS)]
    return [*dict.fromkeys(codes), *([f"{mixed(over)} over"] if dear else [])]


def told_of(system: System, title: str, help_text: str, rules: tuple[str, ...]) -> str:
    """Everything about a ware or a pick: its words, and the rules that it names in full."""
    known = system.reference.rules
    named = [known[one] for one in rules if one in known]
    texts = [f"{rule.id} {rule.title}: {' '.join(rule.text.split())}" for rule in named]
    return "\n".join(part for part in (help_text, *texts) if part) or title


def ware_help(system: System, ware: Ware) -> str:
    return told_of(system, ware.title, ware.help, ware.rules)


def pick_help(system: System, setting: Setting, pick: Pick) -> str:
    return told_of(system, pick.words, pick.help or setting.help, pick.rules or setting.rules)


def value_words(setting: Setting, table: Mapping[str, Any]) -> str:
    """What a setting is at, in words; the default in brackets where nothing is written."""
    missing = object()
    value = value_at(table, setting.key, missing)
    if value is missing:
        return f"({picked(setting, setting.default)})" if setting.default not in (None, [], ()) else "-"
    return picked(setting, value)


def picked(setting: Setting, value: Any) -> str:
    """A value by the words of its picks."""
    words = {repr(pick.value): pick.words for pick in setting.values}
    values = value if isinstance(value, list | tuple) else [value]
    return ", ".join(words.get(repr(one), str(one)) for one in values) or "none"


def note_of(sheet: Sheet, at: int) -> str:
    """The note of an entry."""
    return next((card.note for card in sheet.cards if card.at == at), "")
