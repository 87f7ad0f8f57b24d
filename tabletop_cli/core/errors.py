"""The error tree: what can go wrong, said to a person, with an exit code and a stable code for machines.

Every error that a user can cause, and every failure of the machine that a user can do something about, is a
TabletopError. The command line turns it into text on stderr and an exit code in one place; `batch` turns it
into an error reply through `as_dict`. Anything else that is raised is a bug.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from .data import JsonObject, Shaped, ShapedObject


class TabletopError(Exception):
    """A clear "this does not work", with what to do about it.

    message  what is wrong, in one sentence, with the values concerned
    hint     what the person can do now; may be empty
    code     stable word for machines; every class has one, an instance may be more precise
    where    file, line or field concerned, as the person knows it; may be empty
    extra    further facts for JSON replies; also readable through `error.extra`
    key      the field of `where` that has no business there, empty otherwise; for the line in a file, not for replies
    """

    exit_code: ClassVar[int] = 2
    code: str = "error"
    key: str = ""

    def __init__(
        self, message: str, *, hint: str = "", code: str | None = None, where: str = "", **extra: Shaped
    ) -> None:
        super().__init__(message)
        self.message = message
        self.hint = hint
        self.code = code or type(self).code
        self.where = where
        self.extra: ShapedObject = extra

    def as_dict(self) -> JsonObject:
        """The error as the JSON object of a reply: code and message, then whatever else is known."""
        known = {"hint": self.hint, "where": self.where}
        said = {key: text for key, text in known.items() if text}
        return {"code": self.code, "message": self.message, **said, **self.extra}


class Malformed(TabletopError):
    """The input has the wrong shape: an unknown field, a wrong type, a value out of range."""

    code = "malformed"


class BadDice(TabletopError):
    """The dice given are too few, too many or not faces of the dice asked for.

    needed  how many dice it takes: up to the end of the roll that cannot be completed, or the number used
    """

    code = "bad-dice"

    def __init__(self, message: str, *, needed: int, hint: str = "", where: str = "", **extra: Shaped) -> None:
        super().__init__(message, hint=hint, where=where, needed=needed, **extra)
        self.needed = needed


class IllegalSituation(TabletopError):
    """The situation is well formed, but the rules do not allow it, so it has no odds.

    reason  the contract's word for why
    """

    code = "illegal-situation"

    def __init__(self, message: str, *, reason: str, hint: str = "", where: str = "", **extra: Shaped) -> None:
        super().__init__(message, hint=hint, where=where, reason=reason, **extra)
        self.reason = reason


class TooBig(TabletopError):
    """The input, or the exact answer asked for, is larger than the budget; the message says by how much."""

    code = "too-big"


class Misgiven(TypeError):
    """A function of a game system, `by`, has given something of a wrong type: whoever uses that is not to blame."""

    def __init__(self, by: object, message: str) -> None:
        super().__init__(message)
        self.by = by


def fault_words(fault: BaseException) -> str:
    """What nobody foresaw, in words: ``KeyError: 'x'``. Even these may fail, where somebody else wrote them."""
    try:
        said = str(fault)
    except Exception:
        said = "no message"
    if isinstance(fault, Misgiven):
        return said
    said = said if len(said) <= MOST_WORDS else f"{said[:MOST_WORDS]} ..."
    return f"{type(fault).__name__}: {said}" if said else type(fault).__name__


def a_type(value: object) -> str:
    """Return the type of a value for a message: ``a tuple``, ``an int``."""
    name = type(value).__name__
    return f"{'an' if name[0] in 'aeiouAEIOU' else 'a'} {name}"


MOST_WORDS = 500  # letters of an exception that nobody foresaw


def too_much_error(what: str, work: int, most: int) -> TooBig:
    """Work that is refused before it begins; the number of times stands in the message and under ``times``."""
    times = max(2, -(-work // most))
    said = f"{times:,}" if times < 1_000_000 else "more than a million"
    return TooBig(f"{what} would take about {said} times as long as is allowed", hint="ask for fewer dice", times=times)


class StoreError(TabletopError):
    """The battles on disk cannot be read or written."""

    code = "store"


class StoreLocked(StoreError):
    """Another process holds the store, or has played on in the same battle meanwhile. Nothing was written."""

    code = "store-locked"


class StoreDamaged(StoreError):
    """The file of battles is damaged, or is no file of battles at all. Nothing was changed."""

    code = "store-damaged"


class No(TabletopError):
    """The command worked and the answer is no: an illegal army, dice that do not verify."""

    exit_code = 1
    code = "no"


class Refused(No):
    """The rules do not allow this event now. Nothing has changed.

    reason  the contract's word for why
    rule    id of the rule that forbids it
    rules   ids of all the rules concerned, `rule` among them; `(rule,)` unless given
    """

    code = "refused"

    def __init__(
        self, message: str, *, reason: str, rule: str, rules: Sequence[str] = (), hint: str = "", **extra: Shaped
    ) -> None:
        super().__init__(message, hint=hint, **extra)
        self.reason = reason
        self.rule = rule
        self.rules: tuple[str, ...] = tuple(rules) or (rule,)

    def as_dict(self) -> JsonObject:
        """The refusal with its reason, rule and rules beside what every error carries."""
        cited = {"reason": self.reason, "rule": self.rule, "rules": list(self.rules)}
        return {**super().as_dict(), **cited}
