"""Tables of a catalogue: a small game of boats with guns, printed rows and rows of one's own."""

from __future__ import annotations

import gc
from collections import deque
from collections.abc import Iterator
from typing import Any

import pytest

from tabletop_cli.api import (
    PRINTED,
    Catalogue,
    Id,
    ListOf,
    Malformed,
    OneOf,
    Row,
    RowOf,
    Rows,
    Tables,
    Whole,
    YesNo,
    dataclass,
    fact,
    read_record,
)
from tabletop_cli.core.declare import tables
from tabletop_cli.core.declare.catalogue import catalogue_in_force, in_force
from tabletop_cli.core.declare.kinds import malformed_value
from tabletop_cli.core.declare.plain import pack_state, plain_data, unpack_state
from tabletop_cli.core.declare.rows import read_catalogues

GUN_ROWS = {
    "carronade": {"name": "Carronade", "range": 2, "dice": 3},
    "long-nine": {"name": "Long nine", "range": 9, "dice": 1, "summary": "It reaches far."},
}
BOAT_ROWS = {"sloop": {"name": "Sloop", "gun": "long-nine", "speed": 4, "rules": ["B-1"]}}


@dataclass(frozen=True, kw_only=True, eq=False)
class Gun(Row):
    """A gun."""

    range: int = fact(Whole(1))
    dice: int = fact(Whole(1, 6))
    heavy: bool = fact(YesNo(), False)


GUNS = Rows("boats", "guns", Gun, lambda: GUN_ROWS, home="guns")


@dataclass(frozen=True, kw_only=True, eq=False)
class Boat(Row):
    """A boat with one gun."""

    gun: Gun = fact(RowOf.of_tables(GUNS))
    speed: int = fact(Whole(0, 10))
    spare: tuple[Gun, ...] = fact(ListOf(RowOf.of_tables(GUNS)), ())


@dataclass(frozen=True, kw_only=True, eq=False)
class Wind(Row):
    """A wind; nobody makes winds of their own."""

    force: int = fact(Whole(0, 12))


def check_boats(catalogue: Catalogue, where: str) -> Iterator[Malformed]:
    """Return a fault for every boat that cannot move."""
    for one, boat in catalogue.rows.get("boats", {}).items():
        if boat.speed == 0:
            yield malformed_value(f"{where}.boats.{one}.speed", "a boat of speed 0 never moves")


BOATS = Rows("boats", "boats", Boat, lambda: BOAT_ROWS, home="boats")
WINDS = Rows("boats", "winds", Wind, lambda: {"calm": {"name": "Calm", "force": 0}})
TABLES = Tables("boats", (WINDS, GUNS, BOATS), named=("boat",), rules=lambda: ("B-1",), check=check_boats)
OWN: dict[str, Any] = {
    "system": "boats",
    "guns": {"mortar": {"name": "Mortar", "like": "carronade", "range": 5}},
    "boats": {
        "bomb-ketch": {"name": "Bomb ketch", "gun": "mortar", "speed": 2, "special": ["high-arc"]},
        "heavy-ketch": {"name": "Heavy ketch", "like": "bomb-ketch", "speed": 1},
    },
    "rules": {
        "high-arc": {"name": "High arc", "text": "It fires over\nfriends.", "timing": "own fire"},
        "grog": {"name": "Grog", "text": "Nobody is afraid.", "for": ["sloop", "army"]},
    },
}


def faults_of(data: Any) -> list[tuple[str, str, str]]:
    return [(str(one.where), one.message.partition(": ")[2], str(one.hint)) for one in TABLES.find_faults(data)]


# --- rows of one's own


def test_a_fact_that_names_a_row_holds_the_row() -> None:
    made = TABLES.read(OWN)
    ketch = made.rows["boats"]["bomb-ketch"]
    assert ketch.gun is made.rows["guns"]["mortar"] and ketch.gun.name == "Mortar"
    assert (ketch.gun.range, ketch.gun.dice) == (5, 3), "what the mortar does not say, the carronade says"
    assert made.rows["boats"]["heavy-ketch"].gun is ketch.gun


def test_like_copies_no_name_and_no_rules() -> None:
    made = TABLES.read({"boats": {"my-sloop": {"like": "sloop", "name": "My sloop"}}})
    assert made.rows["boats"]["my-sloop"].rules == ()
    assert BOATS.printed["sloop"].rules == ("B-1",)


def test_the_same_file_read_twice_gives_the_same_rows() -> None:
    once, again = TABLES.read(OWN), TABLES.read({**OWN})
    assert once is again and once == again
    assert TABLES.read({**OWN, "name": "Other"}) != once


def test_an_empty_file_is_the_printed_book() -> None:
    assert TABLES.read({}) is PRINTED and TABLES.read(None) is PRINTED and not PRINTED
    assert BOATS.all_rows(PRINTED) == BOATS.printed


def test_own_rows_are_known_only_while_their_catalogue_is_in_force() -> None:
    kind = RowOf.of_tables(BOATS)
    with pytest.raises(Malformed, match="bomb-ketch"):
        kind.read("bomb-ketch", "boat")
    with catalogue_in_force(TABLES.read(OWN)):
        assert kind.read("bomb-ketch", "boat").name == "Bomb ketch"
        assert kind.from_words("bomb", "boat") == "bomb-ketch"
        assert kind.choices == ("sloop", "bomb-ketch", "heavy-ketch")
    assert in_force() is PRINTED and kind.choices == ("sloop",)


def test_a_row_is_no_text() -> None:
    sloop = BOATS.printed["sloop"]
    with pytest.raises(TypeError, match="sloop"):
        assert sloop == "sloop"
    assert f"{sloop}" == "sloop" and plain_data(sloop) == "sloop" and sloop == sloop


def test_rows_go_through_snapshots() -> None:
    made = TABLES.read(OWN)
    for boat in (BOATS.printed["sloop"], made.rows["boats"]["bomb-ketch"]):
        kept = pack_state(boat, {})
        assert set(kept) <= {"table", "id", "home"}
        assert unpack_state(Boat, kept, {}) is boat


def test_what_a_catalogue_holds_in_words() -> None:
    assert TABLES.contents_text(TABLES.read(OWN)) == "1 gun, 2 boats, 2 special rules"


# --- special rules


def test_special_rules_by_name_by_printed_row_and_for_the_whole_army() -> None:
    made = TABLES.read(OWN)
    assert [one.name for one in made.rules_of(made.rows["boats"]["bomb-ketch"])] == ["High arc"]
    assert made.rules["high-arc"].text == "It fires over friends."
    assert [one.name for one in made.rules_of(BOATS.printed["sloop"])] == ["Grog"]
    assert [one.name for one in made.army_rules] == ["Grog"]
    assert PRINTED.rules_of(BOATS.printed["sloop"]) == ()


# --- mistakes


def test_all_mistakes_of_a_file_are_found_each_with_its_place() -> None:
    wrong = {
        "guns": {"mortar": {"name": "Mortar", "range": "far", "dice": 7, "hevy": True}},
        "boats": {
            "sloop": {"name": "Sloop", "gun": "carronade", "speed": 1},
            "ketch": {"name": "Ketch", "gun": "carronad", "speed": 2, "special": ["grogg"], "rules": ["B-2"]},
            "Raft": {"gun": "carronade", "speed": 1},
        },
        "winds": {"storm": {"name": "Storm", "force": 12}},
        "rules": {"grog": {"name": "Grog", "for": ["slop"]}},
        "ruels": {},
    }
    assert [(where, hint) for where, _, hint in faults_of(wrong)] == [
        ("catalogue.winds", "known: guns, boats, rules, system, name, author, version"),
        ("catalogue.ruels", "did you mean rules?"),
        ("catalogue.guns.mortar", "did you mean heavy?"),
        ("catalogue.guns.mortar.range", "give a whole number from 1"),
        ("catalogue.guns.mortar.dice", "give a whole number from 1 to 6"),
        (
            "catalogue.boats.sloop",
            'choose an id of your own; with like = "sloop", what you leave out comes from the printed row',
        ),
        ("catalogue.boats.ketch.gun", "did you mean carronade?"),
        ("catalogue.boats.Raft", 'write "raft"; people read its `name`'),
        ("catalogue.boats.Raft", "name is text"),
        ("catalogue.rules.grog", "text is a sentence or more"),
        ("catalogue.rules.grog.for[0]", "did you mean sloop?"),
    ]
    assert {one.code for one in TABLES.find_faults(wrong)} == {"bad-catalogue"}


def test_rules_that_nobody_wrote() -> None:
    ketch = {"name": "Ketch", "like": "sloop", "special": ["grogg"], "rules": ["B-2"]}
    assert faults_of({"boats": {"ketch": ketch}, "rules": OWN["rules"]}) == [
        ("catalogue.boats.ketch.special[0]", 'there is no special rule "grogg"', "did you mean grog?"),
        ("catalogue.boats.ketch.rules[0]", 'the book has no rule "B-2"', "special rules of your own go into `special`"),
    ]


@pytest.mark.parametrize(
    ("boats", "place", "said"),
    [
        ({"a": {"name": "A", "like": "slop"}}, "catalogue.boats.a.like", '"slop" is not known'),
        ({"a": {"name": "A", "like": "a"}}, "catalogue.boats.a.like", "these rows are like each other in a circle"),
        ({"sloop": {"name": "My sloop"}}, "catalogue.boats.sloop", '"sloop" is printed in the book'),
        ({"a": {"name": "A", "like": ["sloop"]}}, "catalogue.boats.a.like", '["sloop"] is not known'),
        ({"a": {"name": "A", "like": "sloop", "speed": 0}}, "catalogue.boats.a.speed", "a boat of speed 0 never moves"),
        ({"a": "sloop"}, "catalogue.boats.a", '"sloop" must be a table'),
    ],
)
def test_rows_that_cannot_be(boats: Any, place: str, said: str) -> None:
    assert [(where, message) for where, message, _ in faults_of({"boats": boats})] == [(place, said)]


def test_rows_that_are_like_each_other_and_rows_that_are_like_too_many() -> None:
    round_about = {"a": {"name": "A", "like": "b"}, "b": {"name": "B", "like": "a"}}
    assert [message for _, message, _ in faults_of({"boats": round_about})] == [
        "these rows are like each other in a circle"
    ]
    long = {f"a{n}": {"name": "A", "like": f"a{n + 1}"} for n in range(6)} | {"a6": {"name": "A", "like": "sloop"}}
    assert ("catalogue.boats.a0.like", "a chain of more than 5 rows, each like the next") in [
        (where, message) for where, message, _ in faults_of({"boats": long})
    ]


def test_a_word_that_is_no_table_is_not_called_one() -> None:
    assert [message for _, message, _ in faults_of({"nmae": "Boats", "boat": {}})] == [
        'unknown field "nmae"',
        'unknown table "boat"',
    ]


def test_whoever_names_a_broken_row_is_not_blamed_for_it() -> None:
    ketch = {"name": "K", "gun": "mortar", "speed": 2, "spare": ["carronade", "mortar"]}
    data = {"guns": {"mortar": {"name": "Mortar"}}, "boats": {"ketch": ketch}}
    assert {where for where, _, _ in faults_of(data)} == {"catalogue.guns.mortar"}


@pytest.mark.parametrize("data", [[], "boats", 3, {"boats": []}, {"boats": 1}, {"system": "planes"}, {"name": 3}])
def test_files_that_are_none(data: Any) -> None:
    assert faults_of(data)
    with pytest.raises(Malformed) as wrong:
        TABLES.read(data)
    assert wrong.value.code == "bad-catalogue"


# --- files together


def test_two_files_together() -> None:
    other = {"boats": {"bomb-ketch": OWN["boats"]["bomb-ketch"], "raft": {"name": "Raft", "like": "sloop"}}}
    both = TABLES.merge_catalogues(OWN, other)
    assert list(both["boats"]) == ["bomb-ketch", "heavy-ketch", "raft"] and both["rules"] == OWN["rules"]
    with pytest.raises(Malformed, match='two different boats "bomb-ketch"'):
        TABLES.merge_catalogues(OWN, {"boats": {"bomb-ketch": {"name": "Mine", "like": "sloop"}}})


def test_a_row_and_what_it_is_like_written_out_are_the_same_row() -> None:
    written = {"boats": {"raft": {"name": "Raft", "gun": "long-nine", "speed": 4}}}
    like = {"boats": {"raft": {"name": "Raft", "like": "sloop"}}}
    assert TABLES.merge_catalogues(like, written) == like and TABLES.merge_catalogues(written, like) == written


def test_a_list_needs_the_rows_that_it_names_and_what_these_name() -> None:
    army = {"units": [{"boat": "heavy-ketch"}], "catalogue": "bomb-ketch"}
    found = TABLES.needed_data(
        army, {**OWN, "author": "Ada", "rules": {**OWN["rules"], "fog": {"name": "F", "text": "F"}}}
    )
    assert found == {
        "system": "boats",
        "author": "Ada",
        "guns": {"mortar": {"name": "Mortar", "range": 5, "dice": 3}},
        "boats": {"heavy-ketch": {"name": "Heavy ketch", "gun": "mortar", "speed": 1}},
        "rules": {"grog": OWN["rules"]["grog"]},
    }, "high-arc belongs to the ketch that is not in the list; grog is for the whole army"
    assert TABLES.needed_data(army, found) == found
    assert TABLES.needed_data({"units": [{"boat": "sloop"}]}, {"guns": OWN["guns"]}) == {}


def test_a_rule_that_nothing_has_is_remarked_on() -> None:
    rules = {**OWN["rules"], "fog": {"name": "Fog", "text": "Nobody sees."}}
    (told,) = TABLES.find_remarks(TABLES.read({**OWN, "rules": rules}))
    assert (told.where, told.message) == ("catalogue.rules.fog", "catalogue.rules.fog: no row uses this special rule")
    assert list(TABLES.find_remarks(TABLES.read(OWN))) == []


def test_a_file_is_recognised_by_its_tables() -> None:
    assert TABLES.is_catalogue_file({"guns": {}}) and TABLES.is_catalogue_file({"rules": {}})
    assert not TABLES.is_catalogue_file({"winds": {}}) and not TABLES.is_catalogue_file({"guns": []})
    assert not TABLES.is_catalogue_file({"units": [], "rules": {}})
    assert not TABLES.is_catalogue_file({"units": {"unit": "sloop"}, "guns": {}})
    assert TABLES.is_catalogue_file({"units": {"sloop": {"name": "Sloop"}}, "guns": {}})


def test_a_catalogue_has_the_same_rows_while_somebody_has_it(monkeypatch: pytest.MonkeyPatch) -> None:
    """However many others were read since; of those that nobody has, the latest are remembered."""
    monkeypatch.setattr(tables, "_latest", deque(maxlen=1))
    first, second = (TABLES.read({"name": name, "rules": {}}) for name in ("one more", "and another"))
    assert TABLES.read({"name": "one more", "rules": {}}) is first, "it is held here"
    forgotten = first.hash
    del first
    gc.collect()
    assert forgotten not in read_catalogues and second.hash in read_catalogues


# --- tables that files have as a list


@dataclass(frozen=True, kw_only=True, eq=False)
class Port(Row):
    """A port: its id stands in the row."""

    id: str = fact(Id())
    berths: int = fact(Whole(1))


PORTS = Rows("harbours", "ports", Port, lambda: {"quay": {"id": "quay", "name": "Quay", "berths": 9}}, "ports", True)
HARBOURS = Tables("harbours", (PORTS,))
COVE = {"id": "cove", "name": "Cove", "like": "quay"}
CREEK = {"id": "creek", "name": "Creek", "berths": 1, "special": ["tide"]}
TIDE = {"name": "Tide", "text": "Nobody leaves at noon."}


def test_rows_of_a_list_say_their_ids_themselves() -> None:
    made = HARBOURS.read({"ports": [COVE, CREEK], "rules": {"tide": TIDE}})
    assert {one: port.berths for one, port in PORTS.all_rows(made).items()} == {"quay": 9, "cove": 9, "creek": 1}
    assert HARBOURS.contents_text(made) == "2 ports, 1 special rule"
    assert [rule.name for rule in made.rules_of(PORTS.all_rows(made)["creek"])] == ["Tide"]


def test_mistakes_in_a_list_have_the_number_of_the_row() -> None:
    rows = [{"name": "No id", "berths": 1}, COVE, COVE, {**CREEK, "id": "The Creek"}, {**COVE, "id": "quay"}, 3]
    found = {str(one.where): one.message.partition(": ")[2] for one in HARBOURS.find_faults({"ports": rows})}
    assert found == {
        "catalogue.ports[0]": "id is missing",
        "catalogue.ports[2].id": 'a second "cove"',
        "catalogue.ports[3].id": '"The Creek" is not an id: use small letters, digits and single hyphens',
        "catalogue.ports[3].special[0]": 'there is no special rule "tide"',
        "catalogue.ports[4].id": '"quay" is printed in the book',
        "catalogue.ports[5]": "3 must be a table",
    }
    (wrong,) = HARBOURS.find_faults({"ports": {"cove": {}}})
    assert (wrong.where, wrong.hint) == ("catalogue.ports", "write [[ports]] above each table")


def test_lists_of_two_files_are_one_list() -> None:
    written = {"id": "cove", "name": "Cove", "berths": 9}
    assert HARBOURS.merge_catalogues({"ports": [COVE]}, {"ports": [written, CREEK]}) == {"ports": [COVE, CREEK]}
    with pytest.raises(Malformed, match='two different ports "cove"'):
        HARBOURS.merge_catalogues({"ports": [COVE]}, {"ports": [{**COVE, "berths": 2}]})
    assert HARBOURS.needed_data({"units": [{"at": "cove"}]}, {"ports": [CREEK, COVE]}) == {"ports": [written]}
    assert HARBOURS.is_catalogue_file({"ports": []}) and not HARBOURS.is_catalogue_file({"ports": {}})


def test_a_file_serves_an_army_that_names_its_rows() -> None:
    army = {"units": [{"boat": "bomb-ketch"}, {"boat": "sloop"}]}
    assert TABLES.unprinted_ids(army) == {"bomb-ketch"}
    assert TABLES.can_serve(army, OWN) and not TABLES.can_serve(army, {"guns": OWN["guns"]})
    assert not TABLES.can_serve(army, {**OWN, "system": "planes"})


def test_rows_are_named_in_lists_and_in_tables_inside_of_entries() -> None:
    fleet = {"units": [{"boat": ["sloop", "bomb-ketch", 3], "led_by": {"boat": "raft"}}, {"crew": [{"boat": "punt"}]}]}
    assert TABLES.unprinted_ids(fleet) == {"bomb-ketch", "raft", "punt"}
    for wrong in ("punt", 3, None, {"boat": ["punt"]}, [["punt"], {"boat": []}]):
        assert TABLES.unprinted_ids({"units": wrong}) <= {"punt"}


def test_the_schema_takes_what_is_read() -> None:
    import jsonschema

    judge = jsonschema.Draft7Validator(TABLES.schema())
    assert judge.is_valid(OWN)
    assert not judge.is_valid({"boats": {"a": {"name": "A", "speed": 3}}}), "a row like no other needs a gun"
    assert not judge.is_valid({"boats": {"a": {"name": "A", "like": "sloop", "sped": 3}}})


def test_a_record_with_a_row_reads_and_writes_its_key() -> None:
    @dataclass(frozen=True)
    class Order:
        """An order to a boat."""

        boat: Boat = fact(RowOf.of_tables(BOATS))
        sail: str = fact(OneOf(("full", "half")), "full")

    order = read_record(Order, {"boat": "sloop"}, "order")
    assert order.boat.speed == 4 and plain_data(order) == {"boat": "sloop", "sail": "full"}
