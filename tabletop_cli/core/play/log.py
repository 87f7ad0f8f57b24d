"""One line of a battle's log: what stands in it, how it is written, and how it is read again without being trusted."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import TypeGuard

from ..data import Json, JsonMapping, JsonObject, ShapedMapping, ShapedObject
from ..dice.handlers import Roll, Step
from ..errors import TabletopError
from ..keep.export import canonical_json
from ..records import dataclass
from .inside import Inside, is_inside


@dataclass(frozen=True)
class LogEntry:
    """One line of the log. An event has `event`, `rolls`, `result` and `steps`; undo and redo name an event's number.

    `undone_dice` marks an undo that takes back an event with dice: it is allowed, said aloud, and stays visible.
    `shown` is ``seed`` where people have seen the seed and ``file`` where it went into an exported file, and `word`
    what the other player gave for the dice, see `seal.py`; `prev` is the hash of the line before, see `chain.py`, None
    in old logs. `inside` tells of a game inside this one: alone when it begins, beside the event that takes its result.
    `story` tells an event in a sentence, where its system does. `version` is that of the
    program that wrote an event, None for the one that began the battle, which the header names. An entry that is
    `hidden` lacks what somebody may not see, and an event lacks the answers that are `untold`, see `view.py`; none is
    stored so.
    """

    n: int
    at: str
    event: ShapedMapping | None = None
    rolls: tuple[Roll, ...] = ()
    result: ShapedMapping | None = None
    steps: tuple[Step, ...] = ()
    undo: int | None = None
    redo: int | None = None
    undone_dice: bool = False
    note: str | None = None
    shown: str | None = None
    word: str | None = None
    prev: str | None = None
    story: str | None = None
    version: str | None = None
    hidden: bool = False
    untold: tuple[str, ...] = ()
    inside: Inside | None = None

    @property
    def marks(self) -> JsonObject:
        """What machines are told of what is cut from an entry."""
        hidden: JsonObject = {"hidden": True} if self.hidden else {}
        return {**hidden, "untold": list(self.untold)} if self.untold else hidden

    def as_line(self) -> str:
        """The entry as the line that is stored, exported and verified."""
        plain: JsonObject = {"n": self.n, "at": self.at}
        if self.event is not None:
            plain |= {
                "event": dict(self.event),
                "rolls": [roll.as_dict() for roll in self.rolls],
                "result": self.result,
                "steps": [step.as_dict() for step in self.steps],
            }
        for key in ("undo", "redo", "note", "shown", "word", "story", "version", "prev"):
            if (value := getattr(self, key)) is not None:
                plain[key] = value
        if self.inside is not None:
            plain["inside"] = self.inside.as_dict()
        if self.undo is not None:
            plain["undone_dice"] = self.undone_dice
        return canonical_json(plain)

    @classmethod
    def from_line(cls, line: str) -> LogEntry:
        """The inverse of `line`. Errors: `TabletopError` for a line that is no entry, such as one changed by hand."""
        data = json.loads(line)
        keys = data.keys() - _BESIDE
        for shape in _SHAPES:
            if shape.keys() == keys:
                for key, fits in shape.items():
                    if not fits(data[key]):
                        raise _damage_error(data, f"its {key} is wrong")
                for key in _BESIDE & data.keys():
                    if not _is_text(data[key]):
                        raise _damage_error(data, f"its {key} is wrong")
                return cls._read_entry(data)
        raise _damage_error(data, "its fields are not those of an entry")

    @classmethod
    def _read_entry(cls, data: ShapedObject) -> LogEntry:
        rolls, steps = map(Roll.from_dict, data.pop("rolls", ())), map(Step.from_dict, data.pop("steps", ()))
        inside = Inside.from_dict(data.pop("inside")) if "inside" in data else None
        return cls(**data, rolls=tuple(rolls), steps=tuple(steps), inside=inside)


def _damage_error(data: JsonMapping, why: str) -> TabletopError:
    number = data.get("n")
    which = f"event {number}" if isinstance(number, int) else "an event"
    return TabletopError(f"{which} of the log is damaged: {why}", code="damaged-log")


Fits = Callable[[Json], bool]


def _is_whole(value: Json) -> bool:
    return type(value) is int and value > 0


def _is_text(value: Json) -> bool:
    return isinstance(value, str)


def _is_face(value: Json) -> bool:
    """What a die shows, or the name of a card."""
    return _is_whole(value) or _is_text(value)


def _is_table(value: Json) -> TypeGuard[ShapedMapping]:
    return isinstance(value, dict)


def _list_of(fits: Fits) -> Fits:
    return lambda value: isinstance(value, list) and all(map(fits, value))


_ROLL: dict[str, Fits] = {"why": _is_text, "faces": _list_of(_is_face), "sides": _list_of(_is_whole), "by": _is_text}
_NEEDED = {"text", "rules"}  # of a step
_STEP: dict[str, Fits] = {"text": _is_text, "rules": _list_of(_is_text), "drawing": _list_of(_list_of(_is_text))}


def _is_roll(value: Json) -> bool:
    if not _is_table(value) or value.keys() != _ROLL.keys() or not all(ok(value[key]) for key, ok in _ROLL.items()):
        return False
    return len(value["faces"]) == len(value["sides"]) and value["by"] in ("program", "player")


def _is_step(value: Json) -> bool:
    if not _is_table(value) or not _NEEDED <= value.keys() <= _STEP.keys():
        return False
    return all(_STEP[key](inner) for key, inner in value.items())


_BESIDE = {"prev", "story", "version"}  # that an entry may have
_ANY: dict[str, Fits] = {"n": _is_whole, "at": _is_text}
_EVENT: dict[str, Fits] = {
    **_ANY,
    "event": _is_table,
    "rolls": _list_of(_is_roll),
    "result": _is_table,
    "steps": _list_of(_is_step),
}
_SHAPES: tuple[dict[str, Fits], ...] = (
    _EVENT,
    {**_EVENT, "inside": is_inside},
    {**_ANY, "inside": is_inside},
    {**_ANY, "undo": _is_whole, "undone_dice": lambda value: isinstance(value, bool)},
    {**_ANY, "redo": _is_whole},
    {**_ANY, "note": _is_text},
    {**_ANY, "word": _is_text},
    {**_ANY, "shown": lambda value: value in ("seed", "file")},
)
