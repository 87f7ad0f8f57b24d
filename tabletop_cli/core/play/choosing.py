"""The answers that a place of an event has by itself, and the event with one of them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from ..data import Json, JsonObject, Shaped
from ..declare.composed import ListOf, MapOf, Nullable
from ..declare.either import Anything
from ..declare.facts import Fact, Record, Stage, Tagged, facts_of, key_of, named_records
from ..declare.kinds import AnyKind, YesNo, brief_text, did_you_mean, malformed_value
from ..declare.plain import in_words
from ..declare.refs import check_said
from ..errors import Malformed
from .place import AnyPlace, Missing, Place, Wanted, ask_next
from .progress import Progress
from .question import AGAIN, Answer
from .running import Run

# --- where nobody is asked ---


def guess_answer(place: AnyPlace) -> object:
    """For odds: what is known, what is usual, the default. Errors: `Wanted` where there is none of these."""
    kind, value = place.fact.kind, place.known
    if value is None and place.fact.usual is not None:
        value = place.fact.usual(place)
    if isinstance(kind, ListOf) and isinstance(value, list):
        value = [_item_of_pick(kind.item, one) for one in value]
    if value is not None:
        return place.reader.read_value(kind, value, place.name)
    if place.fact.required:
        raise Wanted(place)
    return place.fact.default


def answers_from(other: Progress) -> Missing:
    """Answers as another event has them, but for what is known; where it has none, that is asked."""

    def answer_from_other(place: AnyPlace) -> object:
        fact = place.fact
        if fact.when is not None and not fact.when(place):
            return fact.default
        value = place.known
        value = other.answer_at(place.path) if value is None else value
        records = isinstance(fact.kind, ListOf | MapOf) and isinstance(fact.kind.item, Record | Tagged)
        if value is None or records:
            return ask_next(place)
        return place.reader.read_value(fact.kind, value, place.name)

    return answer_from_other


def guess_doer(place: AnyPlace) -> object:
    """Who does it, before anybody was asked: of several, whoever comes first."""
    if place.fact.required and place.fact.among:
        return next(iter(answers_at(place, ()))).value
    return guess_answer(place)


def is_known(place: AnyPlace, answer: Answer, known: object) -> bool:
    """Whether an answer is what is known, with all that comes with it."""
    facts = {fact.name: fact for fact in facts_of(type(place.record))}
    beside: Iterator[AnyPlace] = (
        Place(place.reader, place.record, facts[name], (*place.path[:-1], name)) for name in answer.also
    )
    return same_choice(answer.value, known) and all(
        other.known in (None, value) for other, value in zip(beside, answer.also.values(), strict=True)
    )


def kept_words(place: AnyPlace) -> dict[str, Any]:
    """What a question tells of whom its fact is said, where that is kept."""
    subject = place.subject
    if subject is None or subject.brief:
        return {"kept": bool(place.members)}
    return {"about": subject.ids, "kept": True}


def value_words(value: Json, answers: Sequence[Answer]) -> str:
    """What was said, as people would say it again."""
    found = next((answer.label for answer in answers if same_choice(answer.value, value)), None)
    return found or ("none" if value in (None, []) else in_words(value))


# --- answers in their place ---


def picks_several(fact: Fact) -> bool:
    """Whether one question picks several items of a list, or several names of a table of records."""
    if named_records(fact.kind) is not None:
        return bool(fact.among)
    return isinstance(fact.kind, ListOf) and bool(fact.among or fact.stages) and not (fact.one_by_one or fact.whole)


def check_answer(place: AnyPlace, items: Sequence[Json], value: Json) -> None:
    """Check an answer before it is tried: it is what is offered, or what may be typed beside or instead of that.

    What is typed has the shape that its place wants, and names what the battle has. Errors: `Malformed`.
    """
    fact, kind = place.fact, place.fact.kind
    picks: tuple[Json, ...] = (value,)
    of = kind
    if isinstance(kind, ListOf | MapOf) and (fact.stages or picks_several(fact)):
        picks = ListOf(Anything("an answer", {}), distinct=True).read(value, place.name)
        of = kind.names if isinstance(kind, MapOf) else kind.item
    elif isinstance(kind, ListOf) and fact.one_by_one:
        of = Nullable(kind.item)
    offered = [answer.value for answer in answers_at(place, items)]
    closed = bool(fact.among or fact.stages) and bool(offered or fact.put) and not fact.typed
    for one in picks:
        if any(same_choice(one, known) for known in (*offered, fact.default)):
            continue
        if closed:
            hint = did_you_mean(one, [known for known in offered if isinstance(known, str)])
            raise malformed_value(place.name, f"{brief_text(one)} is not possible here", hint)
        _check_pick(of, one, place)
    if fact.unmeant is not None and (why := fact.unmeant(place, value)):
        raise Malformed(f"{place.name}: {why}")


def _check_pick(kind: AnyKind, value: Json, place: AnyPlace) -> None:
    """Check what was typed; of a table in a list, what tells it from the others is enough. Errors: `Malformed`."""
    inner = kind.item if isinstance(kind, Nullable) else kind
    if value is None or not isinstance(inner, Record | Tagged) or not isinstance(place.fact.kind, ListOf):
        check_said(kind, value, place.state, place.name)
    elif isinstance(value, Mapping):
        check_said(ListOf(inner), [value], place.state, place.name)
    else:
        cls = inner.cls if isinstance(inner, Record) else inner.common
        check_said(key_of(cls).kind, value, place.state, place.name)


def may_be_empty(fact: Fact) -> bool:
    """Whether nothing need be picked of several."""
    return named_records(fact.kind) is not None or (isinstance(fact.kind, ListOf) and not fact.kind.minimum)


def stage_at(place: AnyPlace, items: Sequence[Json]) -> Stage | None:
    """The stage that a list picked in stages has come to: the first of which nothing is there; None for other facts."""
    for stage in place.fact.stages:
        if not any(answer.value in items for answer in stage.among(place)):
            return stage
    return None


def with_answer(progress: Progress, run: Run, value: Shaped, answer: Answer | None = None) -> Progress:
    """The progress with an answer at the place where it stands."""
    place = run.place
    assert place is not None
    fact, path = place.fact, place.path
    if answer is None and not picks_several(fact):
        answer = next((one for one in answers_at(place, run.items) if is_known(place, one, value)), None)
    if answer is not None and answer.note:
        progress = progress.with_note(answer.note)
    if value is AGAIN:
        return progress
    if fact.stages:
        more = stage_at(place, (*run.items, *value)) is not None
        return progress.with_answer_at(path, [*run.items, *value], still_open=more)
    if fact.one_by_one:
        return _one_more(progress, run, value)
    if picks_several(fact):
        return progress.with_answer_at(path, _items_of_picks(place, value), still_open=False)
    progress = progress.with_answer_at(path, value)
    for name, other in (answer.also if answer else {}).items():
        progress = progress.with_answer_at((*path[:-1], name), other)
    return progress


def same_choice(one: Json, other: Json) -> bool:
    return type(one) is type(other) and bool(one == other)


def _one_more(progress: Progress, run: Run, value: Json) -> Progress:
    """A list that is filled one by one: with one item more, or (None) closed."""
    assert run.place is not None
    fact, path = run.place.fact, run.place.path
    assert isinstance(fact.kind, ListOf)
    if value is None:
        return progress.with_answer_at(path, [one for one in run.items if one is not None], still_open=False)
    items = fact.put(run.place, run.items, value) if fact.put else [*run.items, _item_of_pick(fact.kind.item, value)]
    return progress.with_answer_at(path, items, still_open=fact.put is None or None in items)


def _items_of_picks(place: AnyPlace, values: Iterable[Json]) -> list[Json] | JsonObject:
    """Several picks as the items of their list; what comes with a pick is put beside it."""
    fact, items = place.fact, list[Json]()
    if isinstance(fact.kind, MapOf):
        return {str(name): {} for name in values}
    assert isinstance(fact.kind, ListOf)
    for value in values:
        item = _item_of_pick(fact.kind.item, value)
        items = fact.put(place, items, item) if fact.put else [*items, item]
    return items


def _item_of_pick(kind: AnyKind, value: Json) -> Json:
    """A pick as an item of its list; of records, what was picked is what tells them apart."""
    if isinstance(value, Mapping) or not isinstance(kind, Record | Tagged):
        return value
    cls = kind.cls if isinstance(kind, Record) else kind.common
    return {key_of(cls).name: value}


def answers_at(place: AnyPlace, items: Sequence[Json]) -> Iterator[Answer]:
    """The answers that a place has by itself: its candidates, or all values of its kind; none for numbers and texts."""
    fact, kind = place.fact, place.fact.kind
    if fact.stages:
        stage = stage_at(place, items)
        yield from stage.among(place) if stage else ()
    elif fact.one_by_one:
        yield from _next_item_answers(place, items)
    elif fact.among:
        yield from fact.among(place)
    elif not isinstance(kind, ListOf | MapOf):
        yield from _answers_of_kind(kind.item if isinstance(kind, Nullable) else kind, fact.default)


def _next_item_answers(place: AnyPlace, items: Sequence[Json]) -> Iterator[Answer]:
    """What may be added to a list one by one, and that it is enough."""
    kind = place.fact.kind
    assert isinstance(kind, ListOf) and place.fact.among
    if len(items) >= kind.minimum and not place.fact.put:
        yield Answer(None, place.fact.enough, "n")
    for answer in place.fact.among(place):
        if _item_of_pick(kind.item, answer.value) not in items or not kind.distinct:
            yield answer


def _answers_of_kind(kind: AnyKind, default: Json) -> Iterator[Answer]:
    """All values of a kind that has few, the usual first."""
    if isinstance(kind, YesNo):
        answers = (Answer(True, "yes", "y"), Answer(False, "no", "n"))
        yield from answers if default is not False else reversed(answers)
    else:
        for value in kind.choices:
            yield Answer(value, str(value).replace("-", " "))


def likely_first(place: AnyPlace, items: Sequence[Json]) -> list[Answer]:
    """The answers, what is usual first: the sooner one works, the fewer are tried."""
    usual = place.fact.usual(place) if place.fact.usual and not place.fact.stages else place.fact.default
    return sorted(answers_at(place, items), key=lambda answer: not same_choice(answer.value, usual))


def may_be_none(fact: Fact, free: Sequence[Answer]) -> bool:
    return (isinstance(fact.kind, Nullable) and not free) or any(answer.value is None for answer in free)


def is_forced_answer(place: AnyPlace, only: Answer) -> bool:
    """Whether a single answer need not be asked: it is a choice, and not something that people see on the table."""
    fact = place.fact
    if not fact.among or fact.typed or isinstance(fact.kind, YesNo) or only.value is AGAIN:
        return False
    if place.for_one:
        return False  # that there was no choice would tell what it was
    if picks_several(fact):
        return isinstance(fact.kind, ListOf) and fact.kind.minimum > 0
    return True
