"""Settling one situation without a battle: `resolve` rolls, takes or asks for dice; `exact_odds` gives the chances."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import fields
from fractions import Fraction

from ..data import JsonMapping, JsonObject
from ..declare.plain import plain_data
from ..declare.reference import Reference
from ..dice.exact import Budget, exact_distribution
from ..dice.handlers import Dice, Given, Roll, Rolling, Step, program_dice
from ..dice.requests import Face
from ..errors import IllegalSituation, Malformed, Misgiven, Refused, a_type
from ..records import dataclass
from ..system import System
from .finding import cite
from .resolver import AnyResolver
from .situation import Situation


@dataclass(frozen=True)
class Ruled:
    """What a resolver said: the outcome for machines, the steps for people, the dice in rolling order."""

    outcome: JsonObject
    steps: tuple[Step, ...]
    rolls: tuple[Roll, ...]
    legal: bool

    @property
    def faces(self) -> list[Face]:
        return [face for roll in self.rolls for face in roll.faces]


def settle_situation(
    resolver: AnyResolver,
    situation: Situation,
    dice: Rolling,
    reference: Reference | None = None,
    names_rule: bool = True,
) -> Ruled:
    """Run a rule with real dice; what it forbids is explained by a last step, in the words of `reference`.

    `names_rule`: the outcome of what is forbidden names the rule (`System.illegal_names_rule`). Errors: `BadDice` when
    given dice do not fit.
    """
    if isinstance(dice, Given) and not resolver.rolls:
        dice.finish()
    try:
        outcome = resolver.rule(situation, dice)
    except Refused as refusal:
        dice.explain(_refusal_text(refusal, reference), *cite(refusal.rules))
        return Ruled(_refusal_data(refusal, names_rule), tuple(dice.steps), (), legal=False)
    if isinstance(dice, Given):
        dice.finish()
    return Ruled(_outcome_data(resolver, outcome), tuple(dice.steps), tuple(dice.rolls), legal=True)


def _outcome_data(resolver: AnyResolver, outcome: object) -> JsonObject:
    """The outcome for machines. Errors: `Misgiven` for what is no record."""
    found = plain_data(outcome)
    if not isinstance(found, Mapping):
        told = f"{resolver.id}: its rule gives {a_type(outcome)}, but must give a record"
        raise Misgiven(resolver.rule, told)
    return {**({"legal": True} if resolver.says_legal else {}), **found}


def _refusal_data(refusal: Refused, names_rule: bool) -> JsonObject:
    """Return the outcome for machines, with its rule or, where the contract says so, without."""
    rule = {"rule": refusal.rule} if names_rule else {}
    return {"legal": False, "reason": refusal.reason, **rule, **plain_data(dict(refusal.extra))}


def _refusal_text(refusal: Refused, reference: Reference | None) -> str:
    """Return why something is forbidden: with the numbers of the case, or as the reference says it in general."""
    if refusal.message:
        return refusal.message
    return reference.reason_text(refusal.reason) if reference else refusal.reason.replace("-", " ")


def resolve(system: System, name: object, facts: JsonMapping, dice: Sequence[object] | Rolling | None = None) -> Ruled:
    """Settle a situation from outside with the given dice, or with the program's.

    Errors: `Malformed` (bad-situation, bad-house, unknown-resolver, odds-only), `BadDice`.
    """
    resolver = find_resolvable(system, name)
    situation = system.read_situation(resolver.situation, facts)
    if dice is None:
        dice = program_dice()
    handler = dice if isinstance(dice, Rolling) else Given(dice)
    return settle_situation(resolver, situation, handler, system.reference, system.illegal_names_rule)


def find_resolvable(system: System, name: object) -> AnyResolver:
    """A resolver that can be resolved. Errors: `Malformed` with code ``unknown-resolver`` or ``odds-only``."""
    resolver = system.find_resolver(name)
    if resolver.odds_only:
        hint = f"tabletop odds {system.id} {resolver.id}"
        raise Malformed(f"{resolver.id} only has odds: there is nothing to resolve", hint=hint, code="odds-only")
    return resolver


def exact_odds(system: System, name: object, facts: JsonMapping) -> dict[str, Fraction]:
    """The exact odds of a situation from outside by the names of its outcomes, summing to exactly 1.

    Errors: `Malformed`, with code ``no-odds`` for a resolver without dice; `IllegalSituation`; `TooBig`.
    """
    resolver = system.find_resolver(name)
    if resolver.odds is None:
        raise Malformed(f"{resolver.id} rolls no dice, so it has no odds", code="no-odds")
    return odds_of(system, resolver, system.read_situation(resolver.odds_situation(), facts))


def odds_of(
    system: System, resolver: AnyResolver, situation: Situation, budget: Budget | None = None
) -> dict[str, Fraction]:
    """The exact odds of a situation that is already read."""
    try:
        return legal_odds(resolver, situation, budget)
    except Refused as refusal:
        return {_illegal_name(system, refusal): Fraction(1)}


def legal_odds(resolver: AnyResolver, situation: Situation, budget: Budget | None = None) -> dict[str, Fraction]:
    """Return the same. Errors: as of `exact_odds`, but `Refused` where the rules forbid the situation."""
    if resolver.odds is None:
        raise Malformed(f"{resolver.id} rolls no dice, so it has no odds", code="no-odds")
    asked = situation_for_odds(resolver, situation)
    return resolver.odds.sort_chances(exact_distribution(lambda dice: outcome_name(resolver, asked, dice), budget))


def situation_for_odds(resolver: AnyResolver, situation: Situation) -> Situation:
    """The same situation with the facts that only odds have, at their defaults."""
    cls = resolver.odds_situation()
    if isinstance(situation, cls):
        return situation
    return cls(**{one.name: getattr(situation, one.name) for one in fields(situation)})


def outcome_name(resolver: AnyResolver, situation: Situation, dice: Dice) -> str:
    """Return the name that odds give to what the dice lead to; `situation` is one for odds. Errors: `Refused`."""
    assert resolver.odds is not None
    outcome = (resolver.odds.rule or resolver.rule)(situation, dice)
    name = resolver.odds.name(situation, outcome)
    if not isinstance(name, str):
        raise Misgiven(resolver.odds.name, f"{resolver.id}: its odds name an outcome {name!r}, which must be a text")
    return name


def _illegal_name(system: System, refusal: Refused) -> str:
    """Return the name of a forbidden situation in odds. Errors: `IllegalSituation` where the contract has none."""
    if system.illegal_odds is not None:
        return system.illegal_odds(refusal)
    missing = refusal.extra.get("missing")
    told = f" Missing: {', '.join(missing)}." if isinstance(missing, list) and missing else ""
    text = _refusal_text(refusal, system.reference) + told
    raise IllegalSituation(text, reason=refusal.reason, rule=refusal.rule, **refusal.extra) from None
