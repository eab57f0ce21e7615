"""The bots as characters for people: a name, a sentence of character, a strength.

Records, commands and options name a bot by its level; the texts here are for reading alone.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from gipf_meta.base.bot_names import BOT_NAMES
from gipf_meta.base.texts import N_, _

MOST_STRENGTH: Final = 5


@dataclass(frozen=True, slots=True)
class Character:
    """A bot for people: its *level*, a sentence, and its *strength*.

    *strength* goes up to ``MOST_STRENGTH``; 0 is that of a bot that does not think.
    """

    level: str
    sentence: str
    strength: int

    @property
    def name(self) -> str:
        """The given name: ``Mia``."""
        return BOT_NAMES[self.level]

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
        N_("beginner"),
        N_("Curious: tries things out, errs often, and risks a duel for the fun of it."),
        1,
    ),
    "easy": Character(
        N_("easy"),
        N_("Good-natured: sees plain threats, overlooks one now and then, and likes a duel."),
        2,
    ),
    "medium": Character(
        N_("medium"),
        N_("Calm and sound: lets no plain mistake pass, and challenges what it fears."),
        3,
    ),
    "hard": Character(
        N_("hard"),
        N_("Old school: looks well ahead, seldom errs, and asks for a duel when it pays."),
        4,
    ),
    "expert": Character(
        N_("expert"), N_("Courteous and strict: thinks longest, and gives nothing away."), 5
    ),
    "greedy": Character(
        N_("greedy"), N_("Hungry: takes what looks best at once, and forgets that you answer."), 1
    ),
    "random": Character(N_("random"), N_("Carefree: plays anything that the rules allow."), 0),
}
"""The bots by level, the weakest that thinks first, then those that search no replies."""

EASIEST: Final = "beginner"
"""The level of the bot that a beginner can beat."""
