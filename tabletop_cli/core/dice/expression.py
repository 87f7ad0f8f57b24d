"""Dice expressions as people write them - ``3d6``, ``4d6>=5``, ``2d6<=7``, ``d20+3`` - settled by the dice protocol.

A test may be written as players say it, too: ``4d6 5+`` is ``4d6>=5``, ``2d6 7-`` is ``2d6<=7``. ``>=`` and ``>`` count
the dice that reach a face; ``<=`` and ``<``, parentheses, numbers added, and targets that no single die shows test the
total. What was understood is said beside every result.
"""

from __future__ import annotations

import re
from fractions import Fraction

from ..declare.kinds import brief_text
from ..errors import Malformed, TooBig
from ..records import dataclass
from .handlers import Dice
from .requests import Faces

MOST_DICE = 500  # rolled by one expression; exact odds of so many d6 take a second or two
MOST_SIDES = 1_000
MOST_ADDED = 1_000_000
LONGEST = 200  # characters

_TERM = re.compile(r"([+-]?)(?:(\d*)d(\d+|%)|(\d+))")
_TEST = re.compile(r"(>=|<=|>|<|=)(\d+)$")
_SPOKEN = re.compile(r"\s(\d+)([+-])\s*$")
HINT = "write it like 3d6, d20+3, '4d6>=5' or 4d6 5+ (how many dice), '2d6<=7' or 2d6 7- (the total)"


@dataclass(frozen=True)
class Term:
    """`n` dice with `sides` sides, added or taken away; a plain number has 1 side."""

    sign: int
    n: int
    sides: int


@dataclass(frozen=True)
class Expression:
    """What to roll, and what it is compared with (an empty test: nothing)."""

    text: str
    terms: tuple[Term, ...]
    test: str = ""
    target: int = 0
    counts: bool = False

    @property
    def dice(self) -> tuple[int, ...]:
        """The sides of every die, in rolling order."""
        return tuple(term.sides for term in self.terms for _ in range(term.n) if term.sides > 1)

    @property
    def numeric(self) -> bool:
        """Whether the result is a number, not a yes or no."""
        return self.counts or not self.test

    @property
    def meaning(self) -> str:
        """What the result is, in words."""
        if not self.test:
            return "the total"
        asked = {
            ">=": f"{self.target} or more",
            "<=": f"{self.target} or less",
            ">": f"more than {self.target}",
            "<": f"less than {self.target}",
            "=": f"exactly {self.target}",
        }[self.test]
        return f"how many dice show {asked}" if self.counts else f"whether the total is {asked}"

    def is_passed_by(self, number: int) -> bool:
        """Whether a face or a total does what the test asks."""
        return {
            ">=": number >= self.target,
            "<=": number <= self.target,
            ">": number > self.target,
            "<": number < self.target,
            "=": number == self.target,
        }[self.test]


def parse_expression(text: str) -> Expression:
    """Read an expression. Errors: `Malformed` with how to write it; `TooBig` past the budget of dice."""
    text = text[: LONGEST + 1]
    spoken = _SPOKEN.sub(lambda found: f"{'>=' if found[2] == '+' else '<='}{found[1]}", text)
    bare = "".join(spoken.lower().split()) if len(text) <= LONGEST else ""
    body, test, target = bare, "", 0
    if found := _TEST.search(bare):
        body, test, target = bare[: found.start()], found[1], _parse_number(found[2], MOST_ADDED)
    grouped = body.startswith("(") and body.endswith(")")
    terms = _parse_terms(body[1:-1] if grouped else body, text)
    rolled = [term for term in terms if term.sides > 1 and term.n]
    if not rolled:
        raise Malformed(f"{brief_text(text)} rolls no dice", hint=HINT)
    single = len(terms) == 1 and terms[0].sign > 0 and not grouped
    counts = single and test in (">=", ">", "=") and 1 <= target <= terms[0].sides and terms[0].n > 1
    return Expression(bare, terms, test, target, counts)


def _parse_terms(body: str, text: str) -> tuple[Term, ...]:
    terms, at = [], 0
    while at < len(body):
        found = _TERM.match(body, at)
        if found is None or (at and not found[1]):
            break
        terms.append(_parse_term(found))
        at = found.end()
    if not terms or at < len(body):
        raise Malformed(f"{brief_text(text)} is not a roll of dice", hint=HINT)
    if (total := sum(term.n for term in terms if term.sides > 1)) > MOST_DICE:
        raise TooBig(f"{total:,} dice; at most {MOST_DICE:,} in one roll", hint="split them into several rolls")
    return tuple(terms)


def _parse_term(found: re.Match[str]) -> Term:
    sign = -1 if found[1] == "-" else 1
    if found[4]:
        return Term(sign, _parse_number(found[4], MOST_ADDED), 1)
    sides = 100 if found[3] == "%" else _parse_number(found[3], MOST_SIDES)
    if sides < 2:
        raise Malformed(f"there are no dice with {sides} sides", hint=HINT)
    return Term(sign, _parse_number(found[2] or "1", 10**9), sides)


def _parse_number(digits: str, most: int) -> int:
    if len(digits) > 12 or int(digits) > most:
        raise TooBig(f"{digits[:12]}{'...' if len(digits) > 12 else ''} is too large; at most {most:,} here")
    return int(digits)


def roll_total(expression: Expression, dice: Dice) -> int:
    """The sum of all terms, die by die, so that exact odds merge equal sums."""
    sum_ = 0
    for term in expression.terms:
        if term.sides == 1:
            sum_ += term.sign * term.n
        else:
            sum_ = dice.repeat(
                lambda so_far, _, d, t=term: so_far + t.sign * d.roll_die("", t.sides),  # type: ignore[misc]
                sum_,
                range(term.n),
            )
    return sum_


def roll_expression(expression: Expression, dice: Dice) -> int:
    """The rule behind an expression: the total, how many dice pass, or 1 for a test passed and 0 for one failed."""
    if expression.counts:
        (term,) = expression.terms
        return dice.repeat(
            lambda hits, _, d: hits + expression.is_passed_by(d.ask(Faces(1, term.sides))[0]), 0, range(term.n)
        )
    result = roll_total(expression, dice)
    return int(expression.is_passed_by(result)) if expression.test else result


def count_branches(expression: Expression) -> int:
    """Return how many branches of `roll_expression` exact odds follow: of each die from each sum before it."""
    branches, before = 0, 1
    for term in expression.terms:
        if term.sides > 1:
            wide = 1 if expression.counts else term.sides - 1  # by how much one die can change what is counted
            branches += before * term.sides * (term.n + wide * term.n * (term.n - 1) // 2)
            before *= wide * term.n + 1
    return branches + before


def expression_odds(expression: Expression) -> dict[str, Fraction]:
    """The exact chances of the results by name, in their order. Errors: `TooBig`, before anything is worked out."""
    from .exact import BRANCHES, exact_distribution

    if (branches := count_branches(expression)) > BRANCHES:
        text = f"exact odds of {expression.text} need {branches:,} branches; at most {BRANCHES:,} are allowed"
        raise TooBig(text, hint="ask for fewer dice, or for dice with fewer sides")
    chances = exact_distribution(lambda dice: roll_expression(expression, dice))
    if not expression.numeric:
        return {"yes": chances.get(1, Fraction(0)), "no": chances.get(0, Fraction(0))}
    return {str(result): chances[result] for result in sorted(chances)}
