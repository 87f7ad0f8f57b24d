"""One attack: totals, modifiers, what becomes of the defender (topic Modifiers and results). All attacks end here."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import cached_property
from typing import Protocol

from ...api import Dice, Group, House, Together, dataclass, hidden, if_answered
from .judging import InOrder, in_order, tell
from .model import Weapon
from .profiles import Profile
from .tables import amount, distance, kinds_of, table


class Defender(Protocol):
    """What people see of a defender: where modifiers count, ``concealed``, ``distraction`` and ``in_cover``, too."""

    @property
    def can_retreat(self) -> bool: ...


@dataclass(frozen=True)
class Total:
    """What is added to a die, the same for all dice: the sum, the words of the parts, and the rules that say so."""

    sum: int
    words: str
    rules: tuple[str, ...]

    def of(self, what: str, die: int, dice: Dice) -> int:
        """The total of a die."""
        total = die + self.sum
        dice.explain(f"{what}: {die}{self.words} = {total}", *self.rules)
        return total


@dataclass(frozen=True, eq=False)
class Blow:
    """An attack on one defender, ready to be rolled. `behind`: attacking and supporting weapons behind it.

    `facts` are what people see of it: they are read where they count, whether it can retreat after the dice. `lines`
    tell why its weapons can take part.
    """

    kind: str
    weapon: Weapon
    strength: int
    supporters: int
    behind: int
    target: Profile
    house: House
    facts: Defender
    name: str = ""
    side: str = ""
    lines: tuple[InOrder, ...] = ()

    def seen(self, fact: str) -> bool:
        """Whether people see this of the defender: ``concealed``, ``distraction``, ``in_cover``.

        Where it would not count nobody is asked for it.
        """

        def look() -> bool:
            return bool(getattr(self.facts, fact, False))

        return look() if self._may_count(fact) else if_answered(look, False)

    def _may_count(self, fact: str) -> bool:
        """Whether this is a modifier of such an attack; cover, whether the defender has use of it (TT-MOD-5)."""
        covered = self.target.cover and "ignore-cover" not in self.weapon.traits
        return bool(kinds_of(fact, self.kind)) and (fact != "in_cover" or covered)

    @property
    def can_retreat(self) -> bool:
        return bool(self.facts.can_retreat)

    @cached_property
    def words(self) -> tuple[InOrder, ...]:
        """What is known before the dice: which Armor counts, and what might have counted and does not."""
        return (*armor_words(self.weapon, self.target), *idle(self))

    @cached_property
    def pair(self) -> Together:
        """The two dice of it (TT-RES-1)."""
        return Together((Group("attack", 1), Group("defence", 1)), f"attack on {self.about}")

    @property
    def about(self) -> str:
        """Whom it hits, as people know it."""
        return self.name or self.target.title

    @cached_property
    def attack(self) -> Total:
        """What is added to the attack die."""
        return attack_total(self)

    @cached_property
    def defence(self) -> Total:
        """What is added to the defence die."""
        return defence_total(self)


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

    def plus(self, before: Tally, after: Tally) -> Tally:
        """The same and what came of some attacks, which began `before` and ended `after`."""
        return Tally(
            self.emperor - (before.emperor - after.emperor),
            self.destroyed + after.destroyed - before.destroyed,
            self.retreat + after.retreat - before.retreat,
            (*self.results, *after.results[len(before.results) :]),
        )

    @property
    def name(self) -> str:
        """The name of the outcome in odds."""
        return f"destroyed-{self.destroyed}-retreat-{self.retreat}"


MOST_TOLD = 12  # units under one blast, or attacked in one series, whose odds have names for people


def _tally_title(destroyed: int, retreat: int) -> str:
    told = [f"{n} {word}" for n, word in ((destroyed, "destroyed"), (retreat, "in retreat")) if n]
    return ", ".join(told) or "no effect"


TALLY_TITLES = {
    Tally(frozenset(), destroyed, retreat).name: _tally_title(destroyed, retreat)
    for destroyed in range(MOST_TOLD + 1)
    for retreat in range(MOST_TOLD + 1 - destroyed)
}


def armor_part(weapon: Weapon, target: Profile) -> tuple[int, tuple[str, ...]]:
    """The part of Armor that counts, and the rules that say so (TT-MOD-7, TT-MOD-8, TT-MOD-9)."""
    parts, tough = table("armor"), target.has("tough")
    if "power-weapon" in weapon.traits:
        if tough:
            return int(parts["power_weapon_tough"]), ("TT-MOD-7", "TT-MOD-8")
        return int(parts["power_weapon"]), ("TT-MOD-7",)
    if "lance" in weapon.traits and tough:
        return target.armor + int(parts["lance_tough"]), ("TT-MOD-9",)
    return target.armor, ()


def armor_words(weapon: Weapon, target: Profile) -> list[InOrder]:
    """Why the Armor that counts is not the one that is printed, or is though a trait might have changed it."""
    part, rules = armor_part(weapon, target)
    named = {"TT-MOD-7": "Power Weapon", "TT-MOD-8": "Tough", "TT-MOD-9": "Lance against Tough"}
    if rules:
        why = " and ".join(named[rule] for rule in rules)
        found = [in_order(f"{why}: {part} of {target.armor} Armor counts", *rules)]
        if {"power-weapon", "lance"} <= set(weapon.traits):
            found.append(in_order("Lance does nothing more beside a Power Weapon", "TT-MOD-9"))
        return found
    if target.has("tough"):
        return [in_order(f"Tough changes nothing: {weapon.title} is no Power Weapon", "TT-MOD-8")]
    if "lance" in weapon.traits:
        return [in_order(f"Lance changes nothing: {target.title} is not Tough", "TT-MOD-9")]
    return []


def modifiers(blow: Blow) -> Iterator[tuple[str, int, str]]:
    """What is added to the defence: word, number, rule.

    TT-MOD-2, TT-MOD-3, TT-MOD-4, TT-MOD-5, TT-MOD-6; in which attacks: TT-MOD-10.
    """
    applies = {
        "flanked": 0 if blow.target.has("all-around") else blow.behind,
        "concealed": blow.seen("concealed"),
        "distraction": blow.seen("distraction"),
        "in_cover": blow.target.cover and blow.seen("in_cover") and "ignore-cover" not in blow.weapon.traits,
    }
    for modifier, times in applies.items():
        if times and kinds_of(modifier, blow.kind):
            yield modifier, amount(modifier) * times, str(table("modifiers")[modifier]["rule"])


def idle(blow: Blow) -> Iterator[InOrder]:
    """What might have been added to the defence and was not (TT-MOD-2, TT-MOD-5, TT-MOD-6, TT-MOD-10)."""
    said = {"flanked": blow.behind, **{one: blow.seen(one) for one in ("concealed", "distraction", "in_cover")}}
    out = [one.replace("_", " ") for one, so in said.items() if so and not kinds_of(one, blow.kind)]
    if out:
        barrage = ["TT-BAR-6"] if blow.kind == "barrage" else []
        text = f"{_KIND_WORDS[blow.kind]} knows no modifier for {', '.join(out)}"
        yield in_order(text, "TT-MOD-10", *barrage)
    if blow.behind and kinds_of("flanked", blow.kind) and blow.target.has("all-around"):
        yield in_order(f"{blow.target.title} is All-Around, never Flanked", "TT-MOD-2")
    if blow.seen("in_cover") and kinds_of("in_cover", blow.kind):
        if not blow.target.cover:
            yield in_order(f"{blow.target.title} has no use of cover, by its class", "TT-MOD-5", "TT-R29")
        elif "ignore-cover" in blow.weapon.traits:
            yield in_order(f"{blow.weapon.title} has Ignore Cover: cover adds nothing", "TT-MOD-6", "TT-R10")


_KIND_WORDS = {"shooting": "shooting", "close-combat": "close combat", "barrage": "a barrage"}


def strike(blow: Blow, emperor: bool, dice: Dice, attack_die: int | None = None) -> Struck:
    """Roll an attack on one defender and settle it. `emperor`: its side still has FOR THE EMPEROR (TT-FAC-1).

    `attack_die` is one that was rolled for all (TT-R32).
    """
    words = blow.words  # people are asked what they see before the dice fall
    if attack_die is None:
        attack_die, defence_die = dice.ask(blow.pair)
    else:
        (defence_die,) = dice.ask(Together((Group("defence", 1),), f"defence of {blow.about}"))
    tell(blow.lines, dice)
    tell(words, dice)
    attack = blow.attack.of("attack", attack_die, dice)
    defence = blow.defence.of("defence", defence_die, dice)
    outcome, cause = _settled(blow, attack_die, attack, defence, emperor, dice)
    return Struck(attack, defence, outcome, cause)


# What says that supporters add 1 each, in each kind of attack.
_SUPPORT = {
    "shooting": ("TT-SHOOT-6", "TT-SHOOT-7", "TT-R20", "TT-R59"),
    "close-combat": ("TT-CC-2", "TT-R25"),
    "barrage": ("TT-BAR-5", "TT-R20"),
}


def attack_total(blow: Blow) -> Total:
    """Strength and supporters (TT-MOD-1, TT-CC-3)."""
    given = blow.supporters * amount("supporter")
    helped = f" + {given} supporting" if blow.supporters else ""
    rules = ["TT-MOD-1", *(["TT-CC-3"] if blow.kind == "close-combat" else [])]
    rules += _SUPPORT[blow.kind] if blow.supporters else ()
    return Total(blow.strength + given, f" + {blow.strength}{helped}", tuple(rules))


def defence_total(blow: Blow) -> Total:
    """The part of the Armor that counts, and modifiers (TT-MOD-1, TT-CC-3)."""
    armor, armor_rules = armor_part(blow.weapon, blow.target)
    added = list(modifiers(blow))
    parts = "".join(f" {'-' if n < 0 else '+'} {abs(n)} {word.replace('_', ' ')}" for word, n, _ in added)
    rules = ["TT-MOD-1", *armor_rules, *(rule for _, _, rule in added)]
    if blow.kind == "close-combat":
        rules += ["TT-CC-3", *(["TT-R4"] if armor_rules else []), *(["TT-R21"] if added else [])]
    if any(word == "in_cover" for word, _, _ in added) and blow.target.unit_class != "infantry":
        rules.append("TT-R29")
    total = armor + sum(number for _, number, _ in added)
    return Total(total, f" + {armor} Armor{parts}", tuple(dict.fromkeys(rules)))


def _settled(blow: Blow, die: int, attack: int, defence: int, emperor: bool, dice: Dice) -> tuple[str, str]:
    """From totals to the outcome: Invulnerable, compare, then what a retreat meets (TT-RES-3)."""
    shielded = _shielded(blow, die, dice)
    if shielded and blow.house["invulnerable-retreat"] == "no-effect":
        text = f"Invulnerable: an attack die of {die} does nothing, whatever the totals"
        dice.explain(text, "TT-RES-4", "TT-RES-3", "TT-R22", "TT-RES-6")
        return "no-effect", "invulnerable"
    result = _compared(attack, defence, dice)
    if shielded and result == "destroyed":
        dice.explain(f"Invulnerable: with an attack die of {die} it is only driven back", "TT-RES-4", "TT-R22")
        result = "retreat"
    if result == "destroyed" and blow.target.has("fearless"):
        dice.explain("Fearless saves nobody from destruction", "TT-RES-5")
    return (result, "roll") if result != "retreat" else _driven_back(blow, emperor, dice)


def _shielded(blow: Blow, die: int, dice: Dice) -> bool:
    """Whether an attack die cannot harm the defender (TT-RES-4)."""
    if not blow.target.has("invulnerable"):
        return False
    shielded = die in table("dice")["invulnerable"]
    if not shielded:
        dice.explain(f"Invulnerable, but an attack die of {die} counts", "TT-RES-4", "TT-RES-3")
    return shielded


def has_emperor(unit: Profile) -> bool:
    """Whether a unit's faction has FOR THE EMPEROR (TT-FAC-1)."""
    return "for-the-emperor" in unit.faction.rules


def _driven_back(blow: Blow, emperor: bool, dice: Dice) -> tuple[str, str]:
    """What a retreat meets: Fearless, FOR THE EMPEROR, and is there room (TT-RES-3)."""
    theirs = has_emperor(blow.target)
    if blow.target.has("fearless"):
        unused = ["TT-R23"] if theirs else []
        dice.explain("Fearless: it stays", "TT-RES-5", "TT-RES-3", "TT-RES-6", *unused)
        return "stays", "fearless"
    if emperor and theirs:
        text = "FOR THE EMPEROR: the first that would retreat this turn stays, whether or not it could"
        dice.explain(text, "TT-FAC-1", "TT-RES-3", "TT-RES-6", "TT-R54")
        return "stays", "for-the-emperor"
    if theirs:
        dice.explain("FOR THE EMPEROR is used up this turn", "TT-FAC-1", "TT-R24")
    if not blow.can_retreat:
        text = "it cannot complete its retreat and is destroyed"
        dice.explain(text, "TT-RET-3", "TT-RET-4", "TT-RES-3", "TT-RES-6")
        return "destroyed", "failed-retreat"
    away = ["TT-BAR-6"] if blow.kind == "barrage" else []
    text = f"it retreats, at least {distance('retreat')} cm straight away, and then shows its back to the attacker"
    dice.explain(text, "TT-RET-1", "TT-RET-2", *away)
    return "retreat", "roll"


def _compared(attack: int, defence: int, dice: Dice) -> str:
    """The totals against each other (TT-RES-1, TT-RES-2)."""
    times = int(table("results")["destroyed_times"])
    if attack >= times * defence:
        rules = ("TT-RES-1", "TT-RES-2", *(("TT-R17",) if defence <= 0 else ())) if defence <= 1 else ("TT-RES-1",)
        dice.explain(f"{attack} is at least twice {defence}: destroyed", *rules)
        return "destroyed"
    if attack > defence:
        dice.explain(f"{attack} beats {defence}, but not twice: a retreat", "TT-RES-1")
        return "retreat"
    dice.explain(f"{attack} does not beat {defence}: no effect", "TT-RES-1")
    return "no-effect"
