"""What the one-line commands say: what was changed, the totals, and what is wrong now."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from ...core.data import Json
from ...core.lists.army import Report, read_army
from ...core.lists.change import Change, value_at
from ...core.lists.draft import Draft
from ...core.lists.edit import edit_text
from ...core.lists.form import Shelf
from ...core.lists.open_list import Opened
from ...core.lists.problems import Problem, Where
from ...core.lists.sheet import Card, Sheet
from ...core.lists.shelves import shelf_at
from ...core.lists.trial import Trial, errors_of
from ...core.records import dataclass
from ...render.safe import one_line
from ..session import say, write
from . import builder_words as words


@dataclass(frozen=True)
class After:
    """A list as it is, or would be, after a change."""

    data: Json
    report: Report
    sheet: Sheet


def make_changes(
    done: str, draft: Draft, changes: Sequence[Change], what: Callable[[After], Sequence[str]], *, dry: bool = False
) -> None:
    """Make changes, or only try them, and say what came of it. Errors: `TabletopError`; then nothing is written."""
    tried = draft.try_out(*changes)
    if tried.refused is not None:
        raise tried.refused
    after = _list_after(draft.now, tried)
    if dry:
        edit_text(draft.now.file.text, draft.path.suffix, *changes)
    else:
        draft.change(done, *changes)
    cost = words.trial_words(replace(tried, broken=()), after.report.budget, zero="")
    lines = list(what(after))
    if len(lines) == 1 and cost:
        lines = [f"{lines[0]}, {cost}"]
    for line in lines:
        write(f"{'would be ' if dry else ''}{done}: {one_line(line)}")
    if sums := words.totals_text(after.report):
        write(sums)
    _say_problems(after.report, tried)


def entry_words(after: After, shelf: Shelf, place: Where) -> str:
    """An entry with its count, what it is and its options: ``Sporethrower x2 (heavy machine gun)``."""
    card = _find_card(after.sheet, place)
    if card is None:
        return title_of(after.sheet, after.data, shelf, place)
    kind = [] if card.kind.casefold() == card.title.casefold() else [card.kind]
    more = ", ".join([*kind, *card.options])
    return f"{card.title}{f' x{card.count}' if card.count != 1 else ''}{f' ({more})' if more else ''}"


def title_of(sheet: Sheet, data: Json, shelf: Shelf | None, place: Where) -> str:
    """The name of an entry: its own, or what it is."""
    if shelf is None:
        return ""
    if card := _find_card(sheet, place):
        return card.title
    return shelf.title_of(value_at(data, place))


def shelf_of(draft: Draft, place: Where) -> Shelf:
    """The list that an entry stands in, of which it is known that there is one."""
    shelf = shelf_at(draft.now.form, draft.data, place[:-1])
    assert shelf is not None
    return shelf


def _find_card(sheet: Sheet, place: Where) -> Card | None:
    """The card of an entry; not every one has its own."""
    return next((card for card in sheet.cards if card.place == place), None)


def _list_after(now: Opened, tried: Trial) -> After:
    report = tried.report or now.report
    army = read_army(now.system, tried.data)
    return After(tried.data, report, now.system.muster.sheet(army, report.problems))


def _say_problems(report: Report, tried: Trial) -> None:
    """What is wrong, the new problems first; what the change has mended."""
    if tried.mended and not tried.broken:
        count = len(tried.mended)
        say(f"corrected: {count} problem{'' if count == 1 else 's'}")
    wrong = errors_of(report)
    if not wrong:
        return
    say(f"not legal yet: {len(wrong)} problem{'' if len(wrong) == 1 else 's'}")
    new = list(tried.broken)
    ordered = [*new, *(one for one in wrong if one not in new)]
    for problem in ordered[: words.MOST_PROBLEMS]:
        say(_problem_line(problem, problem in new))
    if len(ordered) > words.MOST_PROBLEMS:
        say(f"  and {len(ordered) - words.MOST_PROBLEMS} more: tabletop validate")


def _problem_line(problem: Problem, new: bool) -> str:
    hint = f" ({problem.hint})" if problem.hint else ""
    return f"  {'new: ' if new else ''}{one_line(f'{problem.code}: {problem.message}{hint}')}"
