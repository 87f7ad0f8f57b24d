"""An independent judge of The Grunt Factor: the odds of every resolver from the tables as printed.

Nothing of the program is used here. A chance is a closed formula or a walk over all faces; the numbers are typed off
the rulebook's tables once more, so that a slip in the catalogue is found, too.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from fractions import Fraction
from functools import lru_cache
from itertools import product
from math import ceil, comb, floor
from typing import Any

Facts = Mapping[str, Any]
Chances = dict[str, Fraction]

#          CC RC LD AC
LEVELS = {
    "untrained": (4, 4, 6, 2),
    "green": (6, 6, 8, 3),
    "regular": (7, 7, 9, 3),
    "veteran": (8, 8, 10, 3),
    "elite": (10, 10, 13, 4),
}
BANDS = ("cc", "pb", "sr", "mr", "lr", "er")
ENDS = (20, 40, 70, 110, 140)
ARMOURY = {  # hit, with its shots / damage, with its hits; - where it cannot be used
    "pistol": "2/8 2/8 1/8 - - -",
    "machine-pistol": "2x2/8 2x2/8 1x2/8 - - -",
    "sub-machine-gun": "-1/9 2x2/9 1x2/9 -1/8 - -",
    "assault-rifle": "-2/10 2/10 1/10 0/10 -2/0 -",
    "lmg": "-3/11 3x3/11 2x2/11 -1/11 - -",
    "hmg": "-4/13 3x3/13 2x2/13 -1/13 - -",
    "mounted-hmg": "- 0x2/13 3x3/13 2x2/13 0x2/13 -2/11",
    "flare-gun": "- - 0/- -2/- -4/- -6/-",
    "sniper-rifle": "-3/10 2/10x2 1/10x2 0/10x2 -1/10x2 -3/9",
    "mortar-50mm": "- - 0/9x2 -2/9x2 -3/9x2 -4/11",
    "mortar-80mm": "- - 0/11x2 -2/11x2 -3/11x2 -4/11",
    "mortar-120mm": "- - 0/12x3 -2/12x3 -3/12x3 -4/12x2",
    "infantry-gun-75": "- - -5/11x3 -4/11x3 -3/11x3 -3/11x3",
    "anti-tank-gun": "- - -5/11x3 -4/11x3 -3/11x3 -3/11x3",
}
FALLS = ((9, 4, 1), (18, 7, 1), (27, 10, 2), (36, 13, 2), (45, 16, 3), (54, 19, 3))
DEPTH = {"none": 0, "edge": -1, "deep": -2}
COVER = {"none": 0, "soft": -1, "hard": -2}


def cell(weapon: str, band: str, house: Facts) -> tuple[int, int, int | None, int] | None:
    """Hit, dice to hit, damage and hits to save of each that hits, as played."""
    supplied = house.get("weapons", {}).get(weapon)
    if supplied is not None:
        if band not in supplied:
            return None
        own = supplied[band]
        hit, shots, dam, hits = own["hit"], own.get("shots", 1), own["dam"], own.get("hits", 1)
    else:
        text = ARMOURY[weapon].split()[BANDS.index(band)]
        if text == "-":
            return None
        left, right = text.split("/")
        hit, shots = _times(left)
        if right == "-":
            return hit, shots, None, 1
        dam, hits = _times(right)
    if weapon == "assault-rifle" and band == "lr":
        dam = house.get("ar-long-damage", 0)
    if house.get("damage-multiplier") == "times":
        dam, hits = dam * hits, 1
    if house.get("hit-multiplier") == "hits":
        shots, hits = 1, hits * shots
    return hit, shots, dam, hits


def _times(text: str) -> tuple[int, int]:
    """``2x3`` and ``2``: a number, and how often."""
    number, _, times = text.partition("x")
    return int(number), int(times or "1")


def band_of(distance: Any, house: Facts) -> str | None:
    distance = Fraction(str(distance))
    far = house.get("band-edge") == "far"
    for name, end in zip(BANDS[1:], ENDS, strict=True):
        if distance < end or (distance == end and (not far or end == 140)):
            return name
    return None


def chance(target: int, house: Facts) -> Fraction:
    """A d20 at or under a target number."""
    low, high = (1, 19) if house.get("naturals") == "auto" else (0, 20)
    return Fraction(min(max(target, low), high), 20)


def target(value: int, added: int, facts: Facts, house: Facts) -> int:
    """A value with what is added to it, halved for panic and out of command."""
    causes = [facts.get("panicked", False), facts.get("out_of_command", False)]
    halves = sum(causes) if house.get("halving-stack", "cumulative") == "cumulative" else int(any(causes))
    if house.get("halving-apply") == "final":
        return floor(Fraction(value + added, 2**halves))
    return floor(Fraction(value, 2**halves)) + added


def cover_of(share: Any, house: Facts) -> int:
    if share == "slit":
        return -3
    share = Fraction(str(share))
    if share > 75:
        return -3
    if share > 50 or (share == 50 and house.get("band-edge") == "far"):
        return -2
    return -1 if share >= 25 else 0


def aim(facts: Facts, house: Facts) -> int:
    """The to-hit table."""
    height = Fraction(str(facts.get("height_cm", 0)))
    steps = min(3, abs(height) // 10) * (1 if height > 0 else -1)
    found = steps + (3 if facts.get("aimed") else 0)
    found -= 1 if facts.get("prone") and steps < 1 else 0
    found += cover_of(facts.get("cover_pct", 0), house)
    found += DEPTH[facts.get("forest", "none")] + DEPTH[facts.get("crest", "none")]
    if facts.get("night"):
        found += -2 + (2 if facts.get("tracer") else 0)
    return int(found)


def shelter(facts: Facts, house: Facts) -> int:
    """The damage table."""
    rows = [COVER[facts.get("cover_type", "none")], DEPTH[facts.get("forest", "none")]]
    rows.append(DEPTH[facts.get("crest", "none")])
    return min(rows) if house.get("cover-stacking") == "strongest" else sum(rows)


def shot(facts: Facts, house: Facts) -> tuple[int, int, int | None, int]:
    """Dice to hit, RC, save and hits to save of each that hits."""
    found = cell(facts["weapon"], str(band_of(facts["distance"], house)), house)
    assert found is not None
    hit, dice, dam, worth = found
    rc = target(LEVELS[facts["level"]][1], hit + aim(facts, house), facts, house)
    save = None if dam is None or "armor" not in facts else 10 + facts["armor"] - dam - shelter(facts, house)
    return dice, rc, save, worth


def struck(n: int, hit: Fraction, worth: int, saved: Fraction | None) -> dict[tuple[int, bool], Fraction]:
    """Hits to save, and whether one got through, of so many dice."""
    found: dict[tuple[int, bool], Fraction] = defaultdict(Fraction)
    for k in range(n + 1):
        here = comb(n, k) * hit**k * (1 - hit) ** (n - k)
        lives = Fraction(1) if saved is None else saved ** (k * worth)
        found[k * worth, False] += here * lives
        found[k * worth, True] += here * (1 - lives)
    return {key: one for key, one in found.items() if one}


def spotted(facts: Facts, house: Facts, due: bool = True) -> Fraction:
    return chance(facts["ld"], house) if due and facts["distance"] > 60 else Fraction(1)


def named(pairs: Iterable[tuple[str, Fraction]]) -> Chances:
    found: Chances = defaultdict(Fraction)
    for name, one in pairs:
        found[name] += one
    return {name: one for name, one in found.items() if one}


def of_one_shot(facts: Facts, house: Facts) -> dict[tuple[int, bool], Fraction]:
    n, rc, save, worth = shot(facts, house)
    seen = spotted(facts, house)
    saved = None if save is None else chance(save, house)
    found = {key: one * seen for key, one in struck(n, chance(rc, house), worth, saved).items()}
    found[0, False] = found.get((0, False), Fraction(0)) + 1 - seen
    return found


def fire(facts: Facts, house: Facts) -> Chances:
    n, rc, save, worth = shot(facts, house)
    seen = spotted(facts, house)
    alive = "hit" if save is None else "saved"
    saved = None if save is None else chance(save, house)
    pairs = [("not-spotted", 1 - seen)]
    for (hits, killed), one in struck(n, chance(rc, house), worth, saved).items():
        pairs.append(("killed" if killed else alive if hits else "no-hit", one * seen))
    return named(pairs)


def volley(facts: Facts, house: Facts) -> Chances:
    now = {(0, 0): Fraction(1)}
    for action in facts["actions"]:
        one_shot = of_one_shot(action, house)
        for _ in range(action.get("count", 1)):
            after: dict[tuple[int, int], Fraction] = defaultdict(Fraction)
            for (hits, kills), before in now.items():
                for (more, killed), one in one_shot.items():
                    after[hits + more, min(facts["start"], kills + killed)] += before * one
            now = after
    start = facts["start"]

    def name(hits: int, kills: int) -> str:
        if kills == start:
            return "annihilated"
        words = [word for word, so in (("quarter", kills * 4 > start), ("special", hits > 10)) if so]
        return "-".join(words) or "none"

    return named((name(*key), one) for key, one in now.items())


def template_fire(facts: Facts, house: Facts) -> Chances:
    _, rc, _, _ = shot(facts, house)
    found = cell(facts["weapon"], str(band_of(facts["distance"], house)), house)
    assert found is not None and found[2] is not None
    dam, worth = found[2], found[3]
    due = not facts.get("indirect") or house.get("indirect-far-roll") == "yes"
    seen, hit = spotted(facts, house, due), chance(rc, house)
    lives = [chance(10 + one["armor"] - dam - shelter(one, house), house) ** worth for one in facts["targets"]]
    pairs = [("not-spotted", 1 - seen), ("miss", seen * (1 - hit))]
    for dead in product((False, True), repeat=len(lives)):
        here = seen * hit
        for one, killed in zip(lives, dead, strict=True):
            here *= 1 - one if killed else one
        pairs.append((f"killed-{sum(dead)}", here))
    return named(pairs)


def blow(facts: Facts, house: Facts) -> tuple[int, int, int, int]:
    """Dice to hit, CC, save and hits to save of each that hits."""
    found = cell(facts["weapon"], "cc", house)
    assert found is not None and found[2] is not None
    hit, dice, dam, worth = found
    added = hit + {"same": 0, "higher": -1, "lower": 1}[facts.get("target_height", "same")]
    added += (
        (1 if facts.get("prone") else 0) - (1 if facts.get("behind_cover") else 0) + min(3, facts.get("friends", 0))
    )
    cover = shelter(facts, house) if house.get("cc-cover-damage") == "yes" else 0
    cc = target(LEVELS[facts["level"]][0], added, facts, house)
    return dice, cc, 10 + facts["armor"] - dam - cover, worth


def one_blow(facts: Facts, house: Facts) -> Chances:
    n, cc, save, worth = blow(facts, house)
    found = struck(n, chance(cc, house), worth, chance(save, house))
    return named(("killed" if killed else "saved" if hits else "no-hit", one) for (hits, killed), one in found.items())


def close_combat(facts: Facts, house: Facts) -> Chances:
    own = one_blow(facts, house)
    if facts.get("back") is None:
        return own
    back = one_blow(facts["back"], house)
    return {f"{one}-and-{two}": own[one] * back[two] for one in own for two in back}


def strength(facts: Facts, house: Facts) -> int:
    points = Fraction(facts.get("troopers", 0), 2) + 2 * facts.get("lmg_hmg", 0) + 7 * facts.get("mounted", 0)
    points += Fraction(facts.get("others", 0), 2) if house.get("suppression-others") == "half" else 0
    points += shelter(facts, house)
    return max(0, ceil(points / 2 if facts.get("hidden") else points))


def suppression_move(facts: Facts, house: Facts) -> Chances:
    strong = facts["strength"]
    starts = Fraction(1) if facts.get("entering") else chance(facts["ld"] - max(0, strong - 2), house)
    dam, hits = (house["suppression-dam"], strong) if house.get("suppression-hit") == "count" else (strong, 1)
    lives = chance(10 + facts["armor"] - dam, house) ** hits if strong else Fraction(1)
    return named([("stuck", 1 - starts), ("moved", starts * lives), ("killed", starts * (1 - lives))])


def recovery_lds(facts: Facts) -> tuple[int, int]:
    printed = LEVELS[facts["level"]][2]
    off = max(0, facts.get("suppression", 0) - 2)
    off += 4 if facts.get("under_fire") else 2 if facts.get("enemy_in_los") else 0
    return printed + (facts.get("leader", "original") == "original") - off, printed // 2 - off


def recover(facts: Facts, house: Facts) -> Chances:
    led, own = (chance(ld, house) for ld in recovery_lds(facts))
    n = facts.get("out_of_command", 0)
    everybody, nobody = led * own**n, (1 - led) * (1 - own) ** n
    return named([("all", everybody), ("none", nobody), ("some", 1 - everybody - nobody)])


def fallen(height: Fraction, house: Facts) -> tuple[int, int] | str | None:
    """Damage and hits of a fall; fatal; None where nobody has said."""
    far = house.get("band-edge") == "far"
    rows = [(dam, hits) for end, dam, hits in FALLS if height < end or (height == end and (not far or end == 54))]
    supplied = house.get("fall-over-54")
    if not rows and not isinstance(supplied, dict):
        return supplied
    dam, hits = rows[0] if rows else (supplied["dam"], supplied["hits"])
    return (dam * hits, 1) if house.get("damage-multiplier") == "times" else (dam, hits)


def survives(height: Fraction, armor: int, house: Facts) -> Fraction:
    found = fallen(height, house)
    if found == "fatal":
        return Fraction(0)
    assert isinstance(found, tuple)
    return chance(10 + armor - found[0], house) ** found[1]


def jump(facts: Facts, house: Facts) -> Chances:
    height = Fraction(str(facts["height"]))
    lives = Fraction(1) if height < 5 else survives(height, facts["armor"], house)
    return named([("survives", lives), ("killed", 1 - lives)])


def climb(facts: Facts, house: Facts) -> Chances:
    top, holds, pairs = Fraction(str(facts["height"])), Fraction(1), []
    for step in range(1, ceil(top / 3) + 1):
        lives = survives(min(Fraction(3 * step), top), facts["armor"], house)
        pairs += [("fell", holds / 10 * lives), ("killed", holds / 10 * (1 - lives))]
        holds *= Fraction(9, 10)
    return named([("top", holds), *pairs])


def fo(facts: Facts, house: Facts) -> Chances:
    works, fails, pairs = chance(facts["ld"], house), Fraction(1), []
    for at in range(min(3, facts["actions"])):
        most = facts.get("crew_actions") if house.get("fo-cap") == "crew-actions" else None
        pairs.append((f"actions-{3 - at if most is None else min(most, 3 - at)}", fails * works))
        fails *= 1 - works
    return named([*pairs, ("actions-0", fails)])


def parachute(facts: Facts, house: Facts) -> Chances:
    lands = chance(facts["ld"], house)
    return named([("on-point", lands), ("off-point", 1 - lands)])


def ld_check(facts: Facts, house: Facts) -> Chances:
    passes = chance(facts["ld"], house)
    return named([("pass", passes), ("fail", 1 - passes)])


@lru_cache
def orders(players: tuple[tuple[str, int], ...]) -> Mapping[tuple[str, ...], Fraction]:
    """The final orders of those who roll together: every face, and equals again among themselves.

    Where all are equal again, the chances are the same as before: they are shared out among the rest.
    """
    found: dict[tuple[str, ...], Fraction] = defaultdict(Fraction)
    again = Fraction(0)
    share = Fraction(1, 20 ** len(players))
    for faces in product(range(1, 21), repeat=len(players)):
        totals = [face + ld for face, (_, ld) in zip(faces, players, strict=True)]
        groups = [
            tuple(one for one, its in zip(players, totals, strict=True) if its == total)
            for total in sorted(set(totals), reverse=True)
        ]
        if len(groups) == 1 and len(players) > 1:
            again += share
            continue
        settled = [orders(group) if len(group) > 1 else {(group[0][0],): Fraction(1)} for group in groups]
        for each in product(*(one.items() for one in settled)):
            here = share
            for _, part in each:
                here *= part
            found[tuple(name for names, _ in each for name in names)] += here
    return {order: one / (1 - again) for order, one in found.items()}


def initiative(facts: Facts, house: Facts) -> Chances:
    players = tuple((one["id"], one["ld"]) for one in facts["players"])
    return {"-then-".join(order): one for order, one in orders(players).items()}


JUDGES = {
    "initiative": initiative,
    "ld-check": ld_check,
    "fire": fire,
    "volley": volley,
    "template-fire": template_fire,
    "close-combat": close_combat,
    "suppression-move": suppression_move,
    "recover": recover,
    "jump": jump,
    "climb": climb,
    "fo": fo,
    "parachute": parachute,
}
