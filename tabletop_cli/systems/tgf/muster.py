"""Army checks: one function per constraint id, listed in CHECKS."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import partial
from math import ceil
from typing import TYPE_CHECKING, Any

from ...api import Muster, Problem, Where, brief, counted, did_you_mean, mixed, part
from .profiles import KINDS, LEVELS, PIECES, ROLES, carried, limit, number, roles, weapon
from .units import ARMY_KEYS, MEMBER_KEYS, SERGEANT, UNIT_KEYS, Army, Member, Unit, is_kebab, items_of, read

if TYPE_CHECKING:
    from ...api import System

Check = Callable[[Army], Iterator[Problem]]
Finding = tuple[str, str, Where]  # what is wrong with a unit, what mends it, where it stands


def a1(army: Army) -> Iterator[Problem]:
    """TGF-A1: within the budget, where one is set."""
    if army.budget is not None and army.points > army.budget:
        over = army.points - army.budget
        text = f"{mixed(army.points)} of {_points(army.budget)}, {mixed(over)} over"
        hint = f"leave out soldiers or units for {_points(over)}"
        yield Problem("TGF-A1", text, hint, ("budget",) if "budget" in army.fields else ())


def _points(points: Fraction) -> str:
    return f"{mixed(points)} {'point' if points == 1 else 'points'}"


def a2(army: Army) -> Iterator[Problem]:
    """TGF-A2: at least one unit."""
    if not army.units:
        yield Problem("TGF-A2", "no unit, at least 1 is needed", "add one that begins with [[units]]", ("units",))


# --- TGF-A3: well formed


def a3(army: Army) -> Iterator[Problem]:
    """TGF-A3: known keys and words, ids in kebab-case and of one unit only, whole counts, `co` where it may stand."""
    fields, times = army.fields, Counter(unit.id for unit in army.units)
    found = list(_strangers(fields, ARMY_KEYS, ()))
    if fields.get("system", "tgf") != "tgf":
        found.append((f"system is {brief(fields['system'])}", 'write system = "tgf"', ("system",)))
    found += _unnamed(fields, ())
    yield from (Problem("TGF-A3", f"the army: {text}", hint, where) for text, hint, where in found)
    for unit in army.units:
        shared = [("several units have this id", "give each unit an id of its own", (*unit.place, "id"))]
        wrong = [*_unit(unit), *(shared if is_kebab(unit.fields.get("id")) and times[unit.id] > 1 else ())]
        wrong += [finding for line in unit.lines for finding in _line(line)]
        yield from (Problem("TGF-A3", f"{unit.id}: {text}", hint, where) for text, hint, where in wrong)


def _strangers(fields: Mapping[str, Any], known: Sequence[str], place: Where) -> Iterator[Finding]:
    for key in fields:
        if key not in known:
            yield f"unknown key {brief(key)}", did_you_mean(key, known), (*place, key)


def _unnamed(fields: Mapping[str, Any], place: Where) -> Iterator[Finding]:
    if not isinstance(fields.get("name", ""), str):
        yield f"name is {brief(fields['name'])}", "write it in quotes", (*place, "name")


def _said(fields: Mapping[str, Any], key: str, known: Sequence[str], place: Where) -> Iterator[Finding]:
    """A word that must be written, and be one of those that are known."""
    if fields.get(key) not in known:
        text = f"unknown {key} {brief(fields[key])}" if key in fields else f"no {key} is stated"
        yield text, did_you_mean(fields.get(key), known), _at(fields, key, place)


def _at(fields: Mapping[str, Any], key: str, place: Where) -> Where:
    return (*place, key) if key in fields else place


def _unit(unit: Unit) -> Iterator[Finding]:
    fields, place = unit.fields, unit.place
    if not isinstance(unit.raw, Mapping):
        yield f"{brief(unit.raw)} is no unit", "write a table with id, kind and members", place
        return
    yield from _strangers(fields, UNIT_KEYS, place)
    yield from _unnamed(fields, place)
    yield from _said(fields, "kind", KINDS, place)
    if not is_kebab(fields.get("id")):
        text = f"{brief(fields['id'])} is no id" if "id" in fields else "no id is stated"
        yield text, "write small letters, digits and hyphens, such as first-squad", _at(fields, "id", place)
    if not isinstance(fields.get("members"), list | tuple):
        text = f"members is {brief(fields['members'])}" if "members" in fields else "no members are stated"
        yield text, "write a list: members = []", _at(fields, "members", place)
    if not isinstance(fields.get("pieces", []), list | tuple):
        yield f"pieces is {brief(fields['pieces'])}", "write a list: pieces = []", (*place, "pieces")
    for at, piece in enumerate(items_of(fields.get("pieces"))):
        if piece not in PIECES:
            yield f"unknown piece {brief(piece)}", did_you_mean(piece, PIECES), (*place, "pieces", at)


def _line(line: Member) -> Iterator[Finding]:
    fields, place = line.fields, line.place
    yield from _strangers(fields, MEMBER_KEYS, place)
    yield from _said(fields, "role", ROLES, place)
    yield from _said(fields, "level", LEVELS, place)
    if not line.count:
        text = f"count is {brief(fields['count'])}" if "count" in fields else "no count is stated"
        yield f"{text}, a whole number from 1 is needed", "write count = 1", _at(fields, "count", place)
    if "weapon" in fields and not line.own_weapon:
        what = "not carried by a soldier" if fields["weapon"] in PIECES else "unknown"
        text = f"the weapon {brief(fields['weapon'])} is {what}"
        yield text, did_you_mean(fields["weapon"], carried()), (*place, "weapon")
    if "co" in fields and not (line.may_be_co and isinstance(fields["co"], bool)):
        text = "co is true or false, on a line of sergeants, and under the house rule co = optional"
        yield text, "leave co out", (*place, "co")


# --- Constraints on each unit of a known kind

UnitCheck = Callable[[Unit], Iterator[Finding]]
UNIT_CHECKS: dict[str, Check] = {}


def of_units(code: str, severity: str = "error") -> Callable[[UnitCheck], UnitCheck]:
    """A check of each unit, kept under its id; of a unit whose kind is unknown nothing is said (TGF-A3)."""

    def keep(check: UnitCheck) -> UnitCheck:
        def found(army: Army) -> Iterator[Problem]:
            for unit in army.units:
                for text, hint, where in check(unit) if unit.kind else ():
                    yield Problem(code, f"{unit.id}: {text}", hint, where, severity)

        UNIT_CHECKS[code] = found
        return check

    return keep


@of_units("TGF-A4")
def a4(unit: Unit) -> Iterator[Finding]:
    """TGF-A4: exactly one sergeant in every unit."""
    there, needed = unit.number(SERGEANT), limit("sergeants")
    if there != needed:
        hint = f"leave out {there - needed}" if there > needed else 'add one with role = "sergeant"'
        yield f"{counted(there, 'sergeant')}, exactly {needed} needed", hint, unit.place


@of_units("TGF-A5")
def a5(unit: Unit) -> Iterator[Finding]:
    """TGF-A5: squads and artillery teams have 1 to 11 soldiers beside the sergeant."""
    there = unit.size - unit.number(SERGEANT)
    if unit.kind and unit.kind.size and not unit.kind.size[0] <= there <= unit.kind.size[1]:
        least, most = unit.kind.size
        hint = f"leave out {counted(there - most, 'soldier')}" if there > most else "add a soldier"
        yield f"{counted(there, 'soldier')} beside the sergeant, {least} to {most} allowed", hint, unit.place


def at_most(role: str, unit: Unit) -> Iterator[Finding]:
    """No more of a role than the catalogue says."""
    there, most = unit.number(role), roles()[role].most
    if there > most:
        last = next(line for line in reversed(unit.members) if line.role == role)
        yield f"{there} {role}, at most {most}", f"leave out {there - most} {role}", last.place


of_units("TGF-A6")(partial(at_most, "hmg"))
of_units("TGF-A7")(partial(at_most, "gl"))
of_units("TGF-A8")(partial(at_most, "rl"))


@of_units("TGF-A9")
def a9(unit: Unit) -> Iterator[Finding]:
    """TGF-A9: two normal soldiers for each specialist; the sergeant is neither (TGF-R58)."""
    each = limit("normal_per_specialist")
    normal, special, needed = unit.normal, unit.specialists, each * unit.specialists
    if unit.kind and unit.kind.size and normal < needed:
        text = f"{counted(normal, 'soldier')} for {counted(special, 'specialist')}, {needed} needed"
        fewer = counted(special - normal // each, "specialist")
        yield text, f"add {counted(needed - normal, 'soldier')}, or leave out {fewer}", unit.place


@of_units("TGF-A10")
def a10(unit: Unit) -> Iterator[Finding]:
    """TGF-A10: forward observers in artillery teams only."""
    for line in unit.members:
        if line.role == "fo" and unit.fields["kind"] != "artillery-team":
            yield f"a forward observer in a {unit.fields['kind']}", "only an artillery-team has one", line.place


@of_units("TGF-A11")
def a11(unit: Unit) -> Iterator[Finding]:
    """TGF-A11: an observer for every two pieces of an artillery team, unless `artillery-fo = optional` (TGF-R60)."""
    each, pieces, observers = number("pieces_per_fo"), len(unit.legal_pieces), unit.number("fo")
    over = pieces - each * observers
    if over > 0 and unit.fields["kind"] == "artillery-team" and unit.house["artillery-fo"] == "required":
        hint = f"add {ceil(over / each)} fo, or leave out {counted(over, 'piece')}"
        yield f"{counted(pieces, 'piece')} and {observers} fo, who handle {each * observers}", hint, unit.place


@of_units("TGF-A12")
def a12(unit: Unit) -> Iterator[Finding]:
    """TGF-A12: an artillery team has a piece."""
    if unit.fields["kind"] == "artillery-team" and not unit.legal_pieces:
        yield "no piece", 'write pieces = ["mortar-80mm"]', unit.place


@of_units("TGF-A13")
def a13(unit: Unit) -> Iterator[Finding]:
    """TGF-A13: a gun crew is three crew, and nobody else but the sergeant."""
    crew, others = unit.number("crew"), unit.size - unit.number("crew", SERGEANT)
    if unit.kind and (needed := unit.kind.crew) and (crew != needed or others):
        text = f"{crew} crew and {counted(others, 'other')}, {needed} crew and no other needed"
        yield text, f"leave a sergeant and {needed} crew", unit.place


@of_units("TGF-A14")
def a14(unit: Unit) -> Iterator[Finding]:
    """TGF-A14: a gun crew has exactly one gun."""
    guns, needed = len(unit.legal_pieces), limit("guns")
    if unit.fields["kind"] == "gun-crew" and guns != needed:
        yield f"{counted(guns, 'gun')}, exactly {needed} needed", 'write pieces = ["infantry-gun-75"]', unit.place


@of_units("TGF-A15")
def a15(unit: Unit) -> Iterator[Finding]:
    """TGF-A15: mortars and offboard in artillery teams, guns in gun crews, no piece and no crew in a squad."""
    allowed = unit.kind.pieces if unit.kind else ()
    for at, piece in enumerate(items_of(unit.fields.get("pieces"))):
        if piece in PIECES and piece not in allowed:
            hint = f"it may have {', '.join(allowed)}" if allowed else "leave it out: a squad has no pieces"
            yield f"{piece} in a {unit.fields['kind']}", hint, (*unit.place, "pieces", at)
    for line in unit.members:
        if line.role == "crew" and unit.fields["kind"] == "squad":
            yield "crew in a squad", 'write role = "soldier"', (*line.place, "role")


@of_units("TGF-A16")
def a16(unit: Unit) -> Iterator[Finding]:
    """TGF-A16: one level of training in a unit, unless `mixed-levels = yes` (TGF-R57)."""
    if len(unit.levels) > 1 and unit.house["mixed-levels"] == "no":
        yield f"{' and '.join(unit.levels)} in one unit", f'write level = "{unit.levels[0]}" for all', unit.place


@of_units("TGF-A17")
def a17(unit: Unit) -> Iterator[Finding]:
    """TGF-A17: everybody has the standard weapon of the role, unless `equipment = armory` (TGF-R61)."""
    for line in unit.members:
        own = roles()[line.role].weapon
        if line.weapon != own and unit.house["equipment"] == "standard":
            text = f"{line.role} with {line.weapon}, the standard weapon is {own}"
            yield text, "leave weapon out", (*line.place, "weapon")


@of_units("TGF-A18")
def a18(unit: Unit) -> Iterator[Finding]:
    """TGF-A18: heavy machine guns for the role `hmg` only."""
    for line in unit.members:
        if weapon(unit.house, line.weapon).gunner and line.role != "hmg":
            text = f"{line.role} with {line.weapon}, only hmg can fire it"
            yield text, 'leave weapon out, or write role = "hmg"', (*line.place, "weapon")


@of_units("TGF-A19")
def a19(unit: Unit) -> Iterator[Finding]:
    """TGF-A19: no medic and no sniper under `extra-specialists = forbid` (TGF-R59)."""
    for line in unit.members:
        if roles()[line.role].extra and unit.house["extra-specialists"] == "forbid":
            yield f"{line.role}, which the house rules forbid", f"leave out the {line.role}", line.place


# --- Warnings: what the text does not say


def no_table(wanted: Sequence[str], unit: Unit) -> Iterator[Finding]:
    """Somebody carries a weapon that does nothing, as nobody has supplied what it does."""
    for line in unit.members:
        one = weapon(unit.house, line.weapon)
        if one.id in wanted and not one.has_damage:
            what = "effect is printed for" if one.has_table else "table is printed for"
            text = f"no {what} the {one.name.lower()}, it {'does nothing' if one.has_table else 'cannot fire'}"
            yield text, "agree on what it does", line.place


of_units("TGF-R9", "warning")(partial(no_table, ("grenade-launcher", "rocket-launcher")))
of_units("TGF-R10", "warning")(partial(no_table, ("flare-gun",)))


@of_units("TGF-R12", "warning")
def r12(unit: Unit) -> Iterator[Finding]:
    """TGF-R12: an off-board gun whose table nobody has supplied."""
    if "offboard" in unit.pieces and not weapon(unit.house, "offboard").has_table:
        text = "no table is printed for off-board guns, they cannot fire"
        yield text, "agree on one, and write it under [house.weapons.offboard]", unit.place


@of_units("TGF-R59", "warning")
def r59(unit: Unit) -> Iterator[Finding]:
    """TGF-R59: the medic has no rule."""
    for line in unit.members:
        if line.role == "medic":
            yield "no rule is printed for the medic", "", line.place


CHECKS: dict[str, Check] = {"TGF-A1": a1, "TGF-A2": a2, "TGF-A3": a3, **UNIT_CHECKS}
LATER = {name: part(__package__, f"{name}:{name}") for name in ("sheet", "form")}


def _schema(system: System) -> dict[str, Any]:
    from .schema import army

    return army(system)


MUSTER = Muster(
    house=True,
    read=read,
    checks=CHECKS,
    points=lambda army: army.points,
    budget=lambda army: army.budget,
    schema=_schema,
    sheet=lambda army, problems: LATER["sheet"]()(army, problems),
    form=lambda army, system: LATER["form"]()(army, system),
)
