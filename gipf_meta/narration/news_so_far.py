"""All news of a match, turn by turn, and those that one of its players has not answered yet.

Both are found in the match itself: they are the same after a reload, a reconnect, an undo.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from itertools import groupby
from textwrap import wrap
from typing import Final, NamedTuple

from gipf_meta.base.texts import N_, _
from gipf_meta.match.match import Match
from gipf_meta.match.playback import Moment, each_moment, last_decision
from gipf_meta.match.session import Session
from gipf_meta.narration.news import news
from gipf_meta.narration.story import INDENT, Names

NO_COUNT: Final = N_("Say news, or news 5 for the last five turns.")


class ToldTurn(NamedTuple):
    """The *sentences* on turn *number* of the game at *depth*: 0 is the match, 1 a duel of it, …

    The beginning of a duel belongs to the turn that led to it; a turn with a duel comes in two
    parts, before and after it. The match had so many *moments* after it.
    """

    number: int
    depth: int
    sentences: tuple[str, ...]
    moments: int = 0


def news_so_far(
    match: Match, names: Names, reader: int | None = None, acts: Iterable[tuple[int, str]] = ()
) -> Iterator[ToldTurn]:
    """Tells *match* from its beginning to now, a turn at a time, as ``news`` did while it was
    played; in the words of player *reader*.

    *acts* are sentences on what people did beside the game, each with the number of moments that
    the match had then: they stand where they happened, in the middle of a turn, too.
    """
    parts = [*_parts_told(match, names, reader, range(len(names)))]
    for at, sentence in acts:
        n = sum(part.moments <= at for part in parts)
        number, depth = parts[n - 1][:2] if n else (1, 0)
        parts.insert(n, ToldTurn(number, depth, (sentence,), at))
    for (number, depth), group in groupby(parts, lambda part: part[:2]):
        same = [*group]
        sentences = (sentence for part in same for sentence in part.sentences)
        yield ToldTurn(number, depth, tuple(sentences), same[-1].moments)


def _parts_told(
    match: Match, names: Names, reader: int | None, everyone: Collection[int]
) -> Iterator[ToldTurn]:
    """The news of *match*, told anew whenever another seat decides: nothing is told twice."""
    before: tuple[Session, ...] = ()
    numbers, moments = [1], 0
    for (depth, turn, _seat), group in groupby(each_moment(match.sessions), _who_decided):
        *earlier, now = group
        moments += 1 + len(earlier)
        del numbers[depth + 1 :]
        if depth == len(numbers):  # a duel begins
            numbers.append(1)
        if turn:
            numbers[depth] = turn
        if before:
            said = news(before, now.sessions, names, reader, in_words=True, at_once=everyone)
            if sentences := tuple(sentence for sentence in said if sentence):
                at = depth if turn else max(0, depth - 1)
                yield ToldTurn(numbers[at], at, sentences, moments)
        before = now.sessions


def _who_decided(moment: Moment) -> tuple[int, int, int | None]:
    """The depth and the turn of *moment*, and the seat that has led to it."""
    steps = moment.sessions[-1].steps
    return moment.depth, moment.turn, steps[-1].seat if steps else None


def nothing_yet() -> str:
    """The sentence where nothing is to be told."""
    return _("Nothing has happened yet.")


def last_turns(turns: Iterable[ToldTurn], count: int) -> list[ToldTurn]:
    """The parts of the last *count* of *turns*, of the match and of its duels."""
    grouped = [[*parts] for _turn, parts in groupby(turns, lambda part: part[:2])]
    return [part for parts in grouped[-count:] for part in parts]


def told_lines(turns: Iterable[ToldTurn], columns: int) -> Iterator[str]:
    """The sentences of *turns* on lines of at most so many *columns*: behind the number of their
    turn, or indented below it; duels are indented as a whole."""
    for turn in turns:
        lead = f"{INDENT * turn.depth}{turn.number:>3}. "
        for sentence in turn.sentences:
            hang = " " * len(lead)
            yield from wrap(
                f"{lead}{sentence}", columns, subsequent_indent=hang, break_on_hyphens=False
            )
            lead = hang


def news_unanswered(
    sessions: Sequence[Session],
    names: Names,
    players: Collection[int],
    reader: int | None = None,
    in_words: bool = True,
) -> list[str]:
    """Tells what has happened since one of *players* decided last; that decision, too, until others
    have decided. Of a match in which they have not decided yet, tells all.

    As long as they have not decided again, they may not have read it: nothing newer replaces it.
    The stakes of a duel stand beside its board, after what has just been told of the challenge.
    """
    last = last_decision(sessions, players)
    before = next(each_moment(sessions)).sessions if last is None else last.before
    is_followed = last is not None and last.is_followed
    untold = players if is_followed else ()
    sentences = news(
        before, sessions, names, reader, in_words, not is_followed, untold=untold, briefly=True
    )
    return [sentence for sentence in sentences if sentence]
