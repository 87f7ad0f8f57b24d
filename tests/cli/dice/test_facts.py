"""Facts as words, and the questions that are asked for the missing ones."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from io import StringIO
from typing import Any

import pytest

from tabletop_cli.cli.ask import ask_facts
from tabletop_cli.cli.dice.arguments import as_words, missing_facts, situation_data, take_apart
from tabletop_cli.core import registry
from tabletop_cli.core.declare.composed import ListOf, Nullable
from tabletop_cli.core.declare.facts import Record, fact
from tabletop_cli.core.declare.house import HouseRules
from tabletop_cli.core.declare.kinds import OneOf, Text, Whole, YesNo
from tabletop_cli.core.dice.handlers import Dice, Given
from tabletop_cli.core.errors import Malformed
from tabletop_cli.core.play.settling import Facts, next_to_settle
from tabletop_cli.core.rule.resolver import Resolver
from tabletop_cli.core.rule.situation import Situation
from tabletop_cli.prompts.asker import Back
from tabletop_cli.prompts.lines import Lines

from ..conftest import Tabletop

HOUSE = HouseRules.from_data({"switch": [{"name": "cover_counts", "ruling": "X-R1", "values": ["yes", "no"]}]})


@dataclass(frozen=True, kw_only=True)
class Ground:
    terrain: str = fact(OneOf(("open", "rough")), "open", ask="What ground?")
    dug_in: bool = fact(YesNo(), False, ask="Dug in?")


@dataclass(frozen=True, kw_only=True)
class Model:
    name: str = fact(Text())
    armour: int | None = fact(Whole(), None, ask="Armour of {name}?")


@dataclass(frozen=True, kw_only=True)
class Shot(Situation):
    range: int = fact(OneOf((6, 12, 24)), ask="Which range band?")
    target: Ground = fact(Record(Ground), Ground())
    wounds: tuple[int, ...] = fact(ListOf(Whole()), ())
    leader: str | None = fact(Nullable(OneOf(("a", "b"))), None)
    crew: tuple[Model, ...] = fact(ListOf(Record(Model)), (), ask="Who serves the gun?")
    tow: Ground | None = fact(Record(Ground), None)
    beside: int = fact(Whole(), 0, ask="How many stand beside it?")

    def __post_init__(self) -> None:
        if self.beside > self.range:
            raise Malformed("so many have no room", hint="give less than the range")


def shoot(s: Shot, dice: Dice) -> dict[str, Any]:
    """Reads in an order of its own; whether somebody is dug in matters on rough ground, who stands beside on a 6."""
    ground = s.target.terrain == "rough" and s.target.dug_in
    crew = [(model.name, model.armour) for model in s.crew]
    tow, band = s.tow and s.tow.terrain, s.range
    hit = dice.roll_die("the shot") == 6
    dice.explain("a hit" if hit else "a miss", "X-1")
    return {"read": [band, ground, crew, tow, s.beside if hit else None]}


SHOOT = Resolver(id="shoot", title="A shot", situation=Shot, rule=shoot, rules=("X-1",))


def read(*words: str) -> dict[str, object]:
    return situation_data(Shot, HOUSE, take_apart(words))


@pytest.mark.parametrize(
    ("line", "data"),
    [
        ("--range 12", {"range": 12}),
        ("--range=12", {"range": 12}),
        ("range=12", {"range": 12}),
        ("--target.terrain rough", {"target": {"terrain": "rough"}}),
        ("target.dug_in=y", {"target": {"dug_in": True}}),
        ("--target.dug-in", {"target": {"dug_in": True}}),
        ("--no-target.dug-in --range 6", {"target": {"dug_in": False}, "range": 6}),
        ("--target.dug-in --range 6", {"target": {"dug_in": True}, "range": 6}),
        ("--target.dug-in range=6", {"target": {"dug_in": True}, "range": 6}),
        ("wounds=1,2,3", {"wounds": [1, 2, 3]}),
        ("leader=none", {"leader": None}),
        ("leader=b", {"leader": "b"}),
        ("--house.cover-counts no", {"house": {"cover_counts": "no"}}),
        ("--house.a.b-c 3", {"house": {"a": {"b-c": 3}}}),
        ('--json {"range":6} --range 12', {"range": 12}),
        ('--target {"terrain":"rough"}', {"target": {"terrain": "rough"}}),
        ('crew=[{"name":"Ann"}]', {"crew": [{"name": "Ann"}]}),
    ],
)
def test_words_give_facts(line: str, data: dict[str, object]) -> None:
    assert read(*line.split()) == data


@pytest.mark.parametrize("data", [{"range": 12, "target": {"dug_in": True}}, {"wounds": [1, 2], "leader": None}])
def test_facts_give_words_back(data: dict[str, object]) -> None:
    assert read(*as_words(data)) == data


def test_dice_may_lie_apart() -> None:
    words = take_apart(["td", "shot", "--dice", "3", "4", "5", "--range", "6"])
    assert words.options == {"--dice": "3 4 5"}
    assert words.facts == [("range", "6")]
    assert take_apart(["--dice=345", "-f", "json", "-h"]).help


def test_what_is_missing() -> None:
    assert missing_facts(Shot, {}) == ["range"]
    assert missing_facts(Shot, {"range": 6}) == []
    with pytest.raises(Malformed, match="no fact"):
        read("--nosuch", "1")


def asked(data: dict[str, object], *answers: str, dice: Sequence[int] = (1,)) -> tuple[dict[str, object], str, Any]:
    """The facts that these answers give, everything that was said, and what the shot comes to."""
    sink = StringIO()
    asker = Lines(StringIO("".join(f"{answer}\n" for answer in answers)), sink)
    td = registry.load("td")
    facts, ruled = ask_facts(Facts(data), lambda facts: next_to_settle(td, SHOOT, facts), asker, Given(dice))
    return dict(facts.given), sink.getvalue(), ruled.outcome["read"]


def test_questions_come_as_the_rule_reads_and_enter_takes_the_default() -> None:
    facts, said, outcome = asked({}, "", "0", "n", "12")
    assert facts == {"range": 12, "crew": []}
    assert outcome == [12, False, [], None, None]
    assert "Which range band?\n  6\n  12\n  24\n" in said
    assert "Dug in?" not in said, "it matters on rough ground only"
    assert "wounds" not in said, "no rule reads them"
    assert "What ground?\n  1  open\n  2  rough\n[Enter: 1] > " in said
    assert said.index("What ground?") < said.index("Which range band?")


def test_what_matters_after_the_dice_is_asked_after_the_dice() -> None:
    assert "beside" not in asked({"range": 6}, "", "0", "n", dice=(5,))[1]
    facts, said, outcome = asked({"range": 6}, "", "0", "n", "2", dice=(6,))
    assert facts["beside"] == 2
    assert outcome[-1] == 2
    assert "the shot: 6 (typed)\na hit\nHow many stand beside it?" in said, "whoever is asked knows what fell"


def test_a_value_is_an_answer() -> None:
    assert asked({}, "", "0", "n", "6")[0]["range"] == 6


def test_wrong_answers_are_asked_again() -> None:
    facts, said, _ = asked({}, "rough", "perhaps", "y", "0", "", "", "7", "far", "24")
    assert facts["range"] == 24
    assert facts["target"] == {"terrain": "rough", "dug_in": True}
    assert "Please answer" in said
    assert "'7' is not possible" in said
    assert "'perhaps' is not possible" in said


def test_an_answer_that_cannot_be_is_told_at_its_own_question() -> None:
    facts, said, _ = asked({"range": 6}, "", "0", "n", "7", "6", dice=(6,))
    assert facts["beside"] == 6
    assert "so many have no room. give less than the range" in said
    assert said.count("How many stand beside it?") == 2
    with pytest.raises(Malformed, match="no room"):
        asked({"range": 6, "beside": 7})


def test_b_goes_back_up_to_the_dice() -> None:
    facts, said, _ = asked({"range": 6}, "rough", "b", "open", "0", "n")
    assert facts == {"range": 6, "crew": []}
    assert said.count("What ground?") == 2
    with pytest.raises(Back):
        asked({"range": 6}, "b")
    with pytest.raises(Back):
        asked({"range": 6}, "", "0", "n", "b", dice=(6,))


def test_lists_of_tables_are_asked_one_by_one() -> None:
    facts, said, outcome = asked({"range": 6}, "", "2", "Ann", "", "Bob", "3", "y", "2")
    assert facts["crew"] == [{"name": "Ann"}, {"name": "Bob", "armour": 3}]
    assert facts["tow"] == {"terrain": "rough"}
    assert outcome[2:4] == [[["Ann", None], ["Bob", 3]], "rough"]
    assert "Who serves the gun? How many entries?" in said
    assert "crew 2 name?" in said
    assert "crew 2: Armour of Bob?" in said, "which of them is asked about"


def test_a_table_that_is_there_is_there_with_all_its_defaults() -> None:
    facts, _, outcome = asked({"range": 6}, "", "0", "y", "")
    assert facts["tow"] == {}
    assert outcome[3] == "open"
    assert asked({"range": 6}, "", "0", "n")[2][3] is None


def test_what_is_given_is_judged_before_anything_is_asked() -> None:
    for given, wrong in (({"range": 7}, "7"), ({"moon": 1}, "moon"), ({"target": {"terrain": "sea"}}, "sea")):
        with pytest.raises(Malformed, match=wrong):
            asked(given)


def test_what_is_given_is_not_asked(tabletop: Tabletop, person: None) -> None:
    ran = tabletop("resolve", "td", "arc", "arc=90", typed="\n-45\n")
    assert ran.code == 0
    assert "How wide" not in ran.err
    assert "Bearing of the target" in ran.err
    assert "Please answer" in ran.err
    assert "the same again: td arc arc=90 bearing=-45" in ran.err


def test_dice_are_asked_roll_by_roll(tabletop: Tabletop) -> None:
    ran = tabletop("resolve", "td", "direct-fire", "weapon=infantry", "--dice", "ask", typed="34\n377\n345\n")
    assert ran.code == 0
    assert "2 dice typed, 3 needed" in ran.err
    assert "die 2 shows 7: a d6 shows 1 to 6" in ran.err
    assert "3 4 5 (typed)" in ran.out


def test_enter_leaves_a_roll_to_the_program(tabletop: Tabletop) -> None:
    ran = tabletop("resolve", "td", "direct-fire", "weapon=infantry", "--dice", "ask", "-f", "json", typed="\n")
    assert len(json.loads(ran.out)["dice"]) == 3


def test_dice_fall_between_questions(tabletop: Tabletop, person: None) -> None:
    """After three hits of a gun with a kill potential: who stands beside the target? (TD-FIRE-7)"""
    gun = ["house.guns.light-gun.direct_fire_dice=4", "house.guns.light-gun.kill_potential=2"]
    ran = tabletop("resolve", "td", "direct-fire", *gun, "--dice", "6661", "-f", "json", typed="light\n\n\n\n\n5\n")
    assert ran.code == 0
    assert json.loads(ran.out)["outcome"]["suppressed_nearby"] == 2
    assert ran.err.index("6 6 6 1 (typed)") < ran.err.index("3 hits") < ran.err.index("How many infantry models stand")
    again = ran.err.split("the same again: td direct-fire ")[1].split()
    assert (
        json.loads(tabletop("resolve", "td", "direct-fire", *again, "--dice", "6661", "-f", "json").out)["outcome"]
        == json.loads(ran.out)["outcome"]
    )
    missed = tabletop("resolve", "td", "direct-fire", *gun, "--dice", "6111", typed="light\n\n\n\n\n\n")
    assert missed.code == 0
    assert "stand within" not in missed.err


def test_odds_ask_for_what_any_way_of_the_dice_needs(tabletop: Tabletop, person: None) -> None:
    ran = tabletop("odds", "td", "rally", "-f", "json", typed="regular\nsuppressed\n\n")
    assert ran.code == 0
    assert "Is the model fast?" not in ran.err, "suppressed models step down under a house rule only"
    assert "the same again: td rally experience=regular status=suppressed" in ran.err
    stepping = tabletop("odds", "td", "rally", "house.rally_suppressed=step-down", typed="regular\nsuppressed\n\n\n")
    assert "Is the model fast?" in stepping.err


def test_what_the_rule_does_not_need_to_refuse_is_not_asked(tabletop: Tabletop, person: None) -> None:
    ran = tabletop("resolve", "td", "anti-vehicle", typed="infantry\n")
    assert ran.code == 1
    assert "What is its armour" not in ran.err
    assert "not allowed" in ran.out


def test_given_dice_that_are_too_many_are_refused_here_too(tabletop: Tabletop, person: None) -> None:
    ran = tabletop("resolve", "td", "rally", "--dice", "66", typed="regular\npinned\n\n")
    assert ran.code == 2
    assert "2 dice given, 1 needed" in ran.err


def test_an_input_that_ends(tabletop: Tabletop, person: None) -> None:
    ran = tabletop("resolve", "td", "direct-fire", typed="")
    assert ran.code == 2
    assert "a question was left open" in ran.err


def test_every_example_resolves(tabletop: Tabletop) -> None:
    """The example of each resolver's help is a command that works."""
    import shlex

    from tabletop_cli.core import registry

    for resolver in registry.load("td").resolvers.values():
        words = shlex.split(" ".join(as_words(resolver.example)))
        assert tabletop("resolve", "td", resolver.id, *words).code in (0, 1), resolver.id
        if resolver.odds:
            assert tabletop("odds", "td", resolver.id, *words).code == 0, resolver.id
        assert tabletop("resolve", "td", resolver.id, "--help").code == 0


def test_a_refusal_has_no_line_for_what_it_does_not_tell(tabletop: Tabletop) -> None:
    ran = tabletop("resolve", "tgf", "suppression-move", "--strength=3", "--ld=9", "--armor=5", "--panicked=yes")
    assert ran.code == 1
    *_, last = ran.out.strip().splitlines()
    assert last.startswith("not allowed: ")
