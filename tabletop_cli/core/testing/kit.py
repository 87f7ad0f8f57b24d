"""What every system promises of its texts, resolvers, events and declarations, as checks."""

from __future__ import annotations

import json
import random
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import fields, is_dataclass
from fractions import Fraction
from types import MappingProxyType
from typing import Any

from ..data import Json, JsonMapping
from ..declare.composed import Nullable
from ..declare.facts import Fact, facts_of, record_schema
from ..declare.house import HouseRules
from ..declare.kinds import AnyKind
from ..declare.plain import as_typed
from ..dice.brute_force import JUDGED, ROLLS, check_brute_force, check_distribution, require
from ..dice.handlers import Given, Replay, Roller
from ..errors import BadDice, Malformed, TabletopError, a_type
from ..lists.army import check_army, read_army
from ..play.game import AnyGame, Game
from ..rule.finding import refusal_of
from ..rule.resolve import odds_of, outcome_name, settle_situation, situation_for_odds
from ..rule.resolver import AnyResolver
from ..rule.situation import Situation
from ..system import System
from .armies import begun_armies, check_armies, check_quick
from .citations import check_citations, check_reasons, kinds_of, record_classes
from .playing_out import check_used_up, require_known
from .samples import schema_samples

SEEDS = range(5)
KINDS = ("army", "compute", "track", "ask", "tell")


def check_system(
    system: System, *, rolls: int = ROLLS, smaller: Mapping[str, JsonMapping] = MappingProxyType({})
) -> dict[str, Fraction]:
    """Everything that can be checked without an army at hand; see `check_armies` for yours, `play_out` for battles.

    Gives the share of all faces by which brute force judged the odds of each resolver: three quarters at least. Where
    an example rolls too many dice for that, `smaller` has a situation of its resolver that is judged instead.
    """
    check_reference(system)
    check_house(system)
    strange = sorted(smaller.keys() - system.resolvers.keys())
    require(not strange, f"smaller situations of no resolver: {', '.join(strange)}")
    shares = {
        one.id: check_resolver(system, one, rolls=rolls, smaller=smaller.get(one.id))
        for one in system.resolvers.values()
    }
    check_events(system)
    check_declarations(system)
    check_schemas(system)
    check_citations(system)
    check_reasons(system)
    if system.has_lists:
        check_armies(system)
        check_house_of_armies(system)
    elif system.quick_from or system.catalogue_from:
        check_quick(system)
    return {name: share for name, share in shares.items() if share is not None}


# --- Texts and ids


def check_reference(system: System) -> None:
    """Rules and rulings have texts, and rulings name rules that exist."""
    reference = system.reference
    for key in ("name", "authors", "licence", "summary"):
        require(reference.about.get(key), f"the reference says nothing about: {key}")
    for rule in reference.rules.values():
        require(rule.kind in KINDS, f"{rule.id}: its kind {rule.kind!r} is none of {', '.join(KINDS)}")
        require(rule.title.strip() and rule.text.strip(), f"{rule.id}: no title or no text")
    for ruling in reference.rulings.values():
        require(ruling.text.strip() and ruling.question.strip(), f"{ruling.id}: no question or no text")
        unknown = [one for one in ruling.rules if not reference.has_entry(one)]
        require(not unknown, f"{ruling.id} is about rules that do not exist: {unknown}")
    both = sorted(reference.rules.keys() & reference.rulings.keys())
    require(not both, f"rules and rulings of the same id: {both}")


def check_house(system: System) -> None:
    """Every switch has a ruling; every value of it can be read; the schema accepts what the reader accepts."""
    house = system.reference.house
    valid = _make_validator(house.schema(), "the house table")
    for switch in house.switches.values():
        require(system.reference.has_entry(switch.ruling), f"switch {switch.name}: no ruling {switch.ruling!r}")
        for value in switch.values:
            table = {switch.name: value}
            require(house.read(table)[switch.name] == value, f"switch {switch.name}: {value!r} is not read")
            require(valid(table), f"switch {switch.name}: the schema refuses {value!r}")
        require(system.house[switch.name] == switch.values[0], f"switch {switch.name}: its default is not the first")
        require(not valid({switch.name: "no such value"}), f"switch {switch.name}: the schema takes any word")
    for blank in house.blanks:
        require(system.reference.has_entry(blank.ruling), f"blank {blank.key}: no ruling {blank.ruling!r}")
        check_kind(blank.kind, f"blank {blank.key}")
        for path in blank.paths:
            _check_supplied(house, path, valid)


def _check_supplied(house: HouseRules, path: tuple[str, ...], valid: Callable[[Any], bool]) -> None:
    """A path that may be supplied takes what its kind takes, typed or written."""
    key, blank = ".".join(path), house.blank_of[path]
    for value in schema_samples(blank.kind.schema()):
        with suppress(Malformed):
            plain = blank.kind.plain(blank.kind.read(value, key))
            typed = house.parse_table(key, as_typed(plain))
            require(
                house.read(typed).supplied_value(*path) == blank.kind.read(value, key),
                f"blank {key}: {typed} is read wrong",
            )
            require(valid(typed), f"blank {key}: the schema refuses {plain!r}")


def check_house_of_armies(system: System) -> None:
    """Army files may hold house rules: they are read, the schema of armies knows them, and wrong ones are refused."""
    tables = [{switch.name: value} for switch in system.reference.house.switches.values() for value in switch.values]
    schema = system.muster.schema(system)
    known = schema.get("properties", {}).get(
        "house", {"not": {}} if schema.get("additionalProperties") is False else {}
    )
    valid = _make_validator(known, "the schema of armies")
    for army in begun_armies(system)[:1] if tables else ():
        for house in tables:
            written = {**army, "house": house}
            try:
                read_army(system, written)
            except Malformed as wrong:
                raise AssertionError(f"an army with the house rule {house} is not read: {wrong.message}") from None
            require(valid(house), f"the schema of armies refuses the house rule {house}")
        strange = {**army, "house": {"no such rule": 1}}
        told = _army_problems(system, strange) - _army_problems(system, army)
        require(told, "an army may have any house rule: nothing is said of one that does not exist")
        if not system.muster.house:
            own = _reads_house(system, {**army, "house": tables[0]})
            require(not own, "its lists read house rules themselves: say so with Muster(house=True)")


def _army_problems(system: System, army: JsonMapping) -> set[str]:
    """What is wrong with an army: that it cannot be read, or the errors among its problems."""
    try:
        report = check_army(system, army)
    except Malformed as wrong:
        return {wrong.message}
    return {problem.message for problem in report.problems if problem.severity == "error"}


def _reads_house(system: System, army: JsonMapping) -> bool:
    """Whether the lists of a system take house rules by themselves."""
    try:
        system.muster.read(army, None, system)
    except Malformed:
        return False
    return True


# --- Resolvers


def check_resolver(
    system: System, resolver: AnyResolver, *, rolls: int = ROLLS, smaller: JsonMapping | None = None
) -> Fraction | None:
    """A resolver keeps what it declares, in its example; its odds are judged there, or in a `smaller` situation.

    Gives the share of all faces that judged its odds, None where it has none.
    """
    require(system.resolvers.get(resolver.id) is resolver, f"resolver {resolver.id} stands under another name")
    require(resolver.title.strip(), f"resolver {resolver.id} has no title")
    require(resolver.rules, f"resolver {resolver.id} cites no rule")
    if smaller is not None:
        check_situation(system, resolver, resolver.example, rolls=rolls, judged=Fraction(0))
    share = check_situation(system, resolver, resolver.example if smaller is None else smaller, rolls=rolls)
    judged = share is not None or resolver.odds is None
    require(judged, f"resolver {resolver.id}: its example is illegal, so that nothing judges its odds")
    return share


def check_situation(
    system: System, resolver: AnyResolver, facts: JsonMapping, *, rolls: int = ROLLS, judged: Fraction = JUDGED
) -> Fraction | None:
    """One situation keeps every promise: it reads, rolls, replays, takes typed dice, and has exact odds.

    Gives the share of all faces by which brute force judged the odds, None where there are none; `judged` is the least.
    """
    where = f"{resolver.id} {dict(facts)}"
    for cls in {resolver.situation, resolver.odds_situation()}:
        schema = record_schema(cls)
        schema["properties"] |= {key: {} for key in system.common_keys}
        require(_make_validator(schema, where)(facts), f"{where}: the schema of the situation refuses it")
    situation = system.read_situation(resolver.situation, facts)
    for seed in () if resolver.odds_only else SEEDS:
        _check_rolled(system, resolver, situation, seed, where)
    if resolver.odds is None:
        return None
    for_its_odds = system.read_situation(resolver.odds_situation(), facts)
    return _check_odds(system, resolver, for_its_odds, rolls, judged, where)


def _check_rolled(system: System, resolver: AnyResolver, situation: Situation, seed: int, where: str) -> None:
    """A roll, its replay and the same dice typed agree; one die more or less is refused; steps cite what exists."""
    ruled = settle_situation(resolver, situation, fair_dice(seed))
    for step in ruled.steps:
        require_known(system, step, where)
    replay = Replay(ruled.rolls)
    again = settle_situation(resolver, situation, replay)
    check_used_up(replay, where)
    require(again.outcome == ruled.outcome, f"{where}: replayed from {ruled.faces} it gives {again.outcome}")
    require(again.steps == ruled.steps, f"{where}: replayed from {ruled.faces} it is explained otherwise")
    typed = settle_situation(resolver, situation, Given(ruled.faces))
    require(typed.outcome == ruled.outcome, f"{where}: typed {ruled.faces} gives {typed.outcome}")
    if ruled.legal:
        for wrong in (ruled.faces[:-1], [*ruled.faces, 1]) if ruled.faces else ([1],):
            require(_refuses_dice(resolver, situation, wrong), f"{where}: it takes the dice {wrong}")
    if resolver.odds is not None and resolver.odds.rule is None and ruled.legal:
        asked = situation_for_odds(resolver, situation)
        name = resolver.odds.name(asked, resolver.rule(situation, Given(ruled.faces)))
        other = outcome_name(resolver, asked, Given(ruled.faces))
        require(name == other, f"{where}: {ruled.faces} is {name} when rolled, and {other} for the odds")


def _refuses_dice(resolver: AnyResolver, situation: Situation, faces: Sequence[object]) -> bool:
    try:
        settle_situation(resolver, situation, Given(faces))
    except BadDice:
        return True
    return False


def fair_dice(seed: int) -> Roller:
    """Dice for tests: the same faces for the same seed."""
    source = random.Random(seed)
    return Roller(lambda sides: source.randint(1, sides))


def _check_odds(
    system: System, resolver: AnyResolver, situation: Situation, rolls: int, judged: Fraction, where: str
) -> Fraction | None:
    try:
        odds = odds_of(system, resolver, situation)
    except TabletopError as none:
        require(none.code == "illegal-situation", f"{where}: no odds: {none.message}")
        return None
    check_distribution(odds, where)
    if (
        system.illegal_odds is not None
        and refusal_of(lambda: outcome_name(resolver, situation, fair_dice(0))) is not None
    ):
        return None
    return check_brute_force(odds, lambda dice: outcome_name(resolver, situation, dice), rolls, where, judged=judged)


# --- Declarations and schemas


def check_events(system: System) -> None:
    """Events of every game are declared, titled and cited; what is no event is refused as such."""
    for name, game in system.games.items():
        require(isinstance(game, Game), f"the {name} of {system.id} is {a_type(game)}, no Game")
        _check_events(game)


def _check_events(game: AnyGame) -> None:
    require(not game.events.keys() & game.asides.keys(), "an aside is an event, too")
    for name, kind in kinds_of(game).items():
        require(kind.id == name, f"event {kind.id} stands under the name {name}")
        require(kind.title.strip() and kind.rules, f"event {name} has no title or cites no rule")
        require(is_dataclass(kind.cls) and callable(kind.play), f"event {name} has no record or no play")
        bare = {one.name for one in fields(kind.cls) if "kind" not in one.metadata}
        how = "give each a `fact(...)`; an event of no side is no `Event` and needs no `by`"
        require(not bare, f"event {name}: {kind.cls.__name__} does not declare {', '.join(sorted(bare))}: {how}")
    wrong: list[Json] = [None, [], {}, {"do": "no such event"}]
    for raw in (*wrong, *({"do": name, "no such field": 1} for name in game.events)):
        try:
            game.check_event(raw)
        except Malformed:
            continue
        raise AssertionError(f"{raw!r} is read as an event")


def check_declarations(system: System) -> None:
    """Every declared default can be read, and the schema of its kind accepts it; what a kind reads survives JSON."""
    for cls in record_classes(system):
        for one in facts_of(cls):
            where = f"{cls.__name__}.{one.name}"
            require(one.kind.words.strip(), f"{where}: nothing says what to give")
            check_kind(one.kind, where)
            if not one.required and (one.default is not None or isinstance(one.kind, Nullable)):
                _check_default(one, where)


def _check_default(one: Fact, where: str) -> None:
    shown = one.kind.plain(one.default)
    try:
        read = one.kind.read(shown, where)
    except Malformed as wrong:
        raise AssertionError(f"the default of {where} cannot be read: {wrong.message}") from None
    require(one.kind.plain(read) == shown, f"the default of {where} is {shown!r}, but is read as {read!r}")
    require(_make_validator(one.kind.schema(), where)(shown), f"the schema of {where} refuses its default {shown!r}")


def check_kind(kind: AnyKind, where: str) -> None:
    """What a kind reads, it writes as JSON, and reads again as the same."""
    for value in schema_samples(kind.schema()):
        try:
            read = kind.read(value, where)
        except Malformed:
            continue  # an id of nothing, or a table with more conditions than a schema says
        try:
            again = kind.read(json.loads(json.dumps(kind.plain(read))), where)
        except (TypeError, ValueError, Malformed) as wrong:
            raise AssertionError(f"{where}: read from {value!r}, its plain form is no JSON of it: {wrong}") from None
        require(again == read, f"{where}: {value!r} is read as {read!r}, but from its plain form as {again!r}")


def check_schemas(system: System) -> None:
    """The schemas of armies, catalogue, events and situations are draft-07."""
    if system.has_lists:
        _make_validator(system.muster.schema(system), "the schema of armies")
    if system.catalogue_schema_from is not None:
        _make_validator(system.catalogue_schema(), "the schema of the catalogue")
    for name, game in system.games.items():
        _make_validator(game.event_schema(), f"the schema of events of the {name}")
    for cls in record_classes(system):
        _make_validator(record_schema(cls), f"the schema of {cls.__name__}")


def _make_validator(schema: JsonMapping, where: str) -> Callable[[Any], bool]:
    """Whether something is valid under a schema, which itself must be draft-07."""
    from jsonschema import Draft7Validator
    from jsonschema.exceptions import SchemaError

    try:
        Draft7Validator.check_schema(schema)
    except SchemaError as wrong:
        raise AssertionError(f"{where}: not a draft-07 schema: {wrong.message}") from None
    validator = Draft7Validator(schema)
    return lambda instance: bool(validator.is_valid(as_json(instance)))


def as_json(value: Json) -> object:
    """A value as it comes back from JSON: lists for tuples."""
    if isinstance(value, Mapping):
        return {key: as_json(item) for key, item in value.items()}
    return [as_json(item) for item in value] if isinstance(value, list | tuple) else value
