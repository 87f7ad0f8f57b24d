"""What is put to the people at the table: a question and its answers."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field as of_dataclass
from fractions import Fraction

from ..data import Json, JsonMapping
from ..declare.kinds import AnyKind, YesNo
from ..records import dataclass
from .holding import Says

NO_DEFAULT = object()
PRESUMED = "presumed"  # why a question is settled: what Enter gives is taken, see `Fact.presumed`
AGAIN = object()  # as the value of an answer: it only notes something, and the question is put again


@dataclass(frozen=True)
class Answer:
    """One possible answer to a question.

    `key` is what quick hands type (empty: its value, where that is a number or an id with a digit, else a number that
    may be another one next time); `barred` says why it cannot be chosen
    (empty: it can); `detail` is a few more words for those who read; `help` tells all about it, for those who ask.
    `first` is what people compare, such as points: it is never cut off where there is no room for all the words.
    `also` are answers to other fields of the same record that come with it, `note` something that is no part of the
    event, `chances` the odds that it leads to. Answers that are `like` each other are the same to the rules, but for
    what is refused by name: where one leads nowhere, so do the others, and the odds are the same.
    """

    value: Json
    label: str
    key: str = ""
    detail: str = ""
    barred: str = ""
    help: str = ""
    also: JsonMapping = of_dataclass(default_factory=dict)
    note: str = ""
    like: str = ""
    chances: Mapping[str, Fraction] = of_dataclass(default_factory=dict)
    first: str = ""


@dataclass(frozen=True)
class Question:
    """What only people can know; `field` is what it is about.

    `answers` are offered where they are few, else `kind` reads what is typed. `many` lets several be picked, in an
    order that is kept. `default` is what Enter gives (`NO_DEFAULT`: nothing); where several are picked, or a text is
    typed, and it is `standing`, it is what stands already, to be changed. `side` is whose question it is, by name, and
    `whose` by id; a `secret` one is for its eyes alone. One that is `settled` need not be put: it says why, and `words`
    what its default means. Where it is `typed`, other values of its kind than those of the answers may be typed. One of
    those that everybody may know of, `openly`, may be typed for all to see although the question is secret.

    `path` is its place in the event; `about` the ids of which the fact is said, in order, where it is kept, and `says`
    its words for a line of facts, see `Fact`. `kept`: whether it is said of somebody for longer than this event.
    """

    field: str
    text: str
    kind: AnyKind = of_dataclass(default_factory=YesNo)
    answers: tuple[Answer, ...] = ()
    many: bool = False
    default: Json = NO_DEFAULT
    side: str = ""
    whose: str = ""
    rules: tuple[str, ...] = ()
    standing: bool = False
    secret: bool = False
    settled: str = ""
    words: str = ""
    typed: bool = False
    openly: tuple[Answer, ...] = ()
    path: tuple[str | int, ...] = ()
    about: tuple[str, ...] = ()
    says: Says = ""
    kept: bool = False
    own: tuple[str, ...] = ()  # things of the side that is asked, among what is on offer
    hides_barred: bool = False  # barred answers are told on demand only
