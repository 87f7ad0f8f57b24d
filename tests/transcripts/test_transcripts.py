"""All that people see at a shell: the scenes beside this module, explanations in shorthand (`tests/shorthand.py`).

`make golden` writes what the commands print now; then read the difference.
"""

from __future__ import annotations

import pytest

from tests.examples import some
from tests.shorthand import shorthand

from .transcript import HERE, Scene, Shell, scenes

IN_WORDS = ("dice/resolve",)  # explanations as people read them
SCENES = [scene for path in sorted(HERE.rglob("*.txt")) for scene in scenes(path)]


@pytest.mark.parametrize("scene", some(SCENES), ids=lambda one: f"{one.file}: {one.name}")
def test_scene(
    scene: Scene,
    request: pytest.FixtureRequest,
    tmp_path_factory: pytest.TempPathFactory,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    shell = Shell(tmp_path_factory.mktemp("shell"), capsys, monkeypatch)
    for line in scene.before:
        list(shell.ran(line))
    now = "".join("\n".join([*shell.ran(line), "", ""]) for line in scene.lines)
    now = now if scene.file in IN_WORDS else shorthand(now)
    if request.config.getoption("--golden"):
        whole = scene.path.read_text(encoding="utf-8")
        block = f"== {scene.name}\n{scene.text}"
        assert block in whole
        scene.path.write_text(whole.replace(block, f"== {scene.name}\n{now}"), encoding="utf-8", newline="\n")
    else:
        assert now == scene.text, f"{scene.path.name} has changed; if that is right: `make golden`"


def test_names_are_unique_and_nothing_is_left_out() -> None:
    names = [(scene.file, scene.name) for scene in SCENES]
    assert len(names) == len(set(names))
    assert {scene.path for scene in SCENES} == set(HERE.rglob("*.txt"))
