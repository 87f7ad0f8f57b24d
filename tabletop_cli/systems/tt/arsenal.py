"""What a list can do: which attacks each unit puts to the resolvers, for the block of rosters that tells it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import partial

from ...api import Arsenal, Attacker, Case, Foe, House, Means, ShapedMapping, dataclass
from .charging import look_at_permission
from .judging import is_legal
from .model import FACTIONS
from .muster import ArmyList
from .profiles import Profile, make_profile
from .sheet import Paper, sound_options
from .tables import ASSAULT, class_name, printed_table
from .weapons import can_support, is_assault, is_made_for

FIRE, CHARGE = "fire", "charge"


def sample_foes(army: ArmyList) -> Iterator[Foe]:
    """Printed units, each of which stands for all that are attacked alike: by class, Armor and Tough."""
    factions = {unit.id: faction.id for faction in FACTIONS.printed.values() for unit in faction.units}
    for one in printed_table("foes")["units"]:
        unit = make_profile(army.house, one, factions[one], {}, "army")
        tough = " Tough" if unit.has_special("tough") else ""
        name = f"{class_name(unit.unit_class).lower()} +{unit.armor}{tough}"
        yield Foe(one, name, f"such as {unit.title}", {"target": {"unit": one, "faction": factions[one]}})


@dataclass(frozen=True)
class Armed:
    """A unit that attacks: its profile, and the facts by which resolvers know it."""

    unit: Profile
    facts: ShapedMapping
    army: ArmyList

    @property
    def house(self) -> House:
        return self.army.house

    def unit_attackers(self) -> Iterator[Attacker]:
        guns: dict[str, str] = {}  # of two alike, either
        for one in self.unit.weapons.values():
            if not is_assault(one.id):
                guns.setdefault(one.title, one.id)
        means = tuple(Means(title, partial(self._fire_case, gun)) for title, gun in guns.items())
        if means:
            yield Attacker(means, way=FIRE)
        if assault := self.unit.assault:
            yield Attacker((Means(assault.title, self._charge_case),), way=CHARGE)

    def _fire_case(self, gun: str, foe: Foe) -> Case:
        """An attack with one gun; the others that could support it do so (TT-SHOOT-7, TT-MOD-1)."""
        kind = "shooting" if is_made_for(self.unit.weapons[gun], "shooting") else "barrage"
        target = self._target_profile(foe)
        others = [
            one
            for one, weapon in self.unit.weapons.items()
            if one != gun and is_made_for(weapon, kind) and can_support(self.unit, weapon, target, kind, self.house)
        ]
        supporters = [{**self.facts, "weapon": one} for one in others]
        attacker = {**self.facts, "weapon": gun}
        return Case("attack", {"kind": kind, "attacker": attacker, "supporters": supporters, **foe.facts})

    def _charge_case(self, foe: Foe) -> Case | None:
        """A charge, if the unit may ever charge such an enemy (TT-CHARGE-8, TT-CHARGE-9)."""
        if not is_legal(look_at_permission(self.unit, self._target_profile(foe), self.house)):
            return None
        return Case("attack", {"kind": "close-combat", "attacker": {**self.facts, "weapon": ASSAULT}, **foe.facts})

    def _target_profile(self, foe: Foe) -> Profile:
        target = foe.facts["target"]
        assert isinstance(target, Mapping)
        return make_profile(self.house, target["unit"], target["faction"], {}, "army")


def army_attackers(army: ArmyList) -> Iterator[tuple[Attacker, ...]]:
    """How one copy of each entry attacks; nothing of an unknown unit."""
    known = Paper(army).profiles
    for entry in army.entries:
        unit = known.get(entry.at)
        if unit is None or entry.kind is None:
            yield ()
            continue
        facts = {"unit": entry.kind.id, "faction": unit.faction.id, "options": sound_options(entry)}
        yield tuple(Armed(unit, facts, army).unit_attackers())


ARSENAL = Arsenal(
    conditions="The chance that one attack of the unit alone destroys an enemy unit in the open, from the front. All "
    "its guns are in range, and those that can support do so. Charges are in contact.",
    removes={"attack": ("destroyed",)},
    ways={FIRE: "all fire once", CHARGE: "all charge once"},
    foes=sample_foes,
    attackers=army_attackers,
)
