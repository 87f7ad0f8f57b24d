"""The command `suggest`: ways to spend the points that are left, and repairs of a list that is not legal."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import nullcontext
from dataclasses import replace
from fractions import Fraction
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

import typer

from ...core.data import Json, JsonObject
from ...core.declare.kinds import brief_text, did_you_mean
from ...core.errors import Malformed, TabletopError
from ...core.lists.change import Change
from ...core.lists.edit import lock_list
from ...core.lists.open_list import Opened
from ...core.quantities import parse_points
from ...core.records import dataclass
from ..app import command_module, examples_text
from ..complete import units_like
from ..own_rows import CatalogueFiles, files_over
from ..session import PageFormat, Session, home_of, say, session_of
from .suggest_words import big_words, change_data, counted_words, number_words, points_words, saved_words, sum_words
from .validate import Budget, open_army_at, parse_budget

if TYPE_CHECKING:
    from ...core.lists.advice.bought import Way
    from ...core.lists.advice.goods import Goods
    from ...core.lists.advice.repair import Repair, Repairs
    from ...core.lists.advice.spending import Spending
    from ...core.lists.draft import Draft
    from ...core.page import Page
    from ...prompts.asker import Asker

app = command_module()
LIMIT = 10
MOST_TITLES = 12  # of units that are named in a note


@app.command(
    epilog=examples_text(
        "tabletop suggest armies/td/green-horde.toml --budget 12",
        "tabletop suggest armies/td/green-horde.toml --budget 12 --for 3 --only hmg --only atg",
        "tabletop suggest armies/td/green-horde.toml --budget 12 --apply 2",
    )
)
def suggest(
    ctx: typer.Context,
    file: Annotated[Path, typer.Argument(metavar="FILE", help="An army file.")],
    limit: Annotated[int, typer.Option("--limit", "-n", min=1, max=1000, help="How many to show.")] = LIMIT,
    points: Annotated[
        str | None,
        typer.Option("--for", metavar="POINTS", help="Spend at most this many points (default: all that are left)."),
    ] = None,
    budget: Budget = None,
    only: Annotated[
        list[str] | None,
        typer.Option("--only", metavar="UNIT", help="Use only this unit; can be repeated.", autocompletion=units_like),
    ] = None,
    without: Annotated[
        list[str] | None,
        typer.Option(
            "--without", metavar="UNIT", help="Do not use this unit; can be repeated.", autocompletion=units_like
        ),
    ] = None,
    variants: Annotated[
        bool, typer.Option("--variants", help="Show every choice of options as its own suggestion.")
    ] = False,
    varied: Annotated[
        bool, typer.Option("--varied", help="Show only the suggestion with the most different units.")
    ] = False,
    apply: Annotated[
        int | None, typer.Option("--apply", metavar="N", min=1, help="Save suggestion number N to the file.")
    ] = None,
    form: PageFormat = None,
    catalogues: CatalogueFiles = None,
) -> None:
    """Suggest how to spend the points left, or how to repair an illegal list.

    A suggestion adds units and upgrades existing ones. All copies of an entry are upgraded alike, with one upgrade.
    Suggestions that differ only in free options count as one. All legal ones are counted exactly; those that spend most
    come first. If the list is not legal, you get the shortest repairs.

    Exit code: 0 with suggestions, or if nothing needs to be done; 1 if no repair was found.
    """
    from ...render.number_text import allow_long_fractions

    session, home = session_of(ctx), home_of(session_of(ctx))
    allow_long_fractions()  # numbers of ways may be long, too
    chosen = tuple(only or ()), tuple(without or ())
    limits = Limits(max(limit, apply or 0), points, parse_budget(budget), *chosen, variants, "only" if varied else "")
    over = files_over(ctx, file, catalogues, writes=apply is not None)
    with nullcontext() if apply is None else lock_list(file, say):
        army = open_army_at(file, home, limits.budget, over)
        found = find_suggestions(army, limits)
        if apply is not None:
            _apply_suggestion(army, home, found, apply)
    if apply is None:
        session.show(found.page, form)
    if not found.legal and not found.listed:
        raise typer.Exit(1)


@dataclass(frozen=True)
class Limits:
    """What was asked for: how many, of how many points (as typed), with which units; the most varied way, too?"""

    limit: int = LIMIT
    points: str | None = None
    budget: Json = None
    only: tuple[str, ...] = ()
    without: tuple[str, ...] = ()
    variants: bool = False
    varied: Literal["", "only", "too"] = ""


@dataclass(frozen=True)
class Suggestion:
    """One suggestion: what to do, what comes of it, the changes of the file, and the same for machines."""

    words: str
    result: str
    changes: tuple[Change, ...]
    data: JsonObject


@dataclass(frozen=True)
class Suggestions:
    """Everything that is suggested for a list: blocks of text with suggestions that are numbered through."""

    legal: bool
    parts: tuple[tuple[str, tuple[Suggestion, ...]], ...]
    notes: tuple[str, ...]
    title: str
    data: JsonObject
    varied: Suggestion | None = None  # beside those that are listed

    @property
    def listed(self) -> tuple[Suggestion, ...]:
        return tuple(one for _, part in self.parts for one in part)

    @property
    def page(self) -> Page:
        from ...core.page import Block, Page, Para, Table

        blocks: list[Block] = []
        at = 1
        for words, part in self.parts:
            blocks.append(Para(words))
            rows = tuple((f"{at + n}. {one.words}", one.result) for n, one in enumerate(part))
            told = any(one.result for one in part)
            blocks += [Table(("what to do", "result" if told else ""), rows)] if rows else []
            at += len(part)
        blocks += [Para(note, "note") for note in self.notes]
        return Page(self.title, tuple(blocks), data=self.data)


def find_suggestions(army: Opened, limits: Limits) -> Suggestions:
    """What can be suggested for a list. Errors: `TabletopError` where no budget is agreed, `TooBig`."""
    from ...core.lists.advice.goods import goods_of

    report = army.report
    data: JsonObject = {
        "system": army.system.id,
        "legal": report.legal,
        "points": report.points,
        "budget": report.budget,
    }
    parts: list[tuple[str, tuple[Suggestion, ...]]] = []
    notes: list[str] = []
    varied: list[Suggestion] = []
    goods = goods_of(army.system, army.data, report, army.form)
    _check_units(goods, (*limits.only, *limits.without))
    if not report.legal:
        parts.append(_repairs_part(army, limits, data))
    if report.points is None:
        parts += [("This game has no points, so there is nothing to spend.", ())] if report.legal else []
    elif goods is not None and (report.legal or _may_spend(army)):
        found = _ways_part(army, goods, limits, data, notes, varied)
        parts += [found] if report.legal or found[1] else []
    elif report.legal:
        parts.append(("This game has no units to buy, so there is nothing to suggest.", ()))
    name = army.data.get("name")
    title = f"Suggestions for {name}" if isinstance(name, str) and name else "Suggestions"
    return Suggestions(report.legal, tuple(parts), tuple(notes), title, data, *varied)


def _may_spend(army: Opened) -> bool:
    budget, points = army.report.budget, army.report.points
    return budget is not None and points is not None and points < budget


def _check_units(goods: Goods | None, words: Sequence[str]) -> None:
    known = goods.wares if goods else []
    for word in words:
        if word not in known:
            hint = did_you_mean(word, known) or "to list all units: tabletop add FILE"
            raise Malformed(f"unknown unit {brief_text(word)}", hint=hint, code="unknown-unit")


# --- repairs ---


def _repairs_part(army: Opened, limits: Limits, data: JsonObject) -> tuple[str, tuple[Suggestion, ...]]:
    from ...core.lists.advice.repair import find_repairs
    from ...core.lists.trial import errors_of

    found = find_repairs(army.system, army.data, limits.budget)
    listed = tuple(map(_of_repair, found.found[: limits.limit]))
    data |= {
        "problems": [one.as_dict() for one in errors_of(army.report)],
        "tries": found.tries,
        "repairs": [one.data for one in listed],
    }
    return (
        f"Not legal: {counted_words(len(errors_of(army.report)), 'problem')}. {_repairs_text(found, len(listed))}",
        listed,
    )


def _repairs_text(found: Repairs, listed: int) -> str:
    if found.too_many:
        return (
            f"That is too much for suggestions: repairs need at least {found.at_least:,} changes, and at most "
            f"{found.most_changes} are tried. First correct the problems at the top of tabletop validate"
        )
    if not found.found:
        tried = f"({counted_words(found.tries, 'list')} tried)"
        return f"No repair with up to {found.most_changes} changes was found {tried}. See: tabletop validate"
    changes = counted_words(len(found.found[0].steps), "change")
    if found.exhausted:
        return f"The shortest repairs take {changes}; the best of {found.tries:,} lists that were tried:"
    if len(found.found) == 1:
        return f"The shortest repair takes {changes}:"
    more = "" if listed == len(found.found) else f"; the first {listed}"
    return f"{counted_words(len(found.found), 'repair')} of {changes}{more}:"


def _of_repair(repair: Repair) -> Suggestion:
    from ...core.lists.advice.remedies import place_order

    steps = sorted(repair.steps, key=lambda one: (one.origin is None, place_order(one.origin)))
    words = "; ".join(f"{one.words}{saved_words(one.saved)}" for one in steps)
    report = repair.report
    left = None if report.budget is None or report.points is None else report.budget - report.points
    data: JsonObject = {
        "steps": [one.words for one in steps],
        "points": report.points,
        "left": left,
        "changes": list(map(change_data, repair.changes)),
    }
    result = "" if report.points is None else f"then {sum_words(report.points, left)}"
    return Suggestion(words, result, repair.changes, data)


# --- ways to spend ---


def _ways_part(
    army: Opened, goods: Goods, limits: Limits, data: JsonObject, notes: list[str], varied: list[Suggestion]
) -> tuple[str, tuple[Suggestion, ...]]:
    from ...core.lists.advice.spending import Spending

    left, budget = _to_spend(army, limits)
    if left <= 0:
        return f"{_spent_text(army)}: nothing left to spend.", ()
    spending = Spending(goods, left, budget=budget, only=limits.only, without=limits.without)
    ways = spending.list_variants() if limits.variants else spending.list_ways()
    mixed = spending.varied if limits.varied and spending.ways else None
    if mixed is not None and limits.varied == "too":
        varied.append(_of_way(mixed, spending))
    only = [mixed] if mixed is not None else []
    chosen = only if limits.varied == "only" else list(islice(ways, limits.limit)) if spending.ways else []
    listed = tuple(_of_way(way, spending) for way in chosen)
    best, most = spending.best
    data |= {
        "left": left,
        "ways": spending.ways,
        "variants": spending.variants,
        "best": {"points": best, "ways": most},
        "suggestions": [one.data for one in listed],
    }
    notes += _trimmed_notes(spending.trimmed)
    if limits.varied == "only" and spending.ways:
        words = "The one with the most different units:" if listed else "Each of them repeats a unit often."
        return f"{_ways_text(spending, 0, limits.variants)} {words}", listed
    return _ways_text(spending, len(listed), limits.variants), listed


def _trimmed_notes(titles: Sequence[str]) -> list[str]:
    """What was not looked at in full, in words."""
    if not titles:
        return []
    more = f" and {len(titles) - MOST_TITLES:,} more" if len(titles) > MOST_TITLES else ""
    named = ", ".join(titles[:MOST_TITLES])
    return [f"{named}{more}: there are too many choices of options, so only the simplest were counted."]


def _to_spend(army: Opened, limits: Limits) -> tuple[Fraction, Json]:
    """Points to spend, and the budget to judge by where it is not the list's own. Errors: `TabletopError`."""
    report = army.report
    wanted = None if limits.points is None else _parse_for_option(limits.points)
    if report.budget is None:
        if wanted is None:
            raise TabletopError(
                "this list has no points limit, so nobody knows how many points are left",
                code="no-budget",
                hint="say how many points to spend (--for 3), or the limit (--budget 12)",
            )
        limit = report.sum + wanted
        return wanted, limit.numerator if limit.denominator == 1 else float(limit)
    left = report.budget - report.sum
    if wanted is not None and wanted > left:
        text = (
            f"--for {limits.points}: only {points_words(max(left, Fraction(0)))} of {points_words(report.budget)} left"
        )
        raise Malformed(text, hint="to use another limit: --budget")
    return left if wanted is None else wanted, limits.budget


def _parse_for_option(text: str) -> Fraction:
    points = parse_points(text)
    if points is None or not 0 < points <= 1_000_000:
        raise Malformed(f"--for: {brief_text(text)} is not a number of points above 0", hint="write 3, 1.5 or 1/2")
    return points


def _spent_text(army: Opened) -> str:
    report = army.report
    return f"{points_words(report.points, report.budget)} spent"


def _ways_text(spending: Spending, listed: int, variants: bool) -> str:
    """How many ways there are, in words."""
    left = points_words(spending.left)
    if not spending.ways:
        if spending.only_free:
            return f"{left} left, but everything that can be added is free."
        return f"{left} left, but nothing can be added legally."
    best, most = spending.best
    every = (
        "" if spending.variants == spending.ways else f" ({big_words(spending.variants)} with every choice of options)"
    )
    whole = "all" if best == spending.left else f"{number_words(best)}, the most that can be spent"
    some = "it spends" if spending.ways == 1 else f"{big_words(most)} of them spend{'s' if most == 1 else ''}"
    total = spending.variants if variants else spending.ways
    rest = f"; the first {listed:,}:" if 0 < listed < total else ":" if listed else "."
    ways = f"{big_words(spending.ways)} {'way' if spending.ways == 1 else 'ways'}"
    return f"{ways} to spend {left}{every}, {some} {whole}{rest}"


def _of_way(way: Way, spending: Spending) -> Suggestion:
    changes = spending.way_changes(way)
    data = {
        "buy": [
            {"what": one.purchase.words, "copies": one.copies, "points": one.purchase.cost * one.copies}
            for one in way.bought
        ],
        "points": way.cost,
        "left": way.left,
        "variants": way.variants,
        "changes": list(map(change_data, changes)),
    }
    many = f", in {big_words(way.variants)} variants" if way.variants > 1 else ""
    return Suggestion(way.words, sum_words(way.cost, way.left) + many, changes, data)


# --- writing one ---


def _apply_suggestion(army: Opened, home: Path, found: Suggestions, which: int) -> None:
    """Write a suggestion into the file. Errors: `Malformed` where there is none of the number; `Changed`."""
    from ...core.lists.draft import Draft

    if which > len(found.listed):
        there = counted_words(len(found.listed), "suggestion")
        raise Malformed(f"--apply {which}: there is no such suggestion", hint=f"there are {there}" if there else "")
    chosen = found.listed[which - 1]
    Draft(army.file.path, home, army).change(chosen.words, *chosen.changes)
    say(f"{army.file.path}: {chosen.words}{f' ({chosen.result})' if chosen.result else ''}")


def suggest_in(draft: Draft, asker: Asker, session: Session) -> None:
    """For the builder: show suggestions and make the one that is chosen. Errors: `Back`, `Cancelled`, `Stopped`."""
    from ...core.page import Page, Para
    from ...core.play.question import Answer
    from .builder_hints import repair_words

    found = find_suggestions(draft.now, Limits(varied="too"))
    listed = [replace(one, words=repair_words(one.words)) for one in found.listed]
    session.show(Page("", tuple(Para(text) for text in (*(words for words, _ in found.parts), *found.notes))))
    if not found.listed:
        return
    answers = [Answer(at, one.words, detail=one.result, help=one.result) for at, one in enumerate(listed, 1)]
    shown = list(listed)
    if found.varied is not None and found.varied.words not in [one.words for one in shown]:
        shown.append(found.varied)
        words, result = f"for variety: {found.varied.words}", found.varied.result
        answers.append(Answer(len(shown), words, "v", result, help=result))
    chosen = asker.choose("Which one do you want?", [*answers, Answer(0, "none of them", "n")], default=0)
    if chosen:
        draft.change(shown[chosen - 1].words, *shown[chosen - 1].changes)
