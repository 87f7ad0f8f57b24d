"""The odds of the independent judge of FFTT: all faces are walked, or small tables added up."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Hashable, Sequence
from fractions import Fraction
from itertools import product
from typing import Any

from .judge import OUTCOMES, ban, blast_throw, shot_throw, throws
from .judge_figures import UNHELD, Chances, Facts, Man, Roll, cell
from .judge_melee import Brawl, dead, death_name, folded


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
