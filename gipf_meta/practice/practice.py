"""A person's practice: all that follows from the entries that are kept of it. Pure.

Whatever order entries come in, and however often the same one does, the same follows.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import groupby
from typing import Final, NamedTuple

from gipf_meta.practice.entries import Dropped, Entry, Missed, Reviewed, Tried
from gipf_meta.practice.glicko import FIRST, Rating, rate, rest
from gipf_meta.practice.repetition import Recall, day_of_return, utc_day

LEAST_DEVIATION: Final = 50.0
"""The deviation below which no rating falls: people learn."""
WEEK: Final = 7
OWN: Final = "own-"
"""The beginning of the ids of puzzles that are mistakes of one's own."""


class RatedPuzzle(NamedTuple):
    """A shipped puzzle as ratings see it."""

    rating: float
    deviation: float
    game: str


@dataclass(frozen=True, slots=True)
class RatingPoint:
    """A rating after a *puzzle* was tried at *at_ms*; *before* is the one that it was."""

    at_ms: int
    puzzle: str
    game: str
    before: Rating
    rating: Rating

    @property
    def change(self) -> int:
        """The points that were won or lost, between the rounded ratings."""
        return round(self.rating.value) - round(self.before.value)


@dataclass(frozen=True, slots=True)
class Mistake:
    """A mistake that comes back as puzzle *number*, until it is dropped.

    *due_day* is the UTC day, counted from 1970, from which it is due; *answers* are those it got,
    each with its moment in milliseconds since 1970: the first one is the mistake itself.
    """

    number: int
    missed: Missed
    answers: tuple[tuple[int, Recall], ...]
    due_day: int

    @property
    def id(self) -> str:
        """The id of the puzzle, ``own-3``."""
        return f"{OWN}{self.number}"

    @property
    def last_ms(self) -> int:
        """The moment of the last answer."""
        return self.answers[-1][0]

    @property
    def last(self) -> Recall:
        """The last answer."""
        return self.answers[-1][1]


@dataclass(frozen=True, slots=True)
class Practice:
    """All that follows from a person's entries.

    *rating* counts the first tries of all shipped puzzles, *ratings* those of each game; *curves*
    are their points, those of all under ``""``. *solved* and *tried* are ids of puzzles, *days* how
    many puzzles were solved on each UTC day, counted from 1970, *daily* whether the puzzle of a day
    was solved at the first try on that day. *mistakes* are those that were not dropped, by their
    numbers, and *reviews* the last one of each match, the earliest first.
    """

    rating: Rating = FIRST
    ratings: Mapping[str, Rating] = field(default_factory=dict)
    curves: Mapping[str, Sequence[RatingPoint]] = field(default_factory=dict)
    solved: frozenset[str] = frozenset()
    tried: frozenset[str] = frozenset()
    days: Mapping[int, int] = field(default_factory=dict)
    daily: Mapping[int, bool] = field(default_factory=dict)
    mistakes: Mapping[int, Mistake] = field(default_factory=dict)
    reviews: Sequence[Reviewed] = ()
    last_number: int = 0

    @classmethod
    def of(cls, entries: Iterable[Entry], puzzles: Mapping[str, RatedPuzzle]) -> Practice:
        """The practice that follows from *entries*; *puzzles* are the shipped ones by their ids.

        A try of a puzzle that is not shipped any more counts for the days alone.
        """
        return GrowingPractice().of([*entries], puzzles)

    def rating_in(self, game: str) -> Rating:
        """The rating in *game*; the one of all puzzles where none of that game was tried."""
        return self.ratings.get(game, self.rating)

    def streak(self, now_ms: int) -> int:
        """The UTC days in a row on which a puzzle was solved, up to that of *now_ms* or, as long as
        none was solved on that day, the one before."""
        day = last = utc_day(now_ms) if self.days.get(utc_day(now_ms)) else utc_day(now_ms) - 1
        while self.days.get(day):
            day -= 1
        return last - day

    def week(self, now_ms: int) -> tuple[int, ...]:
        """How many puzzles were solved on each of the seven UTC days up to that of *now_ms*."""
        today = utc_day(now_ms)
        return tuple(self.days.get(day, 0) for day in range(today - WEEK + 1, today + 1))

    def mistakes_due(self, now_ms: int) -> list[Mistake]:
        """The mistakes that are due at *now_ms*, the one that has waited longest first."""
        today = utc_day(now_ms)
        waiting = (each for each in self.mistakes.values() if each.due_day <= today)
        return sorted(waiting, key=lambda each: (each.due_day, each.number))

    @property
    def next_number(self) -> int:
        """The number for the next mistake: one that none ever had."""
        return self.last_number + 1

    def find_mistake(self, missed: Missed) -> Mistake | None:
        """The mistake that is the same as *missed*, whatever its number, and was not dropped."""
        same = (each for each in self.mistakes.values() if _what(each.missed) == _what(missed))
        return next(same, None)


class GrowingPractice:
    """The practice of a person who goes on: a few more entries take a moment, however many there
    are."""

    def __init__(self) -> None:
        self._taken: list[Entry] = []
        self._puzzles: Mapping[str, RatedPuzzle] = {}
        self._given: Sequence[Entry] | None = None
        self._size = 0
        self._fold, self._folded = _Fold(), Practice()

    def of(self, entries: Sequence[Entry], puzzles: Mapping[str, RatedPuzzle]) -> Practice:
        """Returns the same as ``Practice.of``, and goes on from the last call where all that was
        taken is still there, before everything that is new."""
        if entries is self._given and len(entries) == self._size and puzzles is self._puzzles:
            return self._folded  # nothing was read anew
        self._given, self._size = entries, len(entries)
        ordered, count = [*_in_order(entries)], len(self._taken)
        if ordered[:count] != self._taken or puzzles != self._puzzles:
            self._fold, self._folded, count = _Fold(), Practice(), 0
        for entry in ordered[count:]:
            self._fold.take(entry, puzzles)
        if len(ordered) > count:
            self._folded = self._fold.folded()
        self._taken, self._puzzles = ordered, puzzles
        return self._folded


def answer_of(tried: Tried) -> Recall:
    """How a puzzle was answered."""
    if tried.wrong:
        return "missed"
    return "hinted" if tried.hints else "solved"


def _in_order(entries: Iterable[Entry]) -> Iterator[Entry]:
    """Each of *entries* once, by their times; at equal times by what they say."""
    for _at_ms, together in groupby(sorted(entries, key=_moment), _moment):
        same = [*together]
        if len(same) > 1:
            same = sorted(dict.fromkeys(same), key=lambda each: (_RANKS[each.kind], repr(each)))
        yield from same


def _moment(entry: Entry) -> int:
    return entry.at_ms


_RANKS: Final = {"reviewed": 0, "missed": 1, "tried": 2, "dropped": 3}
"""The order of entries of the same moment: what is tried was missed before."""


def _what(missed: Missed) -> tuple[object, ...]:
    """The parts of a mistake that are equal where two are the same."""
    return missed.game, missed.options, missed.position


class _Fold:
    """The practice of the entries that were taken so far."""

    def __init__(self) -> None:
        self.ratings = dict[str, Rating]()
        self.last_days = dict[str, int]()
        self.curves = dict[str, list[RatingPoint]]()
        self.solved, self.tried = set[str](), set[str]()
        self.days = dict[int, int]()
        self.daily = dict[int, bool]()
        self.missed = dict[int, Missed]()
        self.answers = dict[int, list[tuple[int, Recall]]]()
        self.begun = set[int]()
        self.numbers = dict[tuple[object, ...], int]()
        self.reviews = dict[str, Reviewed]()
        self.last_number = 0

    def take(self, entry: Entry, puzzles: Mapping[str, RatedPuzzle]) -> None:
        """Takes the next entry; *puzzles* are the shipped ones."""
        match entry:
            case Tried():
                self._take_try(entry, puzzles)
            case Missed():
                self._take_mistake(entry)
            case Dropped():
                self._drop(entry.number)
            case Reviewed():
                self.reviews.pop(entry.match, None)
                self.reviews[entry.match] = entry

    def _take_try(self, tried: Tried, puzzles: Mapping[str, RatedPuzzle]) -> None:
        """Takes the try of a puzzle."""
        answer, day = answer_of(tried), utc_day(tried.at_ms)
        if answer == "solved":
            self.days[day] = self.days.get(day, 0) + 1
        if tried.puzzle.startswith(OWN):
            self._answer_mistake(tried, answer)
            return
        if tried.is_daily:
            self.daily.setdefault(day, answer == "solved")
        known = puzzles.get(tried.puzzle)
        if known is not None and tried.puzzle not in self.tried:
            self._rate("", tried, known)
            self._rate(known.game, tried, known)
        self.tried.add(tried.puzzle)
        if answer == "solved":
            self.solved.add(tried.puzzle)

    def _answer_mistake(self, tried: Tried, answer: Recall) -> None:
        number = tried.puzzle.removeprefix(OWN)
        for known in self.missed:
            if str(known) == number:
                if known in self.begun and answer != "solved":
                    self.answers[known].pop()  # it was noted when that try began to go wrong
                self.answers[known].append((tried.at_ms, answer))
                self.begun.discard(known)
                if not tried.ended:
                    self.begun.add(known)

    def _rate(self, game: str, tried: Tried, known: RatedPuzzle) -> None:
        """Rates the first try of the puzzle *known*, in *game* or, with ``""``, in all."""
        day, before = utc_day(tried.at_ms), self.ratings.get(game, FIRST)
        rested = rest(before, max(day - self.last_days.get(game, day), 0))
        score = float(answer_of(tried) == "solved")
        after = rate(rested, [(known.rating, known.deviation, score)])
        after = Rating(after.value, max(after.deviation, LEAST_DEVIATION), after.volatility)
        self.ratings[game], self.last_days[game] = after, day
        point = RatingPoint(tried.at_ms, tried.puzzle, known.game, before, after)
        self.curves.setdefault(game, []).append(point)

    def _take_mistake(self, missed: Missed) -> None:
        """Takes a mistake: the same one twice is one, and two of one number are two."""
        number = self.numbers.get(_what(missed))
        if number is None:
            taken = missed.number <= 0 or missed.number in self.answers
            number = self.last_number + 1 if taken else missed.number
            self.last_number = max(self.last_number, number)
            self.numbers[_what(missed)] = number
            self.missed[number] = missed.model_copy(update={"number": number})
            self.answers[number] = []
        self.answers[number].append((missed.at_ms, "missed"))
        self.begun.discard(number)

    def _drop(self, number: int) -> None:
        """Drops the mistake *number*, if there is one; if it is made once more, it is new."""
        missed = self.missed.pop(number, None)
        if missed is not None:
            del self.numbers[_what(missed)]

    def folded(self) -> Practice:
        """The practice."""
        mistakes = {
            number: Mistake(number, missed, answers, day_of_return(answers))
            for number, missed in self.missed.items()
            for answers in (tuple(self.answers[number]),)
        }
        ratings = dict(self.ratings)
        return Practice(
            ratings.pop("", FIRST),
            ratings,
            {game: tuple(points) for game, points in self.curves.items()},
            frozenset(self.solved),
            frozenset(self.tried),
            dict(self.days),
            dict(self.daily),
            mistakes,
            tuple(self.reviews.values()),
            self.last_number,
        )
