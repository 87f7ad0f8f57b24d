"""`battle do`: the fields of an event as people type them."""

from __future__ import annotations

import pytest

from ..conftest import ROOT, Tabletop

ARMIES = [ROOT / "armies/tt" / f"{name}.toml" for name in ("eldar-patrol", "marines-patrol")]
ACTIVATE = ("battle", "do", "dawn", "activate")


@pytest.fixture
def dawn(tabletop: Tabletop) -> Tabletop:
    """A battle in which units can be activated."""
    assert tabletop("battle", "new", "tt", *ARMIES, "--name", "dawn", "--set", "first=a").code == 0
    assert tabletop("battle", "do", "dawn", "start-turn", "side=a", "--dice", "3").code == 0
    return tabletop


def test_a_list_of_tables_is_json_and_a_distance_is_typed_as_on_the_tape(dawn: Tabletop) -> None:
    ran = dawn(*ACTIVATE, 'acts=[{"unit":"a6-guardian-defenders","do":"stay"}]', "commander_distance=3 1/2")
    assert (ran.code, ran.err) == (0, "")
    assert '"commander_distance":3.5' in dawn("battle", "export", "dawn").out


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("acts=stay", 'acts: "stay" is not JSON'),
        ('acts=[{"do":"sit"}]', 'acts[0].do: unknown "sit"'),
        ('acts=[{"unit":"a6-guardian-defenders","do":"stay","far":1}]', 'unknown field "far"'),
    ],
)
def test_what_is_no_list_of_tables_is_told(dawn: Tabletop, words: str, said: str) -> None:
    ran = dawn(*ACTIVATE, words)
    assert ran.code == 2
    assert said in ran.err
