"""All that people see at a shell: the sessions beside this module, word for word.

`make golden` writes what the commands print now; then read the difference.
"""

from __future__ import annotations

import pytest

from tests.conftest import Golden

from .transcript import HERE, Shell, read


@pytest.mark.parametrize(
    "name", sorted(path.relative_to(HERE).with_suffix("").as_posix() for path in HERE.rglob("*.txt"))
)
def test_session(
    name: str,
    golden: Golden,
    tmp_path_factory: pytest.TempPathFactory,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    path = HERE / f"{name}.txt"
    shell = Shell(tmp_path_factory.mktemp("shell"), capsys, monkeypatch)
    golden(path, "".join("\n".join([*shell.ran(line), "", ""]) for line in read(path)))
