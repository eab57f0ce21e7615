"""The targets of attacks: for each, how an input is made and what must hold when it is fed."""

from __future__ import annotations

import json
import os
import tempfile
from collections.abc import Callable, Iterator, Sequence
from contextlib import chdir, suppress
from functools import cache
from pathlib import Path
from random import Random
from typing import Any, Final, NamedTuple
from unittest.mock import patch

from gipf_meta.base.errors import GipfMetaError
from gipf_meta.base.sentences import show_unprintable
from gipf_meta.plugins.loading import installed_plugins, load_plugins
from gipf_meta.protocol.capabilities import Positions
from gipf_meta.protocol.game import AnyGame, Chance, Over, Turn
from gipf_meta.protocol.options import configure, options_of, read_settings, start_state
from gipf_meta.records.encodings import decode
from gipf_meta.records.models import Record, RecordError
from gipf_meta.records.reader import replay
from gipf_meta.records.record_files import dumps, load, loads, read_name
from gipf_meta.records.text_formats import read_games
from gipf_meta.records.writer import to_record
from gipf_meta.render.text import page
from tests.fuzz.doubled import feed_doubled, make_doubled
from tests.fuzz.keeping import Unsound, feed_sheet, make_sheet, played
from tests.fuzz.libraries import Lost, feed_damage, make_damage, sound
from tests.fuzz.messages import Wrong, feed_messages, make_messages
from tests.fuzz.mutation import ODD, VALUES, mutated_bytes, mutated_json, mutated_text
from tests.fuzz.nesting import feed_nested, make_nested
from tests.fuzz.terminals import make_bytes, why_broken
from tests.fuzz.work import feed_long, make_long
from tests.records.file_names import BAD_NAMES, FACES, furnish, load_by_door
from tests.specimens import find_specimens, of_all

RECORDS: Final = Path(__file__).parents[1] / "records" / "of_before" / "format-1"
GAMES: Final = tuple(find_specimens())
WALKS: Final = 6
LONGEST_SENTENCE: Final = 12_000
MATCHES: Final = 16
"""Matches in the library that is damaged."""


class Broken(Exception):
    """A rule that must hold does not."""


class Target(NamedTuple):
    """*make* returns an input, *feed* attacks with it: raises ``Broken``, or any error of a defect;
    ``GipfMetaError`` is a refusal. *ms* of processor time are the limit of an input. Of the time of
    all targets each gets its *share*."""

    make: Callable[[Random], bytes]
    feed: Callable[[bytes], None]
    ms: int = 5_000
    share: int = 1


def check_refusal(error: GipfMetaError) -> None:
    """Raises ``Broken`` unless the text of *error* is one plain line."""
    said = str(error)
    if not said or said != show_unprintable(said) or len(said) > LONGEST_SENTENCE:
        raise Broken(f"{type(error).__name__} says {said!r:.300}")


@cache
def _find() -> Callable[[str], type[AnyGame]]:
    return load_plugins().find


@cache
def _game(name: str) -> AnyGame:
    return _find()(name)()


@cache
def _walk(name: str, number: int) -> list[tuple[Any, list[str]]]:
    """States of a random game, each with texts of legal moves."""
    game, rng = _game(name), Random(f"{name} {number}")
    state, walk = game.start(2), []
    while len(walk) < 60:
        now = game.status(state)
        if isinstance(now, Turn):
            moves = list(game.legal_moves(state, now.seat))
            some = rng.sample(moves, min(12, len(moves)))
            walk.append((state, [game.format(state, move) for move in some]))
            state = game.apply(state, rng.choice(some))
        elif isinstance(now, Chance):
            state = game.apply(state, rng.choice(now.outcomes)[0])
        else:
            break
    return walk


# ---- texts -------------------------------------------------------------------------------------


def _make_text(rng: Random) -> bytes:
    name, number = rng.choice(GAMES), rng.randrange(WALKS)
    walk = _walk(name, number)
    step = rng.randrange(len(walk))
    legal = walk[step][1]
    how = rng.choice(("parse", "parse_turn", "play_line"))
    text = mutated_text(rng, rng.choice(legal), [*legal, *rng.choice(walk)[1]])
    return json.dumps([name, number, step, how, text]).encode()


def _feed_text(content: bytes) -> None:
    name, number, step, how, text = json.loads(content)
    game, (state, _) = _game(name), _walk(name, number)[step]
    now = game.status(state)
    assert isinstance(now, Turn)
    if how == "parse":
        move = game.parse(state, now.seat, text)
        if move not in game.legal_moves(state, now.seat):
            raise Broken(f"{text!r} is read as a move that is not legal")
    elif how == "parse_turn":
        for move in game.parse_turn(state, text):
            state = game.apply(state, move)
    else:
        for _ in game.play_line(state, text):
            pass


# ---- positions ---------------------------------------------------------------------------------


@cache
def _positions(name: str) -> list[str]:
    game = _game(name)
    assert isinstance(game, Positions)
    return [game.to_text(state) for n in range(WALKS) for state, _ in _walk(name, n)]


def _make_position(rng: Random) -> bytes:
    name = rng.choice(GAMES)
    some = _positions(name)
    return json.dumps([name, mutated_text(rng, rng.choice(some), some[:20])]).encode()


def _feed_position(content: bytes) -> None:
    name, text = json.loads(content)
    _check_position(_game(name), text)


def _check_position(game: AnyGame, text: str) -> None:
    """Raises ``Broken`` if *text* is read as a position that is not sound."""
    assert isinstance(game, Positions)
    state = game.from_text(text)
    again = game.to_text(state)
    if game.to_text(game.from_text(again)) != again:
        raise Broken(f"{again!r} is another position when it is read again")
    now = game.status(state)
    if isinstance(now, Turn):
        for move in list(game.legal_moves(state, now.seat))[:5]:
            game.status(game.apply(state, move))
    page(game.view(state, None))


# ---- positions inside turns --------------------------------------------------------------------

INSIDE: Final = of_all(lambda game, said: [(game, dict(options)) for options in said.inside])
"""Games with options under which much is decided inside a turn."""


@cache
def _inside(number: int) -> tuple[AnyGame, list[str]]:
    """A game of ``INSIDE``, and the positions of random matches of it, duels begun and won."""
    name, options = INSIDE[number]
    if name == "gipf":
        options = {**options, "challenges_enabled": "on", "challenge_when": "first_use"}
    game, texts = configure(_find()(name), options), []
    assert isinstance(game, Positions)
    for walk in range(WALKS):
        rng, state = Random(f"inside {number} {walk}"), game.start(2)
        for _ in range(150):
            now = game.status(state)
            if isinstance(now, Over):
                break
            texts.append(game.to_text(state))
            if isinstance(now, Turn):
                move = rng.choice(game.legal_moves(state, now.seat))
            elif isinstance(now, Chance):
                move = rng.choice(now.outcomes)[0]
            else:
                move = game.settle(state, rng.choice((0, 1, None)), now.game)
            state = game.apply(state, move)
    return game, texts


def _make_inside(rng: Random) -> bytes:
    number = rng.randrange(len(INSIDE))
    some = _inside(number)[1]
    text = rng.choice(some)
    if rng.random() < 0.5:  # the end of another position, which tells of another turn
        head, tail = text.rsplit(" ", 1), rng.choice(some).rsplit(" ", 1)
        text = f"{rng.choice((text, head[0]))} {tail[-1]}"
    return json.dumps([number, mutated_text(rng, text, some[:20])]).encode()


def _feed_inside(content: bytes) -> None:
    number, text = json.loads(content)
    _check_position(_inside(number)[0], text)


# ---- options -----------------------------------------------------------------------------------


def _make_options(rng: Random) -> bytes:
    name = rng.choice(GAMES)
    usual = options_of(type(_game(name)))
    values = [*usual.values(), *ODD]
    chosen = rng.choices(sorted(usual) or ODD, k=rng.randrange(1, 4))  # not every game has options
    if rng.random() < 0.5:
        words = []
        for option in chosen:
            word = f"{option}={rng.choice((usual.get(option, ''), rng.choice(values)))}"
            words.append(mutated_text(rng, word, values) if rng.random() < 0.5 else word)
        return json.dumps([name, words]).encode()
    return json.dumps([name, {o: rng.choice((*VALUES, *values)) for o in chosen}]).encode()


def _feed_options(content: bytes) -> None:
    name, given = json.loads(content)
    options = read_settings(given) if isinstance(given, list) else given
    game = configure(type(_game(name)), options)
    for seats in list(game.seat_counts)[:2]:
        state = start_state(game, seats)
        page(game.view(state, None))


# ---- records -----------------------------------------------------------------------------------


@cache
def _records() -> list[bytes]:
    kept = [path.read_bytes() for path in sorted(RECORDS.glob("*.json"))]
    return [*kept, *(dumps(to_record(played(name, 6))).encode() for name in GAMES)]


def _make_record(rng: Random) -> bytes:
    content = rng.choice(_records())
    if rng.random() < 0.02:
        return _bomb(rng)
    if rng.random() < 0.6:
        content = mutated_json(rng, content)
    return content if rng.random() < 0.5 else mutated_bytes(rng, content)


def _bomb(rng: Random) -> bytes:
    """A record that is small to write and large to read."""
    data = json.loads(_records()[-1])
    number = rng.choice((1_000, 100_000))
    match rng.randrange(4):
        case 0:
            return b"[" * number + b"]" * number
        case 1:
            data["players"] = [0, rng.choice((300_000_000, 2**63))]
        case 2:
            data["players"] = list(range(number))
        case _:
            turn = {"number": 1, "text": "", "decisions": [{"by": 0, "move": ""}]}
            data["turns"] = [turn] * number
    return json.dumps(data).encode()


@cache
def _folder() -> Path:
    """A folder of this process."""
    return Path(tempfile.mkdtemp(prefix="gipf-meta-fuzz-"))


def _feed_record(content: bytes) -> None:
    path = _folder() / f"record-{os.getpid()}.json"
    path.write_bytes(content)
    match = replay(load(path), _find())
    dumps(to_record(match))


# ---- records of others ---------------------------------------------------------------------------


@cache
def _written() -> list[str]:
    """Texts that some reader here knows: the example of each, and sheets of turns of each game."""
    examples = [reader.example for reader in installed_plugins().readers.values()]
    sheets = [_sheet(name, played(name, 8).sessions[0].turn_texts()) for name in GAMES]
    return [*filter(None, examples), *sheets]


def _sheet(name: str, turns: Sequence[str]) -> str:
    """*turns* of a game as people write them, with all that may stand beside them."""
    lines = [f"{n}. {turn} {{a comment}}!" for n, turn in enumerate(turns, 1)]
    head = f'[Game "{name}"]\n[White "Anna"]\n[Date "2008-06-14"]\n'
    return f"{head}{chr(10).join(lines)} (1. {turns[0]} ; or so\n) Black resigns\n"


def _make_written(rng: Random) -> bytes:
    some = _written()
    text = mutated_text(rng, rng.choice(some), some)
    content = text.encode("utf-8", "surrogatepass")
    return mutated_bytes(rng, content) if rng.random() < 0.2 else content


def _feed_written(content: bytes) -> None:
    text = decode(content).text
    for found in read_games(text, installed_plugins().all_readers(), _find()):
        if isinstance(found, RecordError):
            check_refusal(found)
            if "failed (" in str(found):
                raise Broken(str(found))
            continue
        again = loads(dumps(found.record))
        if again != found.record:
            raise Broken("a record changes when it is saved")
        replay(again, _find())


# ---- what is kept --------------------------------------------------------------------------------


def _feed_kept(content: bytes) -> None:
    try:
        feed_sheet(_folder(), content)
    except Unsound as unsound:
        raise Broken(str(unsound)) from None


def _feed_nested(content: bytes) -> None:
    try:
        feed_nested(_folder(), content)
    except Unsound as unsound:
        raise Broken(str(unsound)) from None


# ---- names of files ----------------------------------------------------------------------------

NAMES: Final = ("~/x.json", "~root", "./~x", "x.svg", "folder.json/x.json", "../x", "/dev/full")
"""The parts of names, beside those that are known to be bad."""


def _make_name(rng: Random) -> bytes:
    known = [*NAMES, *BAD_NAMES]
    name = mutated_text(rng, rng.choice(known), known)
    return json.dumps([rng.choice(sorted(FACES)), name]).encode()


def _feed_name(content: bytes) -> None:
    """Saves a match under a name in a face, and reads it from there.

    Raises ``Broken`` unless it was saved, or refused in a sentence, and the match went on.
    """
    face, name = json.loads(content)
    folder = _folder() / f"names-{os.getpid()}"
    if not folder.exists():
        folder.mkdir()
        furnish(folder)
    with chdir(folder), patch.dict(os.environ, {"HOME": str(folder)}):
        with suppress(GipfMetaError):
            if not Path(os.path.realpath(read_name(name))).is_relative_to(os.path.realpath(folder)):
                return  # what stands elsewhere is no business of a test
        said = FACES[face](name)
        if not said.rstrip().endswith((".", "?")):
            raise Broken(f"{face} says {said!r:.300}")
        if face == "door":
            load_by_door(name)


# ---- libraries ---------------------------------------------------------------------------------


def _matches() -> Iterator[Record]:
    """The matches of the library that is damaged; some are longer than a page."""
    for number in range(MATCHES):
        yield to_record(played(GAMES[number % 4], (40, 8, 3, 80)[number % 4], number + 1))


def _make_library(rng: Random) -> bytes:
    return make_damage(rng, len(sound(_folder(), _matches).data))


def _feed_library(content: bytes) -> None:
    try:
        feed_damage(sound(_folder(), _matches), _folder(), content)
    except Lost as lost:
        raise Broken(str(lost)) from None


# ---- frames of the page's socket -----------------------------------------------------------------


def _feed_messages(content: bytes) -> None:
    try:
        feed_messages(content)
    except Wrong as wrong:
        raise Broken(str(wrong)) from None


def _feed_doubled(content: bytes) -> None:
    try:
        feed_doubled(content)
    except Wrong as wrong:
        raise Broken(str(wrong)) from None


def _feed_long(content: bytes) -> None:
    try:
        feed_long(content)
    except Wrong as wrong:
        raise Broken(str(wrong)) from None


def _feed_terminal(content: bytes) -> None:
    if why := why_broken(content):
        raise Broken(why)


def prepare(target: str) -> None:
    """Makes what all inputs of *target* have in common, so that forked workers share it."""
    rng = Random(0)
    for _ in range(200 if target in ("texts", "positions", "positions inside turns") else 20):
        TARGETS[target].make(rng)


TARGETS: Final[dict[str, Target]] = {
    "texts": Target(_make_text, _feed_text, 2_000, share=3),
    "positions": Target(_make_position, _feed_position, 2_000, share=2),
    "positions inside turns": Target(_make_inside, _feed_inside, 2_000, share=2),
    "options": Target(_make_options, _feed_options),
    "records": Target(_make_record, _feed_record, share=3),
    "records of others": Target(_make_written, _feed_written, share=3),
    "kept": Target(lambda rng: make_sheet(rng, GAMES), _feed_kept, share=2),
    "nesting": Target(lambda rng: make_nested(rng, GAMES), _feed_nested, 10_000, share=2),
    "names": Target(_make_name, _feed_name),
    "libraries": Target(_make_library, _feed_library, share=3),
    "messages": Target(lambda rng: make_messages(rng, GAMES), _feed_messages, share=2),
    "work": Target(make_long, _feed_long, 1_000),
    "doubled shapes": Target(make_doubled, _feed_doubled, 60_000, share=3),
    "terminals": Target(make_bytes, _feed_terminal, 1_000),
}
