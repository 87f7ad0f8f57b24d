"""The lints find what they are for: titles that say nothing, names and texts at which readers stumble."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from lint.commits import LONGEST, title_fault
from lint.names import is_participle, judge_package
from lint.texts import LIMITS, MEASURES, Text, judge_part, read_parts, split_sentences

ROOT = Path(__file__).parents[1]


@pytest.mark.parametrize(
    "title",
    ["du: keep snapshots with tile keys", "play: ask for the heir before the morale die", "Merge branch 'kings'"],
)
def test_a_title_names_an_area_and_what_is_done(title: str) -> None:
    assert title_fault(title) == ""


@pytest.mark.parametrize(
    ("title", "fault"),
    [
        ("Whoever pays has what it pays", "begin with an area and a verb"),
        ("attic: add a window", "begin with an area and a verb"),
        ("td: pinned models", "'pinned' is not among the verbs"),
        ("td: fix pinned models.", "no full stop"),
        (f"td: fix {'x' * LONGEST}", f"{LONGEST + 8} characters, {LONGEST} at most"),
    ],
)
def test_a_title_that_says_nothing_is_refused_with_what_is_wrong(title: str, fault: str) -> None:
    assert fault in title_fault(title)


def test_the_hook_reads_the_first_line_of_a_message(tmp_path: Path) -> None:
    message = tmp_path / "message"
    for title, code in (("td: fix a stall\n\nIt stalled.", 0), ("stalls\n", 1)):
        message.write_text(title, encoding="utf-8")
        command = [sys.executable, "-m", "lint.commits", "--file", str(message)]
        assert subprocess.run(command, cwd=ROOT, capture_output=True, check=False).returncode == code


def test_names_are_counted_where_a_reader_would_stumble(tmp_path: Path) -> None:
    (tmp_path / "war.py").write_text(
        "def told(): ...\ndef read_list(): ...\ndef there(): ...\nclass A:\n    @property\n    def seen(self): ...\n",
        encoding="utf-8",
    )
    figures, found = judge_package(tmp_path)
    assert figures == {"one-word": 67, "participles": 1, "vague": 1, "spread": 0, "modules": 0}
    assert [one.name for one in found["participles"]] == ["told"]
    assert [one.name for one in found["vague"]] == ["there"]


def test_a_name_or_module_in_too_many_places_is_counted(tmp_path: Path) -> None:
    for number in range(7):
        folder = tmp_path / f"room{number}"
        folder.mkdir()
        (folder / "words.py").write_text("def name_it(): ...\n", encoding="utf-8")
    figures, _ = judge_package(tmp_path)
    assert (figures["spread"], figures["modules"]) == (1, 1)


@pytest.mark.parametrize(
    ("name", "bare"), [("settled", True), ("drawn", True), ("feed", False), ("given_facts", False)]
)
def test_participles_are_known_by_their_form(name: str, bare: bool) -> None:
    assert is_participle(name) is bare


@pytest.mark.parametrize(
    ("words", "measure"),
    [
        (f"You {'may ' * 24}roll.", "long"),
        ("Who knows what they want says it in one line, and that is quick.", "relative"),
        ("The rule stands where it is implemented.", "stands"),
        ("The players are told the odds.", "stands"),
        ("Everybody is told the odds.", "stands"),
        ("The player stood in the file.", "stands"),
        ("JSON has no comments, and so neither.", "neither"),
        ("Nobody may look, for it is secret.", "loose"),
        ("The list was changed at noon.", "passive"),
        ("Press u to take the last event back.", "back"),
        ("The key u takes it back.", "back"),
        ("Everybody throws for the order.", "throw"),
    ],
)
def test_each_measure_of_texts_counts_its_habit(words: str, measure: str) -> None:
    _, found = judge_part([Text(words, "docs/page.md")])
    assert words in [one.words for one in found[measure]]


@pytest.mark.parametrize(
    "words",
    [
        "If you know what you want, one command does it.",
        "Who is at the table now?",
        "No command changes a read-only list.",
        "The list was changed by a second program.",
        "A model that is pinned can rally.",
        "What ground does the target stand on?",
        "You roll `throw` dice, and `stands` is a key.",
        f"You {'may ' * 23}roll.",
    ],
)
def test_plain_sentences_and_terms_of_the_game_count_nothing(words: str) -> None:
    figures, _ = judge_part([Text(words, "docs/page.md")])
    assert figures == dict.fromkeys(MEASURES, 0)


@pytest.mark.parametrize(
    ("words", "system", "other"),
    [("Its price in force points.", "fftt", "td"), ("Place each stand of the unit.", "tt", "du")],
)
def test_a_term_of_one_rulebook_is_none_of_another(words: str, system: str, other: str) -> None:
    for place, count in ((f"systems/{system}/units.py:7", 0), (f"docs/{system}.md", 0), (f"docs/{other}.md", 1)):
        _, found = judge_part([Text(words, place)])
        assert len(found["stands"]) == count


def test_a_sentence_ends_with_its_paragraph_or_item() -> None:
    words = "One two three. Four five\nsix? No matter.\n\nSeven eight nine\n\nTen and more\n- in an item\n2. in a list"
    assert split_sentences(words) == [
        "One two three.",
        "Four five six?",
        "Seven eight nine",
        "Ten and more",
        "in an item",
        "in a list",
    ]


def test_texts_are_read_where_people_see_them(tmp_path: Path) -> None:
    (tmp_path / "README.md").write_text("# War\n\nRead the page.\n\n```\nno text in it\n```\n| no | text in it |\n")
    (tmp_path / "CHANGELOG.md").write_text("# Changes\n\n## 2\n\nA new thing.\n\n## 1\n\nAn old thing.\n")
    (tmp_path / "CONTRIBUTING.md").write_text("Write a test.\n")
    (tmp_path / "war").mkdir()
    (tmp_path / "war" / "fire.py").write_text(
        '"""No text of people."""\n@app.command()\ndef fire():\n    """Fire a gun."""\n'
        'def load():\n    """No text of people."""\n    return f"the gun {gun} fires", "key", "Rifle"\n'
    )
    (tmp_path / "war" / "rules.toml").write_text('[a]\ntext = ["A gun fires once a turn.", "gun"]\n')
    parts = {part: [one.words.strip() for one in texts] for part, texts in read_parts(tmp_path, "war").items()}
    assert split_sentences("\n\n".join(parts["docs"])) == ["Read the page.", "A new thing."]
    assert parts["developers"] == ["Write a test."]
    assert sorted(parts["program"]) == ["Fire a gun.", "the gun X fires"]
    assert parts["rules"] == ["A gun fires once a turn."]


def test_every_part_has_a_limit_for_every_measure() -> None:
    assert list(LIMITS) == list(read_parts(ROOT, "war"))
    assert all(list(limits) == list(MEASURES) for limits in LIMITS.values())
