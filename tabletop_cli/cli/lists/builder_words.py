"""What the builder says: totals, entries, what a choice costs and breaks. Words only; the checks decide."""

from __future__ import annotations

import re
from collections.abc import Mapping
from fractions import Fraction

from ...core.data import Json, JsonMapping
from ...core.lists.army import Report
from ...core.lists.change import value_at
from ...core.lists.form import Pick, Setting, Shelf, Ware
from ...core.lists.open_list import Opened
from ...core.lists.problems import SUMS, Problem, Where
from ...core.lists.sheet import Card
from ...core.lists.trial import Trial, errors_of
from ...core.play.question import Answer
from ...core.quantities import format_fraction
from ...core.system import System
from ...render.number_text import in_points

_ENTRY = re.compile(r"\Aentry [\w/]+ \(.*?\): ")
NOT_LEGAL = "NOT LEGAL"
MOST_PROBLEMS = 8  # that are told at once


def totals_text(report: Report) -> str:
    """``7 of 8 points, 1 left``; in a system without points what it tells instead."""
    if report.points is None:
        return report.gist
    if report.budget is None:
        return in_points(report.points)
    left = report.budget - report.points
    rest = f"{format_fraction(-left)} over" if left < 0 else f"{format_fraction(left)} left"
    return f"{in_points(report.points, report.budget)}, {rest}"


def headline_text(now: Opened) -> str:
    """Name, sums and state of the list, on one line."""
    sheet = now.sheet
    units = f"{sheet.units} {sheet.unit}{'' if sheet.units == 1 else 's'}"
    wrong = len(errors_of(now.report))
    state = "legal" if not wrong else f"not legal yet: {wrong} problem{'' if wrong == 1 else 's'}"
    return f"{sheet.name}: {'; '.join(part for part in (totals_text(now.report), units, state) if part)}"


def entry_words(card: Card, wrong: bool) -> tuple[str, str, str]:
    """Points and mark, name, and details of an entry: what comes first is never cut off."""
    count = f"{card.count} x " if card.count != 1 else ""
    kind = [card.kind] if card.kind.casefold() != card.title.casefold() else []
    first = ", ".join(part for part in (in_points(card.points), NOT_LEGAL if wrong else "") if part)
    return first, f"{count}{card.title}", ", ".join(part for part in (*kind, *card.options) if part)


def entry_row(value: Json, key: str, place: Where, now: Opened) -> Answer | None:
    """An entry as a row of a menu, None for one that has no card of its own."""
    card = next((one for one in now.sheet.cards if one.place == place), None)
    if card is None:
        return None
    first, label, detail = entry_words(card, is_wrong(now.report, place))
    return Answer(value, label, key, detail, help=label, first=first)


def is_wrong(report: Report, place: Where) -> bool:
    """Whether errors are about the entry at a place, or about something inside of it."""
    return any(one.where[: len(place)] == place for one in errors_of(report))


def trial_words(tried: Trial, budget: Fraction | None, *, zero: str = "free") -> str:
    """What a change costs, and what it would break: ``2 points``, ``free``, ``3 points: 1 over``.

    In a system without points it is only what it would break.
    """
    if tried.refused is not None:
        return f"not possible: {tried.refused.message}"
    over, reasons = _trial_harm(tried, budget)
    why = "; ".join([*reasons, *([f"{format_fraction(over)} over"] if over else [])])
    return ", ".join(part for part in (cost_words(tried, zero), f"{NOT_LEGAL}: {why}" if why else "") if part)


def cost_with_marks(tried: Trial, budget: Fraction | None) -> str:
    """The same where all that is wrong is said right below."""
    over, reasons = _trial_harm(tried, budget)
    marks = [NOT_LEGAL] if reasons else [f"{format_fraction(over)} over"] if over else []
    return ", ".join(part for part in (cost_words(tried), *marks) if part)


def price_text(tried: Trial, budget: Fraction | None, *, zero: str = "free") -> tuple[str, str]:
    """What a change costs and whether that is over the budget, short enough to come first; and what else it breaks.

    How far it goes over is not said: that is the same for all that cost the same.
    """
    if tried.refused is not None:
        return "not possible", tried.refused.message
    over, reasons = _trial_harm(tried, budget)
    first = ", ".join(part for part in (cost_words(tried, zero), "over" if over else "") if part)
    return first, f"{NOT_LEGAL}: {'; '.join(reasons)}" if reasons else ""


def cost_words(tried: Trial, zero: str = "free") -> str:
    """``2 points``, ``saves 1 point``, ``free``; nothing in a system without points."""
    if tried.cost:
        return f"{'saves ' if tried.cost < 0 else ''}{in_points(abs(tried.cost))}"
    return zero if tried.report and tried.report.points is not None else ""


def _trial_harm(tried: Trial, budget: Fraction | None) -> tuple[Fraction, list[str]]:
    """What a change breaks: how far it goes over, also where the list was over already, and what else, in words."""
    points = tried.report.points if tried.report else None
    over = Fraction(0) if points is None or budget is None else points - budget
    dear = over > 0 and tried.cost > 0
    reasons = [problem_reason(one) for one in tried.broken if not (dear and one.where in SUMS)]
    return over if dear else Fraction(0), list(dict.fromkeys(reasons))


def problem_reason(problem: Problem) -> str:
    """What is wrong, without the entry in front of which it is said."""
    return _ENTRY.sub("", problem.message, count=1)


def question_text(text: str, report: Report) -> str:
    """A question about what to take, with what is left for it: ``3 of 8 points, 5 left. Which unit?``"""
    sums = totals_text(report)
    return f"{sums}. {text}" if sums else text


def all_about(now: Opened, shelf: Shelf, place: Where) -> str:
    """Everything about an entry: what it is, what is wrong with it, its note, and its rules in full."""
    entry = value_at(now.data, place)
    ware = shelf.ware_of(entry)
    found = entry_row("", "", place, now)
    head = ", ".join(part for part in (found.label, found.first, found.detail) if part) if found else ""
    wrong = [f"{one.code}: {one.message}" for one in errors_of(now.report) if one.where[: len(place)] == place]
    note = note_of(now, place)
    told = ware_help(now.system, ware) if ware else ""
    parts = (head or shelf.title_of(entry), *wrong, f"Note: {note}" if note else "", told)
    return "\n".join(part for part in parts if part)


def full_help(system: System, title: str, help_text: str, rules: tuple[str, ...]) -> str:
    """Everything about a ware or a pick: its words, and the rules that it names in full."""
    known = system.reference.rules
    named = [known[one] for one in rules if one in known]
    texts = [f"{rule.id} {rule.title}: {' '.join(rule.text.split())}" for rule in named]
    return "\n".join(part for part in (help_text, *texts) if part) or title


def ware_help(system: System, ware: Ware) -> str:
    return full_help(system, ware.title, ware.help, ware.rules)


def pick_help(system: System, setting: Setting, pick: Pick) -> str:
    return full_help(system, pick.words, pick.help or setting.help, pick.rules or setting.rules)


def value_words(setting: Setting, table: JsonMapping) -> str:
    """What a setting is at, in words; the default in brackets where nothing is written."""
    missing = object()
    value = value_at(table, setting.key, missing)
    if value is missing:
        return f"({picks_text(setting, setting.default)})" if setting.default not in (None, [], ()) else "-"
    return picks_text(setting, value)


def picks_text(setting: Setting, value: Json) -> str:
    """A value by the words of its picks; what is typed as people type it."""
    if isinstance(value, Mapping):
        return setting.kind.to_words(value) or (str(dict(value)) if value else "none")
    words = {repr(pick.value): pick.words for pick in setting.values}
    values = value if isinstance(value, list | tuple) else [] if value is None else [value]
    return ", ".join(words.get(repr(one), str(one)) for one in values) or "none"


def sentence_with_note(what: str, *more: str) -> str:
    """A sentence with what there is to add to it."""
    return ", ".join(part for part in (what, *more) if part)


def note_of(now: Opened, place: Where) -> str:
    """The note of an entry."""
    on_card = next((card.note for card in now.sheet.cards if card.place == place), "")
    return on_card or now.notes.get(place, "")
