"""Truffles & Dermaphytes: the table of contents of the system."""

from __future__ import annotations

from pathlib import Path

from ...core.army import Muster
from ...core.game import Game
from ...core.reference import Reference
from ...core.system import System
from . import (
    actions,
    artillery,
    casualties,
    counters,
    melee,
    movement,
    muster,
    pages,
    rally,
    reactive,
    schema,
    shooting,
    sighting,
)
from .play import board, offers, questions, setup, state
from .turn import EVENTS

SYSTEM = System(
    id="td",
    name="Truffles & Dermaphytes",
    reference=Reference(Path(__file__).parent),
    resolvers={
        resolver.id: resolver
        for topic in (shooting, reactive, artillery, rally, melee, casualties, sighting, movement, actions, counters)
        for resolver in topic.RESOLVERS
    },
    muster=Muster(
        read=muster.read,
        checks=muster.CHECKS,
        points=muster.total,
        budget=lambda army: army.budget,
        roster=pages.roster,
        schema=schema.army,
        once_per_id=True,
    ),
    game=Game(
        events=EVENTS,
        state=state.State,
        begin=setup.begin,
        common=state.common,
        view=state.view,
        over=lambda now: now.phase == "over",
        offers=offers.offers,
        question=questions.question,
        board=board.board,
        headline=board.headline,
        set_up=setup.Setup,
    ),
    catalogue=pages.catalogue_pages,
    catalogue_schema=schema.catalogue,
)
