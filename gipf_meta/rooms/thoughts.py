"""What takes time: bots that are asked, and hints. The driver runs them in whatever thread.

What a thought runs can be pickled, for a thread or worker elsewhere: it holds values, and functions
that have a name in their module. Here it leaves out what is not needed there, as the whole match.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial
from typing import Any, TypeAlias

from gipf_meta.base.texts import spoken
from gipf_meta.match.match import Match
from gipf_meta.narration.advice import Advice
from gipf_meta.table.pilots import Thinking


@dataclass(frozen=True, eq=False)
class BotThought:
    """A bot of *room* is asked for a decision."""

    room: str
    thinking: Thinking

    @property
    def run(self) -> Callable[[], Any]:
        """What finds the bot's decision. Raises whatever the bot or the game raises."""
        return partial(self.thinking.bot.choose, self.thinking.request)

    @property
    def is_cancelled(self) -> bool:
        """Whether nobody wants the decision any more."""
        return self.thinking.cancelled.is_set()

    def cancel(self) -> None:
        """Tells the bot that nobody wants its decision any more."""
        self.thinking.cancel()


@dataclass(frozen=True, eq=False)
class HintThought:
    """A hint for who asked for it by *link* with the command *id*, in his *language*.

    *match* is the one that it is about.
    """

    room: str
    link: str
    id: str
    language: str
    match: Match
    find: Callable[[], Advice] = field(repr=False)
    _cancelled: list[bool] = field(default_factory=list, repr=False)

    @property
    def run(self) -> Callable[[], Advice]:
        """What finds the hint. Raises whatever the game raises."""
        return partial(_advise, self.language, self.find)

    @property
    def is_cancelled(self) -> bool:
        """Whether nobody wants the hint any more."""
        return bool(self._cancelled)

    def cancel(self) -> None:
        """Notes that nobody wants the hint any more."""
        self._cancelled.append(True)

    def message(self, advice: Advice) -> dict[str, Any]:
        """The message that brings the hint."""
        first = advice.steps[0][0] if advice.steps else ""
        sentences = [*advice.sentences, *([advice.follow] if advice.follow else [])]
        told = {"places": list(advice.places), "taken": list(advice.taken), "notation": first}
        return {"hint": {"room": self.room, "id": self.id, "sentences": sentences, **told}}


Thought: TypeAlias = BotThought | HintThought
"""Something to think about: ``run`` it in any thread, and bring the hub its answer."""


def _advise(language: str, find: Callable[[], Advice]) -> Advice:
    """The hint that *find* finds, in that *language*."""
    with spoken(language):
        return find()
