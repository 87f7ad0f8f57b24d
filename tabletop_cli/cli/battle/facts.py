"""What people have said of the table for the action that is being made: told in a line, changed, said of another."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from ...core.data import Json
from ...core.declare.plain import in_words
from ...core.play.changing import Like
from ...core.play.holding import Says
from ...core.play.place import Path
from ...core.play.progress import Progress
from ...core.play.question import Answer, Question
from ...core.records import dataclass
from ...prompts.meant import taken_words

CHANGE, SAME, SAME_OF_ALL = "c", "=", "=="
WISHES = (CHANGE, SAME, SAME_OF_ALL)
BEFORE = "said before"
FOR_ALL = "said for all"


@dataclass(frozen=True)
class Note:
    """One fact: its question, the words of its value, and from where it is known where nobody has typed it now."""

    question: Question
    words: str
    known: str = ""

    @property
    def name(self) -> str:
        """The field that holds it, as people type it."""
        return str(self.question.path[-1])

    @property
    def said(self) -> str:
        """Its words for a line of facts."""
        return said_words(self.question.says, self.name, self.words)

    @property
    def identity(self) -> object:
        """What makes it the same fact as another: in a group it is told once."""
        return self.question.about or self.question.text, self.name, self.words


class FactNotes:
    """The facts of an action since its last dice, in the order in which they were said."""

    def __init__(self) -> None:
        self._notes: list[Note] = []
        self._told = 0  # notes that stood in a line already

    def __len__(self) -> int:
        return len(self._notes)

    def add(self, note: Note) -> bool:
        """Note a fact; whether it is new, and not one of several of a group that are alike."""
        new = all(note.identity != one.identity for one in self._notes)
        self._notes.append(note)
        return new

    def replace_fact(self, path: Path, note: Note) -> None:
        """Note a fact that was changed; all that is known is told again, for some of it may have changed with it."""
        self._notes = [note if one.question.path == path else one for one in self._notes]
        self._told = 0

    def forget_after(self, count: int) -> None:
        """Forget all but the first facts, for whoever goes back is told and asked the others again."""
        del self._notes[count:]
        self._told = min(self._told, count)

    def clear(self) -> None:
        """Forget all: dice have fallen, and what led to them cannot change any more."""
        self.forget_after(0)

    def take_line(self) -> str:
        """What is known and was not told yet, in one line with the way in which it is known; empty for nothing."""
        seen = {one.identity for one in self._notes[: self._told]}
        fresh: list[Note] = []
        for note in self._notes[self._told :]:
            if note.known and note.question.kept and note.identity not in seen:
                fresh.append(note)
            seen.add(note.identity)
        self._told = len(self._notes)
        return facts_text(fresh) if fresh else ""

    def keep_only(self, progress: Progress) -> None:
        """Forget what is no longer said of an event of which an answer has changed."""
        self._notes = [one for one in self._notes if progress.answer_at(one.question.path) is not None]

    # --- what can be changed ---

    def choices(self) -> list[Answer]:
        """The facts as answers to the question which of them changes; each goes by its name, or by whom it is of."""
        first: dict[object, Note] = {}
        for note in self._notes:
            first.setdefault((note.question.about or note.question.path, note.name), note)
        names = [note.name for note in first.values()]
        return [
            Answer(list(note.question.path), f"{note.question.text} {note.words}", _key_of(note, names))
            for note in first.values()
        ]

    def find_named(self, word: str, found: Sequence[Answer]) -> list[Answer]:
        """Those that a word names: by the name of the field, else by the start of a word of the question."""
        start = word.casefold()
        exact = [one for one in found if one.key.casefold() == start]
        named = [one for one in found if one.key.casefold().startswith(start)]
        asked = [one for one in found if any(part.startswith(start) for part in _word_list(one.label))]
        return exact or named or asked


def path_of(value: Json) -> Path:
    """The path for which an answer of `FactNotes.choices` stands."""
    return tuple(value) if isinstance(value, list) else ()


def _key_of(note: Note, names: Sequence[str]) -> str:
    """What to type for a fact: its name; of several of that name, with whom it is of."""
    name = note.name.replace("_", "-")
    if names.count(note.name) == 1:
        return name
    whom = "-".join(note.question.about) or ".".join(map(str, note.question.path[:-1]))
    return f"{name}-{whom}"


def _word_list(text: str) -> list[str]:
    return [word.strip("?,.:;()'\"").casefold() for word in text.split()]


def said_words(says: Says, name: str, words: str) -> str:
    """A fact in few words: as its system says it, else its name and its value."""
    if callable(says):
        return says(words)
    return says.format(words) if says else f"{name.replace('_', ' ')} {words}"


def facts_text(notes: Sequence[Note]) -> str:
    """Facts in one line, each beside those of the same, with the way in which they are known.

    ``a1-2 at b1-1: 25 cm (changed), no cover (said before); b1-1: in a forest (said before; c changes)``.
    """
    pairs = [note.question.about for note in notes if len(note.question.about) > 1]
    groups: dict[tuple[str, ...], list[Note]] = {}
    for note in notes:
        about = note.question.about
        whole = about if len(about) > 1 else next((pair for pair in pairs if set(about) <= set(pair)), about)
        groups.setdefault(whole, []).append(note)
    order = list(dict.fromkeys(note.known for note in notes))
    rows = [
        (f"{' at '.join(ids)}: " if ids else "", sorted(group, key=lambda note: order.index(note.known)))
        for ids, group in groups.items()
    ]
    ways = [note.known for _, group in rows for note in group]
    following = iter([*ways[1:], ""])  # a way is told behind the last of several facts in a row
    texts = (_group_text(label, group, following) for label, group in rows)
    return f"{'; '.join(texts)[:-1]}; c changes)"


def _group_text(label: str, group: Sequence[Note], following: Iterator[str]) -> str:
    told = (f"{note.said} ({note.known})" if note.known != next(following) else note.said for note in group)
    return label + ", ".join(told)


def value_words(value: Any, question: Question) -> str:
    """What was answered, in words."""
    if isinstance(value, Answer):
        value = value.value
    if isinstance(value, bool):
        return ("no", "yes")[value]
    known = any(one.value == value for one in question.answers)
    if known or isinstance(value, list | tuple) or value is None:
        return taken_words(value, question.answers)
    return in_words(value)


def like_text(like: Like) -> str:
    """What another has said of the same target, offered above a question."""
    facts = (said_words(like.says.get(name, ""), name, _plain_words(value)) for name, value in like.facts.items())
    return f"= as {like.who}: {', '.join(dict.fromkeys(facts))}"


def _plain_words(value: Json) -> str:
    return "none" if value in (None, []) else in_words(value)
