"""Army checks: one function per constraint id, listed in CHECKS."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator
from functools import partial
from itertools import count
from math import ceil

from ...api import (
    Malformed,
    Muster,
    Problem,
    Where,
    catalogue_in_force,
    count_text,
    did_you_mean,
    format_fraction,
    lazy_function,
    lazy_part,
    record_complaints,
)
from .profiles import rule_number
from .row_types import ROLES, Role, Weapon, arm_of
from .units import READ_BEFORE, Army, ArmyFacts, Unit, can_be_co, items_of, keys_of, line_of, read, table_of

Check = Callable[[Army], Iterator[Problem]]
Finding = tuple[str, str, Where]  # what is wrong with a unit, what mends it, where it stands


def budget_problems(army: Army) -> Iterator[Problem]:
    """TGF-A1: within the budget, where one is set."""
    if army.budget is not None and army.points > army.budget:
        over = army.points - army.budget
        text = f"{format_fraction(army.points)} of {count_text(army.budget, 'point')}, {format_fraction(over)} over"
        hint = f"leave out soldiers or units for {count_text(over, 'point')}"
        yield Problem("TGF-A1", text, hint, ("budget",) if "budget" in army.fields else ())


def empty_list_problems(army: Army) -> Iterator[Problem]:
    """TGF-A2: at least one unit."""
    if not army.units:
        yield Problem("TGF-A2", "no unit, at least 1 is needed", "add one that begins with [[units]]", ("units",))


def shape_problems(army: Army) -> Iterator[Problem]:
    """TGF-A3: known keys and words, ids in kebab-case and of one unit only, whole counts, `co` where it may stand."""
    for wrong in _shape_errors(army):
        where = tuple(int(word) if word.isdecimal() else word for word in re.findall(r"[^.\[\]]+", wrong.where))
        unit = army.units[int(where[1])] if where[:1] == ("units",) and where[1:] else None
        text = wrong.message.removeprefix(f"{wrong.where}: ")
        stray = re.fullmatch('unknown field "(.*)"', text)
        key = str(where[-1]) if where and isinstance(where[-1], str) else text.partition(" ")[0]
        said = f"{key}: {text}" if where[-1:] == (key,) else text
        hint = _free_id(army, unit) if key == "id" and unit else "write count = 1" if key == "count" else wrong.hint
        where = (*where, stray[1]) if stray else where
        yield Problem("TGF-A3", f"{unit.id if unit else 'the army'}: {said}", hint, where)
    times = Counter(unit.id for unit in army.units)
    for unit in army.units:
        if times[unit.id] > 1:
            place = (*unit.place, "id")
            yield Problem("TGF-A3", f"{unit.id}: several units have this id", _free_id(army, unit), place)
        for at, raw in enumerate(items_of(unit.fields.get("members"))):
            role = line_of(raw, army.house).role
            if "co" in table_of(raw) and not can_be_co(role, army.house):
                who = role.word if role else "nobody"
                text = f"{unit.id}: co on a line of {who}, with co = {army.house['co']}"
                hint = "leave it out: it is for sergeants, under the house rule co = optional"
                yield Problem("TGF-A3", text, hint, (*unit.place, "members", at, "co"))


def _shape_errors(army: Army) -> list[Malformed]:
    """All that is wrong with the shape of a list; what is read before is known, too."""
    shown = {key: value for key, value in army.fields.items() if key not in READ_BEFORE}
    with catalogue_in_force(army.house.catalogue):
        found = list(record_complaints(ArmyFacts, shown, ""))
    for wrong in found:
        if stray := re.fullmatch('unknown field "(.*)"', wrong.message):
            wrong.hint = did_you_mean(stray[1], [*keys_of(ArmyFacts), *READ_BEFORE])
    return found


def _free_id(army: Army, unit: Unit) -> str:
    """What to write: an id that is like the one that is there, and that no unit has."""
    begin = re.sub("[^a-z0-9]+", "-", unit.id.lower()).strip("-") or "unit"
    taken = {one.id for one in army.units}
    free = next(name for n in count(1) if (name := f"{begin}-{n}" if n > 1 else begin) not in taken)
    return f'write id = "{free}"'


# --- Constraints on each unit of a known kind

UnitCheck = Callable[[Unit], Iterator[Finding]]
UNIT_CHECKS: dict[str, Check] = {}


def add_unit_check(code: str, severity: str = "error") -> Callable[[UnitCheck], UnitCheck]:
    """A check of each unit, kept under its id; of a unit whose kind is unknown nothing is said (TGF-A3)."""

    def keep_check(check: UnitCheck) -> UnitCheck:
        def unit_problems(army: Army) -> Iterator[Problem]:
            for unit in army.units:
                for text, hint, where in check(unit) if unit.kind else ():
                    yield Problem(code, f"{unit.id}: {text}", hint, where, severity)

        UNIT_CHECKS[code] = unit_problems
        return check

    return keep_check


def _weapon_in_sentence(one: Weapon) -> str:
    """A weapon or piece inside a sentence: ``assault rifle``, ``mounted HMG``."""
    return f"{one.name[0].lower()}{one.name[1:]}"


def _is_of_kind(unit: Unit, kind: str) -> bool:
    return unit.kind is not None and unit.kind.id == kind


def _first_role(wanted: Callable[[Role], bool]) -> Role:
    """The first printed role that is what somebody is told to write."""
    return next(role for role in ROLES.printed.values() if wanted(role))


def _usual_piece(unit: Unit) -> str:
    """What to write where a piece is missing."""
    return f'write pieces = ["{unit.kind.usual.id}"]' if unit.kind and unit.kind.usual else ""


@add_unit_check("TGF-A4")
def sergeant_problems(unit: Unit) -> Iterator[Finding]:
    """TGF-A4: exactly one sergeant in every unit."""
    there, needed = unit.count_soldiers(lambda role: role.leads), rule_number("sergeants")
    if there != needed:
        hint = f"leave out {there - needed}" if there > needed else 'add one with role = "sergeant"'
        yield f"{count_text(there, 'sergeant')}, exactly {needed} needed", hint, unit.place


@add_unit_check("TGF-A5")
def size_problems(unit: Unit) -> Iterator[Finding]:
    """TGF-A5: squads and artillery teams have 1 to 11 soldiers beside the sergeant."""
    there = unit.count_soldiers(lambda role: not role.leads)
    if unit.kind and unit.kind.size and not unit.kind.size[0] <= there <= unit.kind.size[1]:
        least, most = unit.kind.size
        hint = f"leave out {count_text(there - most, 'soldier')}" if there > most else "add a soldier"
        yield f"{count_text(there, 'soldier')} beside the sergeant, {least} to {most} allowed", hint, unit.place


def too_many_problems(code: str, unit: Unit) -> Iterator[Finding]:
    """No more of a role than the catalogue says, for the roles that a constraint is about."""
    for role in dict.fromkeys(line.role for line in unit.members if line.role.limited_by == code):
        lines = [line for line in unit.members if line.role is role]
        there, most = sum(line.count for line in lines), role.most
        if most and there > most:
            yield (
                f"{role.quantity_text(there)}, at most {most}",
                f"leave out {role.quantity_text(there - most)}",
                lines[-1].place,
            )


for _code in ("TGF-A6", "TGF-A7", "TGF-A8"):
    add_unit_check(_code)(partial(too_many_problems, _code))


@add_unit_check("TGF-A9")
def specialist_problems(unit: Unit) -> Iterator[Finding]:
    """TGF-A9: two normal soldiers for each specialist; the sergeant is neither (TGF-R58). Home-made roles: `most`."""
    each = rule_number("normal_per_specialist")
    normal, special = unit.count_soldiers(lambda role: role.normal), unit.count_soldiers(lambda role: role.specialist)
    needed = each * special
    if unit.kind and unit.kind.size and normal < needed:
        text = f"{count_text(normal, 'soldier')} for {count_text(special, 'specialist')}, {needed} needed"
        fewer = count_text(special - normal // each, "specialist")
        yield text, f"add {count_text(needed - normal, 'soldier')}, or leave out {fewer}", unit.place
    yield from too_many_problems("TGF-A9", unit)


@add_unit_check("TGF-A10")
def stray_observer_problems(unit: Unit) -> Iterator[Finding]:
    """TGF-A10: forward observers in artillery teams only."""
    for line in unit.members:
        if line.role.observes and not _is_of_kind(unit, "artillery-team"):
            yield f"{unit.title} with a {line.role.word}", "only an artillery team may have one", line.place


@add_unit_check("TGF-A11")
def missing_observer_problems(unit: Unit) -> Iterator[Finding]:
    """TGF-A11: an observer for every two pieces of an artillery team, unless `artillery-fo = optional` (TGF-R60)."""
    each, pieces = rule_number("pieces_per_fo"), len(unit.legal_pieces)
    observers = unit.count_soldiers(lambda role: role.observes)
    over = pieces - each * observers
    if over > 0 and _is_of_kind(unit, "artillery-team") and unit.house["artillery-fo"] == "required":
        many = _first_role(lambda role: role.observes).quantity_text
        hint = f"add {many(ceil(over / each))}, or leave out {count_text(over, 'piece')}"
        yield f"{count_text(pieces, 'piece')} and {many(observers)} for {each * observers}", hint, unit.place


@add_unit_check("TGF-A12")
def missing_piece_problems(unit: Unit) -> Iterator[Finding]:
    """TGF-A12: an artillery team has a piece."""
    if _is_of_kind(unit, "artillery-team") and not unit.legal_pieces:
        yield "no piece", _usual_piece(unit), unit.place


@add_unit_check("TGF-A13")
def gun_crew_problems(unit: Unit) -> Iterator[Finding]:
    """TGF-A13: a gun crew is three crew, and nobody else but the sergeant."""
    crew = unit.count_soldiers(lambda role: role.serves)
    others = unit.count_soldiers(lambda role: not (role.serves or role.leads))
    if unit.kind and (needed := unit.kind.crew) and (crew != needed or others):
        text = f"{crew} crew and {count_text(others, 'other')}, {needed} crew and no other needed"
        yield text, f"keep one sergeant and {needed} crew", unit.place


@add_unit_check("TGF-A14")
def gun_problems(unit: Unit) -> Iterator[Finding]:
    """TGF-A14: a gun crew has exactly one gun."""
    guns, needed = len(unit.legal_pieces), rule_number("guns")
    if _is_of_kind(unit, "gun-crew") and guns != needed:
        yield f"{count_text(guns, 'gun')}, exactly {needed} needed", _usual_piece(unit), unit.place


@add_unit_check("TGF-A15")
def piece_problems(unit: Unit) -> Iterator[Finding]:
    """TGF-A15: mortars and offboard in artillery teams, guns in gun crews, no piece and no crew in a squad."""
    allowed = unit.kind.allowed_pieces(unit.house.catalogue) if unit.kind else ()
    for at, piece in unit.placed_pieces:
        if piece not in allowed:
            known = ", ".join(one.id for one in allowed)
            hint = f"choose from {known}" if allowed else "leave it out: a squad has no pieces"
            yield f"{unit.title} with {_weapon_in_sentence(piece)}", hint, (*unit.place, "pieces", at)
    for line in unit.members:
        if line.role.serves and _is_of_kind(unit, "squad"):
            instead = _first_role(lambda role: role.normal and not role.serves)
            yield (
                f"{unit.title} with {line.role.quantity_text(2)[2:]}",
                f'write role = "{instead.id}"',
                (*line.place, "role"),
            )


@add_unit_check("TGF-A16")
def level_problems(unit: Unit) -> Iterator[Finding]:
    """TGF-A16: one level of training in a unit, unless `mixed-levels = yes` (TGF-R57)."""
    if len(unit.levels) > 1 and unit.house["mixed-levels"] == "no":
        said = " and ".join(one.name.lower() for one in unit.levels)
        yield f"{said} in one unit", f'write level = "{unit.levels[0].id}" for all', unit.place


@add_unit_check("TGF-A17")
def weapon_problems(unit: Unit) -> Iterator[Finding]:
    """TGF-A17: everybody has the standard weapon of the role, unless `equipment = armory` (TGF-R61)."""
    for line in unit.members:
        own = line.role.weapon
        if line.weapon is not own and unit.house["equipment"] == "standard":
            said = f"{line.role.word} with {_weapon_in_sentence(line.weapon)}"
            text = f"{said}, the standard weapon is {_weapon_in_sentence(own)}"
            yield text, "leave weapon out", (*line.place, "weapon")


@add_unit_check("TGF-A18")
def gunner_problems(unit: Unit) -> Iterator[Finding]:
    """TGF-A18: heavy machine guns for gunners only."""
    for line in unit.members:
        if line.weapon.gunner and not line.role.gunner:
            gunner = _first_role(lambda role: role.gunner)
            gunners = gunner.quantity_text(2)[2:]
            text = f"{line.role.word} with {_weapon_in_sentence(line.weapon)}, only {gunners} can fire it"
            yield text, f'leave weapon out, or write role = "{gunner.id}"', (*line.place, "weapon")


@add_unit_check("TGF-A19")
def extra_specialist_problems(unit: Unit) -> Iterator[Finding]:
    """TGF-A19: no medic and no sniper under `extra-specialists = forbid` (TGF-R59)."""
    for line in unit.members:
        if line.role.extra and unit.house["extra-specialists"] == "forbid":
            who = line.role.word
            yield f"{who}, forbidden by the house rules", f"leave out the {who}", line.place


# --- Warnings: what the text does not say


def no_table_warnings(code: str, unit: Unit) -> Iterator[Finding]:
    """Somebody carries a weapon that does nothing, as nobody has supplied what it does: the ruling on it says so."""
    for line in unit.members:
        one = arm_of(unit.house, line.weapon)
        if one.row.ruling == code and not one.has_damage:
            what = "effect is printed for" if one.has_table else "table is printed for"
            text = (
                f"no {what} the {_weapon_in_sentence(one.row)}, it {'does nothing' if one.has_table else 'cannot fire'}"
            )
            yield text, "agree on what it does in the house rules", line.place


for _code in ("TGF-R9", "TGF-R10"):
    add_unit_check(_code, "warning")(partial(no_table_warnings, _code))


@add_unit_check("TGF-R12", "warning")
def offboard_gun_warnings(unit: Unit) -> Iterator[Finding]:
    """TGF-R12: an off-board gun whose table nobody has supplied."""
    if not all(arm_of(unit.house, one).has_table for one in unit.pieces):
        text = "no table is printed for off-board guns, they cannot fire"
        yield text, "agree on one, and write it under [house.weapons.offboard]", unit.place


@add_unit_check("TGF-R59", "warning")
def medic_warnings(unit: Unit) -> Iterator[Finding]:
    """TGF-R59: the medic has no rule."""
    for line in unit.members:
        if line.role.unruled and not line.role.home:
            yield f"no rule is printed for the {line.role.word}", "", line.place


CHECKS: dict[str, Check] = {
    "TGF-A1": budget_problems,
    "TGF-A2": empty_list_problems,
    "TGF-A3": shape_problems,
    **UNIT_CHECKS,
}

MUSTER = Muster(
    house=True,
    read=read,
    checks=CHECKS,
    points=lambda army: army.points,
    budget=lambda army: army.budget,
    schema=lazy_function(__package__, "schema:army_schema"),
    sheet=lazy_function(__package__, "sheet:army_sheet"),
    form=lazy_function(__package__, "form:army_form"),
    arsenal_from=lazy_part(__package__, "arsenal:ARSENAL"),
)
