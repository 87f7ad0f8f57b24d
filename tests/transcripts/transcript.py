"""What happens at a shell, as data: commands, what is typed at them, all that they print, and their exit codes.

A file has scenes, each a session of its own in an empty folder that has `armies` in it. Its lines tell by their first
character what they are:

    # WORDS      for the reader
    == NAME      a scene begins; what stands before the first one is done before each of them, and is not looked at
    $ COMMAND    `tabletop ...`; or one of the tools below: `cat`, `cp`, `ls`, `write FILE`
    @ COMMAND    the same with somebody at the terminal, who can be asked
    < WORDS      what is typed at the command above; for `write` the lines of the file
    | WORDS      a line on stdout
    ! WORDS      a line on stderr
    = CODE       the exit code, where it is not 0

Clock and seeds are the same every time; other dice are typed. Scenes are short: so a fault is found in a moment.
"""

from __future__ import annotations

import hashlib
import os
import re
import shlex
import shutil
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from io import StringIO
from itertools import count
from pathlib import Path

import pytest

from tabletop_cli.__main__ import main
from tabletop_cli.core.dice import stream
from tabletop_cli.core.keep import export

HERE = Path(__file__).parent
ROOT = HERE.parents[1]
START = 1_770_000_000  # seconds of the clock at which files seem to be written, one a minute
ASKING = ("tabletop_cli.cli.dice.rulings.at_terminal", "tabletop_cli.cli.lists.share.at_terminal")


@dataclass
class Line:
    """A command, the remarks above it, and what is typed at it."""

    words: str
    mark: str = "$"
    remarks: list[str] = field(default_factory=list)
    typed: list[str] = field(default_factory=list)


@dataclass(frozen=True)
class Scene:
    """A scene of a file: the commands before all scenes, its own, and its text in the file."""

    file: str
    name: str
    before: tuple[Line, ...]
    lines: tuple[Line, ...]
    text: str

    @property
    def path(self) -> Path:
        return HERE / f"{self.file}.txt"


def scenes(path: Path) -> Iterator[Scene]:
    """The scenes of a file, in order."""
    before, *parts = re.split(r"^== ", path.read_text(encoding="utf-8"), flags=re.MULTILINE)
    for part in parts:
        name, _, text = part.partition("\n")
        file = path.relative_to(HERE).with_suffix("").as_posix()
        yield Scene(file, name, tuple(lines(before)), tuple(lines(text)), text)


def lines(text: str) -> Iterator[Line]:
    """The commands of a text, without what they printed."""
    remarks: list[str] = []
    line: Line | None = None
    for one in text.splitlines():
        mark, _, rest = one.partition(" ")
        if mark == "#":
            remarks.append(rest)
        elif mark in ("$", "@"):
            if line is not None:
                yield line
            line, remarks = Line(rest, mark, remarks), []
        elif mark == "<" and line is not None:
            line.typed.append(rest)
    if line is not None:
        yield line


class Shell:
    """A folder in which the commands of a file are run; in this process, and with pinned seeds."""

    def __init__(self, folder: Path, capsys: pytest.CaptureFixture[str], patch: pytest.MonkeyPatch) -> None:
        self._folder, self._capsys, self._patch = folder, capsys, patch
        self._minutes = 0  # since files were first written
        (folder / "armies").symlink_to(ROOT / "armies")
        patch.chdir(folder)
        patch.setenv("TABLETOP_HOME", str(folder / ".home"))
        drawn = (hashlib.sha256(str(n).encode()).digest() for n in count())
        for module in (stream, export):
            patch.setattr(module, "os", Drawing(drawn))

    def ran(self, line: Line) -> Iterator[str]:
        """A command as it stands in the file, with all that it prints now."""
        yield from (f"# {remark}".rstrip() for remark in line.remarks)
        yield f"{line.mark} {line.words}"
        yield from (f"< {typed}".rstrip() for typed in line.typed)
        self._minutes += 1
        self._patch.setattr(sys, "stdin", StringIO("".join(f"{typed}\n" for typed in line.typed)))
        for name in ASKING:
            self._patch.setattr(name, lambda: line.mark == "@")
        name, *words = shlex.split(line.words)
        code = main(words) if name == "tabletop" else self._tool(name, words, line.typed)
        printed = self._capsys.readouterr()
        for mark, text in (("|", printed.out), ("!", printed.err)):
            yield from (f"{mark} {one}".rstrip() for one in self._shown(text).splitlines())
        if code:
            yield f"= {code}"

    def _tool(self, name: str, words: list[str], typed: list[str]) -> int:
        tools: dict[str, Callable[..., None]] = {
            "cat": lambda path: print(Path(path).read_text(encoding="utf-8"), end=""),
            "cp": lambda path, new: self._dated(shutil.copy(path, new)),
            "ls": lambda *paths: print(*sorted(os.listdir(*paths)), sep="\n"),
            "mkdir": os.mkdir,
            "write": lambda path: self._dated(path, "".join(f"{one}\n" for one in typed)),
        }
        tools[name](*words)
        return 0

    def _dated(self, path: str, text: str | None = None) -> None:
        """A file, with the time at which it seems to have been written."""
        if text is not None:
            Path(path).write_text(text, encoding="utf-8")
        os.utime(path, (START + 60 * self._minutes,) * 2)

    def _shown(self, text: str) -> str:
        return re.sub(r"\x1b\[[0-9;?]*[a-zA-Z]", "", text.replace(str(self._folder), "HERE"))


class Drawing:
    """`os` for those who draw seeds: the same ones every time."""

    def __init__(self, drawn: Iterator[bytes]) -> None:
        self._drawn = drawn

    def urandom(self, size: int) -> bytes:
        return next(self._drawn)[:size]
