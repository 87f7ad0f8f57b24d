"""A battle as pages: the table, the log, the luck, the verification."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING

from ...core.data import JsonMapping, JsonObject
from ...core.declare.facts import facts_of
from ...core.declare.plain import plain_data
from ...core.page import Block, Facts, Page, Para, Table
from ...core.play.hash_chain import parse_noted
from ...core.play.lots import CARDS
from ...core.play.seal import FILE
from ...core.play.viewpoint import View
from ...render.number_text import format_chance, format_short_fraction
from ...render.steps import step_blocks, value_text
from .events import event_text, stated_text
from .store import local_time

if TYPE_CHECKING:
    from ...core.dice.handlers import Roll
    from ...core.play.battle import Battle
    from ...core.play.log import LogEntry
    from ...core.play.luck import Chance, Luck
    from ...core.play.progress import Progress
    from ...core.play.verdict import Verdict

FEW = 3  # remarkable outcomes shown at each end


def status_page(battle: Battle, side: str | None = None, board: Page | None = None) -> Page:
    """The table as it stands for a side, without one for everybody, with the state for machines.

    `board` is the table with a map, where that is wanted, too.
    """
    view = View(battle, side)
    board = board or view.board
    house = dict(battle.setup.get("house") or {})
    progress = view.under_way
    data = {
        "battle": battle.header.name,
        "system": battle.system.id,
        "kind": battle.header.kind,
        "events": battle.count,
        "under_way": None if progress is None else progress.as_dict(),
        "seed_shown": battle.seed_shown,
        "unchecked": battle.store.is_unchecked(battle.header.id),
        "house": house,
        "over": battle.over,
        "word": battle.fold.word,
        "to_note": view.to_note,
        "headline": view.headline,
        "state": view.data,
    }
    facts = Facts(
        (
            ("events", str(battle.count)),
            ("now", view.headline),
            *((("to fight", fight_words(battle)),) if fight_words(battle) else ()),
            *((("under way", under_way_words(battle, progress)),) if progress else ()),
            *((("house rules", ", ".join(house_words(house))),) if house else ()),
            *trust_rows(battle),
            *((("to note", f"{to_note} after entry {battle.count}"),) if (to_note := view.to_note) else ()),
        )
    )
    subtitle = ", ".join(part for part in (battle.system.name, board.subtitle) if part)
    return Page(battle.header.name, (facts, *board.blocks), subtitle, data)


def goal_rows(battle: Battle) -> tuple[tuple[str, str], ...]:
    """How to win, as a row of facts; none where nothing says so."""
    goal = battle.game.goal(battle.state)
    return (("goal", goal),) if goal else ()


def fight_words(battle: Battle) -> str:
    """How to play the game that is to be played inside this one now; empty where there is none."""
    if battle.game.linked(battle.state) is None:
        return ""
    return f"{battle.command_text('fight')} begins the fight, or records its result"


def under_way_words(battle: Battle, progress: Progress) -> str:
    """An event whose dice lie on the table: ``Group fire (a1-1, b1-3), dice 5 1 1, 4``."""
    faces = ", ".join(" ".join(map(str, roll.faces)) for roll in progress.rolls if roll.faces) or "hidden"
    kind = battle.game.events[progress.do]
    said = (progress.answers.get(one.name) for one in facts_of(kind.cls) if one.name != "by")
    about = ", ".join(battle.game.answer_name(battle.state, value) for value in said if isinstance(value, str))
    return f"{kind.title}{f' ({about})' if about else ''}, {battle.game.lots.all} {faces}"


def house_in_force(battle: Battle) -> Para:
    """What the players agreed on, for whoever wants to look it up at the table."""
    agreed = ", ".join(house_words(dict(battle.setup.get("house") or {})))
    note = f"tabletop rules {battle.system.id} rulings shows them all"
    return Para(f"House rules: {agreed or 'all as printed'} ({note}).")


def house_words(house: JsonMapping, above: str = "") -> Iterator[str]:
    """House rules as people write them: ``gap = normal-turn``."""
    for key, value in house.items():
        if isinstance(value, Mapping):
            yield from house_words(value, f"{above}{key}.")
        else:
            yield f"{above}{key} = {value_text(value)}"


def trust_rows(battle: Battle) -> Iterator[tuple[str, str]]:
    """What everybody should know about a battle who trusts its dice."""
    if battle.fold.word is not None:
        yield "word", f"{battle.fold.word}: the {battle.game.lots.all} come from it and the seed"
    if battle.seed_shown is not None:
        yield "seed", f"shown at entry {battle.seed_shown}; later events are marked"
    if battle.store.is_unchecked(battle.header.id):
        yield "imported", "unchecked: it may have been changed; tabletop battle verify checks it"


def seed_words(battle: Battle) -> list[Block]:
    """A warning for whoever plays on, or takes back an end, after the seed was shown; else nothing."""
    if battle.seed_shown is None:
        return []
    lots = battle.game.lots.all
    told = f"was shown. Anyone who saw it can predict the program's {lots}, so events from here on are marked."
    return [Para(f"The seed of the {lots} {told}", "warn")]


def _is_after_seed(battle: Battle, entry: LogEntry) -> bool:
    return battle.seed_shown is not None and entry.n > battle.seed_shown


# --- the log ---


def log_page(
    battle: Battle, side: str | None = None, *, verbose: bool = False, last: int | None = None, as_table: bool = False
) -> Page:
    """Every entry with time, side, dice and their source, as a side sees it; without one, as everybody does.

    Undone ones and those of which something is hidden are marked. `as_table` suits Markdown.
    """
    view = View(battle, side)
    entries = list(view.entries())
    shown = entries if last is None else entries[-last:] if last else []
    in_force = set(battle.fold.in_force)
    special = view.tell_special_rules(entries) if verbose else {}
    data = {
        "battle": battle.header.name,
        "system": battle.system.id,
        "commitment": battle.header.commitment,
        "entries": [_entry_data(battle, entry, in_force) for entry in shown],
    }
    blocks: Sequence[Block]
    if as_table:
        blocks = [
            _log_table(battle, shown, in_force),
            *(_explanation_blocks(battle, shown, special) if verbose else ()),
        ]
    else:
        blocks = [block for one in shown for block in _log_lines(battle, one, in_force, verbose, special)]
    title = f"Log of {battle.header.name}" if last is None else ""
    return Page(title, tuple(blocks or [Para("Nothing has happened yet.")]), "", data)


def is_undone(entry: LogEntry, in_force: set[int]) -> bool:
    return entry.event is not None and entry.n not in in_force


def entry_line(battle: Battle, entry: LogEntry, in_force: set[int]) -> str:
    """One entry on one line: number, time, who and what, dice with their source."""
    mark = "".join(f" ({one})" for one in _entry_marks(battle, entry, in_force))
    return f"{entry.n}  {local_time(entry.at)}  {describe_entry(battle, entry)}{dice_words(entry.rolls)}{mark}"


def _entry_marks(battle: Battle, entry: LogEntry, in_force: set[int]) -> list[str]:
    after = ["after the seed was shown"] if _is_after_seed(battle, entry) else []
    hidden = ["hidden"] if entry.hidden else [f"{name.replace('_', ' ')} hidden" for name in entry.untold]
    taken = [entry.inside.result_words()] if entry.inside is not None and entry.event is not None else []
    return (["undone"] if is_undone(entry, in_force) else []) + taken + hidden + _own_secrets(battle, entry) + after


def _own_secrets(battle: Battle, entry: LogEntry) -> list[str]:
    """The answers that this log shows and that of everybody does not, for the story leaves them out."""
    if entry.event is None or entry.hidden or entry.untold or not battle.game.has_secrets:
        return []
    veiled = battle.game.veiled_answers(battle.state, entry.event, entry.result or {}, None)
    shown = {name: battle.game.answer_name(battle.state, entry.event[name]) for name in veiled if name in entry.event}
    return [f"{name.replace('_', ' ')} {value}, hidden from others" for name, value in shown.items()]


def describe_entry(battle: Battle, entry: LogEntry) -> str:
    """What an entry did, in words."""
    if entry.story:
        return entry.story
    if entry.event is not None:
        return event_text(battle.game, entry.event, lambda side: battle.game.side_name(battle.state, side))
    if entry.undo is not None:
        return f"Undo of {entry.undo}" + (f", past its {battle.game.lots.all}" if entry.undone_dice else "")
    if entry.redo is not None:
        return f"Redo of {entry.redo}"
    if entry.word is not None:
        return f"The other player gave a word for the {battle.game.lots.all}: {entry.word}"
    if entry.inside is not None:
        return entry.inside.beginning_words(battle.game.lots)
    if entry.shown == FILE:
        return f"Exported to a file, with the seed of the {battle.game.lots.all}"
    if entry.shown is not None:
        return f"The seed of the {battle.game.lots.all} was shown"
    return f"Note: {entry.note}"


def dice_words(rolls: Sequence[Roll]) -> str:
    """``; dice 5 1 1 (program), 4 (typed)``; cards are called so."""
    told = [f"{' '.join(map(str, r.faces))} ({'typed' if r.by == 'player' else r.by})" for r in rolls if r.faces]
    what = "cards" if rolls and all(roll.cards for roll in rolls) else "dice"
    return f"; {what} {', '.join(told)}" if told else ""


Told = Mapping[int, Sequence[Block]]  # special rules of one's own to tell after entries, by number


def _log_lines(battle: Battle, entry: LogEntry, in_force: set[int], verbose: bool, special: Told) -> Iterator[Block]:
    yield Para(entry_line(battle, entry, in_force))
    if verbose:
        yield from (*_stated_blocks(entry), *step_blocks(entry.steps), *special.get(entry.n, ()))


def _stated_blocks(entry: LogEntry) -> Iterator[Block]:
    """What people stated of the table for an event whose story does not tell it, for whoever looks for a mistake."""
    if entry.story and entry.event and (stated := stated_text(entry.event, entry.story)):
        yield Para(f"Stated: {stated}.", "note")


def _log_table(battle: Battle, entries: Sequence[LogEntry], in_force: set[int]) -> Table:
    rows = tuple(
        (
            str(entry.n),
            local_time(entry.at),
            describe_entry(battle, entry),
            dice_words(entry.rolls).partition(" ")[2].partition(" ")[2],
            ", ".join(_entry_marks(battle, entry, in_force)),
        )
        for entry in entries
    )
    return Table(("no.", "when", "what", battle.game.lots.all, "mark"), rows, right=frozenset({"no."}))


def _explanation_blocks(battle: Battle, entries: Sequence[LogEntry], special: Told) -> Iterator[Block]:
    for entry in entries:
        if told := [*_stated_blocks(entry), *step_blocks(entry.steps), *special.get(entry.n, ())]:
            yield Para(f"{entry.n}: {describe_entry(battle, entry)}")
            yield from told


def _entry_data(battle: Battle, entry: LogEntry, in_force: set[int]) -> JsonObject:
    data: JsonObject = json.loads(entry.as_line())
    marked: JsonObject = {"undone": is_undone(entry, in_force), "after_seed": _is_after_seed(battle, entry)}
    return {**data, "what": describe_entry(battle, entry), **marked, **entry.marks}


# --- luck ---


def stats_page(battle: Battle, side: str | None = None) -> Page:
    """How the dice fell for each side, and the likeliest and unlikeliest outcomes that came; of what a side may see."""
    from ...core.play.luck import luck_of

    luck, chances = luck_of(battle, View(battle, side).is_hidden)
    blocks: list[Block] = [_luck_table(battle, luck)] if luck else [Para(_none_yet(battle))]
    if luck and battle.game.lots.luck:
        blocks.append(Para(battle.game.lots.luck, "note"))
    if chances:
        ranked = sorted(chances, key=lambda chance: (chance.chance, chance.n))
        least = ranked[: min(FEW, (len(ranked) + 1) // 2)]
        most = ranked[len(least) :][-FEW:][::-1]
        blocks.append(_chances_table("Least likely results that came up", least))
        blocks += [_chances_table("Most likely results that came up", most)] if most else []
        told = "Only rolls with known odds count here. Undone events do not count."
        blocks.append(Para(told, "note"))
    data = {"battle": battle.header.name, "luck": [_luck_data(one) for one in luck], "outcomes": plain_data(chances)}
    return Page(f"Luck in {battle.header.name}", tuple(blocks), "", data)


def _none_yet(battle: Battle) -> str:
    return (
        "No dice have been rolled yet."
        if battle.game.lots is not CARDS
        else "This game draws cards; there is no luck to show."
    )


def _luck_table(battle: Battle, luck: Sequence[Luck]) -> Table:
    columns = ("side", "dice", "mean", "fair mean", "shown", "expected", "typed")
    rows = tuple(
        (
            one.side or "-",
            str(one.dice),
            _format_decimal(Fraction(one.shown, one.dice)),
            _format_decimal(one.expected / one.dice),
            str(one.shown),
            _format_decimal(one.expected, 1),
            f"{one.typed} of {one.dice}",
        )
        for one in luck
    )
    return Table(columns, rows, "Dice by side", frozenset(columns[1:]))


def _luck_data(one: Luck) -> JsonObject:
    data: JsonObject = plain_data(one)
    return {**data, "mean": plain_data(Fraction(one.shown, one.dice)), "fair_mean": plain_data(one.expected / one.dice)}


def _chances_table(title: str, chances: Sequence[Chance]) -> Table:
    rows = tuple(
        (str(one.n), one.title, one.outcome, format_chance(one.chance), format_short_fraction(one.chance))
        for one in chances
    )
    columns = ("event", "what", "result", "odds", "exactly")
    return Table(columns, rows, title, frozenset({"event", "odds", "exactly"}))


def _format_decimal(number: Fraction, places: int = 2) -> str:
    return f"{float(number):.{places}f}"


# --- beginning, and whether all is sound ---


def opening_page(battle: Battle) -> Page:
    """A battle that has just been set up, with the commitment to its dice."""
    lots = battle.game.lots
    facts = Facts(
        (
            ("system", battle.system.name),
            (f"{lots.all} sealed as", battle.header.commitment),
            ("now", View(battle).headline),
            *goal_rows(battle),
        )
    )
    seal = (
        f"This is the SHA-256 of the seed of all the program's {lots.all}. Note it down if you like. At the end the"
        f" seed is shown, and `tabletop battle verify` proves that no {lots.one} was changed."
    )
    more = f"`tabletop {battle.header.kind} seal {battle.header.name} WORD`."
    seal += f" To add a word of the other player to the seed, note this first, then: {more}"
    data = {"battle": battle.header.name, "id": battle.header.id, "commitment": battle.header.commitment}
    return Page(f"{battle.header.kind.capitalize()} {battle.header.name}", (facts, Para(seal, "note")), "", data)


def verification_page(
    battle: Battle, verdict: Verdict, *, reveal: bool, noted: str | None = None, noted_after: int | None = None
) -> Page:
    """What the verification found. The seed stays sealed while the battle runs, unless `reveal` is wanted.

    `noted` is what somebody noted, and `noted_after` the entry after which that was the hash of the log; None where it
    never was.
    """
    entries = list(battle.entries())
    rolls = [roll for entry in entries for roll in entry.rolls]
    typed = sum(len(roll.faces) for roll in rolls if roll.by == "player")
    program = sum(len(roll.faces) for roll in rolls) - typed
    past = sum(entry.undone_dice for entry in entries)
    after = sum(entry.event is not None and _is_after_seed(battle, entry) for entry in entries)
    open_now, lots = reveal or battle.over, battle.game.lots
    rows = (
        ("entries", str(len(entries))),
        (lots.all, f"{program} by the program, {typed} typed by players"),
        (f"undone past {lots.all}", f"{past} {'time' if past == 1 else 'times'}"),
        ("commitment", battle.header.commitment),
        ("word", battle.fold.word or "none, so the owner of this file could have looked at the seed"),
        ("seed", battle.header.seed if open_now else _why_sealed(battle)),
        *(() if noted is None else (("noted", _noted_words(battle, noted, noted_after)),)),
        *((("after the seed was shown", f"{after} {'event' if after == 1 else 'events'}"),) if after else ()),
    )
    good = f"Everything fits: the program's {lots.all} come from the sealed seed,"
    good += " and every result follows the rules."
    problems = [Para(text, "bad") for text in verdict.problems] or [Para(good, "good")]
    remarks = [Para(f"Remark: {text}.", "note") for text in verdict.remarks]
    data = {
        "battle": battle.header.name,
        "ok": not verdict.problems,
        "findings": verdict.problems,
        "remarks": verdict.remarks,
        "entries": len(entries),
        "dice": {"program": program, "typed": typed},
        "undone_past_dice": past,
        "seed_shown": battle.seed_shown,
        "after_seed": after,
        "commitment": battle.header.commitment,
        "word": battle.fold.word,
        "noted_after": noted_after,
        "seed": battle.header.seed if open_now else None,
    }
    return Page(f"Verification of {battle.header.name}", (Facts(rows), *problems, *remarks), "", data)


def _noted_words(battle: Battle, noted: str, after: int | None) -> str:
    """What it proves that somebody noted this."""
    if after is not None:
        return f"after entry {after}: nothing up to there was changed or removed"
    if battle.header.commitment.startswith(parse_noted(noted) or noted):
        return f"the seal of the {battle.game.lots.all}: the seed is the same; this proves nothing about the log"
    return "this log never had that code"


def _why_sealed(battle: Battle) -> str:
    """Why the seed is not shown now."""
    if battle.seed_shown is not None:
        return f"shown at entry {battle.seed_shown} (--reveal shows it again)"
    return f"sealed until the {battle.header.kind} is over (--reveal shows it)"
