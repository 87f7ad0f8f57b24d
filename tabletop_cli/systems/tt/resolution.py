"""One attack: totals, modifiers, what becomes of the defender (topic Modifiers and results). All attacks end here."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import cached_property, partial
from typing import Protocol

from ...api import Dice, Finding, Group, House, Sum, Term, Together, cite, dataclass, hidden_field, peek, terms_text
from .judging import report_all
from .model import Weapon
from .profiles import Profile
from .tables import modifier_amount, printed_table, rule_distance


class Defender(Protocol):
    """What people see of a defender: where modifiers count, ``concealed``, ``distraction`` and ``in_cover``, too."""

    @property
    def can_retreat(self) -> bool: ...


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
    lines: tuple[Finding[object], ...] = ()

    def count_seen(self, fact: str, *, asks: bool) -> int:
        """Return how often people see this of the defender; unless `asks`, only what they have said already."""
        if fact == "flanked":
            return self.behind

        def look_at_fact() -> bool:
            return bool(getattr(self.facts, fact, False))

        return look_at_fact() if asks else peek(look_at_fact, False)

    @property
    def can_retreat(self) -> bool:
        return bool(self.facts.can_retreat)

    @cached_property
    def pair(self) -> Together:
        """The two dice of it (TT-RES-1)."""
        return Together((Group("attack", 1), Group("defence", 1)), f"attack on {self.about}")

    @property
    def about(self) -> str:
        """Whom it hits, as people know it."""
        return self.name or self.target.title

    @cached_property
    def attack(self) -> Sum:
        """What is added to the attack die."""
        return find_attack_sum(self)

    @cached_property
    def defence_findings(self) -> tuple[Finding[Term | None], ...]:
        """What is added to the defence die, and what might have been and is not: people are asked for it here."""
        return (*armor_findings(self.weapon, self.target), *modifier_findings(self))

    @cached_property
    def defence(self) -> Sum:
        """What is added to the defence die."""
        return find_defence_sum(self)


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
    results: tuple[Struck, ...] = hidden_field(())

    def add(self, struck: Struck, side: str) -> Tally:
        return replace(
            self,
            emperor=self.emperor - {side} if struck.cause == "for-the-emperor" else self.emperor,
            destroyed=self.destroyed + (struck.outcome == "destroyed"),
            retreat=self.retreat + (struck.outcome == "retreat"),
            results=(*self.results, struck),
        )

    def with_difference(self, before: Tally, after: Tally) -> Tally:
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


def armor_findings(weapon: Weapon, target: Profile) -> Iterator[Finding[Term | None]]:
    """Yield the part of Armor that counts, and why traits change it or do not (TT-MOD-7, TT-MOD-8, TT-MOD-9)."""
    parts, tough, armor = printed_table("armor"), target.has_special("tough"), target.armor
    power, lance = "power-weapon" in weapon.traits, "lance" in weapon.traits
    part, why, rules = armor, "", cite(power and ("TT-MOD-7", tough and "TT-MOD-8"))
    if power:
        part = int(parts["power_weapon_tough" if tough else "power_weapon"])
        why = "Power Weapon and Tough" if tough else "Power Weapon"
    elif lance and tough:
        part, why, rules = armor + int(parts["lance_tough"]), "Lance against Tough", ("TT-MOD-9",)
    yield Finding(Term(part, "Armor", rules), why and f"{why}: {part} of {armor} Armor counts", rules)
    if power and lance:
        yield Finding(None, "Lance does nothing more beside a Power Weapon", "TT-MOD-9")
    elif tough and not why:
        yield Finding(None, lambda: f"Tough changes nothing: {weapon.title} is no Power Weapon", "TT-MOD-8")
    elif lance and not why:
        yield Finding(None, lambda: f"Lance changes nothing: {target.title} is not Tough", "TT-MOD-9")


def modifier_findings(blow: Blow) -> list[Finding[Term | None]]:
    """Return what is added to the defence for what people see, and what might have been and is not.

    Where a modifier would not count nobody is asked for it (TT-MOD-2, TT-MOD-3, TT-MOD-4, TT-MOD-5, TT-MOD-6; in which
    attacks: TT-MOD-10).
    """
    found: list[Finding[Term | None]] = []
    unknown = []
    rows = printed_table("modifiers")
    for fact in ("flanked", "concealed", "distraction", "in_cover"):
        row, name = rows[fact], fact.replace("_", " ")
        known = blow.kind in row["kinds"]
        useless = find_useless(fact, blow) if known else None
        if not (times := blow.count_seen(fact, asks=known and useless is None)):
            continue
        if not known:
            unknown.append(name)
        elif useless is not None:
            found.append(useless)
        else:
            by_class = fact == "in_cover" and blow.target.unit_class != "infantry"
            found.append(Finding(Term(row["defence"] * times, name, cite(str(row["rule"]), by_class and "TT-R29"))))
    if unknown:
        text = f"in {_KIND_WORDS[blow.kind]} these do not count: {', '.join(unknown)}"
        found.insert(0, Finding(None, text, "TT-MOD-10", blow.kind == "barrage" and "TT-BAR-6"))
    return found


def find_useless(fact: str, blow: Blow) -> Finding[None] | None:
    """Return why a modifier of such attacks does nothing for this defender (TT-MOD-2, TT-MOD-5, TT-MOD-6)."""
    target, weapon = blow.target, blow.weapon
    if fact == "flanked" and target.has_special("all-around"):
        return Finding(None, lambda: f"{target.title} is All-Around, so it is never Flanked", "TT-MOD-2")
    if fact == "in_cover" and not target.cover:
        return Finding(
            None, lambda: f"{target.title} gets no bonus for cover, because of its class", "TT-MOD-5", "TT-R29"
        )
    if fact == "in_cover" and "ignore-cover" in weapon.traits:
        return Finding(None, lambda: f"{weapon.title} has Ignore Cover: cover adds nothing", "TT-MOD-6", "TT-R10")
    return None


_KIND_WORDS = {"shooting": "shooting", "close-combat": "close combat", "barrage": "a barrage"}


def roll_blow(blow: Blow, emperor: bool, dice: Dice, attack_die: int | None = None) -> Struck:
    """Roll an attack on one defender and settle it. `emperor`: its side still has FOR THE EMPEROR (TT-FAC-1).

    `attack_die` is one that was rolled for all (TT-R32).
    """
    found = blow.defence_findings  # people are asked what they see before the dice fall
    if attack_die is None:
        attack_die, defence_die = dice.ask(blow.pair)
    else:
        (defence_die,) = dice.ask(Together((Group("defence", 1),), f"defence of {blow.about}"))
    report_all(blow.lines, dice)
    for one in found:
        dice.report(one, tell="reason" if one.value is not None else "")
    attack, defence = attack_die + blow.attack.value, defence_die + blow.defence.value
    totals = (("attack", attack_die, blow.attack, attack), ("defence", defence_die, blow.defence, defence))
    for who, die, added, total in totals:
        dice.report(Finding(total, partial(_total_text, who, die, added, total), added), tell="reason")
    outcome, cause = _settle_totals(blow, attack_die, attack, defence, emperor, dice)
    return Struck(attack, defence, outcome, cause)


def _total_text(who: str, die: int, added: Sum, total: int) -> str:
    return f"{who}: {die}{added.text} = {total}"


# What says that supporters add 1 each, in each kind of attack.
_SUPPORT = {
    "shooting": ("TT-SHOOT-6", "TT-SHOOT-7", "TT-R20", "TT-R59"),
    "close-combat": ("TT-CC-2", "TT-R25"),
    "barrage": ("TT-BAR-5", "TT-R20"),
}


EACH = " {sign} {size} {name}"  # what is added to a die, in words: `` + 3 supporting - 1 flanked``


def find_attack_sum(blow: Blow) -> Sum:
    """Return Strength and supporters (TT-MOD-1, TT-CC-3)."""
    terms = [Term(blow.strength, "Strength")]
    if blow.supporters:
        terms.append(Term(blow.supporters * modifier_amount("supporter"), "supporting", _SUPPORT[blow.kind]))
    close = blow.kind == "close-combat"
    return Sum(
        terms, lambda of: f" + {of.terms[0].value}{terms_text(of.terms[1:], EACH)}", "TT-MOD-1", close and "TT-CC-3"
    )


def find_defence_sum(blow: Blow) -> Sum:
    """Return the part of the Armor that counts, and modifiers (TT-MOD-1, TT-CC-3)."""
    armor, *added = terms = [one.value for one in blow.defence_findings if one.value is not None]
    close = blow.kind == "close-combat" and ("TT-CC-3", armor.rules and "TT-R4", bool(added) and "TT-R21")
    rules = ("TT-MOD-1", [term.rules for term in terms], close)
    return Sum(terms, lambda of: f" + {armor.value} Armor{terms_text(added, EACH)}", *rules)


def _settle_totals(blow: Blow, die: int, attack: int, defence: int, emperor: bool, dice: Dice) -> tuple[str, str]:
    """From totals to the outcome: Invulnerable, compare, then what a retreat meets (TT-RES-3)."""
    shielded = _is_shielded(blow, die, dice)
    if shielded and blow.house["invulnerable-retreat"] == "no-effect":
        text = f"Invulnerable: an attack die of {die} does nothing, whatever the totals"
        dice.explain(text, "TT-RES-4", "TT-RES-3", "TT-R22", "TT-RES-6", tell="reason")
        return "no-effect", "invulnerable"
    result = _compare_totals(attack, defence, dice)
    if shielded and result == "destroyed":
        dice.explain(f"Invulnerable: with an attack die of {die} it retreats instead", "TT-RES-4", "TT-R22", tell="now")
        result = "retreat"
    if result == "destroyed" and blow.target.has_special("fearless"):
        dice.explain("Fearless does not save it from being destroyed", "TT-RES-5")
    return (result, "roll") if result != "retreat" else _settle_retreat(blow, emperor, dice)


def _is_shielded(blow: Blow, die: int, dice: Dice) -> bool:
    """Whether an attack die cannot harm the defender (TT-RES-4)."""
    if not blow.target.has_special("invulnerable"):
        return False
    shielded = die in printed_table("dice")["invulnerable"]
    if not shielded:
        dice.explain(f"Invulnerable, but an attack die of {die} counts", "TT-RES-4", "TT-RES-3")
    return shielded


def has_emperor(unit: Profile) -> bool:
    """Whether a unit's faction has FOR THE EMPEROR (TT-FAC-1)."""
    return "for-the-emperor" in unit.faction.rules


def _settle_retreat(blow: Blow, emperor: bool, dice: Dice) -> tuple[str, str]:
    """What a retreat meets: Fearless, FOR THE EMPEROR, and is there room (TT-RES-3)."""
    theirs = has_emperor(blow.target)
    if blow.target.has_special("fearless"):
        dice.explain("Fearless: it stays", *cite("TT-RES-5", "TT-RES-3", "TT-RES-6", theirs and "TT-R23"))
        return "stays", "fearless"
    if emperor and theirs:
        text = "FOR THE EMPEROR: the first that would retreat this turn stays, also if it has no room"
        dice.explain(text, "TT-FAC-1", "TT-RES-3", "TT-RES-6", "TT-R54", tell="now")
        return "stays", "for-the-emperor"
    if theirs:
        dice.explain("FOR THE EMPEROR is used up this turn", "TT-FAC-1", "TT-R24")
    if not blow.can_retreat:
        text = "it cannot complete its retreat and is destroyed"
        dice.explain(text, "TT-RET-3", "TT-RET-4", "TT-RES-3", "TT-RES-6")
        return "destroyed", "failed-retreat"
    who = blow.about if blow.kind == "barrage" else "it"
    text = f"{who} retreats at least {rule_distance('retreat')} cm straight away, and then faces away from the attacker"
    dice.explain(text, *cite("TT-RET-1", "TT-RET-2", blow.kind == "barrage" and "TT-BAR-6"), tell="now")
    return "retreat", "roll"


def _compare_totals(attack: int, defence: int, dice: Dice) -> str:
    """The totals against each other (TT-RES-1, TT-RES-2)."""
    times = int(printed_table("results")["destroyed_times"])
    if attack >= times * defence:
        rules = cite("TT-RES-1", defence <= 1 and "TT-RES-2", defence <= 0 and "TT-R17")
        dice.explain(f"{attack} is at least twice {defence}: destroyed", *rules)
        return "destroyed"
    if attack > defence:
        dice.explain(f"{attack} beats {defence}, but not twice: a retreat", "TT-RES-1")
        return "retreat"
    dice.explain(f"{attack} does not beat {defence}: no effect", "TT-RES-1")
    return "no-effect"
