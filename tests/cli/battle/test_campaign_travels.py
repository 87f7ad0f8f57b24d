"""A campaign goes on at another computer: the battle that is fought in it comes along, and its dice stay sealed."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.cli.battle.river import INSIDE, changed, played, verified
from tests.cli.conftest import Tabletop


@pytest.fixture
def file(river: Tabletop, tmp_path: Path) -> Path:
    """The campaign with the battle of an attack, in which somebody has already thrown for the initiative."""
    file = tmp_path / "river.jsonl"
    assert river("campaign", "fight", "river").code == 0
    played(INSIDE, "battle", {"do": "initiative", "dice": [6, 6, 1, 1]})
    ran = river("campaign", "export", "river", "-o", file)
    assert (ran.code, f"saved: {file}, with {INSIDE} (with the seed and everything that is hidden" in ran.err) == (
        0,
        True,
    )
    return file


@pytest.fixture
def club(river: Tabletop, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Tabletop:
    """Another computer."""

    def at_the_club(*words: object, typed: str = "") -> object:
        with monkeypatch.context() as elsewhere:
            elsewhere.setenv("TABLETOP_HOME", str(tmp_path / "club"))
            return river(*words, typed=typed)

    return at_the_club  # type: ignore[return-value]


def exported(run: Tabletop, file: Path, kind: str = "campaign", name: str = "river") -> bytes:
    run(kind, "export", name, "-o", file, "--force")
    return file.read_bytes()


def test_the_battle_comes_along_and_goes_on(file: Path, club: Tabletop, tmp_path: Path) -> None:
    ran = club("campaign", "import", file)
    assert ran.code == 0
    assert ran.out.splitlines() == [
        "river: 5 entries. Go on with: tabletop campaign play river",
        f"{INSIDE}: 2 entries. Go on with: tabletop campaign fight river",
    ]
    assert exported(club, tmp_path / "again.jsonl") == file.read_bytes(), "bit for bit"
    ran = club("campaign", "fight", "river")
    assert (ran.code, f"play it: tabletop battle play {INSIDE}" in ran.err) == (0, True)
    assert club("battle", "do", INSIDE, "surrender", "side=teo").code == 0
    assert club("campaign", "fight", "river").code == 0
    code, problems, _ = verified(club)
    assert (code, problems) == (0, [])
    assert club("battle", "check").code == 0


def test_dice_stay_sealed_on_the_way(file: Path, river: Tabletop, club: Tabletop, tmp_path: Path) -> None:
    """One evening at home, one at the club, and home again: nothing is marked, and one sentence tells of the files."""
    assert club("campaign", "import", file).code == 0
    assert club("battle", "do", INSIDE, "choose-first", "by=nadia", "first=nadia").code == 0
    shot = ("fire", "figure=Lantern-2", "target=Swarm-1", "distance=9")
    assert club("battle", "do", INSIDE, *shot).code == 0, "with dice of the program"
    exported(club, tmp_path / "back.jsonl")
    for kind, name in (("campaign", "river"), ("battle", INSIDE)):
        river(kind, "delete", name, "--yes")
    assert river("campaign", "import", tmp_path / "back.jsonl").code == 0
    assert verified(river) == (0, [], [])
    files = "it was exported with its seed, see entry 2: anyone with that file could look up the later dice, "
    assert verified(river, "battle", INSIDE) == (0, [], [f"{files}like the owner of this battle"])
    for kind, name in (("campaign", "river"), ("battle", INSIDE)):
        assert json.loads(river(kind, "status", name, "-f", "json").out)["seed_shown"] is None
        assert "after the seed was shown" not in river(kind, "log", name).out


def test_both_are_verified_in_the_file_and_come_in_or_neither(file: Path, club: Tabletop) -> None:
    assert club("campaign", "verify", file).code == 0
    lines = file.read_bytes().splitlines(keepends=True)
    assert b'"faces":[6,6,1,1]' in lines[-2]
    file.write_bytes(b"".join([*lines[:-2], lines[-2].replace(b"[6,6,1,1]", b"[6,6,1,2]"), lines[-1]]))
    ran = club("campaign", "import", file)
    assert (ran.code, f"{INSIDE} does not match what was played: entry 1 was changed" in ran.err) == (1, True)
    assert club("campaign", "verify", file).code == 1
    file.write_bytes(b"".join(lines[:-1]))
    ran = club("campaign", "import", file)
    assert (ran.code, "line 7: this battle has 2 events, but the file has 1" in ran.err) == (2, True)
    assert json.loads(club("battle", "list", "-f", "json").out)["battles"] == []
    assert json.loads(club("campaign", "list", "-f", "json").out)["campaigns"] == []


def test_a_changed_file_comes_in_unchecked_with_both(file: Path, club: Tabletop) -> None:
    """Even where the campaign cannot be played any more by its log."""
    file.write_bytes(file.read_bytes().replace(b'"path":["Long-Bridge","Thornfield"]', b'"path":["Tower-Hill"]'))
    assert club("campaign", "import", file).code == 1
    assert club("campaign", "import", file, "--unchecked").code == 0
    for kind in ("battle", "campaign"):
        (one,) = json.loads(club(kind, "list", "-f", "json").out)[f"{kind}s"]
        assert one["unchecked"]


def test_another_battle_in_the_file_is_found(file: Path, club: Tabletop, tmp_path: Path) -> None:
    lines = file.read_text("utf-8").splitlines(keepends=True)
    (tmp_path / "inside.jsonl").write_text("".join(lines[6:]), "utf-8")
    inside = changed(tmp_path / "inside.jsonl", lambda lines: lines[0]["setup"]["figures"].pop("Swarm-9"))
    file.write_text("".join(lines[:6]) + inside.read_text("utf-8"), "utf-8")
    ran = club("campaign", "import", file)
    assert (ran.code, f"{INSIDE} does not fit river: its set-up is different" in ran.err) == (1, True)
    other = json.loads(lines[6]) | {"id": "0123456789abcdef"}
    file.write_text("".join([*lines[:6], json.dumps(other) + "\n", *lines[7:]]), "utf-8")
    ran = club("campaign", "import", file)
    assert (ran.code, f"{INSIDE} does not fit river now" in ran.err) == (1, True)


def test_what_is_here_already_is_said_with_what_to_do(file: Path, river: Tabletop, club: Tabletop) -> None:
    ran = river("campaign", "import", file)
    assert ran.code == 2
    assert f"error: river and {INSIDE} are already here" in ran.err
    assert f"`tabletop campaign delete river` and `tabletop battle delete {INSIDE}`" in ran.err
    river("campaign", "delete", "river", "--yes")
    ran = river("campaign", "import", file)
    assert (ran.code, f"error: {INSIDE} is already here" in ran.err) == (2, True)
    assert json.loads(river("campaign", "list", "-f", "json").out)["campaigns"] == [], "neither came in"
    river("battle", "delete", INSIDE, "--yes")
    assert river("campaign", "import", file).code == 0


def test_a_copy_beside_it_has_a_battle_of_its_own_with_the_same_dice(file: Path, river: Tabletop) -> None:
    ran = river("campaign", "import", file, "--name", "copy")
    assert ran.code == 0
    assert ran.out.splitlines()[1].startswith("copy-week1-Lantern-Thornfield: 2 entries.")
    assert river("campaign", "fight", "copy").code == 0
    assert verified(river, name="copy")[:2] == verified(river)[:2] == (0, [])
    battles = json.loads(river("battle", "list", "-f", "json").out)["battles"]
    assert len({one["id"] for one in battles}) == 2 and len({one["commitment"] for one in battles}) == 1


def test_a_battle_whose_name_is_taken_at_the_club_is_called_otherwise(file: Path, club: Tabletop) -> None:
    armies = ("armies/td/green-horde.toml", "armies/td/veteran-raiders.toml")
    assert club("battle", "new", "td", *armies, "--actions", "20", "--name", INSIDE).code == 0
    ran = club("campaign", "import", file)
    assert (ran.code, f"{INSIDE}-2: 2 entries" in ran.out) == (0, True)
    assert verified(club)[:2] == (0, [])


def test_a_campaign_without_a_battle_travels_alone_as_before(river: Tabletop, club: Tabletop, tmp_path: Path) -> None:
    file = tmp_path / "alone.jsonl"
    assert exported(river, file).startswith(b'{"tabletop":2,')
    assert club("campaign", "import", file).out.splitlines() == [
        "river: 4 entries. Go on with: tabletop campaign play river"
    ]
    assert club("campaign", "fight", "river").code == 0
