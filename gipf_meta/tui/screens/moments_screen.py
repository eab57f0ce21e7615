"""A screen that shows the moments of a match, with their analysis and a review."""

from __future__ import annotations

from textual.widgets import OptionList

from gipf_meta.base.addressee import Addressee
from gipf_meta.base.texts import _
from gipf_meta.match.match import Match
from gipf_meta.match.playback import Moment, moments
from gipf_meta.narration import story
from gipf_meta.protocol.game import Turn, title_of
from gipf_meta.search.verdict import Verdict
from gipf_meta.tui.parts.below_board import StatusLine
from gipf_meta.tui.parts.thought_panels import AnalysisPanel, ReviewPanel
from gipf_meta.tui.screens.base_screens import InterfaceScreen
from gipf_meta.tui.screens.pages import ReviewPage


class MomentsScreen(InterfaceScreen[None]):
    """Shows moment *at* of *match* to *addressee*.

    The screen has a list ``#moments``, a line ``#status``, an ``AnalysisPanel`` and a
    ``ReviewPanel``. *unadvised* is the reason why the panels stay closed; ``""`` if they may open.
    """

    def __init__(self, match: Match, addressee: Addressee, analysed: bool, unadvised: str) -> None:
        super().__init__()
        self.match, self.addressee = match, addressee
        self.names = story.called_by(addressee)
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
        """The line of *moment* in the list."""
        indent = "  " * moment.depth
        if not moment.text:
            return f"{indent}▸ {title_of(moment.sessions[-1].game)}"
        top = moment.sessions[-1]
        return f"{indent}{moment.turn:>3}. {story.timed_words(top, top.steps[-1])}"

    def say(self, words: str) -> None:
        """Shows one sentence in the status line."""
        self.query_one(StatusLine).say(words)

    def show_advice(self) -> None:
        """Shows the verdict on the moment, and begins to analyse its position, if that is switched
        on."""
        review, analysis = self.query_one(ReviewPanel), self.query_one(AnalysisPanel)
        review.show(self.at)
        if self.is_analysed:
            top = self.moment.sessions[-1]
            now = top.status
            name = story.players_by_seat(top, self.names)[now.seat] if isinstance(now, Turn) else ""
            analysis.analyse(top, name, self.names)
        else:
            analysis.stop()
        # where there is little room the panels take the place of others
        self.set_class(self.is_analysed, "analysed")
        self.set_class(review.is_open, "reviewed")
        # the list has another height when a panel was opened or closed
        self.call_after_refresh(self.query_one("#moments", OptionList).scroll_to_highlight)

    def mark_turn(self, verdict: Verdict) -> None:
        """Puts the mark of *verdict* at its turn in the list, instead of an earlier one."""
        line = f"{self.line(self.moments[verdict.last])} {verdict.kind.value}".rstrip()
        lines = self.query_one("#moments", OptionList)
        if lines.get_option_at_index(verdict.last).prompt != line:
            lines.replace_option_prompt_at_index(verdict.last, line)

    def action_analyse(self) -> None:
        """Opens or closes the panel with the best lines."""
        if self._may_advise():
            self.is_analysed = not self.is_analysed
            self.show_advice()

    def action_review(self) -> None:
        """Begins a review, or stops a running one, or opens the page of a finished one."""
        review = self.query_one(ReviewPanel)
        if review.is_running:
            review.stop()
        elif review.is_done:
            self.app.push_screen(ReviewPage(_("What each turn was worth"), review.page))
        elif self._may_advise():
            review.begin(self.moments)
            self.show_advice()

    def action_try_again(self) -> None:
        """Opens the blunder that is shown as a puzzle, which comes back."""
        self.say(self.query_one(ReviewPanel).try_again(self.at))

    def _may_advise(self) -> bool:
        """Whether the panels may open; shows why not."""
        if self.unadvised:
            self.say(self.unadvised)
        return not self.unadvised

    def action_mark(self, by: int) -> None:
        """Goes to the next marked turn; -1: to the previous one."""
        at = self.query_one(ReviewPanel).marked_moment(self.at, by)
        if at is None:
            self.say(_("No turn there is marked; r reviews the match."))
        else:
            self.go_to(at)
