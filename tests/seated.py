"""Armies at the seats of a set-up, as `battle new` puts files there."""

from __future__ import annotations

from collections.abc import Iterable

from tabletop_cli.core.data import JsonMapping
from tabletop_cli.core.play.game import AnyGame


def seat_armies(game: AnyGame, setup: JsonMapping, armies: Iterable[JsonMapping]) -> JsonMapping:
    """The set-up with armies at the free seats, in order; there are enough."""
    for army in armies:
        setup = game.seated(setup, next(seat for seat in game.seats(setup) if seat.free), army)
    return setup
