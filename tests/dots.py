"""What a document shows of an output, where `...` as a line stands for any lines, and inside a line for any words."""

from __future__ import annotations

import re
from collections.abc import Iterator
from difflib import SequenceMatcher
from itertools import groupby

DOTS = "..."


def lines(text: str) -> list[str]:
    """Lines without spaces at their ends, and without empty lines at the end."""
    return re.sub(r"[ \t]+$", "", text, flags=re.MULTILINE).rstrip("\n").split("\n")


def fits(shown: str, real: str) -> bool:
    """Whether what is shown is the output."""
    pattern = ""
    for line in lines(shown):
        pattern += r"(?:.*\n)*?" if line == DOTS else ".*".join(map(re.escape, line.split(DOTS))) + "\n"
    return re.fullmatch(pattern, "\n".join(lines(real)) + "\n") is not None


def shown_now(shown: str, real: str) -> str:
    """Return what is to be shown of another output: the lines most like those that are shown, with the same dots."""
    now, at = lines(real), 0
    runs = [(dots, list(run)) for dots, run in groupby(lines(shown), lambda line: line == DOTS)]
    found: list[str] = []
    for number, (dots, run) in enumerate(runs):
        if dots:
            found.append(DOTS)
            continue
        begin = _most_like(run[0], now, at) if number else 0
        end = _most_like(run[-1], now, begin + len(run) - 1) if number + 1 < len(runs) else len(now) - 1
        found += _with_dots(run, now[begin : end + 1])
        at = end + 1
    return "\n".join(found) + "\n"


def _most_like(line: str, lines: list[str], least: int) -> int:
    return max(range(least, len(lines)), key=lambda at: _likeness(line, lines[at]), default=len(lines) - 1)


def _likeness(one: str, other: str) -> float:
    return SequenceMatcher(None, one, other, autojunk=False).ratio()


def _with_dots(shown: list[str], real: list[str]) -> Iterator[str]:
    """Yield lines, with dots in those that had some."""
    dotted = [line for line in shown if DOTS in line]
    for line in real:
        like = max(dotted, key=lambda one: _likeness(one, line), default="")
        yield _dotted(like, line) if _likeness(like, line) > 0.5 and line not in shown else line


def _dotted(shown: str, line: str) -> str:
    """Return a line with dots in the places where another one like it has them."""
    if fits(shown, line):
        return shown
    before, found = shown.replace(DOTS, "\0"), ""
    for what, begin, end, at, until in SequenceMatcher(None, before, line, autojunk=False).get_opcodes():
        found += DOTS if what != "equal" and "\0" in before[begin:end] else line[at:until]
    return found if fits(found, line) else line
