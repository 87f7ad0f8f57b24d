"""Asking a person for the facts of a situation and for dice, as numbered plain lines on stderr."""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from ..core.dice import Request, check_faces, sides_of
from ..core.errors import BadDice, Malformed, TabletopError
from ..core.facts import REQUIRED, Fact, Kind, ListOf, Nullable, OneOf, Record, YesNo, facts_of
from ..render.safe import clean
from .arguments import holds_tables, record_of

Line = Callable[[str], str]  # shows a prompt and gives the line that was typed


def read_line(prompt: str) -> str:
    """One line from stdin, the prompt on stderr. Errors: `TabletopError` when the input has ended."""
    sys.stderr.write(clean(prompt))
    sys.stderr.flush()
    line = sys.stdin.readline()
    if not line:
        raise TabletopError("the input ended before the question was answered", code="no-answer")
    return line.strip()


def missing(cls: type[Any], data: Mapping[str, Any], prefix: str = "") -> list[str]:
    """The required facts that are not given, by dotted name."""
    found = []
    for one in facts_of(cls):
        inner = record_of(one)
        given = data.get(one.name)
        if one.name not in data:
            if one.required:
                inside = missing(inner, {}, f"{prefix}{one.name}.") if inner else []
                found += inside or [f"{prefix}{one.name}"]
        elif inner is not None and isinstance(given, Mapping):
            found += missing(inner, given, f"{prefix}{one.name}.")
    return found


def ask_facts(
    cls: type[Any],
    data: Mapping[str, Any],
    line: Line = read_line,
    where: str = "",
    house: Mapping[str, Any] | None = None,
) -> dict[str, Any]:
    """The same facts and the answers to all questions that are still open and matter; Enter takes the default.

    Whether a question matters may depend on `house`, by default the house table among the facts.
    """
    answers = dict(data)
    house = data.get("house", {}) if house is None else house
    for one in facts_of(cls):
        name = f"{where}{one.name}"
        inner = record_of(one)
        given = answers.get(one.name)
        if inner is not None and (given is None or isinstance(given, Mapping)):
            wanted = bool(given) or one.required or one.default is not None or _more(name, line)
            inside = ask_facts(inner, given or {}, line, f"{name}.", house) if wanted else {}
            if inside or one.required:
                answers[one.name] = inside
        elif one.name not in answers and (one.required or one.ask) and one.relevant(_known(cls, answers, house)):
            answer = _ask(one, name, line)
            if one.required or answer != one.default:
                answers[one.name] = answer if holds_tables(one.kind) else one.kind.plain(answer)
    return answers


def _known(cls: type[Any], answers: Mapping[str, Any], house: Mapping[str, Any]) -> dict[str, Any]:
    """The answers so far, the defaults that Enter has taken, and the switches as ``house.NAME``."""
    defaults = {one.name: one.default for one in facts_of(cls) if not one.required}
    return defaults | dict(answers) | {f"house.{name}": value for name, value in house.items()}


def _more(name: str, line: Line) -> bool:
    """Whether a table that may be left out is wanted."""
    prompt = f"Is there a {name.replace('.', ' ')}? (y/N) "
    return bool(_until(lambda text: YesNo().parse(text or "n", name), line, prompt))


def _ask(one: Fact, name: str, line: Line) -> Any:
    """The answer to one question, asked again until it fits."""
    kind = one.kind
    if isinstance(kind, ListOf) and isinstance(kind.item, Record):
        return _ask_records(one, kind, kind.item, name, line)
    choices = _choices(kind)
    question = one.ask or name.replace(".", " ").replace("_", " ")
    prompt = f"{question}\n" + "".join(f"  {at} {choice}\n" for at, choice in enumerate(choices, 1))
    default = "" if one.default is REQUIRED else f" (Enter: {_shown(one.default)})"
    return _until(lambda text: _answer(text, one, choices, name), line, f"{prompt}{_wanted(kind)}{default}: ")


def _ask_records(one: Fact, kind: ListOf, item: Record, name: str, line: Line) -> list[dict[str, Any]]:
    """A list of tables, one after the other."""
    question = one.ask or name.replace("_", " ")
    count = _until(lambda text: _count(text, kind, name), line, f"{question}\nhow many entries: ")
    return [ask_facts(item.cls, {}, line, f"{name} {at}.") for at in range(1, count + 1)]


def _count(text: str, kind: ListOf, name: str) -> int:
    if not text.isdecimal() or not kind.minimum <= int(text) <= min(kind.maximum, 100):
        raise Malformed(f"{name}: give a number from {kind.minimum} to {min(kind.maximum, 100)}")
    return int(text)


def _until(read: Callable[[str], Any], line: Line, prompt: str) -> Any:
    """Ask until the answer can be read; what is wrong with one is said, and the last line asked again."""
    while True:
        try:
            return read(line(prompt))
        except (Malformed, BadDice) as wrong:
            hint = f" ({wrong.hint})" if wrong.hint else ""
            prompt = f"  {wrong.message}{hint}\n{prompt.splitlines()[-1]}"


def _choices(kind: Kind) -> tuple[Any, ...]:
    inner = kind.item if isinstance(kind, Nullable | ListOf) else kind
    return inner.values if isinstance(inner, OneOf) else ()


def _wanted(kind: Kind) -> str:
    if isinstance(kind, ListOf):
        return "numbers or words, separated by commas" if _choices(kind) else f"{kind.item.words}; several with commas"
    if isinstance(kind, YesNo):
        return "y or n"
    return "number or word" if _choices(kind) else kind.words


def _shown(default: Any) -> str:
    if isinstance(default, bool):
        return "yes" if default else "no"
    return "nothing" if default in (None, ()) else str(default)


def _answer(text: str, one: Fact, choices: Sequence[Any], name: str) -> Any:
    """The value of a typed answer: Enter, the number of a choice, or the value itself."""
    if not text:
        if one.default is REQUIRED:
            raise Malformed(f"{name}: an answer is needed", hint=one.kind.words)
        return one.default
    return one.kind.parse(",".join(_by_number(part.strip(), choices) for part in text.split(",")), name)


def _by_number(text: str, choices: Sequence[Any]) -> str:
    """A choice by its number, unless the number is a choice itself."""
    if text.isdecimal() and 1 <= int(text) <= len(choices) and not any(str(choice) == text for choice in choices):
        return str(choices[int(text) - 1])
    return text


def ask_dice(request: Request[Any], line: Line = read_line) -> tuple[int, ...] | None:
    """Faces for one roll, or None to leave it to the program (Enter)."""
    from .roll import faces_of

    sides = sides_of(request)
    groups = ", ".join(f"{group.label or request.why}: {group.n}d{group.sides}" for group in request.groups if group.n)

    def read(text: str) -> tuple[int, ...] | None:
        if not text:
            return None
        faces = faces_of(text, sides)
        if len(faces) != len(sides):
            raise BadDice(f"{len(faces)} dice given, {len(sides)} needed", needed=len(sides))
        return check_faces(faces, sides, len(sides))

    faces: tuple[int, ...] | None = _until(read, line, f"{groups}\nfaces (Enter: the program rolls): ")
    return faces
