"""Who observes what, and who directs whom: tokens see along the three axes of the map.

DU-OBS-1, DU-OBS-2, DU-OBS-3, DU-OBS-4, DU-OBS-5, DU-DIRECT-1, DU-DIRECT-2, DU-DIRECT-3, DU-DIRECT-4.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from ...api import (
    Dice,
    Finding,
    House,
    ListOf,
    Malformed,
    Record,
    Situation,
    Whole,
    count_text,
    dataclass,
    did_you_mean,
    fact,
)
from .pieces import ID, Token
from .texts import TITLES
from .tiles import AT, At, Ground, Tile, axial_of, axis_between, hex_distance, tile_name

TILES = ListOf(Record(Tile), distinct=True)
TOKENS = ListOf(Record(Token), distinct=True)


# --- Eyes


@dataclass(frozen=True)
class Field:
    """Tokens on a map, and the house rules by which they see."""

    ground: Ground
    tokens: Mapping[str, Token]
    house: House

    def trace_line(self, one: At, two: At) -> tuple[bool, str | None, At | None]:
        """Return whether one observes from a tile to another, the axis, and the first hole on it.

        DU-OBS-1, DU-OBS-2, DU-OBS-3, DU-R5.
        """
        along = axis_between(one, two)
        if along is None:
            return False, None, None
        gap = self.ground.first_hole(one, two)
        return gap is None or self.house["holes_block"] == "no", along, gap

    def find_line(self, one: At, two: At, who: str = "a token") -> Finding[bool]:
        """Return whether one observes from a tile to another, and why (DU-OBS-1, DU-OBS-2, DU-OBS-3, DU-R5)."""
        sees, along, gap = self.trace_line(one, two)
        if along is None:
            text = f"{tile_name(two)} is not on an axis of {tile_name(one)}: not observed"
            return Finding(sees, text, "DU-OBS-1", "DU-OBS-2")
        if along == "same":
            return Finding(sees, f"{who} observes its own tile", "DU-OBS-2", "DU-OBS-1")
        over = f", over the hole {tile_name(gap)}" if gap else ""
        text = f"{tile_name(two)} is on the axis {along}{over}: {'' if sees else 'not '}observed"
        return Finding(sees, text, "DU-OBS-1", "DU-OBS-2", "DU-OBS-3", self.ground.bounded and "DU-R5")

    def is_blind(self, token: Token) -> bool:
        """Whether a token does not observe at all (DU-DIRECT-3, DU-R4)."""
        return token.suppressed and self.house["suppressed_observe"] == "no"

    def find_sight(self, token: Token) -> Finding[bool]:
        """Return whether a suppressed token observes (DU-DIRECT-3, DU-R4)."""
        if self.is_blind(token):
            text = f"{token.id} is suppressed, so it observes nothing"
            return Finding(False, text, "DU-DIRECT-3", "DU-R4", "DU-OBS-1", "DU-OBS-2")
        return Finding(True, f"{token.id} is suppressed, but still observes", "DU-DIRECT-3", "DU-R4")

    def eye_findings(self, token: Token, at: At) -> list[Finding[bool]]:
        """Return what decides whether a token observes a tile with its own eyes; the last finding has the answer."""
        sight = [self.find_sight(token)] if token.suppressed else []
        return sight if self.is_blind(token) else [*sight, self.find_line(token.at, at, token.id)]

    def can_observe(self, token: Token, at: At) -> bool:
        """Whether a token observes a tile with its own eyes (DU-OBS-1, DU-OBS-2, DU-OBS-3, DU-DIRECT-3)."""
        return not self.is_blind(token) and self.trace_line(token.at, at)[0]

    def report_eyes(self, token: Token, at: At, dice: Dice) -> bool:
        """Return whether a token observes a tile with its own eyes, and explain it."""
        observes = False
        for finding in self.eye_findings(token, at):
            observes = dice.report(finding)
        return observes

    def _may_direct(self, one: Token, token: Token) -> bool:
        """Whether one may direct the other, if the two see each other (DU-DIRECT-4, DU-R2, DU-R49)."""
        if one.is_structure or (one.flies and self.house["planes_direct"] == "no"):
            return False
        return one.side == token.side or self.house["directing_side"] == "any"

    def find_links(self, token: Token) -> list[Token]:
        """Those who direct a token to whatever they observe (DU-DIRECT-1, DU-DIRECT-2, DU-DIRECT-3, DU-DIRECT-4)."""
        found: list[Token] = []
        waiting = [token]
        rest = {one.id: one for one in self.tokens.values() if one.id != token.id}
        while waiting:
            to = waiting.pop()
            if to.flies or self.is_blind(to):
                continue
            fresh = [one for one in rest.values() if self._may_direct(one, to) and self.can_observe(one, to.at)]
            found += fresh
            for one in fresh:
                del rest[one.id]
            if self.house["direct_chain"] == "chain":
                waiting += fresh
        return found

    def find_directors(self, token: Token, at: At, links: Sequence[Token] | None = None) -> Finding[tuple[str, ...]]:
        """Return the ids of those who direct a token to a tile, sorted; `links` where they are known.

        DU-DIRECT-1, DU-DIRECT-2, DU-DIRECT-3, DU-DIRECT-4.
        """
        if token.flies:
            return Finding((), f"{token.id} flies, so it is never directed", "DU-DIRECT-4", "DU-DIRECT-1")
        those = self.find_links(token) if links is None else links
        found = tuple(sorted(one.id for one in those if self.trace_line(one.at, at)[0]))
        who = f"{' and '.join(found)} {'direct' if found[1:] else 'directs'}" if found else "nobody directs"
        return Finding(found, f"{who} {token.id} to {tile_name(at)}", "DU-DIRECT-1", *self._director_rules(token))

    def _director_rules(self, token: Token) -> Iterator[str]:
        """Yield the further rules that decide who directs a token, where somebody is there whom they are about."""
        yield from ("DU-OBS-1", "DU-OBS-2", "DU-OBS-3", *(["DU-R5"] if self.ground.bounded else []))
        others = [one for one in self.tokens.values() if one.id != token.id]
        own = [one for one in others if one.side == token.side or self.house["directing_side"] == "any"]
        if own:
            yield from ("DU-DIRECT-2", "DU-R3")
        if any(one.suppressed for one in (*own, token)):
            yield from ("DU-DIRECT-3", "DU-R4")
        if any(one.flies for one in own):
            yield from ("DU-DIRECT-4", "DU-R49")
        if any(one.side != token.side for one in others):
            yield "DU-R2"


def field_of(ground: Ground, tokens: tuple[Token, ...], house: House) -> Field:
    """Tokens on a map. Errors: `Malformed` for one on a tile that is not there."""
    for n, token in enumerate(tokens):
        ground.check_tile(token.at, f"situation.tokens[{n}].at")
    return Field(ground, {token.id: token for token in tokens}, house)


def find_token(tokens: Mapping[str, Token], id: str, where: str) -> Token:
    """The token with an id. Errors: `Malformed` at `where` for one that is not there."""
    if id not in tokens:
        raise Malformed(f"{where}: there is no token {id}", hint=did_you_mean(id, list(tokens)), where=where)
    return tokens[id]


# --- Axial coordinates


@dataclass(frozen=True, kw_only=True)
class Axial(Situation):
    """A tile of a map in staggered rows."""

    row: int = fact(Whole(), ask="In which row is it, counted from 0 in the north?")
    index: int = fact(Whole(), ask="Which tile of the row is it, counted from 0 in the west?")
    offset: int = fact(Whole(), ask="By how many half tiles is the row shifted to the right?")


@dataclass(frozen=True)
class Coordinates:
    q: int
    r: int


def axial_coordinates(s: Axial, dice: Dice) -> Coordinates:
    """What are its axial coordinates? (DU-OBS-1)"""
    q, _ = axial_of(s.row, s.index, s.offset)
    words = f"({s.offset} + 2 x {s.index} - {s.row}) / 2, rounded down: q {q}, r {s.row}"
    dice.explain(words, "DU-OBS-1", "DU-OBS-4")
    return Coordinates(q, s.row)


# --- One line


@dataclass(frozen=True, kw_only=True)
class Observe(Situation):
    """A token looks at a tile."""

    from_: At = fact(AT, ask="On which tile is the token?")
    to: At = fact(AT, ask="Which tile does it look at?")
    missing: tuple[At, ...] = fact(ListOf(AT), (), ask="Which tiles are holes in the map?", rules=("DU-OBS-3",))

    def __post_init__(self) -> None:
        """Errors: `Malformed` for a tile that is a hole."""
        _ground_but(self.missing).check_tile(self.from_, "situation.from")
        _ground_but(self.missing).check_tile(self.to, "situation.to")


def _ground_but(missing: tuple[At, ...]) -> Ground:
    return Ground(holes=frozenset(missing))


@dataclass(frozen=True)
class Observed:
    observes: bool
    axis: str | None
    distance: int


def observe_tile(s: Observe, dice: Dice) -> Observed:
    """Does a token observe a tile? (DU-OBS-1, DU-OBS-2, DU-OBS-3, DU-OBS-4, DU-R5)"""
    far = hex_distance(s.from_, s.to)
    dice.explain(f"{tile_name(s.from_)} to {tile_name(s.to)}: {count_text(far, 'step')}", "DU-OBS-4")
    seen = dice.report(Field(_ground_but(s.missing), {}, s.house).find_line(s.from_, s.to))
    return Observed(seen, axis_between(s.from_, s.to), far)


# --- All that a token sees


@dataclass(frozen=True, kw_only=True)
class ObservedTiles(Situation):
    """A token looks around."""

    tiles: tuple[Tile, ...] = fact(TILES, ask="Which tiles does the map have?")
    from_: At = fact(AT, ask="On which tile is the token?")

    def __post_init__(self) -> None:
        """Errors: `Malformed` for a tile that is not on the map."""
        Ground.from_tiles(self.tiles).check_tile(self.from_, "situation.from")


@dataclass(frozen=True)
class TileList:
    tiles: tuple[At, ...]


def observed_tiles(s: ObservedTiles, dice: Dice) -> TileList:
    """Which tiles does a token observe? (DU-OBS-1, DU-OBS-2, DU-OBS-3, DU-OBS-5, DU-R5)"""
    field = Field(Ground.from_tiles(s.tiles), {}, s.house)
    found = tuple(sorted(tile.at for tile in s.tiles if field.trace_line(s.from_, tile.at)[0]))
    words = f"from {tile_name(s.from_)}, with its own tile: {', '.join(map(tile_name, found))}"
    dice.explain(words, "DU-OBS-5", "DU-OBS-1", "DU-OBS-2", "DU-OBS-3", "DU-R5")
    return TileList(found)


# --- Directing


@dataclass(frozen=True, kw_only=True)
class Direct(Situation):
    """Tokens direct one of them to a tile. The map is either its tiles, or everything but some holes."""

    tokens: tuple[Token, ...] = fact(TOKENS, ask="Which tokens are there?")
    token: str = fact(ID, ask="Which token is directed?")
    tile: At = fact(AT, ask="To which tile?")
    missing: tuple[At, ...] | None = fact(ListOf(AT), None, help="Tiles that are holes in the map.")
    tiles: tuple[Tile, ...] | None = fact(TILES, None, help="The tiles of the map; all others are holes.")

    @property
    def ground(self) -> Ground:
        return _ground_but(self.missing or ()) if self.tiles is None else Ground.from_tiles(self.tiles)

    def __post_init__(self) -> None:
        """Errors: `Malformed` for two maps, and for tokens and tiles that are not there."""
        if self.tiles is not None and self.missing is not None:
            raise Malformed("situation: either tiles or missing, not both", hint="leave one of them out")
        self.ground.check_tile(self.tile, "situation.tile")
        find_token(field_of(self.ground, self.tokens, self.house).tokens, self.token, "situation.token")


@dataclass(frozen=True)
class Directed:
    observes: bool
    directors: tuple[str, ...]
    directed: bool


def direct_token(s: Direct, dice: Dice) -> Directed:
    """Who directs a token to a tile? (DU-DIRECT-1, DU-DIRECT-2, DU-DIRECT-3, DU-DIRECT-4, DU-R2, DU-R3, DU-R4)"""
    field = field_of(s.ground, s.tokens, s.house)
    token = field.tokens[s.token]
    seen = field.report_eyes(token, s.tile, dice)
    found = dice.report(field.find_directors(token, s.tile))
    return Directed(seen, found, bool(found))


AXIAL = TITLES.make_resolver("axial", Axial, axial_coordinates, says_legal=False)
OBSERVE = TITLES.make_resolver("observe", Observe, observe_tile, says_legal=False)
OBSERVED = TITLES.make_resolver("observed", ObservedTiles, observed_tiles, says_legal=False)
DIRECT = TITLES.make_resolver("direct", Direct, direct_token, says_legal=False)
