"""A battle as text: any header survives, and nothing is believed of a file from elsewhere."""

from __future__ import annotations

import io
import json
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tabletop_cli.core.errors import Malformed, TooBig
from tabletop_cli.core.keep import export as record
from tabletop_cli.core.keep.export import canonical_json
from tests.core.keep.filled import HEADER, event


@given(
    setup=st.recursive(
        st.none()
        | st.booleans()
        | st.integers()
        | st.floats(allow_nan=False, allow_infinity=False)
        | st.text(st.characters(exclude_categories=["Cs"])),
        lambda inner: st.lists(inner) | st.dictionaries(st.text(st.characters(exclude_categories=["Cs"])), inner),
        max_leaves=8,
    )
)
def test_any_setup_survives_export_and_import(setup: object) -> None:
    header = record.check_header(replace(HEADER, setup=json.dumps({"x": setup})))
    line = record.header_line(header, 0, progress=False).encode() + b"\n"
    assert record.read_export(io.BytesIO(line)) == (header, [], None, None)
    assert record.header_line(header, 0, progress=False).encode() + b"\n" == line


def hostile(**changes: object) -> bytes:
    """An exported battle without events whose header has these changes; None removes a field."""
    content = {**json.loads(record.header_line(HEADER, 0, progress=False)), **changes}
    return json.dumps({key: value for key, value in content.items() if value is not None}).encode()


GOOD = "".join(f"{line}\n" for line in (record.header_line(HEADER, 2, progress=False), event(1), event(2))).encode()
UNDER_WAY = GOOD.replace(b'"progress":false', b'"progress":true')


@pytest.mark.parametrize(
    ("file", "where", "said"),
    [
        (b"", "", "empty"),
        (b"\n", "line 1", "not JSON"),
        (b"\x00" * 50, "line 1", "not JSON"),
        (b"\xff\xfe{}", "line 1", "not UTF-8 text at byte 1"),
        (b"{}", "line 1", "not an exported battle"),
        (b"[1]", "line 1", "JSON object"),
        (b'{"x":' * 50_000, "line 1", "nested too deep"),
        (hostile(tabletop=4), "line 1", "not an exported battle"),
        (hostile(tabletop=3), "line 1", '"along" is missing'),
        (hostile(along=False), "line 1", '"along" is unknown'),
        (hostile(tabletop=3, along=1), "line 1", "along should be true or false"),
        (hostile(tabletop=3, along=True), "line 1", "has a battle inside it, which is missing"),
        (hostile(tabletop=3, along=True) + b"\n" + event(1).encode(), "line 2", "not an exported battle"),
        (hostile(tabletop=3, along=True) + b"\n" + GOOD + event(3).encode(), "line 2", "2 events, but the file has 3"),
        (hostile(tabletop=3, along=True, events=1) + b"\n" + GOOD, "line 3", "not an exported battle"),
        (2 * (hostile(tabletop=3, along=True) + b"\n") + GOOD, "line 2", "has 2 games at most"),
        (hostile(tabletop=True), "line 1", "not an exported battle"),
        (hostile(tabletop=1, stream=None), "line 1", '"stream" is missing'),
        (hostile(kind="Battle!"), "line 1", "kind is"),
        (hostile(stream=5), "line 1", "version 5, which this program does not know"),
        (hostile(stream=True), "line 1", "stream should be a number"),
        (hostile(progress=0), "line 1", "progress should be true or false"),
        (UNDER_WAY, "line 1", "2 events and one under way, but the file has 2"),
        (UNDER_WAY + event(4).encode(), "line 4", "should be event 3, but its number is 4"),
        (hostile(seed=None), "line 1", '"seed" is missing'),
        (hostile(colour="red"), "line 1", '"colour" is unknown'),
        (hostile(name=7), "line 1", "name should be a text, not 7"),
        (hostile(name="a\u202eb"), "line 1", "cannot be printed"),
        (hostile(id="x; y"), "line 1", "id is"),
        (hostile(setup="{}"), "line 1", "setup should be a JSON object"),
        (hostile(setup={"x": "\ud800"}), "line 1", "half a character"),
        (hostile(version="9.9.9"), "line 1", "was begun with version 9.9.9 of tabletop, and this is"),
        (hostile(seed="11" * 16), "line 1", "not fit its seal"),
        (hostile(seed="é" * 32), "line 1", "32 hex digits"),
        (hostile(events="many"), "line 1", "should be a number"),
        (hostile(events=True), "line 1", "should be a number"),
        (hostile(events=-1), "line 1", "-1 events, but the file has 0"),
        (GOOD[:-12], "line 3", "not JSON"),
        (GOOD.replace(event(2).encode(), b""), "line 3", "not JSON"),
        (GOOD[: GOOD.index(b'{"do":"move","n":2')], "line 1", "2 events, but the file has 1"),
        (GOOD + event(3).encode(), "line 1", "2 events, but the file has 3"),
        (GOOD.replace(b'"n":2', b'"n":1'), "line 3", "should be event 2, but its number is 1"),
        (GOOD.replace(b'"n":1', b'"n":{}'), "line 2", "should be event 1"),
        (GOOD.replace(b"move", b"mo\xffe", 1), "line 2", "not UTF-8 text at byte 10"),
        (GOOD.replace(b"move", b"mo\rve", 1), "line 2", "one line"),
        (GOOD.replace(b'"move"', b"NaN", 1), "line 2", "NaN is not a number"),
        (GOOD.replace(b'"move"', b'"\\udfff"', 1), "line 2", "half a character"),
    ],
)
def test_a_wrong_file_is_refused_with_the_line(file: bytes, where: str, said: str) -> None:
    with pytest.raises(Malformed, match=said) as error:
        record.read_export(io.BytesIO(file))
    assert error.value.where == where
    assert len(error.value.message) < 200
    assert "\x1b" not in error.value.message


class Endless(io.RawIOBase):
    """A file that never ends; it counts what is read."""

    def __init__(self, piece: bytes) -> None:
        self.piece, self.size = piece, 0

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: bytearray) -> int:  # type: ignore[override]
        part = (self.piece * (len(buffer) // len(self.piece) + 1))[: len(buffer)]
        buffer[:] = part
        self.size += len(part)
        return len(part)


@pytest.mark.parametrize(("piece", "most"), [(b"{", 2**21), (b"{}\n", 2**20), (b" " * 60_000 + b"\n", 2**27)])
def test_an_endless_file_is_not_read_to_the_end(piece: bytes, most: int) -> None:
    endless = Endless(piece)
    with pytest.raises(TooBig):
        record.read_export(io.BufferedReader(endless))  # type: ignore[type-var]
    assert endless.size <= most


def test_a_file_of_format_1_is_read() -> None:
    """What version 0.1.0 wrote."""
    header = canonical_json(HEADER.setup)
    old = (
        '{"tabletop":1,"id":"f00d","name":"Trüffel am Bach","system":"td","version":"0.1.0",'
        '"created":"2025-03-01T18:30:00Z","seed":"00000000000000000000000000000000",'
        f'"commitment":"{HEADER.commitment}","events":1,"setup":{json.loads(header)}}}\n{event(1)}\n'
    )
    assert record.read_export(io.BytesIO(old.encode())) == (HEADER, [event(1)], None, None)


def test_a_game_that_came_along_is_read() -> None:
    around = record.header_line(HEADER, 1, progress=True, along=True)
    file = f"{around}\n{event(1)}\n{{}}\n".encode() + GOOD
    found = record.read_export(io.BytesIO(file))
    assert (found.events, found.progress) == ([event(1)], "{}")
    assert found.along == record.read_export(io.BytesIO(GOOD))


def test_an_event_under_way_is_read() -> None:
    found = record.read_export(io.BytesIO(UNDER_WAY + b'{"faces":[5,1]}\n'))
    assert (len(found.events), found.progress) == (2, '{"faces":[5,1]}')


def test_a_line_a_file_and_a_battle_may_be_as_long_as_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    lines = (record.header_line(HEADER, 2, progress=False), event(1, note="x" * 999), event(2))
    file = "".join(f"{line}\n" for line in lines).encode()
    for limit, most, said in (
        ("MAX_LINE", len(lines[1]), "a line has at most"),
        ("MAX_FILE", len(file), "an exported battle has at most"),
        ("MAX_EVENTS", 2, "a battle has at most"),
    ):
        with monkeypatch.context() as patched:
            patched.setattr(record, limit, most)
            assert len(record.read_export(io.BytesIO(file)).events) == 2
            patched.setattr(record, limit, most - 1)
            with pytest.raises(TooBig, match=said):
                record.read_export(io.BytesIO(file))


@pytest.mark.parametrize(
    ("name", "right"), [("x", True), ("x" * 100, True), ("x" * 101, False), ("", False), (" ", False)]
)
def test_a_name_has_one_to_a_hundred_characters(name: str, right: bool) -> None:
    if right:
        assert record.check_header(replace(HEADER, name=name)).name == name
    else:
        with pytest.raises(Malformed, match="1 to 100 characters"):
            record.check_header(replace(HEADER, name=name))
