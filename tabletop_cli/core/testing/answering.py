"""Random answers to the questions of an event, right and wrong ones. Part of the conformance kit, see `kit`."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, TypeAlias

from ..data import Json, JsonMapping, Schema
from ..declare.composed import ListOf, MapOf, Nullable
from ..declare.either import Union
from ..declare.facts import Fact, Record, Tagged, facts_of, key_of
from ..declare.kinds import AnyKind, Number, OneOf, Ref, Text, Whole, YesNo
from ..declare.plain import as_typed
from ..declare.rows import RowOf
from ..dice.brute_force import require
from ..errors import TabletopError
from ..play.offers import Offer
from ..play.question import AGAIN, NO_DEFAULT, Answer, Question

TRIES = 40  # of random answers, where a number or several picks may be refused
MOST_PICKS = 12  # of many things on the table
NAMES = ("Ortiz", "die Ältere", 'Sergeant "Two" Vale', "b9", "no, none")
NUMBERS = (0, 1, 3, 5, 6, 8, 10, 12, 15, 20, 30, 50, 80)


def pick_offer(free: Sequence[Offer], avoid: Sequence[str], chance: random.Random) -> Offer:
    """Return an offer: first a kind of event is picked, so that rare ones are played as often as others."""
    kinds = list(dict.fromkeys(offer.progress.do for offer in free))
    wanted = chance.choice([kind for kind in kinds if kind not in avoid] or kinds)
    return chance.choice([offer for offer in free if offer.progress.do == wanted])


# --- right answers ---


def values_for(question: Question, state: object, chance: random.Random) -> Iterator[Json | Answer]:
    """Return random answers to a question; what Enter gives now and then, and at last."""
    default = [] if question.default is NO_DEFAULT else [question.default]
    free = [answer for answer in question.answers if not answer.barred]
    require(not question.answers or free, f"{question.text} has no possible answer: {question.answers[:3]}")
    if default and chance.random() < 0.3:
        yield default[0]
    for _ in range(TRIES):
        yield _any_of(question, free, chance) if free else value_of_kind(question.kind, state, default, chance)
    if question.many and free:
        yield [chance.choice(free).value]  # of many, only a few may be allowed
    yield from default


def _any_of(question: Question, free: Sequence[Answer], chance: random.Random) -> Json | Answer:
    if not question.many:
        chosen = chance.choice(free)
        return chosen if chosen.also else chosen.value
    least = max(1, question.kind.minimum) if isinstance(question.kind, ListOf) else 1
    values = [answer.value for answer in free if answer.value is not AGAIN]
    return chance.sample(values, chance.randint(min(least, len(values)), min(len(values), MOST_PICKS)))


def value_of_kind(kind: AnyKind, state: object, default: Sequence[Json], chance: random.Random) -> Any:
    """Return something in JSON form that fits a kind without candidates; ids are those of the battle."""
    for cls, make in _MAKERS.items():
        if isinstance(kind, cls):
            return make(kind, state, default, chance)
    made = _of_schema(kind.schema(), chance)
    try:
        kind.read(made, "")
    except TabletopError:
        return default[0] if default else kind.plain(kind.parse("", ""))
    return made


def _of_union(kind: Union[Any], state: object, default: Sequence[Json], chance: random.Random) -> Json:
    return value_of_kind(chance.choice((*kind.kinds, *kind.kinds[:1] * 3)), state, (), chance)


def _of_whole(kind: Whole, state: object, default: Sequence[Json], chance: random.Random) -> Json:
    low = kind.minimum or 0
    return chance.randint(low, min(kind.maximum or 20, low + 20))


def _of_ref(kind: Ref, state: object, default: Sequence[Json], chance: random.Random) -> Json:
    known = list(getattr(state, kind.table))
    return chance.choice(known) if known else "nobody"


def _of_list(kind: ListOf[Any], state: object, default: Sequence[Json], chance: random.Random) -> Json:
    """A list of a few items, each once; the default as often as not."""
    if default and chance.random() < 0.5:
        return default[0]
    items: list[Json] = []
    for _ in range(chance.randint(kind.minimum, max(min(kind.maximum, 3), kind.minimum))):
        item = value_of_kind(kind.item, state, (), chance)
        if item not in items or not kind.distinct:
            items.append(item)
    return items


def _of_map(kind: MapOf[Any], state: object, default: Sequence[Json], chance: random.Random) -> Json:
    """A table of a few names, in the order in which somebody happens to say them."""
    if default and chance.random() < 0.3:
        return default[0]
    names = [value_of_kind(kind.names, state, (), chance) for _ in range(chance.randint(0, 4))]
    return {name: value_of_kind(kind.item, state, (), chance) for name in names}


def _of_record(kind: Record[Any], state: object, default: Sequence[Json], chance: random.Random) -> Json:
    """A table with what it must have, and some of the rest."""
    return _facts_said(facts_of(kind.cls), state, chance)


def _of_tagged(kind: Tagged[Any], state: object, default: Sequence[Json], chance: random.Random) -> Json:
    word = chance.choice(list(kind.cases))
    return {kind.tag: word, **_facts_said(facts_of(kind.cases[word]), state, chance)}


def _facts_said(facts: Sequence[Fact], state: object, chance: random.Random) -> JsonMapping:
    said = [fact for fact in facts if fact.required or chance.random() < 0.3]
    return {fact.name: value_of_kind(fact.kind, state, (), chance) for fact in said}


Maker: TypeAlias = Callable[[Any, object, Sequence[Json], random.Random], Json]
_MAKERS: dict[type[Any], Maker] = {
    Nullable: lambda kind, state, default, chance: value_of_kind(kind.item, state, default, chance),
    Union: _of_union,
    OneOf: lambda kind, state, default, chance: chance.choice(kind.values),
    RowOf: lambda kind, state, default, chance: chance.choice(kind.choices),
    YesNo: lambda kind, state, default, chance: chance.random() < 0.5,
    Whole: _of_whole,
    Number: lambda kind, state, default, chance: chance.choice(NUMBERS),
    Ref: _of_ref,
    Text: lambda kind, state, default, chance: default[0] if default else chance.choice(NAMES),
    ListOf: _of_list,
    MapOf: _of_map,
    Record: _of_record,
    Tagged: _of_tagged,
}


def _of_schema(schema: Schema, chance: random.Random) -> Json:
    """Return something that a schema allows, as far as a guess goes: for kinds that only their system knows."""
    if "enum" in schema:
        return chance.choice(schema["enum"])
    if "anyOf" in schema:
        return _of_schema(chance.choice(schema["anyOf"]), chance)
    match schema.get("type"):
        case "array":
            items = schema.get("items", {})
            return [_of_schema(items, chance) for _ in range(chance.randint(schema.get("minItems", 0), 3))]
        case "object":
            known = schema.get("properties", {})
            said = [key for key in known if key in schema.get("required", ()) or chance.random() < 0.2]
            return {key: _of_schema(known[key], chance) for key in said}
        case "integer" | "number":
            low = int(schema.get("minimum", 0))
            return chance.randint(low, int(min(schema.get("maximum", low + 20), low + 20)))
        case "boolean":
            return chance.random() < 0.5
    return chance.choice(NAMES)


def as_people_type(kind: AnyKind, value: Json, chance: random.Random) -> Json:
    """Return a value as it comes back from the words in which people type it, or as it is where they have none.

    Errors: AssertionError where the kind has words for it that it reads as something else.
    """
    own = kind.to_words(value)
    words = [own] if own else [as_typed(value)]
    if isinstance(value, Mapping):
        words += [" ".join(f"{name} {as_typed(one)}" for name, one in value.items())]
    for text in chance.sample(words, len(words)):
        try:
            back = kind.from_words(text, "")
        except TabletopError:
            require(text != own, f"{own!r} cannot be typed for {value!r}")
            continue
        require(back == value or text != own, f"{own!r} is typed for {value!r}, and read as {back!r}")
        if back == value:
            return back
    return value


# --- wrong answers ---


def wrong_values(question: Question, state: object, chance: random.Random) -> Iterator[Any]:
    """Return answers to a question of which most are wrong: what somebody mistypes, and what a machine could send."""
    known = _ids_of(state)
    some = chance.sample(known, min(len(known), 3)) or ["a1"]
    values = [answer.value for answer in question.answers if answer.value is not AGAIN]
    barred = [answer.value for answer in question.answers if answer.barred and answer.value is not AGAIN]
    deep: Json = []
    for _ in range(60):
        deep = [deep] if chance.random() < 0.5 else {"b99": deep}
    wrong: list[Json] = [
        *(None, True, -1, 10**40, 1.5, "", "zz99", "b99 1", "x" * 300, [], {}, [None], [[]], [{}], {"zz99": 1}),
        *({"zz99": {"zz": []}}, {"b99": float("nan")}, {"": None}, [1, 2], deep, ["zz99", "zz99"], {"do": "nothing"}),
        *(some[0], list(some), [some[0], some[0]], dict.fromkeys(some, 1), dict.fromkeys(some, -1), known),
        *({one: {} for one in some}, [{some[0]: some}], {some[0]: "x"}, [dict.fromkeys(some, 2)]),
        *(barred[:3], values, [*values, *values], dict.fromkeys(map(str, values[:3]), 0)),
        *(barred[:1] or [""]),
        *_nearly_right(question.kind, state, chance),
    ]
    yield from chance.sample(wrong, len(wrong))


def _nearly_right(kind: AnyKind, state: object, chance: random.Random) -> Iterator[Json]:
    """Return values of a kind, each with something wrong inside."""
    try:
        value = value_of_kind(kind, state, (), chance)
    except TabletopError:
        return
    if isinstance(value, list) and value:
        yield [*value, "zz99"]
        yield [*value[1:], {**value[0], "zz": 1} if isinstance(value[0], Mapping) else value[0], value[0]]
        yield value[0]
    elif isinstance(value, Mapping):
        yield {**value, "zz99": 1}
        yield {**value, "zz99": next(iter(value.values()), None)}
        yield {key: chance.choice([None, "x", -5, [], {}]) for key in value}
        yield list(value)
    if isinstance(kind, ListOf) and isinstance(kind.item, Record | Tagged):
        cls = kind.item.cls if isinstance(kind.item, Record) else kind.item.common
        yield [{key_of(cls).name: "zz99"}]
        yield ["zz99"]


def _ids_of(state: object) -> list[str]:
    """Return all names by which the tables of a state know something: of all sides, the hidden and the dead too."""
    tables = (getattr(state, name, None) for name in getattr(type(state), "__dataclass_fields__", ()))
    return sorted({str(key) for table in tables if isinstance(table, Mapping) for key in table})
