"""Whoever sits at the table: players in a list, armies by side, sides without armies; and a second kind of game."""

from __future__ import annotations

import json
from io import StringIO
from pathlib import Path

import pytest
from jsonschema import Draft7Validator

from tabletop_cli.cli.battle.charts import board_with_map
from tabletop_cli.cli.battle.play import AtTable
from tabletop_cli.cli.battle.store import open_battle, open_store
from tabletop_cli.cli.session import Session
from tabletop_cli.core import testing
from tabletop_cli.core.errors import TabletopError
from tabletop_cli.core.page import Chart
from tabletop_cli.core.play.set_up import set_up_schema
from tabletop_cli.core.play.viewpoint import View
from tabletop_cli.core.system import System
from tabletop_cli.prompts.lines import Lines
from tests import tables
from tests.cli.conftest import Tabletop


@pytest.fixture
def systems(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> dict[str, System]:
    return tables.install(tmp_path, monkeypatch)


@pytest.fixture
def armies(systems: dict[str, System], tmp_path: Path) -> list[Path]:
    """Four army files, of one to four units."""
    paths = [tmp_path / f"{number}.toml" for number in (1, 2, 3, 4)]
    for number, path in enumerate(paths, 1):
        path.write_text('[[units]]\ntype = "x"\n' * number, encoding="utf-8")
    return paths


def state(tabletop: Tabletop, *words: object) -> dict[str, int]:
    ran = tabletop(*words, "status", "--format", "json")
    assert ran.code == 0, ran.err
    scores: dict[str, int] = json.loads(ran.out)["state"]["scores"]
    return scores


# --- players in a list ---


def test_two_or_more_players_bring_armies(tabletop: Tabletop, armies: list[Path]) -> None:
    assert tabletop("battle", "new", "rows", *armies[:3], "--colour", "red", "--cyd.colour=blue").code == 0
    assert state(tabletop, "battle") == {"ann": 0, "bob": 1, "cyd": 2}


@pytest.mark.parametrize(
    ("files", "words", "said"),
    [
        (0, (), "still needs: players.ann.army (an army file), players.bob.army (an army file)"),
        (1, ("--colour=red",), "still needs: players.bob.army (an army file)"),
        (2, (), "still needs: players.ann.colour (red | blue), players.bob.colour (red | blue)"),
        (2, ("--colour=green",), "green"),
        (2, ("--cyd.colour=red",), "players.cyd.colour: there is no such side"),
        (0, ("--colour=red",), "players.ann.colour: there is no such side"),
        (2, ("--players.ann.id=eve",), "is not a fact of the set-up"),
        (5, ("--colour=red",), "5 army files for 4 sides"),
    ],
)
def test_rows_that_are_not_complete(
    tabletop: Tabletop, armies: list[Path], files: int, words: tuple[str, ...], said: str
) -> None:
    ran = tabletop("battle", "new", "rows", *[*armies, armies[0]][:files], *words)
    assert ran.code == 2
    assert said in ran.err


def test_a_set_up_from_a_file_names_its_players(tabletop: Tabletop, armies: list[Path], tmp_path: Path) -> None:
    file = tmp_path / "setup.json"
    file.write_text(json.dumps({"players": [{"id": "zoe", "colour": "red"}, {"id": "yan", "colour": "blue"}]}))
    assert tabletop("battle", "new", "rows", *armies[2:], "--setup", file, "--goal", "20").code == 0
    assert state(tabletop, "battle") == {"zoe": 2, "yan": 3}


def test_the_help_of_new_lists_what_the_system_has(tabletop: Tabletop, armies: list[Path], systems: object) -> None:
    rows = tabletop("battle", "new", "rows", "--help").out
    assert "tabletop battle new rows ARMY ARMY [ARMY]... [--FACT VALUE]..." in rows
    assert "Sides: ann, bob, cyd, dan." in rows
    assert "players.ann.colour" in rows
    assert "(of the bases)" in rows
    assert "actions" not in rows
    decks = tabletop("battle", "new", "decks", "--help").out
    assert "tabletop battle new decks [--FACT VALUE]..." in decks
    assert "ARMY" not in decks


def test_scripts_name_the_army_files_of_players(tabletop: Tabletop, armies: list[Path], tmp_path: Path) -> None:
    players = [{"id": side, "army": f"{n}.toml", "colour": "red"} for n, side in ((4, "eve"), (3, "fay"), (2, "gil"))]
    script = {"system": "rows", "setup": {"players": players}, "events": [{"do": "count", "by": "gil", "n": 5}]}
    file = tmp_path / "three.json"
    file.write_text(json.dumps(script))
    ran = tabletop("battle", "run", file, "--format", "json")
    assert json.loads(ran.out)["state"] == {"scores": {"eve": 3, "fay": 2, "gil": 6}}
    assert "Counting by the gils: n 5" in tabletop("battle", "run", file).out


def test_sides_are_named_as_the_game_names_them(tabletop: Tabletop, armies: list[Path]) -> None:
    assert tabletop("battle", "new", "rows", *armies[:2], "--colour", "red").code == 0
    assert tabletop("battle", "do", "1-v-2", "count", "by=bob", "roll=yes", "--dice", "4").code == 0
    assert "Counting by the bobs: roll yes; dice 4 (typed)" in tabletop("battle", "log").out
    assert "the bobs" in tabletop("battle", "stats").out


# --- armies by side, or figures ---


def test_armies_by_side_are_optional_where_figures_are_there(
    tabletop: Tabletop, armies: list[Path], tmp_path: Path
) -> None:
    assert tabletop("battle", "new", "camps", *armies[:2], "-n", "two").code == 0
    assert state(tabletop, "battle") == {"north": 0, "south": 0}
    assert tabletop("battle", "new", "camps", *armies[:3], "-n", "three", "--campaign").code == 0
    assert list(state(tabletop, "battle")) == ["east", "north", "south"]
    ran = tabletop("battle", "new", "camps", armies[0])
    assert (ran.code, "still needs: armies.south (an army file)" in ran.err) == (2, True)
    file = tmp_path / "figures.json"
    file.write_text(json.dumps({"figures": {"f1": {"side": "west"}}}))
    assert tabletop("battle", "new", "camps", "--setup", file, "-n", "figures").code == 0
    assert state(tabletop, "battle") == {"west": 0}


# --- no armies ---


def test_sides_without_armies(tabletop: Tabletop, armies: list[Path]) -> None:
    ran = tabletop("battle", "new", "decks", "--a.hand", "3", "--sides.b.deck", '{"x": 2}', "-n", "d")
    assert (ran.code, ran.err) == (0, "play it: tabletop battle play d\n")
    assert state(tabletop, "battle") == {"a": 3, "b": 0}
    ran = tabletop("battle", "new", "decks", armies[0])
    assert "1 army file for 0 sides" in ran.err
    assert "do not bring armies" in ran.err


def test_a_name_that_means_different_facts_is_refused(tabletop: Tabletop, systems: object) -> None:
    assert tabletop("battle", "new", "decks", "--hand", "3", "-n", "whole").code == 0
    assert state(tabletop, "battle") == {"a": 0, "b": 0}, "the whole name goes before the ends of others"
    ran = tabletop("battle", "new", "decks", "--deck", '{"x": 1}')
    assert (ran.code, "could be sides.a.deck or sides.b.deck or box.deck" in ran.err) == (2, True)


# --- the conformance kit looks at every game ---


def test_the_kit_looks_at_all_games(systems: dict[str, System]) -> None:
    testing.check_events(systems["camps"])
    testing.check_declarations(systems["camps"])
    assert list(systems["camps"].games) == ["battle", "campaign"]
    assert list(systems["rows"].games) == ["battle"]
    with pytest.raises(TabletopError, match="Rows has no campaign") as none:
        systems["rows"].game_named("campaign")
    assert none.value.code == "no-such-game"


# --- a second kind of game ---


@pytest.fixture
def season(tabletop: Tabletop, systems: object) -> Tabletop:
    """A campaign called autumn, in which somebody has counted."""
    assert tabletop("campaign", "new", "camps", "--players", "ann,bob,cyd", "--weeks=6", "-n", "autumn").code == 0
    assert tabletop("campaign", "do", "autumn", "count", "by=cyd", "n=2").code == 0
    return tabletop


def test_a_campaign_may_have_a_map(season: Tabletop, tmp_path: Path) -> None:
    shown = season("campaign", "map")
    assert "Camp of cyd: 2 counted" in shown.out
    assert "Camp of ann - Camp of bob: river" in shown.out
    assert "┌" in season("campaign", "map", "autumn", "--format", "markdown").out
    assert json.loads(season("campaign", "map", "autumn", "--as", "ann", "-f", "json").out) == {"side": "ann"}
    assert season("campaign", "map", "-f", "svg").out.startswith("<svg")
    file = tmp_path / "land.html"
    assert season("campaign", "map", "-o", file).code == 0
    assert "<svg" in file.read_text() and "Camp of bob" in file.read_text()
    assert season("campaign", "map", "-o", tmp_path / "nowhere" / "land.svg").code == 2


def test_the_map_stands_above_the_table_where_there_is_room(
    season: Tabletop, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    words = "The map: tabletop campaign map autumn shows it"
    assert words in season("campaign", "status").out and words in season("campaign", "status", "-f", "markdown").out
    assert words not in season("campaign", "status", "-f", "json").out
    with open_store(Session()) as store:
        view = View(open_battle(store, "autumn", "campaign"))
        for size, drawn in (("80x30", True), ("40x30", False), ("80x8", False)):
            for name, value in zip(("COLUMNS", "LINES"), size.split("x"), strict=True):
                monkeypatch.setenv(name, value)
            blocks = board_with_map(Session(), view).blocks
            assert isinstance(blocks[0], Chart) is drawn, size
            assert (words in str(blocks[-1])) is not drawn, size
        assert words in str(board_with_map(Session(plain=True), view).blocks[-1])
        capsys.readouterr()
        AtTable(view.battle, Lines(StringIO("s\nq\n"), StringIO()), Session(plain=True)).play()
        assert words in capsys.readouterr().out


def test_a_campaign_may_be_printed(season: Tabletop, tmp_path: Path) -> None:
    shown = season("campaign", "sheet", "--as", "ann")
    assert "Camp of cyd: 2 counted" in shown.out and "For ann: ____" in shown.out
    page, pdf = tmp_path / "land.html", tmp_path / "land.pdf"
    assert season("campaign", "sheet", "autumn", "-o", page, "--paper", "letter").code == 0
    assert page.read_text().count('class="paper"') == 2 and "size: letter" in page.read_text()
    pytest.importorskip("typst", reason="the extra pdf is not installed")
    assert season("campaign", "sheet", "-o", pdf).err == f"saved: {pdf}\n"
    assert pdf.read_bytes().startswith(b"%PDF")
    assert "\n| cyd | 2 |  |" in season("campaign", "sheet", "-f", "markdown").out


@pytest.mark.parametrize("words", ["-o land.pdf -f html", "--paper a4", "-o land.txt --paper a4"])
def test_what_does_not_go_together_on_paper(season: Tabletop, words: str) -> None:
    assert season("campaign", "sheet", *words.split()).code == 2
    assert not Path("land.pdf").exists()


def scores(season: Tabletop) -> dict[str, int]:
    return state(season, "campaign")


def test_what_is_fought_inside_a_campaign_comes_back_once(season: Tabletop) -> None:
    """It begins once, is taken up again, and its result is counted once, however often one asks."""
    assert "no battle is due in autumn now" in season("campaign", "fight", "autumn").err
    assert season("campaign", "do", "autumn", "count", "by=bob").code == 0
    words = "tabletop campaign fight autumn begins the fight, or records its result"
    assert words in season("campaign", "status").out and words in season("campaign", "play", typed="q\n").out
    begun = season("campaign", "fight", "autumn")
    assert "Battle autumn-clash" in begun.out and "play it: tabletop battle play autumn-clash" in begun.err
    again = season("campaign", "fight", "autumn")
    assert (
        "north 0" in again.out
        and "begins" not in again.out
        and "play it: tabletop battle play autumn-clash" in again.err
    )
    early = season("campaign", "fight", "autumn", "n=5")
    assert early.code == 2 and "autumn-clash is not over yet" in early.err
    assert season("battle", "do", "autumn-clash", "count", "by=north", "n=10").code == 0
    assert scores(season) == {"ann": 0, "bob": 1, "cyd": 2}, "nothing is counted before the result is taken"
    assert "ann counts 10" in season("campaign", "fight", "autumn").out
    assert scores(season) == {"ann": 10, "bob": 1, "cyd": 2}
    assert season("campaign", "fight", "autumn").code == 2
    assert scores(season) == {"ann": 10, "bob": 1, "cyd": 2}
    assert season("campaign", "undo", "autumn").code == 0
    assert season("campaign", "fight", "autumn", "n=4").code == 0, "players may say it otherwise"
    assert scores(season) == {"ann": 4, "bob": 1, "cyd": 2}
    assert season("campaign", "verify", "autumn").code == 0


def test_a_battle_of_an_earlier_campaign_of_that_name_is_not_taken_for_this_one(season: Tabletop) -> None:
    assert season("campaign", "do", "autumn", "count", "by=bob").code == 0
    assert "Battle autumn-clash" in season("campaign", "fight", "autumn").out
    assert season("battle", "do", "autumn-clash", "count", "by=north", "n=10").code == 0
    assert season("campaign", "delete", "autumn", "--yes").code == 0
    assert season("campaign", "new", "camps", "--players", "ann,bob,cyd", "--weeks=6", "-n", "autumn").code == 0
    for one in ("by=cyd n=2", "by=bob"):
        assert season("campaign", "do", "autumn", "count", *one.split()).code == 0
    assert "Battle autumn-clash-2" in season("campaign", "fight", "autumn").out
    assert scores(season) == {"ann": 0, "bob": 1, "cyd": 2}
    assert "is not over yet" in season("campaign", "fight", "autumn", "n=1").err, "it is taken up again"


def test_another_battle_of_that_name_is_left_alone(season: Tabletop, armies: list[Path]) -> None:
    assert season("battle", "new", "camps", *armies[:2], "-n", "autumn-clash").code == 0
    assert season("campaign", "do", "autumn", "count", "by=bob").code == 0
    assert "Battle autumn-clash-2" in season("campaign", "fight", "autumn").out


def test_a_game_without_a_map_says_so(season: Tabletop, armies: list[Path]) -> None:
    assert season("battle", "new", "camps", *armies[:2], "-n", "hill").code == 0
    refused = season("battle", "map", "hill")
    assert refused.code == 2
    assert "Camps has no map of a battle" in refused.err
    assert "tabletop battle status hill" in refused.err
    refused = season("battle", "sheet", "hill")
    assert (refused.code, "Camps has no sheet of a battle to print" in refused.err) == (2, True)


def test_a_campaign_has_the_commands_of_a_battle(season: Tabletop, tmp_path: Path) -> None:
    assert state(season, "campaign") == {"ann": 0, "bob": 0, "cyd": 2}
    assert season("campaign", "undo").code == season("campaign", "redo").code == 0
    assert season("campaign", "note", "autumn", "rain").code == 0
    assert "Counting by the cyds: n 2" in season("campaign", "log").out
    assert "Everything fits" in season("campaign", "verify").out
    file = tmp_path / "autumn.jsonl"
    assert season("campaign", "export", "autumn", "-o", file).code == 0
    assert json.loads(file.read_text().splitlines()[0])["kind"] == "campaign"
    again = season("campaign", "import", file, "--name", "winter")
    assert "Go on with: tabletop campaign play" in again.out
    listed = json.loads(season("campaign", "list", "-f", "json").out)["campaigns"]
    assert {one["name"] for one in listed} == {"autumn", "winter"}
    assert season("campaign", "delete", "winter", "--yes").code == 0


def test_battles_and_campaigns_are_kept_apart(season: Tabletop) -> None:
    assert json.loads(season("battle", "list", "-f", "json").out) == {"battles": []}
    ran = season("battle", "status")
    assert (ran.code, "there is no battle yet" in ran.err) == (2, True)
    for words in (("status", "autumn"), ("do", "autumn", "count", "by=ann"), ("delete", "autumn", "-y")):
        ran = season("battle", *words)
        assert (ran.code, "autumn is a campaign, not a battle" in ran.err) == (2, True)
        assert "tabletop campaign" in ran.err
    ran = season("campaign", "new", "rows")
    assert (ran.code, "Rows has no campaign" in ran.err) == (2, True)
    ran = season("campaign", "new")
    assert (ran.code, "known: camps" in ran.err) == (2, True)


def test_a_scripted_campaign(season: Tabletop, tmp_path: Path) -> None:
    file = tmp_path / "script.json"
    script = {"do": "campaign", "system": "camps", "setup": {"players": ["x", "y"]}, "events": []}
    file.write_text(json.dumps(script))
    assert json.loads(season("campaign", "run", file, "-f", "json").out)["state"] == {"scores": {"x": 0, "y": 0}}


def test_the_help_of_a_campaign_speaks_of_campaigns(season: Tabletop) -> None:
    told = season("campaign", "undo", "--help").out + season("campaign", "list", "--help").out
    assert "tabletop campaign undo" in told
    assert "all campaigns" in told
    assert "battle" not in told


# --- schemas of set-ups ---


def test_the_schema_of_a_set_up_lets_scripts_name_army_files(systems: dict[str, System]) -> None:
    def valid(name: str, setup: object, kind: str = "battle") -> bool:
        schema = set_up_schema(systems[name].games[kind], systems[name])
        Draft7Validator.check_schema(schema)
        return bool(Draft7Validator(schema).is_valid(setup))

    assert valid("rows", {"players": [{"id": name, "army": "x.toml", "colour": "red"} for name in "abc"]})
    assert valid("rows", {"players": [{"id": name, "army": {"units": []}, "colour": "red"} for name in "ab"]})
    assert not valid("rows", {"players": [{"id": name, "army": 5, "colour": "red"} for name in "ab"]})
    assert valid("camps", {"armies": {"north": "x.toml", "west": {}}})
    assert not valid("camps", {"armies": {"north": 5}})
    assert valid("decks", {"sides": {"a": {"hand": 3}}})
    assert not valid("decks", {"sides": {"a": "x.toml"}})
    assert valid("camps", {"players": ["x", "y"]}, "campaign")


def test_schemas_of_every_game_are_printed(tabletop: Tabletop, systems: object, tmp_path: Path) -> None:
    assert json.loads(tabletop("schema", "camps", "campaign-setup").out)["required"] == ["players"]
    assert tabletop("schema", "camps", "--write", tmp_path / "schemas").code == 0
    names = {path.name for path in (tmp_path / "schemas").iterdir()}
    assert {"camps.setup.schema.json", "camps.campaign-event.schema.json"} <= names
    ran = tabletop("schema", "rows", "campaign-setup")
    assert (ran.code, "there is no schema" in ran.err) == (2, True)
