"""Two battles that differ only in what one side knows: whoever sees them as another does sees no difference.

The two begin from set-ups that may differ in secrets, and go on with the same events; where an event is hidden from all
but its owner, its secrets are others in the second battle, and where an answer of it is veiled, that answer is another.
`next_pair` gives the next event of both, and `make_probe` one that somebody tries who wants to find out what is
hidden. What is compared are the doors of whoever calls it: the texts, replies, menus and errors of a program.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from ..data import Json, JsonMapping, JsonObject, ShapedMapping
from ..declare.composed import ListOf, MapOf, Nullable
from ..declare.facts import Record, facts_of
from ..declare.kinds import AnyKind, Number, Ref, Text, Whole
from ..dice.brute_force import require
from ..dice.handlers import Given, Roll
from ..errors import TabletopError
from ..play.progress import Progress
from ..play.secrecy import without_secrets
from ..play.viewpoint import cut_refusal
from ..records import dataclass
from ..system import System
from .playing_out import any_event
from .samples import schema_samples
from .secrecy_check import any_way, played_entry

TRIES = 12  # to find an event that both battles can go on with
MANY = 3  # of the things in a list that somebody makes up

Reveals = Callable[[JsonMapping, ShapedMapping], bool]


@dataclass(frozen=True)
class Pair:
    """The next event of both battles, with its dice; `same` where nothing of it is secret."""

    one: JsonObject
    other: JsonObject

    @property
    def same(self) -> bool:
        return self.one == self.other


class Twins:
    """Two battles that differ in the secrets of one side, `owner`.

    `reveals(event, result)` says which events show what was hidden by the rules: they are not played. Nor is what ends
    a battle, after which nothing is secret.
    """

    def __init__(
        self,
        system: System,
        setups: tuple[JsonMapping, JsonMapping],
        owner: str,
        chance: random.Random,
        reveals: Reveals = lambda event, result: False,
    ) -> None:
        self.system, self._game = system, system.game
        self.owner, self._chance, self._reveals = owner, chance, reveals
        one, other = setups
        self.states: tuple[object, object] = (self._game.start(one, system), self._game.start(other, system))
        self._played: list[JsonObject] = []
        seats = [seat.id for seat in self._game.seats(setups[0])]
        self.onlookers = (None, *(side for side in seats if side != owner))

    # --- what both go on with ---

    def next_pair(self, avoid: Sequence[str] = ()) -> Pair | None:
        """The next event of both battles, None where nothing was found that both can go on with."""
        for _ in range(TRIES):
            made = any_event(self.system, self.states[0], self._chance, avoid)
            if made is None:
                return None
            event, progress, _steps = made
            other = self._event_otherwise(event, progress.rolls)
            after = None if other is None else self._played_both((event, progress.rolls), other)
            if other is not None and after is not None:
                self.states = after
                self._played += [event, other[0]]
                return Pair(_with_dice(event, progress.rolls), _with_dice(*other))
        return None

    def _event_otherwise(self, event: JsonObject, rolls: Sequence[Roll]) -> tuple[JsonObject, Sequence[Roll]] | None:
        """An event as it goes in the second battle: with other secrets, where those of its owner are in it."""
        game, kind, (one, other) = self._game, self._game.kind_of(event), self.states
        played = played_entry(self.system, one, event, rolls, 0)
        result, after = played.entry.result or {}, played.state
        if all(game.is_hidden_from(after, event, result, side) for side in self.onlookers):
            public = without_secrets(kind.cls, {key: value for key, value in event.items() if key != "do"})
            kept = {side: dice for side, dice in played.dice.items() if side not in ("", self.owner)}
            return any_way(self.system, other, Progress(kind.id, public), self._chance, kept)
        veiled = [set(game.veiled_answers(after, event, result, side)) for side in self.onlookers]
        hidden = set.intersection(*veiled)
        if not hidden:
            return event, rolls
        public = {key: value for key, value in event.items() if key != "do" and key not in hidden}
        found = any_way(self.system, other, Progress(kind.id, public), self._chance)
        return None if found is None else (found[0], rolls)

    def _played_both(
        self, one: tuple[JsonObject, Sequence[Roll]], other: tuple[JsonObject, Sequence[Roll]]
    ) -> tuple[object, object] | None:
        """The states after an event in both battles; None where it cannot be, or where it shows what was hidden."""
        game, states = self._game, []
        results: list[ShapedMapping] = []
        for state, (event, rolls) in zip(self.states, (one, other), strict=True):
            try:
                after, result = game.play(state, event, Given(_faces_of(rolls)))
            except TabletopError:
                return None
            if game.over(after) or self._reveals(event, result):
                return None
            states.append(after)
            results.append(result)
        shows = game.kind_of(one[0]).shows
        return None if shows(results[0]) != shows(results[1]) else (states[0], states[1])

    # --- what somebody tries who wants to find out ---

    def check_probe(self) -> None:
        """Somebody tries something that is refused: only the owner is told a difference. Errors: AssertionError."""
        event = self.make_probe()
        for side in self.onlookers:
            one, other = (self._refusal_for_side(state, event, side) for state in self.states)
            require(one == other, f"{event} tells {side or 'everybody'} what is hidden: {one}, {other}")

    def _refusal_for_side(self, state: object, event: JsonObject, side: str | None) -> object:
        """Why an event is refused, as a side is told it: for machines, and in words."""
        no = self._refusal_of(state, event)
        assert no is not None, "it is refused in both battles"
        told = cut_refusal(self._game, state, self._game.without_dice(event), no, side)
        if told is None:
            return "a reason that not everybody may know"
        return told.as_dict(), self._game.why_not(self.system, self._game.seen_by(state, side), told)

    def make_probe(self) -> JsonObject:
        """An event with dice that is refused in both battles, made up of whatever there is in one of them."""
        while True:
            kind = self._chance.choice(list(self._game.events.values()))
            event: JsonObject = {"do": kind.id, **self._random_answers(kind.cls)}
            if self._chance.random() < 0.6:
                event = self._event_with_change(event)
            event["dice"] = self._random_faces()
            if all(self._refusal_of(state, event) for state in self.states):
                return event

    def _random_faces(self) -> list[object]:
        """Faces, or the names of cards, mostly too few or too many."""
        words = self._known_words() if self._chance.random() < 0.3 else range(1, 7)
        return [self._chance.choice(words) for _ in range(self._chance.choice((0, 0, 1, 1, 2, 9)))]

    def _refusal_of(self, state: object, event: JsonObject) -> TabletopError | None:
        try:
            self._game.play(state, self._game.without_dice(event), Given(self._game.dice_of(event) or ()))
        except TabletopError as no:
            return no
        return None

    def _event_with_change(self, made_up: JsonObject) -> JsonObject:
        """An event that was or could be played in one of the battles, with one answer that is made up."""
        if self._played and self._chance.random() < 0.7:
            event = self._chance.choice(self._played)
        elif made := any_event(self.system, self._chance.choice(self.states), self._chance):
            event = made[0]
        else:
            return made_up
        fields = self._random_answers(self._game.kind_of(event).cls)
        names = [name for name in fields if self._chance.random() < 0.5]
        return {**event, **{name: fields[name] for name in names[:1]}}

    def _random_answers(self, cls: type[object]) -> JsonObject:
        """Answers to the questions of an event, at random: what is needed, and now and then something more."""
        return {
            fact.name: self._random_value(fact.kind)
            for fact in facts_of(cls)
            if fact.required or self._chance.random() < 0.4
        }

    def _random_value(self, kind: AnyKind) -> Json:
        chance = self._chance
        if isinstance(kind, Nullable):
            return None if chance.random() < 0.2 else self._random_value(kind.item)
        if isinstance(kind, ListOf):
            return [self._random_value(kind.item) for _ in range(chance.randint(min(kind.minimum, MANY), MANY))]
        if isinstance(kind, MapOf):
            return {str(self._random_value(kind.names)): self._random_value(kind.item)}
        if isinstance(kind, Record):
            return self._random_answers(kind.cls)
        if isinstance(kind, Ref):
            known = [list(getattr(state, kind.table)) for state in self.states]
            return chance.choice([*known[0], *known[1], "nobody", "x9"])
        if isinstance(kind, Whole | Number):
            return chance.choice((0, 1, 2, 3, 5, 8, 20))
        values = schema_samples(kind.schema())
        return chance.choice(self._known_words()) if isinstance(kind, Text) or not values else chance.choice(values)

    def _known_words(self) -> list[str]:
        """Every word of both battles, as an owner of everything would see them, and one of neither."""
        found = {word for state in self.states for word in _words_in(self._game.view(state))}
        return [*sorted(found), "nobody"]


def _words_in(value: Any) -> Iterator[str]:
    if isinstance(value, Mapping):
        for key, one in value.items():
            yield str(key)
            yield from _words_in(one)
    elif isinstance(value, list | tuple):
        for one in value:
            yield from _words_in(one)
    elif isinstance(value, str):
        yield value


def _faces_of(rolls: Sequence[Roll]) -> list[object]:
    return [face for roll in rolls for face in roll.faces]


def _with_dice(event: JsonMapping, rolls: Sequence[Roll]) -> JsonObject:
    return {**event, "dice": _faces_of(rolls)}
