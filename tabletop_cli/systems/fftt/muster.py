"""Army checks: one function per constraint id, listed in CHECKS; and what is only worth a warning."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction

from ...api import (
    JsonMapping,
    Muster,
    Problem,
    Where,
    brief_text,
    count_text,
    did_you_mean,
    format_fraction,
    lazy_function,
    lazy_part,
)
from .army import Army, count_figures, counts_by_word, read, text_of, whole_of
from .profiles import ABILITIES, FLANKS, elite_cost
from .shape import LINE_KEYS, shape_problems
from .tables import flank_limit, rule_number, table_of
from .units import FACTIONS, UNITS, units_of

Found = Iterator[Problem]
MODE_WORDS = {"campaign": "a campaign army", "detachment": "a detachment"}


def budget_problems(army: Army) -> Found:
    """FFTT-A1: a budget that the mode allows, and in a battle always one (FFTT-R13)."""
    if not army.mode or (army.budget is None and army.mode != "battle"):
        return
    agreed, (words, allowed) = army.agreed, _allowed_budgets(army)
    if agreed is None or agreed.denominator > 1 or not allowed(int(agreed)):
        said = brief_text(army.budget) if agreed is None else format_fraction(agreed)
        what = "no budget" if army.budget is None else f"a budget of {said}"
        hint = "write budget = 20" if army.mode == "battle" else "leave it out, or choose a smaller one"
        yield Problem("FFTT-A1", f"{what}; {words}", hint, _budget_key(army))


def _allowed_budgets(army: Army) -> tuple[str, Callable[[int], bool]]:
    """What budgets a mode has, in words and as a test."""
    if army.most is not None:
        most = army.most
        return f"{MODE_WORDS[army.mode]} has 1 to {most}", lambda budget: 1 <= budget <= most
    if army.house["budgets"] == "free":
        return "a battle is for any whole number from 1", lambda budget: budget >= 1
    printed, least = table_of("budgets")["printed"], rule_number("light_budget")
    words = f"a battle is for {', '.join(map(str, printed))}, or any whole number from {least}"
    return words, lambda budget: budget in printed or budget >= least


def _budget_key(army: Army) -> Where:
    """Where the budget stands; nowhere if it was said with the request."""
    return ("budget",) if "budget" in army.fields or army.budget is None else ()


def points_problems(army: Army) -> Found:
    """FFTT-A2: within the budget, where one is given."""
    if army.agreed is not None and army.points > army.agreed:
        over = f"{army.points} of {format_fraction(army.agreed)} FP, {format_fraction(army.points - army.agreed)} over"
        yield Problem("FFTT-A2", over, "leave figures out", _budget_key(army))


def faction_problems(army: Army) -> Found:
    """FFTT-A3: one of the three factions, or a home-made one."""
    if not army.faction:
        word = army.fields.get("faction")
        what = "no faction" if word is None else f"unknown faction {brief_text(word)}"
        yield Problem(
            "FFTT-A3", what, f"write faction = {' or '.join(FACTIONS.all_rows(army.house.catalogue))}", ("faction",)
        )


def unit_problems(army: Army) -> Found:
    """FFTT-A4: units that exist, of the army's own faction (FFTT-R45); without one any that exists."""
    catalogue = army.house.catalogue
    own = (
        list(UNITS.all_rows(catalogue))
        if army.faction is None
        else [one.id for one in units_of(army.faction, catalogue)]
    )
    for line in army.lines:
        if line.unit is None:
            what = f"{brief_text(line.fields['unit'])} is no unit" if "unit" in line.fields else "no unit is named"
            yield line.make_problem("FFTT-A4", what, did_you_mean(line.word or "?", own), "unit")
        elif army.faction and not army.faction.has_unit(line.unit):
            its = " and ".join(one.name for one in line.unit.factions)
            text = f"{line.unit.quantity_text(2)[2:]} are of {its}, this is an army of {army.faction.name}"
            yield line.make_problem("FFTT-A4", text, f"choose from {', '.join(own)}", "unit")


def count_problems(army: Army) -> Found:
    """FFTT-A5: whole counts from 1, in flanking forces too."""
    for line in (*army.lines, *army.hidden):
        if not line.count:
            said = f"count is {brief_text(line.fields['count'])}" if "count" in line.fields else "no count"
            yield line.make_problem("FFTT-A5", f"{said}, a whole number from 1 is needed", "write count = 1", "count")


def hq_problems(army: Army) -> Found:
    """FFTT-A6: an HQ for marines and machina, but not in a detachment."""
    if army.faction is None or not army.faction.needs_hq or army.mode not in ("battle", "campaign"):
        return
    if (base := army.faction.base_unit) and not any(army.lines_where(lambda one: one.headquarters)):
        yield Problem("FFTT-A6", f"{army.faction.name} without an HQ", f"add an HQ: {base.fp} FP", ("units",))


def fighter_problems(army: Army) -> Found:
    """FFTT-A7: a figure that is no HQ (FFTT-R16)."""
    if not any(line.count and not line.is_hq for line in army.lines):
        what = "nobody but HQs" if any(army.lines_where(lambda one: one.headquarters)) else "nobody"
        yield Problem("FFTT-A7", f"{what}, at least 1 figure that is not an HQ is needed", "add a unit", ("units",))


def queen_problems(army: Army) -> Found:
    """FFTT-A8: in a campaign a queen for stingers and acid spitters; by house rule in battles too (FFTT-R44)."""
    modes = ("campaign", "battle") if army.house["queenless-shooters"] == "always" else ("campaign",)
    shooters = sum(line.count for line in army.lines_where(lambda one: one.spent))
    base = army.faction.base_unit if army.faction and army.has_queen else None
    if base and army.mode in modes and shooters and not any(army.lines_where(lambda one: one.breeds)):
        hint = f"add a {base.word}: {base.fp} FP, or leave them out"
        yield Problem("FFTT-A8", f"{_spent_words(army, shooters)} without a {base.word}", hint, ("units",))


def _spent_words(army: Army, count: int) -> str:
    """Those who die when they are out of ammo, by all that the army's faction has: ``1 stinger or acid spitter``."""
    assert army.faction is not None
    words = [one.word for one in units_of(army.faction, army.house.catalogue) if one.spent]
    return count_text(count, " or ".join(words), " and ".join(f"{word}s" for word in words))


def campaign_limit_problems(army: Army) -> Found:
    """FFTT-A9: 20 FP in a campaign."""
    yield from _at_most(army, "campaign", "FFTT-A9")


def detachment_limit_problems(army: Army) -> Found:
    """FFTT-A10: 5 FP in a detachment."""
    yield from _at_most(army, "detachment", "FFTT-A10")


def _at_most(army: Army, mode: str, code: str) -> Found:
    if army.mode == mode and army.most is not None and army.points > army.most:
        text = f"{army.points} FP, {MODE_WORDS[mode]} has {army.most} at most"
        yield Problem(code, text, f"leave out {army.points - army.most} FP", ())


def flank_problems(army: Army) -> Found:
    """FFTT-A11: two flanking forces at most, on different flanks, none empty."""
    sides, most = [flank.side for flank in army.flanks], rule_number("flanks")
    free = next((side for side in FLANKS if side not in sides), "")
    hint = f'write side = "{free}"' if free else "leave it out"
    if len(sides) > most:
        text = f"{len(sides)} flanking forces, {most} at most"
        yield Problem("FFTT-A11", text, "leave one out", army.flanks[most].place)
    for at, flank in enumerate(army.flanks):
        if flank.side not in FLANKS:
            text = f"flanking force {at + 1}: {brief_text(flank.fields.get('side'))} is no flank"
            yield Problem("FFTT-A11", text, hint, (*flank.place, "side"))
        elif flank.side in sides[:at]:
            yield Problem("FFTT-A11", f"several forces on the {flank.label}", hint, (*flank.place, "side"))
        if flank.is_empty:
            yield Problem(
                "FFTT-A11", f"{flank.label}: no figure is in it", "put figures in, or leave it out", flank.place
            )


def flank_size_problems(army: Army) -> Found:
    """FFTT-A12: a quarter of the army's FP in each flanking force, or of its figures (FFTT-R17)."""
    by_figures = army.house["flank-quarter"] == "figures"
    whole, name = (count_figures(army.lines), "figures") if by_figures else (army.points, "FP")
    most = flank_limit(whole)
    for flank in army.flanks:
        there = count_figures(flank.lines) if by_figures else flank.points
        if there > most:
            text = f"{flank.label}: {there} {name}, at most {most}, a quarter of {whole}"
            over = count_text(there - most, "figure") if by_figures else f"{there - most} FP"
            yield Problem("FFTT-A12", text, f"leave out {over}", flank.place)


def flank_figure_problems(army: Army) -> Found:
    """FFTT-A13: flanking forces are part of the army."""
    own, hidden = counts_by_word(army.lines), counts_by_word(army.hidden)
    for line in army.hidden:
        there, has = hidden[line.word], own[line.word]
        if there > has:
            many = line.unit.quantity_text(there) if line.unit else f"{there} x {line.title}"
            yield line.make_problem(
                "FFTT-A13", f"{many} in flanking forces, the army has {has}", f"leave out {there - has}"
            )


def hq_in_flank_problems(army: Army) -> Found:
    """FFTT-A14: no HQ in a flanking force, unless the house rules say so (FFTT-R20)."""
    for line in army.hidden:
        if line.is_hq and army.house["hq-may-flank"] == "no":
            yield line.make_problem("FFTT-A14", "an HQ starts on the table", "leave it out")


def general_problems(army: Army) -> Found:
    """FFTT-A15: one general, a unit of the army that is no HQ, with an ability of the table."""
    if len(army.generals) > 1:
        yield Problem("FFTT-A15", f"{len(army.generals)} generals, 1 at most", "leave one", ("general",))
    choose = list(dict.fromkeys(line.word for line in army.lines if line.unit and not line.is_hq))
    for one in army.generals:
        word = text_of(one.get("unit"))
        known = UNITS.all_rows(army.house.catalogue).get(word)
        hint = f"choose from {', '.join(choose)}" if choose else "leave the general out"
        if word not in choose:
            named = f"a {known.word}" if known else brief_text(one.get("unit"))
            what = "an HQ" if known and known.headquarters else f"{named}, which the army does not have"
            text = "the general has no unit" if "unit" not in one else f"the general is {what}"
            yield Problem("FFTT-A15", text, hint, ("general", "unit"))
        if "ability" in one and one["ability"] not in ABILITIES:
            text = f"the general's ability {brief_text(one['ability'])} is none of the table"
            yield Problem("FFTT-A15", text, did_you_mean(one["ability"], ABILITIES), ("general", "ability"))


def replacement_problems(army: Army) -> Found:
    """FFTT-A16: generals are replaced in a campaign only."""
    if army.mode not in ("campaign", "") and any(one.get("replacement") is True for one in army.generals):
        text = f"a general that replaces another, in a {army.mode}"
        yield Problem("FFTT-A16", text, 'leave replacement out, or write mode = "campaign"', ("general", "replacement"))


def option_problems(army: Army) -> Found:
    """FFTT-A17: no unknown options, and elite only at a price (FFTT-R18)."""
    for line in army.lines:
        for key in line.fields:
            if key not in LINE_KEYS:
                hint = did_you_mean(key, list(LINE_KEYS))
                yield line.make_problem("FFTT-A17", f"there is no option {brief_text(key)}", hint, key)
        if line.elite and elite_cost(army.house) is None:
            hint = "leave elite out, or agree on a price and write elite-cost under [house]"
            yield line.make_problem("FFTT-A17", "elite, but there is no price for elite figures", hint, "elite")


def experience_problems(army: Army) -> Found:
    """FFTT-A18: experience in campaigns and detachments, a whole number."""
    for line in army.lines:
        if "xp" not in line.fields:
            continue
        if army.mode == "battle":
            yield line.make_problem("FFTT-A18", "xp in a battle", "leave xp out", "xp")
        elif whole_of(line.fields["xp"], 0) is None:
            text = f"xp is {brief_text(line.fields['xp'])}, a whole number from 0 is needed"
            yield line.make_problem("FFTT-A18", text, "write xp = 0", "xp")


# --- Warnings


def general_name_warnings(army: Army) -> Found:
    """A general without a name."""
    for one in army.generals:
        if not text_of(one.get("name")).strip():
            yield _make_warning("general-without-name", "the general has no name", 'write name = "..."', "general")


def no_fighter_warnings(army: Army) -> Found:
    """Only HQs and scanners: the army loses at the end of turn 1 (FFTT-END-1)."""
    there = [line for line in army.lines if line.unit and line.count]
    if there and not any(line.unit.counts for line in there if line.unit):
        text = "only HQs and scanners: lost at the end of turn 1"
        yield _make_warning("no-fighting-figure", text, "add somebody who fights", "units")


def unspent_points_warnings(army: Army) -> Found:
    """Points that are left, and lost in a battle."""
    if army.mode == "battle" and army.agreed is not None and army.points < army.agreed:
        text = (
            f"{army.points} of {format_fraction(army.agreed)} FP, {format_fraction(army.agreed - army.points)} unspent"
        )
        yield _make_warning("unspent-points", text, "add figures", *_budget_key(army))


def _make_warning(code: str, text: str, hint: str, *where: str | int) -> Problem:
    return Problem(code, text, hint, where, "warning")


def constraint_marks(entry: JsonMapping, army: JsonMapping) -> Mapping[str, int]:
    """What one figure adds to the counts by which the whole list is judged (FFTT-A6, FFTT-A7, FFTT-A8).

    That somebody fights beside the HQs matters for as long as nobody does.
    """
    from . import SYSTEM

    written = read(army, None, SYSTEM)
    if kind := UNITS.all_rows(written.house.catalogue).get(text_of(entry.get("unit"))):
        words = {"hqs": kind.headquarters, "queens": kind.breeds, "shooters": kind.spent}
        if mark := next((word for word, has in words.items() if has), None):
            return {mark: 1}
    return {} if any(not line.is_hq for line in written.lines) else {"other": 1}


CHECKS: dict[str, Callable[[Army], Found]] = {
    "FFTT-A1": budget_problems,
    "FFTT-A2": points_problems,
    "FFTT-A3": faction_problems,
    "FFTT-A4": unit_problems,
    "FFTT-A5": count_problems,
    "FFTT-A6": hq_problems,
    "FFTT-A7": fighter_problems,
    "FFTT-A8": queen_problems,
    "FFTT-A9": campaign_limit_problems,
    "FFTT-A10": detachment_limit_problems,
    "FFTT-A11": flank_problems,
    "FFTT-A12": flank_size_problems,
    "FFTT-A13": flank_figure_problems,
    "FFTT-A14": hq_in_flank_problems,
    "FFTT-A15": general_problems,
    "FFTT-A16": replacement_problems,
    "FFTT-A17": option_problems,
    "FFTT-A18": experience_problems,
    "FFTT-SETUP-6": shape_problems,
    "FFTT-GEN-1": general_name_warnings,
    "FFTT-END-1": no_fighter_warnings,
    "FFTT-SETUP-1": unspent_points_warnings,
}

MUSTER = Muster(
    house=True,
    read=read,
    checks=CHECKS,
    points=lambda army: Fraction(army.points),
    budget=lambda army: army.limit,
    schema=lazy_function(__package__, "schema:army_schema"),
    sheet=lazy_function(__package__, "sheet:army_sheet"),
    form=lazy_function(__package__, "form:army_form"),
    arsenal_from=lazy_part(__package__, "arsenal:ARSENAL"),
    marks=constraint_marks,
    once_per_id=True,
)
