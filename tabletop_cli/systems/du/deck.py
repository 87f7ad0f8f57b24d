"""A deck file as written: its units, its map and its Fog of War cards, raw, and what follows from them.

What has the wrong type counts as absent (DU-A0). It works for every list that is a table, however wrong.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from typing import TYPE_CHECKING

from ...api import (
    Entry,
    House,
    Json,
    JsonMapping,
    JsonObject,
    Malformed,
    Shaped,
    dataclass,
    is_whole,
    replace,
    too_long_text,
)
from .fog import Split, diameter_of, find_split, lines_of, split_of
from .profiles import MODES, NORTH_AFRICA, VARIANTS, Action, class_ids_with, class_rows, own_actions
from .texts import rule_number

if TYPE_CHECKING:
    from ...api import System

FOG_COUNTS = ("deck_own", "deck_opponent", "supply_own", "supply_opponent")
COUNTS = ("deck", "supply")  # of a unit's cards
OWN, OPPONENT = "fog-own", "fog-opponent"  # ids of Fog of War cards, by colour


def table_or_empty(value: Json) -> JsonMapping:
    """A table as written; an empty one for what is none."""
    return value if isinstance(value, Mapping) else {}


def text_or_empty(value: Json) -> str:
    """A text as written; empty for what is none."""
    return value if isinstance(value, str) else ""


def word_or_empty(value: Json, known: tuple[str, ...]) -> str:
    """A word that is known; empty for every other."""
    return value if isinstance(value, str) and value in known else ""


def whole_from(value: Json, least: int) -> int | None:
    """A whole number from the least on; None for everything else, true and 1.0 too."""
    return value if isinstance(value, int) and is_whole(value) and value >= least else None


@dataclass(frozen=True)
class Unit(Entry):
    """A unit of a list: its number there, and its fields as written."""

    @property
    def id(self) -> str:
        """The id of the unit and of its cards; empty where it has none, or one that is too long (DU-A8)."""
        word = text_or_empty(self.fields.get("id"))
        return "" if too_long_text(word) else word

    @property
    def word(self) -> str:
        said = text_or_empty(self.fields.get("class"))
        return class_rows()[self.kind].name.lower() if self.kind else said or "no class"

    @property
    def kind(self) -> str:
        """Its class; empty for one that no list has (DU-A2)."""
        return word_or_empty(self.fields.get("class"), class_ids_with("listed"))

    @property
    def label(self) -> str:
        return self.id or f"unit {self.at + 1}"

    @property
    def title(self) -> str:
        """What it is called: its own name, or its id."""
        return text_or_empty(self.fields.get("name")).strip() or self.label

    def cards_in(self, zone: str) -> int:
        """Its cards in the deck or in the supply; 0 where the number is missing or broken (DU-A4)."""
        return whole_from(self.fields.get(zone), 0) or 0

    def has_broken_count(self, zone: str) -> bool:
        """Whether its number of cards in the deck or in the supply is none (DU-A4)."""
        return zone in self.fields and whole_from(self.fields[zone], 0) is None

    @property
    def sound(self) -> bool:
        """Whether its numbers of cards are numbers (DU-A4)."""
        return not any(map(self.has_broken_count, COUNTS))

    @property
    def own_cards(self) -> int:
        """All its cards: how many casualties it can pay."""
        return sum(map(self.cards_in, COUNTS))

    @property
    def initiative(self) -> int | None:
        return whole_from(self.fields.get("initiative"), 0)

    @property
    def durability(self) -> int | None:
        """What it bears: its defense, its hardness, or its initiative (DU-PLANE-1, DU-OFFMAP-1); None for nothing."""
        if self.kind == "off-map-artillery":
            return rule_number("off-map-hardness")
        return self.initiative if self.kind == "off-map-plane" else whole_from(self.fields.get("defense"), 1)

    @property
    def actions(self) -> JsonMapping:
        return table_or_empty(self.fields.get("actions"))

    @property
    def light(self) -> bool:
        return self.fields.get("light") is True

    @property
    def cardless(self) -> bool:
        """A vehicle without cards of its own (DU-R50)."""
        return self.kind == "vehicle" and self.sound and not self.own_cards

    @property
    def token(self) -> JsonObject:
        """What its token has in a battle: class, and what its card says of it."""
        found: JsonObject = {"unit": self.id, "class": self.kind}
        if (defense := self.durability) is not None and self.kind != "off-map-artillery":
            found["defense"] = defense
        if self.kind == "crew":
            named = [action for action, value in self.actions.items() if value is not False]
            found |= {"expert": text_or_empty(self.fields.get("expert")), "initiative": self.initiative}
            found["card_actions"] = named
        if self.kind == "vehicle":
            drives = [action for action in self.actions if action in ("drive", "attack", "antitank", "suppress")]
            found |= {"cardless": self.cardless, "light": self.light, "supports": drives}
        return found


@dataclass(frozen=True)
class Deck:
    """A list as written, with its house rules; `house_wrong` is what is wrong with these, each switch for itself.

    `budget` is what somebody has said that it may cost, which means nothing here (DU-R58).
    """

    fields: JsonMapping
    house: House
    house_wrong: tuple[Malformed, ...]
    budget: Json

    @cached_property
    def units(self) -> tuple[Unit, ...]:
        """The units; none where they are no list of tables (DU-A0)."""
        listed = self.fields.get("units")
        if not isinstance(listed, list | tuple) or not all(isinstance(one, Mapping) for one in listed):
            return ()
        return tuple(Unit(at, table_or_empty(one)) for at, one in enumerate(listed))

    @property
    def faction(self) -> str:
        return text_or_empty(self.fields.get("faction"))

    @property
    def opponent(self) -> str:
        return text_or_empty(self.fields.get("opponent"))

    @property
    def name(self) -> str:
        return text_or_empty(self.fields.get("name")).strip()

    @property
    def mode(self) -> str:
        """Empty for a word that is no mode (DU-A2)."""
        return word_or_empty(self.fields.get("mode", MODES[0]), MODES)

    @property
    def variant(self) -> str:
        """Empty for a word that is no variant (DU-A2)."""
        return word_or_empty(self.fields.get("variant", VARIANTS[0]), VARIANTS)

    @property
    def in_north_africa(self) -> bool:
        return self.fields.get("theatre") == NORTH_AFRICA

    @property
    def has_planes(self) -> bool:
        """Whether other planes are played than those off the map (DU-A19)."""
        combined = self.fields.get("combined") is True
        return combined or self.mode == "aerial" or any(unit.kind == "plane" for unit in self.units)

    def own_actions(self, unit: Unit) -> list[Action]:
        """The home-made actions that the cards of a unit have."""
        return own_actions(unit.actions, self.house.catalogue)

    # --- map and Fog of War

    @cached_property
    def lines(self) -> tuple[int, int] | None:
        """The longest and the shortest line of its map; None where it does not say them rightly (DU-A3)."""
        written = table_or_empty(self.fields.get("map"))
        if "rows" in written:
            rows = written["rows"]
            tiles = [whole_from(one, 1) for one in rows] if isinstance(rows, list | tuple) else []
            return lines_of([one for one in tiles if one], self.house) if tiles and None not in tiles else None
        longest, shortest = whole_from(written.get("longest"), 1), whole_from(written.get("shortest"), 1)
        return (longest, shortest) if longest and shortest and longest >= shortest else None

    @cached_property
    def diameter(self) -> int | None:
        """The diameter of its map (DU-FOG-1, DU-FOG-2); None where that is not known."""
        return diameter_of(*self.lines, self.house).diameter if self.lines else None

    @property
    def fog(self) -> JsonMapping:
        return table_or_empty(self.fields.get("fog"))

    @cached_property
    def counts(self) -> dict[str, int] | None:
        """The Fog of War cards by place and colour; None where one is missing or no number (DU-A4)."""
        found = {name: whole_from(self.fog.get(name), 0) for name in FOG_COUNTS}
        known = {name: count for name, count in found.items() if count is not None}
        return known if len(known) == len(found) else None

    @cached_property
    def needed(self) -> Split | None:
        """The Fog of War cards that its map, mode and variant want; None where one of them is not known (DU-A7)."""
        if self.diameter is None or not self.mode or not self.variant:
            return None
        return find_split(self.diameter, self.variant, self.mode, self.house).value

    def fog_cards(self, *places: str) -> int:
        """How many Fog of War cards there are in all of these places; none where that is not known (DU-A4)."""
        return sum(self.counts[one] for one in places) if self.counts else 0

    @property
    def cards_in_deck(self) -> int:
        """All cards of the starting deck, Fog of War cards with them (DU-A14)."""
        return self.fog_cards("deck_own", "deck_opponent") + sum(unit.cards_in("deck") for unit in self.units)

    @property
    def sight(self) -> Split | None:
        """Its Fog of War cards with the vision that they give; None where they are not known (DU-VISION-1)."""
        return split_of(**self.counts, house=self.house) if self.counts else None

    @property
    def gist(self) -> str:
        """Diameter, vision and deck size in a few words."""
        sight = f"vision {self.sight.starting_vision} ({self.sight.max_vision} at most)" if self.sight else ""
        diameter = "" if self.diameter is None else f"diameter {self.diameter}"
        return ", ".join(part for part in (diameter, sight, f"{self.cards_in_deck} cards in the deck") if part)

    # --- what a battle begins with

    @property
    def zones(self) -> JsonObject:
        """The starting deck and supply: how many of each card, without those of which there is none."""
        found: dict[str, dict[str, Shaped]] = {}
        for zone in COUNTS:
            own = {unit.id: unit.cards_in(zone) for unit in self.units}
            own |= {OWN: self.fog_cards(f"{zone}_own"), OPPONENT: self.fog_cards(f"{zone}_opponent")}
            found[zone] = {card: count for card, count in own.items() if count}
        return dict(found)

    @property
    def initiatives(self) -> dict[str, int]:
        """What each card is worth as a bid; cards without a number are not there (DU-R56)."""
        fog = whole_from(self.fog.get("initiative"), 0)
        own = {unit.id: unit.initiative for unit in self.units} | {OWN: fog, OPPONENT: fog}
        return {card: value for card, value in own.items() if value is not None}


def read(army: JsonMapping, budget: Json, system: System) -> Deck:
    """A list from raw data of any shape; `budget` goes before the list's own.

    Errors: `Malformed` for a home-made catalogue that cannot be read.
    """
    house, wrong = read_house(army.get("house", {}), system)
    own: House = system.read_common({key: one for key, one in army.items() if key == "catalogue"}, "")["house"]
    house = replace(house, catalogue=own.catalogue)
    return Deck(army, house, wrong, army.get("budget") if budget is None else budget)


def read_house(written: Json, system: System) -> tuple[House, tuple[Malformed, ...]]:
    """The switches that are right, and what is wrong with the others (DU-A0)."""
    good: JsonObject = {}
    wrong: list[Malformed] = []
    for name, value in written.items() if isinstance(written, Mapping) else ():
        try:
            system.read_house({name: value}, "house")
            good[name] = value
        except Malformed as found:
            wrong.append(found)
    return system.read_house(good, "house"), tuple(wrong)
