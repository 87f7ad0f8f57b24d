"""Words in, event out: the dialogues beside this module, held at the table with a plain asker."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import pytest

from tabletop_cli.core import registry
from tabletop_cli.core.keep.store import Store
from tests.examples import some
from tests.systems.test_cases import SYSTEMS

from .dialogue import DIALOGUES, HERE, Dialogue, difference, held, kept, opened
from .rewriting import rewrite, rewritten


@pytest.fixture(scope="module")
def store(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Store]:
    """One file for all: a new one for each would take most of the time."""
    with Store(tmp_path_factory.mktemp("dialogues") / "battles.sqlite") as found:
        yield found


@pytest.mark.parametrize("dialogue", some(DIALOGUES), ids=lambda one: f"{one.system}:{one.name}")
def test_dialogue(dialogue: Dialogue, store: Store, request: pytest.FixtureRequest) -> None:
    battle = opened(store, dialogue, f"{dialogue.system} {dialogue.name}")
    before = battle.count
    heard = held(battle, dialogue.typed)
    went = "\n".join(f"{mark} {words}" for mark, words in heard)
    if request.config.getoption("--golden"):
        rewrite(HERE / f"{dialogue.system}.txt", dialogue.name, dialogue.said, heard)
        dialogue = replace(dialogue, said=rewritten(dialogue.said, heard))
    assert not (wrong := difference(dialogue.said, heard)), f"{wrong}\n\n{went}"
    assert kept(battle, before)[: len(dialogue.events)] == dialogue.events, went


@pytest.mark.parametrize("system", SYSTEMS)
def test_every_event_has_a_dialogue(system: str) -> None:
    for name, game in registry.load(system).games.items():
        told = [one for one in DIALOGUES if (one.system, one.game) == (system, name)]
        assert sorted(set(game.events) - {event["do"] for one in told for event in one.events}) == []


def test_names_are_unique() -> None:
    names = [(one.system, one.name) for one in DIALOGUES]
    assert len(names) == len(set(names))
