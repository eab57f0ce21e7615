"""The bots as characters for people: a name, a sentence of character, a strength.

Records, commands and options name a bot by its level; the texts here are for reading alone. The
names are given names that mean nobody.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from gipf_meta.base.texts import N_, _

MOST_STRENGTH: Final = 5


@dataclass(frozen=True, slots=True)
class Character:
    """A bot for people: its *name*, its *level* in a word, a sentence, and its *strength*.

    *strength* goes up to ``MOST_STRENGTH``; 0 is that of a bot that does not think.
    """

    name: str
    level: str
    sentence: str
    strength: int

    @property
    def called(self) -> str:
        """``Mia · beginner``, in the player's language."""
        return f"{self.name} · {_(self.level)}"

    @property
    def words(self) -> str:
        """The sentence, in the player's language."""
        return _(self.sentence)


CHARACTERS: Final[Mapping[str, Character]] = {
    "beginner": Character(
        "Mia",
        N_("beginner"),
        N_("Looks a few moves ahead, errs often, and risks a duel for the fun of it."),
        1,
    ),
    "easy": Character(
        "Oskar",
        N_("easy"),
        N_("Sees plain threats, overlooks one now and then, and likes to risk a duel."),
        2,
    ),
    "medium": Character(
        "Nora",
        N_("medium"),
        N_("Plays soundly, punishes plain mistakes, and challenges what it fears."),
        3,
    ),
    "hard": Character(
        "Viktor",
        N_("hard"),
        N_("Looks well ahead, seldom errs, and asks for a duel when it pays."),
        4,
    ),
    "expert": Character("Adela", N_("expert"), N_("Thinks longest, and gives nothing away."), 5),
    "greedy": Character(
        "Bruno", N_("greedy"), N_("Takes what looks best at once, and forgets that you answer."), 1
    ),
    "random": Character("Lola", N_("random"), N_("Plays anything that the rules allow."), 0),
}
"""The bots by level, the weakest that thinks first, then those that search no replies."""
