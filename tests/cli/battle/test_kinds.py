"""The same commands for every kind of game: help in words of that kind, examples that suit it, completion."""

from __future__ import annotations

import inspect
from types import SimpleNamespace
from typing import Any

import pytest
import typer

from tabletop_cli.cli.battle import commands
from tabletop_cli.cli.dice import rulings


def group(kind: str) -> Any:
    return typer.main.get_group(commands.commands_of(kind, f"The {kind}."))


def test_help_speaks_of_its_kind() -> None:
    battle, duel = group("battle"), group("duel")
    assert sorted(duel.commands) == sorted(battle.commands)
    assert len(duel.commands) == len({one.name for one in duel.commands.values()}) == 20
    assert duel.help == "The duel."
    for name, one in duel.commands.items():
        told = battle.commands[name]
        assert one.help == told.help.replace("battle", "duel") and one.help, name
        assert "tabletop battle" not in one.epilog, name
    assert "tabletop duel fight autumn" in duel.commands["fight"].epilog
    assert "tabletop duel new SYSTEM --help" in duel.commands["new"].epilog
    assert "green-horde" in battle.commands["new"].epilog and "green-horde" not in duel.commands["new"].epilog
    assert "tabletop duel play friday --plain" in duel.commands["play"].epilog


def test_new_reads_its_own_options() -> None:
    one = group("battle").commands["new"]
    assert one.context_settings == commands.OWN_OPTIONS
    assert "ignore_unknown_options" not in group("battle").commands["play"].context_settings


def test_a_command_is_kept_as_it_was_written(monkeypatch: pytest.MonkeyPatch) -> None:
    kept: list[commands.Command] = []
    monkeypatch.setattr(commands, "_COMMANDS", kept)

    def dance(ctx: typer.Context) -> None:
        """Dance a battle."""

    def bow(ctx: typer.Context) -> None:
        pass

    assert commands.command("tabletop battle dance", name="jig", of_others="tabletop battle hop")(dance) is dance
    commands.command()(bow)
    assert [(one.function, one.name, one.examples, one.of_others, one.settings) for one in kept] == [
        (dance, "jig", ("tabletop battle dance",), "tabletop battle hop", None),
        (bow, None, (), "", None),
    ]
    for kind, line in (("battle", "tabletop battle dance"), ("duel", "tabletop duel hop")):
        made = group(kind).commands
        assert made["jig"].help == f"Dance a {kind}."
        assert made["jig"].epilog.endswith(line)
        assert made["bow"].help == ""
    assert inspect.getdoc(bow) is None


def test_the_kind_stands_in_the_context() -> None:
    context: Any = SimpleNamespace(meta={})
    assert commands.kind_of(context) == "battle"
    context.meta[commands._KIND] = "campaign"
    assert commands.kind_of(context) == "campaign"


def test_systems_then_resolvers_are_completed() -> None:
    def offered(places: list[str] | None, begun: str) -> Any:
        context: Any = SimpleNamespace(params={"words": places})
        return rulings._complete_places(context, [], begun)

    assert offered(None, "t") == ["td", "tgf", "tt"]
    assert offered([], "d") == ["du"]
    assert [name for name, _ in offered(["td"], "cc-r")] == ["cc-round"]
    assert offered(["td", "rally"], "") == []
    begun: Any = SimpleNamespace(params={"words": []})
    assert commands._systems_like(begun, "f") == ["fftt"]
