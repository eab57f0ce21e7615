"""Keys and clicks that were meant as the rest of a decision which has completed itself."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from gipf_meta.protocol.view import View
from gipf_meta.tui.parts.words import Words


class Habit:
    """What hands do that are used to say every word: it says nothing in the next decision.

    The next inputs are deaf if they say a word that was left out, or press a key by which it would
    have been said; as many of them as words were left out. Whatever else is done ends that, so it
    depends on no clock.
    """

    def __init__(self) -> None:
        self._words: list[str] = []
        self._keys: Collection[str] = ()

    def expect(self, words: Sequence[str], keys: Collection[str]) -> None:
        """Makes *words* deaf, each once, and as often the *keys* that would have said them."""
        self._words, self._keys = list(words), keys

    def takes_key(self, key: str) -> bool:
        """Whether *key* was meant for the decision before; any other leaves keys their meaning."""
        if not self._words or key not in self._keys:
            self._keys = ()
            return False
        self._words.pop(0)
        return True

    def takes_word(self, word: str) -> bool:
        """Whether *word* was meant for the decision before; any other ends the habit."""
        if word not in self._words:
            self._words.clear()
            return False
        self._words.remove(word)
        return True


def keys_saying(words: Collection[str], beside: Words, view: View) -> set[str]:
    """The keys that would say one of *words* now, of those that stand *beside* or in *view*."""
    keyed = zip(beside.page, beside.keys, strict=False)
    keys = {key for word, key in keyed if word in words}
    is_place = any(point.id in words for point in view.points)
    return keys | {"enter", "space"} if is_place else keys
