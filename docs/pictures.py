"""Draw the terminal pictures of the README: run real commands in a terminal, and draw what they print as SVG.

`make pictures` runs this. The pictures need no font and no other file.
"""

from __future__ import annotations

import base64
import json
import os
import re
import shutil
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path

import pexpect
from rich._export_format import CONSOLE_SVG_FORMAT
from rich.console import Console
from rich.terminal_theme import DIMMED_MONOKAI
from rich.text import Text

ROOT = Path(__file__).parents[1]
BIN = Path(sys.executable).parent
# Without the web fonts: a picture that calls other computers is no picture.
FORMAT = re.sub(r"@font-face \{\{.*?\n {4}\}\}\n", "", CONSOLE_SVG_FORMAT, flags=re.DOTALL)
FORMAT = FORMAT.replace("Fira Code", "Fira Code, Menlo, Consolas, DejaVu Sans Mono")
# Spaces count, for every program that draws SVG.
FORMAT = FORMAT.replace("line-height: {line_height}px;", "line-height: {line_height}px;\n        white-space: pre;")
FORMAT = FORMAT.replace('<g class="{unique_id}-matrix">', '<g class="{unique_id}-matrix" xml:space="preserve">')

PPI = 75  # of the picture of a printed page
NEW = "tabletop battle new td armies/td/green-horde.toml armies/td/veteran-raiders.toml --actions 40 --name friday"

GROUP_MOVE = '{"do": "group-move", "by": "a", "unit": "a1", "movers": [{"model": "a1-2"}, {"model": "a1-3"}]}'
CONTACT = "tabletop battle do friday contact by=a models=a1-2,a1-3,b1-2"


@dataclass(frozen=True)
class Picture:
    """Commands that are shown, after others that are not.

    A dialogue is shown without its command: from the line that begins with `start` up to one with `end`.
    """

    name: str
    title: str
    shown: tuple[str, ...]
    before: tuple[str, ...] = ()
    width: int = 100
    start: str = ""
    end: str = ""


PICTURES = (
    Picture("roster", "an army", ("tabletop roster armies/td/veteran-raiders.toml",), width=104),
    Picture(
        "odds",
        "exact odds",
        (
            "tabletop odds td direct-fire --weapon hmg --target.terrain rough",
            "tabletop odds td cc-fight --defender.cc 6 --vary attacker.cc=4..8",
        ),
        width=84,
    ),
    Picture(
        "play",
        "tabletop battle play",
        ("printf '%s\\n' 653162 62135 | tabletop battle play",),
        (NEW, f"tabletop battle do friday '{GROUP_MOVE}'", CONTACT),
        width=108,
        start="Close combat, round 1",
        end="What now? (",
    ),
)


def run(line: str, folder: Path, width: int) -> str:
    """What a command prints on a terminal of this width."""
    env = {
        "PATH": os.pathsep.join((str(BIN), os.environ["PATH"])),
        "TABLETOP_HOME": str(folder / "home"),
        "TERM": "xterm-256color",
        "LC_ALL": "C.UTF-8",
    }
    child = pexpect.spawn("bash", ["-c", line], cwd=folder, env=env, dimensions=(200, width), encoding="utf-8")
    text: str = child.read()
    child.close()
    if child.exitstatus not in (0, 1):
        sys.exit(f"{line}: {text}")
    return text.replace("\r\n", "\n").rstrip() + "\n"


def draw(picture: Picture) -> str:
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        shutil.copytree(ROOT / "armies", folder / "armies")
        for line in picture.before:
            run(line, folder, picture.width)
        console = Console(record=True, width=picture.width, file=open(os.devnull, "w", encoding="utf-8"))  # noqa: PTH123, SIM115
        for at, line in enumerate(picture.shown):
            printed = run(line, folder, picture.width)
            if picture.start:
                printed = excerpt(printed, picture.start, picture.end)
            else:
                console.print(Text(("\n" if at else "") + f"$ {line}", "green"))
            console.print(Text.from_ansi(printed.rstrip()))
    svg = console.export_svg(title=picture.title, theme=DIMMED_MONOKAI, code_format=FORMAT, unique_id=picture.name)
    return re.sub(r"[ \t]+$", "", svg, flags=re.MULTILINE)


def excerpt(printed: str, start: str, end: str) -> str:
    """The lines from the first with `start` up to the one before the first with `end`."""
    lines = printed.split("\n")
    first = next(at for at, line in enumerate(lines) if start in line)
    last = next(at for at, line in enumerate(lines) if end in line and at > first)
    return "\n".join(lines[first:last])


def paper() -> bytes:
    """The first page of a printed roster, as a picture."""
    import typst

    from tabletop_cli.cli.lists.roster import source_of
    from tabletop_cli.core.lists.open_list import open_army
    from tabletop_cli.core.lists.share import code_of
    from tabletop_cli.render.paper import document_data, pdf
    from tabletop_cli.render.paper.layout import document_layout
    from tabletop_cli.render.qr import qr_svg
    from tabletop_cli.render.roster.short import short_text

    army = open_army(ROOT / "armies" / "td" / "battle-group.toml")
    code, picture = code_of(army.file.data), qr_svg(short_text(army.sheet))
    whole = document_data(army.sheet, source_of(army), parts=("roster",), code=code, qr=picture, actions=20)
    page = pdf._template_data(document_layout(whole), set())
    inputs = {"document": json.dumps(page), "paper": "a4", "size": pdf.SIZES[0], "most": str(pdf.ANY)}
    made = typst.compile(
        pdf.PAGES / "print.typ", root=pdf.PAGES, sys_inputs=inputs, ignore_system_fonts=True, format="png", ppi=PPI
    )
    first: bytes = made[0] if isinstance(made, list) else made
    return first


def phone_page() -> bytes:
    """What a phone shows of a roster: the first units, with some of their boxes ticked."""
    sys.path.insert(0, str(ROOT))
    from tests.render.phone import phone

    with tempfile.TemporaryDirectory() as name, phone() as opened:
        page = Path(name) / "group.html"
        run(f"tabletop roster {ROOT / 'armies/td/green-horde.toml'} --actions 20 -o {page}", Path(name), 80)
        opened.open(page)
        for box in ("input", "article input"):
            opened.tap(box)
        opened.run("scrollTo(0, document.querySelector('article').getBoundingClientRect().top + scrollY - 12)")
        shot = opened.send("Page.captureScreenshot", format="png")["data"]
    return base64.b64decode(shot)


def main() -> None:
    (ROOT / "docs" / "paper.png").write_bytes(paper())
    (ROOT / "docs" / "phone.png").write_bytes(phone_page())
    for picture in PICTURES:
        path = ROOT / "docs" / f"{picture.name}.svg"
        path.write_text(draw(picture) + "\n", encoding="utf-8", newline="\n")
        print(path.relative_to(ROOT))


if __name__ == "__main__":
    main()
