"""Findings of a rule: a value, the sentence that explains it, and the ids of the rules that decided it.

A rule makes a `Finding` where it decides, and `dice.report(finding)` explains it and gives its value. A finding reads
the facts of the situation when it is made, and makes its sentence when somebody reads that: exact odds run a rule
thousands of times and read no sentence.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Generic, NamedTuple, NoReturn, TypeAlias, TypeVar

from ..data import Shaped
from ..errors import Refused

V = TypeVar("V", covariant=True)
R = TypeVar("R")
Words: TypeAlias = "str | Callable[[], str]"
Cited: TypeAlias = "str | Iterable[Cited] | Finding[object] | bool | None"


def cite(*rules: Cited) -> tuple[str, ...]:
    """Return all these rule ids, each once, in this order; empty values, None and False cite nothing.

    A rule that applies under a condition is ``condition and "TD-R35"``. Errors: `TypeError` for True.
    """
    found: dict[str, None] = {}
    _add_rules(found, rules)
    return tuple(found)


def _add_rules(found: dict[str, None], rules: Iterable[Cited]) -> None:
    """Add rule ids to those that are found. One dict for all that is nested: every step of an explanation is cited."""
    for some in rules:
        if isinstance(some, str):
            if some:
                found[some] = None
        elif isinstance(some, Finding):
            _add_rules(found, some._cited)
        elif some is True:
            raise TypeError("a rule id is wanted: write `condition and rule`")
        elif some:
            _add_rules(found, some)


class Finding(Generic[V]):
    """What a rule finds about a situation; a finding without text is not explained.

    Findings have no hash, because odds merge equal states and two findings never count as equal. They have no truth
    value, because ``if finding`` would not look at the value: report it, or read `value`.
    """

    __slots__ = ("_cited", "_text", "value")
    __hash__ = None  # type: ignore[assignment]

    def __init__(self, value: V, text: Words = "", *rules: Cited) -> None:
        self.value = value
        self._text = text
        self._cited = rules

    @property
    def text(self) -> str:
        """The sentence for people, made now if it was given as a function."""
        return self._text if isinstance(self._text, str) else self._text()

    @property
    def rules(self) -> tuple[str, ...]:
        """The ids of the rules that decided, each once."""
        return cite(*self._cited)

    def __bool__(self) -> NoReturn:
        raise TypeError("a finding is neither true nor false: report it, or read its value")

    def __repr__(self) -> str:
        return f"Finding({self.value!r}, {self.text!r}, {self.rules!r})"


class Term(NamedTuple):
    """A number that is added, what it is for, and the rules that say so; 0 if it is only mentioned."""

    value: int
    name: str
    rules: tuple[str, ...] = ()


class Sum(Finding[int]):
    """The sum of some terms. It cites `rules`, then what its terms cite."""

    __slots__ = ("_sentence", "terms")

    def __init__(self, terms: Iterable[Term], text: Callable[[Sum], str], *rules: Cited) -> None:
        self.terms = tuple(terms)
        self._sentence = text  # not a closure over self: such a cycle would be left to the garbage collector
        super().__init__(sum_terms(self.terms), "", *rules, *(term.rules for term in self.terms))

    @property
    def text(self) -> str:
        """The sentence for people, made now."""
        return self._sentence(self)


def sum_terms(terms: Iterable[Term]) -> int:
    """Return the sum of all terms."""
    return sum(term.value for term in terms)


def rules_of(terms: Iterable[Term]) -> tuple[str, ...]:
    """Return the rules that the terms cite, each once."""
    return cite(*(term.rules for term in terms))


def terms_text(terms: Iterable[Term], each: str = " {sign}{size} {name}") -> str:
    """Return the terms in words: `` +2 point blank -1 prone``."""
    return "".join(
        each.format(sign="-" if term.value < 0 else "+", size=abs(term.value), name=term.name) for term in terms
    )


def refuse(rule: str, reason: str, text: str = "", *also: Cited, **more: Shaped) -> Refused:
    """Return the refusal of a rule, to be raised in rules and events alike.

    `text` has the numbers of the case; empty: the reference's sentence for `reason`. `also` are further rules that
    decided it; `more` is what machines are told besides.
    """
    return Refused(text, reason=reason, rule=rule, rules=cite(rule, *also), **more)


def refusal_of(judge: Callable[[], R]) -> Refused | None:
    """Return what forbids something, or None if `judge` raises no refusal."""
    try:
        judge()
    except Refused as refusal:
        return refusal
    return None
