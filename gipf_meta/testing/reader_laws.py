"""The laws of readers of foreign records: they report the games that a text holds, or a fault.

    check_reader(READER)

reads the example of the reader, and the example damaged in many ways. Each game that the
host makes of them is legal to its last turn, or names the turn at which it was cut.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from random import Random
from typing import Any, ClassVar, Final, TypeAlias

from gipf_meta.base.sentences import one_line
from gipf_meta.base.sgf import holds_sgf, place_finder, sgf_games
from gipf_meta.match.match import DuelUnavailable
from gipf_meta.plugins.loading import installed_plugins
from gipf_meta.protocol.readers import AnyReader, Reader, RefusedGame, WrittenGame, WrittenTurn
from gipf_meta.records.models import RecordError
from gipf_meta.records.reader import replay
from gipf_meta.records.record_files import dumps, loads
from gipf_meta.records.sgf_games import root_of
from gipf_meta.records.text_formats import FoundGame, read_games
from gipf_meta.testing.checking import add_test, report
from gipf_meta.testing.trial.findings import Broken, Finding, need

ReaderLaw: TypeAlias = Callable[[AnyReader, Sequence[str]], None]

DAMAGED: Final = 150
"""The number of damaged texts that are made of each text."""
NONE_OF_THEM: Final = (
    "", "\n", "(;FF[4]GM[1])", "(;GM[2];B[d3])", "(;SU[Chess])",
    "{}", "[]", "(;", "hello", "Dear Anna,\n\nthank you.\n", "<html></html>",
    '{"format": 1, "game": "die", "players": [0, 1], "turns": []}', "\x00\x01", "1", "." * 5_000,
)  # fmt: skip
"""Texts that are of no such form."""
ODD: Final = ("", "\n", "[", "]", "(", ")", ";", "{", '"', "\\", "é", "0", "-1", "9" * 30, "\x00")


def its_texts_are_known(reader: AnyReader, texts: Sequence[str]) -> None:
    """A reader knows its own texts, and takes no others for them."""
    need(texts, "It has no example.", "Give the reader an example, a short text of its form.")
    for text in texts:
        known = _looks_like(reader, text)
        advice = "Answer True for every text of the form, False for others."
        need(known is True, f"{_knowing_method(reader)} says {known!r} of its example.", advice)
    for text in NONE_OF_THEM:
        known = _looks_like(reader, text)
        advice = "Look for what only your form has: every text of everybody is asked about."
        what = f"{_knowing_method(reader)} says {known!r} of {one_line(repr(text), 40)}."
        need(known is False, what, advice)


def reading_is_repeated(reader: AnyReader, texts: Sequence[str]) -> None:
    """The same text gives the same games each time it is read, and at least one."""
    for text in texts:
        games, again = list(_read(reader, text)), list(_read(reader, text))
        need(games, "read says no game of its example.", "Yield a WrittenGame for each game.")
        for game in games:
            need(
                isinstance(game, WrittenGame | RefusedGame),
                f"read says {one_line(repr(game), 60)}.",
                "It says values of WrittenGame.",
            )
        need(games == again, "read says something else the second time.", "Keep nothing.")


def examples_are_legal(reader: AnyReader, texts: Sequence[str]) -> None:
    """The games of the examples are legal to their last turn."""
    for text in texts:
        for found in _found(reader, text):
            if isinstance(found, RecordError):
                raise Broken(str(found), "See what read makes of the example.")
            need(not found.cut, found.cut, "Write the turn as the notation of the game has it.")


def what_is_read_is_legal(reader: AnyReader, texts: Sequence[str]) -> None:
    """Each game that is read from a text, damaged or not, can be saved, read again and replayed."""
    finder = installed_plugins().find
    for text in _with_damaged(texts):
        for found in _found(reader, text):
            if isinstance(found, RecordError):
                continue
            try:
                again = loads(dumps(found.record))
                replay(again, finder)
            except DuelUnavailable:
                continue
            except RecordError as error:
                raise Broken(f"{error} ({one_line(text, 60)})", "Report it: it is ours.") from None
            need(
                again == found.record, "A record changes by being saved.", "Report it: it is ours."
            )


def what_is_written_is_read_again(reader: AnyReader, texts: Sequence[str]) -> None:
    """A reader that writes reads each game that it wrote as the game that it had read before."""
    if reader.write is None:
        return
    for text in texts:
        for game in _read(reader, text):
            if not isinstance(game, WrittenGame) or game.fault:
                continue
            again = list(_read(reader, reader.write(game)))
            advice = "Write whatever read says, so that it says it again."
            need(len(again) == 1, f"One game, written, is read as {len(again)}.", advice)
            said, other = map(_without_places, (game, again[0]))
            need(said == other, f"{one_line(repr(said), 80)} is written otherwise.", advice)


def _without_places(said: object) -> object:
    """The game *said* by a reader, without places in the text: another text has other places."""
    if not isinstance(said, WrittenGame):
        return said
    return replace(said, turns=_bare_turns(said.turns), told=())


def _bare_turns(turns: Sequence[WrittenTurn]) -> tuple[WrittenTurn, ...]:
    return tuple(
        replace(turn, place="", variations=tuple(map(_bare_turns, turn.variations)))
        for turn in turns
    )


def damage_is_a_sentence(reader: AnyReader, texts: Sequence[str]) -> None:
    """A damaged text is read as far as it goes, or refused with a sentence of the reader."""
    for text in _with_damaged(texts):
        if not _looks_like(reader, text):
            continue
        try:
            for _game in _read(reader, text):
                pass
        except ValueError as error:
            is_own = type(error) is ValueError and "\n" not in str(error) and str(error)
            if is_own and str(error).endswith("."):
                continue
            raise Broken(
                f"read fails with {type(error).__name__}: {one_line(str(error), 80)}"
                f" at {one_line(text, 60)}",
                'Say the games up to there, the last with its fault; or raise ValueError("Why.").',
            ) from None
        except Exception as error:
            raise Broken(
                f"read fails with {type(error).__name__}: {one_line(str(error), 80)}"
                f" at {one_line(text, 60)}",
                "Say the games up to there, the last with its fault.",
            ) from None


READER_LAWS: Final[tuple[ReaderLaw, ...]] = (
    its_texts_are_known,
    reading_is_repeated,
    examples_are_legal,
    what_is_written_is_read_again,
    damage_is_a_sentence,
    what_is_read_is_legal,
)


def check_reader(reader: AnyReader, texts: Sequence[str] = ()) -> list[Finding]:
    """Checks *reader* by its example and more *texts* of its form; one finding for each law."""
    return [_ask(law, reader, texts) for law in READER_LAWS]


def _ask(law: ReaderLaw, reader: AnyReader, texts: Sequence[str]) -> Finding:
    says = one_line(law.__doc__ or "")
    try:
        law(reader, (*filter(None, [reader.example]), *texts))
    except Broken as broken:
        return Finding(law.__name__, says, False, broken.what, broken.advice)
    except Exception as error:
        what = f"It fails with {type(error).__name__}: {one_line(str(error), 120)}"
        return Finding(law.__name__, says, False, what, "A reader raises nothing but ValueError.")
    return Finding(law.__name__, says)


class ReaderConformance:
    """Tests a *reader* against every law, by its example and more *texts*: subclass it."""

    reader: ClassVar[AnyReader | None] = None
    texts: ClassVar[Sequence[str]] = ()


def _add_test(law: ReaderLaw) -> None:
    def test(self: ReaderConformance) -> None:
        assert self.reader is not None, "say reader = MY_READER"
        report(_ask(law, self.reader, self.texts))

    add_test(ReaderConformance, law, test)


for _law in READER_LAWS:
    _add_test(_law)


def _found(reader: AnyReader, text: str) -> Iterator[FoundGame | RecordError]:
    """The games that the host finds in *text* with *reader* alone; none if it does not know it."""
    if _looks_like(reader, text):
        yield from read_games(text, (reader,), installed_plugins().find)


def _knowing_method(reader: AnyReader) -> str:
    """The name of the method by which *reader* tells whether a text is of its form."""
    return "looks_like" if isinstance(reader, Reader) else "knows"


def _looks_like(reader: AnyReader, text: str) -> Any:
    """The answer of *reader* about *text*; for SGF, about the first game that it knows."""
    if isinstance(reader, Reader):
        return reader.looks_like(text)
    if not holds_sgf(text):
        return False
    answers = [reader.knows(root_of(game.tree)) for game in sgf_games(text)]
    return next(filter(None, answers), answers[0] if answers else False)


def _read(reader: AnyReader, text: str) -> Iterator[WrittenGame | RefusedGame]:
    """The games that *reader* reads from *text*."""
    if isinstance(reader, Reader):
        yield from reader.read(text)
        return
    find_place = place_finder(text)
    for game in sgf_games(text):
        if reader.knows(root_of(game.tree)):
            yield reader.read(game.tree, find_place)


def _with_damaged(texts: Sequence[str]) -> Iterator[str]:
    """*texts*, and each of them cut, with parts lost, doubled, swapped, and odd letters in it."""
    for text in texts:
        yield text
        rng = Random(len(text))
        for _ in range(DAMAGED):
            start, end = sorted(rng.choices(range(len(text) + 1), k=2))
            end = min(end, start + rng.choice((1, 2, 10, len(text))))
            odd = rng.choice((*ODD, rng.choice(text), text[start:end] * 2))
            yield text[:start] + odd + text[end:] if rng.random() < 0.8 else text[:start]
