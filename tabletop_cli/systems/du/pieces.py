"""What is on the table: pieces that take damage, tokens that see, and off-map types."""

from __future__ import annotations

from ...api import House, Id, Malformed, OneOf, Whole, YesNo, dataclass, fact
from .texts import rule_number
from .tiles import AT, At

ID = Id()
SIDES = ("a", "b")
SIDE = OneOf(SIDES)
INFANTRY = ("infantry", "crew")  # crew on foot is infantry
GROUND_UNITS = (*INFANTRY, "vehicle")
FLYING = ("plane", "off-map-plane")
OFF_MAP_ARTILLERY = "off-map-artillery"
STRUCTURES = ("structure", "building", "objective", OFF_MAP_ARTILLERY)
CLASSES = (*GROUND_UNITS, *FLYING, *STRUCTURES)


def opponent_of(side: str) -> str:
    """The opponent of a side."""
    return SIDES[1 - SIDES.index(side)]


class Classed:
    """What follows from the class of something alone."""

    class_: str

    @property
    def flies(self) -> bool:
        return self.class_ in FLYING

    @property
    def is_structure(self) -> bool:
        """A structure, building, objective or off-map artillery: something without cards to lose."""
        return self.class_ in STRUCTURES

    def has_lasting_damage(self, house: House) -> bool:
        """Whether its damage stays at the end of the turn (DU-DMG-7, DU-R40)."""
        return self.class_ not in INFANTRY and not (self.flies and house["plane_damage"] == "infantry")


@dataclass(frozen=True, kw_only=True)
class Harmed(Classed):
    """Something with the damage that it has already."""

    class_: str = fact(OneOf(CLASSES), ask="Of which class is it?")
    lethal: int = fact(Whole(), 0, ask="How much lethal damage does it have already?")
    suppress: int = fact(Whole(), 0, ask="How much suppress damage does it have already?")


@dataclass(frozen=True, kw_only=True)
class Piece(Harmed):
    """Something that takes damage, and what it stands."""

    defense: int | None = fact(Whole(1), None, ask="What is its defense?")
    hardness: int | None = fact(Whole(1), None, ask="What is its hardness?")
    suppressed: bool = fact(YesNo(), False, ask="Is it suppressed?")

    @property
    def measure(self) -> str:
        """What its limit is called."""
        artillery = self.class_ == OFF_MAP_ARTILLERY
        return "hardness" if artillery or (self.is_structure and self.defense is None) else "defense"

    @property
    def limit(self) -> int:
        """The damage at which something happens: its defense or hardness. Errors: `Malformed` where neither is said."""
        if self.class_ == OFF_MAP_ARTILLERY:
            return rule_number("off-map-hardness")
        found = self.hardness if self.is_structure and self.defense is None else self.defense
        if found is None:
            raise Malformed(f"the {self.class_} has no {'defense or hardness' if self.is_structure else 'defense'}")
        return found

    def check_numbers(self, house: House, where: str) -> None:
        """Errors: `Malformed` at `where` for numbers that its class cannot have (DU-R16)."""
        if self.class_ == OFF_MAP_ARTILLERY:
            wrong = self.defense is not None or self.hardness not in (None, rule_number("off-map-hardness"))
            needed = f"no defense, and hardness {rule_number('off-map-hardness')}"
        elif self.is_structure:
            wrong = (self.defense is None) == (self.hardness is None)
            needed = "either a defense or a hardness"
        else:
            wrong, needed = self.defense is None or self.hardness is not None, "a defense and no hardness"
        if wrong:
            raise Malformed(f"{where}: {self.class_} has {needed}", where=where)
        marked = self.suppress > 0 or self.suppressed
        if self.is_structure and marked and house["suppress_structures"] == "refuse":
            raise Malformed(f"{where}: {self.class_} has no suppress damage", hint="leave it out", where=where)


@dataclass(frozen=True, kw_only=True)
class Named:
    """Something that has an id."""

    id: str = fact(ID, ask="What is it called?")


@dataclass(frozen=True, kw_only=True)
class Token(Named, Classed):
    """A token on the map, as far as seeing goes."""

    side: str = fact(SIDE, ask="Whose is it: a or b?")
    at: At = fact(AT, ask="On which tile is it?")
    class_: str = fact(OneOf(CLASSES), "infantry", ask="Of which class is it?")
    suppressed: bool = fact(YesNo(), False, ask="Is it suppressed?")


@dataclass(frozen=True, kw_only=True)
class Off:
    """A type of off-map artillery, or without Battle of Britain rules of off-map planes."""

    side: str = fact(SIDE, ask="Whose is it: a or b?")
    kind: str = fact(OneOf(("artillery", "plane")), "artillery", ask="Is it artillery or a plane?")
    compromised: bool = fact(YesNo(), False, ask="Is it compromised?")
    lethal: int = fact(Whole(), 0, ask="How much damage does it have already?")
    destroyed: bool = fact(YesNo(), False, ask="Is it destroyed?")
    targeted: bool = fact(YesNo(), False, ask="Is it targeted?")
