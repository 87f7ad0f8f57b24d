"""The file under the builder: what other programs do to it meanwhile is seen and said, and never overwritten."""

from __future__ import annotations

from ...core.errors import TabletopError
from ...core.lists.draft import Draft
from ...core.play.question import Answer
from ...prompts.asker import Asker, Back, Cancelled

AGAIN = Answer("again", "read the file again", "a")
QUIT = Answer("quit", "quit; the file stays as it is", "q")


def look_at_file(draft: Draft, asker: Asker) -> None:
    """See what another program did to the file; one that is gone is written anew. Errors: `TabletopError`."""
    if not draft.path.exists():
        draft.restore()
        asker.tell(f"{draft.path} was gone; it has been saved again.")
    elif draft.reload():
        asker.drop_ahead()  # what was typed ahead was meant for another list
        asker.forget_listed()
        asker.tell("Another program has changed the file. This is what it says now.")


def wait_until_readable(draft: Draft, asker: Asker) -> bool:
    """The same; while the file cannot be read, wait until somebody has mended it. False: they would rather quit.

    Errors: `Stopped`.
    """
    while True:
        try:
            look_at_file(draft, asker)
            return True
        except TabletopError as wrong:
            asker.drop_ahead()
            asker.tell(f"Another program made the file unreadable: {wrong.message.rstrip('.')}. {wrong.hint}".strip())
        try:
            if asker.choose("Correct it there. What then?", [AGAIN, QUIT], AGAIN.value) == QUIT.value:
                return False
        except (Back, Cancelled):
            continue


def undo_step(draft: Draft, asker: Asker) -> str:
    """Take the last step back, and say what it was; what another program wrote only when whoever builds wants it.

    Errors: `Back`, `Cancelled`, `Stopped`, `TabletopError`.
    """
    if draft.is_foreign and not asker.confirm("The last change was made by another program. Undo it?", False):
        return "Nothing undone; the change of the other program stays."
    words = draft.undo()
    return f"Undone: {words}" if words else "Nothing to undo."
