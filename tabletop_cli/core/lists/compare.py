"""Two army lists compared: what of one is not in the other, in the words of their systems.

Entries are told by what may be chosen about them (`form`) and by what they are on paper (`sheet`); what holds by
default is the same whether it is written or not, and order makes no difference. Entries are matched by their own
names, then those that are equal, then those that are the same thing with the fewest differences.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction

from ..data import Json, JsonMapping
from ..declare.catalogue import CATALOGUE
from ..declare.kinds import Whole, YesNo, brief_text
from ..records import dataclass
from .change import is_list, same_value, value_at
from .form import Setting, Shelf
from .open_list import Opened
from .partners import find_partners
from .problems import Where
from .require import effective_rules
from .sheet import Card

MISSING = object()
Cards = Sequence[Mapping[Where, Card]]  # of both lists, by their places


@dataclass(frozen=True)
class Difference:
    """One value that differs, in words: None where there is none. `listed` is one of several, such as an option."""

    what: str
    before: str | None
    after: str | None
    listed: bool = False


@dataclass(frozen=True)
class ComparedList:
    """An entry as one of the lists has it; `points` of all copies, None where paper does not tell."""

    place: Where
    title: str
    kind: str = ""
    count: int = 1
    points: Fraction | None = None


@dataclass(frozen=True)
class Item:
    """An entry of one or both lists; `inside` are the entries of lists in it. `one` is what it is called: ``unit``."""

    one: str
    before: ComparedList | None
    after: ComparedList | None
    differences: tuple[Difference, ...] = ()
    inside: tuple[Item, ...] = ()

    @property
    def gain(self) -> Fraction:
        """Points that the second list spends more on it."""
        now, then = (Fraction(0) if side is None else side.points or Fraction(0) for side in (self.after, self.before))
        return now - then

    @property
    def same(self) -> bool:
        both = self.before is not None and self.after is not None
        return both and not self.differences and not self.gain and all(item.same for item in self.inside)


@dataclass(frozen=True)
class Total:
    """A list as a whole; `one` is what an entry is called."""

    system: str
    name: str
    one: str
    points: Fraction | None
    budget: Fraction | None
    units: int
    errors: int


@dataclass(frozen=True)
class Comparison:
    """`army` are differences of the list itself: its name, budget, faction, house rules."""

    before: Total
    after: Total
    army: tuple[Difference, ...]
    items: tuple[Item, ...]

    @property
    def same(self) -> bool:
        return self.same_system and not self.army and all(item.same for item in self.items)

    @property
    def same_system(self) -> bool:
        return self.before.system == self.after.system


def compare_lists(before: Opened, after: Opened) -> Comparison:
    """What is different in the second list. Entries of different game systems are not matched."""
    return Comparison(
        _total_of(before),
        _total_of(after),
        tuple(_army_differences(before, after)),
        tuple(_compare_entries(before, after)),
    )


def _total_of(army: Opened) -> Total:
    sheet = army.sheet
    return Total(army.system.name, sheet.name, sheet.unit, sheet.points, sheet.budget, sheet.units, len(sheet.errors))


# --- the list itself


def _army_differences(before: Opened, after: Opened) -> Iterator[Difference]:
    one, other = (_army_facts(army) for army in (before, after))
    yield from _fact_differences(one, other)
    if before.system is after.system:
        yield from _house_differences(before, after)
    yield from _catalogue_differences(before, after)


def _army_facts(army: Opened) -> dict[Where, ComparedFact]:
    aside: set[Where] = {("system",), *((key,) for key in army.system.common_keys)}
    aside |= {shelf.place for shelf in army.form.shelves}
    return _written_facts(army.file.data, [one for one in army.form.settings if one.key not in aside], aside)


def _house_differences(before: Opened, after: Opened) -> Iterator[Difference]:
    """House rules that are played by, written or not."""
    one, other = (
        effective_rules(army.system.read_house(army.data.get("house", {}), "house")) for army in (before, after)
    )
    for name, value in one.items():
        if value != other[name]:
            yield Difference(f"house.{name}", _typed_text(value), _typed_text(other[name]))


def _catalogue_differences(before: Opened, after: Opened) -> Iterator[Difference]:
    """What is home-made: the files that the lists name, and what the lists use of them."""
    one, other = (_files_text(army) for army in (before, after))
    if one != other:
        yield Difference(CATALOGUE, one or None, other or None)
    elif not same_value(before.used, after.used):
        yield Difference(CATALOGUE, one, f"{one} (not the same file)")


def _files_text(army: Opened) -> str:
    served = "" if CATALOGUE in army.file.data else f"your own {CATALOGUE} "
    return " and ".join(f"{served}{one.file or 'rows of its own'}" for one in army.home_made)


# --- entries


@dataclass(frozen=True)
class Content:
    """An entry: its place, what it is (`id`, and in words), the name that players gave it, what is chosen."""

    entry: Json
    side: ComparedList
    id: str
    word: str
    name: str
    facts: Mapping[Where, ComparedFact]
    inside: tuple[Shelf, ...]

    @property
    def key(self) -> str:
        """The same for entries that are equal."""
        inner = [_canonical_text(value_at(self.entry, shelf.place)) for shelf in self.inside]
        return repr((self.id, sorted((place, fact.key) for place, fact in self.facts.items()), inner))


def _compare_entries(before: Opened, after: Opened) -> Iterator[Item]:
    sheets = (before.sheet, after.sheet)
    cards = [{card.place: card for card in (*sheet.cards, *sheet.whole)} for sheet in sheets]
    shelves = [{shelf.place: shelf for shelf in army.form.shelves} for army in (before, after)]
    together = before.system is after.system
    for place in {**shelves[0], **shelves[1]}:
        one, other = (
            _contents_of_list(army.data, shelf.get(place), (), card)
            for army, shelf, card in zip((before, after), shelves, cards, strict=True)
        )
        called = (shelves[0].get(place) or shelves[1][place]).one
        yield from _match_contents(one, other, called, cards) if together else _unmatched_items(one, other, called)


def _contents_of_list(table: Json, shelf: Shelf | None, above: Where, cards: Mapping[Where, Card]) -> list[Content]:
    """The entries of a list in a table that stands at a place of the file."""
    entries: Json = value_at(table, shelf.place) if shelf else None
    if shelf is None or not is_list(entries):
        return []
    places = [(*above, *shelf.place, at) for at in range(len(entries))]
    return [
        _content_of_entry(place, entry, shelf, cards.get(place)) for place, entry in zip(places, entries, strict=True)
    ]


def _content_of_entry(place: Where, entry: Json, shelf: Shelf, card: Card | None) -> Content:
    fields: JsonMapping = entry if isinstance(entry, Mapping) else {}
    found, ware = shelf.ware(fields), shelf.ware_of(fields)
    told = (
        {(key,) for key, value in ware.entry.items() if same_value(value, fields.get(key, MISSING))} if ware else set()
    )
    inside = shelf.inside(fields)
    settings = [one for one in shelf.settings(fields) if one.key not in told]
    facts = _written_facts(entry, settings, told | {inner.place for inner in inside})
    name = fields.get("name")
    word = card.kind if card else ware.title if ware else brief_text(entry)
    side = (
        ComparedList(place, card.title, card.kind, card.count, card.points)
        if card
        else _entry_without_card(place, word, shelf, fields)
    )
    return Content(entry, side, found or (card.id if card else ""), word, str(name or ""), facts, inside)


def _entry_without_card(place: Where, kind: str, shelf: Shelf, fields: JsonMapping) -> ComparedList:
    """An entry that has no card, such as one of a list inside another entry."""
    count = fields.get("count")
    copies = count if isinstance(count, int) and not isinstance(count, bool) else 1
    return ComparedList(place, shelf.title_of(fields), kind, copies)


def _match_contents(before: Sequence[Content], after: Sequence[Content], one: str, cards: Cards) -> Iterator[Item]:
    partners = find_partners(
        before,
        after,
        lambda a, b: len(_content_differences(a, b)),
        (lambda content: content.name, lambda content: content.key, lambda content: content.id),
    )
    for at, content in enumerate(before):
        if at in partners:
            yield _pair_item(content, after[partners[at]], one, cards)
        else:
            yield Item(one, content.side, None)
    taken = set(partners.values())
    yield from (Item(one, None, content.side) for at, content in enumerate(after) if at not in taken)


def _unmatched_items(before: Sequence[Content], after: Sequence[Content], one: str) -> Iterator[Item]:
    yield from (Item(one, content.side, None) for content in before)
    yield from (Item(one, None, content.side) for content in after)


def _pair_item(before: Content, after: Content, one: str, cards: Cards) -> Item:
    inside = tuple(
        item
        for shelf in {inner.place: inner for inner in (*before.inside, *after.inside)}.values()
        for item in _match_contents(
            _contents_of_list(before.entry, _shelf_inside(before, shelf.place), before.side.place, cards[0]),
            _contents_of_list(after.entry, _shelf_inside(after, shelf.place), after.side.place, cards[1]),
            shelf.one,
            cards,
        )
    )
    return Item(one, before.side, after.side, tuple(_content_differences(before, after)), inside)


def _shelf_inside(content: Content, place: Where) -> Shelf | None:
    return next((shelf for shelf in content.inside if shelf.place == place), None)


def _content_differences(before: Content, after: Content) -> list[Difference]:
    kind = [] if before.id == after.id else [Difference("Kind", before.word, after.word)]
    return [*kind, *_fact_differences(before.facts, after.facts)]


# --- what is chosen


@dataclass(frozen=True)
class ComparedFact:
    """A value that is not the default: in words, one or a list, with the words of the default for the other side.

    `key` is the same for values that are the same.
    """

    what: str
    key: str
    words: tuple[str, ...]
    default: tuple[str, ...] = ()
    listed: bool = False


def _written_facts(table: Json, settings: Sequence[Setting], aside: set[Where]) -> dict[Where, ComparedFact]:
    """What is written in a table: the settings, and whatever else, but for the places aside."""
    found = {}
    for setting in settings:
        value = _whole_if_points(setting, value_at(table, setting.key, MISSING))
        unnamed = value == "" and not setting.default  # an empty name is none
        if value is not MISSING and not unnamed and not same_value(value, setting.default):
            found[setting.key] = _fact_of(setting, value)
    known = aside | {setting.key for setting in settings}
    for place, value in _leaf_values(table):
        if not any(place[: len(start)] == start for start in known):
            found[place] = ComparedFact(
                ".".join(map(str, place)) or "entry", _canonical_text(value), (_typed_text(value),)
            )
    return found


def _whole_if_points(setting: Setting, value: Json) -> Json:
    """A budget of 12.0 points is one of 12; a count of 1.0 is no count."""
    if isinstance(value, float) and value.is_integer() and not isinstance(setting.kind, Whole):
        return int(value)
    return value


def _fact_of(setting: Setting, value: Json) -> ComparedFact:
    if isinstance(setting.kind, YesNo) and isinstance(value, bool):
        yes, no = ((setting.title,) if one is True else () for one in (value, setting.default))
        return ComparedFact(setting.title, _canonical_text(value), yes, no, True)
    items = value if setting.many and is_list(value) else None
    key = _canonical_text(value) if items is None else repr(sorted(map(_canonical_text, items)))
    words, default = _value_words(setting, value), _value_words(setting, setting.default)
    return ComparedFact(setting.title, key, words, default, items is not None)


def _value_words(setting: Setting, value: Json) -> tuple[str, ...]:
    if value is None:
        return ()
    if setting.many and is_list(value):
        return tuple(_value_text(setting, one) for one in value)
    return (_value_text(setting, value),)


def _value_text(setting: Setting, value: Json) -> str:
    return next((pick.words for pick in setting.values if same_value(pick.value, value)), None) or _typed_text(value)


def _fact_differences(
    before: Mapping[Where, ComparedFact], after: Mapping[Where, ComparedFact]
) -> Iterator[Difference]:
    for place in {**before, **after}:
        one, other = before.get(place), after.get(place)
        either = one or other
        assert either is not None
        if one is None or other is None or one.key != other.key:
            old, new = (either.default if fact is None else fact.words for fact in (one, other))
            yield from _word_differences(either.what, old, new, any(fact and fact.listed for fact in (one, other)))


def _word_differences(what: str, before: tuple[str, ...], after: tuple[str, ...], listed: bool) -> Iterator[Difference]:
    if not listed:
        old, new = (", ".join(words) if words else None for words in (before, after))
        yield Difference(what, old, new)
        return
    gone, come = Counter(before) - Counter(after), Counter(after) - Counter(before)
    yield from (Difference(what, word, None, True) for word in gone.elements())
    yield from (Difference(what, None, word, True) for word in come.elements())


def _leaf_values(value: Json, place: Where = ()) -> Iterator[tuple[Where, Json]]:
    """Every value of a table that is no table itself, with its place; an empty table is a value."""
    if isinstance(value, Mapping) and (value or not place):
        for key, inner in value.items():
            yield from _leaf_values(inner, (*place, key))
    else:
        yield place, value


def _canonical_text(value: Json) -> str:
    return json.dumps(value, sort_keys=True, default=repr)


def _typed_text(value: Json) -> str:
    """A value as people write it, short."""
    if value is None:
        return "blank"
    return value if isinstance(value, str) else brief_text(value)
