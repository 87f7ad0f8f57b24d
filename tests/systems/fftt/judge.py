"""An independent judge of FFTT: outcomes and odds of every resolver, from the tables as printed.

Nothing of the program is used here. `OUTCOMES` plays a situation with faces; `ODDS` walks all faces, or adds up small
tables. The numbers are typed off the rulebook's tables once more, so that a slip in the catalogue is found, too.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from .judge_figures import ABILITIES, CIRCLES, MACHINA, UNHELD, Facts, Man, Roll, cell
from .judge_melee import melee, melee_deaths

# --- Shots


def ban(facts: Facts, house: Facts, weapons: Sequence[str] = ()) -> str | None:
    """Why a shot is refused, in the order of the contract."""
    man, distance = Man(facts["shooter"]), facts["distance"]
    mode, weapon = facts.get("mode", "general"), cell(man.unit, "weapon")
    indirect = facts.get("indirect", False)
    if not weapon:
        return "no-weapon"
    if weapons and weapon not in weapons:
        return "not-a-blast" if weapon == "direct" else "blast-weapon"
    if indirect and (weapon not in ("grenade", "acid") or mode == "opportunity"):
        return "indirect-not-allowed"
    if mode == "opportunity" and man.unit in ("sniper", "missile-tank"):
        return "opportunity-not-allowed"
    if mode == "light" and man.ap < 3 and house.get("light-fire-eligibility") != "remaining":
        return "light-fire-not-allowed"
    if distance > cell(man.unit, "long"):
        return "out-of-range"
    if facts.get("both_inside") and not indirect and distance > 5:
        return "inside-over-5"
    return None


def need(facts: Facts, target: Man, house: Facts) -> int:
    man = Man(facts["shooter"])
    direct = cell(man.unit, "weapon") == "direct"
    short, distance = cell(man.unit, "short"), facts["distance"]
    far = distance > short or (distance == short and house.get("range-boundary") == "long")
    minus = [
        far,
        direct and facts.get("cover", False),
        direct and "chameleon" in target.abilities,
        man.wounded,
        facts.get("indirect", False),
        target.unit in ("drone", "sentinel"),
    ]
    return int(cell(man.unit, "ws") - sum(minus) + man.elite + man.count("crack-shooter") + (man.xp >= 8))


def throws(man: Man, house: Facts) -> int:
    if man.unit == "tank":
        return 4 if "full-metal-jacket" in man.abilities and house.get("full-metal-tank") == "four" else 2
    return 2 if "full-metal-jacket" in man.abilities else 1


def lucky(facts: Facts, target: Man) -> bool:
    return facts.get("mode") == "opportunity" and "lucky-bastard" in target.abilities


def shot_throw(facts: Facts, house: Facts, roll: Roll) -> dict[str, Any]:
    man, target = Man(facts["shooter"]), Man(facts["target"])
    one, two = roll(2)
    hit = one + two <= need(facts, target, house)
    found: dict[str, Any] = {"roll": one + two, "hit": hit, "wounds": 0, "victim": None}
    if hit:
        found["wounds"] = 2 if one == two and man.unit in ("engineer", "sniper", "tank") else 1
        stray = facts.get("into_melee", False) and roll(1)[0] >= 5
        found["victim"] = "opponent" if stray else "target"
        if not stray and lucky(facts, target):
            found["wounds"] = 0
    return found


def shot(facts: Facts, house: Facts, roll: Roll) -> dict[str, Any]:
    if why := ban(facts, house, ("direct",)):
        return {"legal": False, "reason": why}
    shots = [shot_throw(facts, house, roll) for _ in range(throws(Man(facts["shooter"]), house))]
    on = {who: sum(one["wounds"] for one in shots if one["victim"] == who) for who in ("target", "opponent")}
    return {
        "legal": True,
        "need": need(facts, Man(facts["target"]), house),
        "shots": shots,
        "target_wounds": on["target"],
        "opponent_wounds": on["opponent"],
    }


def burst(weapon: str, distance: float, house: Facts) -> int:
    kind = "grenade" if weapon == "acid" and house.get("acid-impact") == "grenade-wounds" else weapon
    return next((wounds for reach, wounds in CIRCLES[kind] if distance <= reach), 0)


def far(over: int, house: Facts) -> int:
    return 2 * over if house.get("deviation-cap") == "none" else min(16, 2 * over)


def blast_throw(facts: Facts, house: Facts, roll: Roll, pointing: bool = True) -> dict[str, Any]:
    man, target = Man(facts["shooter"]), Man(facts["target"])
    weapon, most = cell(man.unit, "weapon"), need(facts, target, house)
    total = sum(roll(2))
    found: dict[str, Any] = {"roll": total, "hit": total <= most, "centre": "target", "deviation": 0, "direction": None}
    away: int | None = 0
    if total > most:
        away = far(total - most, house)
        found |= {"centre": "deviated", "deviation": away, "direction": sum(roll(2)) if pointing else 7}
    elif facts.get("into_melee", False) and roll(1)[0] >= 5:
        away = None
        found["centre"] = "opponent"
    unhurt = lucky(facts, target)
    found["target_wounds"] = None if away is None else 0 if unhurt else burst(weapon, away, house)
    if weapon == "acid":
        found["target_in_goo"] = None if away is None else away <= 3
    return found


def blast_shot(facts: Facts, house: Facts, roll: Roll) -> dict[str, Any]:
    if why := ban(facts, house, ("grenade", "missile", "acid")):
        return {"legal": False, "reason": why}
    shots = [blast_throw(facts, house, roll) for _ in range(throws(Man(facts["shooter"]), house))]
    return {
        "legal": True,
        "need": need(facts, Man(facts["target"]), house),
        "shots": shots,
        "target_wounds": sum(one["target_wounds"] or 0 for one in shots),
    }


def deviation(facts: Facts, house: Facts, roll: Roll) -> dict[str, Any]:
    if why := ban(facts, house, ("grenade", "missile", "acid")):
        return {"legal": False, "reason": why}
    most, total = need(facts, Man(facts["target"]), house), sum(roll(2))
    hit = total <= most
    away = 0 if hit else far(total - most, house)
    return {"legal": True, "need": most, "roll": total, "hit": hit, "deviation": away}


def blast_wounds(facts: Facts, house: Facts, roll: Roll) -> dict[str, Any]:
    return {"wounds": burst(facts["kind"], facts["distance"], house)}


def storm_bringer(facts: Facts, house: Facts, roll: Roll) -> dict[str, Any]:
    man = Man(facts["shooter"])
    weapon, most = cell(man.unit, "weapon"), cell(man.unit, "ws")
    if most is None:
        return {"legal": False, "reason": "no-weapon"}
    one, two = roll(2)
    hit, own = one + two <= most, house.get("storm-bringer-hit", "own-weapon")
    wounds = {"grenade": 2, "missile": 3}.get(own if own != "own-weapon" else weapon, 0)
    if own == "own-weapon" and weapon == "direct":
        wounds = 2 if one == two and man.unit in ("engineer", "sniper", "tank") else 1
    if own == "own-weapon" and weapon == "acid":
        wounds = burst("acid", 0, house)
    found = {"legal": True, "need": most, "roll": one + two, "hit": hit, "target_wounds": wounds if hit else 0}
    return found | ({"target_in_goo": hit} if weapon == "acid" and own == "own-weapon" else {})


def volley(facts: Facts, house: Facts, roll: Roll) -> dict[str, Any]:
    for index, entry in enumerate(facts["shots"]):
        if why := ban(entry, house):
            return {"legal": False, "reason": why, "index": index}
    wounds = 0
    for entry in facts["shots"]:
        one = {**{key: value for key, value in entry.items() if key != "count"}, "target": facts["target"]}
        play = shot if cell(Man(entry["shooter"]).unit, "weapon") == "direct" else blast_shot
        wounds += sum(play(one, house, roll)["target_wounds"] for _ in range(entry.get("count", 1)))
    target = Man(facts["target"])
    return {"legal": True, "wounds": wounds, "state": target.state(target.suffered + wounds)}


# --- Everything else


def highest(players: str, each: int, roll: Roll) -> tuple[str, int, dict[str, int]]:
    left, times = list(players), 0
    while True:
        faces, times = roll(each * len(left)), times + 1
        totals = {player: sum(faces[at * each : (at + 1) * each]) for at, player in enumerate(left)}
        left = [player for player in left if totals[player] == max(totals.values())]
        if len(left) == 1:
            return left[0], times, totals


def initiative(facts: Facts, house: Facts, roll: Roll) -> dict[str, Any]:
    winner, times, totals = highest("abcd"[: facts.get("players", 2)], 2, roll)
    return {"winner": winner, "throws": times, "totals": totals}


def attacker(facts: Facts, house: Facts, roll: Roll) -> dict[str, Any]:
    winner, times, totals = highest("ab", 1 if house.get("attacker-roll") == "1d6" else 2, roll)
    return {"winner": winner, "throws": times, "totals": totals}


def turn_order(facts: Facts, house: Facts, roll: Roll) -> dict[str, Any]:
    names = "abcdefghijkl"[: facts["players"]]
    winner, times, _ = highest(names, 1, roll)
    first = names.index(winner)
    return {"order": [*range(first, len(names)), *range(first)], "throws": times}


def deployment(facts: Facts, house: Facts, roll: Roll) -> dict[str, Any]:
    width, depth = facts["width"], facts["depth"]
    if {width, depth} - {80, 100, 120}:
        return {"legal": False, "reason": "table-size"}
    shallow = depth == 80 or (width == 80 and house.get("deployment-by") == "shortest-side")
    return {"legal": True, "zone": 10 if shallow else 20}


def flank_limit(facts: Facts, house: Facts, roll: Roll) -> dict[str, Any]:
    return {"limit": facts["fp"] // 4}


def flank_placement(facts: Facts, house: Facts, roll: Roll) -> dict[str, Any]:
    near = any(distance < 30 for distance in facts.get("scanner_distances", []))
    own = facts.get("in_own_zone", False)
    tests = (("enemy-zone", facts.get("in_enemy_zone", False)), ("too-deep", facts["from_edge"] > 10 and not own))
    for reason, wrong in (*tests, ("scanner", near and not own)):
        if wrong:
            return {"legal": False, "reason": reason}
    return {"legal": True}


NEED = {2: 6, 3: 6, 4: 5, 5: 5, 6: 4, 7: 4}


def flank_arrival(facts: Facts, house: Facts, roll: Roll) -> dict[str, Any]:
    least = NEED.get(facts["turn"])
    if least is None:
        return {"arrives": facts["turn"] > 1, "need": None}
    return {"arrives": roll(1)[0] >= least, "need": least}


def flank_wait(facts: Facts, house: Facts, roll: Roll) -> dict[str, Any]:
    for turn in range(2, min(8, facts["turn"]) + 1):
        if turn == 8 or roll(1)[0] >= NEED[turn]:
            return {"arrived": True, "on_turn": turn}
    return {"arrived": False, "on_turn": None}


def move(facts: Facts, house: Facts, roll: Roll) -> dict[str, Any]:
    man = Man(facts["figure"])
    if man.unit == "hq":
        return {"legal": False, "reason": "immobile"}
    if len(facts["terrain"]) > man.ap:
        return {"legal": False, "reason": "too-many-aps"}
    whole = cell(man.unit, "move") + 2 * man.count("road-runner")
    each = [whole / 2 if bad and man.unit != "sentinel" else whole for bad in facts["terrain"]]
    return {"legal": True, "per_action": each, "total": sum(each)}


def los_over(facts: Facts, house: Facts, roll: Roll) -> dict[str, Any]:
    nearer = facts["shooter_to_obstacle"] < facts["target_to_obstacle"]
    return {"can_shoot": facts["shooter_higher"] and nearer}


def wound_state(facts: Facts, house: Facts, roll: Roll) -> dict[str, Any]:
    man = Man(facts["figure"])
    return {"total": man.wounds, "threshold": -(-man.wounds // 2), "state": man.state(facts["suffered"])}


def acid(facts: Facts, house: Facts, roll: Roll) -> dict[str, Any]:
    unit = Man(facts["figure"]).unit
    times = 0 if unit in UNHELD and house.get("goo-exception") == "immune" else facts.get("rolls", 1)
    return {"wounds": sum(sum(roll(2)) <= 6 for _ in range(times)), "may_move": unit in UNHELD}


def hatch(facts: Facts, house: Facts, roll: Roll) -> dict[str, Any]:
    times = 1
    while (face := roll(1)[0]) == 6:
        times += 1
    return {"creature": ("stinger", "acid-spitter", "razor-dog", "drone", "bomb-bug")[face - 1], "throws": times}


def general_ability(facts: Facts, house: Facts, roll: Roll) -> dict[str, Any]:
    return {"ability": ABILITIES[sum(roll(2)) - 2]}


def experience(facts: Facts, house: Facts, roll: Roll) -> dict[str, Any]:
    names = (("shooting", 8), ("wounds", 16), ("actions", 24), ("chart_throws", 32))
    return {name: int(facts["xp"] >= fp) for name, fp in names} | {"veteran": facts["xp"] >= 20}


def ammo(facts: Facts, house: Facts, roll: Roll) -> dict[str, Any]:
    man = Man(facts["figure"])
    free = MACHINA if house.get("ai") == "all-machina" else ("tank",)
    fine = facts["sources_left"] > 0 or not facts["missed"] or "happy-trigger" in man.abilities or man.unit in free
    if fine or cell(man.unit, "ws") is None:
        return {"ammo": "ok"}
    return {"ammo": "dead" if man.unit in ("stinger", "acid-spitter") else "out"}


def hazard(facts: Facts, house: Facts, roll: Roll) -> dict[str, Any]:
    score = sum(sum(roll(2)) for _ in range(facts.get("hazards", 1)))
    figures = [cell(name, "fp") for name, count in facts["units"].items() for _ in range(count)]
    totals = {0}
    for fp in figures:
        totals |= {one + fp for one in totals}
    whole = sum(figures)
    if score >= whole:
        lost = whole
    elif house.get("hazard-rounding") == "at-most":
        lost = max(one for one in totals if one <= score)
    else:
        lost = min(one for one in totals if one >= score)
    return {"score": score, "lost": lost, "destroyed": lost == whole}


def income(facts: Facts, house: Facts, roll: Roll) -> dict[str, Any]:
    return {"fp": 4 * facts["cities"] * facts["fought"]}


def victory_points(facts: Facts, house: Facts, roll: Roll) -> dict[str, Any]:
    return {"vp": facts["fp_killed"] + 3 * facts["commanders_killed"] + 5 * facts["cities"] * facts["month_end"]}


def commander(facts: Facts, house: Facts, roll: Roll) -> dict[str, Any]:
    if facts["unit"] == "hq":
        return {"legal": False, "reason": "not-eligible"}
    if facts["replacement"]:
        return {"legal": True, "cost": cell(facts["unit"], "fp") + 3, "from_week": facts["killed_week"] + 3}
    return {"legal": True, "cost": cell(facts["unit"], "fp"), "from_week": 1}


PLAYED = (
    *(initiative, attacker, turn_order, deployment, flank_limit, flank_placement, flank_arrival, flank_wait),
    *(move, los_over, shot, blast_shot, deviation, blast_wounds, storm_bringer, volley, wound_state),
    *(melee, melee_deaths, acid, hatch, general_ability, experience, ammo),
    *(hazard, income, victory_points, commander),
)
OUTCOMES: dict[str, Callable[[Facts, Facts, Roll], dict[str, Any]]] = {
    play.__name__.replace("_", "-"): play for play in PLAYED
}
