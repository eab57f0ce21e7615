"""The practice of the person at a desk: what is noted of the puzzles he takes, and what follows."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random
from typing import Final

from gipf_meta.base.clock import ms_of
from gipf_meta.base.errors import GipfMetaError
from gipf_meta.base.numbers import read_whole
from gipf_meta.base.texts import _
from gipf_meta.desk.context import Context
from gipf_meta.desk.puzzle_book import PuzzleBook, practised_id
from gipf_meta.desk.requests import DeskError
from gipf_meta.practice.choosing import choose_next
from gipf_meta.practice.entries import Entry, Tried
from gipf_meta.practice.practice import OWN, Mistake, Practice, answer_of
from gipf_meta.practice.repetition import utc_day
from gipf_meta.protocol.puzzles import Puzzle

SECOND_MS: Final = 1000
"""Milliseconds of a second."""
MOST_TRIES: Final = 10_000
"""The most tries and hints of a puzzle that are noted."""


def puzzle_book(context: Context) -> PuzzleBook:
    """The puzzles of the games that are installed."""
    return context.cached(("puzzles",), lambda: PuzzleBook.of(context.installed))


def now_ms(context: Context) -> int:
    """The time at the desk, in milliseconds since 1970."""
    return ms_of(context.now())


def entries_of(context: Context) -> Sequence[Entry]:
    """The entries of the person's practice. Raises ``GipfMetaError``."""
    return context.practice.entries()


def practice_of(context: Context) -> Practice:
    """The person's practice. Raises ``GipfMetaError``."""
    return context.growing.of(entries_of(context), puzzle_book(context).rated)


def next_puzzle(
    context: Context, practice: Practice, game: str = "", theme: str = "", but: str = ""
) -> Puzzle | None:
    """The next puzzle of a *game* and of a *theme*, ``""`` of all, for who has that *practice*;
    never the one with the id *but*. ``None``: all are solved."""
    among = [each for each in puzzle_book(context).among(game, theme) if each.id != but]
    return choose_next(among, practice, Random(context.new_seed()))


def note_try(
    context: Context, game: str, lesson: str, wrong: int, hints: int, *, ended: bool = True
) -> list[str]:
    """Notes that the puzzle *lesson* of *game* was taken to its end after *wrong* tries and with
    *hints*, or, not *ended*, that it was begun so; returns the sentences that say what it was
    worth.

    Where it cannot be noted, the sentence says why: the puzzle was solved all the same.
    """
    puzzle = practised_id(game, lesson)
    try:
        tried = _note(context, puzzle, min(wrong, MOST_TRIES), min(hints, MOST_TRIES), ended=ended)
        return [*sentences_on(context, puzzle, tried)] if ended else []
    except GipfMetaError as error:
        return [str(error)]


def _note(context: Context, puzzle: str, wrong: int, hints: int, *, ended: bool) -> Tried:
    """Notes the try of *puzzle*. Raises ``GipfMetaError``."""
    at_ms = max(now_ms(context), 0)
    if (mistake := _own_mistake(practice_of(context), puzzle)) is not None:
        at_ms = max(at_ms, mistake.last_ms + 1)  # a clock that was set back undoes no answer
    for each in entries_of(context):
        if at_ms <= each.at_ms < at_ms + SECOND_MS:  # the date has no milliseconds
            at_ms = each.at_ms + 1
    today = puzzle_book(context).of_day(at_ms)
    is_daily = today is not None and today.id == puzzle
    tried = Tried(
        at_ms=at_ms, puzzle=puzzle, wrong=wrong, hints=hints, is_daily=is_daily, ended=ended
    )
    context.practice.add(tried)
    return tried


def _own_mistake(practice: Practice, puzzle: str) -> Mistake | None:
    """The mistake of one's own that is *puzzle*; ``None``: it is a shipped one. Raises
    ``DeskError`` where there is no such mistake any more."""
    if not puzzle.startswith(OWN):
        return None
    found = practice.mistakes.get(read_whole(puzzle.removeprefix(OWN)) or 0)
    if found is None:
        raise DeskError(_("That mistake does not come back any more."))
    return found


def sentences_on(context: Context, puzzle: str, last: Tried | None = None) -> Iterator[str]:
    """The sentences on the try *last* of the *puzzle* with that id, or on the latest that has
    ended: whether it was solved, the rating and its change, the days in a row, when a mistake of
    one's own comes back.

    Raises ``GipfMetaError``.
    """
    practice = practice_of(context)
    tries = [
        each for each in entries_of(context) if isinstance(each, Tried) and each.puzzle == puzzle
    ]
    tries.sort(key=lambda each: each.at_ms)
    last = last or next((each for each in reversed(tries) if each.ended), None)
    if last is None:
        return
    yield words_of_try(last)
    if puzzle.startswith(OWN):
        yield from _when_it_comes_back(practice, puzzle, last.at_ms)
    else:
        yield from _worth(practice, puzzle, is_first=_is_first(tries, last))
    days = practice.streak(last.at_ms)
    if answer_of(last) == "solved" and days > 1:
        yield _.many("{count} day in a row.", "{count} days in a row.", days).format(count=days)


def _is_first(tries: Sequence[Tried], last: Tried) -> bool:
    """Whether *last* is the first of *tries*, or the end of the one that was begun first."""
    before = [each for each in tries if each.at_ms < last.at_ms]
    begun = [each.ended for each in before] == [False]
    return not before or (begun and answer_of(last) != "solved")


def words_of_try(tried: Tried) -> str:
    """The sentence on how a puzzle was solved."""
    if tried.wrong:
        words = _.many(
            "Found after {count} wrong try.", "Found after {count} wrong tries.", tried.wrong
        )
        return words.format(count=tried.wrong)
    if tried.hints:
        words = _.many("Found with {count} hint.", "Found with {count} hints.", tried.hints)
        return words.format(count=tried.hints)
    return _("Solved.")


def _worth(practice: Practice, puzzle: str, *, is_first: bool) -> Iterator[str]:
    """The sentence on the rating after the first try of *puzzle*; after a later one, that it does
    not count."""
    points = [each for each in practice.curves.get("", ()) if each.puzzle == puzzle]
    if points and is_first:
        words = _("Your rating: {rating} ({change:+d}).")
        yield words.format(rating=round(points[0].rating.value), change=points[0].change)
    elif points:
        yield _("Only the first try of a puzzle counts for your rating.")


def _when_it_comes_back(practice: Practice, puzzle: str, at_ms: int) -> Iterator[str]:
    """The sentence on when the mistake *puzzle* is due again."""
    for mistake in practice.mistakes.values():
        if mistake.id == puzzle:
            days = mistake.due_day - utc_day(at_ms)
            words = _.many(
                "It comes back tomorrow.", "It comes back in {count} days.", max(days, 1)
            )
            yield words.format(count=days)
