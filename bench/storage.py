"""What it costs to lose nothing: durable appends against bare write and fsync; opening and verifying a long battle."""

from __future__ import annotations

import json
import tempfile
import time
from pathlib import Path

from tabletop_cli.core import registry
from tabletop_cli.core.keep.export import canonical_json
from tabletop_cli.core.keep.store import Store
from tabletop_cli.core.play.battle import Battle

from .measure import BARE, TABLETOP, WALL, Command, compared, fastest, fsynced, processes, show, times

APPENDS, ROUNDS = 300, 5
NOW = "2025-03-01T18:30:00Z"
GUNS = {"units": [{"type": "hmg", "count": 2}]}
SETUP = {"sides": {side: {"army": GUNS, "actions": 20_000} for side in "ab"}}
SHORT, LONG = 10, 10_000  # events


def run() -> None:
    with tempfile.TemporaryDirectory() as folder:
        appends(Path(folder))
        opening(Path(folder))
        verifying(Path(folder))


def appends(folder: Path) -> None:
    """The same lines into a file, each with its fsync, and into the store."""
    with Store(folder / "battles.sqlite") as store:
        played(store, "sample", APPENDS)
        lines = store.event_lines(store.find_battle("sample").id)
        empty = Battle.create(store, registry.load("td"), "appends", SETUP, NOW).header.id
        rounds = (list(enumerate(lines, start)) for start in range(1, ROUNDS * APPENDS, APPENDS))
        numbered = iter([[(n, canonical_json({**json.loads(line), "n": n})) for n, line in one] for one in rounds])

        def append() -> None:
            for number, line in next(numbered):
                store.append_event(empty, number, line)

        bare = fastest(lambda: fsynced(folder / "lines", lines), ROUNDS, clock=time.perf_counter)
        ours = fastest(append, ROUNDS, clock=time.perf_counter)
    rows = [
        ("write and fsync", f"{bare / APPENDS * 1e6:,.0f} µs each", times(1)),
        ("store.append", f"{ours / APPENDS * 1e6:,.0f} µs each", times(ours / bare)),
    ]
    show(f"Durable: {APPENDS} events, each on the disk before the next", rows, "write and fsync", WALL)


def opening(folder: Path) -> None:
    """`battle status` of a short and of a very long battle, as whole commands."""
    with Store(folder / "battles.sqlite") as store:
        for events in (SHORT, LONG):
            played(store, f"{events} events", events)

    def status(events: int) -> Command:
        return Command((TABLETOP, "--home", str(folder), "battle", "status", f"{events} events"))

    took = processes(
        {
            "python -c pass": Command(BARE),
            "tabletop --version": Command((TABLETOP, "--version")),
            f"battle status, {SHORT} events": status(SHORT),
            f"battle status, {LONG:,} events": status(LONG),
        },
        rounds=9,
    )
    show("Opening a battle", compared(took, "python -c pass"), "python -c pass")


def verifying(folder: Path) -> None:
    """Every roll, result and sentence of a very long battle made again, against parsing its lines."""
    with Store(folder / "battles.sqlite") as store:
        battle = Battle.open_unread(store, f"{LONG} events")
        lines = store.event_lines(battle.header.id)
        parsed = fastest(lambda: [json.loads(line) for line in lines])
        verified = fastest(lambda: Battle.open_unread(store, f"{LONG} events").verify())
    rows = [
        ("json.loads", f"{LONG / parsed:,.0f} events a second", times(1)),
        ("battle verify", f"{LONG / verified:,.0f} events a second", times(verified / parsed)),
    ]
    show(f"Verifying a battle of {LONG:,} events", rows, "json.loads of its lines")


def played(store: Store, name: str, events: int) -> None:
    """A battle of machine guns that turn, and fire now and then and miss."""
    battle = Battle.create(store, registry.load("td"), name, SETUP, NOW)
    for number in range(events):
        side, foe = ("a", "b") if number % 2 == 0 else ("b", "a")
        if number % 5 == 4:
            shot = {"do": "direct-fire", "by": side, "model": f"{side}1-1", "target": f"{foe}1-1"}
            battle.play_event(shot, [1, 2, 3, 4], NOW)
        else:
            battle.play_event({"do": "pivot", "by": side, "model": f"{side}1-1"}, None, NOW)
