"""What players of td tick off on paper: statuses, reload markers, armour, fire missions, and the two counters."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ...api import Boxes, Card, House
from .counters import Side, opponent_of, turn_of
from .profiles import letter_meanings, most_markers, profiles_of, reload_known, start_markers, weapons_of
from .tables import Gun, catalogue_file, words
from .warband import ListEntry

STATUSES_OF = {"P": "pinned", "S": "suppressed"}  # those that a model can rally from
TRACK = 40  # boxes of an action track where nobody has said on how many the players agreed
FEW = 3  # boxes for reload markers beside the statuses of a model; one to write a number in where there may be more
MOST_BOXES = 24  # in a row; a house number may be any


# --- One copy of an entry


def entry_boxes(entry: ListEntry) -> tuple[Boxes, ...]:
    """What is ticked off for one copy of an entry."""
    if entry.type == "infantry-unit":
        return tuple(_model_boxes(entry))
    if entry.vehicle:
        return tuple(_vehicle_boxes(entry))
    if entry.type in ("hmg", "atg", "off-table-artillery"):
        return tuple(_crew_boxes(entry))
    return ()


def _model_boxes(entry: ListEntry) -> Iterator[Boxes]:
    """A row of statuses for each model, the leader first."""
    fast, at = entry.is_fast_large(entry.house), 1
    for profile in profiles_of(entry):
        for _ in range(profile.models):
            name = f"model {at}" if profile.name == "trooper" else profile.name
            yield _status_boxes(
                name,
                entry,
                profile.weapon,
                fast=fast,
                fires=profile.fires or (profile.weapon is not None and profile.weapon.armour_penetrating),
            )
            at += 1


def _status_boxes(name: str, entry: ListEntry, weapon: Gun | None, *, fast: bool = False, fires: bool = True) -> Boxes:
    """The statuses of a model, and boxes for the reload markers that it can have, where they are few."""
    labels = ["S", "X"] if fast else ["P", "S", "X"]  # a fast model is never pinned (TD-FIRE-5)
    if fires:
        most = most_markers(weapon, entry) if reload_known(weapon, entry) else 1
        labels += ["R"] * (most if most <= FEW else 1)
    return Boxes(name, 0, len(labels), tuple(labels))


def _crew_boxes(entry: ListEntry) -> Iterator[Boxes]:
    """A machine gun, an anti-tank gun, or the spotter of a battery."""
    if entry.type == "hmg":
        yield _status_boxes("gun", entry, weapons_of(entry)[0])
    elif entry.type == "atg":
        yield _status_boxes("crew", entry, weapons_of(entry)[0], fires=False)
        yield _marker_boxes("reload markers", weapons_of(entry)[0], entry)
        starts = _start_positions(entry)
        yield Boxes("gun", 1, len(starts), starts)
    else:
        yield _status_boxes("spotter", entry, None, fires=False)
        tokens = int(catalogue_file("artillery")["spotter_tokens"])
        yield Boxes("reload markers", 0, tokens)
        if entry.battery_row:
            missions = entry.battery_row.missions
            yield Boxes("fire missions", 0, missions, _number_labels(1, missions))


def _start_positions(entry: ListEntry) -> tuple[str, ...]:
    """The two positions of an anti-tank gun, that in which it begins first."""
    names = {key: str(row["name"]).lower() for key, row in words("starts").items()}
    start = entry.fields.get("start")
    first = start if isinstance(start, str) and start in names else next(iter(names))
    return (names[first], *(name for key, name in names.items() if key != first))


def _vehicle_boxes(entry: ListEntry) -> Iterator[Boxes]:
    assert entry.vehicle_row is not None
    yield Boxes("armour", 0, entry.vehicle_row.armour)
    yield Boxes("vehicle", 0, 1, ("X",))
    apart = entry.house["reload_scope"] == "weapon" and len(weapons_of(entry)) > 1
    for weapon in weapons_of(entry) if apart else weapons_of(entry)[:1]:
        yield _marker_boxes(f"reload {weapon.id}" if apart else "reload markers", weapon, entry)


def _marker_boxes(name: str, weapon: Gun, entry: ListEntry) -> Boxes:
    """Reload markers: as many boxes as a model can have at once, for with a marker it does not fire (TD-ACT-4)."""
    if not reload_known(weapon, entry):
        return Boxes(f"{name} (number not agreed)", 0, most_markers(weapon, entry) + _printed_reload())
    most, start = most_markers(weapon, entry), start_markers(weapon, entry)
    if most > MOST_BOXES:
        return Boxes(f"{name} (up to {most}, at the start {start})", 0, 1)
    return Boxes(name, start, max(most, start))


def _printed_reload() -> int:
    """The only number of reload markers that the book prints: room enough for a gun whose own number is blank."""
    return int(catalogue_file("entries")["entries"]["atg"]["reload"])


def _number_labels(first: int, last: int) -> tuple[str, ...]:
    return tuple(str(number) for number in range(first, last + 1))


def letter_legend(cards: Sequence[Card]) -> tuple[tuple[str, str], ...]:
    """The letters that stand in the boxes of some cards."""
    used = {label for card in cards for one in card.boxes for label in one.labels}
    return tuple((letter, text) for letter, text in letter_meanings().items() if letter in used)


# --- The two counters


def action_tracks() -> tuple[Boxes, ...]:
    """Two action tracks: the own one, and the opponent's, for who acts depends on both (TD-TURN-3)."""
    whose = ("own actions", "opponent's actions")
    return tuple(Boxes(name, 0, TRACK, _number_labels(1, TRACK), agreed="actions") for name in whose)


def turn_facts(house: House) -> tuple[tuple[str, str], ...]:
    """How the tracks are used."""
    agreed = "Agree before the game how many each of you has; cross out the boxes that you do not have."
    lines = [(f"counters: {where}", who) for where, who in who_acts_words(house)]
    if house["catch_up_end"] == "stated":
        lines.append(("catch-up", "It goes on to its own end, even past these counters."))
    return (("actions", agreed), *lines)


def catch_up_words(house: House) -> str:
    """What the title of these lines says of catch-ups, which may go on past the counters there (TD-TURN-4, TD-R19)."""
    stated = house["catch_up_end"] == "stated"
    return "; a running catch-up goes on to its own end" if stated else ""


def who_acts_words(house: House) -> tuple[tuple[str, str], ...]:
    """Who acts when the counters stand so; by the function that decides it in play."""
    small, large = who_acts_text(-1, house), who_acts_text(-2, house)
    behind = (("B ahead", small),) if small == large else (("B 1 ahead", small), ("B 2 or more ahead", large))
    return (
        ("level", who_acts_text(0, house)),
        ("A 1 ahead", who_acts_text(1, house)),
        ("A 2 or more ahead", who_acts_text(2, house)),
        *behind,
    )


def who_acts_text(d: int, house: House) -> str:
    """Who acts when A's counter is `d` above B's and no catch-up is running (TD-TURN-3)."""
    now = turn_of({"a": max(d, 0), "b": max(-d, 0)}, None, {}, house)
    assert now.next is not None
    if now.catch_up is None:
        return f"{now.next.upper()} acts, single or group"
    return f"{now.next.upper()} catches up with single actions, {_catch_up_end_text(now.next, d, house)}"


def _catch_up_end_text(side: Side, d: int, house: House) -> str:
    """Where a catch-up ends, found by making single actions until it does (TD-TURN-4)."""
    step = 1 if side == "a" else -1
    while turn_of({"a": max(d, 0), "b": max(-d, 0)}, side, {}, house).catch_up == side:
        d += step
    if d == 0:
        return "until level"
    ahead = "ahead of" if d * step > 0 else "behind"
    return f"until {abs(d)} {ahead} {opponent_of(side).upper()}"
