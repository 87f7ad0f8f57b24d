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


def watched(system: System) -> System:
    """Return the same system, whose functions raise `Misgiven` where they give something of a wrong type."""
    return replace(
        system,
        game_from=lambda: _game(system.game_from(), system.game_from),
        other_games={name: _later(_game, made) for name, made in system.other_games.items()},
        muster_from=system.muster_from and _later(_muster, system.muster_from),
        catalogue_from=system.catalogue_from and _later(_pages, system.catalogue_from),
        catalogue_schema_from=system.catalogue_schema_from and _later(_schema, system.catalogue_schema_from),
    )


def _later(watch: Callable[[Any, Any], V], made: Callable[[], Any]) -> Callable[[], V]:
    return lambda: watch(made(), made)


def _pages(function: Callable[[], object], made: object) -> Callable[[], Any]:
    return _gives("the catalogue", function, tuple, list)


def _schema(function: Callable[[], object], made: object) -> Callable[[], Any]:
    return _gives("the schema of catalogues", function, Mapping)


def _game(found: AnyGame, made: object) -> AnyGame:
    from .page import Page
    from .play.game import Game

    game: AnyGame = _known("game_from", made, found, Game)
    return replace(
        game,
        events={name: _event(kind) for name, kind in game.events.items()},
        begin=_gives("Game.begin", game.begin, game.state),
        common=_gives("Game.common", game.common, Mapping),
        view=_gives("Game.view", game.view, Mapping),
        board=_gives("Game.board", game.board, Page),
        headline=_gives("Game.headline", game.headline, str),
        seats=_gives("Game.seats", game.seats, tuple, list),
        seen_by=_gives("Game.seen_by", game.seen_by, game.state),
        side_name=_gives("Game.side_name", game.side_name, str),
        name=_gives("Game.name", game.name, str),
        map=game.map and _gives("Game.map", game.map, Page),
        paper=game.paper and _gives("Game.paper", game.paper, tuple, list),
    )


def _event(kind: AnyEventKind) -> AnyEventKind:
    def play(state: Any, event: Any, dice: Any) -> Any:
        played = kind.play(state, event, dice)
        if isinstance(played, tuple) and len(played) == 2 and isinstance(played[1], Mapping):
            return played
        raise _misgiven(f"{kind.id}: play", kind.play, played, "tuple of the next state and a Mapping")

    story, detail = kind.story, kind.detail
    return replace(
        kind,
        play=play,
        story=story and _gives(f"{kind.id}: story", story, str),
        detail=_gives(f"{kind.id}: detail", detail, str) if callable(detail) else detail,
    )


def _muster(found: AnyMuster, made: object) -> AnyMuster:
    from .lists.army import Muster
    from .lists.form import Form
    from .lists.sheet import Sheet

    muster: AnyMuster = _known("muster_from", made, found, Muster)
    return replace(
        muster,
        checks={name: _check(name, check) for name, check in muster.checks.items()},
        points=muster.points and _gives("Muster.points", muster.points, Fraction, int),
        schema=_gives("Muster.schema", muster.schema, Mapping),
        sheet=_gives("Muster.sheet", muster.sheet, Sheet),
        form=_gives("Muster.form", muster.form, Form),
        arsenal_from=muster.arsenal_from and _later(_arsenal, muster.arsenal_from),
    )


def _arsenal(found: AnyArsenal, made: object) -> AnyArsenal:
    from .lists.arsenal import Arsenal

    arsenal: AnyArsenal = _known("arsenal_from", made, found, Arsenal)
    return replace(arsenal, common=_gives("Arsenal.common", arsenal.common, Mapping))


def _check(name: str, check: Callable[[Any], Any]) -> Callable[[Any], Iterator[Any]]:
    from .lists.problems import Problem

    def checked(roster: Any) -> Iterator[Any]:
        for problem in check(roster):
            yield _known(f"the check {name}", check, problem, Problem)

    return checked


def _gives(what: str, function: Callable[P, Any], *kinds: type) -> Callable[P, Any]:
    """The same function, which says so when it gives something else."""

    def checked(*given: P.args, **named: P.kwargs) -> Any:
        return _known(what, function, function(*given, **named), *kinds)

    return checked


def _known(what: str, by: object, value: Any, *kinds: type) -> Any:
    """A value of one of some types. Errors: `Misgiven`."""
    if isinstance(value, kinds):
        return value
    raise _misgiven(what, by, value, kinds[0].__name__)


def _misgiven(what: str, by: object, value: object, wanted: str) -> Misgiven:
    return Misgiven(by, f"{what} gives {a_type(value)}, and a {wanted} is wanted")
