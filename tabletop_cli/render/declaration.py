"""The declaration of a situation as a page: its facts, what they may be, their defaults and questions, an example."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ..core.declare.composed import ListOf, Nullable
from ..core.declare.facts import REQUIRED, Fact, Record, facts_of, record_schema
from ..core.declare.kinds import AnyKind
from ..core.page import Facts, Heading, Page, Para, Table
from ..core.rule.resolver import AnyResolver
from ..core.system import System
from .steps import value_text


def resolvers_page(system: System, command: str) -> Page:
    """The resolvers of a system, those with odds for `odds`."""
    found = [one for one in system.resolvers.values() if (one.odds if command == "odds" else not one.odds_only)]
    rows = tuple((one.id, one.title) for one in found)
    data = {"system": system.id, "resolvers": [{"id": one.id, "title": one.title} for one in found]}
    hint = f"tabletop {command} {system.id} RESOLVER --help lists the facts of one resolver"
    return Page(system.name, (Table(("resolver", "what it resolves"), rows),), hint, data)


def help_page(
    system: System, resolver: AnyResolver, command: str, example: str, options: Sequence[tuple[str, str]]
) -> Page:
    """The help of one resolver: its facts are its options."""
    cls = resolver.odds_situation() if command == "odds" else resolver.situation
    rows = tuple(_fact_rows(cls))
    blocks = (
        Para(f"Usage: tabletop {command} {system.id} {resolver.id} [--FACT VALUE]..."),
        Heading("Facts"),
        Table(("fact", "value", "default", "question"), rows),
        Para(f"House rules: --house.NAME VALUE; tabletop rules {system.id} lists the switches."),
        Heading("Options"),
        Facts(tuple(options)),
        Heading("Example"),
        Para(f"  {example}"),
    )
    rules = f"{', '.join(resolver.rules)}" if resolver.rules else ""
    return Page(
        f"{resolver.id}: {resolver.title}", blocks, rules, {"resolver": resolver.id, "facts": record_schema(cls)}
    )


def _fact_rows(cls: type[object], prefix: str = "") -> Iterator[tuple[str, str, str, str]]:
    for one in facts_of(cls):
        name = f"{prefix}{one.name}"
        inner, entry = _inner_declaration(one.kind)
        if inner is None or entry:
            yield (
                name,
                _kind_words(one.kind),
                _default_text(one),
                " ".join(filter(None, (one.question, _in_brackets(one.help)))),
            )
        if inner is not None:
            yield from _fact_rows(inner, f"{name}[]." if entry else f"{name}.")


def _inner_declaration(kind: AnyKind) -> tuple[type[object] | None, bool]:
    """The declaration inside a table or a list of tables, and whether it is a list."""
    if isinstance(kind, Nullable):
        return _inner_declaration(kind.item)
    if isinstance(kind, ListOf) and isinstance(kind.item, Record):
        return kind.item.cls, True
    return (kind.cls, False) if isinstance(kind, Record) else (None, False)


def _kind_words(kind: AnyKind) -> str:
    if isinstance(kind, ListOf) and isinstance(kind.item, Record):
        return "a list of tables, as JSON"
    return kind.words


def _default_text(one: Fact) -> str:
    if one.default is REQUIRED:
        return "needed"
    return value_text(None if one.default is None else one.kind.plain(one.default))


def _in_brackets(text: str) -> str:
    return f"({text})" if text else ""
