"""A warband on paper: cards of units with what is ticked off, the action tracks, and the rules in full words.

It works for every list that can be read, however wrong: what the list does not say is shown as ``?``.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction

from ...api import Card, JsonObject, Problem, Row, Sheet, Table, brief_text
from .form import kind_text, trait_names, ware_id
from .profiles import NOT, Profile, dice_at_infantry, notes_of, profiles_of, value_of, weapons_of
from .quick import decided_words, fill_in
from .tables import GUN_VALUES, REFERENCE, Gun, infantry, rally_value, words
from .tracks import STATUSES_OF, action_tracks, entry_boxes, letter_legend, turn_facts
from .warband import ArmyList, ListEntry


def army_sheet(army: ArmyList, problems: Sequence[Problem]) -> Sheet:
    """A list as people want it on paper."""
    cards = tuple(_unit_card(entry) for entry in army.entries)
    return Sheet(
        system="td",
        system_name=str(REFERENCE.about["name"]),
        name=str(army.fields.get("name") or ""),
        points=Fraction(army.points),
        budget=army.budget,
        cards=cards,
        rules=tuple(dict(rule for entry in army.entries for rule in _unit_rules(entry)).items()),
        tracks=action_tracks(),
        facts=turn_facts(army.house),
        house=decided_words(army.house),
        legend=letter_legend(cards),
        problems=tuple(problems),
        data=_sheet_data(army, problems),
    )


def _unit_card(entry: ListEntry) -> Card:
    name = kind_text(entry)
    return Card(
        place=entry.place_of_key(),
        id=ware_id(entry.fields, entry.house) or _written_type(entry),
        title=str(entry.fields.get("name") or name[:1].upper() + name[1:]),
        kind=name,
        count=entry.count,
        each=Fraction(entry.points_each),
        points=Fraction(entry.points),
        options=tuple(_option_texts(entry)),
        stats=tuple(_stat_line(entry)),
        table=_profile_table(entry),
        rules=tuple(dict(_unit_rules(entry))),
        rows=_catalogue_rows(entry),
        boxes=entry_boxes(entry),
    )


def _catalogue_rows(entry: ListEntry) -> tuple[Row, ...]:
    """Return the rows of the catalogue that an entry is and has: its type, vehicle or battery, and its guns."""
    rows = (entry.entry, entry.vehicle_row, entry.battery_row, *weapons_of(entry))
    return tuple(row for row in rows if row is not None)


def _written_type(entry: ListEntry) -> str:
    """What the file says that an entry is."""
    word = entry.fields.get("type", "")
    return word if isinstance(word, str) else brief_text(word)


def _option_texts(entry: ListEntry) -> Iterator[str]:
    """What was chosen, in words; what is unknown as it is written."""
    known = infantry()["options"]
    for option in entry.options:
        yield str(known[option]["name"]) if isinstance(option, str) and option in known else brief_text(option)
    start = entry.fields.get("start")
    if entry.type == "atg" and start is not None:
        row = words("starts").get(start) if isinstance(start, str) else None
        yield f"starts {str(row['name']).lower()}" if row else f"starts {brief_text(start)}"


# --- Numbers


def _stat_line(entry: ListEntry) -> Iterator[tuple[str, str]]:
    """The stat line of one copy."""
    if entry.type == "infantry-unit":
        yield "models", _models_text(entry)
        yield "group", str(entry.group or "?")
    troopers = [profile for profile in profiles_of(entry) if profile.name == "trooper"]
    for profile in troopers or profiles_of(entry):
        yield from _profile_stats(profile, entry)
    if row := entry.battery_row:
        long, wide = row.smoke_cm
        yield "barrage", f"{row.dice} dice"
        yield "kill potential", str(row.kill_potential)
        yield "smoke", f"{long} x {wide} cm"
        against = None if row.home else entry.house.supplied_number("artillery_vs_armour", entry.battery)
        yield from [("dice at armour", str(against))] if against is not None else ()
    if own := _rally_experience(entry):
        yield "rally", " ".join(f"{letter} {rally_value(own, status)}+" for letter, status in STATUSES_OF.items())
    if found := trait_names(entry):
        yield "traits", " and ".join(found).lower()


def _models_text(entry: ListEntry) -> str:
    """Models of one copy by the grid and an attached machine gun; beside it what the list says otherwise."""
    written = entry.fields.get("models")
    says = f" (the list says {brief_text(written)})"
    if entry.grid_models is None:
        return "?" if written is None else f"?{says}"
    own = f"{entry.grid_models} + HMG" if entry.attached_hmgs else str(entry.grid_models)
    wrong = "models" in entry.fields and (isinstance(written, bool) or written != entry.grid_models)
    return own + says if wrong else own


def _profile_stats(profile: Profile, entry: ListEntry) -> Iterator[tuple[str, str]]:
    if profile.armour is not None:
        yield "armour", str(profile.armour)
    yield "close combat", str(profile.close_combat)
    if profile.weapon:
        yield "fire", dice_at_infantry(profile.weapon, entry.house) if profile.fires else NOT
    yield "arc", str(profile.arc)


def _rally_experience(entry: ListEntry) -> str:
    """Whose column of the rally table counts; empty for vehicles and where it is not known (TD-RALLY-3)."""
    if entry.type == "infantry-unit":
        return entry.quality.experience if entry.quality else ""
    return (entry.entry.experience or "") if entry.entry else ""


def _profile_table(entry: ListEntry) -> Table | None:
    """Profiles and guns, where there is more to say than the stat line does; columns without any value are left out."""
    rows = list(_profile_rows(entry))
    if len(rows) < 2 and not any(weapon.armour_penetrating for weapon in weapons_of(entry)):
        return None
    columns = [name for name in rows[0] if name == "model" or any(row[name] != NOT for row in rows)]
    cells = tuple(tuple(row[name] for name in columns) for row in rows)
    return Table(tuple(columns), cells, right=frozenset(columns[1:]))


def _profile_rows(entry: ListEntry) -> Iterator[dict[str, str]]:
    """One row for each kind of model, and for each weapon of a vehicle or gun."""
    if entry.type == "infantry-unit":
        found = profiles_of(entry)
        if len({(one.close_combat, one.weapon, one.arc) for one in found}) > 1:
            yield from (_profile_row(one.words, one.weapon, entry, one) for one in found)
        return
    for weapon in weapons_of(entry):
        yield _profile_row(weapon.name.lower(), weapon, entry)


def _profile_row(name: str, weapon: Gun | None, entry: ListEntry, profile: Profile | None = None) -> dict[str, str]:
    fires = dice_at_infantry(weapon, entry.house)
    row = {
        "model" if profile else "gun": name,
        "close combat": NOT if profile is None else str(profile.close_combat),
        "dice": fires if profile is None or profile.fires else NOT,
        "arc": NOT if profile is None else str(profile.arc),
    }
    row |= {column: value_of(weapon, key, entry.house) if weapon else NOT for column, key in GUN_VALUES.items()}
    if entry.type == "atg":
        row["reload"] = str(entry.house["atg_reload"])
    return row


# --- Words


def _unit_rules(entry: ListEntry) -> Iterator[tuple[str, str]]:
    """Special rules, fixed notes and options of an entry, each with its text."""
    rows = [words("maneuverability")[entry.quality.maneuverability]] if entry.quality else []
    known = infantry()["options"] if entry.type == "infantry-unit" else {}
    chosen = [one for one in dict.fromkeys(map(str, entry.options)) if one in known]
    if entry.is_fast_large(entry.house) and "fast-large" not in chosen:
        chosen.append("fast-large")
    rows += [*notes_of(entry), *(known[one] for one in chosen)]
    rows += [row for row in words("traits").values() if entry.vehicle and row["name"] in trait_names(entry)]
    added = _added_texts(entry)
    yield from ((name := str(row["name"]), f"{row['summary']}{added.get(name, '')}") for row in rows)
    yield from _reminder_rules(entry)


def _added_texts(entry: ListEntry) -> dict[str, str]:
    """What the house rules add to fixed notes, by the names of these."""
    notes = infantry()["notes"]
    return {
        str(notes[note]["name"]): "".join(
            f" {text}" for one in switches if (text := fill_in(f"{{new[{one}]}}", entry.house))
        )
        for note, switches in words("added_on_rosters").items()
    }


def _reminder_rules(entry: ListEntry) -> Iterator[tuple[str, str]]:
    """Rules of the book that belong to an entry, its vehicle or its guns: title and text under the house rules."""
    ids, changed = words("reminders"), words("on_rosters")
    keys = (entry.type, entry.vehicle, *(gun.id for gun in weapons_of(entry) if gun.armour_penetrating))
    printed = [one for key in keys for one in ids.get(str(key), ())]
    own = [one for row in _catalogue_rows(entry) if row.home for one in row.rules]
    for rule in map(REFERENCE.find_entry, dict.fromkeys([*printed, *own])):
        text = fill_in(changed[rule.id], entry.house) if rule.id in changed else rule.text
        yield rule.title, " ".join(text.split())


# --- For machines


def _sheet_data(army: ArmyList, problems: Sequence[Problem]) -> JsonObject:
    return {
        "system": "td",
        "name": str(army.fields.get("name") or ""),
        "points": army.points,
        "budget": None if army.budget is None else f"{float(army.budget):g}",
        "legal": not any(problem.severity == "error" for problem in problems),
        "units": [_unit_data(entry) for entry in army.entries],
        "house": army.house.as_dict(),
        "problems": [problem.as_dict() for problem in problems],
    }


def _unit_data(entry: ListEntry) -> JsonObject:
    return {
        **{key: value for key, value in entry.fields.items() if isinstance(value, str | int | bool | list)},
        "models": entry.models,
        "group": entry.group,
        "points": entry.points,
    }
