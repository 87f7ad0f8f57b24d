"""What a table has settled for all its battles, in a file that people may edit."""

from __future__ import annotations

from pathlib import Path

import pytest

from tabletop_cli.cli.battle.table_settings import FILE, TableSettings, read_table_settings, save_table_settings
from tabletop_cli.core.errors import Malformed


def test_a_new_home_has_the_usual_settings(tmp_path: Path) -> None:
    assert read_table_settings(tmp_path / "new") == TableSettings("normal", "program")


def test_what_is_saved_is_read_again(tmp_path: Path) -> None:
    save_table_settings(tmp_path / "new", TableSettings("short", "own"))
    assert read_table_settings(tmp_path / "new") == TableSettings("short", "own")


def test_saving_keeps_the_comments_and_says_nothing_new(tmp_path: Path) -> None:
    (tmp_path / FILE).write_text('# we roll\ndice = "own" # always\n', "utf-8")
    save_table_settings(tmp_path, TableSettings("full", "own"))
    assert (tmp_path / FILE).read_text("utf-8") == '# we roll\ndice = "own" # always\ndetail = "full"\n'


@pytest.mark.parametrize(
    ("text", "says", "hint"),
    [
        ("detail = ", "cannot be read", "correct or delete that file"),
        ('detial = "full"', '"detial" is not a setting', "did you mean detail?"),
        ('dice = "mine"', "dice is 'mine'", 'write dice = "own" or "program"'),
        ("detail = 3", "detail is 3", 'write detail = "short" or "normal" or "full"'),
        ("dice = []", "dice is []", 'write dice = "own" or "program"'),
    ],
)
def test_a_mistake_names_the_file_and_what_to_write(tmp_path: Path, text: str, says: str, hint: str) -> None:
    (tmp_path / FILE).write_text(text, "utf-8")
    with pytest.raises(Malformed) as wrong:
        read_table_settings(tmp_path)
    assert says in wrong.value.message
    assert (wrong.value.hint, wrong.value.where) == (hint, str(tmp_path / FILE))


def test_no_file_with_a_mistake_is_written_over(tmp_path: Path) -> None:
    (tmp_path / FILE).write_text('dise = "own"', "utf-8")
    with pytest.raises(Malformed):
        save_table_settings(tmp_path, TableSettings("short"))
    assert (tmp_path / FILE).read_text("utf-8") == 'dise = "own"'
