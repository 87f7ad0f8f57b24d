"""The fair dice: a worked vector for other languages, and exact properties instead of statistics."""

from __future__ import annotations

import hashlib
import hmac
from collections import Counter

import pytest

from tabletop_cli.core.dice import stream
from tabletop_cli.core.dice.stream import EventStream, NumberedStream, Stream, commitment_of, new_seed
from tabletop_cli.core.errors import Malformed

SEED = bytes(range(16))


def feed(monkeypatch: pytest.MonkeyPatch, row: bytes) -> Stream:
    """A stream whose row of bytes is the given one."""
    padded = row.ljust(-(-len(row) // 32) * 32, b"\0")
    monkeypatch.setattr(stream, "stream_block", lambda seed, context, index: padded[32 * index : 32 * index + 32])
    return Stream(SEED, b"any")


def test_worked_vector() -> None:
    """Recompute this in your language: seed 000102...0f, the fifth event with dice, its second roll."""
    answers = '{"by":"a","do":"direct-fire","model":"a1-1","target":"b1-1"}'
    known = "1424c4e56821b7dedfaeb57ebdef54b49db2497906adf3ac2a3b9191f70be8d3"
    assert hashlib.sha256(answers.encode()).hexdigest() == known
    first = "14dc7d1f5a123cd569f65fba8ba116063426517893e8e86898e46f98dcf8540e"
    text = f"tabletop:roll:5:2:{known}:block:0".encode()
    assert hmac.new(SEED, text, hashlib.sha256).hexdigest() == first
    event = EventStream(SEED, rolling_before=4)
    assert "".join(map(str, event.roll([6] * 40, 2, answers))) == "3562111441612651534145533143531313142412"
    assert event.roll([6, 20, 6, 1000, 10**6], 2, answers) == (3, 1, 6, 27, 195222)
    assert event.roll([6] * 10, 1, answers) == (2, 6, 4, 4, 1, 1, 5, 6, 6, 6)


def test_worked_vector_of_version_1() -> None:
    """Recompute this in your language: seed 000102...0f, event 7."""
    assert commitment_of(SEED) == "be45cb2605bf36bebde684841a28f0fd43c69850a3dce5fedba69928ee3a8991"
    first = "a7041f877674cec0eb7a68ffb9cf3193d3079413f444571efe24d88d059ee34b"
    assert hmac.new(SEED, b"tabletop:event:7:block:0", hashlib.sha256).hexdigest() == first
    dice = NumberedStream(SEED, 7)
    assert "".join(str(dice.next_face(6)) for _ in range(40)) == "6524533123364242252534111463643616256555"
    assert [dice.next_face(20) for _ in range(5)] == [11, 10, 1, 5, 7]
    assert [dice.next_face(1000) for _ in range(5)] == [535, 195, 484, 429, 601]
    assert dice.next_face(10**6) == 744052


@pytest.mark.parametrize("sides", [2, 3, 4, 6, 8, 10, 12, 20, 100, 255, 256])
def test_every_face_owns_exactly_as_many_bytes(monkeypatch: pytest.MonkeyPatch, sides: int) -> None:
    fair = 256 // sides
    dice = feed(monkeypatch, bytes(range(256)))
    faces = Counter(dice.next_face(sides) for _ in range(fair * sides))
    assert faces == dict.fromkeys(range(1, sides + 1), fair)


def test_two_byte_dice_read_big_endian(monkeypatch: pytest.MonkeyPatch) -> None:
    dice = feed(monkeypatch, bytes([1, 0, 0, 1]))
    assert [dice.next_face(1000), dice.next_face(1000)] == [257, 2]


@pytest.mark.parametrize(
    ("sides", "row", "face"),
    [
        (6, [251], 6),  # the last byte that counts
        (6, [252, 255, 3], 4),  # two bytes thrown away
        (256, [255], 256),  # divides the span: nothing is ever thrown away
        (257, [255, 255, 0, 5], 6),  # 65,535 = 255 x 257 is the first pair thrown away
        (10**6, [0xF4, 0x24, 0x00, 0, 0, 9], 10),  # 16,000,000 is the first triple thrown away
    ],
)
def test_rejection(monkeypatch: pytest.MonkeyPatch, sides: int, row: list[int], face: int) -> None:
    assert feed(monkeypatch, bytes(row)).next_face(sides) == face


def test_bytes_may_straddle_blocks(monkeypatch: pytest.MonkeyPatch) -> None:
    dice = feed(monkeypatch, bytes(31) + bytes([2, 4]) + bytes(31))
    assert [dice.next_face(6) for _ in range(31)] == [1] * 31
    assert dice.next_face(65536) == 0x0204 + 1


def test_dice_of_version_1_depend_on_seed_and_event_only() -> None:
    def roll(seed: bytes, event: int) -> list[int]:
        dice = NumberedStream(seed, event)
        return [dice.next_face(6) for _ in range(50)]

    earlier = NumberedStream(SEED, 4)
    earlier.next_face(10**6)
    assert roll(SEED, 5) == roll(SEED, 5)
    rows = [roll(SEED, event) for event in range(50)] + [roll(bytes(16), event) for event in range(50)]
    assert len({tuple(row) for row in rows}) == 100


def test_dice_of_a_roll_depend_on_what_came_before_it_and_on_nothing_else() -> None:
    def roll(seed: bytes, before: int, ordinal: int, answers: str) -> tuple[int, ...]:
        return EventStream(seed, before).roll([6] * 50, ordinal, answers)

    event = EventStream(SEED, 4)
    event.roll([6] * 7, 1, "{}")
    assert event.roll([6] * 50, 2, "{}") == event.roll([6] * 50, 2, "{}") == roll(SEED, 4, 2, "{}")
    cases = [
        (seed, before, ordinal, f'{{"x":{x}}}')
        for seed in (SEED, bytes(16))
        for before in range(12)
        for ordinal in (1, 2, 11)
        for x in range(3)
    ]
    assert len({roll(*case) for case in cases}) == len(cases)


def test_events_rolls_and_blocks_do_not_run_together() -> None:
    numbered = {
        stream.stream_block(SEED, b"tabletop:event:%d" % event, index) for event in range(30) for index in range(30)
    }
    assert len(numbered) == 900
    rolls = {EventStream(SEED, before).roll([6] * 50, ordinal, "") for before in range(30) for ordinal in range(1, 30)}
    assert len(rolls) == 870


@pytest.mark.parametrize("sides", [-6, 0, 1, 10**6 + 1])
def test_impossible_dice_are_refused(sides: int) -> None:
    with pytest.raises(Malformed, match="2 to 1,000,000 sides"):
        Stream(SEED, b"any").next_face(sides)


def test_impossible_seeds_and_events_are_refused() -> None:
    with pytest.raises(Malformed, match="16 bytes, not 3"):
        Stream(b"abc", b"any")
    with pytest.raises(Malformed, match="-1"):
        NumberedStream(SEED, -1)
    with pytest.raises(Malformed, match="-1 events"):
        EventStream(SEED, -1)
    with pytest.raises(Malformed, match="numbered from 1, so 0"):
        EventStream(SEED, 0).roll([6], 0, "{}")


def test_new_seeds_are_new() -> None:
    assert len({new_seed() for _ in range(100)}) == 100
    assert len(new_seed()) == 16
