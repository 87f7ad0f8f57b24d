"""The ground as the independent judge of Deterministically Undaunted sees it: every shortest way is walked."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

Facts = Mapping[str, Any]
At = tuple[int, int]

AIR = ("plane", "off-map-plane")
BUILT = ("structure", "building", "objective", "off-map-artillery")
STEPS = ((1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1))


def far(one: At, two: At) -> int:
    """Steps from one tile to another, walked: along both axes at once as long as that helps."""
    q, r, n = two[0] - one[0], two[1] - one[1], 0
    while q or r:
        dq, dr = min(STEPS, key=lambda step: cube(q - step[0], r - step[1]))
        q, r, n = q - dq, r - dr, n + 1
    return n


def cube(q: int, r: int) -> int:
    return abs(q) + abs(r) + abs(q + r)


def line(one: At, two: At) -> list[At] | None:
    """The tiles from one to another in one of the six directions, both included; None where none leads there."""
    for dq, dr in STEPS:
        at, way = one, [one]
        for _ in range(40):
            if at == two:
                return way
            at = (at[0] + dq, at[1] + dr)
            way.append(at)
    return None


def sees(one: At, two: At, exists: Callable[[At], bool], rules: Facts) -> bool:
    way = line(one, two)
    return way is not None and (rules.get("holes_block") == "no" or all(exists(at) for at in way[1:-1]))


def looks(token: Facts, at: At, exists: Callable[[At], bool], rules: Facts) -> bool:
    if token.get("suppressed") and rules.get("suppressed_observe") == "no":
        return False
    return sees(tuple(token["at"]), at, exists, rules)


def passes(one: Facts, to: Facts, exists: Callable[[At], bool], rules: Facts) -> bool:
    """Whether one token can tell another what it sees."""
    kind = one.get("class", "infantry")
    return (
        one["id"] != to["id"]
        and (one["side"] == to["side"] or rules.get("directing_side") == "any")
        and kind not in BUILT
        and not (kind in AIR and rules.get("planes_direct") == "no")
        and to.get("class", "infantry") not in AIR
        and looks(one, tuple(to["at"]), exists, rules)
        and looks(to, tuple(one["at"]), exists, rules)
    )


def directors(tokens: list[Facts], token: Facts, at: At, exists: Callable[[At], bool], rules: Facts) -> list[str]:
    """Those that see the tile and are linked to the token, in one step or through any chain of different tokens."""

    def linked(to: Facts, used: tuple[str, ...]) -> Iterator[Facts]:
        for one in tokens:
            if one["id"] not in used and passes(one, to, exists, rules):
                yield one
                if rules.get("direct_chain") == "chain":
                    yield from linked(one, (*used, one["id"]))

    return sorted({one["id"] for one in linked(token, (token["id"],)) if looks(one, at, exists, rules)})


def ways(start: At, goal: At, tiles: Mapping[At, Facts]) -> list[tuple[At, ...]]:
    """Every way of the fewest tiles, without the first and with the last."""
    ends: list[tuple[At, ...]] = [(start,)]
    seen = {start}
    while ends and not any(way[-1] == goal for way in ends):
        ends = [
            (*way, at)
            for way in ends
            for at in ((way[-1][0] + q, way[-1][1] + r) for q, r in STEPS)
            if at in tiles and at not in seen
        ]
        seen |= {way[-1] for way in ends}
    return [way[1:] for way in ends if way[-1] == goal]


def is_hill(tile: Facts) -> bool:
    return bool(tile.get("is_hill", tile.get("hill", 0) > 0))


def adds(tile: Facts, from_hill: bool, rules: Facts) -> int:
    bonuses = [tile.get("cover", 0), 0 if from_hill else tile.get("building", 0), tile.get("hill", 0)]
    return max(bonuses) if rules.get("bonus_stack") == "highest" else sum(bonuses)


def distance(start: At, goal: At, tiles: Mapping[At, Facts], rules: Facts) -> dict[str, Any]:
    high, extra = is_hill(tiles[start]), tiles[goal].get("reinforcement", 0)
    found: dict[str, Any] = {"reinforcement": extra, "ignores_building": high}
    if start == goal:
        routes = [(goal,) if rules.get("same_tile") == "destination-counts" else ()]
    else:
        routes = ways(start, goal, tiles)
    if not routes:
        return {**found, "path_tiles": None, "bonuses": None, "effective_distance": None}
    sums = [sum(adds(tiles[at], high, rules) for at in way) for way in routes]
    bonuses = max(sums) if rules.get("path") == "worst-shortest" else min(sums)
    n = len(routes[0])
    return {**found, "path_tiles": n, "bonuses": bonuses, "effective_distance": n + bonuses + extra}


def tile_table(facts: Facts) -> dict[At, Facts]:
    return {tuple(tile["at"]): tile for tile in facts["tiles"]}


def observe(facts: Facts, rules: Facts) -> dict[str, Any]:
    one, two, holes = tuple(facts["from"]), tuple(facts["to"]), {tuple(at) for at in facts.get("missing", ())}
    q, r = two[0] - one[0], two[1] - one[1]
    axes = {"same": one == two, "w-e": r == 0, "nw-se": q == 0, "ne-sw": q + r == 0}
    name = next((axis for axis, so in axes.items() if so), None)
    return {"observes": sees(one, two, lambda at: at not in holes, rules), "axis": name, "distance": far(one, two)}


def observed(facts: Facts, rules: Facts) -> dict[str, Any]:
    tiles = tile_table(facts)
    return {"tiles": sorted(list(at) for at in tiles if sees(tuple(facts["from"]), at, tiles.__contains__, rules))}


def direct(facts: Facts, rules: Facts) -> dict[str, Any]:
    tiles = tile_table(facts)
    token = next(one for one in facts["tokens"] if one["id"] == facts["token"])
    found = directors(facts["tokens"], token, tuple(facts["tile"]), tiles.__contains__, rules)
    seen = looks(token, tuple(facts["tile"]), tiles.__contains__, rules)
    return {"observes": seen, "directors": found, "directed": found != []}


def effective(facts: Facts, rules: Facts) -> dict[str, Any]:
    return distance(tuple(facts["from"]), tuple(facts["to"]), tile_table(facts), rules)


def target(facts: Facts, rules: Facts) -> dict[str, Any]:
    tiles = tile_table(facts)
    by, to = (next(one for one in facts["tokens"] if one["id"] == facts[key]) for key in ("attacker", "target"))
    here, there = tuple(by["at"]), tuple(to["at"])
    looker, spot = (to, here) if rules.get("targeting") == "literal" else (by, there)
    seen = looks(looker, spot, tiles.__contains__, rules)
    help_ = directors(facts["tokens"], looker, spot, tiles.__contains__, rules)
    ed = distance(here, there, tiles, rules)["effective_distance"]
    flies, high = by.get("class") in AIR, to.get("class") in AIR
    tests = {
        "plane": high and not flies and rules.get("ground_attacks_planes") != "yes",
        "same-tile": high and flies and here == there,
        "not-ground-unit": flies and not high and to.get("class", "infantry") not in ("infantry", "crew", "vehicle"),
        "not-same-tile": flies and not high and here != there,
        "cover": flies and not high and tiles[there].get("cover", 0) >= 2,
        "not-seen": not seen and not help_,
        "too-far": ed is None or ed > facts["vision"],
    }
    reason = next((name for name, so in tests.items() if so), None)
    said = {"legal": False, "reason": reason} if reason else {"legal": True}
    return {**said, "observes": seen, "directors": help_, "effective_distance": ed}


def targets(facts: Facts, rules: Facts) -> dict[str, Any]:
    side = next(one["side"] for one in facts["tokens"] if one["id"] == facts["attacker"])
    found = []
    for name in sorted(one["id"] for one in facts["tokens"] if one["side"] != side):
        one = target({**facts, "target": name}, rules)
        told = {"reason": one.get("reason"), "effective_distance": one["effective_distance"]}
        found.append({"id": name, "legal": one["legal"], **told})
    return {"targets": found}
