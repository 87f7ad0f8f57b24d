"""Getting in and out of transports (topic Transports)."""

from __future__ import annotations

from fractions import Fraction

from ...api import Dice, Finding, Number, OneOf, Record, Whole, YesNo, dataclass, fact, refuse
from .judging import Findings, Legal, report_all
from .movement import plain_cm
from .profiles import Profile, can_carry
from .situation import TITLES, TtSituation, UnitFacts
from .tables import rule_distance


@dataclass(frozen=True, kw_only=True)
class TransferFacts:
    """A transfer as players and the program see it."""

    act: str = fact(OneOf(("load", "unload")), ask="In or out?")
    aboard: int = fact(Whole(), 0, ask="How many units are aboard already?")
    gap: Fraction = fact(Number(0), Fraction(0), ask="How far apart are the two, in cm?")
    same_activation: bool = fact(YesNo(), True, ask="Are both part of the same activation?")
    loaded_this_turn: bool = fact(YesNo(), False, ask="Has the passenger got in this turn?")
    unloaded_this_turn: bool = fact(YesNo(), False, ask="Has the passenger got out this turn?")
    passenger_moved: bool = fact(YesNo(), False, ask="Has the passenger moved this turn?")
    transport_ran: bool = fact(YesNo(), False, ask="Does the transport run this turn?")


@dataclass(frozen=True, kw_only=True)
class TransportCheck(TtSituation, TransferFacts):
    transport: UnitFacts = fact(Record(UnitFacts))
    passenger: UnitFacts = fact(Record(UnitFacts))


def look_at_transfer(facts: TransferFacts, transport: Profile, passenger: Profile) -> Findings:
    """All that decides who gets in or out, in the order of the reasons (TT-TRANS-1, TT-TRANS-2, TT-TRANS-4)."""
    seats, limit = transport.transport, rule_distance("load")
    if seats is None:
        raise refuse("TT-TRANS-1", "not-a-transport", f"{transport.title} is not a transport: it has 0 seats")
    if facts.act == "load":
        yield from _look_at_seats(facts, transport, passenger, seats.capacity)
    gap = f"{plain_cm(facts.gap)} cm apart, {limit} cm at most"
    if facts.gap > limit:
        raise refuse("TT-TRANS-1", "too-far", gap)
    yield Finding(None, gap, "TT-TRANS-1")
    if not facts.same_activation:
        text = f"{transport.title} and {passenger.title} act in 2 activations; they must act in the same one"
        raise refuse("TT-TRANS-1", "not-same-activation", text, "TT-R35")
    yield Finding(None, "both take part in one activation", "TT-TRANS-1", "TT-R35")
    moves = {"got in": facts.loaded_this_turn, "got out": facts.unloaded_this_turn, "moved": facts.passenger_moved}
    done = " and ".join(word for word, so in moves.items() if so)
    if done:
        text = f"{passenger.title} has {done} this turn already, and getting in or out is its whole move"
        raise refuse("TT-TRANS-2", "already-moved", text)
    guns = "it cannot shoot this turn" if facts.act == "load" else "it may shoot, but not with Heavy weapons"
    text = f"{passenger.title} has not moved yet; this is its whole move, and {guns}"
    yield Finding(None, text, "TT-TRANS-2", "TT-TRANS-3")
    if facts.transport_ran:
        text = f"{transport.title} runs this turn, and a transport that loads or unloads cannot run"
        raise refuse("TT-TRANS-4", "transport-ran", text)
    yield Finding(None, lambda: f"{transport.title} does not run", "TT-TRANS-4", "TT-R35")


def _look_at_seats(facts: TransferFacts, transport: Profile, passenger: Profile, seats: int) -> Findings:
    """Whom a transport takes, and how many of them (TT-TRANS-1)."""
    if not can_carry(transport, passenger):
        text = f"{transport.title} cannot carry {passenger.title}; it carries {carried_words(transport)}"
        raise refuse("TT-TRANS-1", "not-eligible", text)
    text = f"{facts.aboard} aboard {transport.title} already, which has room for {seats}"
    if facts.aboard >= seats:
        raise refuse("TT-TRANS-1", "full", text)
    yield Finding(None, f"{text}; it can carry {passenger.title}", "TT-TRANS-1")


def carried_words(transport: Profile) -> str:
    """Whom a transport takes, in words."""
    seats = transport.transport
    assert seats is not None  # only transports are asked
    titles = {unit.id: unit.title for unit in transport.faction.all_units}
    if seats.any_infantry:
        others = ", ".join(titles.get(one, one) for one in seats.except_)
        return f"any infantry{f' but {others}' if others else ''}"
    return ", ".join(titles.get(one, one) for one in seats.units) or "nobody"


def transport_check(s: TransportCheck, dice: Dice) -> Legal:
    """May this unit get in or out? (TT-TRANS-1, TT-TRANS-2, TT-TRANS-4)"""
    return report_all(look_at_transfer(s, s.profile_of(s.transport), s.profile_of(s.passenger)), dice)


TRANSPORT_CHECK = TITLES.make_resolver("transport-check", TransportCheck, transport_check)
