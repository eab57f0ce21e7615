"""A screen that shows the moments of a match, with their analysis and a review."""

from __future__ import annotations

from textual.screen import Screen
from textual.widgets import OptionList

from gipf_meta.base.texts import _
from gipf_meta.match.match import Match
from gipf_meta.match.playback import Moment, moments
from gipf_meta.narration import story
from gipf_meta.protocol.game import Turn, title_of
from gipf_meta.search.review import Kind, Verdict
from gipf_meta.tui.parts.analysing import Analysing
from gipf_meta.tui.parts.status import Status
from gipf_meta.tui.screens.reviewing import ReadReview, Reviewing


class Advised(Screen[None]):
    """The moments of *match*, of which the one at *at* is shown; *names* are its players'.

    The screen has a list ``#moments``, a line ``#status``, and the panels ``Analysing`` and
    ``Reviewing``. *unadvised* says why they are to stay closed.
    """

    def __init__(self, match: Match, names: list[str], analysed: bool, unadvised: str) -> None:
        super().__init__()
        self.match, self.names = match, names
        self.is_analysed, self.unadvised = analysed, unadvised
        self.moments = moments(match)
        self.at = 0

    @property
    def moment(self) -> Moment:
        """The moment that is shown."""
        return self.moments[self.at]

    def go_to(self, at: int) -> None:
        """Shows moment *at*."""
        raise NotImplementedError

    def line(self, moment: Moment) -> str:
        """A moment in the list."""
        indent = "  " * moment.depth
        if not moment.text:
            return f"{indent}▸ {title_of(moment.sessions[-1].game)}"
        return f"{indent}{moment.turn:>3}. {moment.text}"

    def say(self, words: str) -> None:
        """One sentence in the line of the status."""
        self.query_one(Status).say(words)

    def advise(self) -> None:
        """Says what is known of the moment that is shown, and begins to analyse it."""
        reviewing, analysing = self.query_one(Reviewing), self.query_one(Analysing)
        reviewing.show(self.at)
        if self.is_analysed:
            top = self.moment.sessions[-1]
            now = top.status
            name = story.seated(top, self.names)[now.seat] if isinstance(now, Turn) else ""
            analysing.ask(top, name)
        else:
            analysing.stop()
        # where there is little room the panels take the place of others
        self.set_class(self.is_analysed, "analysed")
        self.set_class(reviewing.is_open, "reviewed")
        # the list has another height when a panel was opened or closed
        self.call_after_refresh(self.query_one("#moments", OptionList).scroll_to_highlight)

    def action_analyse(self) -> None:
        """Shows the best lines of every position that is shown, or no more."""
        if self._may_advise():
            self.is_analysed = not self.is_analysed
            self.advise()

    def action_review(self) -> None:
        """Begins a review, or stops it; one that is done is summed up."""
        reviewing = self.query_one(Reviewing)
        if reviewing.is_running:
            reviewing.stop()
        elif reviewing.is_done:
            self.app.push_screen(ReadReview(_("What each turn was worth"), reviewing.page))
        elif self._may_advise():
            reviewing.begin(self.moments)
            self.advise()

    def _may_advise(self) -> bool:
        if self.unadvised:
            self.say(self.unadvised)
        return not self.unadvised

    def judged(self, verdict: Verdict) -> None:
        """Marks a turn in the list."""
        if verdict.kind is not Kind.GOOD:
            line = f"{self.line(self.moments[verdict.last])} {verdict.kind.value}"
            told = self.query_one("#moments", OptionList)
            told.replace_option_prompt_at_index(verdict.last, line)

    def action_mark(self, by: int) -> None:
        """To the next turn that was not good, or the one before."""
        at = self.query_one(Reviewing).marked(self.at, by)
        if at is None:
            self.say(_("No turn there is marked; r reviews the match."))
        else:
            self.go_to(at)
