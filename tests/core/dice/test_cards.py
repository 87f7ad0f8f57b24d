"""Cards: exact odds judged by every order in which they can come, and every way to draw, type and replay them."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import permutations
from math import comb, prod
from time import perf_counter
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tabletop_cli.core.dice.brute_force import brute_force, check_brute_force
from tabletop_cli.core.dice.cards import Cards, Draw, Foremost, deck_of
from tabletop_cli.core.dice.exact import exact_distribution
from tabletop_cli.core.dice.handlers import Dice, Given, Replay, ReplayMismatch, Roll, Roller, Typed, program_dice
from tabletop_cli.core.dice.requests import Faces, Group, Pool, enumerate_weights
from tabletop_cli.core.dice.stream import NumberedStream
from tabletop_cli.core.errors import BadDice, TooBig
from tabletop_cli.core.play.log import LogEntry
from tests.examples import examples

DECK = {"rifle": 3, "fog": 2, "mg": 1}
decks = st.dictionaries(st.sampled_from("abcd"), st.integers(0, 3), max_size=4).filter(lambda d: sum(d.values()) <= 6)


def orders(request: Draw | Foremost) -> Counter[Any]:
    """Every order in which the cards of a deck can come, counted by the answer that it gives."""
    cards = [card for card, n in request.deck for _ in range(n)]
    return Counter(request.read(order) for order in permutations(cards, request.n))


# --- odds -------------------------------------------------------------------------------------------------------------


@examples(80)
@given(decks, st.integers(0, 6), st.booleans(), st.none() | st.sets(st.sampled_from("abx")))
def test_the_weights_are_those_of_every_order(deck: dict[str, int], n: int, ordered: bool, only: Any) -> None:
    n = min(n, sum(deck.values()))
    request = Draw(deck, n, ordered=ordered, only=None if ordered else only)
    weights = dict(request.weights())
    assert weights == dict(orders(request)) == dict(enumerate_weights(request))
    assert sum(weights.values()) == request.total()


@examples(80)
@given(decks, st.integers(0, 6), st.lists(st.sampled_from("abcx")))
def test_the_weights_of_the_foremost_card_are_those_of_every_order(deck: dict[str, int], n: int, order: Any) -> None:
    request = Foremost(deck, min(n, sum(deck.values())), order)
    weights = dict(request.weights())
    assert weights == dict(orders(request)) == dict(enumerate_weights(request))
    assert sum(weights.values()) == request.total()


def test_the_foremost_card_is_the_first_of_the_order_that_was_drawn() -> None:
    request = Foremost(DECK, 3, ["mg", "rifle"])
    assert Given(["rifle", "mg", "fog"]).ask(request) == "mg"
    assert Given(["fog", "rifle", "fog"]).ask(request) == "rifle"
    assert Given(["fog", "fog"]).ask(Foremost(DECK, 2, ["mg", "rifle"])) is None
    with pytest.raises(ValueError, match="cannot be drawn"):
        Foremost(DECK, 7, ["mg"])


def test_a_hand_is_hypergeometric() -> None:
    hand = Draw({"rifleman-a": 2, "other": 8}, 5, only=["rifleman-a"])
    chances = exact_distribution(lambda dice: dict(dice.ask(hand)).get("rifleman-a", 0))
    assert chances == {0: Fraction(2, 9), 1: Fraction(5, 9), 2: Fraction(2, 9)}


def draws_until_fog(dice: Dice) -> int:
    """A rule with two draws, the second from what the first has left: how many rifles are drawn before and with fog."""
    first = dict(dice.ask(Draw(DECK, 2)))
    left = {card: n - first.get(card, 0) for card, n in DECK.items()}
    second = dice.ask(Draw(left, 1, ordered=True))
    return first.get("rifle", 0) if second == ("fog",) else -1


def test_draws_and_dice_in_one_rule_are_judged_by_brute_force() -> None:
    def rule(dice: Dice) -> str:
        drawn = draws_until_fog(dice)
        return f"{drawn} {dice.roll_die(sides=3)}" if drawn > 0 else str(drawn)

    exact = exact_distribution(rule)
    found, rest = brute_force(rule)
    assert (found, rest) == (exact, 0)
    check_brute_force({str(name): chance for name, chance in exact.items()}, rule, 5_000)


def test_hundreds_of_cards_are_fast() -> None:
    deck = {f"card-{n:03}": 2 for n in range(200)} | {"fog": 40}
    started = perf_counter()
    weights = Draw(deck, 7, only=["fog", "card-001"]).weights()
    hands = Draw({"a": 300, "b": 200, "c": 100, "d": 50}, 40).weights()
    assert perf_counter() - started < 2
    none = weights[()]
    assert Fraction(none, Draw(deck, 7).total()) == Fraction(comb(398, 7), comb(440, 7))
    assert len(hands) == comb(43, 3)


def test_a_draw_with_too_many_answers_is_refused_at_once() -> None:
    deck = {f"card-{n}": 2 for n in range(100)}
    for request in (Draw(deck, 8), Draw(deck, 4, ordered=True)):
        with pytest.raises(TooBig, match="different draws; at most 300,000 are allowed"):
            request.weights()


@pytest.mark.parametrize("ordered", [False, True])
def test_as_many_answers_as_are_allowed_are_weighed(ordered: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tabletop_cli.core.dice.cards.MOST_ANSWERS", 4)
    assert len(Draw({"p": 1, "q": 1, "r": 1, "s": 1}, 1, ordered=ordered).weights()) == 4
    with pytest.raises(TooBig, match="5 different draws; at most 4 are allowed"):
        Draw({"p": 1, "q": 1, "r": 1, "s": 1, "t": 1}, 1, ordered=ordered).weights()


# --- what cannot be ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "wrong",
    [
        lambda: Draw({"a": 2}, 3),
        lambda: Draw({"a": 2}, -1),
        lambda: Draw({"a": -1}, 0),
        lambda: Draw({"a": 1}, 1, ordered=True, only=["a"]),
        lambda: Faces(1, 1),
        lambda: Pool(2, (1,), "", 1),
        lambda: Group("", 1, 1),
    ],
)
def test_impossible_draws_and_dice_are_refused(wrong: Any) -> None:
    with pytest.raises(ValueError, match=r"cards|sides"):
        wrong()


def test_equal_decks_are_equal_draws() -> None:
    one, other = Draw({"b": 1, "a": 2, "c": 0}, 2, only=["b", "a"]), Draw({"a": 2, "b": 1}, 2, only=["a", "b"])
    assert one == other
    assert hash(one) == hash(other)


# --- drawn, typed, replayed -------------------------------------------------------------------------------------------


def test_the_program_draws_without_putting_back() -> None:
    for _ in range(50):
        drawn = program_dice().ask(Draw(DECK, 5, ordered=True))
        assert all(drawn.count(card) <= n for card, n in DECK.items())


def test_a_worked_draw_from_the_verified_bytes() -> None:
    """Recompute this in your language: the deck sorted by name, a die with as many sides as cards are left."""
    stream, left, expected = NumberedStream(bytes(range(16)), 7), ["fog", "fog", "mg", "rifle", "rifle", "rifle"], []
    while len(left) > 1:
        expected.append(left.pop(stream.next_face(len(left)) - 1))
    roller = Roller(NumberedStream(bytes(range(16)), 7).next_face)
    assert roller.ask(Draw(DECK, 6, "hand", ordered=True)) == (*expected, *left)
    assert expected == ["rifle", "rifle", "rifle", "fog", "fog"]
    assert roller.rolls[0].sides == (6, 5, 4, 3, 2, 1)


@pytest.mark.parametrize("source", [["fog", "rifle", "fog"], "fog rifle fog", "f, ri, FO", '"fog";r;fog'])
def test_machines_name_cards_and_people_type_them(source: Any) -> None:
    dice = Given(source)
    assert dice.ask(Draw(DECK, 3)) == (("fog", 2), ("rifle", 1))
    dice.finish()
    assert dice.rolls[0].faces == ("fog", "rifle", "fog")
    assert dice.used == 3


@pytest.mark.parametrize(
    ("source", "said"),
    [
        (["fog", "tank"], "card 2 is 'tank', which is not in the deck"),
        (["mg", "mg"], "card 2 is 'mg', and there are only 1 of it"),
        (["fog", 3], "card 2 is 3, which is not in the deck"),
        (["fog"], "1 dice given, at least 2 needed"),
        (["fog", "mg", "mg"], "3 dice given, 2 needed"),
        ("fog tank", "'tank' is not a card of this deck"),
        ("fog mg mg", "3 dice given, 2 needed"),
        ("mg mg", "there are only 1 of it"),
    ],
)
def test_cards_that_cannot_be_are_refused(source: Any, said: str) -> None:
    with pytest.raises(BadDice) as refused:
        dice = Given(source)
        dice.ask(Draw(DECK, 2))
        dice.finish()
    assert said in refused.value.message
    assert refused.value.needed == 2


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ("tank mg", "'tank' is in hand already: name only the 2 drawn now"),
        ("ta mg", "'tank' is in hand already: name only the 2 drawn now"),
        ("mg mg", "card 2 is 'mg', and there are only 1 of it, but for those in hand already"),
        ("truck mg", "'truck' is not a card of this deck"),
    ],
)
def test_cards_that_are_in_hand_already_are_told_from_those_of_no_deck(typed: str, said: str) -> None:
    with pytest.raises(BadDice) as refused:
        Given(typed).ask(Draw(DECK, 2, held={"tank": 1, "mg": 1}))
    assert refused.value.message == said


def test_a_card_that_is_in_hand_is_not_taken_for_the_beginning_of_another() -> None:
    with pytest.raises(BadDice, match="'mg' is in hand already"):
        Given("mg").ask(Draw({"mg-team": 2}, 1, held={"mg": 1}))


def test_a_beginning_that_several_cards_have_names_them() -> None:
    with pytest.raises(BadDice, match="could be fog-opponent or fog-own"):
        Given("fog").ask(Draw({"fog-own": 1, "fog-opponent": 1}, 1))


def test_the_rest_of_a_hand_is_left_to_the_program() -> None:
    dice = Typed(lambda request: ("mg", None, None), draw=lambda sides: 1)
    assert dice.ask(Draw({"mg": 1, "fog": 1, "rifle": 1}, 3)) == (("fog", 1), ("mg", 1), ("rifle", 1))
    assert dice.rolls[0].by == "program"


def test_a_replay_knows_other_decks() -> None:
    rolled = program_dice()
    drawn = rolled.ask(Draw(DECK, 4))
    replay = Replay(rolled.rolls)
    assert replay.ask(Draw(DECK, 4)) == drawn
    replay.finish()
    assert replay.steps == rolled.steps
    with pytest.raises(ReplayMismatch, match="the rules ask for 4 of 7 cards"):
        Replay(rolled.rolls).ask(Draw(DECK | {"tank": 1}, 4))
    with pytest.raises(BadDice, match="not in the deck"):
        Replay([Roll("", ("tank",), (6,))]).ask(Draw(DECK, 1))


def test_the_log_keeps_cards_as_words() -> None:
    entry = LogEntry(2, "t", {"do": "deal"}, (Roll("hand", ("fog", "mg"), (6, 5)),), {"ok": True})
    assert LogEntry.from_line(entry.as_line()) == entry
    assert entry.rolls[0].cards
    assert not Roll("", (1,), (6,)).cards


def test_cards_say_what_they_are() -> None:
    cards = Cards("hand", 5, 6, deck_of(DECK))
    assert cards.words == "5 of 6 cards"
    assert prod(cards.each) == 6 * 5 * 4 * 3 * 2
