"""What people look up during a game of tt, on one page of paper; every number comes from the tables.

What a house rule decides at the table stands here in the words of that switch; what it decides about lists stands on
their cards.
"""

from __future__ import annotations

from fractions import Fraction

from ...api import Block, Facts, Heading, House, Page, Table
from .command import barrage_cost, cancel_cost, move_cost
from .pages import cm
from .sheet import VALUES
from .tables import CLASSES, REFERENCE, amount, class_row, cost, distance, kinds_of, table
from .victory import beaten_at, by_points

KINDS = {"shooting": "shot", "barrage": "barrage", "close-combat": "close combat"}
NEAR, FAR = Fraction(0), None  # from the Commander: beside him; he is off the table
SIZES = (7, 9, 11, 13, 15, 17, 19)  # of armies, for which half of their units is told

Rows = tuple[tuple[str, str], ...]


def quick(house: House) -> tuple[Page, ...]:
    """The tables of play under some house rules."""
    sections = (
        ("A turn", _turn()),
        ("Moves", _ground(house)),
        ("Threat and charges", _charging()),
        ("Shooting", _shooting(house)),
        ("Barrages", _barrage(house)),
        ("Results of every attack", _results(house)),
        ("Close combat", _combat()),
        ("Victory", _victory(house)),
        ("Setting up", _setting_up(house)),
    )
    tables = {"A turn": _command(house), "Moves": _moves(), "Threat and charges": _charges(house), "Shooting": _added()}
    blocks: list[Block] = []
    for title, rows in sections:
        blocks += [Heading(title), Facts(rows)]
        blocks += [tables[title]] if title in tables else []
    return (Page(str(REFERENCE.about["name"]), tuple(blocks), "quick reference; distances in cm"),)


def _said(switch: str, house: House) -> str:
    """How a ruling is played at this table."""
    return REFERENCE.house.switches[switch].means[str(house[switch])]


def _turn() -> Rows:
    """The phases, and the chance of enough command points (TT-TURN-1, TT-TURN-3, TT-CMD-1)."""
    sides = int(table("dice")["sides"])
    odds = ", ".join(f"{one}: {sides + 1 - one} in {sides}" for one in range(1, sides + 1))
    return (
        ("1 start", f"Aircraft leave for the reserve. A die gives the command points ({odds} for so many or more)."),
        ("2 movement", "activations in any order, each unit once: move, run, charge, load, enter, or fire a barrage"),
        ("3 shooting", "who has not run, charged or got in; each weapon once, and without command points"),
        ("4 close combat", "all chargers attack; the defender does not strike back"),
    )


def _command(house: House) -> Table:
    """What activations cost (TT-CMD-2, TT-CMD-3, TT-CMD-4, TT-CMD-6, TT-CMD-7, TT-BAR-1)."""
    near = move_cost(NEAR, False)
    surcharge = barrage_cost(FAR, house) > barrage_cost(NEAR, house)
    whose = "on top: all of it" if surcharge else "on top, not for a barrage: all of it"
    entering = "all that enter together" if house["ambush-cost"] == "per-group" else "each unit that enters"
    rows = (
        ("a unit or group that moves", str(near)),
        ("a unit or group that fires a barrage", str(barrage_cost(NEAR, house))),
        (f"{entering} from reserve", str(cost("enter"))),
        ("each Cloaked enemy that is to be found", str(cancel_cost())),
        (f"{whose} beyond {distance('command')} of the Commander", _plus(move_cost(FAR, False) - near)),
        ("on top, once: any Difficult unit moves or enters", _plus(move_cost(NEAR, True) - near)),
    )
    return Table(("command points for", "cost"), rows, right=frozenset({"cost"}))


def _plus(number: int) -> str:
    return f"{number:+d}"


def _moves() -> Table:
    """How far each class goes (TT-MOVE-1, TT-MOVE-2)."""
    times = table("moves")
    rows = []
    for one in CLASSES:
        move = Fraction(table("classes")[one]["move"])
        run, fast = (cm(move * times["run"][how]) for how in ("times", "fast"))
        rows.append((str(table("classes")[one]["name"]), cm(move), run, fast))
    columns = ("class", "move", "run, charge", "if Fast")
    return Table(columns, tuple(rows), right=frozenset(columns[1:]))


def _ground(house: House) -> Rows:
    """What limits moves.

    TT-MOVE-3, TT-MOVE-4, TT-MOVE-5, TT-MOVE-6, TT-MOVE-7, TT-MOVE-8, TT-MOVE-9, TT-TRANS-1, TT-TRANS-2, TT-TRANS-3,
    TT-TRANS-4, TT-CMD-6.
    """
    enemy, enters = distance("clear_of_enemy"), distance("entry")
    return (
        ("Slow", f"{distance('slow')} at most. {_said('slow-retreat', house)}"),
        ("difficult ground", f"{_said('bad-terrain', house)} Not so for Jump and All-Terrain."),
        ("enemies", f"stay more than {enemy} away, unless you charge; Jump passes over them"),
        ("groups", f"all linked by gaps of {distance('cohesion')}. {_said('cohesion', house)}"),
        ("turning", _said("turn-in-place", house)),
        (
            "transports",
            f"in or out within {distance('load')}, in one activation with it, as the whole move; the transport does "
            "not run. Just out: no charge, no Heavy weapons. Just in: no shooting.",
        ),
        ("entering", f"more than {enters} from every enemy; then no charge, no Heavy weapons"),
    )


def _charging() -> Rows:
    """Threat, and how a charge is made (topics Threat and Charging: TT-THREAT-3, TT-CHARGE-2, TT-CHARGE-4)."""
    near, most = distance("threat"), table("chargers")
    return (
        (
            "threatened",
            f"within {near} of an enemy and in front of it, if it could harm you. Then charge, or end more than {near} "
            "from all that threatened you, or do nothing at all; fire no barrage; never pass behind one of them.",
        ),
        (
            "a charge",
            "straight at one enemy that is seen and in front when you start; at its flank only from entirely behind. "
            f"At most {most['front']} on the front and {most['flank']} on the flank. Only Jump charges Jump.",
        ),
    )


def _charges(house: House) -> Table:
    """Who charges whom, which value hits whom, and who uses cover (TT-CHARGE-8, TT-SHOOT-8, TT-MOD-5)."""
    rows = []
    for one in CLASSES:
        row = class_row(one, house)
        hit = " or ".join(VALUES[how] for how in row["attacked_as"])
        rows.append((str(row["name"]), _whom(row["charges"]), hit, "yes" if row["cover"] else "no"))
    return Table(("class", "may charge", "hit by", "cover"), tuple(rows))


def _whom(classes: list[str]) -> str:
    """``all but Aircraft``: the shorter of the two ways to say it."""
    names = [str(table("classes")[one]["name"]) for one in CLASSES if one in classes]
    others = [str(table("classes")[one]["name"]) for one in CLASSES if one not in classes]
    if not names:
        return "nobody"
    return f"all but {', '.join(others)}" if len(others) < len(names) else ", ".join(names)


def _shooting(house: House) -> Rows:
    """What a shot needs (TT-SHOOT-2, TT-SHOOT-3, TT-SHOOT-4, TT-SHOOT-5, TT-SHOOT-8, TT-SHOOT-10, TT-SHOOT-13)."""
    return (
        (
            "a shot",
            "in range, in front (all around for Turret), seen, not at a close combat, with the AP or AT that hits. "
            "One weapon attacks, any others may support; name them all before you roll.",
        ),
        ("one target", _said("attacked-once", house)),
        ("support", _said("mark-check", house)),
        ("after a move", "no Heavy weapons, and nothing at Aircraft"),
        ("Hit & Run", f"{distance('hit_and_run')} after the shooting. {_said('hit-and-run', house)}"),
    )


def _added() -> Table:
    """What is added, and in which attacks (TT-MOD-1, TT-MOD-2, TT-MOD-3, TT-MOD-4, TT-MOD-5, TT-MOD-10)."""
    names = {
        "supporter": "attack: each supporting weapon",
        "flanked": "defence: each weapon that is behind",
        "concealed": "defence: partly hidden",
        "distraction": "defence: an open target is nearer",
        "in_cover": "defence: in cover",
    }
    rows = tuple(
        (words, *(_plus(amount(key)) if kinds_of(key, kind) else "-" for kind in KINDS)) for key, words in names.items()
    )
    return Table(("added to", *KINDS.values()), rows, right=frozenset(KINDS.values()))


def _barrage(house: House) -> Rows:
    """Barrages (TT-BAR-1, TT-BAR-3, TT-BAR-4)."""
    return (
        (
            "a barrage",
            f"in the movement phase, unseen; hits the target and all within {distance('blast')} of it. "
            f"{_said('barrage-dice', house)} {_said('barrage-into-close-combat', house)}",
        ),
    )


def _results(house: House) -> Rows:
    """The two totals, and what comes of them.

    TT-MOD-6, TT-MOD-7, TT-MOD-8, TT-MOD-9, TT-RES-1, TT-RES-4, TT-RES-5, TT-FAC-1, TT-RET-1, TT-RET-3.
    """
    armor, times = table("armor"), int(table("results")["destroyed_times"])
    friend, enemy = distance("retreat_from_friend"), distance("retreat_from_enemy")
    return (
        ("attack", "die + AP or AT of the attacking weapon + supporting weapons"),
        ("defence", "die + Armor + what is added; All-Around is never flanked, Ignore Cover ignores cover"),
        (
            "Armor",
            f"{armor['power_weapon']} against a Power Weapon, {armor['power_weapon_tough']} for the Tough; "
            f"{-armor['lance_tough']} less for the Tough against a Lance",
        ),
        ("destroyed", f"attack is {times} times the defence, or more"),
        ("retreat", "attack is more than the defence. The Fearless stay; FOR THE EMPEROR one unit a turn stays."),
        ("nothing", "attack is no more than the defence"),
        ("Invulnerable", f"by the attack die: {_said('invulnerable-retreat', house)}"),
        (
            "how to retreat",
            f"{distance('retreat')} or more straight away from the attacker, to end more than {friend} from friends "
            f"and {enemy} from enemies. {_said('retreat-push', house)} Who cannot is destroyed.",
        ),
    )


def _combat() -> Rows:
    """Close combat (TT-CC-2, TT-CC-4)."""
    clear, free = distance("clear_of_enemy"), distance("free_move")
    return (
        ("one attack", "for all chargers of a unit: one attacks with its Assault, the others support"),
        ("afterwards", f"the defender is gone: each may move {free}. It is still there: back up to more than {clear}."),
    )


def _victory(house: House) -> Rows:
    """How a game is won, and how many units that takes for armies of some sizes (TT-WIN-1, TT-WIN-2)."""
    sizes = ", ".join(f"{beaten_at(one, by_points=False)} of {one}" for one in SIZES)
    said = _said("victory-count", house)
    return (
        ("you win", "at once, when the enemy Commander's unit is destroyed, or half of the enemy"),
        ("half", said if by_points(house) else f"{said} That is {sizes}."),
    )


def _setting_up(house: House) -> Rows:
    """The field, and who starts where (TT-SETUP-1, TT-SETUP-2, TT-SETUP-3, TT-SETUP-5)."""
    field, strip = distance("field"), distance("deployment")
    return (
        ("the field", f"{field} x {field}; both deploy at once and hidden, each in the own strip of {strip}"),
        ("reserve", f"Aircraft start off the table. {_said('ambush-deploy', house)}"),
        ("aboard", _said("deploy-loaded", house)),
        ("Far Sight", _said("far-sight", house)),
    )
