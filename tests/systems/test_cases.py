"""The public cases of every built-in system: the JSON Lines files in the folders beside this module.

A line is one batch request and what must come back: `{"name", "rules", "request", "expect"}`. Blank lines and
lines that start with `//` are for the reader. `{"define": {"G": {...}}}` names a piece of request for the
rest of its file: the string `"$G"` stands for it, and `{"$like": "G", "models": 5}` for a changed copy.

`expect` is a part of the reply: dicts may have more keys; lists have the same length and are compared one by
one. Three keys are special: `outcomes` (odds) must be equal, `codes` lists the errors among the `problems` of
an army in any order, `warnings` the set of its warnings. `true` is never equal to `1`.
"""

import json
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from tabletop_cli.core import registry
from tabletop_cli.core.batch import reply_to_request

HERE = Path(__file__).parent
SYSTEMS = sorted(path.name for path in HERE.iterdir() if any(path.glob("*.jsonl")))


@dataclass(frozen=True)
class Case:
    """One line of a case file, its macros replaced."""

    system: str
    file: str
    name: str
    rules: tuple[str, ...]
    request: dict[str, Any]
    expect: dict[str, Any]


def expand(value: Any, macros: dict[str, Any]) -> Any:
    """`value` with every `"$NAME"` and every `{"$like": "NAME", ...}` replaced by what it names."""
    if isinstance(value, str) and value.startswith("$"):
        return expand(macros[value[1:]], macros)
    if isinstance(value, list):
        return [expand(item, macros) for item in value]
    if isinstance(value, dict):
        plain = {key: expand(item, macros) for key, item in value.items() if key != "$like"}
        return expand(macros[value["$like"]], macros) | plain if "$like" in value else plain
    return value


def read(path: Path) -> Iterator[Case]:
    """The cases of one file, in order."""
    macros: dict[str, Any] = {}
    for line in path.read_text(encoding="utf-8").splitlines():
        if not line.strip() or line.startswith("//"):
            continue
        record = json.loads(line)
        if "define" in record:
            macros |= record["define"]
            continue
        yield Case(
            system=path.parent.name,
            file=path.stem,
            name=record["name"],
            rules=tuple(record["rules"]),
            request=expand(record["request"], macros),
            expect=record["expect"],
        )


def differences(want: Any, got: Any, where: str = "reply") -> Iterator[str]:
    """What of `want` is missing or different in `got`, one readable line each."""
    if isinstance(want, dict) and isinstance(got, dict):
        for key, value in want.items():
            if key in ("codes", "warnings") and "problems" in got:
                yield from differences(sorted(value), problem_codes(got["problems"], key), f"{where}.{key}")
            elif key not in got:
                yield f"{where}.{key}: missing, wanted {json.dumps(value)}"
            elif key == "outcomes" and value != got[key]:
                yield f"{where}.{key}:\n    wanted {in_order(value)}\n    got    {in_order(got[key])}"
            else:
                yield from differences(value, got[key], f"{where}.{key}")
    elif isinstance(want, list) and isinstance(got, list) and len(want) == len(got):
        for number, (one, other) in enumerate(zip(want, got, strict=True)):
            yield from differences(one, other, f"{where}[{number}]")
    elif want != got or isinstance(want, bool) != isinstance(got, bool):
        yield f"{where}: wanted {json.dumps(want)}, got {json.dumps(got)}"


def problem_codes(problems: list[dict[str, Any]], key: str) -> list[str]:
    """The codes of the errors, sorted; of the warnings each once: several entries may have it."""
    if key == "codes":
        return sorted(problem["code"] for problem in problems if problem["severity"] == "error")
    return sorted({problem["code"] for problem in problems if problem["severity"] == "warning"})


def in_order(outcomes: Any) -> str:
    return json.dumps(outcomes, sort_keys=True)


def values(tree: Any, key: str) -> Iterator[Any]:
    """Everything that stands under `key`, anywhere in `tree`."""
    if isinstance(tree, dict):
        for name, value in tree.items():
            if name == key:
                yield value
            yield from values(value, key)
    elif isinstance(tree, list):
        for item in tree:
            yield from values(item, key)


def refusals(tree: Any) -> Iterator[str]:
    """The reasons of all that is refused or illegal, anywhere in `tree`; a state may have reasons of its own."""
    if isinstance(tree, dict):
        if isinstance(tree.get("reason"), str) and "token" not in tree:
            yield tree["reason"]
        tree = list(tree.values())
    for item in tree if isinstance(tree, list) else ():
        yield from refusals(item)


FILES = sorted(HERE.glob("*/*.jsonl"))
CASES = [case for path in FILES for case in read(path)]


@pytest.mark.parametrize("path", FILES, ids=lambda path: f"{path.parent.name}-{path.stem}")
def test_every_case_comes_to_what_stands_beside_it(path: Path) -> None:
    """All that are wrong are told: thousands of tests of a millisecond each would take longer than their cases."""
    wrong = [told for case in of_file(path) if (told := complaint(case))]
    if wrong:
        pytest.fail("\n\n".join(wrong), pytrace=False)


def complaint(case: Case) -> str:
    """What a case comes to instead, with all that it takes to see why; empty where nothing is wrong."""
    got = json.loads(json.dumps(reply_to_request(case.request)))  # as it goes over the line
    if not (wrong := list(differences(case.expect, got))):
        return ""
    lines = [f"{case.name}  [{' '.join(case.rules)}]", *wrong, "request " + json.dumps(case.request)]
    return "\n".join([*lines, "reply   " + json.dumps(got)])


def of_file(path: Path) -> list[Case]:
    return [case for case in CASES if (case.system, case.file) == (path.parent.name, path.stem)]


def of_system(system: str) -> list[Case]:
    return [case for case in CASES if case.system == system]


@pytest.mark.parametrize("system", SYSTEMS)
def test_names_are_unique_in_their_file(system: str) -> None:
    names = [(case.file, case.name) for case in of_system(system)]
    assert sorted(name for name in set(names) if names.count(name) > 1) == []


@pytest.mark.parametrize("system", SYSTEMS)
def test_every_rule_has_a_case(system: str) -> None:
    reference = registry.load(system).reference
    rules = {rule.id for rule in reference.rules.values() if rule.kind != "tell"}
    cited = {rule for case in of_system(system) for rule in case.rules}
    assert sorted(rules - cited) == []
    assert sorted(cited - {*reference.rules, *reference.rulings}) == []


@pytest.mark.parametrize("system", SYSTEMS)
def test_every_reason_of_refusal_has_a_sentence_and_a_case(system: str) -> None:
    seen = {reason for case in of_system(system) for reason in refusals(case.expect)}
    assert sorted(set(registry.load(system).reference.reasons) ^ seen) == []


@pytest.mark.parametrize("system", SYSTEMS)
def test_every_event_and_resolver_has_a_case(system: str) -> None:
    requests = [case.request for case in of_system(system)]
    for name, game in registry.load(system).games.items():
        played = [request.get("events", []) for request in requests if request.get("do") == name]
        assert sorted(set(game.events) - {event.get("do") for events in played for event in events}) == []
    assert sorted(set(registry.load(system).resolvers) - {request.get("resolver") for request in requests}) == []


@pytest.mark.parametrize("system", SYSTEMS)
def test_every_value_of_a_switch_has_a_case(system: str) -> None:
    houses = [house for case in of_system(system) for house in values(case.request, "house") if isinstance(house, dict)]
    missing = [
        (name, value)
        for name, switch in registry.load(system).reference.house.switches.items()
        for value in switch.values
        if not any(house.get(name) == value and type(house.get(name)) is type(value) for house in houses)
    ]
    assert missing == []
