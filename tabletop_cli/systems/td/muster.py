"""Army checks: one function per constraint id, listed in MUSTER (TD-A1 to TD-A15)."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from ...api import Muster, Problem, brief_text, did_you_mean, is_whole, lazy_function, lazy_part
from .keys import ARMY, QUALITY, TYPES, names_of
from .tables import (
    BATTERIES,
    ENTRIES,
    EXPERIENCE,
    GUN_VALUES,
    MANEUVERABILITY,
    Gun,
    infantry,
    piercing_gun,
    printed_kind,
    vehicle_variants,
    words,
)
from .warband import FIXED_QUALITY, ArmyList, ListEntry, Quality, read

ARMY_KEYS = ("system", *(key.name for key in ARMY), "catalogue", "units", "house")


def empty_list_problems(army: ArmyList) -> Iterator[Problem]:
    """TD-A1: at least one entry."""
    if not army.entries:
        yield Problem("TD-A1", "0 entries, at least 1 needed", 'add one, e.g. [[units]] with type = "hmg"', ("units",))


def type_problems(army: ArmyList) -> Iterator[Problem]:
    """TD-A2: known types."""
    for entry in army.entries:
        if entry.type is None:
            word = entry.fields.get("type")
            what = "no type is stated" if word is None else f"unknown type {brief_text(word)}"
            yield entry.make_problem("TD-A2", what, did_you_mean(word, TYPES), "type")


def count_problems(army: ArmyList) -> Iterator[Problem]:
    """TD-A3: whole copies."""
    for entry in army.of_type(*TYPES):
        yield from entry.broken_count_problems("TD-A3")


def quality_problems(army: ArmyList) -> Iterator[Problem]:
    """TD-A4: experience and maneuverability of infantry units."""
    for entry in army.of_type("infantry-unit"):
        yield from entry.unknown_word_problems("TD-A4", "experience", EXPERIENCE)
        yield from entry.unknown_word_problems("TD-A4", "maneuverability", MANEUVERABILITY)


def model_count_problems(army: ArmyList) -> Iterator[Problem]:
    """TD-A5: as many models as the grid says."""
    for entry in army.of_type("infantry-unit"):
        quality, models = entry.quality, entry.fields.get("models")
        if quality and "models" in entry.fields and not (is_whole(models) and models == quality.models):
            text = f"{brief_text(models)} models, a {quality.words} unit has {quality.models}"
            yield entry.make_problem("TD-A5", text, f"write models = {quality.models}", "models")


def leader_problems(army: ArmyList) -> Iterator[Problem]:
    """TD-A6: exactly one leader."""
    for entry in army.of_type("infantry-unit"):
        yield from entry.inexact_number_problems("TD-A6", "leaders", 1)


def _option_problems(entry: ListEntry, option: str, code: str) -> Iterator[Problem]:
    """An option of an infantry unit of known quality is taken by units that can, and once."""
    title = str(infantry()["options"][option]["name"]).lower()
    if option in entry.options and entry.quality and not entry.can_take(option):
        pairs = infantry()["options"][option]["eligible"]
        allowed = " or ".join(Quality(*pair).words for pair in pairs)
        text = f"a {entry.quality.words} unit cannot have: {title}"
        yield entry.make_problem(code, text, f"only {allowed} units can", "options")
    times = list(map(str, entry.options)).count(option)
    if times > 1:
        yield entry.make_problem(code, f"{title}: {times} times, once is the most", "remove the others", "options")


def armour_piercing_problems(army: ArmyList) -> Iterator[Problem]:
    """TD-A7: armour-piercing: regular units, once, on a trooper."""
    for entry in army.of_type("infantry-unit"):
        if entry.quality is None:
            continue
        yield from _option_problems(entry, "armour-piercing", "TD-A7")
        carrier = entry.fields.get("armour_piercing_on", "trooper")
        if carrier not in list(words("carriers")) or (carrier != "trooper" and "armour-piercing" in entry.options):
            text = f"the armour-piercing weapon is on {brief_text(carrier)}, only a trooper carries it"
            yield entry.make_problem("TD-A7", text, 'write armour_piercing_on = "trooper"', "armour_piercing_on")


def attached_hmg_problems(army: ArmyList) -> Iterator[Problem]:
    """TD-A8: attached HMG: semi-lead veteran or autonomous regular units, once."""
    for entry in army.of_type("infantry-unit"):
        if entry.quality is not None:
            yield from _option_problems(entry, "attached-hmg", "TD-A8")


def fast_large_problems(army: ArmyList) -> Iterator[Problem]:
    """TD-A9: fast and large: autonomous veteran units, once."""
    for entry in army.of_type("infantry-unit"):
        if entry.quality is not None:
            yield from _option_problems(entry, "fast-large", "TD-A9")


def misplaced_problems(army: ArmyList) -> Iterator[Problem]:
    """TD-A10: no unknown option, no option and no field where it does not belong."""
    for key in army.fields:
        if key not in ARMY_KEYS:
            hint = did_you_mean(key, ARMY_KEYS)
            yield Problem("TD-A10", f"the army has an unknown field {brief_text(key)}", hint, (key,))
    for entry in army.entries:
        if entry.type is None:
            continue
        yield from entry.strange_key_problems("TD-A10", names_of(entry.type))
        if entry.type == "infantry-unit":
            known = list(infantry()["options"])
            for option in entry.options:
                if option not in known:
                    hint = did_you_mean(option, known)
                    yield entry.make_problem("TD-A10", f"unknown option {brief_text(option)}", hint, "options")


def fixed_quality_problems(army: ArmyList) -> Iterator[Problem]:
    """TD-A11: HMG, artillery and ATG are regular and autonomous."""
    for entry in army.of_type(*FIXED_QUALITY):
        assert entry.type is not None
        for key in QUALITY:
            own = getattr(ENTRIES.printed[entry.type], key)
            if entry.fields.get(key, own) != own:
                stated = brief_text(entry.fields[key])
                hint = f'leave it out, or write {key} = "{own}"'
                yield entry.make_problem("TD-A11", f"{key} is {stated}, here it is always {own}", hint, key)


def artillery_problems(army: ArmyList) -> Iterator[Problem]:
    """TD-A12: artillery has a known size and exactly one spotter."""
    for entry in army.of_type("off-table-artillery"):
        yield from entry.unknown_word_problems("TD-A12", "size", list(BATTERIES.all_rows(entry.house.catalogue)))
        yield from entry.inexact_number_problems("TD-A12", "spotters", 1)


def start_problems(army: ArmyList) -> Iterator[Problem]:
    """TD-A13: an ATG starts towed or untowed."""
    for entry in army.of_type("atg"):
        yield from entry.unknown_word_problems("TD-A13", "start", sorted(words("starts")), default="untowed")


def variant_problems(army: ArmyList) -> Iterator[Problem]:
    """TD-A14: tanks and mechs have a variant of their kind."""
    for entry in army.of_type("tank", "mech"):
        if not entry.vehicle:
            variant, known = entry.fields.get("variant"), vehicle_variants(entry.type, entry.house)
            what = (
                "no variant is stated" if variant is None else f"{brief_text(variant)} is no variant of a {entry.word}"
            )
            yield entry.make_problem("TD-A14", what, f"choose from {', '.join(known)}", "variant")


def budget_problems(army: ArmyList) -> Iterator[Problem]:
    """TD-A15: within the budget, where one is agreed."""
    if army.budget is not None and army.points > army.budget:
        over = army.points - army.budget
        yield Problem(
            "TD-A15",
            f"{army.points} of {_number_text(army.budget)} points, {_number_text(over)} over",
            _removal_hint(army, over),
            ("budget",) if "budget" in army.fields else (),
        )


def _number_text(number: Fraction) -> str:
    return str(number.numerator) if number.denominator == 1 else f"{float(number):g}"


def _points_text(number: Fraction | int) -> str:
    return "1 point" if number == 1 else f"{_number_text(Fraction(number))} points"


def _removal_hint(army: ArmyList, over: Fraction) -> str:
    """The cheapest single entry whose removal mends the total."""
    enough = sorted((entry.points // entry.count, entry.at) for entry in army.entries if entry.count and entry.points)
    for points, at in enough:
        if points >= over:
            return (
                f"remove {army.entries[at].label}, {_points_text(points)}, or another of at least {_number_text(over)}"
            )
    return f"remove entries worth {_points_text(over)}"


def blank_value_warnings(army: ArmyList) -> Iterator[Problem]:
    """TD-R12, a warning: a gun whose values the rulebook leaves blank and the house table does not supply."""
    for entry in army.entries:
        for gun, needed in _guns_of(entry):
            blank = [key for key in needed if gun.known_value(key, army.house) is None]
            if blank:
                values = ", ".join(_value_words().get(key, key) for key in blank)
                yield Problem(
                    "TD-R12",
                    f"{entry.label}: {gun.name.lower()}: still to be agreed: {values}",
                    f"the rulebook leaves them blank; write {', '.join(blank)} under [house.guns.{gun.id}]",
                    entry.place_of_key("type"),
                    "warning",
                )


def _value_words() -> dict[str, str]:
    """What the values of a gun are called on paper."""
    return {"direct_fire_dice": "dice at infantry", **{key: name for name, key in GUN_VALUES.items()}}


def _guns_of(entry: ListEntry) -> Iterator[tuple[Gun, list[str]]]:
    """Guns with blank values that an entry brings, each with the values it needs."""
    if entry.type == "infantry-unit" and "armour-piercing" in entry.options:
        yield piercing_gun(), list(piercing_gun().house)
    if entry.type == "atg":
        yield from ((gun, [key for key in gun.house if key != "reload"]) for gun in printed_kind("atg").guns)
    if entry.vehicle_row:
        yield from ((gun, list(gun.house)) for gun in entry.vehicle_row.guns)


MUSTER = Muster(
    house=True,
    read=read,
    checks={
        "TD-A1": empty_list_problems,
        "TD-A2": type_problems,
        "TD-A3": count_problems,
        "TD-A4": quality_problems,
        "TD-A5": model_count_problems,
        "TD-A6": leader_problems,
        "TD-A7": armour_piercing_problems,
        "TD-A8": attached_hmg_problems,
        "TD-A9": fast_large_problems,
        "TD-A10": misplaced_problems,
        "TD-A11": fixed_quality_problems,
        "TD-A12": artillery_problems,
        "TD-A13": start_problems,
        "TD-A14": variant_problems,
        "TD-A15": budget_problems,
        "TD-R12": blank_value_warnings,
    },
    points=lambda army: Fraction(army.points),
    budget=lambda army: army.budget,
    schema=lazy_function(__package__, "schema:army_schema"),
    sheet=lazy_function(__package__, "sheet:army_sheet"),
    form=lazy_function(__package__, "form:army_form"),
    once_per_id=True,
    arsenal_from=lazy_part(__package__, "arsenal:ARSENAL"),
)
