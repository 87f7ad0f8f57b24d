"""What the builder says: totals, entries, what a choice costs and breaks. Words only; the checks decide."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from ...core.data import Json, JsonMapping
from ...core.lists.army import Report
from ...core.lists.change import value_at
from ...core.lists.form import Pick, Setting, Ware
from ...core.lists.opened import Opened
from ...core.lists.problems import SUMS, Problem, Where
from ...core.lists.sheet import Card
from ...core.lists.trial import Trial, errors
from ...core.numbers import mixed
from ...core.page import Block, Para
from ...core.system import System
from ...render.numbers import in_points

MOST_PROBLEMS = 8  # that are told at once


def totals(report: Report) -> str:
    """``7 of 8 points, 1 left``; nothing in a system without points."""
    if report.budget is None or report.points is None:
        return in_points(report.points)
    left = report.budget - report.points
    rest = f"{mixed(-left)} over" if left < 0 else f"{mixed(left)} left"
    return f"{in_points(report.points, report.budget)}, {rest}"


def headline(now: Opened) -> str:
    """Name, sums and state of the list, on one line."""
    sheet = now.sheet
    units = f"{sheet.units} {sheet.unit}{'' if sheet.units == 1 else 's'}"
    wrong = len(errors(now.report))
    state = "legal" if not wrong else f"not legal yet: {wrong} problem{'' if wrong == 1 else 's'}"
    return f"{sheet.name}: {'; '.join(part for part in (totals(now.report), units, state) if part)}"


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
    return f"{count}{card.title}", ", ".join(
        part for part in (*kind, *card.options, in_points(card.points), *mark) if part
    )


def is_wrong(report: Report, place: Where) -> bool:
    """Whether errors are about the entry at a place, or about something inside of it."""
    return any(one.where[: len(place)] == place for one in errors(report))


def trial_words(tried: Trial, budget: Fraction | None, *, zero: str = "free") -> str:
    """What a change costs, and what it would break: ``2 points``, ``free``, ``3 points: 1 over``.

    In a system without points it is only what it would break.
    """
    if tried.refused is not None:
        return f"cannot be read: {tried.refused.message}"
    free = zero if tried.report and tried.report.points is not None else ""
    cost = f"{'saves ' if tried.cost < 0 else ''}{in_points(abs(tried.cost))}" if tried.cost else free
    why = ", ".join(_harm(tried, budget))
    return ", ".join(part for part in (cost, f"NOT LEGAL: {why}" if why else "") if part)


def _harm(tried: Trial, budget: Fraction | None) -> list[str]:
    """What a change breaks: the constraints, and how far it goes over, also where the list was over already."""
    points = tried.report.points if tried.report else None
    over = Fraction(0) if points is None or budget is None else points - budget
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


def value_words(setting: Setting, table: JsonMapping) -> str:
    """What a setting is at, in words; the default in brackets where nothing is written."""
    missing = object()
    value = value_at(table, setting.key, missing)
    if value is missing:
        return f"({picked(setting, setting.default)})" if setting.default not in (None, [], ()) else "-"
    return picked(setting, value)


def picked(setting: Setting, value: Json) -> str:
    """A value by the words of its picks."""
    words = {repr(pick.value): pick.words for pick in setting.values}
    values = value if isinstance(value, list | tuple) else [] if value is None else [value]
    return ", ".join(words.get(repr(one), str(one)) for one in values) or "none"


def told(what: str, *more: str) -> str:
    """A sentence with what there is to add to it."""
    return ", ".join(part for part in (what, *more) if part)


def note_of(now: Opened, place: Where) -> str:
    """The note of an entry."""
    on_card = next((card.note for card in now.sheet.cards if card.place == place), "")
    return on_card or now.notes.get(place, "")
