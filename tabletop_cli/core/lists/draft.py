"""An army file that is being written: every step is saved before it is shown, and can be taken back without end."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from ..data import JsonMapping
from ..errors import TabletopError
from ..records import dataclass
from .army import file_of, load_file
from .change import Change
from .edit import edit_text, lock_list, save
from .open_list import Opened, open_army, open_text
from .trial import Trial, try_changes


class Changed(TabletopError):
    """Another program has changed the file since it was read, so that places in it may mean something else now."""

    code = "changed"


@dataclass(frozen=True)
class Step:
    """Something that was done: in words, with the text after it. `foreign`: by another program."""

    words: str
    text: str
    foreign: bool = False


def _tell_nobody(text: str) -> None:
    return


class Draft:
    """A file, what it says now, and all that it said since it was opened.

    `now` is what people have seen of it: what they say about it is written only where the file still says the same.
    A step that would leave something that cannot even be read is refused and changes nothing; an illegal list is not.
    `home` may hold catalogues; `tell` hears of what is done besides. Errors of all methods: `TabletopError`; of those
    that write, `Changed`, and then nothing is written and `now` is what the other program wrote.
    """

    def __init__(self, path: Path, home: Path | None = None, now: Opened | None = None) -> None:
        self.path = path
        self.tell: Callable[[str], None] = _tell_nobody
        self._home = home
        self.now: Opened = open_army(path, home) if now is None else now
        self._steps: list[Step] = [Step("", self.now.file.text)]
        self._at = 0

    @property
    def data(self) -> JsonMapping:
        """The list as data, with the files that it names in their place."""
        return self.now.data

    def try_out(self, *changes: Change) -> Trial:
        """What changes would cost, break and mend."""
        return try_changes(self.now.system, self.data, self.now.report, *changes)

    def change(self, words: str, *changes: Change) -> None:
        """Make changes and save them; `words` say what was done, for undo."""
        with lock_list(self.path, self.tell):
            self.require_seen()
            text = edit_text(self.now.file.text, self.path.suffix.lower(), *changes)
            if text != self.now.file.text:
                after = self._read_text(text)
                save(self.path, text)
                self.now = after
                self._remember_step(Step(words, text))

    def undo(self) -> str:
        """Take the last step back; what it was, empty where there is none."""
        with lock_list(self.path, self.tell):
            self.require_seen()
            if not self._at:
                return ""
            words = self._steps[self._at].words
            self._go_to(self._at - 1)
            return words

    def redo(self) -> str:
        """Make a step again that was taken back; what it was, empty where there is none."""
        with lock_list(self.path, self.tell):
            self.require_seen()
            if self._at + 1 >= len(self._steps):
                return ""
            self._go_to(self._at + 1)
            return self._steps[self._at].words

    @property
    def steps(self) -> tuple[int, int]:
        """How many steps can be taken back, and how many made again."""
        return self._at, len(self._steps) - self._at - 1

    @property
    def is_foreign(self) -> bool:
        """Whether the step that would be taken back now is another program's."""
        return self._steps[self._at].foreign

    def reload(self) -> bool:
        """See what another program wrote meanwhile; it is a step like any other. Whether there was something."""
        file = load_file(self.path)
        if file.text == self.now.file.text:
            return False
        self.now = open_army(self.path, self._home)
        self._remember_step(Step("a change by another program", self.now.file.text, foreign=True))
        return True

    def require_seen(self) -> None:
        """Errors: `Changed` where the file says something else than `now`. One that is gone is written again."""
        if not self.path.exists():
            self.restore()
            self.tell(f"{self.path} was gone; it has been saved again.")
        elif self.reload():
            raise Changed(
                f"another program has changed {self.path}, so nothing was done",
                hint="look at the file, and run the command again",
                where=str(self.path),
            )

    def restore(self) -> None:
        """Write what the list said when it was last seen, whatever has become of its file."""
        with lock_list(self.path, self.tell):
            save(self.path, self.now.file.text)

    def _remember_step(self, step: Step) -> None:
        del self._steps[self._at + 1 :]
        self._steps.append(step)
        self._at += 1

    def _go_to(self, at: int) -> None:
        text = self._steps[at].text
        after = self._read_text(text)
        save(self.path, text)
        self.now, self._at = after, at

    def _read_text(self, text: str) -> Opened:
        """What a text says. Errors: of reading it."""
        return open_text(file_of(self.path, text), self._home)
