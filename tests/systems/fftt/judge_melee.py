"""Hand-to-hand fights before the independent judge of FFTT."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from fractions import Fraction
from typing import Any

from .judge_figures import HARMLESS, INSECTOIDS, Chances, Facts, Man, Roll, cell


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
