"""What may be written into a deck file: the map first, then the Fog of War cards as the rule has them, then the units.

What is allowed is not said here: the checks decide, see `muster`. Each key is declared once, for players and editors.
The numbers of a unit stand on the players' own cards, and so a new one has none of them yet.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cache

from ...api import (
    Form,
    Json,
    JsonMapping,
    JsonObject,
    Key,
    ListOf,
    Malformed,
    Nullable,
    Number,
    OneOf,
    Raw,
    Schema,
    Setting,
    Shaped,
    Shelf,
    Simple,
    System,
    Text,
    Ware,
    Whole,
    YesNo,
    brief_text,
    catalogue_key,
    dataclass,
    malformed_value,
    offered_settings,
    picks_of,
    stray_setting,
)
from .deck import FOG_COUNTS, Deck, read, table_or_empty, text_or_empty
from .muster import KEBAB as KEBAB_ID
from .muster import TOKENS, free_id
from .profiles import FOG, Expert, PieceClass, action_rows, class_ids_with, class_rows, expert_rows
from .profiles import catalogue_table as rows_of
from .shape import FOG_KEYS, LIST_KEYS, MAP_KEYS, UNIT_KEYS
from .texts import rule_number

FILLED = {
    "deck_own": "own cards in the deck",
    "deck_opponent": "opponent's cards in the deck",
    "supply_own": "own cards in the supply",
    "supply_opponent": "opponent's cards in the supply",
}
WORD: Schema = {**Text().schema(), "minLength": 1}
KEBAB: Schema = {**Text().schema(), "pattern": "^[a-z0-9]+(-[a-z0-9]+)*$"}
AGAINST = "The other side's faction (DU-A1)."
COMBINED = "The planes have a list of their own."
CARDS = "cards there; each pays for one casualty, once it is out of the supply"

MOST_DIGITS = 10
PLANES = ("plane", "off-map-plane")


# --- Keys of the list


@cache
def list_keys() -> tuple[Key, ...]:
    """What a list says beside its map, its Fog of War cards, its units and house rules."""
    modes, variants, theatres = (rows_of("words", name) for name in ("modes", "variants", "theatres"))
    wide = {"picks": picks_of(theatres), "default": "", "help": "Only north-africa changes a rule."}
    return (
        Key.from_name("name", "Name", Text(), help="What the deck is called."),
        Key.from_name("faction", "Faction", Text(), "DU-A1", needed=True, valid=WORD, help="Whose deck it is (DU-A1)."),
        Key.from_name("opponent", "Opponent", Text(), "DU-A1", "DU-A21", needed=True, valid=WORD, help=AGAINST),
        catalogue_key("mode", "Mode", modes, "DU-FOG-5", default="ground", told="What is played with it (DU-A2)."),
        catalogue_key(
            "variant", "Variant", variants, "DU-FOG-3", "DU-FOG-4", default="standard", told="DU-FOG-3, DU-FOG-4."
        ),
        Key.from_name("theatre", "Theatre", Text(), "DU-A17", "DU-CREW-3", **wide),
        Key.from_name("combined", "Combined warfare", YesNo(), "DU-A19", "DU-COMB-4", default=False, help=COMBINED),
        Key.from_name(
            "hand", "Hand", OneOf((rule_number("hand"),)), "DU-A15", spare=True, help="It is always five (DU-A15)."
        ),
        Key.from_name(
            "budget", "Budget", Nullable(Number(0)), "DU-R58", spare=True, valid={}, help="There are no points."
        ),
    )


@cache
def map_keys() -> tuple[Key, ...]:
    """The lines of the map, of which either the rows or both ends are said."""
    rows = "Tiles in each row, from north to south; in the air tile blocks. They go before the two lines."
    told = {"needed": True, "help": "In tiles; in the air in tile blocks (DU-A3)."}
    return (
        Key.from_name(
            "rows", "Rows of the map", ListOf(Whole(1, None), 1), "DU-FOG-2", asked=True, short=False, help=rows
        ),
        Key.from_name("longest", "Longest line of the map", Whole(1, None), "DU-FOG-2", **told),
        Key.from_name("shortest", "Shortest line of the map", Whole(1, None), "DU-FOG-2", **told),
    )


@cache
def fog_keys() -> tuple[Key, ...]:
    """The Fog of War cards by place and colour."""
    rules = ("DU-A7", "DU-FOG-3", "DU-FOG-4", "DU-FOG-5")
    counts = (
        Key.from_name(name, f"Fog of War: {words}", Whole(0, None), *rules, follows=True, help=f"{words.capitalize()}.")
        for name, words in FILLED.items()
    )
    told = "What a Fog of War card is worth as a bid, by your base rules."
    return (*counts, Key.from_name("initiative", "Initiative of Fog of War cards", Whole(0, None), "DU-A12", help=told))


# --- Keys of a unit


@cache
def unit_keys() -> tuple[Key, ...]:
    """All keys of a unit but its class and its actions."""
    fixed = {"spare": True, "help": "Of an off-map plane it is 2 (DU-A11)."}
    return (
        Key.from_name("id", "Id", Text(), "DU-A8", needed=True, valid=KEBAB, help="Of the unit and its cards (DU-A8)."),
        Key.from_name(
            "defense", "Defense", Whole(1, None), "DU-A9", "DU-A11", needed=True, help="As on the card (DU-A9)."
        ),
        Key.from_name(
            "hardness", "Hardness", OneOf((rule_number("off-map-hardness"),)), "DU-A10", spare=True, help="DU-A10."
        ),
        Key.from_name(
            "initiative", "Initiative", Whole(0, None), "DU-A12", needed=True, help="As on the card (DU-A12)."
        ),
        catalogue_key(
            "expert",
            "Expert",
            _choice_rows(expert_rows()),
            "DU-A16",
            "DU-CREW-2",
            told="What it can do aboard (DU-A16).",
        ),
        Key.from_name("deck", "In the deck", Whole(0, None), "DU-A13", "DU-A14", needed=True, help=f"Its {CARDS}."),
        Key.from_name(
            "supply", "In the supply", Whole(0, None), "DU-A13", default=0, asked=True, help="Its cards that wait."
        ),
        Key.from_name(
            "light", "Light vehicle", YesNo(), "DU-A17", "DU-CREW-3", default=False, help="North Africa (DU-A17)."
        ),
        Key.from_name("move", "Move", Whole(0, None), "DU-A11", **fixed),
        Key.from_name("manoeuvre", "Manoeuvre", Whole(0, None), "DU-A11", **fixed),
        Key.from_name("squadron", "Squadron", Text(), "DU-A19", "DU-PLANE-2", help="Of a plane (DU-A19)."),
        Key.from_name("actions", "Actions", ActionsKind(), "DU-A20", asked=True, help="As on the card (DU-A20)."),
        Key.from_name("name", "Name", Text(), asked=True, help="A name of your own."),
    )


def _choice_rows(rows: Mapping[str, PieceClass] | Mapping[str, Expert]) -> dict[str, JsonObject]:
    return {name: {"name": row.name, "summary": row.summary} for name, row in rows.items()}


@dataclass(frozen=True)
class ActionsKind(Simple[JsonObject]):
    """The actions of a card. People type them with their numbers: ``attack 2, move 1, conceal``."""

    def read(self, value: Json, where: str) -> JsonObject:
        return Raw().read(value, where)

    def from_words(self, text: str, where: str) -> Json:
        found: JsonObject = {}
        for part in filter(None, map(str.strip, text.lower().split(","))):
            *name, last = part.split()
            numbered = bool(name) and last.isdecimal()
            word = "-".join(name if numbered else [*name, last])
            if not KEBAB_ID.fullmatch(word) or word[0].isdecimal():
                raise malformed_value(where, f"{brief_text(part)} is no action", f"give {self.words}")
            found[word] = int(last) if numbered and len(last) < MOST_DIGITS else True
        return found

    def to_words(self, value: Shaped) -> str:
        said = value.items() if isinstance(value, Mapping) else ()
        return ", ".join(name if one is True else f"{name} {one}" for name, one in said)

    def schema(self) -> Schema:
        return {"type": "object"}

    @property
    def typed_as_json(self) -> bool:
        return False

    @property
    def words(self) -> str:
        return "actions with their numbers: attack 2, move 1, conceal"


@cache
def action_keys() -> tuple[Key, ...]:
    """The actions that the house rules name, for editors; a card may have others."""
    return tuple(
        Key.from_name(one.id, one.name, YesNo(), "DU-A20", default=False, help=one.summary, valid={"const": True})
        if one.flag
        else Key.from_name(one.id, one.name, Whole(1, None), "DU-A20", help=one.summary)
        for one in action_rows().values()
    )


# --- The form


def army_form(army: JsonMapping, system: System) -> Form:
    """What may be written into a deck file; never raises, whatever is written there already."""
    deck = _read_leniently(table_or_empty(army), system)
    shelf = Shelf(
        wares=class_wares(),
        settings=lambda entry: tuple(_unit_settings(entry)),
        ware=_listed_class,
        fresh=lambda entry, beside: _with_free_id(entry, beside, deck),
    )
    return Form(settings=tuple(_list_settings(deck)), shelves=(shelf,))


def _read_leniently(army: JsonMapping, system: System) -> Deck:
    """A list as far as it can be read: without a home-made catalogue that cannot."""
    try:
        return read(army, None, system)
    except Malformed:
        return read({key: one for key, one in army.items() if key != "catalogue"}, None, system)


def _list_settings(deck: Deck) -> Iterator[Setting]:
    own = list(offered_settings(list_keys(), deck.fields, _misplaced_setting, *LIST_KEYS))
    yield own[0]
    yield from _map_settings(deck)
    yield from own[1:]
    yield from _fog_settings(deck)


def _map_settings(deck: Deck) -> Iterator[Setting]:
    """The map: the rows are asked for first, and the lines are needed where there are none."""
    written = table_or_empty(deck.fields.get("map"))
    for one in offered_settings(map_keys(), written, _misplaced_setting, *MAP_KEYS):
        asked = isinstance(one, Key) and one.asked and not written
        yield replace(one, key=("map", *one.key), asked=asked, needed=one.needed and "rows" not in written)


def _fog_settings(deck: Deck) -> Iterator[Setting]:
    """The Fog of War cards, at what the rule says of this map."""
    for one in offered_settings(fog_keys(), deck.fog, _misplaced_setting, *FOG_KEYS):
        name = str(one.key[-1])
        follows = getattr(deck.needed, name) if deck.needed and name in FOG_COUNTS else None
        yield replace(one, key=("fog", *one.key), default=follows)


def _listed_class(entry: JsonMapping) -> str | None:
    return word if (word := text_or_empty(entry.get("class"))) in class_ids_with("listed") else None


def _with_free_id(entry: JsonMapping, beside: Sequence[Json], deck: Deck) -> JsonMapping:
    """A new unit with an id of its own."""
    listed = replace(deck, fields={"units": [*(one for one in beside if isinstance(one, Mapping)), entry]})
    unit = listed.units[-1]
    if unit.id not in ("", FOG) and [one.id for one in listed.units].count(unit.id) == 1:
        return entry
    return {"id": free_id(listed, unit), **{key: value for key, value in entry.items() if key != "id"}}


def _unit_settings(entry: JsonMapping) -> Iterator[Setting]:
    """What is chosen about a unit: what its class has, and what is written of it. A vehicle may have no cards."""
    kind = _listed_class(entry)
    if kind is None:
        yield catalogue_key(
            "class", "Class", _choice_rows({name: class_rows()[name] for name in class_ids_with("listed")}), "DU-A2"
        )
    for one in offered_settings(unit_keys(), entry, _misplaced_setting, *UNIT_KEYS):
        name = str(one.key[-1])
        if name in entry or name not in UNIT_KEYS or _has_key(name, kind):
            numbered = kind != "vehicle" or name in ("defense", "actions", "name")
            yield replace(one, needed=one.needed and _has_key(name, kind) and numbered, asked=one.asked and numbered)


def _has_key(key: str, kind: str | None) -> bool:
    """Whether a class has a key."""
    having = {"defense": TOKENS, "expert": ("crew",), "light": ("vehicle",), "squadron": PLANES}
    if key in having:
        return kind in having[key]
    return key not in ("hardness", "move", "manoeuvre")


def _misplaced_setting(key: str, value: Json) -> Setting:
    """A key that does not belong where it is written."""
    return stray_setting((key,), f"{key}, which does not belong here", "DU-A0", f"It says {brief_text(value)}.")


@cache
def class_wares() -> tuple[Ware, ...]:
    """A unit of each class, without the numbers that its card says."""
    return tuple(
        Ware(id=one.id, title=one.name, entry={"class": one.id}, help=one.summary, rules=("DU-A9", "DU-A12"))
        for name in class_ids_with("listed")
        if (one := class_rows()[name])
    )
