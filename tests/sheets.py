"""A roster with everything that one can hold, for the tests of all formats; and one whose every text means harm."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

from tabletop_cli.core.lists.arsenal import Case, Foe
from tabletop_cli.core.lists.list_odds import NO_USE, TO_AGREE, TOO_MUCH, Chance, Line, Prospect, Prospects
from tabletop_cli.core.lists.problems import Problem
from tabletop_cli.core.lists.sheet import Card, Sheet, Source
from tabletop_cli.core.page import Boxes, Facts, Heading, Page, Para, Table

HOSTILE = '\x1b[31mred\x07 [b]x[/b] <script>alert(1)</script> \u202eback {{ 7*7 }} #eval("1") $x$ `y` **z** |~\\'

WEAPONS = Table(
    ("weapon", "range", "AP", "AT", "traits"),
    (("Boltguns", "10", "+3", "-", "-"), ("Missile Launcher", "30", "+2", "+1", "Heavy")),
    right=frozenset({"range", "AP", "AT"}),
)
RIFLES = Card(
    place=("units", 0),
    id="regular-lead",
    title="Morel's Own",
    kind="regular lead infantry",
    each=Fraction(7, 2),
    points=Fraction(7, 2),
    options=("Armour-piercing weapon", "Attached heavy machine gun"),
    stats=(("models", "5"), ("group", "5"), ("arc", "360")),
    table=WEAPONS,
    rules=("Leader bonus", "Heavy"),
    boxes=(
        Boxes("1 leader", 0, 3, ("P", "S", "X")),
        Boxes("2", 0, 3, ("P", "S", "X")),
        Boxes("3", 0, 3, ("P", "S", "X")),
        Boxes("reload markers", 0, 2),
    ),
    note="Hold the mill until turn 4.",
)
GUNS = Card(
    place=("units", 1),
    id="hmg",
    title="Sporethrower",
    kind="heavy machine gun",
    count=3,
    each=Fraction(1),
    points=Fraction(3),
    stats=(("models", "1"), ("arc", "90")),
    boxes=(Boxes("gun", 0, 3, ("P", "S", "X")),),
)
SCOUTS = Card(
    place=("units", 2),
    id="scouts",
    title="Those in the Ditch",
    kind="scouts",
    each=Fraction(1, 2),
    points=Fraction(1, 2),
    secret=True,
)
PROBLEMS = (
    Problem("XX-A5", "entry 1 (Morel's Own): 5 models, a regular lead unit has 4", "write models = 4", ("units", 0)),
    Problem("XX-A15", "7 of 6 points, 1 over", "remove entry 2 (Sporethrower), 1 point", ("budget",)),
    Problem("XX-W1", "the numbers of a gun are blank", "agree on them", ("units", 1), "warning"),
)
MEN, PLATES = Foe("men", "infantry"), Foe("plates", "armour 4", "light tank")
VOLLEY = Case("group-fire", {"weapons": ["infantry", "infantry"]})
PROSPECTS = Prospects(
    "The chance that one action puts a model out: in the open.",
    (MEN, PLATES),
    (
        Prospect(
            "Morel's Own",
            1,
            1,
            Fraction(7, 2),
            (
                (
                    Line("rifles", 1, "fire", (Chance(Fraction(1, 3), case=VOLLEY, best=True), Chance(None, NO_USE))),
                    Line(
                        "bazooka",
                        1,
                        "fire",
                        (Chance(Fraction(1, 999)), Chance(None, TO_AGREE, "The penetration is still to be agreed.")),
                    ),
                ),
                (Line("cook", 2, "fire", (Chance(Fraction(0), best=True), Chance(None, TOO_MUCH, "Too long."))),),
            ),
        ),
        Prospect(
            "Sporethrower",
            2,
            3,
            Fraction(1),
            ((Line("spores", 1, "charge", (Chance(Fraction(998, 999), best=True), Chance(None, NO_USE))),),),
        ),
        Prospect(
            "Those in the Ditch",
            3,
            1,
            Fraction(1, 2),
            ((Line("ambush", 1, "charge", (Chance(Fraction(1), best=True), Chance(None, NO_USE))),),),
            secret=True,
        ),
    ),
    {"fire": "all fire", "charge": "all charge"},
    Fraction(7),
)
SHEET = Sheet(
    system="xx",
    system_name="Xylophagous Expeditions",
    name="Battle Group Morel",
    faction="The Fungal League",
    points=Fraction(7),
    budget=Fraction(12),
    cards=(RIFLES, GUNS, SCOUTS),
    rules=(
        ("Leader bonus", "The leader adds 1 to rally dice nearby and brings one more die to close combat."),
        ("Heavy", "A unit that has moved does not fire it."),
    ),
    tracks=(Boxes("actions", 0, 20, tuple(map(str, range(1, 21)))), Boxes("units lost", 0, 5)),
    facts=(("beaten when", "3 of 5 units are lost"),),
    house=(("close_combat", "variant-2: the players place armour dice and tokens in turn"),),
    legend=(("P", "pinned"), ("S", "suppressed"), ("X", "out of action")),
    note="For the club night.",
    prospects=PROSPECTS,
)
ILLEGAL = replace(SHEET, problems=PROBLEMS, budget=Fraction(6))
SOURCE = Source("morel.toml", "0123456789abcdef" * 4, "0a1b2c3d4e5f", "tabletop 0.1.0")
QUICK = (
    Page(
        "Tables of play",
        (
            Table(
                ("status before", "0 hits", "1 hit", "2 hits", "3 or more"),
                (("none", "none", "pinned", "suppressed", "out"), ("pinned", "pinned", "pinned", "suppressed", "out")),
                "Firing results",
            ),
            Heading("Reminders"),
            Para("Fire model by model, never all dice together.", "note"),
            Facts((("hits on", "5+"), ("in cover", "one die less"))),
        ),
    ),
)


def hostile() -> Sheet:
    """The same roster with a text that means harm wherever people may write one."""
    cards = tuple(
        replace(card, title=HOSTILE, kind=HOSTILE, options=(HOSTILE,), note=HOSTILE, stats=((HOSTILE, HOSTILE),))
        for card in SHEET.cards
    )
    problems = tuple(replace(one, message=HOSTILE, hint=HOSTILE) for one in PROBLEMS)
    foes = tuple(replace(one, name=HOSTILE, told=HOSTILE) for one in PROSPECTS.foes)
    entries = tuple(replace(one, title=HOSTILE) for one in PROSPECTS.entries)
    prospects = replace(PROSPECTS, conditions=HOSTILE, foes=foes, entries=entries)
    whole = replace(SHEET, name=HOSTILE, faction=HOSTILE, cards=cards, note=HOSTILE)
    return replace(whole, problems=problems, prospects=prospects)
