"""An army file that is being written: every step is saved before it is shown, and can be taken back without end."""

from __future__ import annotations

from pathlib import Path

from ..data import JsonMapping
from .army import file_of, load_file
from .change import Change
from .edit import edited, holding, save
from .opened import Opened, open_army, opened
from .trial import Trial, trial


class Draft:
    """A file, what it says now, and all that it said since it was opened.

    A step that would leave something that cannot even be read is refused and changes nothing; an illegal list is not.
    `home` may hold catalogues. Errors of all methods: `TabletopError`.
    """

    def __init__(self, path: Path, home: Path | None = None) -> None:
        self.path = path
        self._home = home
        self.now: Opened = open_army(path, home)
        self._texts: list[tuple[str, str]] = [("", self.now.file.text)]  # what was done, and the text after it
        self._at = 0

    @property
    def data(self) -> JsonMapping:
        """The list as data, with the files that it names in their place."""
        return self.now.data

    def try_out(self, *changes: Change) -> Trial:
        """What changes would cost, break and mend."""
        return trial(self.now.system, self.data, self.now.report, *changes)

    def change(self, words: str, *changes: Change) -> None:
        """Make changes and save them; `words` say what was done, for undo."""
        with holding(self.path):
            self.reload()
            text = edited(self.now.file.text, self.path.suffix.lower(), *changes)
            if text != self.now.file.text:
                after = self._read(text)
                save(self.path, text)
                self.now = after
                self._remember(words, text)

    def undo(self) -> str:
        """Take the last step back; what it was, empty where there is none."""
        with holding(self.path):
            self.reload()
            if not self._at:
                return ""
            words = self._texts[self._at][0]
            self._go(self._at - 1)
            return words

    def redo(self) -> str:
        """Make a step again that was taken back; what it was, empty where there is none."""
        with holding(self.path):
            self.reload()
            if self._at + 1 >= len(self._texts):
                return ""
            self._go(self._at + 1)
            return self._texts[self._at][0]

    @property
    def steps(self) -> tuple[int, int]:
        """How many steps can be taken back, and how many made again."""
        return self._at, len(self._texts) - self._at - 1

    def reload(self) -> bool:
        """See what another program wrote meanwhile; it is a step like any other. Whether there was something."""
        file = load_file(self.path)
        if file.text == self.now.file.text:
            return False
        self.now = open_army(self.path, self._home)
        self._remember("what another program wrote", file.text)
        return True

    def _remember(self, words: str, text: str) -> None:
        del self._texts[self._at + 1 :]
        self._texts.append((words, text))
        self._at += 1

    def _go(self, at: int) -> None:
        text = self._texts[at][1]
        after = self._read(text)
        save(self.path, text)
        self.now, self._at = after, at

    def _read(self, text: str) -> Opened:
        """What a text says. Errors: of reading it."""
        return opened(file_of(self.path, text), self._home)
