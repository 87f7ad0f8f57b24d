"""Files in which nearly everything is wrong: an answer, and soon."""

from __future__ import annotations

from pathlib import Path

import pytest

from tabletop_cli.__main__ import main
from tabletop_cli.core.lists import army

WRONG = 'system = "td"\nname = "x"\nbudget = 10\n' + '[[units]]\ntype = "nosuch"\n' * 300


@pytest.fixture
def read(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The texts in which lines were looked for."""
    found: list[str] = []
    look = army.find_line_numbers
    monkeypatch.setattr(army, "find_line_numbers", lambda text: found.append(text) or look(text))
    return found


@pytest.mark.parametrize("command", ["validate", "roster", "suggest"])
def test_the_lines_of_a_file_are_looked_for_once_however_many_problems_it_has(
    tmp_path: Path, read: list[str], command: str
) -> None:
    """It was once for each problem: a file of 500 kB with 100,000 wrong entries took minutes."""
    file = tmp_path / "wrong.toml"
    file.write_text(WRONG, encoding="utf-8")
    assert main([command, str(file)]) in (0, 1, 2)
    assert len(read) <= 1
    assert command != "validate" or read


def test_so_they_are_of_a_catalogue(tmp_path: Path, read: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "wrong.catalogue.toml"
    file.write_text('[[factions]]\nid = "x"\nname = "X"\n' + "".join(f"wrong{n} = 1\n" for n in range(300)))
    assert main(["validate", str(file)]) in (1, 2)
    assert capsys.readouterr().out.count("wrong") > 250
    assert len(read) == 1


@pytest.mark.medium
@pytest.mark.parametrize("entry", ['"a"', "3", "[]", "false"])
def test_an_entry_that_is_none_is_nobodys_equal(tmp_path: Path, entry: str, capsys: pytest.CaptureFixture[str]) -> None:
    squad = '{id = "a", kind = "squad", members = [{role = "soldier", level = "green", count = 4}]}'
    text = f'system = "tgf"\nname = "x"\nbudget = 365\nunits = [{entry}, {squad.replace("[{", f"[{entry}, {{")}]\n'
    file = tmp_path / "x.toml"
    file.write_text(text, encoding="utf-8")
    assert main(["suggest", str(file)]) in (0, 1, 2)
    assert "fault" not in capsys.readouterr().err
