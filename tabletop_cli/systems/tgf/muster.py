"""Army checks: one function per constraint id, listed in CHECKS."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from itertools import count
from math import ceil

from ...api import Muster, Problem, Where, complaints, counted, later, mixed, part
from .profiles import NORMAL, PIECES, SPECIALISTS, levels, number, roles, weapon
from .units import SERGEANT, Army, ArmyFacts, Unit, items_of, may_be_co, member, read, table_of

Check = Callable[[Army], Iterator[Problem]]
Finding = tuple[str, str, Where]  # what is wrong with a unit, what mends it, where it stands


def a1(army: Army) -> Iterator[Problem]:
    """TGF-A1: within the budget, where one is set."""
    if army.budget is not None and army.points > army.budget:
        over = army.points - army.budget
        text = f"{mixed(army.points)} of {counted(army.budget, 'point')}, {mixed(over)} over"
        hint = f"leave out soldiers or units for {counted(over, 'point')}"
        yield Problem("TGF-A1", text, hint, ("budget",) if "budget" in army.fields else ())


def a2(army: Army) -> Iterator[Problem]:
    """TGF-A2: at least one unit."""
    if not army.units:
        yield Problem("TGF-A2", "no unit, at least 1 is needed", "add one that begins with [[units]]", ("units",))


def a3(army: Army) -> Iterator[Problem]:
    """TGF-A3: known keys and words, ids in kebab-case and of one unit only, whole counts, `co` where it may stand."""
    shown = {key: value for key, value in army.fields.items() if key not in ("budget", "house")}
    for wrong in complaints(ArmyFacts, shown, ""):
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
            role = member(raw, army.house).role
            if "co" in table_of(raw) and not may_be_co(role, army.house):
                who = roles()[role].word if role else "nobody"
                text = f"{unit.id}: co on a line of {who}, with co = {army.house['co']}"
                hint = "leave it out: it is for sergeants, under the house rule co = optional"
                yield Problem("TGF-A3", text, hint, (*unit.place, "members", at, "co"))


def _free_id(army: Army, unit: Unit) -> str:
    """What to write: an id that is like the one that is there, and that no unit has."""
    begin = re.sub("[^a-z0-9]+", "-", unit.id.lower()).strip("-") or "unit"
    taken = {one.id for one in army.units}
    free = next(name for n in count(1) if (name := f"{begin}-{n}" if n > 1 else begin) not in taken)
    return f'write id = "{free}"'


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


def _called(unit: Unit, one: str) -> str:
    """A weapon or piece inside a sentence: ``assault rifle``, ``mounted HMG``."""
    name = weapon(unit.house, one).name
    return f"{name[0].lower()}{name[1:]}"


@of_units("TGF-A4")
def a4(unit: Unit) -> Iterator[Finding]:
    """TGF-A4: exactly one sergeant in every unit."""
    there, needed = unit.number(SERGEANT), number("sergeants")
    if there != needed:
        hint = f"leave out {there - needed}" if there > needed else 'add one with role = "sergeant"'
        yield f"{counted(there, 'sergeant')}, exactly {needed} needed", hint, unit.place


@of_units("TGF-A5")
def a5(unit: Unit) -> Iterator[Finding]:
    """TGF-A5: squads and artillery teams have 1 to 11 soldiers beside the sergeant."""
    there = unit.number() - unit.number(SERGEANT)
    if unit.kind and unit.kind.size and not unit.kind.size[0] <= there <= unit.kind.size[1]:
        least, most = unit.kind.size
        hint = f"leave out {counted(there - most, 'soldier')}" if there > most else "add a soldier"
        yield f"{counted(there, 'soldier')} beside the sergeant, {least} to {most} allowed", hint, unit.place


def at_most(role: str, unit: Unit) -> Iterator[Finding]:
    """No more of a role than the catalogue says."""
    there, most = unit.number(role), roles()[role].most
    if there > most:
        last = next(line for line in reversed(unit.members) if line.role == role)
        many = roles()[role].many
        yield f"{many(there)}, at most {most}", f"leave out {many(there - most)}", last.place


of_units("TGF-A6")(partial(at_most, "hmg"))
of_units("TGF-A7")(partial(at_most, "gl"))
of_units("TGF-A8")(partial(at_most, "rl"))


@of_units("TGF-A9")
def a9(unit: Unit) -> Iterator[Finding]:
    """TGF-A9: two normal soldiers for each specialist; the sergeant is neither (TGF-R58)."""
    each = number("normal_per_specialist")
    normal, special = unit.number(*NORMAL), unit.number(*SPECIALISTS)
    needed = each * special
    if unit.kind and unit.kind.size and normal < needed:
        text = f"{counted(normal, 'soldier')} for {counted(special, 'specialist')}, {needed} needed"
        fewer = counted(special - normal // each, "specialist")
        yield text, f"add {counted(needed - normal, 'soldier')}, or leave out {fewer}", unit.place


@of_units("TGF-A10")
def a10(unit: Unit) -> Iterator[Finding]:
    """TGF-A10: forward observers in artillery teams only."""
    for line in unit.members:
        if line.role == "fo" and unit.fields["kind"] != "artillery-team":
            yield f"{unit.title} with a forward observer", "only an artillery team has one", line.place


@of_units("TGF-A11")
def a11(unit: Unit) -> Iterator[Finding]:
    """TGF-A11: an observer for every two pieces of an artillery team, unless `artillery-fo = optional` (TGF-R60)."""
    each, pieces, observers = number("pieces_per_fo"), len(unit.legal_pieces), unit.number("fo")
    over = pieces - each * observers
    if over > 0 and unit.fields["kind"] == "artillery-team" and unit.house["artillery-fo"] == "required":
        many = roles()["fo"].many
        hint = f"add {many(ceil(over / each))}, or leave out {counted(over, 'piece')}"
        yield f"{counted(pieces, 'piece')} and {many(observers)} for {each * observers}", hint, unit.place


@of_units("TGF-A12")
def a12(unit: Unit) -> Iterator[Finding]:
    """TGF-A12: an artillery team has a piece."""
    if unit.fields["kind"] == "artillery-team" and not unit.legal_pieces:
        yield "no piece", 'write pieces = ["mortar-80mm"]', unit.place


@of_units("TGF-A13")
def a13(unit: Unit) -> Iterator[Finding]:
    """TGF-A13: a gun crew is three crew, and nobody else but the sergeant."""
    crew, others = unit.number("crew"), unit.number() - unit.number("crew", SERGEANT)
    if unit.kind and (needed := unit.kind.crew) and (crew != needed or others):
        text = f"{crew} crew and {counted(others, 'other')}, {needed} crew and no other needed"
        yield text, f"leave a sergeant and {needed} crew", unit.place


@of_units("TGF-A14")
def a14(unit: Unit) -> Iterator[Finding]:
    """TGF-A14: a gun crew has exactly one gun."""
    guns, needed = len(unit.legal_pieces), number("guns")
    if unit.fields["kind"] == "gun-crew" and guns != needed:
        yield f"{counted(guns, 'gun')}, exactly {needed} needed", 'write pieces = ["infantry-gun-75"]', unit.place


@of_units("TGF-A15")
def a15(unit: Unit) -> Iterator[Finding]:
    """TGF-A15: mortars and offboard in artillery teams, guns in gun crews, no piece and no crew in a squad."""
    allowed = unit.kind.pieces if unit.kind else ()
    for at, piece in enumerate(items_of(unit.fields.get("pieces"))):
        if piece in PIECES and piece not in allowed:
            hint = f"choose from {', '.join(allowed)}" if allowed else "leave it out: a squad has no pieces"
            yield f"{unit.title} with {_called(unit, piece)}", hint, (*unit.place, "pieces", at)
    for line in unit.members:
        if line.role == "crew" and unit.fields["kind"] == "squad":
            yield f"{unit.title} with crew", 'write role = "soldier"', (*line.place, "role")


@of_units("TGF-A16")
def a16(unit: Unit) -> Iterator[Finding]:
    """TGF-A16: one level of training in a unit, unless `mixed-levels = yes` (TGF-R57)."""
    if len(unit.levels) > 1 and unit.house["mixed-levels"] == "no":
        said = " and ".join(levels()[one].name.lower() for one in unit.levels)
        yield f"{said} in one unit", f'write level = "{unit.levels[0]}" for all', unit.place


@of_units("TGF-A17")
def a17(unit: Unit) -> Iterator[Finding]:
    """TGF-A17: everybody has the standard weapon of the role, unless `equipment = armory` (TGF-R61)."""
    for line in unit.members:
        own = roles()[line.role].weapon
        if line.weapon != own and unit.house["equipment"] == "standard":
            said = f"{roles()[line.role].word} with {_called(unit, line.weapon)}"
            text = f"{said}, the standard weapon is {_called(unit, own)}"
            yield text, "leave weapon out", (*line.place, "weapon")


@of_units("TGF-A18")
def a18(unit: Unit) -> Iterator[Finding]:
    """TGF-A18: heavy machine guns for the role `hmg` only."""
    for line in unit.members:
        if weapon(unit.house, line.weapon).gunner and line.role != "hmg":
            who = roles()[line.role].word
            text = f"{who} with {_called(unit, line.weapon)}, only {roles()['hmg'].many(2)[2:]} can fire it"
            yield text, 'leave weapon out, or write role = "hmg"', (*line.place, "weapon")


@of_units("TGF-A19")
def a19(unit: Unit) -> Iterator[Finding]:
    """TGF-A19: no medic and no sniper under `extra-specialists = forbid` (TGF-R59)."""
    for line in unit.members:
        if roles()[line.role].extra and unit.house["extra-specialists"] == "forbid":
            who = roles()[line.role].word
            yield f"{who}, which the house rules forbid", f"leave out the {who}", line.place


# --- Warnings: what the text does not say


def no_table(wanted: Sequence[str], unit: Unit) -> Iterator[Finding]:
    """Somebody carries a weapon that does nothing, as nobody has supplied what it does."""
    for line in unit.members:
        one = weapon(unit.house, line.weapon)
        if one.id in wanted and not one.has_damage:
            what = "effect is printed for" if one.has_table else "table is printed for"
            text = f"no {what} the {_called(unit, one.id)}, it {'does nothing' if one.has_table else 'cannot fire'}"
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

MUSTER = Muster(
    house=True,
    read=read,
    checks=CHECKS,
    points=lambda army: army.points,
    budget=lambda army: army.budget,
    schema=later(__package__, "schema:army"),
    sheet=later(__package__, "sheet:sheet"),
    form=later(__package__, "form:form"),
    arsenal_from=part(__package__, "arsenal:ARSENAL"),
)
