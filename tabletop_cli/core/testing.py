"""The conformance kit: what every game system promises, as checks that its tests call.

    from tabletop_cli.core.testing import check_system, play_out

    def test_my_system() -> None:
        check_system(SYSTEM)
        play_out(SYSTEM, setup, seed=1)

Every check raises an AssertionError that says what is wrong and where. The checks know no game: they compare what a
system declares with what it does. The brute force in here rolls every face one by one, and so judges the exact odds.
"""

from __future__ import annotations

import ast
import random
from collections import deque
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import is_dataclass
from fractions import Fraction
from itertools import product
from typing import Any

from .dice import Dice, Given, Hands, Replay, Request, Roller, Rolling, Step, Typed, sides_of
from .errors import BadDice, Malformed, TabletopError
from .facts import Fact, Kind, ListOf, MapOf, Nullable, Record, facts_of, record_schema
from .foresee import event_odds, first_roll
from .game import NO_DEFAULT, Draft, Offer, Question, RollAhead, event_of
from .plain import pack, unpack
from .rulings import for_odds, named, odds_of, settle
from .system import Illegal, Resolver, Situation, System

ROLLS = 12_000  # runs of a rule by brute force, for one situation
SEEDS = range(5)
QUICK = 200_000  # millionths of a second for the odds of an event
TRIES = 60  # of random choices, where several things may be picked together
KINDS = ("army", "compute", "track", "ask", "tell")


def check_system(system: System, *, rolls: int = ROLLS) -> None:
    """Everything that can be checked without an army of the system at hand; see `play_out` for battles."""
    check_reference(system)
    check_house(system)
    for resolver in system.resolvers.values():
        check_resolver(system, resolver, rolls=rolls)
    check_events(system)
    check_declarations(system)
    check_schemas(system)
    check_citations(system)


def _require(fine: object, message: str) -> None:
    if not fine:
        raise AssertionError(message)


# --- Texts and ids


def check_reference(system: System) -> None:
    """Rules and rulings have texts, and rulings name rules that exist."""
    reference = system.reference
    for key in ("name", "authors", "licence", "summary"):
        _require(reference.about.get(key), f"the reference says nothing about: {key}")
    for rule in reference.rules.values():
        _require(rule.kind in KINDS, f"{rule.id}: its kind {rule.kind!r} is none of {', '.join(KINDS)}")
        _require(rule.title.strip() and rule.text.strip(), f"{rule.id}: no title or no text")
    for ruling in reference.rulings.values():
        _require(ruling.text.strip() and ruling.question.strip(), f"{ruling.id}: no question or no text")
        unknown = [one for one in ruling.rules if not reference.knows(one)]
        _require(not unknown, f"{ruling.id} is about rules that do not exist: {unknown}")
    both = sorted(reference.rules.keys() & reference.rulings.keys())
    _require(not both, f"rules and rulings of the same id: {both}")


def check_house(system: System) -> None:
    """Every switch has a ruling; every value of it can be read; the schema accepts what the reader accepts."""
    house = system.reference.house
    valid = _validator(house.schema(), "the house table")
    for switch in house.switches.values():
        _require(system.reference.knows(switch.ruling), f"switch {switch.name}: no ruling {switch.ruling!r}")
        for value in switch.values:
            table = {switch.name: value}
            _require(house.read(table)[switch.name] == value, f"switch {switch.name}: {value!r} is not read")
            _require(valid(table), f"switch {switch.name}: the schema refuses {value!r}")
        _require(system.house[switch.name] == switch.values[0], f"switch {switch.name}: its default is not the first")
        _require(not valid({switch.name: "no such value"}), f"switch {switch.name}: the schema takes any word")
    for blank in house.blanks:
        _require(system.reference.knows(blank.ruling), f"blank {blank.key}: no ruling {blank.ruling!r}")


def check_citations(system: System) -> None:
    """Every id that is cited exists, and every rule that is more than told is cited somewhere."""
    reference = system.reference
    cited = {one for resolver in system.resolvers.values() for one in resolver.rules}
    cited |= {one for event in system.game.events.values() for one in event.rules}
    cited |= set(system.muster.checks)
    unknown = sorted(one for one in cited | set(literal_ids(system)) if not reference.knows(one))
    _require(not unknown, f"cited, but not in the reference: {', '.join(unknown)}")
    cited |= {one for ruling in reference.rulings.values() for one in ruling.rules}
    missing = [rule.id for rule in reference.rules.values() if rule.kind != "tell" and rule.id not in cited]
    _require(not missing, f"no resolver, event, check or ruling cites: {', '.join(missing)}")


def literal_ids(system: System) -> Iterator[str]:
    """The rule ids that stand as text in the modules of a system: in refusals, bans and explanations."""
    known = [*system.reference.rules, *system.reference.rulings]
    prefixes = tuple({one.partition("-")[0] + "-" for one in known})
    for path in sorted(system.reference.folder.rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Constant) and isinstance(node.value, str) and node.value.startswith(prefixes):
                text = node.value
                if text.replace("-", "").isalnum() and text.upper() == text and text[-1].isdigit():
                    yield text


# --- Resolvers


def check_resolver(system: System, resolver: Resolver, *, rolls: int = ROLLS) -> None:
    """A resolver keeps what it declares, in its example."""
    _require(system.resolvers.get(resolver.id) is resolver, f"resolver {resolver.id} stands under another name")
    _require(resolver.title.strip(), f"resolver {resolver.id} has no title")
    _require(resolver.rules, f"resolver {resolver.id} cites no rule")
    check_situation(system, resolver, resolver.example, rolls=rolls)


def check_situation(system: System, resolver: Resolver, facts: Mapping[str, Any], *, rolls: int = ROLLS) -> None:
    """One situation keeps every promise: it reads, rolls, replays, takes typed dice, and has exact odds."""
    where = f"{resolver.id} {dict(facts)}"
    for cls in {resolver.situation, resolver.odds_situation()}:
        schema = record_schema(cls)
        schema["properties"] |= {key: {} for key in ("house", *system.common)}
        _require(_validator(schema, where)(facts), f"{where}: the schema of the situation refuses it")
    situation = system.read_situation(resolver.situation, facts)
    for seed in SEEDS:
        _check_rolled(system, resolver, situation, seed, where)
    if resolver.odds is not None:
        _check_odds(system, resolver, system.read_situation(resolver.odds_situation(), facts), rolls, where)


def _check_rolled(system: System, resolver: Resolver, situation: Situation, seed: int, where: str) -> None:
    """A roll, its replay and the same dice typed agree; one die more or less is refused; steps cite what exists."""
    ruled = settle(resolver, situation, fair_dice(seed))
    for step in ruled.steps:
        _require_known(system, step, where)
    replay = Replay(ruled.rolls)
    again = settle(resolver, situation, replay)
    _unused(replay, where)
    _require(again.outcome == ruled.outcome, f"{where}: replayed from {ruled.faces} it gives {again.outcome}")
    _require(again.steps == ruled.steps, f"{where}: replayed from {ruled.faces} it is explained otherwise")
    typed = settle(resolver, situation, Given(ruled.faces))
    _require(typed.outcome == ruled.outcome, f"{where}: typed {ruled.faces} gives {typed.outcome}")
    if ruled.legal:
        for wrong in (ruled.faces[:-1], [*ruled.faces, 1]) if ruled.faces else ([1],):
            _require(_refuses(resolver, situation, wrong), f"{where}: it takes the dice {wrong}")
    if resolver.odds is not None and resolver.odds.rule is None and ruled.legal:
        asked = for_odds(resolver, situation)
        name = resolver.odds.name(asked, resolver.rule(situation, Given(ruled.faces)))
        other = named(resolver, asked, Given(ruled.faces))
        _require(name == other, f"{where}: {ruled.faces} is {name} when rolled, and {other} for the odds")


def _require_known(system: System, step: Step, where: str) -> None:
    for rule in step.rules:
        _require(system.reference.knows(rule), f"{where}: the step {step.text!r} cites {rule}, which does not exist")


def _refuses(resolver: Resolver, situation: Situation, faces: Sequence[int]) -> bool:
    try:
        settle(resolver, situation, Given(faces))
    except BadDice:
        return True
    return False


def _unused(replay: Replay, where: str) -> None:
    try:
        replay.finish()
    except TabletopError as left:
        raise AssertionError(f"{where}: {left.message}") from None


def fair_dice(seed: int) -> Roller:
    """Dice for tests: the same faces for the same seed."""
    source = random.Random(seed)
    return Roller(lambda sides: source.randint(1, sides))


def _check_odds(system: System, resolver: Resolver, situation: Situation, rolls: int, where: str) -> None:
    try:
        odds = odds_of(system, resolver, situation)
    except TabletopError as none:
        _require(none.code == "illegal-situation", f"{where}: no odds: {none.message}")
        return
    check_distribution(odds, where)
    if system.illegal_odds is not None and isinstance(named(resolver, situation, fair_dice(0)), Illegal):
        return
    check_brute_force(odds, lambda dice: named(resolver, situation, dice), rolls, where)


def check_distribution(odds: Mapping[str, Fraction], where: str = "odds") -> None:
    """Names are texts, chances exact and positive, and their sum is exactly 1."""
    for name, chance in odds.items():
        _require(isinstance(name, str) and name, f"{where}: {name!r} is no name of an outcome")
        _require(type(chance) is Fraction and chance > 0, f"{where}: the chance of {name} is {_short(chance)}")
    whole = sum(odds.values(), Fraction(0))
    _require(whole == 1, f"{where}: the odds add up to {_short(whole)}, not to 1")


def _short(chance: Fraction) -> str:
    """A chance for a message; exact ones may have thousands of digits."""
    whole = isinstance(chance, Fraction) and chance.denominator < 10**12
    return str(chance) if whole else f"about {float(chance):.9g}"


def check_brute_force(odds: Mapping[str, Fraction], rule: Callable[[Dice], Any], rolls: int, where: str = "") -> None:
    """Exact odds against every face: equal where all rolls end, else between what is certain and what is possible."""
    found, rest = brute_force(rule, rolls)
    strange = sorted(str(name) for name in found if name not in odds)
    _require(not strange, f"{where}: brute force finds {strange}, which the odds do not know")
    for name, chance in odds.items():
        least = found.get(name, Fraction(0))
        says = _short(least) + (f" to {_short(least + rest)}" if rest else "")
        fits = least <= chance <= least + rest
        _require(fits, f"{where}: exact odds of {name} are {_short(chance)}; brute force says {says}")


class _More(Exception):
    def __init__(self, sides: tuple[int, ...]) -> None:
        self.sides = sides


class _Scripted(Rolling):
    """Faces from a list; where it ends, it says which dice come next."""

    def __init__(self, faces: tuple[int, ...]) -> None:
        super().__init__()
        self._faces = faces
        self._at = 0

    def faces(self, request: Request[Any]) -> tuple[tuple[int, ...], Hands]:
        sides = sides_of(request)
        start, self._at = self._at, self._at + len(sides)
        if self._at > len(self._faces):
            raise _More(sides)
        return self._faces[start : self._at], "program"


def brute_force(rule: Callable[[Dice], Any], rolls: int = ROLLS) -> tuple[dict[Any, Fraction], Fraction]:
    """The outcomes of a rule with their chances, face by face, the shortest rolls first; and the chance of the rest.

    The rest is 0 when `rolls` runs of the rule were enough; fights without an end always leave some.
    """
    found: dict[Any, Fraction] = {}
    rest = Fraction(0)
    waiting: deque[tuple[tuple[int, ...], Fraction]] = deque([((), Fraction(1))])
    while waiting:
        faces, chance = waiting.popleft()
        rolls -= 1
        try:
            outcome = rule(_Scripted(faces))
        except _More as more:
            ways = 1
            for sides in more.sides:
                ways *= sides
            if len(waiting) + ways > rolls:
                rest += chance
                continue
            ranges = [range(1, sides + 1) for sides in more.sides]
            waiting.extend(((*faces, *shown), chance / ways) for shown in product(*ranges))
        else:
            found[outcome] = found.get(outcome, Fraction(0)) + chance
    return found, rest


# --- Declarations and schemas


def check_events(system: System) -> None:
    """Events are declared, titled and cited; what is no event is refused as such."""
    for name, kind in system.game.events.items():
        _require(kind.id == name, f"event {kind.id} stands under the name {name}")
        _require(kind.title.strip() and kind.rules, f"event {name} has no title or cites no rule")
        _require(is_dataclass(kind.cls) and callable(kind.play), f"event {name} has no record or no play")
    wrong: list[Any] = [None, [], {}, {"do": "no such event"}]
    for raw in (*wrong, *({"do": name, "no such field": 1} for name in system.game.events)):
        try:
            system.game.read_event(raw)
        except Malformed:
            continue
        raise AssertionError(f"{raw!r} is read as an event")


def check_declarations(system: System) -> None:
    """Every declared default can be read, and the schema of its kind accepts it."""
    for cls in records(system):
        for one in facts_of(cls):
            where = f"{cls.__name__}.{one.name}"
            _require(one.kind.words.strip(), f"{where}: nothing says what to give")
            if not one.required and (one.default is not None or isinstance(one.kind, Nullable)):
                _check_default(one, where)


def _check_default(one: Fact, where: str) -> None:
    shown = one.kind.plain(one.default)
    try:
        read = one.kind.read(shown, where)
    except Malformed as wrong:
        raise AssertionError(f"the default of {where} cannot be read: {wrong.message}") from None
    _require(one.kind.plain(read) == shown, f"the default of {where} is {shown!r}, but is read as {read!r}")
    _require(_validator(one.kind.schema(), where)(shown), f"the schema of {where} refuses its default {shown!r}")


def records(system: System) -> list[type[Any]]:
    """The dataclasses that a system reads from outside: situations, events, set-up, and all that is inside them."""
    found: list[type[Any]] = []
    waiting = [resolver.situation for resolver in system.resolvers.values()]
    waiting += [resolver.odds_situation() for resolver in system.resolvers.values()]
    waiting += [kind.cls for kind in system.game.events.values()] + [system.game.set_up]
    while waiting:
        cls = waiting.pop()
        if cls not in found:
            found.append(cls)
            waiting += [inner for one in facts_of(cls) for inner in _inside(one.kind)]
    return found


def _inside(kind: Kind) -> Iterator[type[Any]]:
    if isinstance(kind, Record):
        yield kind.cls
    elif isinstance(kind, ListOf | MapOf | Nullable):
        yield from _inside(kind.item)


def check_schemas(system: System) -> None:
    """The schemas of armies, catalogue, events and situations are draft-07."""
    _validator(system.muster.schema(system), "the schema of armies")
    _validator(system.catalogue_schema(), "the schema of the catalogue")
    _validator(system.game.schema(), "the schema of events")
    for cls in records(system):
        _validator(record_schema(cls), f"the schema of {cls.__name__}")


def _validator(schema: Mapping[str, Any], where: str) -> Callable[[Any], bool]:
    """Whether something is valid under a schema, which itself must be draft-07."""
    from jsonschema import Draft7Validator
    from jsonschema.exceptions import SchemaError

    try:
        Draft7Validator.check_schema(schema)
    except SchemaError as wrong:
        raise AssertionError(f"{where}: not a draft-07 schema: {wrong.message}") from None
    validator = Draft7Validator(schema)
    return lambda instance: bool(validator.is_valid(_as_json(instance)))


def _as_json(value: Any) -> Any:
    if isinstance(value, Mapping):
        return {key: _as_json(item) for key, item in value.items()}
    return [_as_json(item) for item in value] if isinstance(value, list | tuple) else value


# --- Battles


def play_out(
    system: System, setup: Mapping[str, Any], *, seed: int, events: int = 60, avoid: Sequence[str] = ()
) -> list[dict[str, Any]]:
    """Play what is offered, with random answers, and check every step; gives the events that were played.

    Nothing that is offered may be refused; the recorded dice and the same dice typed lead to the same state; the state
    survives a snapshot; odds shown beforehand add up. Kinds of events in `avoid` are played only for want of others.
    """
    chance = random.Random(seed)
    state = system.game.begin(setup, system)
    played: list[dict[str, Any]] = []
    while len(played) < events:
        where = f"seed {seed}, event {len(played) + 1}"
        if (found := any_event(system, state, chance, avoid, where)) is None:
            break
        event, ahead = found
        state = _step(system, state, event, ahead, chance, f"{where}, {event}")
        played.append(event)
    return played


def any_event(
    system: System, state: Any, chance: random.Random, avoid: Sequence[str] = (), where: str = "now"
) -> tuple[dict[str, Any], tuple[int, ...]] | None:
    """An event that is offered and accepted, with dice that were rolled for its questions; None where nothing is.

    A single answer that is not barred is always right; of several that may be picked together not every choice is.
    """
    offers = system.game.offers(state)
    if not offers:
        return None
    offer = _picked(offers, avoid, chance)
    for _ in range(TRIES):
        draft, ahead, several = _filled(system, state, offer, chance)
        event = event_of(draft)
        try:
            first_roll(system, state, event)
        except TabletopError as wrong:
            _require(several, f"{where}, {event}: offered, but refused: {wrong.as_dict()}")
        else:
            return event, ahead
    raise AssertionError(f"{where}, {dict(offer)}: offered, but refused with {TRIES} different choices")


def _picked(offers: Sequence[Offer], avoid: Sequence[str], chance: random.Random) -> Draft:
    """An offer: first a kind of event, so that rare ones are played as often as others."""
    kinds = list(dict.fromkeys(str(offer.event["do"]) for offer in offers))
    wanted = chance.choice([kind for kind in kinds if kind not in avoid] or kinds)
    return chance.choice([offer.event for offer in offers if offer.event["do"] == wanted])


def _filled(
    system: System, state: Any, draft: Draft, chance: random.Random
) -> tuple[Draft, tuple[int, ...], bool]:
    """The draft with all questions answered, dice that were rolled for them, and whether several could be picked."""
    ahead: tuple[int, ...] = ()
    several = False
    for _ in range(200):
        wanted = system.game.question(state, draft)
        if wanted is None:
            return draft, ahead, several
        if isinstance(wanted, RollAhead):
            ahead = tuple(chance.randint(1, sides) for sides in sides_of(wanted.request))
            draft = {**draft, "_dice": list(ahead)}
        else:
            several = several or wanted.many
            draft = wanted.answered(draft, _answer(wanted, chance))
    raise AssertionError(f"the questions about {event_of(draft)} never end; the last is {wanted}")


def _answer(asked: Question, chance: random.Random) -> Any:
    """One of the answers that are not barred, or the default, or something that fits."""
    free = [answer.value for answer in asked.answers if not answer.barred]
    if asked.many and asked.answers:
        least, most = (asked.kind.minimum, asked.kind.maximum) if isinstance(asked.kind, ListOf) else (0, len(free))
        _require(least <= len(free), f"{asked.text} wants {least} answers, {len(free)} are possible")
        return tuple(chance.sample(free, chance.randint(least, min(most, len(free)))))
    if asked.answers:
        _require(free, f"{asked.text} has no possible answer")
        return chance.choice(free)
    if asked.default is not NO_DEFAULT:
        return asked.default
    raise AssertionError(f"{asked.text} has neither answers nor a default")


def _step(
    system: System, state: Any, event: dict[str, Any], ahead: tuple[int, ...], chance: random.Random, where: str
) -> Any:
    """Play one event, then again from its rolls and with the same dice typed: the next state."""
    left = [ahead] if ahead else []
    dice = Typed(lambda request: left.pop() if left else None, lambda sides: chance.randint(1, sides))
    try:
        odds = event_odds(system, state, event, QUICK)
    except TabletopError as none:
        _require(none.code in ("too-big", "illegal-situation"), f"{where}: no odds: {none.message}")
        odds = None
    if odds is not None:
        check_distribution(odds, where)
    try:
        after, result = system.game.play(state, event, dice)
    except TabletopError as wrong:
        raise AssertionError(f"{where}: offered, but refused: {wrong.message} {wrong.as_dict()}") from None
    for step in dice.steps:
        _require_known(system, step, where)
    replay = Replay(dice.rolls)
    again, same = system.game.play(state, event, replay)
    _unused(replay, where)
    faces = [face for roll in dice.rolls for face in roll.faces]
    typed, told = system.game.play(state, event, Given(faces))
    view = system.game.view(after)
    _require(same == result == told, f"{where}: the same dice {faces} give another result: {same}, {told}, {result}")
    _require(system.game.view(again) == view == system.game.view(typed), f"{where}: the same dice lead elsewhere")
    _check_snapshot(system, after, where)
    system.game.board(after)
    _require(system.game.headline(after).strip(), f"{where}: no headline")
    return after


def _check_snapshot(system: System, state: Any, where: str) -> None:
    thawed = unpack(system.game.state, _as_json(pack(state, system.freezers())), system.thawers())
    _require(thawed == state, f"{where}: the state does not survive a snapshot")
    _require(system.game.view(thawed) == system.game.view(state), f"{where}: a snapshot looks otherwise")
