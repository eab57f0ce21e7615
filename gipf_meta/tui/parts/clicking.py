"""Texts and pictures for a decision while it is clicked word by word, and a filter for inputs that
were meant for the decision before."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence

from rich.style import Style
from rich.text import Text

from gipf_meta.base.texts import _
from gipf_meta.match.partial_decision import PartialDecision
from gipf_meta.narration.follow_up import follow_up
from gipf_meta.paint.palette import Palette
from gipf_meta.protocol.view import Choice, View, counters
from gipf_meta.render.theme import ink_on
from gipf_meta.tui.parts.word_choices import Words

MOST_SCORING = 4
"""The most scoring decisions that are named."""


def path_in_words(view: View, decision: PartialDecision, names: Mapping[str, str]) -> str:
    """The words clicked so far, as text; ``""`` before the first."""
    counted = counters(view, decision.choices)
    coming = decision.coming(counted) if counted else None
    so_far = ", ".join(names.get(word, word) for word in decision.path)
    if coming is not None and so_far:
        return coming.label
    return f"{so_far} …  {_tell_ways(decision.open)}" if so_far else ""


def point_in_words(view: View, decision: PartialDecision, name: str) -> str:
    """A point in words: the pieces on it, and what can be done with it."""
    piece = next((piece for piece in view.pieces if piece.at == name), None)
    what = f" {piece.label} {piece.badge} {piece.clock}".rstrip() if piece else ""
    choices = decision.choices_with(name)
    if len(choices) == 1:
        return f"{name}{what}: {choices[0].label}"
    return f"{name}{what}{': ' + _tell_ways(choices) if choices else ''}"


def with_way_out(why: str, decision: PartialDecision, names: Mapping[str, str]) -> str:
    """The sentences *why* a word cannot be clicked, and how the last one is taken back."""
    if not decision.path:
        return why
    last = decision.path[-1]
    way_out = _("Escape takes {word} back.").format(word=names.get(last, last))
    return f"{why} {way_out}"


def _tell_ways(choices: Sequence[Choice]) -> str:
    """The number of *choices* in words, and the moves of those that score."""
    count = _.many("{n} possibility", "{n} possibilities", len(choices)).format(n=len(choices))
    scoring = [each for each in choices if each.gain]
    if not scoring:
        return count
    some = ", ".join(f"{each.notation} ({each.gain})" for each in scoring[:MOST_SCORING])
    return f"{count}: {some}{' …' if scoring[MOST_SCORING:] else ''}"


MOST_ALIKE = 3
"""The most equal tiles that are drawn side by side; a number stands for more."""


def pieces_beside(view: View, palette: Palette) -> dict[str, Text]:
    """The tiles in the trays of *view*, each drawn as a chip, by the words that choose them."""
    return {
        item.id: _tiles(item.label, item.count, palette.piece(item.role))
        for tray in view.trays
        for item in tray.items
        if item.kind == "tile" and len(item.label) < 3 and item.count
    }


def _tiles(label: str, count: int, colour: str) -> Text:
    """Equal tiles as text, with brackets as edges, so that they can be seen without colour."""
    tile = Text(f"[{label}]", Style(color=ink_on(colour), bgcolor=colour, bold=True))
    many = Text("") if count <= MOST_ALIKE else Text(f"×{count}")
    return Text.assemble(*[tile] * (1 if count > MOST_ALIKE else count), many)


def question(view: View, decision: PartialDecision, names: Mapping[str, str]) -> str:
    """The question for the next word after those clicked so far; ``""`` before the first and at the
    end.

    *names* are the names of the words that are no points.
    """
    words = decision.words
    if not decision.path or not words or counters(view, decision.choices):
        return ""
    return follow_up(view, decision, names)


class Habit:
    """A filter for the inputs of a person who is used to saying every word of a decision: they have
    no effect in the next decision.

    When a decision was complete before all of its words were said, the next inputs are ignored if
    they are words that were left out, or keys that would have said them; as many as words were left
    out. Any other input ends that, so it depends on no clock.
    """

    def __init__(self) -> None:
        self._words: list[str] = []
        self._keys: Collection[str] = ()
        self._is_under_way: Callable[[], bool] = lambda: False

    def hold(self, is_under_way: Callable[[], bool]) -> None:
        """Lets no key through that decides or chooses, as long as *is_under_way* says that the
        person is on his way to another match."""
        self._is_under_way = is_under_way

    @property
    def is_held(self) -> bool:
        """Whether the person is on his way to another match."""
        return self._is_under_way()

    def expect(self, words: Sequence[str], keys: Collection[str]) -> None:
        """Lets *words* be ignored, each once, and as often the *keys* that would have said them."""
        self._words, self._keys = list(words), keys

    def takes_key(self, key: str) -> bool:
        """Whether *key* was meant for the decision before, or for the match that is being left; any
        other key ends the filter for keys."""
        if self.is_held and not key.startswith("ctrl+"):
            return True
        if not self._words or key not in self._keys:
            self._keys = ()
            return False
        self._words.pop(0)
        return True

    def takes_word(self, word: str) -> bool:
        """Whether *word* was meant for the decision before; any other word ends the filter."""
        if word not in self._words:
            self._words.clear()
            return False
        self._words.remove(word)
        return True


def keys_saying(words: Collection[str], beside: Words, view: View) -> set[str]:
    """The keys that now stand for one of *words*, which are *beside* the board or points of
    *view*."""
    keyed = zip(beside.page, beside.keys, strict=False)
    keys = {key for word, key in keyed if word in words}
    is_place = any(point.id in words for point in view.points)
    return keys | {"enter", "space"} if is_place else keys
