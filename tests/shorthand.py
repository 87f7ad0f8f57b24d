"""Texts without the words of explanations, for golden files that are about something else.

The words of every explanation stand in `systems/golden/sentences.<system>.txt`, see `systems/test_steps.py`. Elsewhere
a line of them is written as `~`: with its numbers and rules, a roll with its faces, and a request with its dice and who
rolls them. A line whose words do not stand there is left as it is, so nothing can be lost. Lines that look alike in
shorthand, and are not, have letters, in the order of the alphabet of their words: so two that change places are seen.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import NamedTuple

SENTENCES = Path(__file__).parent / "systems" / "golden"
# Commands of a transcript explain nothing, nor does a note on a board, nor what is in shorthand already.
SAID = "error|not legal|not allowed|Not possible now"
BEGIN = rf"^(?P<begin>(?:[|!] )?+\s*+(?:(?:{SAID}): )?+)(?!(?:[$@<#=]|~[a-z]*|Note:) )"
EXPLAINED = re.compile(BEGIN + r"(?P<text>\S.*?)\s+\\?\[(?P<rules>[^\[\]\\]+)\\?\]$")
ROLLED = re.compile(BEGIN + r"(?P<text>\S.*: \d[\d ]*(?: \(typed\))?)$")
ROLL = re.compile(r"(?P<label>\S.*?): (?P<faces>\d[\d ]*?)(?P<typed> \(typed\))?")
ASKED = re.compile(BEGIN + r"(?P<text>\S.*?): (?P<dice>(?:first \S.*? )?\d+d\d+(?: .*)?)$")
OWNED = re.compile(
    BEGIN + r"(?P<dice>\S.*? rolls \d+d\d+[^:]*): (?P<text>\S.*?)(?P<rest>(?: \d+)*| \(or type your own\).*| \[.*\])$"
)
OWN = "(or type your own)"
NUMBER = re.compile(r"[+-]?\d+(?:[./]\d+)?")
DIGITS = re.compile(r"\d+")


class Short(NamedTuple):
    """A line in shorthand, in two parts, between which a letter may stand; and its words, empty where they are left."""

    begin: str
    rest: str
    words: str = ""

    def written(self, letter: str = "") -> str:
        return f"{self.begin}~{letter} {self.rest}".rstrip() if self.words else self.begin


def shorthand(text: str) -> str:
    """Return the same text, with the lines that explain in shorthand."""
    lines = [_shorten(line) for line in text.split("\n")]
    alike: defaultdict[str, set[str]] = defaultdict(set)
    for line in lines:
        alike[line.rest].add(line.words)
    return "\n".join(line.written(_letter(line.words, alike[line.rest])) for line in lines)


def shorten(line: str) -> str:
    """Return one line in shorthand, without letters."""
    return _shorten(line).written()


def _shorten(line: str) -> Short:
    if (found := EXPLAINED.match(line)) and found["rules"] in _known().rules:
        return Short(found["begin"], f"{_numbers(found['text'])}[{found['rules']}]", _without_numbers(found["text"]))
    if (found := ROLLED.match(line)) and (faces := _faces(found["text"], inside=found["begin"].endswith("  "))):
        return Short(found["begin"], faces, _without_numbers(found["text"]))
    if (found := OWNED.match(line)) and (OWN in found["rest"] or _is_label(found["text"])):
        rest = f"{found['dice']}: {_numbers(found['text'])}".rstrip(": ") + found["rest"]
        return Short(found["begin"], rest, _without_numbers(found["text"]))
    if (found := ASKED.match(line)) and (OWN in found["dice"] or _is_label(found["text"])):
        return Short(found["begin"], f"{_numbers(found['text'])}of {found['dice']}", _without_numbers(found["text"]))
    return Short(line, "")


def _faces(text: str, inside: bool) -> str:
    """The faces of rolls without the words of their labels; empty for what is no roll, such as counts on a page."""
    rolls = [ROLL.fullmatch(part) for part in text.split("; ")]
    if not all(roll and (roll["typed"] or (not inside and _is_label(roll["label"]))) for roll in rolls):
        return ""
    return "; ".join(f"{_numbers(roll['label'])}rolled {roll['faces']}{roll['typed'] or ''}" for roll in rolls if roll)


def _letter(words: str, alike: set[str]) -> str:
    """What tells a line from others that are the same in shorthand: a to z, then aa; empty where there are none."""
    if len(alike) == 1:
        return ""
    letter, at = "", sorted(alike).index(words) + 1
    while at:
        at, last = divmod(at - 1, 26)
        letter = chr(ord("a") + last) + letter
    return letter


def _is_label(text: str) -> bool:
    return _without_numbers(text) in _known().labels


def _numbers(text: str) -> str:
    return "".join(f"{number} " for number in NUMBER.findall(text))


def _without_numbers(text: str) -> str:
    return DIGITS.sub("#", text)


class _Known(NamedTuple):
    """What the sentences cite, and what the rolls among them are called."""

    rules: frozenset[str]
    labels: frozenset[str]


def sentences(system: str = "*") -> Iterator[str]:
    """The lines of the golden files that hold the words, without those that tell who is told them."""
    for path in sorted(SENTENCES.glob(f"sentences.{system}.txt")):
        yield from (line for line in path.read_text(encoding="utf-8").splitlines() if line[:1] != " ")


@cache
def _known() -> _Known:
    rules, labels = set(), set()
    for line in sentences():
        if found := EXPLAINED.match(line):
            rules.add(found["rules"])
        else:
            labels |= {_without_numbers(roll.rpartition(": ")[0]) for roll in line.split("; ")}
    return _Known(frozenset(rules), frozenset(labels))
