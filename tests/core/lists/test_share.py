"""Share codes: whatever an army file can hold comes back as it was; whatever else comes in is refused with a word."""

from __future__ import annotations

import json
import string
import tomllib
import tracemalloc
import zlib
from datetime import date, datetime, time, timedelta, timezone
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from tabletop_cli.core.errors import TabletopError, TooBig
from tabletop_cli.core.lists.army import LARGEST_FILE
from tabletop_cli.core.lists.change import same_value
from tabletop_cli.core.lists.share import (
    BEGIN,
    CHECK,
    DIGITS,
    LONGEST,
    _decode_digits,
    _encode_digits,
    code_of,
    data_of,
)
from tabletop_cli.core.lists.share_words import VERSION_1
from tests.examples import examples

ARMIES = sorted(
    path for path in (Path(__file__).parents[3] / "armies").glob("*/*.toml") if "catalogue" not in path.name
)
PATROL = {"system": "xx", "name": "Patrol", "budget": 6.5, "units": [{"unit": "scouts", "count": 2}, {"unit": "tank"}]}
CODE = code_of(PATROL)
# Sent by version 1 of the format, and to be read for ever.
OLD = {
    "tabletop1-16f04gH3brA8zm5rBHrXSh79jAZQjpMUrVO8E90P0hg7OzBlRJiK": PATROL,
    "tabletop1-LSPpLPOR5vSf1laRqxrt4bRwScEiXcm9lahyydH8dtRmABpk23y0sP9hlOIdgkVx7hZPo3FwQ4BFwEjSCOIKDQfwh98mUCumJnaNs": {
        "system": "td",
        "name": "Mörser & Söhne",
        "house": {"close_combat": "variant-2"},
        "units": [
            {
                "type": "infantry-unit",
                "experience": "regular",
                "maneuverability": "lead",
                "options": ["armour-piercing"],
            }
        ],
    },
}

TEXTS = st.text(max_size=30)
LEAVES = (
    TEXTS
    | st.booleans()
    | st.integers()
    | st.floats()
    | st.dates()
    | st.times()
    | st.datetimes(timezones=st.none() | st.builds(timezone, st.integers(-23, 23).map(lambda h: timedelta(hours=h))))
    | st.none()
)
VALUES = st.recursive(LEAVES, lambda inner: st.lists(inner, max_size=4) | st.dictionaries(TEXTS, inner, max_size=4))
ARMY = st.builds(
    lambda more, system, at: dict([*list(more.items())[:at], ("system", system), *list(more.items())[at:]]),
    st.dictionaries(TEXTS.filter(lambda key: key != "system"), VALUES, max_size=5),
    st.text(min_size=1, max_size=5),
    st.integers(0, 5),
)


def keys_of(value: Any) -> Any:
    """All keys, in their order."""
    if isinstance(value, dict):
        return [(key, keys_of(one)) for key, one in value.items()]
    return [keys_of(one) for one in value] if isinstance(value, list) else None


def packed(raw: bytes) -> str:
    """A code that is sound on the outside, whatever is in it."""
    squeeze = zlib.compressobj(9, zlib.DEFLATED, -15, 9, zlib.Z_DEFAULT_STRATEGY, VERSION_1)
    return sealed(squeeze.compress(raw) + squeeze.flush())


def sealed(body: bytes) -> str:
    return BEGIN + _encode_digits(sha256(body).digest()[:CHECK] + body)


def refusal(text: str) -> TabletopError:
    with pytest.raises(TabletopError) as caught:
        data_of(text)
    assert caught.value.hint or isinstance(caught.value, TooBig), "it says what to do"
    return caught.value


@given(ARMY)
def test_every_army_comes_back_as_it_was(army: dict[str, Any]) -> None:
    """Values, types and the order of keys; the code is letters and digits only."""
    code = code_of(army)
    back = data_of(code)
    assert same_value(back, army)
    assert keys_of(back) == keys_of(army)
    assert set(code.removeprefix(BEGIN)) <= set(string.ascii_letters + string.digits)


@pytest.mark.parametrize("path", ARMIES, ids=lambda path: path.stem)
def test_the_examples_are_short_and_come_back(path: Path) -> None:
    text = path.read_text()
    code = code_of(tomllib.loads(text))
    assert data_of(code) == tomllib.loads(text)
    assert len(code) < (400 if "points" in text or "budget" in text else 600)  # lists that bring all their numbers


def test_dates_and_keys_that_look_like_them() -> None:
    zone = timezone(timedelta(hours=2))
    army = {
        "system": "xx",
        "~date": 1,
        "~": {"~~": "~"},
        "on": date(2024, 5, 1),
        "at": time(18, 30),
        "from": datetime(2024, 5, 1, 18, 30, tzinfo=zone),
        "~datetime": {"x": [time(1)]},
    }
    assert same_value(data_of(code_of(army)), army)


@pytest.mark.parametrize("code", OLD)
def test_old_codes_are_read_for_ever(code: str) -> None:
    assert same_value(data_of(code), OLD[code])


def test_the_words_of_version_1_never_change() -> None:
    """A changed letter would make codes that people keep unreadable: make a version 2 instead."""
    known = "9e5942644d5544cf351d6366bfeca379ff99e50fcc6480944038186e274419bb"
    assert sha256(VERSION_1).hexdigest() == known


@given(st.binary(max_size=200))
def test_digits_hold_bytes(raw: bytes) -> None:
    assert _decode_digits(_encode_digits(raw)) == raw


@given(st.text(DIGITS, max_size=60))
@example("0")
@example("0000")
@example("0abc")
def test_bytes_are_written_in_one_way_only(digits: str) -> None:
    raw = _decode_digits(digits)
    assert raw == b"" or _encode_digits(raw) == digits


@pytest.mark.parametrize(
    "around",
    [
        "{}",
        "  {}\n",
        "`{}`",
        "```\n{}\n```",
        '"{}"',
        "'{}'",
        "**{}**",
        "<{}>",
        "> {}",
        "||{}||",
        "\ufeff{}\u200b",
        "\u201c{}\u201d",
        "\u00a0{}\r\n",
    ],
)
def test_what_chats_put_around_a_code_does_no_harm(around: str) -> None:
    assert data_of(around.format(CODE)) == PATROL
    broken = "\r\n> ".join(CODE[at : at + 20] for at in range(0, len(CODE), 20))
    assert data_of(around.format(broken)) == PATROL


# --- damage


def test_every_single_slip_is_noticed() -> None:
    """Each letter left out, doubled, made another, swapped with the next, or in the other case."""
    body = CODE.removeprefix(BEGIN)
    slips = {"0" + body, body + "0"}
    for at, letter in enumerate(body):
        before, after = body[:at], body[at + 1 :]
        slips |= {before + after, before + letter * 2 + after, before + letter.swapcase() + after}
        slips |= {before + other + after for other in DIGITS}
        slips.add(before + body[at : at + 2][::-1] + body[at + 2 :])
    for slip in slips - {body}:
        assert "damaged" in refusal(BEGIN + slip).message


def test_every_cut_is_noticed() -> None:
    for end in range(len(BEGIN), len(CODE)):
        assert "damaged" in refusal(CODE[:end]).message


@pytest.mark.parametrize(
    ("text", "message", "hint"),
    [
        ("", "there is no code", "tabletop share"),
        ("  `` \n", "there is no code", "tabletop share"),
        ("hello", '"hello" is not the code of an army', BEGIN),
        ("armies/horde.toml", "is not the code of an army", BEGIN),
        ("https://example.org/" + CODE, "is not the code of an army", BEGIN),
        ("tabletop1", "damaged: there must be a hyphen after the version number", "copy"),
        ("tabletop1-", "damaged", "copy"),
        ("tabletop2-" + CODE[len(BEGIN) :], "version 2, which this program does not know", "update tabletop"),
        ("tabletop999999999-0", "version 999999999", "update tabletop"),
        ("tabletop0-abc", "version 0", "copy"),
        (CODE.lower(), "damaged", "capital and small letters, but"),
        (CODE.upper(), "damaged", "capital and small letters, but"),
        (CODE[:30] + "." + CODE[30:], 'damaged: "." does not belong', "copy"),
        (CODE[:30] + "\u0430" + CODE[31:], 'damaged: "\\u0430" does not belong', "copy"),
        (CODE[:30] + "\u0662" + CODE[31:], 'damaged: "\\u0662" does not belong', "copy"),
        (CODE + CODE, 'damaged: "-" does not belong', "copy"),
        (CODE + "\x1b[31m", 'damaged: "\\u001b"', "copy"),
        ("x" * 100_000, "100,000 letters", "one code"),
    ],
)
def test_what_is_no_code_is_said(text: str, message: str, hint: str) -> None:
    found = refusal(text)
    assert message in found.message
    assert hint in found.hint


# --- malice: codes with a true checksum


@pytest.mark.parametrize(
    ("raw", "said"),
    [
        (b"", "it does not contain JSON"),
        (b"[]", "it contains []"),
        (b"null", "it contains null"),
        (b'"army"', "it contains"),
        (b"{}", "it does not name a game system"),
        (b'{"system":7}', "its game system is 7"),
        (b'{"system":""}', "its game system is"),
        (b'{"system":"xx"', "it does not contain JSON"),
        (b'{"system":"xx"} {}', "it does not contain JSON"),
        (b'{"system":"xx","x":' + b"1" * 5_000 + b"}", "it does not contain JSON"),
        (b"\xff\xfe", "it does not contain text"),
        (b'{"system":"xx","~date":"2024-01-01"}', "is not known"),
        (b'{"system":"xx","on":{"~date":"tomorrow"}}', "is not known"),
        (b'{"system":"xx","on":{"~date":7}}', "is not known"),
        (b'{"system":"xx","on":{"~date":"2024-01-01","x":1}}', "is not known"),
        (b'{"system":"xx","on":{"~eval":"1"}}', '"~eval" is not known'),
        (b'{"system":"xx","x":' + b"[" * 41 + b"]" * 41 + b"}", "nested deeper than 40"),
        (b'{"system":"xx","x":' + b"[" * 400_000 + b"]" * 400_000 + b"}", "nested deeper than 40"),
        (b'{"system":"xx","x":' + b'{"a":' * 100_000 + b"1" + b"}" * 100_000 + b"}", "nested deeper than 40"),
        (b'{"system":"xx","x":"' + b"a" * LARGEST_FILE + b'"}', "more than 1,000,000 bytes"),
        (b"a" * 10_000_000, "more than 1,000,000 bytes"),
    ],
)
def test_what_is_packed_must_be_an_army(raw: bytes, said: str) -> None:
    assert said in refusal(packed(raw)).message


def test_a_bomb_is_not_even_unpacked() -> None:
    """Ten million letters in a code of a few thousand: no more is unpacked than an army may have."""
    bomb = packed(b"a" * 10_000_000)
    tracemalloc.start()
    refusal(bomb)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert peak < 4 * LARGEST_FILE


def test_streams_that_do_not_end_well() -> None:
    whole = zlib.compressobj(9, zlib.DEFLATED, -15, 9, zlib.Z_DEFAULT_STRATEGY, VERSION_1)
    body = whole.compress(json.dumps(PATROL).encode()) + whole.flush()
    assert data_of(sealed(body)) == PATROL
    assert "does not end" in refusal(sealed(body[:-1])).message
    assert "does not end" in refusal(sealed(body + b"more")).message
    assert "cannot be unpacked" in refusal(sealed(b"\xff" * 40)).message
    assert "not an army" in refusal(sealed(zlib.compress(b"{}"))).message


@examples(300)
@given(st.binary(min_size=1, max_size=120))
def test_no_stream_does_harm(body: bytes) -> None:
    """Random bytes with a true checksum: an army, or a refusal."""
    try:
        assert isinstance(data_of(sealed(body))["system"], str)
    except TabletopError as refused:
        assert refused.message


@examples(300)
@given(st.text(max_size=80), st.booleans())
def test_no_text_does_harm(text: str, begun: bool) -> None:
    try:
        data_of(BEGIN + text if begun else text)
    except TabletopError as refused:
        assert refused.hint
        assert len(refused.message) < 300


@examples(200)
@given(VALUES)
def test_no_json_does_harm(value: Any) -> None:
    raw = json.dumps({"system": "xx", "x": value}, default=str).encode()
    try:
        data_of(packed(raw))
    except TabletopError as refused:
        assert "~" in refused.message


# --- what is not packed


@pytest.mark.parametrize(
    ("army", "said"),
    [
        ({}, "it does not name a game system"),
        ({"system": ["xx"]}, "its game system is"),
        ({"system": "xx", "x": 16**6_000}, "too long for a code"),
        ({"system": "xx", "text": "".join(map(chr, range(20_000, 45_000)))}, f"at most {LONGEST:,} are allowed"),
        ({"system": "xx", "units": [{}, {"name": "w" * 201}]}, r"^units\[1\]\.name: 201 letters, at most 200 allowed"),
    ],
)
def test_armies_that_have_no_code(army: dict[str, Any], said: str) -> None:
    with pytest.raises(TabletopError, match=said):
        code_of(army)


def test_a_code_with_a_name_that_is_too_long_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    long = {"system": "td", "name": "e\u0301" * 150}
    with monkeypatch.context() as once:
        once.setattr("tabletop_cli.core.lists.share._long_names", lambda data: [])
        code = code_of(long)
    wrong = refusal(code)
    assert (wrong.code, wrong.message) == ("bad-code", "name: 300 letters, at most 200 allowed")


def test_half_characters_travel() -> None:
    """JSON files may hold them."""
    army = {"system": "xx", "name": "\ud800"}
    assert data_of(code_of(army)) == army


# --- limits


def test_a_code_of_nothing_is_damaged() -> None:
    assert "damaged" in refusal(sealed(b"")).message
    assert "cannot be unpacked" in refusal(sealed(b"\xff")).message


@pytest.mark.parametrize(("letters", "told"), [("abcdefghij", False), ("abcdefghijk", True), ("ABCDEFGHIJKL", True)])
def test_letters_all_alike_are_remarked_on_where_there_are_enough(letters: str, told: bool) -> None:
    assert ("alike" in refusal(f"{BEGIN}{letters}").hint) is told
    assert "alike" not in refusal(f"{BEGIN}{letters}Xx").hint


def test_a_code_has_as_many_letters_as_it_may_have(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tabletop_cli.core.lists.share.LONGEST", len(CODE))
    assert code_of(PATROL) == CODE
    assert data_of(CODE + " " * len(CODE)) == PATROL  # what stands around it may be as long again
    with pytest.raises(TooBig, match="longer than a code can be"):
        data_of(CODE + " " * (len(CODE) + 1))
    monkeypatch.setattr("tabletop_cli.core.lists.share.LONGEST", len(CODE) - 1)
    with pytest.raises(TooBig, match=f"would have {len(CODE)} letters; at most {len(CODE) - 1} are allowed"):
        code_of(PATROL)


def test_a_word_that_is_no_code_is_told_up_to_forty_letters() -> None:
    assert refusal("x" * 40).message.startswith(f'"{"x" * 40}" is not the code of an army')
    assert refusal("x" * 41).message.startswith(f'"{"x" * 40}" is not the code of an army')


def test_a_code_among_words_is_told_apart_from_one_that_is_damaged() -> None:
    broken = CODE[:-1] + ("a" if CODE[-1] != "a" else "b")
    assert data_of(f"look at this: {CODE}, and play") == PATROL
    assert "a letter is missing" in refusal(f"look at this: {broken} and play").message
    assert "2 codes" in refusal(f"{CODE} or {broken}").message
