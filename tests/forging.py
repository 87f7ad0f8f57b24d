"""Exported battles as whoever wants to cheat would change them: with a chain made anew, so that only rules can tell."""

from __future__ import annotations

import io
import json
from collections.abc import Callable
from typing import Any

from tabletop_cli.core.keep.export import FIELDS, BattleHeader, canonical_json, read_export
from tabletop_cli.core.keep.store import Store
from tabletop_cli.core.play.battle import Battle
from tabletop_cli.core.play.hash_chain import hash_line, hash_root

Lines = list[dict[str, Any]]
Change = Callable[[Lines], None]


def relinked(head: dict[str, Any], lines: Lines) -> None:
    """Make the chain of the entries anew."""
    header = BattleHeader(**{field: head[field] for field in FIELDS} | {"setup": canonical_json(head["setup"])})
    before = hash_root(header)
    for line in lines:
        line["prev"] = before
        before = hash_line(header, canonical_json(line))


def forged(store: Store, battle: Battle, change: Change, *, relink: bool = True) -> Battle:
    """The battle after somebody has exported it, changed the lines of the file and imported it as another one.

    `change` gets the header and the entries; of an event under way, too, which is no entry.
    """
    file = io.BytesIO()
    store.export_battle(battle.header.id, file)
    lines = [json.loads(line) for line in file.getvalue().splitlines()]
    change(lines)
    head = lines[0]
    head["events"] = len(lines) - 1 - head["progress"]
    if relink:
        relinked(head, lines[1 : head["events"] + 1])
    head |= {"id": "edited", "name": "Edited"}
    text = "".join(canonical_json(line) + "\n" for line in lines)
    return Battle.open_unread(store, store.take_in(read_export(io.BytesIO(text.encode()))).id)
