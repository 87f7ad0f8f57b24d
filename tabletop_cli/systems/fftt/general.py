"""Generals, their abilities, and experience (FFTT-GEN-1, FFTT-GEN-3, FFTT-XP-1)."""

from __future__ import annotations

from dataclasses import field

from ...api import Dice, Finding, House, Odds, Situation, Whole, count_text, dataclass, fact, peek, refuse
from .blasts import impact_blast, impact_rules
from .figures import FIGURE, Figure
from .profiles import ABILITIES, ability_of, has_earned
from .shooting import outcome_words
from .tables import blasts, row_names, table_of
from .throws import Aimed, ToHit, two_dice
from .titles import TITLES
from .units import Unit


@dataclass(frozen=True, kw_only=True)
class StormBringer(Situation):
    """A general calls the guns from above. Whether he has the ability is not checked."""

    shooter: Figure = fact(FIGURE, ask="Who calls the storm?")


@dataclass(frozen=True, kw_only=True)
class GeneralAbility(Situation):
    """A general gets an ability."""


@dataclass(frozen=True, kw_only=True)
class Experienced(Situation):
    """A figure that has killed."""

    xp: int = fact(Whole(), ask="How many FP of enemies has it killed?", rules=("FFTT-XP-1",))


@dataclass(frozen=True)
class Stormed:
    """What came of a storm."""

    need: int
    roll: int = field(compare=False)
    hit: bool
    target_wounds: int


@dataclass(frozen=True)
class AcidStormed(Stormed):
    """The same of one who spits acid."""

    target_in_goo: bool


@dataclass(frozen=True)
class Gifted:
    """The id of an ability."""

    ability: str


@dataclass(frozen=True)
class Bonuses:
    """What experience gives: 1 to hit, a wound, the status, an action, a throw on the table of abilities."""

    shooting: int
    wounds: int
    veteran: bool
    actions: int
    chart_throws: int


def find_storm_wounds(kind: Unit, called: Aimed, house: House) -> Finding[int]:
    """Return the wounds of the target when the storm comes, those of the own weapon or of a burst.

    (FFTT-GEN-3, FFTT-R35, FFTT-R53)
    """
    text, rules = f"{called.roll}, {kind.ws} or less needed, without modifiers", ["FFTT-GEN-3", "FFTT-R35", "FFTT-R53"]
    if not called.hit:
        return Finding(0, f"{text}: a failure", *rules)
    if (burst := house["storm-bringer-hit"]) != "own-weapon":
        wounds, more = blasts()[burst].wounds_at(0), ("FFTT-BLAST-2", "FFTT-R28")
    elif kind.blast:
        acid = ("FFTT-BUG-4",) if kind.weapon == "acid" else ()
        wounds, more = impact_blast(kind, house).wounds_at(0), (*impact_rules(kind), *acid)
    else:
        wounds, more = 1 + called.double, ("FFTT-SHOOT-3", *(("FFTT-R24",) if called.double else ()))
    return Finding(wounds, lambda: f"{text}: a hit, {count_text(wounds, 'wound')}", *rules, *more)


def tell_useless(figure: Figure, dice: Dice) -> None:
    """What helps a figure that shoots, and not one that calls the storm (FFTT-GEN-3, FFTT-R33)."""
    if peek(lambda: "full-metal-jacket" in figure.abilities, False):
        text = "one roll: a full metal jacket doubles shots, not storms"
        dice.explain(text, "FFTT-GEN-3", "FFTT-GEN-2", "FFTT-R33")
    never = (
        ("wounded", "FFTT-WOUND-2", lambda: figure.is_wounded),
        ("elite", "FFTT-R18", lambda: figure.elite),
        ("crack shooter", "FFTT-GEN-2", lambda: "crack-shooter" in figure.abilities),
        ("experience", "FFTT-XP-1", lambda: has_earned("shooting", figure.xp)),
    )
    if useless := [(word, rule) for word, rule, has in never if peek(has, False)]:
        words = ", ".join(word for word, _ in useless)
        dice.explain(f"does not count: {words}", "FFTT-GEN-3", *(rule for _, rule in useless))


def roll_storm(s: StormBringer, dice: Dice) -> Stormed:
    """2D6 against the printed weapon skill alone (FFTT-GEN-3, FFTT-R35, FFTT-R53)."""
    kind, own = s.shooter.unit, s.house["storm-bringer-hit"] == "own-weapon"
    if kind.ws is None:
        text = f"The {kind.name} has no weapon skill."
        raise refuse("FFTT-GEN-3", "no-weapon", text, "FFTT-R53", "FFTT-SHOOT-1", kind.unprinted)
    tell_useless(s.shooter, dice)
    called = dice.ask(ToHit(kind.ws, doubles=own and kind.doubles, why="storm"))
    wounds = dice.report(find_storm_wounds(kind, called, s.house), tell="reason")
    found = Stormed(kind.ws, called.roll, called.hit, wounds)
    return AcidStormed(**vars(found), target_in_goo=called.hit) if own and kind.weapon == "acid" else found


def storm_name(s: StormBringer, found: Stormed) -> str:
    """The name of an outcome in odds."""
    goo = f"-{'in-goo' if found.target_in_goo else 'clear'}" if isinstance(found, AcidStormed) else ""
    return f"target-{found.target_wounds}{goo}"


def general_ability(s: GeneralAbility, dice: Dice) -> Gifted:
    """2D6 on the table of abilities (FFTT-GEN-1)."""
    roll = two_dice("ability", dice)
    found = ability_of(roll)
    dice.explain(f"{roll}: {found.name}. {found.summary_text(s.house)}", "FFTT-GEN-1", "FFTT-GEN-2", tell="reason")
    return Gifted(found.id)


def experience_bonuses(s: Experienced, dice: Dice) -> Bonuses:
    """What so many FP of killed enemies give (FFTT-XP-1, FFTT-R54)."""
    reached = [row for row in table_of("experience").values() if s.xp >= row["fp"]]
    text = "; ".join(row["summary"] for row in reached) or "nothing yet"
    about = (row["rule"] for row in reached)
    dice.explain(f"{s.xp} FP of enemies killed: {text}", "FFTT-XP-1", "FFTT-R54", *about)
    shooting, wounds, veteran, actions, chart = (int(row in reached) for row in table_of("experience").values())
    return Bonuses(shooting, wounds, bool(veteran), actions, chart)


STORM_BRINGER = TITLES.make_resolver(
    "storm-bringer", StormBringer, roll_storm, odds=Odds(storm_name, words=outcome_words)
)
GENERAL_ABILITY = TITLES.make_resolver(
    "general-ability",
    GeneralAbility,
    general_ability,
    odds=Odds(lambda s, found: found.ability, order=ABILITIES, titles=row_names("abilities")),
)
EXPERIENCE = TITLES.make_resolver("experience", Experienced, experience_bonuses)
