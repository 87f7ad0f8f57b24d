"""Dialogues written again under `pytest --golden`: every question as it is asked now, and what is told of it.

What is typed and the events that must come of it are never touched: where they do not fit any more, somebody has to
look.
"""

from __future__ import annotations

from collections.abc import Iterator
from difflib import SequenceMatcher
from pathlib import Path
from typing import NamedTuple

from tests.shorthand import shorten

Lines = list[tuple[str, str]]  # each a mark and its words
SPOKEN = (">", "?", "|")
LIKE = 0.5  # the least that lines have in common, of 1, of which one was written in place of the other


class Turn(NamedTuple):
    """What is told before a question or an answer, or at the end; and that one."""

    told: list[str]
    mark: str = ""
    words: str = ""


def rewrite(path: Path, name: str, said: Lines, heard: Lines) -> None:
    """Write the dialogue with this name again in its file."""
    whole = path.read_text(encoding="utf-8")
    begin = f"\n{whole}".index(f"\n== {name}\n")
    end = whole.find("\n== ", begin)
    block = whole[begin : end if end >= 0 else len(whole)].split("\n")
    spoken = [at for at, line in enumerate(block) if line[:1] in SPOKEN]
    if not spoken:
        return
    now = [f"{mark} {words}".rstrip() for mark, words in rewritten(said, heard)]
    block = [*block[: spoken[0]], *now, *block[spoken[-1] + 1 :]]
    path.write_text(whole[:begin] + "\n".join(block) + (whole[end:] if end >= 0 else ""), "utf-8", newline="\n")


def rewritten(said: Lines, heard: Lines) -> Lines:
    """Return the dialogue as it is held now; as it was where not all was typed that should be."""
    before, now = turns_of(said), turns_of(heard)
    if [turn.words for turn in before if turn.mark == ">"] != [turn.words for turn in now if turn.mark == ">"]:
        return said
    lines: Lines = []
    for at, turn in enumerate(now):
        told = before[at].told if at < len(before) else []
        lines += [("|", words) for words in told_now(told, turn.told)]
        if turn.mark:
            lines.append((turn.mark, turn.words if turn.mark == ">" else shorten(turn.words)))
    return lines


def turns_of(lines: Lines) -> list[Turn]:
    """Return a dialogue by its questions and answers."""
    turns: list[Turn] = []
    told: list[str] = []
    for mark, words in lines:
        if mark == "|":
            told.append(words)
        else:
            turns.append(Turn(told, mark, words))
            told = []
    return [*turns, Turn(told)]


def told_now(written: list[str], lines: list[str]) -> Iterator[str]:
    """Yield for each part of a line that was written the same part as it is told now, or as it was if nothing is."""
    now = [shorten(line) for line in lines]
    at = 0
    for old in map(shorten, written):
        at = max(range(at, len(now)), key=lambda n: _likeness(old, now[n]), default=at)
        yield part_now(old, now[at]) if at < len(now) and _likeness(old, now[at]) >= LIKE else old


def _likeness(part: str, line: str) -> float:
    return 2.0 if part in line else SequenceMatcher(None, part, line, autojunk=False).ratio()


def part_now(part: str, line: str) -> str:
    """Return what of a line stands in the place of an old part of it."""
    if part in line:
        return part
    same = [one for one in SequenceMatcher(None, part, line, autojunk=False).get_matching_blocks() if one.size > 2]
    if not same:
        return line
    begin, end = same[0].b - same[0].a, same[-1].b + len(part) - same[-1].a
    return line[max(0, begin) : end].strip()
