"""Titles and examples of a system's resolvers, as a TOML table beside its rules."""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import cached_property
from pathlib import Path
from typing import NoReturn, TypeVar

from ..data import ShapedMapping
from ..dice.handlers import Dice
from .resolver import Odds, Resolver, no_rule
from .situation import Situation

X = TypeVar("X", bound=Situation)
R = TypeVar("R")


class Titles:
    """A table of what people call each resolver (``title``), with an example situation; read with the first of them.

    A row may also name the ``rules`` that a resolver implements, the names of its ``outcomes`` as people read them, in
    the order in which they think of them, and that nothing can be illegal (``says_legal = false``). `rolls`: whether
    dice are rolled at all, see `Resolver.rolls`.
    """

    def __init__(self, table: Path, *, rolls: bool = True) -> None:
        self._table = table
        self._rolls = rolls

    @cached_property
    def rows(self) -> Mapping[str, ShapedMapping]:
        """The rows by the ids of their resolvers."""
        return tomllib.loads(self._table.read_text(encoding="utf-8"))

    def make_resolver(
        self,
        id: str,
        situation: type[X],
        rule: Callable[[X, Dice], R],
        *,
        rules: tuple[str, ...] = (),
        odds: Odds | None = None,
        says_legal: bool = True,
    ) -> Resolver[X, R]:
        """The resolver of a rule, see `Resolver`. Errors: KeyError for an id without row, title or rules."""
        row = self.rows[id]
        if odds is not None and (outcomes := row.get("outcomes")):
            odds = replace(odds, order=tuple(outcomes), titles=outcomes)
        return Resolver(
            id=id,
            title=row["title"],
            situation=situation,
            rule=rule,
            rules=rules or tuple(row["rules"]),
            odds=odds,
            example=row.get("example", {}),
            says_legal=row.get("says_legal", says_legal),
            rolls=self._rolls,
        )

    def make_odds_only(
        self, id: str, situation: type[X], rule: Callable[[X, Dice], str], *, rising: bool = False
    ) -> Resolver[X, NoReturn]:
        """The resolver of what has odds only: its rule gives the names of outcomes. Errors: as `make_resolver`."""
        return self.make_resolver(
            id, situation, no_rule, odds=Odds(lambda asked, name: str(name), rule=rule, rising=rising)
        )
