"""A new game system as a package of its own: a copy of ``template/``, in which nothing but the names is other."""

from __future__ import annotations

import re
from importlib.util import find_spec
from keyword import iskeyword
from pathlib import Path

from . import registry
from .declare.kinds import brief_text
from .errors import Malformed, TabletopError
from .records import dataclass

FOLDER = Path(__file__).parents[1] / "template"
_NAME = re.compile("[a-z][a-z0-9]*([-_][a-z0-9]+)*")
LONGEST = 30  # letters of a name
LONGEST_PREFIX = 6  # letters before the number of a rule
NO_CODE = ("__pycache__", ".mypy_cache", ".pytest_cache", ".ruff_cache")


@dataclass(frozen=True)
class Names:
    """What a new system is called: ``lantern-row``, ``lantern_row``, ``Lantern Row``, and ``LR`` in ids of rules."""

    id: str
    package: str
    title: str
    prefix: str

    def put_into(self, text: str) -> str:
        """Return a text of the template with these names."""
        for old, new in (("my-game", self.id), ("my_game", self.package), ("My Game", self.title)):
            text = text.replace(old, new)
        return re.sub(r"\bMG-", f"{self.prefix}-", text)


def names_of(name: str) -> Names:
    """Return what a system of this name is called. Errors: `Malformed` for no name, and for one that is taken."""
    if not _NAME.fullmatch(name) or len(name) > LONGEST:
        meant = re.sub("[^a-z0-9]+", "-", name.lower()).strip("-")[:LONGEST].strip("-")
        hint = f"did you mean {meant}?" if _NAME.fullmatch(meant) else ""
        told = f"small letters, digits and single hyphens, {LONGEST} at most"
        raise Malformed(f"{brief_text(name)} is not a name for a game system: {told}", hint=hint, code="bad-name")
    words = re.split("[-_]", name)
    prefix = "".join(word[0] for word in words) if len(words) > 1 else words[0][:LONGEST_PREFIX]
    found = Names("-".join(words), "_".join(words), " ".join(words).title(), prefix.upper())
    if found.id in registry.system_ids():
        hint = "choose another name; to list the systems: tabletop systems"
        raise Malformed(f"there is already a game system {found.id}", hint=hint, code="name-taken")
    if iskeyword(found.package) or find_spec(found.package) is not None:
        hint = f"choose another name, such as {found.id}-battle"
        raise Malformed(f"Python already uses the name {found.package}", hint=hint, code="name-taken")
    return found


def files_of(names: Names) -> dict[str, str]:
    """Return the texts of the files of a new system by path. Errors: `TabletopError` where there is no template."""
    found = {
        names.put_into(path.relative_to(FOLDER).as_posix()): names.put_into(path.read_text(encoding="utf-8"))
        for path in sorted(FOLDER.rglob("*"))
        if path.is_file() and not set(path.relative_to(FOLDER).parts) & set(NO_CODE)
    }
    if not found:
        raise TabletopError("this installation has no template of a game system", code="no-template")
    return found
