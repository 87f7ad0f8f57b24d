"""Hints as data: what they tell people to write into a file are steps, from which repairs and the builder's words come.

A hint is one sentence in the words of files. These phrases of it are steps, wherever they stand in it:

    write models = 4                              a value; ``write longest = 6, shortest = 5`` are two
    add one: unit = "command-squad"               a new entry; ``add one that begins with [[units]]`` is any
    write reload, range under [house.guns.hmg]    house rules; without the keys all of them: ``under [house]``
    write it in quotes                            the value of the place of the problem, in the right shape

Whoever has no file before them is told each step in other words, see `reword_hint`; the rest of the sentence stays.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

from ..records import dataclass

_KEY = r"[A-Za-z_][A-Za-z0-9_.-]*"
_PLAIN = r"(?:\"[^\"]*\"|[A-Za-z0-9_+-]+(?:\.[A-Za-z0-9_+-]+)*)"
_SAID = rf"({_KEY}) = ({_PLAIN})"
_VALUE = rf"(?:{_PLAIN}|\[[^\]]*\]|\{{[^}}]*\}})"
_VALUES = rf"{_VALUE}(?: or (?!{_KEY} = ){_VALUE})*"
_PAIR = rf"{_KEY} = {_VALUES}"
_ADVICE = re.compile(rf"\bwrite {_SAID}(?:(?:,| and) {_SAID})?")
_STEP = re.compile(
    rf"\bwrite (?P<pairs>{_PAIR}(?:(?:,| and) {_PAIR})*)"
    rf"|\badd one(?P<such>, e\.g\.)?(?: that begins with \[\[{_KEY}\]\]|[^=\"]*?(?P<added>{_KEY} = {_PLAIN}))"
    rf"|\bbegin each(?P<each>)(?: entry)? with \[\[{_KEY}\]\]"
    rf"|\bwrite (?P<keys>[\w, -]+) under \[house\.?(?P<table>[^\]]*)\]"
    rf"|\bwrite (?P<shape>it in quotes|it as a table|true or false|a whole number)"
    rf"|\bas in (?P<such_as>{_KEY}) = .*"
)
_ONE = re.compile(rf"({_KEY}) = ({_VALUES})")


@dataclass(frozen=True)
class Says:
    """Write a value under a key; `words` are the value as people type it, or several: ``marines or eldar``."""

    key: str
    words: str


@dataclass(frozen=True)
class Adds:
    """Add an entry; `says` is what it begins with, None for any entry. `such`: only for example."""

    says: Says | None = None
    such: bool = False


@dataclass(frozen=True)
class Settles:
    """Settle house rules: some keys of a table of them, such as ``guns.heavy-gun``; without keys it is about all."""

    table: str
    keys: tuple[str, ...] = ()


@dataclass(frozen=True)
class Rewrites:
    """Write the value at the place of the problem again; `key` is where that is, empty for that very place."""

    key: str = ""


HintStep = tuple[Says, ...] | Adds | Settles | Rewrites


def advised_values(hint: str) -> Iterator[list[tuple[str, str]]]:
    """Return for each ``write`` of a hint its keys and values, one or two of them, each value as TOML has it."""
    for first, value, second, other in _ADVICE.findall(hint):
        yield [(key, text) for key, text in ((first, value), (second, other)) if key]


def reword_hint(hint: str, tell: Callable[[HintStep], str]) -> str:
    """Return a hint in which each step is told in other words."""
    return _STEP.sub(lambda found: tell(_read_step(found)), hint)


def _read_step(found: re.Match[str]) -> HintStep:
    if found["pairs"]:
        return tuple(Says(key, _without_signs(value)) for key, value in _ONE.findall(found["pairs"]))
    if found["added"]:
        key, _, value = found["added"].partition(" = ")
        return Adds(Says(key, _without_signs(value)), bool(found["such"]))
    if found["keys"]:
        return Settles(found["table"], tuple(key for key in found["keys"].split(", ") if key != "it"))
    if found["shape"] or found["such_as"]:
        return Rewrites(found["such_as"] or "")
    return Adds()


def _without_signs(value: str) -> str:
    """A value, or several with ``or`` between them, without the signs of TOML."""
    return re.sub(r"[\"\[\]{}]", "", value).strip() or "nothing"
