"""Target numbers, hits and deaths of rolled situations, against the independent judge and the faces themselves."""

from __future__ import annotations

from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from tabletop_cli.core import registry
from tabletop_cli.core.dice.handlers import Given
from tabletop_cli.core.errors import BadDice
from tabletop_cli.core.rule.resolve import Ruled, resolve
from tests.examples import examples

from .judge import blow as judged_blow
from .judge import chance, recovery_lds, shot, strength
from .test_odds import BLOW, EDGE, FIRE, HALVING, SHELTER, SITUATIONS, STACKING, TIMES, house

FACES = st.lists(st.integers(1, 20), min_size=200, max_size=200)
RULES = house(**HALVING, **TIMES, **EDGE, **STACKING, **{"cc-cover-damage": ("no", "yes")})


def rolled(resolver: str, facts: dict[str, Any], faces: list[int]) -> tuple[Ruled, list[int]]:
    """A situation with as many of these faces as it takes."""
    dice: list[int] = []
    while True:
        try:
            return resolve(registry.load("tgf"), resolver, facts, Given(dice)), dice
        except BadDice as short:
            dice = faces[: short.needed]


def works(face: int, target: int, rules: dict[str, Any]) -> bool:
    return face <= 20 * chance(target, rules)


@examples(200)
@given(FIRE, RULES, FACES)
def test_fire(facts: dict[str, Any], rules: dict[str, Any], faces: list[int]) -> None:
    ruled, dice = rolled("fire", {**facts, "house": rules}, faces)
    n, rc, save, worth = shot(facts, rules)
    found = ruled.outcome
    assert (found["shots"], found["rc"], found["save"]) == (n, rc, save)
    if facts["distance"] > 60:
        assert found["spotted"] == works(dice.pop(0), facts["ld"], rules)
    hits = sum(works(face, rc, rules) for face in dice[:n]) * worth
    assert found["hits"] == hits
    assert found["killed"] == (save is not None and any(not works(face, save, rules) for face in dice[n:]))
    assert len(dice) == (0 if not found["spotted"] else n + (hits if save is not None else 0))


@examples(200)
@given(BLOW, RULES, FACES)
def test_close_combat(facts: dict[str, Any], rules: dict[str, Any], faces: list[int]) -> None:
    found, dice = rolled("close-combat", {**facts, "house": rules}, faces)
    n, cc, save, worth = judged_blow(facts, rules)
    hits = sum(works(face, cc, rules) for face in dice[:n]) * worth
    killed = any(not works(face, save, rules) for face in dice[n:])
    wanted = {"legal": True, "shots": n, "cc": cc, "save": save, "hits": hits, "killed": killed}
    assert found.outcome == wanted


@examples(200)
@given(
    st.fixed_dictionaries(
        {},
        optional={
            **{key: st.integers(0, 12) for key in ("troopers", "lmg_hmg", "mounted", "others")},
            "hidden": st.booleans(),
            **SHELTER,
        },
    ),
    house(**STACKING, **{"suppression-others": ("zero", "half")}),
)
def test_suppression(facts: dict[str, Any], rules: dict[str, Any]) -> None:
    found, _ = rolled("suppression", {**facts, "house": rules}, [])
    strong = strength(facts, rules)
    assert found.outcome == {"strength": strong, "ld_loss": max(0, strong - 2)}


@examples(100)
@given(SITUATIONS["recover"], FACES)
def test_recovery(situation: tuple[dict[str, Any], dict[str, Any]], faces: list[int]) -> None:
    facts, rules = situation
    found, dice = rolled("recover", {**facts, "house": rules}, faces)
    ld, own = recovery_lds(facts)
    assert (found.outcome["ld"], found.outcome["own_ld"]) == (ld, own)
    assert found.outcome["leader_group"] == works(dice[0], ld, rules)
    assert found.outcome["others"] == [works(face, own, rules) for face in dice[1:]]
