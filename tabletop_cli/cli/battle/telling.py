"""What people are told of an event that has just been played, and before of its odds: little, and all for who asks."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from shutil import get_terminal_size
from textwrap import wrap

from ...core.dice.handlers import Step
from ...core.page import Bars, Block, Drawing, Para
from ...core.play.asking import Foreseen
from ...core.play.battle import Battle
from ...core.play.log import LogEntry
from ...core.play.viewpoint import View
from ...render.drawing import drawing_lines
from ...render.number_text import format_short_chance
from ...render.steps import step_blocks, step_line
from .pages import describe_entry
from .table_settings import Detail

MOST_LINES = 14  # of a result, so that it stays in sight above the next question
MOST_REASONS = 3
MOST_DUTIES = 8  # things to do now that are listed
LIKELIEST = 4
WHY = "w why"
INDENT = "  "
WIDEST = 110  # columns of a result


# --- results ---


def entry_blocks(view: View, entry: LogEntry, reminded: set[str], after: int = 0) -> list[Block]:
    """An entry that has just been played: its explanation after the first steps, and what is easily forgotten, once.

    Special rules of one's own that it is about follow, in words the first time.
    """
    notes = [Para(f"{text} [{rule}]", "note") for rule, text in _new_reminders(view, entry, reminded).items()]
    reminded.update(_new_reminders(view, entry, reminded))
    return [*step_blocks(entry.steps[after:]), *notes, *special_blocks(view, entry)]


def special_blocks(view: View, entry: LogEntry) -> Sequence[Block]:
    """The special rules of players' own that an entry is about."""
    return view.tell_special_rules([entry]).get(entry.n, ())


def _new_reminders(view: View, entry: LogEntry, reminded: set[str]) -> dict[str, str]:
    """What is easily forgotten of the rules that an entry names, by rule, but for what was said before."""
    rules = view.battle.system.reference.rules
    named = (rule for step in entry.steps for rule in step.rules if rule in rules and rule not in reminded)
    return {rule: rules[rule].remember.strip() for rule in named if rules[rule].remember}


def result_blocks(
    view: View, entry: LogEntry, reminded: set[str], detail: Detail, after: int, reasons: Sequence[Step], *, plain: bool
) -> list[Block]:
    """What an entry did, in a sentence, what to do now, and why: as much of it as people want to read.

    The program's dice precede them, as dice that people roll do.

    The first steps, up to `after`, were told while it was made; `reasons` are those of them that were not.
    """
    story = story_text(view, entry)
    if detail == "full" or entry.hidden:
        return [Para(story), *entry_blocks(view, entry, reminded, after)]
    left = entry.steps[after:]
    now = [step for step in left if step.tell == "now"]
    why = [*reasons, *(step for step in left if step.tell == "reason")] if detail == "normal" else []
    why = why[-MOST_REASONS:]
    rolled = [step for step in left if step.tell == "rolled"]
    hint = WHY if len(left) + len(reasons) > len(rolled) + len(now) + len(why) else ""
    blocks: list[Block] = [*rolled_blocks(rolled), Para(with_hint(story, hint, plain=plain)), *_duty_blocks(now)]
    if (room := MOST_LINES - count_lines(blocks)) > 0:
        reasons_told = _reason_blocks(why, plain=plain)
        blocks += reasons_told if count_lines(reasons_told) <= room else _reason_blocks(why[-1:], plain=plain)[:room]
    if detail == "normal":
        blocks += _reminder_blocks(view, entry, reminded, MOST_LINES - count_lines(blocks))
    return [*blocks, *special_blocks(view, entry)]


def story_text(view: View, entry: LogEntry) -> str:
    """What an entry did, as a sentence."""
    text = describe_entry(view.battle, entry)
    return text if text.endswith((".", "!", "?")) else f"{text}."


def with_hint(text: str, hint: str, *, plain: bool) -> str:
    """A text with a hint at its end; on a terminal at the right, where the line has room for it."""
    if plain or not hint:
        return f"{text}{INDENT}{hint}" if hint else text
    width = min(get_terminal_size().columns, WIDEST) - 1
    *lines, last = wrap(text, width) or [""]
    if len(last) + len(INDENT) + len(hint) > width:
        return "\n".join([*lines, last, hint.rjust(width)])
    return "\n".join([*lines, last.ljust(width - len(hint)) + hint])


def rolled_blocks(steps: Sequence[Step]) -> list[Block]:
    """The program's dice, which nobody has seen on the table: all on one line."""
    return [Para("; ".join(step.text for step in steps))] if steps else []


def bare_step_blocks(steps: Sequence[Step]) -> list[Block]:
    """A line for each step, without its rules, and its dice below."""
    blocks: list[Block] = []
    for step in steps:
        blocks.append(Para(f"{INDENT}{_sentence_of(step)}"))
        if step.drawing:
            blocks.append(Drawing(step.drawing))
    return blocks


def _duty_blocks(steps: Sequence[Step]) -> list[Block]:
    """What people must do or know now; of very much of it the first, and that there is more."""
    more = [Para(f"{INDENT}{len(steps) - MOST_DUTIES} more: press w.")] if len(steps) > MOST_DUTIES else []
    return [*bare_step_blocks(steps[:MOST_DUTIES]), *more]


def _reason_blocks(steps: Sequence[Step], *, plain: bool) -> list[Block]:
    """The reasons of a result: on one line where a terminal has room for all of them."""
    line = INDENT + INDENT.join(map(_sentence_of, steps))
    fits = len(line) < get_terminal_size().columns and not any(step.drawing for step in steps)
    return [Para(line)] if len(steps) > 1 and fits and not plain else bare_step_blocks(steps)


def _sentence_of(step: Step) -> str:
    return step.text if step.text.endswith((".", "!", "?")) else f"{step.text}."


def _reminder_blocks(view: View, entry: LogEntry, reminded: set[str], room: int) -> Iterator[Block]:
    """What is easily forgotten, a line each, as long as there is room; the others are told the next time."""
    for rule, text in list(_new_reminders(view, entry, reminded).items())[: max(0, room)]:
        reminded.add(rule)
        yield Para(text, "note")


def count_lines(blocks: Sequence[Block]) -> int:
    """About how many lines of the terminal some blocks take."""
    width = get_terminal_size().columns
    texts = [block.text for block in blocks if isinstance(block, Para)]
    drawn = sum(len(block.rows) for block in blocks if isinstance(block, Drawing))
    return sum(max(1, len(wrap(text, width))) for text in texts) + drawn


def undo_words(battle: Battle, number: int, side: str | None = None) -> str:
    """What an undo took back, for a side or for everybody; said aloud where dice had fallen."""
    entry = View(battle, side).entry(number)
    words = f"Undone: {number}, {describe_entry(battle, entry)}."
    if battle.entry(number).rolls:
        faces = ", ".join(" ".join(map(str, roll.faces)) for roll in entry.rolls) or "hidden"
        lots = battle.game.lots
        words += (
            f" Its {lots.all} ({faces}) {lots.fell}. You are asking for {lots.again}, and the log keeps this for good."
        )
    return words


# --- odds ---


def odds_blocks(foreseen: Sequence[Foreseen], *, whole: bool) -> list[Block]:
    """The exact odds of a roll in a line, or the `whole` of them as bars; of several the broadest alone."""
    blocks: list[Block] = []
    for one in foreseen[:1]:
        if one.why_not:
            blocks.append(Para(f"No exact odds: {one.why_not}", "note"))
        if one.chances:
            odds = one.resolver.odds
            rising, titled = (odds.rising, odds.with_titles(one.chances)) if odds else (False, one.chances)
            bars = Bars(tuple(titled.items()), f"Odds: {one.resolver.title.lower()}", rising)
            blocks.append(bars if whole else Para(odds_line(titled)))
    return blocks


def odds_line(chances: Mapping[str, Fraction]) -> str:
    """The likeliest outcomes in a line, in the order that they have: ``Odds: pinned 44%; suppressed 11%``."""
    if len(chances) > LIKELIEST and len(set(chances.values())) == 1:
        return f"Odds: each of {len(chances)} results {format_short_chance(next(iter(chances.values())))}"
    likeliest = sorted(chances, key=lambda name: -chances[name])[:LIKELIEST]
    told = [f"{name} {format_short_chance(chance)}" for name, chance in chances.items() if name in likeliest]
    if others := [chance for name, chance in chances.items() if name not in likeliest]:
        told.append(f"{len(others)} more {format_short_chance(sum(others, Fraction(0)))} (% shows all)")
    return f"Odds: {'; '.join(told)}"


# --- why ---


def why_lines(steps: Sequence[Step]) -> list[str]:
    """Every step with its rules, and its dice, as plain lines."""
    if not steps:
        return ["There is nothing to explain."]
    width = get_terminal_size().columns
    drawn = [list(drawing_lines(Drawing(step.drawing), width)) if step.drawing else [] for step in steps]
    return [line for step, rows in zip(steps, drawn, strict=True) for line in (step_line(step), *rows)]
