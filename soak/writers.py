"""Five programs that write into one battle, and into one list, at once: nothing is lost, doubled or broken."""

from __future__ import annotations

import subprocess
import sys
import tomllib
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

from tabletop_cli.cli.battle.store import open_battle, open_store
from tabletop_cli.cli.session import Session

ROOT = Path(__file__).parents[1]
WRITERS = 5
EACH = 20
ARMIES = [str(ROOT / "armies/td" / f"{name}.toml") for name in ("green-horde", "veteran-raiders")]
LOOP = """
import subprocess, sys
for number in range({each}):
    subprocess.run([sys.executable, "-m", "tabletop_cli", *{words!r}.replace("#", f"{name}-{{number}}").split("|")],
                   check=True, capture_output=True, cwd={root!r})
"""


def run(share: float, seed: int) -> Iterator[tuple[str, int, int]]:
    """Notes in one battle, and additions to one list."""
    each = max(1, round(EACH * share))
    with open_store(Session()) as store:
        folder = store.path.parent
    _tabletop("battle", "new", "td", *ARMIES, "--actions", "5", "--name", "friday")
    refused = _together("battle|note|friday|#", each)
    with open_store(Session()) as store:
        battle = open_battle(store, "friday")
        notes = Counter(entry.note for entry in battle.entries())
        findings = battle.verify().problems
    wrong = refused + abs(WRITERS * each - len(notes)) + sum(n - 1 for n in notes.values()) + len(findings)
    yield f"notes of {WRITERS} programs in one battle, lost, doubled or refused", WRITERS * each, wrong
    file = folder / "list.toml"
    file.write_text('system = "td"\nname = "x"\nbudget = 900\n', encoding="utf-8")
    refused = _together(f"add|{file}|hmg|--name|#", each)
    names = Counter(one["name"] for one in tomllib.loads(file.read_text("utf-8")).get("units", ()))
    wrong = refused + abs(WRITERS * each - len(names)) + sum(n - 1 for n in names.values())
    yield f"units that {WRITERS} programs add to one list, lost, doubled or refused", WRITERS * each, wrong


def _together(words: str, each: int) -> int:
    """How many of the programs ended with an error."""
    loops = [LOOP.format(each=each, words=words, name=f"w{number}", root=str(ROOT)) for number in range(WRITERS)]
    programs = [subprocess.Popen([sys.executable, "-c", loop], stderr=subprocess.DEVNULL) for loop in loops]
    return sum(program.wait() != 0 for program in programs)


def _tabletop(*words: str) -> None:
    subprocess.run([sys.executable, "-m", "tabletop_cli", *words], check=True, capture_output=True, cwd=ROOT)
