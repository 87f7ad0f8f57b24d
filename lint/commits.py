"""Check commit titles: `area: verb what`, at most 72 characters.

python -m lint.commits --file .git/COMMIT_EDITMSG    one message, for the hook that `make hooks` installs
python -m lint.commits main..HEAD                    the commits of a range
"""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

from . import read_words

LONGEST = 72
AREAS = read_words("areas")
VERBS = read_words("verbs")
TITLE = re.compile(r"(?P<area>[a-z]+)(?:/[a-z-]+)?: (?P<verb>[a-z]+)\b")
FREE = re.compile(r"(?:Merge|Revert|fixup!|squash!)\b")  # titles that git writes


def title_fault(title: str) -> str:
    """Return what is wrong with a commit title, empty if nothing is."""
    if FREE.match(title):
        return ""
    if len(title) > LONGEST:
        return f"{len(title)} characters, {LONGEST} at most"
    found = TITLE.match(title)
    if found is None or found["area"] not in AREAS:
        return f"begin with an area and a verb, such as `td: fix ...`; areas: {', '.join(sorted(AREAS))}"
    if found["verb"] not in VERBS:
        return f"{found['verb']!r} is not among the verbs of lint/words.toml: add, fix, show ... (imperative)"
    return "no full stop at the end" if title.endswith(".") else ""


def read_titles(words: list[str]) -> list[str]:
    """Return the titles of a message file (``--file PATH``) or of a range of commits."""
    if words[0] == "--file":
        return [Path(words[1]).read_text(encoding="utf-8").partition("\n")[0]]
    command = ["git", "log", "--format=%s", *words]
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout.splitlines()


def main() -> int:
    """Print each wrong title with its fault. Return 1 if there is one."""
    faults = {title: fault for title in read_titles(sys.argv[1:]) if (fault := title_fault(title))}
    for title, fault in faults.items():
        print(f"{title}\n    {fault}")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
