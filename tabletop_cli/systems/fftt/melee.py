"""Hand to hand (FFTT-CC-2, FFTT-CC-3, FFTT-CC-4, FFTT-CC-6)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import field
from functools import cached_property
from typing import Literal

from ...api import (
    Dice,
    Finding,
    ListOf,
    Odds,
    Situation,
    Term,
    YesNo,
    cite,
    count_text,
    dataclass,
    fact,
    hidden_field,
    refuse,
    sum_terms,
    terms_text,
)
from .blows import Clash, Striker
from .figures import FIGHTER, Fighter
from .profiles import strikes_per_point
from .tables import hand_to_hand
from .terms import EACH, term_of
from .titles import TITLES


@dataclass(frozen=True, kw_only=True)
class Melee(Situation):
    """A group in hand to hand with one figure."""

    lone: Fighter = fact(FIGHTER, ask="Who fights alone?")
    group: tuple[Fighter, ...] = fact(
        ListOf(FIGHTER, 1, 12), ask="Who fights against it?", help="figures", rules=("FFTT-CC-4", "FFTT-CC-5")
    )
    campaign: bool = fact(
        YesNo(), False, ask="Is it a battle of a campaign? (veterans have +1 there)", rules=("FFTT-R54",)
    )


@dataclass(frozen=True)
class Round:
    """A round: the totals of the group and of the lone figure, the wounds on it, and those of its own blow.

    `winners` and `beaten` are the places of those of the group that wounded it, and that it might have wounded.
    """

    group: tuple[int, ...]
    lone: int
    on_lone: int
    blow: int
    winners: tuple[int, ...] = hidden_field(())
    beaten: tuple[int, ...] = hidden_field(())


@dataclass(frozen=True)
class Fought:
    """What came of a melee; `blows` are the wounds of the lone figure's blow of each round, 0 for none."""

    rounds: tuple[Round, ...]
    wounds_on_lone: int
    blows: tuple[int, ...]


@dataclass(frozen=True)
class Deaths:
    """Who dies; None for the opponent where there are several."""

    lone_dead: bool
    opponent_dead: bool | None


# --- Who may strike how often


def strike_rounds(fighter: Fighter) -> int:
    """In how many rounds a figure can wound: its action points, twice for two bites (FFTT-CC-6, FFTT-R33)."""
    return fighter.committed * strikes_per_point(fighter.profile)


def most_points(fighter: Fighter, opponents: Sequence[Fighter]) -> int:
    """The most action points that a figure may commit against these (FFTT-CC-6, FFTT-CC-7).

    Insectoids as many as they have; others one, or as many as one insectoid strikes at them.
    """
    most = fighter.profile.ap
    if fighter.kind.insectoid:
        return most
    return min(most, max([1, *(strike_rounds(one) for one in opponents if one.kind.insectoid)]))


def find_excesses(s: Melee) -> Iterator[tuple[int, Fighter, int]]:
    """Yield who commits too many action points: its place, 0 for the lone figure, itself, and its most (FFTT-CC-6)."""
    for place, (fighter, opponents) in enumerate(((s.lone, s.group), *((one, (s.lone,)) for one in s.group))):
        if fighter.committed > (most := most_points(fighter, opponents)):
            yield place, fighter, most


def check_points(s: Melee) -> None:
    """No figure commits too many action points (FFTT-CC-6). Errors: `Refused` for the first that does."""
    for _, fighter, most in find_excesses(s):
        points, has = count_text(fighter.committed, "action point"), fighter.profile.find_number("ap")
        text = f"The {fighter.kind.name} commits {points}, {most} at most; it has {has.text}."
        raise refuse("FFTT-CC-6", "too-many-aps", text, "FFTT-CC-7", "FFTT-AP-1", has)


# --- What is added to the dice


def fight_terms(fighter: Fighter, others: int, campaign: Callable[[], bool]) -> Iterator[Term]:
    """What is added to a die; `others` are the further combatants of its side (FFTT-CC-2, FFTT-CC-4, FFTT-R43)."""
    rows, kind = hand_to_hand(), fighter.kind
    if kind.hth:
        yield Term(kind.hth, kind.name.lower(), ("FFTT-CC-2",))
    if others:
        words = count_text(others, "further combatant")
        yield Term(rows["extra"].value * others, words, ("FFTT-CC-4", "FFTT-CC-5", "FFTT-R43"))
    if fighter.is_veteran:
        told = ("FFTT-XP-1", "FFTT-R54")
        yield term_of(rows["veteran"], *told) if campaign() else Term(0, "veteran, but not in a campaign", told)
    yield from fighter.wound_terms(rows["wounded"])
    if times := fighter.abilities.count("berserk"):
        yield term_of(rows["berserk"], "FFTT-GEN-2", "FFTT-R33", times=times)


@dataclass(frozen=True)
class Combatant:
    """A fighter with what its dice need: what is added, and in how many rounds it can wound."""

    name: str
    modifier: int
    elite: bool
    strikes: int
    harmless: bool

    def striker_in_round(self, number: int) -> Striker:
        """The same in a round, counted from 1 (FFTT-CC-3, FFTT-CC-6)."""
        return Striker(self.modifier, self.elite, self.strikes >= number and not self.harmless)


def find_combatant(fighter: Fighter, others: int, s: Melee) -> Finding[Combatant]:
    """Return a figure that fights, with what its dice need (FFTT-CC-2, FFTT-CC-3, FFTT-CC-6, FFTT-R14, FFTT-R40)."""
    terms = tuple(fight_terms(fighter, others, lambda: s.campaign))
    kind, elite, often, added = fighter.kind, fighter.elite, find_strikes(fighter), sum_terms(terms)
    name = kind.name.lower()

    def combatant_text() -> str:
        return f"{name}: {added:+}{terms_text(terms, EACH)}; {often.text}{'; elite if equal' if elite else ''}"

    rules = [rule for term in terms for rule in term.rules]
    found = Combatant(name, added, elite, often.value, kind.harmless)
    return Finding(found, combatant_text, "FFTT-CC-2", *rules, often, elite and ("FFTT-R40", "FFTT-R18"))


def find_strikes(fighter: Fighter) -> Finding[int]:
    """Return in how many rounds a figure strikes, told as how often it may wound.

    (FFTT-CC-3, FFTT-CC-6, FFTT-CC-7, FFTT-AP-1, FFTT-R14, FFTT-R33)
    """
    kind, points, often = fighter.kind, fighter.committed, strike_rounds(fighter)
    has = fighter.profile.find_number("ap")
    extra = points > kind.ap and ("FFTT-AP-1", has)
    if kind.harmless or not points:
        return Finding(often, "a win only saves it", "FFTT-CC-3", kind.unprinted, extra)
    answers = points > 1 and not kind.insectoid and "FFTT-CC-7"
    jacket = "full-metal-jacket" in fighter.abilities and ("FFTT-GEN-2", "FFTT-R33")

    def strikes_text() -> str:
        return f"{count_text(points, 'action point')} of {has.text}, {count_text(often, 'strike')}"

    return Finding(often, strikes_text, "FFTT-CC-6", answers, extra, jacket)


# --- The rounds


@dataclass(frozen=True)
class Combat:
    """A melee, ready for the dice."""

    lone: Combatant
    group: tuple[Combatant, ...]
    floor: bool

    @property
    def rounds(self) -> range:
        """As many as the most strikes of any figure, one at least (FFTT-CC-6)."""
        return range(1, max(1, self.lone.strikes, *(one.strikes for one in self.group)) + 1)

    @cached_property
    def clashes(self) -> Mapping[int, Clash]:
        """The dice of each round."""
        strikers = {
            n: (self.lone.striker_in_round(n), tuple(one.striker_in_round(n) for one in self.group))
            for n in self.rounds
        }
        return {n: Clash(lone, group, self.floor) for n, (lone, group) in strikers.items()}


def find_combat(s: Melee, dice: Dice) -> Combat:
    """Return who fights, and with what (FFTT-CC-4, FFTT-CC-6, FFTT-CC-7). Errors: `Refused`."""
    check_points(s)

    def report_combatant(fighter: Fighter, others: int) -> Combatant:
        found = find_combatant(fighter, others, s)
        matters = found.value.modifier or not found.value.strikes
        tell: Literal["", "reason"] = "reason" if matters and len(s.group) == 1 else ""  # of several the totals say it
        return dice.report(found, tell=tell)

    lone = report_combatant(s.lone, 0)
    group = tuple(report_combatant(one, len(s.group) - 1) for one in s.group)
    return Combat(lone, group, s.house["hth-low-totals"] == "floor-at-one")


def fight_round(now: Combat, number: int, dice: Dice) -> Round:
    """One round, all at once (FFTT-CC-2, FFTT-CC-4, FFTT-R38, FFTT-R39, FFTT-R41, FFTT-R43)."""
    found = dice.ask(now.clashes[number])
    if not found.totals:  # nobody reads what odds would say
        return Round((), 0, found.on_lone, found.blow)
    *group, lone = found.totals
    totals, hurt, blow = ", ".join(map(str, group)), count_text(found.on_lone, "wound"), count_text(found.blow, "wound")
    none = not (found.on_lone or found.blow)
    tie = group == [lone] and none
    against = f"round {number}: {totals} against {lone}{', a tie' if tie else ''}"
    text = f"{against}: no wound" if none else f"{against}: {hurt} on the {now.lone.name}, its blow {blow}"
    several = len(now.group) > 1 and ("FFTT-CC-4", "FFTT-R41")
    low = (min(found.totals) <= 0 or now.floor) and "FFTT-R39"
    equal = lone in group and any(one.elite for one in (now.lone, *now.group)) and "FFTT-R40"
    spent = min(now.lone.strikes, *(one.strikes for one in now.group)) < number and ("FFTT-CC-3", "FFTT-CC-6")
    rules = cite("FFTT-CC-2", "FFTT-R38", "FFTT-R43", several, low, equal, spent)
    dice.explain(text, *rules, tell="now" if tie else "reason")
    return Round(tuple(group), lone, found.on_lone, found.blow, found.winners, found.beaten)


ROUND = 3_000  # millionths of a second that odds of a round may take for each figure, where the wounds vary most


@dataclass(frozen=True)
class Tally:
    """Wounds so far, which alone matter to odds, and the rounds that led to them."""

    on_lone: int = 0
    blows: int = 0
    rounds: tuple[Round, ...] = field(default=(), compare=False)


def roll_melee(s: Melee, dice: Dice) -> Fought:
    """All rounds of one against a group (FFTT-CC-2, FFTT-CC-3, FFTT-CC-4, FFTT-CC-6, FFTT-CC-9)."""

    def add_round(before: Tally, number: int, dice: Dice) -> Tally:
        found = fight_round(now, number, dice)
        return Tally(before.on_lone + found.on_lone, before.blows + found.blow, (*before.rounds, found))

    now = find_combat(s, dice)
    dice.announce_work(ROUND * len(s.group) * len(now.rounds) ** 3)
    rounds = dice.repeat(add_round, Tally(), now.rounds).rounds
    return Fought(rounds, sum(one.on_lone for one in rounds), tuple(one.blow for one in rounds))


def find_death(one: Fighter, wounds: int) -> Finding[bool]:
    """Return whether so many wounds kill a figure (FFTT-CC-9, FFTT-WOUND-1)."""
    dead, has = wounds >= one.left, one.profile.find_number("wounds")

    def death_text() -> str:
        hurt = f"the {one.kind.name.lower()}: {count_text(wounds, 'wound')}, {one.left} left of {has.text}"
        return f"{hurt}: {'dead' if dead else 'alive'}"

    return Finding(dead, death_text, "FFTT-CC-9", "FFTT-WOUND-1", has, one.unit.headquarters and "FFTT-HQ-1")


def melee_deaths(s: Melee, dice: Dice) -> Deaths:
    """Who dies in all rounds together; on whom of several the blows fall is a choice (FFTT-CC-9, FFTT-R43)."""
    found = roll_melee(s, dice)
    alone = dice.report(find_death(s.lone, found.wounds_on_lone))
    return Deaths(alone, dice.report(find_death(s.group[0], sum(found.blows))) if len(s.group) == 1 else None)


def deaths_name(s: Melee, found: Deaths) -> str:
    """The name of an outcome in odds."""
    if found.opponent_dead is None:
        return "lone-dead" if found.lone_dead else "lone-alive"
    if found.lone_dead:
        return "both" if found.opponent_dead else "lone"
    return "opponent" if found.opponent_dead else "none"


MELEE = TITLES.make_resolver(
    "melee", Melee, roll_melee, odds=Odds(lambda s, found: f"lone-{found.wounds_on_lone}-blows-{sum(found.blows)}")
)
DEATHS = ("none", "lone", "opponent", "both", "lone-dead", "lone-alive")
MELEE_DEATHS = TITLES.make_resolver("melee-deaths", Melee, melee_deaths, odds=Odds(deaths_name, order=DEATHS))
