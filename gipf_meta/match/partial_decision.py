"""A decision that is being clicked or typed: choices of a view, narrowed word by word. Pure."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import TypeAlias, TypeVar

from gipf_meta.match.match import Match
from gipf_meta.protocol.game import MoveError
from gipf_meta.protocol.view import Choice, counters

Path: TypeAlias = tuple[str, ...]
Occurrence: TypeAlias = tuple[str, int]
"""A word of a path, and the number of times that the path has it before."""
Order: TypeAlias = tuple[Occurrence, Occurrence]
"""Two words of a path, the earlier one first."""


@dataclass(frozen=True, slots=True)
class PartialDecision:
    """*path* is the words clicked so far, in the order of the clicks: words of some *choices*.

    One that *completes* itself is done when one choice is left, after a word was clicked; another
    when all words of a choice were clicked, as where words are counted up and down.
    """

    choices: tuple[Choice, ...] = ()
    path: Path = ()
    completes: bool = True

    @property
    def open(self) -> tuple[Choice, ...]:
        """The choices that are still possible."""
        orders = self._orders
        rest = [
            choice
            for choice in self.choices
            if _missing(choice, self.path) is not None
            and not _breaks_order(self.path, orders.get(choice.path))
        ]
        depth = len(self.path)
        exact = [choice for choice in rest if choice.path == self.path]
        ended = [choice for choice in rest if len(choice.path) == depth]
        if exact or (ended and not any(choice.path[:depth] == self.path for choice in rest)):
            return tuple(exact or ended)
        # clicks that are all words of one choice, and begin another as it is written: the other
        return tuple(choice for choice in rest if len(choice.path) > depth)

    @property
    def _orders(self) -> Mapping[Path, frozenset[Order]]:
        return _orders_that_decide(tuple(choice.path for choice in self.choices))

    @property
    def words(self) -> Path:
        """The words that can be clicked next; none at the end.

        Those that come next as a choice is written stand first, in the order of the choices.
        """
        rest, orders = self.open, self._orders
        if self._done_of(rest) is not None:
            return ()
        others = [
            word
            for choice in rest
            if not choice.is_ordered  # its next word is one of those as written
            for word in _missing(choice, self.path) or ()
            if not _breaks_order((*self.path, word), orders.get(choice.path))
        ]
        return tuple(dict.fromkeys((*self.words_as_written, *others)))

    @property
    def words_as_written(self) -> Path:
        """The words that come next as the choices are written."""
        depth = len(self.path)
        return tuple(
            dict.fromkeys(
                choice.path[depth]
                for choice in self.open
                if len(choice.path) > depth and choice.path[:depth] == self.path
            )
        )

    @property
    def done(self) -> Choice | None:
        """The choice that has been made; ``None`` before."""
        return self._done_of(self.open)

    def _done_of(self, rest: Sequence[Choice]) -> Choice | None:
        """The choice that has been made, where *rest* are those still possible."""
        if len(rest) == 1 and self.path:
            (left,) = rest
            return left if self.completes or len(left.path) == len(self.path) else None
        return None

    @property
    def unsaid(self) -> Path:
        """The words of the choice that has been made which were not clicked."""
        done = self.done
        return () if done is None else tuple(_missing(done, self.path) or ())

    def with_word(self, word: str) -> PartialDecision | None:
        """The decision with one more word; ``None`` if no choice goes on with *word*."""
        if word not in self.words:
            return None
        return replace(self, path=(*self.path, word))

    def without_last(self) -> PartialDecision:
        """The decision with one word less: the word that was clicked last."""
        return replace(self, path=self.path[:-1])

    def begun_anew(self) -> PartialDecision:
        """The decision before its first word."""
        return replace(self, path=())

    def without(self, word: str) -> PartialDecision:
        """The decision with one *word* less, which need not be the last; itself if it has none."""
        if word not in self.path:
            return self
        last = len(self.path) - 1 - self.path[::-1].index(word)
        return replace(self, path=self.path[:last] + self.path[last + 1 :])

    def coming(self, counted: Collection[str]) -> Choice | None:
        """The choice that one more word would complete, a word that is none of the *counted*."""
        for choice in self.open:
            missing = _missing(choice, self.path) or []
            if len(missing) == 1 and missing[0] not in counted:
                return choice
        return None

    def choices_with(self, word: str) -> tuple[Choice, ...]:
        """The choices that are still possible after *word*."""
        after = self.with_word(word)
        return after.open if after else ()


def left_to_say(choice: Choice, clicked: Path) -> Sequence[str]:
    """The words of *choice* that have not been *clicked*, in order; none if it is not open."""
    return _missing(choice, clicked) or ()


def _missing(choice: Choice, clicked: Path) -> list[str] | None:
    """The words of *choice* that have not been *clicked*; ``None`` if it lacks a clicked word, or
    does not begin with them though it is ordered."""
    rest = list(choice.path)
    if choice.is_ordered and choice.path[: len(clicked)] != clicked:
        return None
    for word in clicked:
        if word not in rest:
            return None
        rest.remove(word)
    return rest


def _occurrences(words: Iterable[str]) -> list[Occurrence]:
    """*words*, each with how often it has come before."""
    seen: dict[str, int] = {}
    found = []
    for word in words:
        found.append((word, seen.get(word, 0)))
        seen[word] = seen.get(word, 0) + 1
    return found


def _orders(path: Path) -> frozenset[Order]:
    """Each two words of *path* in their order."""
    words = _occurrences(path)
    return frozenset((one, other) for n, one in enumerate(words) for other in words[n + 1 :])


@lru_cache(maxsize=8)
def _orders_that_decide(paths: tuple[Path, ...]) -> dict[Path, frozenset[Order]]:
    """For each path that shares its words with another: the orders in which another differs."""
    rivals: dict[Path, dict[Path, None]] = {}
    for path in paths:
        rivals.setdefault(tuple(sorted(path)), {})[path] = None
    return {
        path: _orders(path) - frozenset.intersection(*[_orders(each) for each in group])
        for group in rivals.values()
        if len(group) > 1
        for path in group
    }


def _breaks_order(clicked: Path, orders: frozenset[Order] | None) -> bool:
    """Whether the words *clicked* before all others are against one of the *orders*."""
    if not orders:
        return False
    first = _occurrences(clicked)
    at = {word: n for n, word in enumerate(first)}
    late = len(first)
    return any(at.get(later, late) < at.get(one, late) for one, later in orders)


def completions(choices: Sequence[Choice], typed: str, most: int = 8) -> list[Choice]:
    """The choices whose notation begins with *typed*, capitals aside: *most* of them, exact ones
    first."""
    wanted = typed.strip().casefold()
    found = [choice for choice in choices if choice.notation.casefold().startswith(wanted)]
    found.sort(key=lambda choice: choice.notation.casefold() != wanted)
    return found[:most]


T = TypeVar("T")


def play_with_completion(
    play: Callable[[str], T], match: Match, players: Iterable[int], text: str
) -> T:
    """Calls *play* with *text* or, where that is refused, with the only decision that it begins.

    Returns the result of *play*, and raises its ``MoveError``.
    """
    try:
        return play(text)
    except MoveError:
        whole = only_continuation(match, players, text)
        if whole is None:
            raise
    return play(whole)


def only_continuation(match: Match, players: Iterable[int], text: str) -> str | None:
    """The decision of the first of the *players* who has just one that *text* begins, in notation.

    *text* is the beginning of its notation, up to the end of a name or number there, or one of its
    words, capitals aside. ``None`` if there is no such decision, or more than one; and where words
    are counted, for the next decision may have one more.
    """
    typed = " ".join(text.split()).casefold()
    for player in players:
        view = match.top.view(player)
        if counters(view, view.choices):
            continue
        names = {word: name.casefold() for word, name in view.names}
        begun = PartialDecision(tuple(view.choices))
        said = [word for word in begun.words if typed in (word.casefold(), names.get(word))]
        found = [each.notation for word in said for each in begun.choices_with(word)]
        written = (each.notation for each in view.choices)
        found += [each for each in written if _begins(each.casefold(), typed)]
        if found and found.count(found[0]) == len(found):
            return found[0]
    return None


def _begins(notation: str, typed: str) -> bool:
    """Whether *notation* goes on behind *typed*, which does not end within a name or number."""
    rest = notation[len(typed) :]
    ends = not rest[:1].isalnum() or not typed[-1:].isalnum()
    return bool(typed) and bool(rest) and notation.startswith(typed) and ends
