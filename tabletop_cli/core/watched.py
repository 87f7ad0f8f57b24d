"""A system of others, watched: a function of it that gives something of a wrong type is named.

What it gives is used far from its code, where nobody could tell any more whose fault it is.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from fractions import Fraction
from typing import TYPE_CHECKING, Any, ParamSpec, TypeVar

from .errors import Misgiven, a_type
from .system import System

if TYPE_CHECKING:
    from .lists.army import AnyMuster
    from .lists.arsenal import AnyArsenal
    from .play.game import AnyEventKind, AnyGame

P = ParamSpec("P")
V = TypeVar("V")


def watch_system(system: System) -> System:
    """Return the same system, whose functions raise `Misgiven` where they give something of a wrong type."""
    return replace(
        system,
        game_from=lambda: _watch_game(system.game_from(), system.game_from),
        other_games={name: _watch_later(_watch_game, made) for name, made in system.other_games.items()},
        muster_from=system.muster_from and _watch_later(_watch_muster, system.muster_from),
        catalogue_from=system.catalogue_from and _watch_later(_watch_pages, system.catalogue_from),
        catalogue_schema_from=system.catalogue_schema_from
        and _watch_later(_watch_schema, system.catalogue_schema_from),
    )


def _watch_later(watch: Callable[[Any, Any], V], made: Callable[[], Any]) -> Callable[[], V]:
    return lambda: watch(made(), made)


def _watch_pages(function: Callable[[], object], made: object) -> Callable[[], Any]:
    return _watch_function("the catalogue", function, tuple, list)


def _watch_schema(function: Callable[[], object], made: object) -> Callable[[], Any]:
    return _watch_function("the schema of catalogues", function, Mapping)


def _watch_game(found: AnyGame, made: object) -> AnyGame:
    from .page import Page
    from .play.game import Game

    game: AnyGame = _check_type("game_from", made, found, Game)
    return replace(
        game,
        events={name: _watch_event(kind) for name, kind in game.events.items()},
        begin=_watch_function("Game.begin", game.begin, game.state),
        common=_watch_function("Game.common", game.common, Mapping),
        view=_watch_function("Game.view", game.view, Mapping),
        board=_watch_function("Game.board", game.board, Page),
        headline=_watch_function("Game.headline", game.headline, str),
        seats=_watch_function("Game.seats", game.seats, tuple, list),
        seen_by=_watch_function("Game.seen_by", game.seen_by, game.state),
        side_name=_watch_function("Game.side_name", game.side_name, str),
        name=_watch_function("Game.name", game.name, str),
        map=game.map and _watch_function("Game.map", game.map, Page),
        paper=game.paper and _watch_function("Game.paper", game.paper, tuple, list),
    )


def _watch_event(kind: AnyEventKind) -> AnyEventKind:
    def play_watched(state: Any, event: Any, dice: Any) -> Any:
        played = kind.play(state, event, dice)
        if isinstance(played, tuple) and len(played) == 2 and isinstance(played[1], Mapping):
            return played
        raise _misgiven_error(f"{kind.id}: play", kind.play, played, "tuple of the next state and a Mapping")

    story, detail = kind.story, kind.detail
    return replace(
        kind,
        play=play_watched,
        story=story and _watch_function(f"{kind.id}: story", story, str),
        detail=_watch_function(f"{kind.id}: detail", detail, str) if callable(detail) else detail,
    )


def _watch_muster(found: AnyMuster, made: object) -> AnyMuster:
    from .lists.army import Muster
    from .lists.form import Form
    from .lists.sheet import Sheet

    muster: AnyMuster = _check_type("muster_from", made, found, Muster)
    return replace(
        muster,
        checks={name: _watch_check(name, check) for name, check in muster.checks.items()},
        points=muster.points and _watch_function("Muster.points", muster.points, Fraction, int),
        schema=_watch_function("Muster.schema", muster.schema, Mapping),
        sheet=_watch_function("Muster.sheet", muster.sheet, Sheet),
        form=_watch_function("Muster.form", muster.form, Form),
        arsenal_from=muster.arsenal_from and _watch_later(_watch_arsenal, muster.arsenal_from),
    )


def _watch_arsenal(found: AnyArsenal, made: object) -> AnyArsenal:
    from .lists.arsenal import Arsenal

    arsenal: AnyArsenal = _check_type("arsenal_from", made, found, Arsenal)
    return replace(arsenal, common=_watch_function("Arsenal.common", arsenal.common, Mapping))


def _watch_check(name: str, check: Callable[[Any], Any]) -> Callable[[Any], Iterator[Any]]:
    from .lists.problems import Problem

    def run_check(roster: Any) -> Iterator[Any]:
        for problem in check(roster):
            yield _check_type(f"the check {name}", check, problem, Problem)

    return run_check


def _watch_function(what: str, function: Callable[P, Any], *kinds: type) -> Callable[P, Any]:
    """The same function, which says so when it gives something else."""

    def call_and_check(*given: P.args, **named: P.kwargs) -> Any:
        return _check_type(what, function, function(*given, **named), *kinds)

    return call_and_check


def _check_type(what: str, by: object, value: Any, *kinds: type) -> Any:
    """A value of one of some types. Errors: `Misgiven`."""
    if isinstance(value, kinds):
        return value
    raise _misgiven_error(what, by, value, kinds[0].__name__)


def _misgiven_error(what: str, by: object, value: object, wanted: str) -> Misgiven:
    return Misgiven(by, f"{what} gives {a_type(value)}, but must give a {wanted}")
