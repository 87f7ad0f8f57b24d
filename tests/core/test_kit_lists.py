"""The conformance kit looks at lists: schema, defaults, entries, reasons, and what they can do."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from tabletop_cli.core import registry
from tabletop_cli.core.declare.kinds import Whole
from tabletop_cli.core.declare.reference import Reference
from tabletop_cli.core.errors import Malformed, Misgiven
from tabletop_cli.core.lists.army import read_army
from tabletop_cli.core.lists.arsenal import Arsenal, Attacker, Case, Foe, Means
from tabletop_cli.core.lists.entry import Entry
from tabletop_cli.core.lists.form import Form, Setting
from tabletop_cli.core.lists.list_odds import prospects_of
from tabletop_cli.core.records import dataclass
from tabletop_cli.core.system import System
from tabletop_cli.core.testing import check_armies, check_prospects, check_reasons, check_system

NOVICE = {"kind": "novice", "name": "Bob"}


def with_lists(system: System, **changes: Any) -> System:
    """The system whose lists are otherwise."""
    muster = replace(system.muster_from(), **changes) if system.muster_from else None
    return replace(system, muster_from=lambda: muster)


def test_a_schema_that_refuses_a_legal_list_is_found(coin: System) -> None:
    own = coin.muster.schema(coin)
    without = {**own, "properties": {key: one for key, one in own["properties"].items() if key != "name"}}
    check_armies(coin, [NOVICE])
    poor = with_lists(coin, schema=lambda system: without)
    check_armies(poor, [{"kind": "jester", "name": "Bob"}])  # which is illegal anyway
    with pytest.raises(
        AssertionError, match=r"the schema of armies refuses the legal list 'Bob': .*'name' was unexpected"
    ):
        check_armies(poor, [NOVICE])


@dataclass(frozen=True)
class Dozens(Whole):
    """Numbers that are typed in dozens."""

    def parse(self, text: str, where: str) -> int:
        return super().parse(text, where) * 12


@dataclass(frozen=True)
class Unsaid(Whole):
    """Numbers that nobody can type."""

    def parse(self, text: str, where: str) -> int:
        raise Malformed(f"{where}: no words for it")


@pytest.mark.parametrize(
    ("kind", "told"), [(Unsaid(), "cannot be set: shots: no words"), (Dozens(), "its default 12 is read as 144")]
)
def test_a_default_that_cannot_be_set_is_found(coin: System, kind: Any, told: str) -> None:
    odd = Setting(key=("shots",), title="Shots", kind=kind, default=12)
    known = coin.muster.form({}, coin).settings
    broken = with_lists(coin, form=lambda army, system: Form(settings=(*known, odd)))
    with pytest.raises(AssertionError, match=told):
        check_armies(broken)


# --- entries ---


def test_a_word_of_an_entry_is_a_property() -> None:
    with pytest.raises(TypeError, match=r"Gang\.word must be a property: write @property above it"):

        class Gang(Entry):
            def word(self) -> str:  # type: ignore[override]
                return "gang"


def test_a_word_of_an_entry_is_a_text() -> None:
    class Gang(Entry):
        @property
        def word(self) -> str:
            return self.fields.get("kind")  # type: ignore[return-value]

    with pytest.raises(Misgiven, match=r"Gang\.word is a NoneType, but must be a text"):
        Gang(0, {}).make_problem("LR-A1", "nobody knows it")
    assert Gang(0, {"kind": "gang"}).label == "entry 1 (gang)"


# --- reasons ---


def test_a_reason_without_a_sentence_is_found(coin: System, tmp_path: Path) -> None:
    folder = coin.reference.folder
    for name in ("reference.toml", "house.toml", "turn.py"):
        text = (folder / name).read_text(encoding="utf-8")
        (tmp_path / name).write_text(text.replace("no-target =", "no-tarket ="), encoding="utf-8")
    check_reasons(coin)
    with pytest.raises(AssertionError, match=r"reasons without a sentence under .reasons. .*: no-target$"):
        check_reasons(replace(coin, reference=Reference(tmp_path)))


def test_a_game_that_is_none_is_found(coin: System) -> None:
    with pytest.raises(AssertionError, match="the campaign of coin is a dict, no Game"):
        check_system(replace(coin, other_games={"campaign": dict}))  # type: ignore[dict-item]


# --- what lists can do ---


def arsenal(**more: Any) -> Arsenal[Any]:
    throw = Means("coins", lambda foe: Case("shoot", {"coins": 1}))
    return Arsenal(
        conditions="In calm air.",
        removes={"shoot": ("hit",)},
        ways={"fire": "all throw"},
        foes=lambda duellist: [Foe("man", "anybody")],
        attackers=lambda duellist: [(Attacker((throw,)),)],
        **more,
    )


def chance(system: System, army: dict[str, Any]) -> Fraction | None:
    duellist = read_army(system, army)
    common = system.read_common(army, "")
    found = prospects_of(system, duellist, system.muster.sheet(duellist, ()).cards, None, common)
    assert found is not None
    return found.entries[0].attackers[0][0].chances[0].chance


@pytest.mark.parametrize("common", [{}, {"common": lambda duellist: {}}])
def test_lists_without_house_rules_of_their_own_have_those_of_their_file(coin: System, common: dict[str, Any]) -> None:
    system = with_lists(coin, arsenal_from=lambda: arsenal(**common))
    strict = {**NOVICE, "house": {"heads_needed": 2}}
    check_prospects(system, [NOVICE, strict])
    assert (chance(system, NOVICE), chance(system, strict)) == (Fraction(1, 2), Fraction(0))


def test_whoever_opens_a_file_has_its_house_rules(
    coin: System, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from tabletop_cli.core.lists.open_list import open_army

    system = with_lists(coin, arsenal_from=arsenal)
    monkeypatch.setattr(registry, "load", lambda name: system)
    path = tmp_path / "bob.toml"
    path.write_text('system = "coin"\nkind = "novice"\n[house]\nheads_needed = 2\n', encoding="utf-8")
    found = open_army(path).prospects
    assert found is not None and found.entries[0].attackers[0][0].chances[0].chance == 0
