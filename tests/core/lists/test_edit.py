"""Editing a file that a person wrote: only what is meant changes."""

from pathlib import Path

import pytest

from tabletop_cli.core.errors import TabletopError
from tabletop_cli.core.lists.edit import save, with_value
from tests.needs import needs

LIST = """\
# my list
name = "Watch"   # keep me

[house] # agreed on Friday
close_combat = "variant-2"

[[units]]
type = "hmg"
"""


def test_a_value_is_set_and_everything_else_stays() -> None:
    text = with_value(LIST, ["house", "guns", "light-gun", "reload"], 1)
    assert "[house.guns.light-gun]\nreload = 1" in text
    for line in LIST.splitlines():
        assert line in text


def test_a_value_is_changed_in_its_place() -> None:
    assert with_value(LIST, ["house", "close_combat"], "variant-1") == LIST.replace("variant-2", "variant-1")


def test_a_value_is_taken_away() -> None:
    assert "close_combat" not in with_value(LIST, ["house", "close_combat"], None)
    assert with_value(LIST, ["house", "guns", "light-gun", "reload"], None) == LIST


def test_a_path_through_a_value_is_refused() -> None:
    with pytest.raises(TabletopError, match="not a table"):
        with_value(LIST, ["name", "first"], "x")


def test_saving_replaces_the_file_whole_and_keeps_its_mode(tmp_path: Path) -> None:
    path = tmp_path / "list.toml"
    path.write_text("old")
    path.chmod(0o600)
    save(path, LIST)
    assert path.read_text() == LIST
    assert path.stat().st_mode & 0o777 == 0o600
    assert list(tmp_path.iterdir()) == [path]


def test_a_folder_that_is_not_there_is_said(tmp_path: Path) -> None:
    with pytest.raises(TabletopError, match="cannot be written"):
        save(tmp_path / "nowhere" / "list.toml", LIST)


def test_a_link_stays_a_link_and_a_mark_at_the_begin_stays(tmp_path: Path) -> None:
    path, link = tmp_path / "list.toml", tmp_path / "link.toml"
    path.write_bytes(b"\xef\xbb\xbf" + LIST.encode())
    link.symlink_to(path)
    save(link, LIST.replace("Watch", "W\u00e4chter"))
    assert link.is_symlink()
    assert path.read_bytes() == b"\xef\xbb\xbf" + LIST.replace("Watch", "W\u00e4chter").encode()


def test_what_cannot_be_written_leaves_the_file_alone(tmp_path: Path) -> None:
    path = tmp_path / "list.toml"
    path.write_text(LIST)
    with pytest.raises(TabletopError, match="cannot be written"):
        save(path, "half a letter: \ud800")
    assert path.read_text() == LIST
    assert list(tmp_path.iterdir()) == [path]


@needs("file modes")
def test_a_disk_that_fills_up_leaves_the_old_file_and_no_other(tmp_path: Path) -> None:
    import resource  # which Windows has not

    path = tmp_path / "list.toml"
    save(path, LIST)
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (10, before[1]))  # writing fails, and so does closing
    try:
        with pytest.raises(TabletopError, match=r"list\.toml: cannot be written"):
            save(path, LIST * 2)
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)
    assert [one.name for one in tmp_path.iterdir()] == ["list.toml"]
    assert path.read_text() == LIST
