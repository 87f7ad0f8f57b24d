"""A roster as data: what a system knows of a list that people want on paper. Every format is made from it.

A system writes a `Sheet` (`Muster.sheet`); the reporters in `render` lay it out and know no system.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import field, replace
from fractions import Fraction
from typing import TYPE_CHECKING

from ..data import JsonMapping
from ..page import Boxes, Table
from ..records import dataclass
from .problems import Problem, Where

if TYPE_CHECKING:
    from ..declare.rows import Ruled
    from .list_odds import Prospects

UNNAMED = "Unnamed army"  # what a list without a name is called; on paper there is a line to write on
UNTOLD = "hidden"  # code of the problem that stands for those that are not told


@dataclass(frozen=True, kw_only=True)
class Card:
    """One entry of a list.

    place    where it stands in the file: ``("units", 3)``, ``("flanks", 0, "units", 1)``; ``()`` for the army itself
    id       the word of its ware (`form.Ware.id`), or what the file says it is
    title    its own name; what it is, where it has none
    kind     what it is, in words
    count    copies; 0 where the file's number is broken
    numbers  what its copies are called at the table, where that goes on from card to card; else they count from 1
    each     points of one copy; `points` of all; None in a system without points
    options  what was chosen, in words
    stats    the stat line of one copy: names and values, short
    table    weapons or profiles, None for none
    rules    names of its special rules, each with a text in `Sheet.rules`
    rows     the rows of the catalogue that it is and has, such as its weapons; see `special.with_special`
    boxes    what is ticked off during a game, for one copy
    note     what the player wrote beside it
    secret   the opponent must not see this entry before it shows itself on the table
    """

    place: Where
    id: str
    title: str
    kind: str
    count: int = 1
    numbers: tuple[int, ...] = ()
    each: Fraction | None = Fraction(0)
    points: Fraction | None = Fraction(0)
    options: tuple[str, ...] = ()
    stats: tuple[tuple[str, str], ...] = ()
    table: Table | None = None
    rules: tuple[str, ...] = ()
    rows: tuple[Ruled, ...] = field(default=(), compare=False)
    boxes: tuple[Boxes, ...] = ()
    note: str = ""
    secret: bool = False

    @property
    def number(self) -> int:
        """Its number in its list, from 1."""
        last = self.place[-1] if self.place else 0
        return int(last) + 1

    def holds(self, where: Where) -> bool:
        """Whether a place is this entry's, or one inside of it; no place is that of the army itself."""
        return bool(self.place) and where[: len(self.place)] == self.place


@dataclass(frozen=True, kw_only=True)
class Sheet:
    """A whole list.

    system    id of the system; `system_name` in words
    name      what the player called it; `UNNAMED` where they did not, which systems give as an empty text
    faction   in words; empty where there are none
    player    who brings it; empty where the file does not say, as are `opponent` and `event`
    points    of the list, None in a system without points; `budget` None where none is agreed
    unit      what an entry is called: ``unit``; several are counted with an ``s`` behind it
    cards     the entries, in the order of the file
    rules     the special rules of these units, the options and the faction, in full words, each name once
    own_rules the names of those among them that players wrote; `army_rules` of those that hold for the whole army
    tracks    what is ticked off for the army as a whole: actions, losses
    facts     what else there is to know of the army, names and values: when it is beaten ...
    house     house rules of the list that differ from print: what is decided, in words
    legend    what the labels of boxes stand for: ``P`` pinned ...
    problems  what checking found; a list with errors says so first
    note      what the player wrote about the army
    data      more for machines, beside what stands here
    whole     the entries as the file has them, where `cards` show their copies apart: some hide, one leads
    prospects what the list can do, for those who want to see it; see `opened.Opened.prospects`
    """

    system: str
    system_name: str
    name: str
    faction: str = ""
    player: str = ""
    opponent: str = ""
    event: str = ""
    points: Fraction | None = Fraction(0)
    budget: Fraction | None = None
    unit: str = "unit"
    cards: tuple[Card, ...] = ()
    rules: tuple[tuple[str, str], ...] = ()
    own_rules: tuple[str, ...] = ()
    army_rules: tuple[str, ...] = ()
    tracks: tuple[Boxes, ...] = ()
    facts: tuple[tuple[str, str], ...] = ()
    house: tuple[tuple[str, str], ...] = ()
    legend: tuple[tuple[str, str], ...] = ()
    problems: tuple[Problem, ...] = ()
    note: str = ""
    data: JsonMapping = field(default_factory=dict, compare=False)
    whole: tuple[Card, ...] = ()
    prospects: Prospects | None = None

    def __post_init__(self) -> None:
        if not self.name.strip():
            object.__setattr__(self, "name", UNNAMED)
        if self.points is None:  # what is true of the list is true of its entries
            cards = tuple(replace(card, each=None, points=None) for card in self.cards)
            object.__setattr__(self, "cards", cards)

    @property
    def named(self) -> bool:
        """Whether the player has given it a name."""
        return self.name != UNNAMED

    @property
    def units(self) -> int:
        """How many there are, copies counted."""
        return sum(card.count for card in self.cards)

    @property
    def legal(self) -> bool:
        return all(not problem.is_error for problem in self.problems)

    @property
    def errors(self) -> tuple[Problem, ...]:
        return tuple(problem for problem in self.problems if problem.is_error)


@dataclass(frozen=True)
class Source:
    """Where a roster comes from: so that paper and file can be compared.

    file     name of the army file, without its folder; `sha256` of its bytes
    data     version of the system's catalogue that it was checked by
    program  name and version
    """

    file: str = ""
    sha256: str = ""
    data: str = ""
    program: str = ""


def conceal_sheet(sheet: Sheet) -> Sheet:
    """What the opponent may see: no secret entries, no notes of the player, and nothing that would betray them.

    Rules and labels of secret entries only are left out, and every problem but those of what is shown: sums, lists as
    a whole and numbers of lines would tell of the rest. That the list is not legal is still said. What is shown is
    numbered as if there were nothing else.
    """
    hidden = any(card.secret for card in sheet.cards)
    bare = [replace(card, note="", numbers=() if hidden else card.numbers) for card in sheet.cards]  # gaps would tell
    cards = tuple(card for card in bare if not card.secret)
    numbers = _renumbered_places(cards)
    shown = sum((card.points or Fraction(0) for card in cards), Fraction(0))
    secret = [card for card in sheet.cards if card.secret]
    told = {rule for card in cards for rule in card.rules}
    untold = {rule for card in secret for rule in card.rules} - told
    unseen = _box_labels(secret) - _box_labels(cards)
    facts = (*sheet.facts, ("not shown", "units that are still hidden")) if hidden else sheet.facts
    problems = tuple(_visible_problems(sheet.problems, cards, secret)) if hidden else sheet.problems
    return replace(
        sheet,
        cards=tuple(replace(card, place=_renumber_place(card.place, numbers)) for card in cards),
        points=shown if hidden and sheet.points is not None else sheet.points,
        note="",
        rules=tuple(rule for rule in sheet.rules if rule[0] not in untold),
        legend=tuple(one for one in sheet.legend if one[0] not in unseen),
        problems=tuple(replace(one, where=_renumber_place(one.where, numbers)) for one in problems),
        facts=facts,
        data={},
        whole=(),
        tracks=() if hidden else sheet.tracks,
        prospects=sheet.prospects and sheet.prospects.without_secrets(shown),
    )


def _box_labels(cards: Sequence[Card]) -> set[str]:
    return {label for card in cards for row in card.boxes for label in row.labels}


def _visible_problems(problems: Sequence[Problem], shown: Sequence[Card], secret: Sequence[Card]) -> Iterator[Problem]:
    """The problems that tell nothing of secret entries; for all other errors there is one that says no more than that.

    Lines of a file are left out: they count what stands above.
    """
    kept = [replace(one, line=None) for one in problems if _tells_nothing(one.where, shown, secret)]
    yield from kept
    if sum(one.is_error for one in kept) < sum(one.is_error for one in problems):
        yield Problem(UNTOLD, "a rule is broken; to name it would show what is hidden")


def _tells_nothing(where: Where, shown: Sequence[Card], secret: Sequence[Card]) -> bool:
    """Whether a problem is about an entry that is shown, or about a list of which nothing is secret."""
    if any(card.holds(where) for card in shown):
        return True
    inside = [card in secret for card in (*shown, *secret) if card.place[: len(where)] == where]
    return len(where) > 1 and bool(inside) and not any(inside)  # the whole list, however it is called, is about all


def _renumbered_places(shown: Sequence[Card]) -> dict[Where, Where]:
    """The places of the entries of each list, as they would be if there were no others."""
    found: dict[Where, Where] = {}
    for place in (card.place for card in shown if card.place):
        found[place] = (*place[:-1], sum(one[:-1] == place[:-1] for one in found))
    return found


def _renumber_place(where: Where, numbers: Mapping[Where, Where]) -> Where:
    """A place as it is then: that of an entry, or of something in it."""
    entry = next((one for one in numbers if where[: len(one)] == one), ())
    return (*numbers[entry], *where[len(entry) :]) if entry else where
