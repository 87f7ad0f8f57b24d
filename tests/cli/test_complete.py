"""Tab completes what people would have to look up: units, entries, battles, words of a catalogue, ids of rules."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

import pytest

from tabletop_cli.__main__ import main

from .conftest import ROOT, Tabletop

HORDE = "armies/td/green-horde.toml"
SQUADS = "armies/tgf/ash-platoon.toml"
Offer = Callable[..., Sequence[str]]


@pytest.fixture
def offered(tabletop: Tabletop, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Offer:
    """What a shell offers for these words, of which the last has been begun."""

    def offer(words: str, shell: str = "bash") -> Sequence[str]:
        monkeypatch.setenv("_TABLETOP_COMPLETE", f"complete_{shell}")
        monkeypatch.setenv("COMP_WORDS", f"tabletop {words}")
        monkeypatch.setenv("COMP_CWORD", str(words.count(" ") + 1))
        monkeypatch.setenv("_TYPER_COMPLETE_ARGS", f"tabletop {words}")
        monkeypatch.setenv("_TYPER_COMPLETE_FISH_ACTION", "get-args")
        with pytest.raises(SystemExit):
            main([])
        monkeypatch.delenv("_TABLETOP_COMPLETE")
        captured = capsys.readouterr()
        assert captured.err == ""
        return captured.out.split("\n")[:-1]

    return offer


@pytest.mark.parametrize(
    ("words", "found"),
    [
        (f"add {HORDE} hm", ["hmg"]),
        (f"add {SQUADS} veteran-s", ["veteran-squad"]),
        (f"add {SQUADS} --to 1 ser", ["sergeant"]),
        (f"suggest {HORDE} --only hmg", ["hmg"]),
        (f"suggest {HORDE} --without hmg", ["hmg"]),
        (f"remove {HORDE} ", ["1", "2", "3", "4"]),
        ("rules td TD-FIRE-1", ["TD-FIRE-1"]),
        ("rules td td-fire-1", ["td-fire-1"]),
        ("rules td gap", ["gap"]),
        ("catalogue tt dread", ["dreadnought"]),
        ("battle new tg", ["tgf"]),
        ("examples ff", ["fftt"]),
        ("battle new td tg", [""]),  # files come here, which the shell offers itself
        ("add nosuch.toml h", [""]),
        ("rules nosuch h", [""]),
        ("battle play x", [""]),
    ],
)
def test_words(offered: Offer, words: str, found: Sequence[str]) -> None:
    assert list(offered(words)) == found


@pytest.mark.parametrize(
    ("shell", "found"),
    [
        ("bash", ["veteran-squad"]),
        ("zsh", ["""_arguments '*: :(("veteran-squad":"Veteran squad"))'"""]),
        ("fish", ["veteran-squad\tVeteran squad"]),
    ],
)
def test_shells(offered: Offer, shell: str, found: Sequence[str]) -> None:
    assert list(offered(f"add {SQUADS} veteran-s", shell)) == found


def test_battles(tabletop: Tabletop, offered: Offer, tmp_path: Path) -> None:
    home = tmp_path / "home"
    assert list(offered(f"--home {home} battle play ")) == [""]
    assert not home.exists(), "whoever presses Tab makes no file"
    begin = ("--home", home, "battle", "new", "td", HORDE, "armies/td/cavalry.toml", "--actions", "9", "--name")
    for name in ("friday", "frost and fog", "saturday"):
        assert tabletop(*begin, name).code == 0
    assert list(offered(f"--home {home} battle play fr")) == ["friday"]
    assert list(offered(f"--home {home} battle verify sat")) == ["saturday"]
    assert list(offered(f"--home {home} campaign play fr")) == [""], "of campaigns there are none"
    found = offered(f"--home {home} battle note ")
    assert len(found) == 3 and not any(" " in one for one in found), "the one with spaces goes by its id"
    for id in set(found) - {"friday", "saturday"}:
        assert "frost and fog" in tabletop("--home", home, "battle", "status", id).out


def test_what_is_offered_is_taken(tabletop: Tabletop, offered: Offer, tmp_path: Path) -> None:
    for id in offered("rules td ")[::9]:
        assert tabletop("rules", "td", id).code == 0
    for word in offered("catalogue tt ")[::9]:
        assert tabletop("catalogue", "tt", word).code == 0, word
    list_file = tmp_path / "horde.toml"
    list_file.write_bytes((ROOT / HORDE).read_bytes())
    for unit in offered(f"add {list_file} ")[::5]:
        assert tabletop("add", list_file, unit, "--dry-run").code == 0
