"""Share codes: an army list as one word of letters and digits, to be pasted anywhere and typed back in.

``tabletop1-`` and the digits, in base 62, of four bytes of checksum and the packed list: compact JSON with its keys in
their order, deflated with the words of `share_words` in front. The number is the version; each reads its own for ever.
Comments are not part of the data, and so not of the code. A code comes from strangers: nothing in it is believed.
"""

from __future__ import annotations

import datetime
import json
import re
import zlib
from collections.abc import Callable, Iterator, Mapping
from hashlib import sha256

from ..data import Json, JsonMapping, JsonObject, is_deeper, parse_json
from ..declare.kinds import brief_text, too_long_text
from ..errors import Malformed, TooBig
from .army import DEEPEST, LARGEST_FILE
from .share_words import VERSION_1

VERSION = 1
BEGIN = f"tabletop{VERSION}-"
DIGITS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
LONGEST = 20_000  # letters; a list with a hundred entries has about 2,000
CHECK = 4  # bytes of SHA-256 over what is packed
STEP = 10  # digits that are worked on at once
MARK = "~"  # begins keys that stand for what JSON does not have, and doubles at keys of players that begin so

_SPELLED = re.compile(r"tabletop([0-9]{1,9})-([0-9A-Za-z]*)", re.IGNORECASE)
_BESIDE = r"\s`'\"<>|*_~\u00a0\u200b-\u200d\u2060\ufeff\u2018-\u201f"
_AROUND = re.compile(rf"[{_BESIDE}]+")  # what chats and letters put there
_SPOKEN = re.compile(  # among other words: no part of an address
    rf"(?<![^(\[{{:,;{_BESIDE}])tabletop[0-9]{{1,9}}-[0-9A-Za-z]+(?![^)\]}}:,;.!?{_BESIDE}])", re.IGNORECASE
)
_AGAIN = "copy the whole code again, from tabletop to its last letter"


def code_of(data: JsonMapping) -> str:
    """The code of an army's data. Errors: `Malformed` for what is no army, `TooBig` for a code that is too long."""
    _require_army(data)
    packed = _deflate_text(_compact_json(data))
    code = BEGIN + _encode_digits(sha256(packed).digest()[:CHECK] + packed)
    if len(code) > LONGEST:
        said = f"the code of this army would have {len(code):,} letters; at most {LONGEST:,} are allowed"
        raise TooBig(said, hint="send the file itself")
    return code


def data_of(text: str) -> JsonObject:
    """The data of an army from its code, as it was pasted: line breaks, spaces, quotes and a chat around it do no harm.

    Errors: `Malformed` with code ``bad-code`` for what is no code, damaged, of another version, or no army;
    `TooBig` for one that would unpack without end.
    """
    return _require_army(_decode_dates(_parse_json(_inflate_text(_find_packed(text)))))


# --- the code as it is written


def _find_packed(text: str) -> bytes:
    """What a code packs; one code among other words is found, too. Errors: `Malformed`, `TooBig`."""
    try:
        return _packed_bytes(text)
    except Malformed as wrong:
        words = _SPOKEN.findall(text)
        if len(words) > 1:
            raise _code_error(f"this contains {len(words)} codes", "import one code at a time") from None
        if not words:
            raise
        try:
            return _packed_bytes(words[0])
        except Malformed as damaged:
            raise (wrong if _AROUND.sub("", text).startswith(words[0][:8]) else damaged) from None


def _packed_bytes(text: str) -> bytes:
    """What a code packs, where nothing else stands in the text. Errors: as `_find_packed`."""
    raw = _decode_digits(_code_digits(text))
    packed = raw[CHECK:]
    if len(raw) <= CHECK or sha256(packed).digest()[:CHECK] != raw[:CHECK]:
        raise _damaged_error(text)
    return packed


def _code_digits(text: str) -> str:
    """The digits of a code, without what stands around and between them."""
    if len(text) > 2 * LONGEST:
        said = f"this is longer than a code can be: {len(text):,} letters"
        raise TooBig(said, hint="import one code at a time")
    word = _AROUND.sub("", text)
    found = _SPELLED.fullmatch(word)
    if not word:
        raise _code_error("there is no code", "to make one: tabletop share FILE")
    if not found:
        raise _no_code_error(word)
    if (version := int(found[1])) != VERSION:
        newer = f"this program knows version {VERSION}: update tabletop" if version > VERSION else _AGAIN
        raise _code_error(f"this code has version {version}, which this program does not know", newer)
    if not word.startswith(BEGIN):
        raise _damaged_error(text)
    return found[2]


def _no_code_error(word: str) -> Malformed:
    if re.match(r"tabletop[0-9]", word, re.IGNORECASE):
        stray = next((letter for letter in word.partition("-")[2] if letter not in DIGITS), "")
        what = (
            f"{brief_text(stray)} does not belong in it" if stray else "there must be a hyphen after the version number"
        )
        return _code_error(f"the code is damaged: {what}", _AGAIN)
    return _code_error(
        f"{brief_text(word[:40])} is not the code of an army",
        f"a code begins with {BEGIN}; to make one: tabletop share FILE",
    )


def _damaged_error(text: str) -> Malformed:
    letters = [letter for letter in text.partition("-")[2] if letter.isalpha()]
    one_case = len(letters) > STEP and (all(map(str.isupper, letters)) or all(map(str.islower, letters)))
    hint = "a code has capital and small letters, but here all are alike; " if one_case else ""
    return _code_error("the code is damaged: a letter is missing, wrong or in the wrong place", hint + _AGAIN)


def _code_error(message: str, hint: str) -> Malformed:
    return Malformed(message, hint=hint, code="bad-code")


def _encode_digits(raw: bytes) -> str:
    """Bytes as digits, the fewest that hold so many bytes."""
    number, found = int.from_bytes(raw), ""
    parts = []
    while number:
        number, rest = divmod(number, 62**STEP)
        parts.append(rest)
    for part in reversed(parts):
        ten = ""
        for _ in range(STEP):
            part, digit = divmod(part, 62)
            ten = DIGITS[digit] + ten
        found += ten
    return found.lstrip(DIGITS[0]).rjust(_digit_count(len(raw)), DIGITS[0])


def _decode_digits(digits: str) -> bytes:
    """The bytes that digits stand for; none where no bytes are written so."""
    number = 0
    for at in range(0, len(digits), STEP):
        part = digits[at : at + STEP]
        value = 0
        for digit in part:
            value = value * 62 + DIGITS.index(digit)
        number = number * 62 ** len(part) + value
    size = _byte_count(len(digits))
    fits = _digit_count(size) == len(digits) and number.bit_length() <= 8 * size
    return number.to_bytes(size) if fits else b""


def _digit_count(size: int) -> int:
    """How many digits hold so many bytes: the least n with 62**n >= 256**size."""
    guess: int = size * 80_000 // 59_542  # log2(62) is 5.95419..., so this is never too many
    while 62**guess < 256**size:
        guess += 1
    return guess


def _byte_count(width: int) -> int:
    """How many bytes so many digits hold: the most n with 256**n <= 62**width."""
    most: int = 62**width
    return (most.bit_length() - 1) // 8


# --- what is packed


def _compact_json(data: JsonMapping) -> str:
    try:
        return json.dumps(_encode_dates(data), ensure_ascii=False, separators=(",", ":"))
    except ValueError:  # TOML has numbers in base 16, which may be longer than Python writes in base 10
        raise TooBig("a number in this army is too long for a code") from None


def _deflate_text(text: str) -> bytes:
    squeeze = zlib.compressobj(9, zlib.DEFLATED, -15, 9, zlib.Z_DEFAULT_STRATEGY, VERSION_1)
    return squeeze.compress(text.encode("utf-8", "surrogatepass")) + squeeze.flush()


def _inflate_text(packed: bytes) -> str:
    """The text that was packed, never more than an army file may have."""
    unpack = zlib.decompressobj(-15, VERSION_1)
    try:
        raw = unpack.decompress(packed, LARGEST_FILE + 1)
        if len(raw) > LARGEST_FILE:
            raise TooBig(f"the code contains more than {LARGEST_FILE:,} bytes, which is too much for an army")
        if not unpack.eof or unpack.unused_data:
            raise _no_army_error("its content does not end where it should")
        return raw.decode("utf-8", "surrogatepass")
    except zlib.error:
        raise _no_army_error("it cannot be unpacked") from None
    except UnicodeDecodeError:
        raise _no_army_error("it does not contain text") from None


def _parse_json(text: str) -> Json:
    try:
        data = parse_json(text)
    except RecursionError:
        raise _too_deep_error() from None
    except ValueError:
        raise _no_army_error("it does not contain JSON") from None
    if is_deeper(data, 2 * DEEPEST):  # what is marked lies deeper than what it stands for
        raise _too_deep_error()
    return data


def _require_army(data: Json) -> JsonObject:
    """What looks like an army. Errors: `Malformed`, `TooBig` for all else."""
    if not isinstance(data, Mapping):
        raise _no_army_error(f"it contains {brief_text(data)}")
    if is_deeper(data, DEEPEST):
        raise _too_deep_error()
    system = data.get("system")
    if not isinstance(system, str) or not system:
        raise _no_army_error(
            "it does not name a game system" if system is None else f"its game system is {brief_text(system)}"
        )
    for name, said in _long_names(data):
        raise _code_error(f"{name}: {said}", "ask the sender to shorten it")
    return dict(data)


def _long_names(value: Json, where: str = "") -> Iterator[tuple[str, str]]:
    """Names with more letters than an army file may give them: where they stand, and what is wrong with them."""
    inside = value.items() if isinstance(value, Mapping) else enumerate(value) if isinstance(value, list) else ()
    for key, one in inside:
        place = f"{where}[{key}]" if isinstance(key, int) else f"{where}.{key}".lstrip(".")
        if key == "name" and (said := too_long_text(one)):
            yield place, said
        yield from _long_names(one, place)


def _no_army_error(why: str) -> Malformed:
    return _code_error(f"this is not an army: {why}", "codes are made of army files: tabletop share FILE")


def _too_deep_error() -> TooBig:
    return TooBig(f"the army is nested deeper than {DEEPEST} levels")


# --- what TOML has and JSON has not: dates and times

_DATES: dict[str, Callable[[str], Json]] = {
    f"{MARK}{kind.__name__}": kind.fromisoformat for kind in (datetime.datetime, datetime.date, datetime.time)
}


def _encode_dates(value: Json) -> Json:
    """Data as JSON has it: a date is a table with one marked key."""
    if isinstance(value, Mapping):
        return {MARK + key if key.startswith(MARK) else key: _encode_dates(one) for key, one in value.items()}
    if isinstance(value, list | tuple):
        return [_encode_dates(one) for one in value]
    if isinstance(value, datetime.date | datetime.time):
        return {f"{MARK}{type(value).__name__}": value.isoformat()}
    return value


def _decode_dates(value: Json) -> Json:
    """The inverse of `_encode_dates`. Errors: `Malformed` for marked keys that it does not write."""
    if isinstance(value, list):
        return [_decode_dates(one) for one in value]
    if not isinstance(value, dict):
        return value
    marked = [key for key in value if key.startswith(MARK) and not key.startswith(MARK * 2)]
    if not marked:
        return {key[1:] if key.startswith(MARK) else key: _decode_dates(one) for key, one in value.items()}
    try:
        ((key, written),) = value.items()
        return _DATES[key](written)
    except (ValueError, KeyError, TypeError):
        raise _no_army_error(f"{brief_text(marked[0])} is not known") from None
