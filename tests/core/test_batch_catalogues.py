"""Home-made catalogues in `batch`: beside the system or inside what is asked about, and never in the next request."""

from __future__ import annotations

import json
from typing import Any

import pytest

from tabletop_cli.core.batch import reply_to_request, serve
from tabletop_cli.core.declare.catalogue import PRINTED, in_force


def guns(penetration: int, armour: int = 5) -> dict[str, Any]:
    """A catalogue with the gun `big-gun` and the vehicle `big-tank`."""
    gun = {"name": "Big gun", "like": "heavy-gun", "armour_penetration": penetration, "reload": 1, "kill_potential": 1}
    gun["direct_fire_dice"] = 3
    tank = {"name": "Big tank", "like": "heavy-tank", "gun": "big-gun", "armour": armour, "cost": armour}
    return {"guns": {"big-gun": gun}, "vehicles": {"big-tank": tank}}


WEAK, STRONG = guns(0), guns(5, 9)
ODDS = {"do": "odds", "system": "td", "resolver": "anti-vehicle"}
SHOT = {"weapon": "big-gun", "vehicle": {"armour": 5}}
PLAIN = {"weapon": "heavy-gun", "vehicle": {"armour": 5}, "house": {"guns": {"heavy-gun": {"armour_penetration": 0}}}}
ARMY = {"units": [{"type": "tank", "variant": "big-tank"}]}
SETUP = {"sides": {side: {"army": ARMY, "actions": 9} for side in "ab"}}
LIST = {"do": "validate", "system": "td", "army": ARMY}
BATTLE = {"do": "battle", "system": "td", "setup": SETUP, "events": [{"do": "reload", "by": "a", "model": "a1-1"}]}
QUEEN = {"name": "Moth queen", "like": "queen", "faction": "insectoids"}
STREAM: list[dict[str, Any]] = [
    {**ODDS, "situation": SHOT, "catalogue": WEAK},
    {**ODDS, "situation": PLAIN},
    {**ODDS, "situation": {**SHOT, "catalogue": STRONG}},
    {**ODDS, "situation": SHOT},
    {**LIST, "catalogue": WEAK},
    {**LIST, "army": {**ARMY, "catalogue": STRONG}},
    LIST,
    {**BATTLE, "catalogue": WEAK},
    {**BATTLE, "setup": {**SETUP, "catalogue": STRONG}},
    BATTLE,
    {**BATTLE, "setup": {"sides": {side: {"army": {**ARMY, "catalogue": STRONG}, "actions": 9} for side in "ab"}}},
    {**ODDS, "situation": SHOT, "catalogue": {"guns": {"big-gun": {"name": "Big gun", "range": 3}}}},
    {"do": "validate", "system": "fftt", "army": {"units": []}, "catalogue": {"units": {"big-gun": QUEEN}}},
    {**ODDS, "situation": PLAIN},
    {**ODDS, "situation": SHOT, "catalogue": WEAK},
]


def replies(requests: list[dict[str, Any]]) -> list[Any]:
    return [json.loads(line) for line in serve(map(json.dumps, requests))]


def test_one_stream_with_two_catalogues_that_use_the_same_ids_differently() -> None:
    """Each reply is as if its request were alone, in this order and in the other one."""
    found = replies(STREAM)
    assert found == [replies([one])[0] for one in STREAM]
    assert found[::-1] == replies(STREAM[::-1])
    assert in_force() is PRINTED
    weak, _, strong, unknown = (one.get("outcomes", one) for one in found[:4])
    assert weak != strong and unknown["error"]["code"] == "bad-situation"
    assert [one.get("points") for one in found[4:7]] == ["5/1", "9/1", "4/1"]
    assert found[4]["legal"] and not found[6]["legal"]
    assert [one["ok"] for one in found[7:11]] == [True, True, False, True]
    assert found[8]["state"] == found[10]["state"] != found[7]["state"]


@pytest.mark.parametrize(
    "catalogue", [3, "guns.toml", ["guns.toml"], [], {"gnus": {}}, {"guns": {"hmg": {"name": "A"}}}, {"system": "tt"}]
)
@pytest.mark.parametrize("where", ["beside", "inside"])
@pytest.mark.parametrize(("request_", "inner"), [(ODDS, "situation"), (LIST, "army"), (BATTLE, "setup")])
def test_a_catalogue_that_is_none(catalogue: Any, where: str, request_: dict[str, Any], inner: str) -> None:
    asked: dict[str, Any] = {ODDS["do"]: SHOT, LIST["do"]: ARMY, BATTLE["do"]: SETUP}[request_["do"]]
    if where == "beside":
        found = reply_to_request({**request_, inner: asked, "catalogue": catalogue})
    else:
        found = reply_to_request({**request_, inner: {**asked, "catalogue": catalogue}})
    assert (found["ok"], found["error"]["code"]) == (False, "bad-catalogue"), found


def test_armies_of_a_battle_that_differ() -> None:
    sides = {side: {"army": {**ARMY, "catalogue": one}, "actions": 9} for side, one in (("a", WEAK), ("b", STRONG))}
    found = reply_to_request({**BATTLE, "setup": {"sides": sides}})
    assert found["error"]["code"] == "bad-catalogue" and "two different guns" in found["error"]["message"]
