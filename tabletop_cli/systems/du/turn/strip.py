"""The map in a few lines, two for each row of tiles, that stay in sight while people choose."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence

from ..chart import bonus_words, short_name
from ..tiles import At, Tile
from .naming import condition_text
from .state import State

WIDE = 79  # columns of a narrow terminal
WIDEST, NARROWEST = 14, 8  # of a tile
LEGEND = "C cover, B building, H hill, R reinforcement; [a] controls; * see s"


def map_strip(state: State, side: str | None = None) -> Sequence[str]:
    """The tiles where they lie, with their bonuses, who controls them and who is there; none without a map.

    A map that is too wide for a narrow terminal has no strip.
    """
    if not state.tiles:
        return ()
    left = min(_middle_of(tile.at) for tile in state.tiles)
    across = max(_middle_of(tile.at) for tile in state.tiles) - left + 2
    half = min(WIDEST // 2, WIDE // across)
    if 2 * half < NARROWEST:
        return ()
    rows: dict[int, list[Tile]] = defaultdict(list)
    for tile in sorted(state.tiles, key=lambda one: _middle_of(one.at)):
        rows[tile.at[1]].append(tile)
    lines = []
    for row in sorted(rows):
        starts = {(_middle_of(tile.at) - left) * half: tile for tile in rows[row]}
        lines.append(_place_texts({at: _ground_text(state, tile) for at, tile in starts.items()}, 2 * half))
        lines.append(_place_texts({at: ", ".join(_tokens_on(state, tile.at)) for at, tile in starts.items()}, 2 * half))
    return (*lines, LEGEND)


def _middle_of(at: At) -> int:
    """How far to the right a tile lies, in halves of a tile."""
    return 2 * at[0] + at[1]


def _place_texts(texts: Mapping[int, str], wide: int) -> str:
    """Texts at their columns; one that is too long for its tile is cut."""
    line = ""
    for at, text in texts.items():
        line = line.ljust(at) + "|" + (text if len(text) < wide else text[: wide - 2] + "~")
    return line


def _ground_text(state: State, tile: Tile) -> str:
    """``C4 B2 R1 [a]``."""
    owner = dict(state.control).get(tile.at)
    name = state.called.get(tile.at) or short_name(tile.at)
    return " ".join(filter(None, (name, bonus_words(tile), f"[{owner}]" if owner else "")))


def _tokens_on(state: State, at: At) -> Iterator[str]:
    for one in state.tokens.values():
        if one.at == at and not one.removed and not one.aboard:
            yield f"{one.side or ''} {one.id}{'*' if condition_text(one) else ''}".strip()
