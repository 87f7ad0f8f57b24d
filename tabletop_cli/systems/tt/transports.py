"""Getting in and out of transports (TT-TRANS)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction

from ...api import Dice, Illegal, Number, OneOf, Record, Resolver, Whole, YesNo, fact
from .profiles import Profile, carries
from .shooting import Legal, judged
from .situation import TtSituation, UnitFacts
from .tables import distance


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


def transfer_bans(facts: TransferFacts, transport: Profile, passenger: Profile) -> Iterator[Illegal]:
    """Why nobody gets in or out, in the order of the reasons (TT-TRANS-1, TT-TRANS-2, TT-TRANS-4)."""
    seats = transport.transport
    if seats is None:
        yield Illegal("not-a-transport", "TT-TRANS-1")
        return
    if facts.act == "load" and not carries(transport, passenger):
        yield Illegal("not-eligible", "TT-TRANS-1")
    if facts.act == "load" and facts.aboard >= seats.capacity:
        yield Illegal("full", "TT-TRANS-1")
    if facts.gap > distance("load"):
        yield Illegal("too-far", "TT-TRANS-1")
    if not facts.same_activation:
        yield Illegal("not-same-activation", "TT-TRANS-1")
    if facts.loaded_this_turn or facts.unloaded_this_turn or facts.passenger_moved:
        yield Illegal("already-moved", "TT-TRANS-2")
    if facts.transport_ran:
        yield Illegal("transport-ran", "TT-TRANS-4")


def transport_check(s: TransportCheck, dice: Dice) -> Legal | Illegal:
    """May this unit get in or out? (TT-TRANS-1 to 4)"""
    return judged(transfer_bans(s, s.profile(s.transport), s.profile(s.passenger)), dice, "TT-TRANS-1", "TT-TRANS-2")


RESOLVERS = (
    Resolver(
        id="transport-check",
        title="May it get in or out?",
        situation=TransportCheck,
        rule=transport_check,
        rules=("TT-TRANS-1", "TT-TRANS-2", "TT-TRANS-4"),
        example={"act": "load", "transport": {"unit": "rhino"}, "passenger": {"unit": "tactical-squad"}},
    ),
)
