"""What a close combat costs its winner (TD-CC-9, TD-R51)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from ...api import (
    Dice,
    Finding,
    ListOf,
    Malformed,
    MapOf,
    Record,
    Situation,
    Text,
    TooBig,
    Whole,
    count_text,
    dataclass,
    fact,
    refuse,
)
from .titles import TITLES

MOST_OPTIONS = 20_000


@dataclass(frozen=True, kw_only=True)
class WinnersPot:
    """The dice that the winner lost: never more armour than close combat dice."""

    cc: int = fact(Whole(0, 500), ask="How many close combat dice are in the pot?")
    armour: int = fact(Whole(0, 500), 0, ask="How many armour dice are in the pot?")

    def __post_init__(self) -> None:
        if self.armour > self.cc:
            raise Malformed(f"pot: {self.armour} armour dice but only {self.cc} close combat dice")


@dataclass(frozen=True, kw_only=True)
class Survivor:
    """A model of the winner, with the close combat dice it brought to this fight."""

    id: str = fact(Text())
    dice: int = fact(Whole(0, 500))
    armour: int | None = fact(Whole(1, 500), None, help="vehicles only: armour now")


@dataclass(frozen=True, kw_only=True)
class Casualties(Situation):
    pot: WinnersPot = fact(Record(WinnersPot))
    models: tuple[Survivor, ...] = fact(ListOf(Record(Survivor), maximum=200))
    allot: Mapping[str, int] | None = fact(MapOf(Whole()), None, help="armour lost by vehicle; default: the only one")

    def __post_init__(self) -> None:
        ids = [model.id for model in self.models]
        if len(set(ids)) < len(ids):
            raise Malformed("models: an id stands twice")
        vehicles = vehicles_of(self)
        if self.pot.armour > sum(vehicles.values()):
            raise Malformed(f"pot: {self.pot.armour} armour dice, more than the vehicles have armour")
        for one in self.allot or ():
            if one not in vehicles:
                raise Malformed(f"allot: {one} is no vehicle here")


@dataclass(frozen=True)
class Losses:
    """Armour left by vehicle, vehicles without armour, and every legal choice of models to remove."""

    armour: Mapping[str, int]
    vehicles_removed: tuple[str, ...]
    removed_dice: int
    options: tuple[tuple[str, ...], ...]


def take_casualties(s: Casualties, dice: Dice) -> Losses:
    """First the armour, then models whose dice come closest to the rest of the pot (TD-CC-9)."""
    check_allotment(s)
    armour = armour_left(s)
    gone = tuple(sorted(one for one, left in armour.items() if left == 0))
    if s.pot.armour:
        falls = ", ".join(f"{one} to {left}" for one, left in armour.items())
        lost = f"armour falls by {s.pot.armour} in all, {falls}"
        dice.explain(f"{lost}; destroyed: {', '.join(gone) or 'none'}", "TD-CC-9", "TD-R51", tell="now")
    return Losses(armour, gone, *dice.report(find_fallen(s, gone), tell="reason"))


def find_fallen(s: Casualties, gone: Sequence[str]) -> Finding[tuple[int, tuple[tuple[str, ...], ...]]]:
    """Return the dice that fall for the rest of the pot, and every choice of models that have so many.

    Models may fall that are still there and have dice; infantry only, where the house says so (TD-CC-9, TD-R51).
    """
    infantry_only, up = s.house["casualties_models"] == "infantry-only", s.house["casualties"] == "up"
    worth = {
        model.id: model.dice
        for model in s.models
        if model.dice and model.id not in gone and not (infantry_only and model.armour is not None)
    }
    amount = s.pot.cc - s.pot.armour
    total = removed_dice(list(worth.values()), amount, up=up)
    options = tuple(model_choices(worth, total))
    less = f" ({s.pot.cc} less {s.pot.armour} for armour)" if s.pot.armour else ""
    text = f"{count_text(amount, 'die', 'dice')} in the pot{less}"
    text += ", by the house rules for infantry only" if infantry_only else ""
    if not amount:
        text += ": no model is removed"
    elif not worth:
        text += ", no model with dice is left: none is removed"
    elif not total:
        text += ", every model is worth more: none is removed"
    else:
        nearest = "the smallest total not below" if up else "the largest total not above"
        text += f", {nearest} is {total}: models worth {count_text(total, 'die', 'dice')} are removed"
        text += f", {len(options)} ways to choose" if len(options) > 1 else ""
    return Finding((total, options), text, "TD-CC-9", "TD-R51")


def check_allotment(s: Casualties) -> None:
    """Check that the armour losses are allotted, all of them, and to nobody more than it has (TD-CC-9)."""
    vehicles = vehicles_of(s)
    if s.allot is None:
        if s.pot.armour and len(vehicles) > 1:
            text = f"{_lost_text(s)} and {len(vehicles)} vehicles: say how much each of them loses."
            raise refuse("TD-CC-9", "bad-allotment", text)
        return
    given = sum(s.allot.values())
    if given != s.pot.armour:
        raise refuse("TD-CC-9", "bad-allotment", f"{_lost_text(s)}, {given} allotted.")
    for one, armour in vehicles.items():
        if s.allot.get(one, 0) > armour:
            text = f"{one} cannot lose {s.allot[one]} armour: it has {armour}."
            raise refuse("TD-CC-9", "bad-allotment", text)


def _lost_text(s: Casualties) -> str:
    return f"{count_text(s.pot.armour, 'point of armour', 'points of armour')} to lose"


def vehicles_of(s: Casualties) -> dict[str, int]:
    """Armour now, by vehicle."""
    return {model.id: model.armour for model in s.models if model.armour is not None}


def armour_left(s: Casualties) -> dict[str, int]:
    """Armour of each vehicle afterwards; without an allotment the only one takes all (TD-CC-9)."""
    vehicles = vehicles_of(s)
    allot = dict.fromkeys(vehicles, s.pot.armour) if s.allot is None else s.allot
    return {one: armour - allot.get(one, 0) for one, armour in vehicles.items()}


def removed_dice(worth: Sequence[int], amount: int, *, up: bool) -> int:
    """The dice total to remove: the largest not above the amount; with `up` the smallest not below (TD-R51)."""
    sums = {0}
    for dice in worth:
        sums |= {total + dice for total in sums}
    if up:
        return min((total for total in sums if total >= amount), default=sum(worth))
    return max(total for total in sums if total <= amount)


def model_choices(worth: Mapping[str, int], total: int) -> list[tuple[str, ...]]:
    """Every set of models whose dice add up to the total, each sorted, all sorted. Errors: `TooBig`."""
    found = []
    for option in _model_sets(sorted(worth.items()), total):
        found.append(option)
        if len(found) > MOST_OPTIONS:
            raise TooBig(f"more than {MOST_OPTIONS:,} ways to choose the casualties")
    return sorted(found)


def _model_sets(models: Sequence[tuple[str, int]], total: int) -> Iterator[tuple[str, ...]]:
    reach = [{0}]
    for _, dice in reversed(models):
        reach.append(reach[-1] | {one + dice for one in reach[-1]})
    reach.reverse()

    def pick_models(at: int, left: int, taken: tuple[str, ...]) -> Iterator[tuple[str, ...]]:
        if left not in reach[at]:
            return
        if at == len(models):
            yield taken
            return
        one, dice = models[at]
        yield from pick_models(at + 1, left - dice, (*taken, one))
        yield from pick_models(at + 1, left, taken)

    yield from pick_models(0, total, ())


CC_CASUALTIES = TITLES.make_resolver("cc-casualties", Casualties, take_casualties, rules=("TD-CC-9",))
