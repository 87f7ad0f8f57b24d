"""The texts of a system: a mistake in a file names the file, the entry and the key."""

from __future__ import annotations

from pathlib import Path

import pytest

from tabletop_cli.core import registry
from tabletop_cli.core.declare.reference import Reference
from tabletop_cli.core.errors import TabletopError

RULE = '[[rule]]\nid = "X-1"\ntitle = "One"\ntopic = "t"\nkind = "tell"\ntext = "It is so."\n'
RULING = '[[ruling]]\nid = "X-R1"\ntitle = "Open"\nquestion = "So?"\ntext = "So."\nrules = ["X-1"]\n'


def reference(folder: Path, texts: str = RULE + RULING, house: str = "") -> Reference:
    (folder / "reference.toml").write_text(texts, encoding="utf-8")
    (folder / "house.toml").write_text(house, encoding="utf-8")
    return Reference(folder)


def test_rules_and_rulings_are_read(tmp_path: Path) -> None:
    found = reference(tmp_path)
    assert found.rules["X-1"].text == "It is so."
    assert found.rulings["X-R1"].rules == ("X-1",)
    assert found.has_entry("X-R1")
    assert not found.house.keys


@pytest.mark.parametrize("system_id", registry.system_ids())
def test_a_single_entry_is_that_of_the_whole_file(system_id: str) -> None:
    whole = registry.load(system_id).reference
    alone = Reference(whole.folder)
    entries = {**whole.rules, **whole.rulings}
    assert {one: alone.find_entry(one) for one in entries} == entries
    assert (alone.about, alone.reasons) == (whole._texts["system"], whole._texts.get("reasons", {}))
    assert "_texts" not in vars(alone), "all of the file was parsed"


def test_a_text_with_a_line_in_brackets_does_not_end_there(tmp_path: Path) -> None:
    bracket = '"""\nIt is\n[so], says the book.\n"""'
    found = reference(tmp_path, f'[system]\nname = "X"\nsummary = {bracket}\n' + RULE.replace('"It is so."', bracket))
    assert found.about["summary"] == "It is\n[so], says the book.\n"
    assert found.find_entry("X-1") == found.rules["X-1"]
    with pytest.raises(KeyError):
        found.find_entry("X-2")


@pytest.mark.parametrize(
    ("texts", "said"),
    [
        (RULING.replace('title = "Open"\n', ""), "reference.toml: [[ruling]] X-R1 has no title"),
        (RULE.replace('id = "X-1"\n', ""), "reference.toml: [[rule]] number 1 has no id"),
        (RULE + 'aks = "?"\n', "reference.toml: [[rule]] X-1 has an unknown key aks; known: id, title"),
        ("[[rule", "reference.toml: "),
    ],
)
def test_mistakes_name_file_entry_and_key(tmp_path: Path, texts: str, said: str) -> None:
    found = reference(tmp_path, texts)
    with pytest.raises(TabletopError) as wrong:
        _ = found.rules, found.rulings
    assert said in wrong.value.message
    assert wrong.value.message.startswith(str(tmp_path))
    assert wrong.value.code == "broken-system"


def test_a_rulebook_without_a_name_says_so(tmp_path: Path) -> None:
    with pytest.raises(TabletopError, match=r"there is no table \[system\]"):
        _ = reference(tmp_path).about


@pytest.mark.parametrize(
    ("house", "said"),
    [
        ('[[switch]]\nname = "a"\nruling = "X-R1"\n', "house.toml: a switch or value has no values"),
        ('[[value]]\nkey = "a"\nkind = "hat"\n', "house.toml: value a: unknown kind"),
        ("[[value", "house.toml: "),
    ],
)
def test_mistakes_in_house_rules_too(tmp_path: Path, house: str, said: str) -> None:
    with pytest.raises(TabletopError) as wrong:
        _ = reference(tmp_path, house=house).house
    assert said in wrong.value.message


def test_a_file_that_is_missing_is_named(tmp_path: Path) -> None:
    with pytest.raises(TabletopError, match=r"house\.toml"):
        _ = Reference(tmp_path).house


def test_other_files_of_a_system_are_read_once(tmp_path: Path) -> None:
    (tmp_path / "catalogue").mkdir()
    (tmp_path / "catalogue" / "guns.toml").write_text("[light]\ndice = 2\n", encoding="utf-8")
    found = reference(tmp_path)
    assert found.file_data("catalogue/guns") == {"light": {"dice": 2}}
    assert found.file_data("catalogue/guns") is found.file_data("catalogue/guns")
    with pytest.raises(TabletopError, match=r"no_such\.toml"):
        found.file_data("no_such")
