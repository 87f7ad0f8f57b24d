"""The door for machines: one reply line per request, in order, whatever stands on the line."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tabletop_cli.core.batch import DEEPEST, LONGEST_LINE, reply_to_request, serve
from tests.examples import examples

RALLY: dict[str, Any] = {"experience": "regular", "status": "pinned"}
RESOLVE: dict[str, Any] = {"do": "resolve", "system": "td", "resolver": "rally", "situation": RALLY, "dice": [5]}
ODDS: dict[str, Any] = {"do": "odds", "system": "td", "resolver": "rally", "situation": RALLY}
ARMY: dict[str, Any] = {"do": "validate", "system": "td", "army": {"units": [{"type": "hmg"}]}}
HMGS: dict[str, Any] = {"army": {"units": [{"type": "hmg"}]}, "actions": 9}
BATTLE: dict[str, Any] = {"do": "battle", "system": "td", "setup": {"sides": {"a": HMGS, "b": HMGS}}, "events": []}


def answers(*lines: str) -> list[dict[str, Any]]:
    return [json.loads(line, parse_constant=no_json) for line in serve(lines)]


def no_json(word: str) -> None:
    raise AssertionError(f"{word} is not JSON")


def code(answer: dict[str, Any]) -> str:
    assert answer["ok"] is False, answer
    assert answer["error"]["message"]
    assert answer["error"]["code"] != "fault", answer
    return str(answer["error"]["code"])


# --- One line, one reply ----------------------------------------------------------------------------------------------


def test_replies_come_in_order_and_blank_lines_are_passed_over() -> None:
    lines = [json.dumps(one | {"id": at}) for at, one in enumerate([RESOLVE, ODDS, ARMY, BATTLE])]
    found = answers(lines[0], "", "   \n", "nonsense", *lines[1:])
    assert [one.get("id") for one in found] == [0, None, 1, 2, 3]
    assert [one["ok"] for one in found] == [True, False, True, True, True]


@pytest.mark.parametrize("tag", [0, "x", None, [1, {"a": 2}], "\u2028é", 1.5, True])
def test_the_id_comes_back_with_replies_and_errors(tag: Any) -> None:
    for request in (RESOLVE, ODDS | {"resolver": "nothing"}, {"do": "nothing"}):
        (found,) = answers(json.dumps(request | {"id": tag}))
        assert found["id"] == tag


def test_a_reply_is_one_line() -> None:
    (line,) = serve([json.dumps(RESOLVE | {"id": "a\nb\r\u0085"})])
    assert "\n" not in line
    assert json.loads(line)["id"] == "a\nb\r\u0085"


def test_nothing_is_read_ahead() -> None:
    """A caller may wait for each reply before it sends the next request."""
    sent: list[str] = []

    def lines() -> Iterator[str]:
        for at in range(3):
            sent.append(str(at))
            yield json.dumps(RESOLVE | {"id": at})

    for at, line in enumerate(serve(lines())):
        assert json.loads(line)["id"] == at
        assert len(sent) == at + 1


def test_replies_are_flushed_at_once() -> None:
    """Through real pipes: the reply to the first request comes while the second has not been sent."""
    program = "from tabletop_cli.cli.pipe import serve_stdin; serve_stdin()"
    with subprocess.Popen(
        [sys.executable, "-c", program], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, env=os.environ.copy()
    ) as process:
        assert process.stdin is not None and process.stdout is not None
        for at in range(2):
            process.stdin.write(json.dumps(RESOLVE | {"id": at}) + "\n")
            process.stdin.flush()
            assert json.loads(process.stdout.readline())["id"] == at
        process.stdin.close()
    assert process.returncode == 0


# --- Bad lines --------------------------------------------------------------------------------------------------------

BAD_LINES = [
    "{",
    "]",
    '{"do": "resolve",}',
    "nan",
    "NaN",
    '{"do": NaN}',
    '{"id": Infinity}',
    '{"id": 1e999}',
    "'x'",
    "\x00",
    "\ufeff{}",
    '{"a": ' + "9" * 5_000 + "}",
    '{"a": ' * 100_000,
    "[" * 100_000,
    '{"id": ' + "[" * 5_000 + "]" * 5_000 + "}",
]


@pytest.mark.parametrize("line", BAD_LINES, ids=lambda line: line[:16])
def test_a_bad_line_gets_an_error_and_the_next_is_served(line: str) -> None:
    bad, good = answers(line, json.dumps(RESOLVE))
    assert code(bad) == "bad-request"
    assert good["ok"] is True
    assert len(json.dumps(bad)) < 1_000


@pytest.mark.parametrize("fault", [KeyError("weapon"), MemoryError(), SystemExit(3)])
def test_a_fault_of_ours_is_answered_as_such_and_the_next_line_is_served(
    fault: BaseException, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(*_: object) -> None:
        raise fault

    monkeypatch.setattr("tabletop_cli.core.batch.exact_odds", broken)
    first, second = answers(json.dumps(ODDS | {"id": 1}), json.dumps(RESOLVE | {"id": 2}))
    assert (first["id"], first["error"]["code"]) == (1, "fault")
    assert first["error"]["message"].startswith(f"this is a fault in tabletop: {type(fault).__name__}")
    assert second["ok"] is True


def test_a_line_that_is_too_long_is_not_parsed() -> None:
    for letters in (LONGEST_LINE, 2 * LONGEST_LINE):
        bad, good = answers('{"a": "' + "x" * letters + '"}', json.dumps(RESOLVE))
        assert code(bad) == "too-big"
        assert bad["error"]["message"] == "this line is too long: at most 4,000,000 characters are allowed"
        assert good["ok"] is True


def test_a_key_that_stands_twice_is_refused_by_name() -> None:
    bad, inside, good = answers(
        '{"do": "odds", "do": "resolve", "system": "td"}',
        '{"do": "odds", "situation": {"x": [{"status": "pinned", "status": "stunned"}]}}',
        json.dumps(RESOLVE),
    )
    assert code(bad) == code(inside) == "bad-request"
    assert bad["error"]["message"] == 'this line is not JSON: the key "do" is there twice in one table'
    assert 'the key "status" is there twice' in inside["error"]["message"]
    assert good["ok"] is True


@pytest.mark.parametrize("depth", [10, 100, 199, 200, 300, 900, 960, 990, 1_000, 100_000])
@pytest.mark.parametrize("key", ["id", "situation", "army", "setup", "do", "resolver", "dice"])
def test_nesting_of_any_depth_is_answered(key: str, depth: int) -> None:
    known = {"do": "resolve", "system": "td", "resolver": "rally", key: "here"}
    line = json.dumps(known).replace('"here"', "[" * depth + "]" * depth)
    bad, good = answers(line, json.dumps(RESOLVE))
    assert bad["ok"] is False
    assert ("nested too deeply" in bad["error"]["message"]) == (depth > DEEPEST - 1), "whatever Python reads it"
    assert good["ok"] is True


@pytest.mark.parametrize("request_", [None, [], "x", 3, True, {}, {"do": 1}, {"do": "roll"}, {"do": "odds"}])
def test_what_is_no_request_is_a_bad_request(request_: Any) -> None:
    (found,) = answers(json.dumps(request_))
    assert code(found) == "bad-request"


@pytest.mark.parametrize("request_", [RESOLVE, ODDS, ARMY, BATTLE], ids=lambda request: request["do"])
def test_unknown_keys_are_refused_with_a_hint(request_: dict[str, Any]) -> None:
    assert code(reply_to_request(request_ | {"sytem": "td"})) == "bad-request"
    for key in [key for key in request_ if key not in ("do", "system")]:
        misspelt = {**request_, key[:-1] + "x": 1}
        found = reply_to_request(misspelt)
        assert code(found) == "bad-request"
        assert key in found["error"]["hint"]


@pytest.mark.parametrize(
    ("request_", "expected"),
    [
        (RESOLVE | {"system": "tb"}, "unknown-system"),
        (RESOLVE | {"system": ["td"]}, "bad-request"),
        (RESOLVE | {"resolver": "raly"}, "unknown-resolver"),
        (RESOLVE | {"resolver": None}, "unknown-resolver"),
        (RESOLVE | {"situation": []}, "bad-situation"),
        (RESOLVE | {"situation": RALLY | {"bonus": 1}}, "bad-situation"),
        (RESOLVE | {"situation": RALLY | {"status": "tired"}}, "bad-situation"),
        (RESOLVE | {"situation": RALLY | {"house": {"smoke": 3}}}, "bad-house"),
        (RESOLVE | {"dice": []}, "bad-dice"),
        (RESOLVE | {"dice": [1, 2]}, "bad-dice"),
        (RESOLVE | {"dice": [0]}, "bad-dice"),
        (RESOLVE | {"dice": ["5"]}, "bad-dice"),
        (RESOLVE | {"dice": 5}, "bad-dice"),
        (RESOLVE | {"dice": [10**30]}, "bad-dice"),
        (ODDS | {"resolver": "cover"}, "no-odds"),
        (ARMY | {"army": []}, "bad-army"),
        (ARMY | {"budget": "ten"}, "bad-army"),
        (ARMY | {"army": {"house": {"smoke": 3}}}, "bad-house"),
        (BATTLE | {"setup": {}}, "bad-setup"),
        (BATTLE | {"events": {}}, "bad-request"),
    ],
)
def test_every_mistake_has_its_code(request_: dict[str, Any], expected: str) -> None:
    assert code(reply_to_request(request_)) == expected


@pytest.mark.parametrize("request_", [RESOLVE, ODDS, ARMY, BATTLE], ids=lambda request: request["do"])
@examples(40)
@given(data=st.data())
def test_any_value_anywhere_is_answered(request_: dict[str, Any], data: st.DataObject) -> None:
    """No request makes the door raise, and every reply is JSON."""
    value = st.recursive(
        st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=4),
        lambda inner: st.lists(inner, max_size=2) | st.dictionaries(st.sampled_from(["units", "a"]), inner, max_size=2),
        max_leaves=4,
    )
    key = data.draw(st.sampled_from([key for key in request_ if key != "do"]))
    changed: Any = data.draw(value)
    if isinstance(request_[key], dict) and data.draw(st.booleans()):
        changed = request_[key] | {data.draw(st.sampled_from(sorted(request_[key]))): changed}
    found = reply_to_request(request_ | {key: changed})
    assert found["ok"] in (True, False)
    assert found.get("error", {}).get("code") != "fault", found
    json.dumps(found)


# --- Replies ----------------------------------------------------------------------------------------------------------


def test_a_ruling_with_given_dice() -> None:
    found = reply_to_request(RESOLVE)
    assert found["outcome"]["legal"] is True
    assert found["outcome"]["success"] is True
    assert found["dice_used"] == 1
    assert "dice" not in found
    assert all(set(step) <= {"text", "rules", "drawing"} for step in found["steps"])


def test_a_ruling_without_dice_rolls_them_and_says_which() -> None:
    found = reply_to_request({key: value for key, value in RESOLVE.items() if key != "dice"})
    assert len(found["dice"]) == found["dice_used"] == 1
    again = reply_to_request(RESOLVE | {"dice": found["dice"]})
    assert again["outcome"] == found["outcome"]


def test_odds_are_fractions_in_lowest_terms() -> None:
    assert reply_to_request(ODDS)["outcomes"] == {"success": "1/2", "failure": "1/2"}


@pytest.mark.medium
def test_odds_may_have_thousands_of_digits() -> None:
    """Python refuses to write such numbers unless it is told that they are wanted; told so, it forgets it again."""
    before = sys.get_int_max_str_digits()
    fight = {"attacker": {"cc": 20, "armour": 3}, "defender": {"cc": 4, "armour": 2}}
    found = reply_to_request({"do": "odds", "system": "td", "resolver": "cc-fight", "situation": fight})
    assert found["ok"] is True
    assert max(map(len, found["outcomes"].values())) > 5_000
    assert sys.get_int_max_str_digits() == before


@pytest.mark.parametrize("resolver", ["cc-fight", "cc-round"])
@pytest.mark.parametrize("pool", [{"cc": 500, "armour": 500, "tokens": 500}, {"cc": 500}])
def test_odds_that_would_take_for_ever_are_refused_with_how_much_it_is(resolver: str, pool: dict[str, int]) -> None:
    situation = {"attacker": pool, "defender": pool}
    found = reply_to_request({"do": "odds", "system": "td", "resolver": resolver, "situation": situation})
    assert code(found) == "too-big"
    assert found["error"]["times"] > 1_000
    assert "times" in found["error"]["message"]


def test_the_sizes_that_are_promised_are_served() -> None:
    for pool in ({"cc": 16}, {"cc": 5, "armour": 4, "tokens": 1}):
        situation = {"attacker": pool, "defender": pool}
        found = reply_to_request({"do": "odds", "system": "td", "resolver": "cc-fight", "situation": situation})
        assert found["outcomes"] == {"attacker": "1/2", "defender": "1/2"}


def test_events_that_are_refused_change_nothing_and_the_next_is_played() -> None:
    pivot = {"do": "pivot", "by": "a", "model": "a1-1"}
    found = reply_to_request(
        BATTLE | {"events": [pivot | {"by": "b"}, None, {"do": "dance"}, pivot | {"dice": [1]}, pivot]}
    )
    assert [one["ok"] for one in found["results"]] == [False, False, False, False, True]
    refused, none, unknown, dice, _ = found["results"]
    assert (refused["rule"], refused["reason"]) == ("TD-TURN-3", "not-your-turn")
    assert none["error"]["code"] == unknown["error"]["code"] == "bad-event"
    assert dice["error"]["code"] == "bad-dice"
    assert found["state"]["counters"] == {"a": 1, "b": 0}


@pytest.mark.parametrize("count", [20_000, 10**9, 10**30])
def test_more_pieces_than_a_table_holds_are_refused_before_one_is_made(count: int) -> None:
    army = {"units": [{"type": "hmg", "count": count}]}
    setup = {"sides": {"a": {"army": army, "actions": 9}, "b": HMGS}}
    (found,) = answers(json.dumps(BATTLE | {"setup": setup}))
    assert code(found) == "too-big"
    assert "at most 10,000 are allowed" in found["error"]["message"]


@pytest.mark.parametrize("army", [5, [], "x", None])
def test_a_catalogue_beside_what_is_no_army(army: Any) -> None:
    wrong = {"do": "validate", "system": "tt", "army": army}
    assert code(reply_to_request({**wrong, "catalogue": {"factions": []}})) == code(reply_to_request(wrong))
