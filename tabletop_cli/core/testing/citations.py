"""What a system says in its code: rule ids and reasons that its reference knows. Part of the conformance kit."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping
from typing import Any

from ..declare.composed import ListOf, MapOf, Nullable
from ..declare.facts import Record, Tagged, facts_of
from ..declare.kinds import AnyKind
from ..dice.brute_force import require
from ..play.game import AnyEventKind, AnyGame
from ..system import System


def check_citations(system: System) -> None:
    """Every id that is cited exists, and every rule that is more than told is cited somewhere."""
    reference = system.reference
    cited = {one for resolver in system.resolvers.values() for one in resolver.rules}
    cited |= {one for game in system.games.values() for event in kinds_of(game).values() for one in event.rules}
    cited |= {one for cls in record_classes(system) for declared in facts_of(cls) for one in declared.rules}
    cited |= set(system.muster.checks) if system.has_lists else set()
    unknown = sorted(one for one in cited | set(literal_ids(system)) if not reference.has_entry(one))
    require(not unknown, f"cited, but not in the reference: {', '.join(unknown)}")
    cited |= {one for ruling in reference.rulings.values() for one in ruling.rules}
    missing = [rule.id for rule in reference.rules.values() if rule.kind != "tell" and rule.id not in cited]
    require(not missing, f"no resolver, event, check or ruling cites: {', '.join(missing)}")


def check_reasons(system: System) -> None:
    """Every reason of a refusal that stands as text in the modules of a system has a sentence under ``[reasons]``."""
    missing = sorted(set(literal_reasons(system)) - system.reference.reasons.keys())
    require(not missing, f"reasons without a sentence under [reasons] of the reference: {', '.join(missing)}")


def literal_reasons(system: System) -> Iterator[str]:
    """Yield the reasons in the code of a system: ``reason="over", rule="COIN-2"``, ``refuse("COIN-2", "over")``.

    A refusal that names no rule needs no sentence, nor does one of `refuse` with a text of its own.
    """
    for node in _syntax_nodes(system):
        if isinstance(node, ast.Call):
            said = {one.arg: one.value for one in node.keywords}
            if isinstance(node.func, ast.Name) and node.func.id == "refuse" and len(node.args) < 3:
                said |= dict(zip(("rule", "reason"), node.args, strict=False))
            reason, rule = said.get("reason"), said.get("rule")
            named = not (isinstance(rule, ast.Constant) and rule.value == "")
            if isinstance(reason, ast.Constant) and isinstance(reason.value, str) and named:
                yield reason.value


def literal_ids(system: System) -> Iterator[str]:
    """The rule ids that stand as text in the modules of a system: in refusals, bans and explanations."""
    known = [*system.reference.rules, *system.reference.rulings]
    prefixes = tuple({one.partition("-")[0] + "-" for one in known})
    for node in _syntax_nodes(system):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and node.value.startswith(prefixes):
            text = node.value
            if text.replace("-", "").isalnum() and text.upper() == text and text[-1].isdigit():
                yield text


def _syntax_nodes(system: System) -> Iterator[ast.AST]:
    """Everything that is written in the modules of a system."""
    for path in sorted(system.reference.folder.rglob("*.py")):
        yield from ast.walk(ast.parse(path.read_text(encoding="utf-8")))


def kinds_of(game: AnyGame) -> Mapping[str, AnyEventKind]:
    """What is written as events are: those that are played, and those whose odds are looked at."""
    return {**game.events, **game.asides}


def record_classes(system: System) -> list[type[Any]]:
    """The dataclasses that a system reads from outside: situations, events, set-up, and all that is inside them."""
    found: list[type[Any]] = []
    waiting: list[type[Any]] = [resolver.situation for resolver in system.resolvers.values()]
    waiting += [resolver.odds_situation() for resolver in system.resolvers.values()]
    for game in system.games.values():
        waiting += [*(kind.cls for kind in kinds_of(game).values()), game.set_up]
    while waiting:
        cls = waiting.pop()
        if cls not in found:
            found.append(cls)
            waiting += [inner for one in facts_of(cls) for inner in _records_in(one.kind)]
    return found


def _records_in(kind: AnyKind) -> Iterator[type[object]]:
    if isinstance(kind, Record):
        yield kind.cls
    elif isinstance(kind, Tagged):
        yield from kind.cases.values()
    elif isinstance(kind, ListOf | MapOf | Nullable):
        yield from _records_in(kind.item)
