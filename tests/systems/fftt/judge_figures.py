"""The figures of FFTT as the independent judge knows them: the tables as printed, typed once more."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
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
