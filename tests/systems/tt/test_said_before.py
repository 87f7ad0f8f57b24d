"""tt: what people said of two units, in the shots that follow."""

from __future__ import annotations

from typing import Any

from tabletop_cli.core.play.asking import Making
from tabletop_cli.core.play.progress import Progress
from tabletop_cli.core.play.question import NO_DEFAULT, Question

from .test_table import AT_RHINO, FALCON, GAME, TT, of, phase, played, talk


def test_what_is_said_of_two_units_holds_in_the_next_shot_until_one_moves() -> None:
    """TT-SHOOT-2: another unit of the table, or a unit that has moved, is asked again, with what it was."""
    marines = [{"id": "rhino", "unit": "rhino"}]
    state = phase(of(side="b", eldar=[*FALCON, {"id": "two", "unit": "falcon"}], marines=marines), "shooting")
    facts = {"distance": 28, "visible": True, "behind": False}
    shot = {"do": "shoot", "target": "rhino", "attacker": {**AT_RHINO["attacker"], **facts}, "dice": [1, 6]}
    state = played(state, shot).with_marks(["rhino"], shot_at=False).with_marks(["fal"], fired=())

    def told(now: Any, one: str) -> list[tuple[object, str]]:
        asked, _ = talk(now, "shoot", {"target": "rhino", "attacker": {"unit": one, "weapon": "pulse-laser"}})
        return [(one.default, one.settled) for one in asked if one.field in ("attacker.distance", "attacker.visible")]

    assert told(state, "fal") == [(28, "as before"), (True, "as before")]
    assert [settled for _, settled in told(state, "two")] == ["", ""]
    making = Making(TT, GAME, state.with_moved("rhino"))
    _, wanted, _ = making.advance(Progress("shoot", {"target": "rhino", "attacker": AT_RHINO["attacker"]}))
    assert isinstance(wanted, Question)
    assert wanted.text.endswith("(was 28)") and wanted.default is NO_DEFAULT
