"""The practice of the person at a desk: what is noted of the puzzles he takes, and what follows."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random
from typing import Final

from gipf_meta.base.clock import ms_of
from gipf_meta.base.errors import GipfMetaError
from gipf_meta.base.texts import _
from gipf_meta.desk.context import Context
from gipf_meta.desk.puzzle_book import PuzzleBook, practised_id
from gipf_meta.practice.choosing import choose_next
from gipf_meta.practice.entries import Entry, Tried
from gipf_meta.practice.practice import OWN, Practice, answer_of
from gipf_meta.practice.repetition import utc_day
from gipf_meta.protocol.puzzles import Puzzle

SECOND_MS: Final = 1000
"""Milliseconds of a second."""


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


def note_try(context: Context, game: str, lesson: str, wrong: int, hints: int) -> list[str]:
    """Notes that the puzzle *lesson* of *game* was taken to its end after *wrong* tries and with
    *hints*; returns the sentences that say what it was worth.

    Where it cannot be noted, the sentence says why: the puzzle was solved all the same.
    """
    try:
        return _note(context, practised_id(game, lesson), wrong, hints)
    except GipfMetaError as error:
        return [str(error)]


def _note(context: Context, puzzle: str, wrong: int, hints: int) -> list[str]:
    """Notes the try of *puzzle*; returns the sentences on it. Raises ``GipfMetaError``."""
    at_ms = now_ms(context)
    for each in entries_of(context):
        if at_ms <= each.at_ms < at_ms + SECOND_MS:  # the date has no milliseconds
            at_ms = each.at_ms + 1
    today = puzzle_book(context).of_day(at_ms)
    is_daily = today is not None and today.id == puzzle
    context.practice.add(
        Tried(at_ms=at_ms, puzzle=puzzle, wrong=wrong, hints=hints, is_daily=is_daily)
    )
    return [*sentences_on(context, puzzle)]


def sentences_on(context: Context, puzzle: str) -> Iterator[str]:
    """The sentences on the last try of the *puzzle* with that id: whether it was solved, the rating
    and its change, the days in a row, when a mistake of one's own comes back.

    Raises ``GipfMetaError``.
    """
    practice = practice_of(context)
    tries = [
        each for each in entries_of(context) if isinstance(each, Tried) and each.puzzle == puzzle
    ]
    if not tries:
        return
    last = max(tries, key=lambda each: each.at_ms)
    yield words_of_try(last)
    if puzzle.startswith(OWN):
        yield from _when_it_comes_back(practice, puzzle, last.at_ms)
    else:
        yield from _worth(practice, puzzle, is_first=len(tries) == 1)
    days = practice.streak(last.at_ms)
    if answer_of(last) == "solved" and days > 1:
        yield _.many("{count} day in a row.", "{count} days in a row.", days).format(count=days)


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
