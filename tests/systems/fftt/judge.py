"""An independent judge of FFTT: outcomes and odds of every resolver, from the tables as printed.

Nothing of the program is used here. `OUTCOMES` plays a situation with faces; `ODDS` walks all faces, or adds up small
tables. The numbers are typed off the rulebook's tables once more, so that a slip in the catalogue is found, too.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from fractions import Fraction
from itertools import product
from typing import Any

Facts = Mapping[str, Any]
Roll = Callable[[int], tuple[int, ...]]
Chances = dict[Any, Fraction]

#        FP AP  W  WS  short long weapon  move hth
ROWS = {
    "hq": (1, 0, 4, None, 0, 0, "", 0, 0),
    "engineer": (3, 2, 3, 8, 30, 40, "direct", 10, 2),
    "sniper": (2, 1, 2, 9, 40, 60, "direct", 10, -1),
    "grunt": (1, 3, 2, 7, 20, 30, "direct", 10, 0),
    "medic": (1, 3, 2, 6, 10, 20, "direct", 10, -1),
    "grenadier": (2, 2, 2, 6, 10, 20, "grenade", 10, 0),
    "tank": (4, 2, 4, 7, 30, 40, "direct", 8, 0),
    "missile-tank": (3, 1, 3, 5, 50, 70, "missile", 8, 0),
    "scanner": (1, 2, 2, None, 0, 0, "", 8, 0),
    "terminator": (1, 2, 2, 8, 20, 30, "direct", 8, 0),
    "sentinel": (1, 3, 1, 7, 20, 30, "direct", 15, -1),
    "queen": (4, 3, 5, None, 0, 0, "", 6, 5),
    "stinger": (1, 3, 2, 6, 20, 30, "direct", 10, 0),
    "acid-spitter": (1, 3, 2, 4, 10, 20, "acid", 10, 0),
    "razor-dog": (1, 4, 2, None, 0, 0, "", 10, 3),
    "drone": (1, 4, 1, None, 0, 0, "", 15, 1),
    "bomb-bug": (1, 3, 2, None, 0, 0, "", 10, -2),
}
INSECTOIDS = ("queen", "stinger", "acid-spitter", "razor-dog", "drone", "bomb-bug")
MACHINA = ("tank", "missile-tank", "scanner", "terminator", "sentinel")
UNHELD = ("razor-dog", "drone", "sentinel")
HARMLESS = ("hq", "scanner", "missile-tank")
CIRCLES = {"grenade": ((1.5, 2), (3, 1)), "missile": ((3, 3), (6, 2), (9, 1)), "acid": ()}
ABILITIES = (
    *("road-runner", "crack-shooter", "iron", "chameleon", "storm-bringer", "doc", "full-metal-jacket"),
    *("lucky-bastard", "happy-trigger", "berserk", "glimmering"),
)
COLUMNS = ("fp", "ap", "wounds", "ws", "short", "long", "weapon", "move", "hth")


def cell(name: str, column: str) -> Any:
    return ROWS[name][COLUMNS.index(column)]


class Man:
    """A figure as it is written in a request."""

    def __init__(self, written: Any) -> None:
        facts = {"unit": written} if isinstance(written, str) else written
        self.unit: str = facts["unit"]
        self.abilities: list[str] = facts.get("abilities", [])
        self.xp: int = facts.get("xp", 0)
        self.suffered: int = facts.get("suffered", 0)
        self.elite: bool = facts.get("elite", False)
        self.wounds = cell(self.unit, "wounds") + self.count("iron") + (self.xp >= 16)
        self.ap = cell(self.unit, "ap") + self.count("glimmering") + (self.xp >= 24)
        self.wounded: bool = facts.get("wounded", 2 * self.suffered >= self.wounds)
        self.veteran: bool = facts.get("veteran", self.xp >= 20)
        self.committed: int = facts.get("ap", 0 if self.unit == "hq" else 1)

    def count(self, ability: str) -> int:
        return self.abilities.count(ability)

    def state(self, suffered: int) -> str:
        if suffered >= self.wounds:
            return "dead"
        return "wounded" if 2 * suffered >= self.wounds else "fit"


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


# --- Hand to hand


def blow(winner: int, loser: int) -> int:
    if loser <= 0:
        return 3 if winner > 0 else 1
    return min(3, winner // loser)


def added(man: Man, others: int, campaign: bool) -> int:
    return int(cell(man.unit, "hth") + others + (man.veteran and campaign) - man.wounded + 2 * man.count("berserk"))


def strikes(man: Man) -> int:
    twice = man.unit in ("queen", "razor-dog", "drone") and "full-metal-jacket" in man.abilities
    return man.committed * (2 if twice else 1)


def too_many(man: Man, foes: Iterable[Man]) -> bool:
    if man.committed > man.ap:
        return True
    answered = [strikes(foe) for foe in foes if foe.unit in INSECTOIDS]
    return man.unit not in INSECTOIDS and man.committed > max(answered or [1], default=1) and man.committed > 1


class Brawl:
    """One against a group."""

    def __init__(self, facts: Facts, house: Facts) -> None:
        self.lone, self.group = Man(facts["lone"]), [Man(one) for one in facts["group"]]
        self.floor = house.get("hth-low-totals") == "floor-at-one"
        campaign = facts.get("campaign", False)
        self.lone_added = added(self.lone, 0, campaign)
        self.added = [added(one, len(self.group) - 1, campaign) for one in self.group]
        self.illegal = too_many(self.lone, self.group) or any(too_many(one, [self.lone]) for one in self.group)
        self.rounds = max(1, strikes(self.lone), *map(strikes, self.group))

    def total(self, face: int, plus: int) -> int:
        return max(1, face + plus) if self.floor else face + plus

    def pair(self, at: int, number: int, total: int, lone: int) -> tuple[int, int]:
        """Wounds on the lone figure and by it, of one pair in a round."""
        man = self.group[at]
        if total == lone:
            total, lone = total + (man.elite and not self.lone.elite), lone + (self.lone.elite and not man.elite)
        if total > lone and strikes(man) >= number and man.unit not in HARMLESS:
            return blow(total, lone), 0
        if lone > total and strikes(self.lone) >= number and self.lone.unit not in HARMLESS:
            return 0, blow(lone, total)
        return 0, 0

    def round(self, number: int, faces: Sequence[int]) -> dict[str, Any]:
        lone = self.total(faces[-1], self.lone_added)
        totals = [self.total(face, plus) for face, plus in zip(faces, self.added, strict=False)]
        pairs = [self.pair(at, number, total, lone) for at, total in enumerate(totals)]
        return {"group": totals, "lone": lone, "on_lone": sum(a for a, _ in pairs), "blow": max(b for _, b in pairs)}

    def chances(self, number: int) -> Chances:
        """Wounds on the lone figure and of its blow, in one round."""
        found: Chances = defaultdict(Fraction)
        for face in range(1, 7):
            lone = self.total(face, self.lone_added)
            now: Chances = {(0, 0): Fraction(1, 6)}
            for at, plus in enumerate(self.added):
                after: Chances = defaultdict(Fraction)
                for (on, by), chance in now.items():
                    for own in range(1, 7):
                        more, best = self.pair(at, number, self.total(own, plus), lone)
                        after[on + more, max(by, best)] += chance / 6
                now = after
            for key, chance in now.items():
                found[key] += chance
        return found

    def all_chances(self) -> Chances:
        return folded((self.chances(number) for number in range(1, self.rounds + 1)), (0, 0))


def melee(facts: Facts, house: Facts, roll: Roll) -> dict[str, Any]:
    brawl = Brawl(facts, house)
    if brawl.illegal:
        return {"legal": False, "reason": "too-many-aps"}
    rounds = [brawl.round(number, roll(len(brawl.group) + 1)) for number in range(1, brawl.rounds + 1)]
    return {
        "legal": True,
        "rounds": rounds,
        "wounds_on_lone": sum(one["on_lone"] for one in rounds),
        "blows": [one["blow"] for one in rounds],
    }


def dead(brawl: Brawl, on: int, by: int) -> dict[str, Any]:
    other = brawl.group[0]
    return {
        "lone_dead": on >= brawl.lone.wounds - brawl.lone.suffered,
        "opponent_dead": None if len(brawl.group) > 1 else by >= other.wounds - other.suffered,
    }


def melee_deaths(facts: Facts, house: Facts, roll: Roll) -> dict[str, Any]:
    found = melee(facts, house, roll)
    if not found["legal"]:
        return found
    return {"legal": True, **dead(Brawl(facts, house), found["wounds_on_lone"], sum(found["blows"]))}


def death_name(found: Facts) -> str:
    lone, other = found["lone_dead"], found["opponent_dead"]
    if other is None:
        return "lone-dead" if lone else "lone-alive"
    return {(0, 0): "none", (1, 0): "lone", (0, 1): "opponent", (1, 1): "both"}[lone, other]


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


# --- Chances


class More(Exception):
    """More faces are wanted."""


def walked(play: Callable[[Roll], Hashable]) -> Chances:
    """What comes of all faces, one by one."""
    found: Chances = defaultdict(Fraction)
    waiting: list[tuple[int, ...]] = [()]
    while waiting:
        faces = waiting.pop()
        left = list(faces)

        def roll(n: int, left: list[int] = left) -> tuple[int, ...]:
            if len(left) < n:
                raise More(n)
            taken, left[:n] = tuple(left[:n]), []
            return taken

        try:
            found[play(roll)] += Fraction(1, 6 ** len(faces))
        except More as more:
            waiting += [faces + face for face in product(range(1, 7), repeat=more.args[0])]
    return dict(found)


def folded(tables: Iterable[Chances], start: tuple[int, ...]) -> Chances:
    """Tables of tuples added up, one after the other."""
    now: Chances = {start: Fraction(1)}
    for table in tables:
        after: Chances = defaultdict(Fraction)
        for before, chance in now.items():
            for more, other in table.items():
                after[tuple(a + b for a, b in zip(before, more, strict=True))] += chance * other
        now = after
    return now


def named(table: Chances, name: Callable[[Any], str]) -> Chances:
    found: Chances = defaultdict(Fraction)
    for key, chance in table.items():
        found[name(key)] += chance
    return {key: chance for key, chance in found.items() if chance}


def shot_table(facts: Facts, house: Facts) -> Chances:
    """Wounds of target and opponent by a shot of a direct weapon."""

    def one(roll: Roll) -> tuple[int, int]:
        found = shot_throw(facts, house, roll)
        return tuple(found["wounds"] * (found["victim"] == who) for who in ("target", "opponent"))  # type: ignore

    return folded([walked(one)] * throws(Man(facts["shooter"]), house), (0, 0))


def blast_table(facts: Facts, house: Facts) -> Chances:
    """Wounds of the target, bursts on its opponent, and how often it lies in goo."""

    def one(roll: Roll) -> tuple[int, int, int]:
        found = blast_throw(facts, house, roll, pointing=False)
        return found["target_wounds"] or 0, found["centre"] == "opponent", bool(found.get("target_in_goo"))

    return folded([walked(one)] * throws(Man(facts["shooter"]), house), (0, 0, 0))


def blast_odds(facts: Facts, house: Facts) -> Chances:
    if why := ban(facts, house, ("grenade", "missile", "acid")):
        return {f"illegal-{why}": Fraction(1)}
    acid_shot = cell(Man(facts["shooter"]).unit, "weapon") == "acid"

    def name(found: tuple[int, int, int]) -> str:
        moved = f"-moved-{found[1]}" if facts.get("into_melee") else ""
        return f"target-{found[0]}{moved}" + ("" if not acid_shot else "-in-goo" if found[2] else "-clear")

    return named(blast_table(facts, house), name)


def shot_odds(facts: Facts, house: Facts) -> Chances:
    if why := ban(facts, house, ("direct",)):
        return {f"illegal-{why}": Fraction(1)}
    return named(shot_table(facts, house), lambda found: f"target-{found[0]}-opponent-{found[1]}")


def volley_odds(facts: Facts, house: Facts) -> Chances:
    tables = []
    for entry in facts["shots"]:
        if why := ban(entry, house):
            return {f"illegal-{why}": Fraction(1)}
        one = {**entry, "target": facts["target"]}
        direct = cell(Man(entry["shooter"]).unit, "weapon") == "direct"
        table = shot_table(one, house) if direct else blast_table(one, house)
        single: Chances = defaultdict(Fraction)
        for found, chance in table.items():
            single[found[:1]] += chance
        tables += [single] * entry.get("count", 1)
    target = Man(facts["target"])
    return named(folded(tables, (0,)), lambda found: target.state(target.suffered + found[0]))


def melee_odds(facts: Facts, house: Facts) -> Chances:
    brawl = Brawl(facts, house)
    if brawl.illegal:
        return {"illegal-too-many-aps": Fraction(1)}
    return named(brawl.all_chances(), lambda found: f"lone-{found[0]}-blows-{found[1]}")


def deaths_odds(facts: Facts, house: Facts) -> Chances:
    brawl = Brawl(facts, house)
    if brawl.illegal:
        return {"illegal-too-many-aps": Fraction(1)}
    return named(brawl.all_chances(), lambda found: death_name(dead(brawl, *found)))


def plainly(resolver: str, name: Callable[[dict[str, Any]], str]) -> Callable[[Facts, Facts], Chances]:
    """All faces of a situation without repeated throws."""

    def chances(facts: Facts, house: Facts) -> Chances:
        def play(roll: Roll) -> str:
            found = OUTCOMES[resolver](facts, house, roll)
            return f"illegal-{found['reason']}" if not found.get("legal", True) else name(found)

        return walked(play)

    return chances


def storm_name(found: dict[str, Any]) -> str:
    goo = {None: "", True: "-in-goo", False: "-clear"}[found.get("target_in_goo")]
    return f"target-{found['target_wounds']}{goo}"


def acid_odds(facts: Facts, house: Facts) -> Chances:
    immune = facts["figure"] in UNHELD and house.get("goo-exception") == "immune"
    once = {(1,): Fraction(15, 36), (0,): Fraction(21, 36)}
    times = 0 if immune else facts.get("rolls", 1)
    return named(folded([once] * times, (0,)), lambda found: f"wounds-{found[0]}")


def alike(names: Sequence[str]) -> Chances:
    """All throw alike, and what is equal is thrown again: each is as likely as any other."""
    return dict.fromkeys(names, Fraction(1, len(names)))


EGGS = ("stinger", "acid-spitter", "razor-dog", "drone", "bomb-bug")
ODDS: dict[str, Callable[[Facts, Facts], Chances]] = {
    "initiative": lambda facts, house: alike("abcd"[: facts.get("players", 2)]),
    "attacker": lambda facts, house: alike("ab"),
    "turn-order": lambda facts, house: alike([f"first-{at}" for at in range(facts["players"])]),
    "flank-arrival": plainly("flank-arrival", lambda found: "arrives" if found["arrives"] else "stays"),
    "flank-wait": plainly("flank-wait", lambda found: f"turn-{found['on_turn']}" if found["arrived"] else "not-yet"),
    "shot": shot_odds,
    "blast-shot": blast_odds,
    "deviation": plainly("deviation", lambda found: "hit" if found["hit"] else f"deviates-{found['deviation']}"),
    "storm-bringer": plainly("storm-bringer", storm_name),
    "volley": volley_odds,
    "melee": melee_odds,
    "melee-deaths": deaths_odds,
    "acid": acid_odds,
    "hatch": lambda facts, house: alike(EGGS),
    "general-ability": plainly("general-ability", lambda found: str(found["ability"])),
    "hazard": plainly("hazard", lambda found: f"lost-{found['lost']}"),
}
