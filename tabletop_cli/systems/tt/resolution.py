"""One attack: totals, modifiers, what becomes of the defender (TT-MOD, TT-RES, TT-FAC-1). All attacks end here."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from ...api import Dice, Group, House, Together, hidden
from .model import Weapon
from .profiles import Profile
from .tables import amount, kinds_of, table


@dataclass(frozen=True, eq=False)
class Blow:
    """An attack on one defender, ready to be rolled. `behind`: attacking and supporting weapons behind it."""

    kind: str
    weapon: Weapon
    strength: int
    supporters: int
    behind: int
    target: Profile
    house: House
    name: str = ""
    side: str = ""
    concealed: bool = False
    distraction: bool = False
    in_cover: bool = False
    can_retreat: bool = True


@dataclass(frozen=True)
class Struck:
    """The totals, and what happened why (TT-RES-6)."""

    attack_total: int
    defence_total: int
    outcome: str
    cause: str


@dataclass(frozen=True)
class Tally:
    """A series of attacks so far: sides that still have FOR THE EMPEROR, and how many units fell or fell back.

    `results` is for people and machines; it never tells two tallies apart, so that odds stay small (TT-RES-7).
    """

    emperor: frozenset[str]
    destroyed: int = 0
    retreat: int = 0
    results: tuple[Struck, ...] = hidden(())

    def add(self, struck: Struck, side: str) -> Tally:
        return replace(
            self,
            emperor=self.emperor - {side} if struck.cause == "for-the-emperor" else self.emperor,
            destroyed=self.destroyed + (struck.outcome == "destroyed"),
            retreat=self.retreat + (struck.outcome == "retreat"),
            results=(*self.results, struck),
        )

    @property
    def name(self) -> str:
        """The name of the outcome in odds."""
        return f"destroyed-{self.destroyed}-retreat-{self.retreat}"


def armor_part(weapon: Weapon, target: Profile) -> tuple[int, str]:
    """The part of Armor that counts, and the rule that says so (TT-MOD-7 to 9)."""
    parts, tough = table("armor"), target.has("tough")
    if "power-weapon" in weapon.traits:
        return (int(parts["power_weapon_tough"]), "TT-MOD-8") if tough else (int(parts["power_weapon"]), "TT-MOD-7")
    if "lance" in weapon.traits and tough:
        return target.armor + int(parts["lance_tough"]), "TT-MOD-9"
    return target.armor, "TT-MOD-1"


def modifiers(blow: Blow) -> Iterator[tuple[str, int, str]]:
    """What is added to the defence: word, number, rule (TT-MOD-2 to 6, TT-MOD-10)."""
    applies = {
        "flanked": 0 if blow.target.has("all-around") else blow.behind,
        "concealed": blow.concealed,
        "distraction": blow.distraction,
        "in_cover": blow.in_cover and blow.target.cover and "ignore-cover" not in blow.weapon.traits,
    }
    for modifier, times in applies.items():
        if times and kinds_of(modifier, blow.kind):
            yield modifier, amount(modifier) * times, str(table("modifiers")[modifier]["rule"])


def pair_of_dice(why: str) -> Together:
    """The two dice of one attack (TT-RES-1)."""
    return Together((Group("attack", 1), Group("defence", 1)), why)


def strike(blow: Blow, emperor: bool, dice: Dice, attack_die: int | None = None) -> Struck:
    """Roll an attack on one defender and settle it. `emperor`: its side still has FOR THE EMPEROR (TT-FAC-1).

    `attack_die` is one that was rolled for all (TT-R32).
    """
    about = blow.name or blow.target.title
    if attack_die is None:
        attack_die, defence_die = dice.ask(pair_of_dice(f"attack on {about}"))
    else:
        defence_die = dice.ask(Together((Group("defence", 1),), f"defence of {about}"))[0]
    attack = attack_die + blow.strength + blow.supporters * amount("supporter")
    armor, armor_rule = armor_part(blow.weapon, blow.target)
    added = list(modifiers(blow))
    defence = defence_die + armor + sum(number for _, number, _ in added)
    helped = f" + {blow.supporters} supporting" if blow.supporters else ""
    dice.explain(f"attack: {attack_die} + {blow.strength}{helped} = {attack}", "TT-MOD-1")
    parts = "".join(f" {'-' if n < 0 else '+'} {abs(n)} {word.replace('_', ' ')}" for word, n, _ in added)
    rules = dict.fromkeys((armor_rule, *(rule for _, _, rule in added)))
    dice.explain(f"defence: {defence_die} + {armor} Armor{parts} = {defence}", *rules)
    outcome, cause = _settled(blow, attack_die, attack, defence, emperor, dice)
    return Struck(attack, defence, outcome, cause)


def _settled(blow: Blow, die: int, attack: int, defence: int, emperor: bool, dice: Dice) -> tuple[str, str]:
    """From totals to the outcome: Invulnerable, compare, Fearless, FOR THE EMPEROR, can it retreat (TT-RES-3)."""
    shielded = blow.target.has("invulnerable") and die in table("dice")["invulnerable"]
    if shielded and blow.house["invulnerable-retreat"] == "no-effect":
        dice.explain(f"Invulnerable: an attack die of {die} does nothing", "TT-RES-4")
        return "no-effect", "invulnerable"
    result = _compared(attack, defence, dice)
    if shielded and result == "destroyed":
        dice.explain(f"Invulnerable: with an attack die of {die} it is only driven back", "TT-RES-4", "TT-R22")
        result = "retreat"
    if result != "retreat":
        return result, "roll"
    if blow.target.has("fearless"):
        dice.explain("Fearless: it stays", "TT-RES-5")
        return "stays", "fearless"
    if emperor and "for-the-emperor" in blow.target.faction.rules:
        dice.explain("FOR THE EMPEROR: the first that would retreat this turn stays", "TT-FAC-1")
        return "stays", "for-the-emperor"
    if not blow.can_retreat:
        dice.explain("it cannot complete its retreat and is destroyed", "TT-RET-3")
        return "destroyed", "failed-retreat"
    dice.explain(
        "it retreats, at least 5 cm straight away, and then shows its back to the attacker", "TT-RET-1", "TT-RET-2"
    )
    return "retreat", "roll"


def _compared(attack: int, defence: int, dice: Dice) -> str:
    """The totals against each other (TT-RES-1, TT-RES-2)."""
    times = int(table("results")["destroyed_times"])
    if attack >= times * defence:
        rules = ("TT-RES-1", "TT-RES-2") if defence <= 1 else ("TT-RES-1",)
        dice.explain(f"{attack} is at least twice {defence}: destroyed", *rules)
        return "destroyed"
    if attack > defence:
        dice.explain(f"{attack} beats {defence}, but not twice: a retreat", "TT-RES-1")
        return "retreat"
    dice.explain(f"{attack} does not beat {defence}: no effect", "TT-RES-1")
    return "no-effect"
