"""An independent judge of Deterministically Undaunted, in the plainest Python: slow, and without the program.

Geometry walks every shortest way, hands are dealt in all possible ways, and damage is kept in a dictionary. Situations
and outcomes are those of machines.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from fractions import Fraction
from itertools import combinations
from typing import Any

from .judge_ground import AIR, BUILT, STEPS, direct, distance, effective, far, observe, observed, target, targets

Facts = Mapping[str, Any]
At = tuple[int, int]


# --- Damage


def deal(piece: dict[str, Any], kind: str, n: int, rules: Facts) -> str:
    """Put damage on a piece, in place; what comes of it."""
    cls = piece["class"]
    if kind == "suppress" and cls in BUILT and rules.get("suppress_structures") != "mark":
        return "refused"
    piece[kind] = piece.get(kind, 0) + n
    lethal, suppress = piece.get("lethal", 0), piece.get("suppress", 0)
    piece["total"] = lethal + suppress
    if lethal + suppress < piece.get("defense", piece.get("hardness", 2)):
        return "none"
    result = "suppressed" if suppress else "destroyed" if cls in BUILT else "casualty"
    piece["suppressed"] = piece.get("suppressed", False) or result == "suppressed"
    soft = cls in ("infantry", "crew") or (cls in AIR and rules.get("plane_damage") == "infantry")
    if soft and rules.get("infantry_after_effect") == "clear":
        piece["lethal"] = piece["suppress"] = 0
    if not soft and result == "casualty":
        piece["lethal"] = piece["suppress"] = 0
    return result


def outcome(piece: Facts, kind: str, n: int, rules: Facts) -> dict[str, Any]:
    mine = dict(piece)
    result = deal(mine, kind, n, rules)
    if result == "refused":
        return {"legal": False, "reason": "cannot-be-suppressed"}
    left = {"lethal": mine.get("lethal", 0), "suppress": mine.get("suppress", 0)}
    status = {"total": mine["total"], "result": result, "suppressed": mine.get("suppressed", False)}
    return {"legal": True, "dealt": n, **left, **status}


def damage(facts: Facts, rules: Facts) -> dict[str, Any]:
    return outcome(facts["target"], facts["kind"], facts["value"] + facts.get("crossfire", False), rules)


def sequence(facts: Facts, rules: Facts) -> dict[str, Any]:
    piece = dict(facts["target"])
    results = [deal(piece, hit["kind"], hit["value"] + hit.get("crossfire", False), rules) for hit in facts["hits"]]
    left = {"lethal": piece.get("lethal", 0), "suppress": piece.get("suppress", 0)}
    return {
        "results": results,
        "casualties": sum(one == "casualty" for one in results),
        **left,
        "suppressed": piece.get("suppressed", False),
    }


def attacks(facts: Facts, rules: Facts) -> dict[str, Any]:
    if not facts["attack"]:
        return {"attacks": None}
    has, n = facts.get("marked", 0), 0
    while not n or has < facts["defense"]:
        has += facts["attack"] + (1 if n and facts.get("crossfire") else 0)
        n += 1
    return {"attacks": n}


def end_turn(facts: Facts, rules: Facts) -> dict[str, Any]:
    found = []
    for one in facts["tokens"]:
        lethal, suppress = one.get("lethal", 0), one.get("suppress", 0)
        if one["class"] in ("infantry", "crew") or (one["class"] in AIR and rules.get("plane_damage") == "infantry"):
            lethal = suppress = 0
        elif one["class"] not in BUILT and rules.get("vehicle_suppress") == "end-of-turn":
            suppress = 0
        found.append({"id": one["id"], "class": one["class"], "lethal": lethal, "suppress": suppress})
    return {"tokens": found}


def crossfire(facts: Facts, rules: Facts) -> dict[str, Any]:
    me = facts["attacker"]
    for mark in facts["marks"]:
        token = mark["by"] is not None and mark["at"] is not None and mark.get("observed", True)
        other = mark["by"] != me["id"] or rules.get("crossfire_same_token") == "yes"
        own = rules.get("crossfire_side") != "own" or (mark.get("side") is not None and mark["side"] == me.get("side"))
        if me.get("observes", True) and token and mark.get("amount", 1) and mark["at"] != me["at"] and other and own:
            return {"bonus": 1}
    return {"bonus": 0}


def aerial(facts: Facts, rules: Facts) -> dict[str, Any]:
    if facts.get("same_tile"):
        return {"legal": False, "reason": "same-tile"}
    if not facts.get("observes", True):
        return {"legal": False, "reason": "not-seen"}
    if facts["effective_distance"] > facts["vision"]:
        return {"legal": False, "reason": "too-far"}
    kind, n = facts.get("kind", "lethal"), facts["value"]
    if kind == "lethal" or rules.get("aerial_suppress") == "formula":
        n = max(1, n + 1 - facts["effective_distance"])
    return outcome({"class": "plane", **facts["target"]}, kind, n + facts.get("crossfire", False), rules)


def aircraft(facts: Facts, rules: Facts) -> dict[str, Any]:
    tile = facts.get("tile", {})
    ed = distance((0, 0), (0, 0), {(0, 0): tile}, rules)["effective_distance"]
    tests = {
        "not-ground-unit": facts["target"]["class"] not in ("infantry", "crew", "vehicle"),
        "not-same-tile": not facts.get("same_tile", True),
        "cover": tile.get("cover", 0) > 1,
        "too-far": ed > facts["vision"],
    }
    if reason := next((name for name, so in tests.items() if so), None):
        return {"legal": False, "reason": reason}
    n = facts["value"]
    if rules.get("aircraft_ground_damage") == "aerial-formula":
        n = max(1, n + 1 - ed)
    dealt = outcome(facts["target"], "lethal", n + facts.get("crossfire", False), rules)
    return {**dealt, "effective_distance": ed}


def bomb(facts: Facts, rules: Facts) -> dict[str, Any]:
    pieces = {one["id"]: one for one in facts["pieces"]}
    planes = rules.get("bomb_hits_planes") == "yes"
    chosen = pieces.get(facts.get("target"))
    if facts["mode"] == "target":
        if chosen is None:
            return {"legal": False, "reason": "target-not-in-tile"}
        if chosen.get("aboard"):
            return {"legal": False, "reason": "target-aboard"}
        if chosen["class"] in AIR and not planes:
            return {"legal": False, "reason": "target-in-flight"}
    dealt: dict[str, int] = {}
    results: dict[str, str] = {}
    for name, one in pieces.items():
        n = facts["x"]
        built = one["class"] in ("structure", "building") or (one["class"] == "objective" and one.get("structure"))
        unit = one["class"] in ("infantry", "crew", "vehicle") or (one["class"] in AIR and planes)
        if one is chosen:
            n += 1 + (1 if facts.get("crossfire") and rules.get("crossfire_bombs") != "none" else 0)
        elif one.get("aboard") or not (built or unit):
            continue
        elif facts["mode"] == "target" and not built:
            friend = chosen["side"] if rules.get("bomb_friendly") == "target" else facts["bomber"]
            if one["side"] is None or one["side"] != friend:
                continue
        dealt[name], results[name] = n, deal(dict(one), "lethal", n, rules)
    return {"legal": True, "dealt": dealt, "results": results}


# --- Cards


def casualty(facts: Facts, rules: Facts) -> dict[str, Any]:
    piles = {zone: Counter(facts["zones"].get(zone, {})) for zone in ("deck", "discard", "play", "hand")}
    removed: list[dict[str, Any]] = [{"unit": facts["unit"], "from": "ask"}] if facts.get("cardless") else []
    gone: list[str] = []
    for unit in (*(() if facts.get("cardless") else (facts["unit"],)), *facts.get("crew", ())):
        zone = next((name for name, pile in piles.items() if pile[unit]), None)
        removed.append({"unit": unit, "from": zone})
        if zone:
            piles[zone][unit] -= 1
        last = not any(pile[unit] for pile in piles.values()) and rules.get("token_removed") == "last-card-removed"
        if (zone is None or last) and unit not in gone:
            gone.append(unit)
    return {"removed": removed, "zones": {z: dict(+pile) for z, pile in piles.items()}, "tokens_removed": gone}


def placement(facts: Facts, rules: Facts) -> dict[str, Any]:
    tiles = {tuple(at) for at in facts["tiles"]}
    mine, held = list(facts.get("controlled", ())), list(facts.get("occupied", ()))
    if not mine and not held:
        return {"legal": False, "reason": "no-tile"}
    if facts["chosen"] not in (mine or held):
        return {"legal": False, "reason": "not-controlled" if mine else "not-occupied"}
    chosen = tuple(facts["chosen"])
    edge = [at for at in tiles - {chosen} if sum((at[0] + q, at[1] + r) in tiles for q, r in STEPS) < 6]
    if not edge:
        return {"legal": False, "reason": "no-edge-tile"}
    least = min(far(chosen, at) for at in edge)
    return {"legal": True, "tiles": sorted(list(at) for at in edge if far(chosen, at) == least)}


def hands(deck: list[Any], discard: list[Any], n: int) -> Iterator[tuple[Any, ...]]:
    """Every hand that can be dealt, all equally likely: cards with the same name are told apart."""
    if len(deck) >= n:
        yield from combinations(deck, n)
    else:
        for more in combinations(discard, min(n - len(deck), len(discard))):
            yield (*deck, *more)


def share(names: Iterable[str]) -> dict[str, Fraction]:
    counts = Counter(names)
    return {name: Fraction(n, sum(counts.values())) for name, n in counts.items()}


def laid_out(cards: Mapping[str, int]) -> list[str]:
    return [name for name, n in cards.items() for _ in range(n)]


def listed(cards: Iterable[Facts], key: str) -> list[int]:
    return [one[key] for one in cards for _ in range(one["count"])]


def draw_odds(facts: Facts, rules: Facts) -> dict[str, Fraction]:
    dealt = hands(laid_out(facts["deck"]), laid_out(facts.get("discard", {})), facts.get("hand", 5))
    if "need" in facts:
        need = facts["need"].items()
        return share("yes" if all(hand.count(card) >= n for card, n in need) else "no" for hand in dealt)
    return share(str(sum(card in facts["count_of"] for card in hand)) for hand in dealt)


def kill_odds(facts: Facts, rules: Facts) -> dict[str, Fraction]:
    def name(hand: tuple[int, ...]) -> str:
        played = [v for v in sorted(hand)[facts.get("reserve", 1) :] if v]
        if "effective_distance" in facts:
            played = [max(1, v + 1 - facts["effective_distance"]) for v in played]
        extra = len(played) - 1 if facts.get("crossfire") and played else 0
        total = facts.get("marked", 0) + facts.get("suppress_marked", 0) + sum(played) + extra
        if not played or total < facts["defense"]:
            return "none"
        return "suppressed" if facts.get("suppress_marked") else "casualty"

    deck, discard = listed(facts["deck"], "attack"), listed(facts.get("discard", ()), "attack")
    return share(name(hand) for hand in hands(deck, discard, facts.get("hand", 5)))


def bests(side: Facts, n: int) -> dict[str, Fraction]:
    if "bid" in side:
        return {str(side["bid"]): Fraction(1)}
    dealt = hands(listed(side["deck"], "initiative"), listed(side.get("discard", ()), "initiative"), n)
    return share(str(max(hand)) for hand in dealt)


def initiative_best(facts: Facts, rules: Facts) -> dict[str, Fraction]:
    return bests(facts["side"], facts.get("hand", 5))


def initiative_odds(facts: Facts, rules: Facts) -> dict[str, Fraction]:
    found: Counter[str] = Counter()
    keeps = facts["holder"] if rules.get("initiative_tie") != "other" else "ba"["ab".index(facts["holder"])]
    n = facts.get("hand", 5)
    for a, chance in bests(facts["a"], n).items():
        for b, other in bests(facts["b"], n).items():
            name = "a" if int(a) > int(b) else "b" if int(b) > int(a) else f"tie-{keeps}"
            found[name] += chance * other
    return dict(found)


JUDGES: dict[str, Callable[[Facts, Facts], dict[str, Any]]] = {
    "observe": observe,
    "observed": observed,
    "direct": direct,
    "effective-distance": effective,
    "target": target,
    "targets": targets,
    "damage": damage,
    "sequence": sequence,
    "attacks-needed": attacks,
    "end-turn-damage": end_turn,
    "crossfire": crossfire,
    "aerial-attack": aerial,
    "aircraft-attack": aircraft,
    "bomb": bomb,
    "casualty": casualty,
    "plane-placement": placement,
}
ODDS: dict[str, Callable[[Facts, Facts], dict[str, Fraction]]] = {
    "draw-odds": draw_odds,
    "kill-odds": kill_odds,
    "initiative-best": initiative_best,
    "initiative-odds": initiative_odds,
}
