"""Texts that are doubled: a reader of a text twice as long takes twice as long, and not four times.

Each reader reads each shape at a length, at twice and at four times that length; what counts is the
processor time of this process, and of several tries the shortest.
"""

from __future__ import annotations

import gc
import json
from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import cache, partial
from math import sqrt
from random import Random
from typing import Any, Final, NamedTuple

from gipf_meta.base.clock import cpu_ms
from gipf_meta.base.errors import GipfMetaError
from gipf_meta.base.json_text import read_json
from gipf_meta.base.names import clean_name, fold, why_no_name
from gipf_meta.base.sentences import cut_to_cells, escape_json, one_line
from gipf_meta.base.sgf import read_sgf
from gipf_meta.library import settings
from gipf_meta.match.session import Session
from gipf_meta.match.typed_turns import read_decisions
from gipf_meta.plugins.loading import installed_plugins, load_plugins
from gipf_meta.protocol.capabilities import Positions
from gipf_meta.protocol.game import Turn
from gipf_meta.protocol.options import configure, options_of, read_options, read_settings
from gipf_meta.records.record_files import loads, record_of_link
from gipf_meta.records.text_formats import read_games
from tests.fuzz.messages import Wrong
from tests.specimens import find_specimens

RATIO: Final = 2.6
"""Twice the text takes at most so many times as long: 2, and what caches and measuring cost."""
LEAST_MS: Final = 12.0
"""The least time that is compared, in milliseconds."""
MOST_LETTERS: Final = 300_000
"""The longest text; what is read in less than ``LEAST_MS`` then is read fast enough."""
TRIES: Final = 5

PIECES: Final = (
    *("{", "}", "(", ")", "[", "]", "(a ", ") ", "{}", "{a} ", "()", "[]", '["', '"', "'", "\\"),
    *("\u0301", "a\u0301", "\u0327", "\u0327\u0301", "\u200b", "é", "\ufdfa", "İ", "\x00"),
    *(" ", "\n", "\r\n", "a ", "a\n", " \n", ", ", ",", "; ", ";\n", "# a\n", "/", ":", "-", "--"),
    *("a", "1", "9", "1. ", "1.", "... ", "$999", "$1 ", "!", "? ", "@1 ", "@", "x", "=", "|"),
    *("  1. A: a\n", "    a\n", "> 1. a\n", "  2.1.1. a\n", "    or 1. a\n", " as ", ": "),
    *("Name: a\n", "[A \"b\"]\n", "a1", "a1,", "a1-b2 ", "Wa1 ", "\ufeff", "\t"),
    *("(;", ";P0[1 a]", "A[b]", "A[b", "\\]"),
    *('{"a":', "[1,", '"a",', "1e5,", "on=", "a.b=c", "white wins ", "and ", "<param name="),
)  # fmt: skip
"""The pieces that a text repeats."""


class Frame(NamedTuple):
    """The text before and behind the pieces."""

    head: str = ""
    tail: str = ""


class DoubledReader(NamedTuple):
    """*read* reads a text, and may refuse it by a ``GipfMetaError`` or a ``ValueError``; *frames*
    are what stands around the pieces of it."""

    read: Callable[[str], object]
    frames: tuple[Frame, ...] = (Frame(),)


@cache
def readers() -> dict[str, DoubledReader]:
    """All readers of texts that come from outside, by their names."""
    return dict(_readers())


def _readers() -> Iterator[tuple[str, DoubledReader]]:
    for name in find_specimens():
        game = load_plugins().find(name)()
        session = Session.begin(game, (0, 1))
        state = session.state
        while not isinstance(now := game.status(state), Turn):
            state = game.apply(state, now.outcomes[0][0])
        seat = now.seat
        first = game.format(state, game.legal_moves(state, seat)[0])
        around = (Frame(), Frame(first), Frame(f"{first} "), Frame(f"{first},", f" {first}"))
        decisions = partial(read_decisions, game, state, seat, True)
        yield f"{name}: a decision", DoubledReader(partial(game.parse, state, seat), around)
        yield f"{name}: a turn", DoubledReader(partial(game.parse_turn, state), around)
        yield f"{name}: a line", DoubledReader(partial(_lines, game, state), around)
        yield f"{name}: what is typed", DoubledReader(decisions, around)
        if isinstance(game, Positions):
            written = game.to_text(state)
            head, _blank, tail = written.partition(" ")
            frames = (Frame(), Frame(written), Frame(head, f" {tail}"), Frame(f"{head} "))
            yield f"{name}: a position", DoubledReader(game.from_text, frames)
        sheet = f'[Game "{name}"]\n1. {first}'
        frames: tuple[Frame, ...] = (
            *(Frame(f"{sheet} "), Frame(sheet), Frame(f"{sheet} (", " a)"), Frame(f"{sheet} {{")),
            *(Frame(f"{sheet} ", f" {first}"), Frame(f'[Game "{name}"]\n[Players "a', 'b"]\na')),
            *(Frame(f'[Game "{name}"]\nName: a', f"b\n{first}"), Frame(f'[Game "{name}"]\n')),
        )
        yield f"{name}: a sheet", DoubledReader(_games, frames)
        seat_of = game.seat_names[seat]
        replayed, listed = f"  1. A as {seat_of}: {first}\n", f"> 1. {first}\n"
        frames = (
            *(Frame(replayed), Frame(f"{replayed}    "), Frame("", replayed), Frame(listed)),
            *(Frame(f"  1. A as {seat_of}: ", "\n"), Frame(f"{replayed}{game.title}: ", " won.")),
        )
        yield f"{name}: as it is told", DoubledReader(_games, frames)
        yield f"{name}: options", DoubledReader(partial(_options, type(game)))
    yield "any text", DoubledReader(_games, (Frame(), Frame("\n"), Frame("a")))
    for reader in installed_plugins().all_readers():
        if reader.example:
            half = len(reader.example) // 2
            frames = (
                *(Frame(reader.example), Frame(reader.example[:half], reader.example[half:])),
                *(Frame(reader.example[: at + 1]) for at in _places(reader.example)),
            )
            yield f"records: {reader.name}", DoubledReader(_games, frames)
    begun = '{"format": 1, "game": "zertz", '
    frames = (Frame(), Frame(begun), Frame(f'{begun}"comment": "', '"}'), Frame("[", "]"))
    yield "JSON", DoubledReader(read_json, frames)
    yield "our records", DoubledReader(loads, frames)
    yield "links", DoubledReader(record_of_link)
    yield "SGF", DoubledReader(read_sgf, (Frame("(;"), Frame("(;A[", "])"), Frame("(", ")")))
    yield "a setting", DoubledReader(lambda text: read_settings([text]), (Frame(), Frame("a=")))
    yield "settings", DoubledReader(lambda text: read_settings(text.split()))
    yield "kept settings", DoubledReader(lambda text: settings.read_settings({"name": text}))
    for each in (why_no_name, clean_name, fold, one_line, escape_json):
        yield f"names: {each.__name__}", DoubledReader(each, (Frame(), Frame("a", "b")))
    yield "names: cut_to_cells", DoubledReader(lambda text: cut_to_cells(text, 10**9))


def _places(text: str) -> list[int]:
    """The places for the pieces inside a short *text*: behind signs that open, close or part."""
    found = [at for at, letter in enumerate(text) if letter in '[](){};:,"\n ']
    return found[:: max(1, len(found) // 6)]


def _lines(game: Any, state: Any, text: str) -> None:
    for _state in game.play_line(state, text):
        pass


def _games(text: str) -> None:
    for _game in read_games(text, installed_plugins().all_readers(), load_plugins().find):
        pass


def _options(game: Any, text: str) -> None:
    for option in list(options_of(game))[:2]:
        with suppress(GipfMetaError):
            configure(game, {option: text})
    read_options(game, [f"{text}={text}"], load_plugins().find)


# ---- measuring -----------------------------------------------------------------------------------


def text_of(frame: Frame, piece: str, count: int) -> str:
    """A text of so many pieces in their frame."""
    return f"{frame.head}{piece * count}{frame.tail}"


def took_ms(reader: DoubledReader, text: str) -> float:
    """The processor time in which *text* is read."""
    gc.disable()  # how long it takes to look for garbage depends on what was there before
    begun = cpu_ms()
    try:
        reader.read(text)
    except (GipfMetaError, ValueError, LookupError):
        pass
    finally:
        took = cpu_ms() - begun
        gc.enable()
    return took


def too_dear(reader: DoubledReader, frame: Frame, piece: str) -> str:
    """A sentence: *piece* costs more than it weighs in *frame*; ``""``: it does not."""
    count = 500
    while (took := took_ms(reader, text_of(frame, piece, count))) < LEAST_MS:
        count *= 4 if took < LEAST_MS / 8 else 2
        if count * len(piece) > MOST_LETTERS:
            return ""
    times = [took, *(took_ms(reader, text_of(frame, piece, count * n)) for n in (2, 4))]
    for _again in range(TRIES):
        ratio = sqrt(times[2] / times[0])  # the mean of both: memory grows in leaps
        if ratio < RATIO:
            return ""
        again = (took_ms(reader, text_of(frame, piece, count * n)) for n in (1, 2, 4))
        times = [max(0.1, min(pair)) for pair in zip(times, again, strict=True)]
    said = "/".join(f"{ms:.0f}" for ms in times)
    return f"{piece!r} {count:,} times and its doubles take {said} ms, {ratio:.1f} times"


# ---- as a target ---------------------------------------------------------------------------------


def make_doubled(rng: Random) -> bytes:
    """A reader, one of its frames, and a piece that stands there again and again."""
    name = rng.choice([*readers()])
    piece = rng.choice(PIECES)
    if rng.random() < 0.3:
        piece += rng.choice(PIECES)
    return json.dumps([name, rng.randrange(len(readers()[name].frames)), piece]).encode()


def feed_doubled(content: bytes) -> None:
    """Measures it. Raises ``Wrong`` if it costs more than it weighs."""
    name, frame, piece = json.loads(content)
    reader = readers()[name]
    if why := too_dear(reader, reader.frames[frame], piece):
        raise Wrong(f"{name}, {reader.frames[frame].head[-30:]!r}: {why}")
