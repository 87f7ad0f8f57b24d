"""Rosters in every format: word for word, with all that is wrong, and with names that mean harm."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from markdown_it import MarkdownIt  # comes with rich

from tabletop_cli.core.lists.open_list import open_army
from tabletop_cli.core.lists.sheet import Sheet, Source, conceal_sheet
from tabletop_cli.core.page import Page, Para
from tabletop_cli.render import render_pages
from tabletop_cli.render.qr import qr_svg
from tabletop_cli.render.roster import FORMATS, PAPER, Options, page_of, render_roster
from tabletop_cli.render.roster.bbcode import escape as bbcode_escape
from tabletop_cli.render.roster.discord import escape as discord_escape
from tabletop_cli.render.roster.discord import utf16_length
from tabletop_cli.render.roster.quiet import GAP, quiet_text
from tabletop_cli.render.roster.short import short_text
from tabletop_cli.render.safe import one_line

from ..conftest import Golden
from ..sheets import ILLEGAL, QUICK, SHEET, SOURCE, hostile

ROOT = Path(__file__).parents[2]
LISTS = sorted(one for one in (ROOT / "armies").glob("*/*.toml") if not one.stem.endswith(".catalogue"))
TEXTS = [form for form in FORMATS if form not in PAPER]
SHEETS = {"sheet": SHEET, "illegal": ILLEGAL}
ARMIES = ["td/battle-group.toml", "tt/marines-patrol.toml"]
DISCORD = 2_000  # characters of a message


def texts(sheet: Sheet, form: str, source: Source = SOURCE) -> list[str]:
    made = render_roster(sheet, source, Options(form=form))
    assert isinstance(made, list)
    return made


def text(sheet: Sheet, form: str) -> str:
    return "\n=====\n".join(texts(sheet, form))


def named(name: str, sheet: Sheet = SHEET) -> Sheet:
    """The sample with a name for the army, its faction, its first unit, an option, a stat, a cell and the notes."""
    rifles, *others = sheet.cards
    assert rifles.table
    row = (name, *rifles.table.rows[0][1:])
    first = replace(
        rifles,
        title=name,
        options=(name, name),
        stats=((name, name),),
        note=name,
        table=replace(rifles.table, rows=(row, *rifles.table.rows[1:])),
    )
    return replace(sheet, name=name, faction=name, cards=(first, *others), note=name)


# --- Word for word ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("form", TEXTS)
@pytest.mark.parametrize("name", SHEETS)
def test_a_roster_with_everything(name: str, form: str, golden: Golden) -> None:
    golden(f"roster.{name}.{form}.txt", text(SHEETS[name], form))


@pytest.mark.parametrize("form", ["terminal", "text", "markdown", "discord", "csv"])
@pytest.mark.parametrize("army", ARMIES)
def test_armies(army: str, form: str, golden: Golden) -> None:
    sheet = open_army(ROOT / "armies" / army).sheet
    golden(f"roster.{Path(army).stem}.{form}.txt", text(sheet, form))


# --- What every format says -------------------------------------------------------------------------------------------


def plain(said: str) -> str:
    """What a format says, as people see it: without escapes and line breaks."""
    return re.sub(r"\s+", " ", re.sub(r"\\(?=[^\w\s])", "", said).replace(GAP, ""))


@pytest.mark.parametrize("form", TEXTS)
def test_problems_come_before_the_units(form: str) -> None:
    """But for those of an entry in CSV, which stand beside it."""
    said = plain(text(ILLEGAL, form))
    units = said.index("Attached")  # an option of the first
    assert said.index("7 of 6 points, 1 over") < units
    assert form == "csv" or said.index("5 models, a regular lead unit has 4") < units


@pytest.mark.parametrize("form", TEXTS)
def test_an_illegal_list_is_called_so(form: str) -> None:
    words = {"csv": ",no,", "json": '"legal": false', "text": "Legal: no, 2 problems"}
    assert words.get(form, "This list is not legal: 2 problems.") in text(ILLEGAL, form)
    assert words.get(form, "not legal") not in text(SHEET, form)


@pytest.mark.parametrize("form", TEXTS)
def test_nothing_is_left_out(form: str) -> None:
    """Word by word, for narrow columns break lines."""
    said = plain(text(SHEET, form))
    for word in (
        "Battle Group Morel",
        "The Fungal League",
        "Morel's Own",
        "regular lead infantry",
        "Sporethrower",
        "heavy machine gun",
        "Armour-piercing weapon",
        "Attached heavy machine gun",
        "Those in the Ditch",
        "Hold the mill until turn 4.",
        "For the club night.",
    ):
        assert word in said or (form == "terminal" and all(part in said for part in word.split()))
    if form != "csv":
        for word in ("Missile Launcher", "brings one more die", "variant-2", "3 of 5 units are lost", "0123456789ab"):
            assert word in said


@pytest.mark.parametrize("form", TEXTS)
def test_the_opponent_sees_no_secrets(form: str) -> None:
    said = text(conceal_sheet(SHEET), form)
    for word in ("Ditch", "scouts", "mill", "club night"):
        assert word not in said
    assert "Sporethrower" in said


@pytest.mark.parametrize("form", TEXTS)
def test_an_army_of_nothing(form: str) -> None:
    assert "xx" in text(Sheet(system="xx", system_name="xx", name=""), form) or form == "csv"


@pytest.mark.parametrize("form", TEXTS)
def test_the_same_twice(form: str) -> None:
    assert texts(SHEET, form) == texts(SHEET, form)


@pytest.mark.parametrize("form", ["terminal", "text", "markdown", "json"])
def test_the_tables_of_play_alone(form: str) -> None:
    (said,) = render_roster(SHEET, SOURCE, Options(form=form, parts=("quick",), quick=QUICK))
    assert "Firing results" in str(said)
    assert "Morel" not in str(said)


def test_a_page_for_the_builder() -> None:
    assert page_of(SHEET).title == "Battle Group Morel"


# --- Names that mean harm ---------------------------------------------------------------------------------------------

BAD = re.compile(
    "[\x00-\x09\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ud800-\udfff\ufeff\U000e0001-\U000e007f]"
)
PINGS = "@everyone @here <@1234> <@&99> <#5> hi@fungi.example https://fungi.example/x www.fungi.example discord.gg/xyz"
MARKS = st.text(alphabet="[]()<>*_~`|\\#@:/-+=.1 &;b\n$", max_size=60)
ANY = st.one_of(st.text(max_size=400), MARKS)


@pytest.mark.parametrize("form", TEXTS)
def test_hostile_names(form: str) -> None:
    said = text(hostile(), form)
    assert not BAD.search(said)
    assert "alert(1)" in said.replace("\\", ""), "it is shown, not followed"


@example("\x7f")  # ASCII, and JSON would leave it as it is
@given(ANY)
def test_no_name_steers_anything(name: str) -> None:
    for form in TEXTS:
        assert not BAD.search(text(named(name), form))


@pytest.mark.parametrize("form", ["markdown", "discord", "bbcode"])
def test_nobody_is_called_and_nothing_linked(form: str) -> None:
    said = text(named(PINGS), form)
    assert not re.search(rf"@(?!{GAP})", said)
    assert "://" not in said
    assert "www.f" not in said
    assert "discord.gg/" not in said
    assert PINGS in plain(said), "but it reads the same"


def test_faces_stay_signs() -> None:
    assert quiet_text("Gun :) and :skull: at 3:1") == f"Gun :{GAP}) and :{GAP}skull: at 3:{GAP}1"


# --- Plain text -------------------------------------------------------------------------------------------------------

HEADER = ["System", "Faction", "Army", "Points", "Units", "Legal"]


def test_text_is_ascii_and_narrow() -> None:
    said = text(ILLEGAL, "text")
    assert said.isascii()
    assert max(map(len, said.splitlines())) == 72, "the line with the hash"


@example("0" * 34 + "\x1f" * 9)  # as long as a line
@given(ANY.filter(lambda name: one_line(name).strip()))
def test_scripts_can_read_the_text(name: str) -> None:
    """Whatever the names are: the header has its keys, in order and once, and every entry begins a block."""
    said = text(named(name), "text")
    assert all(len(line) <= 72 for line in said.splitlines())
    head, *blocks = said.split("\n\n")
    keys = [line.partition(":")[0] for line in head.splitlines()[1:] if not line.startswith(" ")]
    assert keys == [*HEADER, "Note"]
    assert [block[:3] for block in blocks if re.match(r"\d+x ", block)] == ["1x ", "3x ", "1x "]
    assert all(line.startswith(" ") for block in blocks[:-1] for line in block.splitlines()[1:])


def test_boxes_are_left_to_paper() -> None:
    assert "Signs" not in text(SHEET, "text") and "leader P" not in text(SHEET, "text")
    assert "leader P" in text(SHEET, "markdown")


# --- Discord ----------------------------------------------------------------------------------------------------------

LONG = replace(
    SHEET, cards=tuple(replace(SHEET.cards[0], place=("units", at), title=f"Squad {at}") for at in range(20))
)


def test_messages_are_short_enough_and_numbered() -> None:
    found = texts(LONG, "discord")
    assert len(found) > 2
    for at, message in enumerate(found, 1):
        assert message.startswith(f"**Battle Group Morel** ({at} of {len(found)})\n")
        assert len(message) < DISCORD


def test_units_stay_whole() -> None:
    for message in texts(LONG, "discord"):
        _, _, body = message.partition("\n")
        for part in re.split(r"(?=\*\*1x )", body):
            if part.startswith("**1x"):
                assert "Hold the mill" in part


def test_one_message_has_no_number() -> None:
    small = replace(SHEET, cards=SHEET.cards[:1], rules=())
    (message,) = texts(small, "discord")
    assert message.startswith("**Battle Group Morel**\n")


def test_a_unit_longer_than_a_message_is_parted_between_lines() -> None:
    novel = replace(SHEET.cards[0], note="\n".join(f"Line {at} of a long story." for at in range(300)))
    found = texts(replace(SHEET, cards=(novel,)), "discord")
    lines = [line for message in found for line in message.splitlines()]
    assert [line for line in lines if "long story" in line] == [f"> Line {at} of a long story." for at in range(300)]


@given(st.one_of(ANY, st.text(alphabet="*_@:🍄`", min_size=500, max_size=3_000)))
def test_no_message_is_too_long(name: str) -> None:
    for message in texts(named(name, LONG), "discord"):
        assert utf16_length(message) < DISCORD
        assert message.count("```") % 2 == 0, "code ends in the message where it began"


@given(ANY)
def test_discord_shows_text_as_it_is(name: str) -> None:
    said = discord_escape(name)
    assert re.sub(r"\\([^0-9A-Za-z\s])", r"\1", said).replace(GAP, "") == one_line(name).replace(GAP, "")
    assert not re.search(r"[*_~|<>\[\]`]|^[#+-]|^\d+[.)]", re.sub(r"\\[^0-9A-Za-z\s]", "x", said))


def test_no_name_ends_a_code_block() -> None:
    assert text(named("`" * 6), "discord").count("```") == 2 * len(texts(named("`" * 6), "discord"))


# --- BBCode -----------------------------------------------------------------------------------------------------------

TAG = re.compile(r"\[(/?[A-Za-z*][^\[\]]*)\]")


def bbcode(said: str) -> Iterator[tuple[str, str]]:
    """What a forum sees: tags and texts, in turn."""
    at = 0
    for found in TAG.finditer(said):
        yield "text", said[at : found.start()]
        yield "tag", found[1]
        at = found.end()
    yield "text", said[at:]


@given(ANY)
def test_no_tag_is_of_a_name(name: str) -> None:
    assert [word for kind, word in bbcode(bbcode_escape(name)) if kind == "tag"] == []
    assert bbcode_escape(name).replace(GAP, "") == one_line(name).replace(GAP, "")


def test_tags_are_closed_in_turn() -> None:
    for sheet in (SHEET, ILLEGAL, hostile(), named("[/b][/list][quote][*]")):
        still: list[str] = []
        for kind, word in bbcode(text(sheet, "bbcode")):
            if kind == "tag" and word.startswith("/"):
                assert still.pop() == word[1:]
            elif kind == "tag" and word != "*":
                assert word in ("b", "i", "list")
                still.append(word)
        assert still == []


# --- Markdown ---------------------------------------------------------------------------------------------------------

WORDS = {"text", "softbreak", "hardbreak"}


def marks(sheet: Sheet) -> list[str]:
    """The kinds of everything but words in the Markdown, as CommonMark with GitHub's tables understands it."""
    tokens = MarkdownIt("commonmark").enable(["table", "strikethrough"]).parse(text(sheet, "markdown"))
    kinds = [inner.type for token in tokens for inner in (token, *(token.children or ()))]
    return [kind for kind in kinds if kind not in WORDS]


@given(ANY.filter(lambda name: one_line(name).strip()))
def test_a_name_changes_no_markdown(name: str) -> None:
    """Whatever the names are, the same headings, tables, lists and bold words are there, and only texts differ."""
    assert marks(named(name)) == marks(named("tame"))


def test_signs_at_the_ends_of_lines_stay() -> None:
    """Number signs behind a heading would vanish, and a line of = would make a heading of the one above."""
    tokens = MarkdownIt("commonmark").parse(render_pages(Page("Company #", (Para("a\n===\n&lt; $x$"),)), "markdown"))
    assert [token.type for token in tokens if token.type.endswith("_open")] == ["heading_open", "paragraph_open"]
    shown = ["".join(inner.content or "/" for inner in token.children) for token in tokens if token.children]
    assert shown == ["Company #", "a/===/&lt; $x$"]


def test_markdown_is_github_s() -> None:
    assert {"table_open", "heading_open", "strong_open"} <= set(marks(SHEET))


# --- In few letters ---------------------------------------------------------------------------------------------------


def test_a_list_in_few_letters_says_one_entry_a_line() -> None:
    options = Options(form="text", short=True)
    said, *_ = render_roster(replace(SHEET, player="Ada"), Source(), options)
    assert short_text(replace(SHEET, player="Ada")) + "\n" == said, "the picture holds what goes into a chat"
    assert str(said).splitlines() == [
        "Battle Group Morel - xx - The Fungal League - Ada",
        "7 of 12 points, 5 units, legal",
        "+ Morel's Own (regular lead infantry), Armour-piercing weapon, Attached heavy machine gun [3 1/2]",
        "+ 3x Sporethrower (heavy machine gun) [3]",
        "+ Those in the Ditch (scouts) [1/2] (hidden)",
    ]
    assert "NOT LEGAL" in short_text(ILLEGAL)


@pytest.mark.parametrize("army", LISTS, ids=lambda path: path.stem)
def test_it_fits_the_picture_with_every_example(army: Path) -> None:
    sheet = open_army(army).sheet
    text = short_text(sheet)
    assert len(text) <= 600
    assert all(one_line(card.title) in text for card in sheet.cards), "no entry of an example gives way"
    assert qr_svg(text)


def test_of_a_very_long_list_it_says_how_many_are_left_out() -> None:
    text = short_text(replace(SHEET, cards=SHEET.cards * 60, name="W" * 40))
    assert len(text) <= 600 and re.search(r"\nand 1\d\d more$", text)
    assert "(scouts)" not in text, "kinds and options give way before entries do"
    assert len(short_text(replace(SHEET, name="W" * 2_000))) <= 600
