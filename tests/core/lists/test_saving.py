"""A file that another program has open, as editors and virus scanners on Windows do, is tried again."""

from __future__ import annotations

import errno
from pathlib import Path

import pytest

from tabletop_cli.core import shell
from tabletop_cli.core.errors import TabletopError
from tabletop_cli.core.lists.edit import saving


@pytest.fixture
def held(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """Another program has every file open; how long was waited for it."""
    waited: list[float] = []

    def refuse(self: Path, target: Path) -> None:
        raise PermissionError(errno.EACCES, "Permission denied", str(self), None, str(target))

    monkeypatch.setattr(saving, "sleep", waited.append)
    monkeypatch.setattr(Path, "replace", refuse)
    return waited


def test_it_is_written_when_the_other_lets_go(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, held: list[float]
) -> None:
    refused = Path.replace

    def let_go(self: Path, target: Path) -> object:
        return self.rename(target) if len(held) == 2 else refused(self, target)

    monkeypatch.setattr(Path, "replace", let_go)
    file = tmp_path / "horde.toml"
    file.write_text("before")
    saving.save(file, "after")
    assert (file.read_text(), len(held)) == ("after", 2)
    assert list(tmp_path.iterdir()) == [file]


@pytest.mark.parametrize(("windows", "hint"), [(True, "if another program has it open,"), (False, "")])
def test_one_that_stays_open_is_given_up_soon(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, held: list[float], windows: bool, hint: str
) -> None:
    file = tmp_path / "horde.toml"
    file.write_text("before")
    monkeypatch.setattr(shell, "WINDOWS", windows)
    with pytest.raises(TabletopError, match="cannot be written: Permission denied") as refused:
        saving.save(file, "after")
    assert refused.value.hint.startswith(hint) and bool(refused.value.hint) == bool(hint)
    assert 0.5 < sum(held) < 1.5
    assert (list(tmp_path.iterdir()), file.read_text()) == ([file], "before")


@pytest.mark.parametrize(
    ("windows", "command"), [(True, 'attrib -R "{}"'), (False, "chmod u+w '{}'")], ids=["Windows", "others"]
)
def test_a_protected_file_says_how_to_take_the_protection_off(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, windows: bool, command: str
) -> None:
    file = tmp_path / "the horde.toml"
    file.write_text("handed in")
    file.chmod(0o444)
    monkeypatch.setattr(shell, "WINDOWS", windows)
    with pytest.raises(TabletopError) as refused:
        saving.save(file, "after")
    assert refused.value.hint.endswith(command.format(file))
