"""The public cases of `td`: the JSON Lines files beside this module.

A line is one batch request and what must come back: `{"name", "rules", "request", "expect"}`. Blank lines and
lines that start with `//` are for the reader. `{"define": {"G": {...}}}` names a piece of request for the
rest of its file: the string `"$G"` stands for it, and `{"$like": "G", "models": 5}` for a changed copy.

`expect` is a part of the reply: dicts may have more keys; lists have the same length and are compared one by
one. Three keys are special: `outcomes` (odds) must be equal, `codes` lists the errors among the `problems` of
an army, in order, `warnings` the set of its warnings. `true` is never equal to `1`.
"""

import json
import tomllib
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from importlib import resources
from pathlib import Path
from typing import Any

import pytest

HERE = Path(__file__).parent
Reply = Callable[[dict[str, Any]], dict[str, Any]]

# The reasons of refusal: of resolvers first, then of the events of a battle in the order of their tests.
REASONS = """
    reload-markers wrong-weapon gun-value-missing no-missions no-group-access group-size no-cc-dice
    bad-placement depends-on-choices bad-allotment
    game-over close-combat-running casualties-first leader-first no-close-combat no-casualties leader-alive
    not-your-turn not-for-this-model not-one-unit singles-only no-actions-left
    nothing-moving not-reactive-player no-interruption beyond-balance
    not-your-model model-out own-model not-moving
    pinned suppressed nothing-to-remove atg-towed-or-set-up no-los-or-arc not-led leader-suppressed
    vehicle-target no-los-to-leader leader-cannot-see no-reactive-fire
    no-pair not-fast path-too-long not-an-atg already-done cannot-help bad-nearby smoke-actions-missing
    no-move one-side-only no-mover not-the-winner bad-choice not-a-member
"""

EVENTS = """
    move pivot group-move direct-fire group-fire reactive-fire indirect-fire rally reload prepare
    contact cc-round casualties new-leader goal
"""

SWITCHES: dict[str, list[object]] = {
    "note_5": ["option", "fixed"],
    "attached_hmg_cost": [1, 0],
    "heavy_tank_arc": [180, 90],
    "atg_reload": [2, 1],
    "gap": ["catch-up", "normal-turn"],
    "catch_up_end": ["stated", "difference"],
    "reactive_fire": ["balance", "exceed"],
    "reactive_in_catch_up": ["allowed", "forbidden"],
    "suppressed_leader_initiates": [False, True],
    "pairs_single": ["one", "two"],
    "reactive_miss_gun": ["add", "gun-reload-only"],
    "reload_scope": ["model", "weapon"],
    "pinned_reload": [True, False],
    "lost_shots": ["lost", "retarget"],
    "linear_cover": ["next-to", "crossed"],
    "spotter_los": [True, False],
    "smoke": ["blocks-los", "none"],
    "rally_suppressed": ["clear", "step-down"],
    "rally_leader": ["any-friendly", "own-unit"],
    "leader_self": [False, True],
    "close_combat": ["variant-1", "variant-2"],
    "armour_hold": ["wins", "saves"],
    "casualties": ["down", "up"],
    "casualties_models": ["any", "infantry-only"],
    "equal_terrain_border": ["counts", "ignored"],
}


@dataclass(frozen=True)
class Case:
    """One line of a case file, its macros replaced."""

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
                yield from differences(value, problem_codes(got["problems"], key), f"{where}.{key}")
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
    """The codes of the errors, as they come; of the warnings each once: several entries may have it."""
    if key == "codes":
        return [problem["code"] for problem in problems if problem["severity"] == "error"]
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


CASES = [case for path in sorted(HERE.glob("*.jsonl")) for case in read(path)]


@pytest.fixture(scope="session")
def reply() -> Reply:
    """The batch door, in process."""
    from tabletop_cli.core.batch import reply as serve

    return serve


@pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case.file}:{case.name}")
def test_case(case: Case, reply: Reply) -> None:
    got = json.loads(json.dumps(reply(case.request)))  # as it goes over the line
    wrong = list(differences(case.expect, got))
    if wrong:
        lines = [f"{case.name}  [{' '.join(case.rules)}]", *wrong, "request " + json.dumps(case.request)]
        pytest.fail("\n".join([*lines, "reply   " + json.dumps(got)]), pytrace=False)


def test_names_are_unique_in_their_file() -> None:
    names = [(case.file, case.name) for case in CASES]
    assert sorted(name for name in set(names) if names.count(name) > 1) == []


def test_every_rule_has_a_case() -> None:
    text = resources.files("tabletop_cli.systems.td").joinpath("reference.toml").read_text(encoding="utf-8")
    rules = {rule["id"] for rule in tomllib.loads(text)["rule"] if rule.get("kind") != "tell"}
    assert sorted(rules - {rule for case in CASES for rule in case.rules}) == []


def test_every_reason_of_refusal_has_a_case() -> None:
    seen = {reason for case in CASES for reason in values(case.expect, "reason")}
    assert sorted(set(REASONS.split()) ^ seen) == []


def test_every_event_has_a_case() -> None:
    seen = {event["do"] for case in CASES for event in case.request.get("events", [])}
    assert sorted(set(EVENTS.split()) - seen) == []


@pytest.mark.parametrize("switch", SWITCHES)
def test_every_value_of_a_switch_has_a_case(switch: str) -> None:
    houses = [house for case in CASES for house in values(case.request, "house") if isinstance(house, dict)]
    seen = [house[switch] for house in houses if switch in house]
    assert [value for value in SWITCHES[switch] if value not in seen] == []
