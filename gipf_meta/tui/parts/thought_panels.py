"""The panels of bots' evaluations: the best lines of a position, the worth of each turn."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from textwrap import fill
from threading import Event

from textual.widgets import Static

from gipf_meta.base.texts import _
from gipf_meta.bots.analyst import AnalystFailed, analyst
from gipf_meta.line.conversation import Conversation
from gipf_meta.line.own_reviews import OwnTurns
from gipf_meta.match.match import Match
from gipf_meta.match.playback import Moment
from gipf_meta.match.session import Session
from gipf_meta.narration.shares import (
    ChancesTold,
    MomentChances,
    chances_at_end,
    chances_now,
)
from gipf_meta.protocol.failures import GameFailed
from gipf_meta.protocol.game import AnyGame, Turn
from gipf_meta.search.analysis import Analysis, nobody_decides
from gipf_meta.search.effort import BY_TIME
from gipf_meta.search.review import Judged, deepen_review, parts
from gipf_meta.search.verdict import (
    CURVE,
    PLAIN_CURVE,
    Kind,
    Verdict,
    curve_row,
    rows,
    summaries,
    turning_point,
    turning_words,
)
from gipf_meta.table.new_table import analysis_budget
from gipf_meta.tui.parts.background import BackgroundSearch
from gipf_meta.tui.parts.chances_row import chances_rows
from gipf_meta.tui.parts.looks import Looks
from gipf_meta.tui.parts.side_panel import panel_columns


class ReviewPanel(Static):
    """A review of *match* that runs in the background.

    *on_verdict* is called for each verdict, which may replace one; ``on_whole``, once, with the
    turn that gave most away, when all turns have a verdict. *names* are the players', *own* the
    turns of the person here, of which *talk* tells the desk.
    """

    on_whole: Callable[[Verdict], None] | None = None

    def __init__(
        self,
        match: Match,
        names: list[str],
        on_verdict: Callable[[Verdict], None],
        own: OwnTurns | None = None,
        talk: Conversation | None = None,
    ) -> None:
        super().__init__(id="review", markup=False)
        self.match, self.names, self.on_verdict = match, names, on_verdict
        self.own, self.talk = own, talk
        self._found: dict[int, Verdict] = {}
        self._moments: tuple[Moment, ...] = ()
        self.count = self.done = self.at = 0
        self.error = ""
        self._is_whole = False
        self._search: BackgroundSearch[Judged] | None = None

    @property
    def verdicts(self) -> list[Verdict]:
        """The verdicts so far, in the order of the turns."""
        return [self._found[n] for n in sorted(self._found)]

    def on_mount(self) -> None:
        """Hides the panel until a review begins."""
        self.display = False

    @property
    def is_open(self) -> bool:
        """Whether a review has been begun."""
        return bool(self.display)

    @property
    def is_running(self) -> bool:
        """Whether more verdicts will come."""
        return self._search is not None

    @property
    def is_done(self) -> bool:
        """Whether every turn has its verdict."""
        return not self.is_running and self._is_whole and 0 < self.done == self.count

    def begin(self, moments: tuple[Moment, ...]) -> None:
        """Reviews the match from its beginning; *moments* are all of the match."""
        self._found, self.error, self._moments = {}, "", moments
        self.count, self.done, self._is_whole = len(parts(moments)), 0, False
        self.display = True

        def search(cancelled: Event) -> Iterator[Judged]:
            return deepen_review(self.match, BY_TIME, cancelled=cancelled, look=analyst().look)

        self._search = BackgroundSearch(self, search, self._add_verdict, self._end)
        self.show(self.at)

    def stop(self) -> None:
        """Stops the review; the verdicts so far stay."""
        if self._search is not None:
            self._search.cancel()
            self._search = None
            self.show(self.at)

    def _add_verdict(self, judged: Judged) -> None:
        self._found[judged.n], self.done = judged.verdict, judged.done
        self.on_verdict(judged.verdict)
        self.show(self.at)
        if self.on_whole is not None and len(self._found) == self.count:
            tell, self.on_whole = self.on_whole, None
            tell(turning_point(self.verdicts) or self.verdicts[-1])

    def _end(self, error: BaseException | None) -> None:
        self._search = None
        self._is_whole = error is None
        if error is not None:
            self.error = _why(self.match.sessions[0].game, error)
        elif self.own is not None and self.talk is not None and self.match.result is not None:
            losses = self.own.telling_losses(self.verdicts)
            if losses is not None:
                self.talk.tell(losses, lambda _answer: None)
        self.show(self.at)

    def try_again(self, at: int) -> str:
        """Opens the blunder of the person here at moment *at* as a puzzle; returns why not, in a
        sentence, or ``""``."""
        blunders = [] if self.own is None else self.own.blunders(self.verdicts)
        made = [each for each in blunders if each.first <= at <= each.last]
        made += [each for each in blunders if each.first - 1 == at]
        if not made or self.own is None or self.talk is None:
            return _("Here is no blunder of yours: r reviews the match, n leads to marked turns.")
        self.talk.tell(self.own.trying_again(made[0]))
        return ""

    def show(self, at: int) -> None:
        """Shows the verdict on the turn of moment *at*, and how far the review is."""
        self.at = at
        if self.is_open:
            chances = MomentChances(self._moments, self.names, self._found).at(at)
            for row in chances_rows(self.screen):
                row.note_review(chances, self.names)
        verdict = next((v for v in self.verdicts if v.first <= at <= v.last), None)
        words = "" if verdict is None else f"{self.names[verdict.player]}: {verdict}"
        if verdict is not None and self.own is not None and self.own.blunders([verdict]):
            words = _("{verdict} T tries it once more.").format(verdict=words)
        done, count = self.done, self.count
        if self.error:
            words = self.error
        elif self.is_running:
            progress = _("Reviewed: {n} of {all}; r stops.").format(n=done, all=count)
            if self._found and not done:
                rough = _("A rough look first: {n} of {all}; r stops.")
                progress = rough.format(n=len(self._found), all=count)
            words = f"{done}/{count} · {words}" if words else progress
        elif not count:
            words = _("Nothing was played that could be reviewed.")
        elif not words and not self.is_done:
            stopped = _("Stopped: {n} of {all} reviewed; r begins anew.")
            words = stopped.format(n=done, all=count)
        elif not words:
            words = _("The review is done: r sums it up, n and N lead to the marked turns.")
        self.update(words)

    @property
    def page(self) -> str:
        """The whole review as text: what each player lost, then all verdicts."""
        losses = [summary.lines(self.names[summary.player]) for summary in summaries(self.verdicts)]
        blocks = [*losses, self._curve(), list(rows(self.verdicts, self.names))]
        return "\n\n".join("\n".join(lines) for lines in blocks if lines)

    def _curve(self) -> list[str]:
        """The chances turn by turn as a row of signs, and where it turned."""
        looks: Looks = getattr(self.app, "looks", Looks())
        signs = PLAIN_CURVE if looks.technique == "glyphs" else CURVE
        row, name = curve_row(self.verdicts, signs), self.names[0]
        title = _("The chances of {name}, turn by turn").format(name=name)
        if name == _("You"):
            title = _("Your chances, turn by turn")
        sentence = turning_words(self.verdicts, self.names)
        return [line for line in (f"{title}: {row}" if row else "", sentence) if line]

    def marked_moment(self, at: int, by: int) -> int | None:
        """The next moment with a mark after *at*, or before *at* if *by* is negative; else
        ``None``."""
        moments = [verdict.last for verdict in self.verdicts if verdict.kind is not Kind.GOOD]
        found = [moment for moment in moments if (moment - at) * by > 0]
        return (min if by > 0 else max)(found, default=None)

    def on_unmount(self) -> None:
        """Stops the review with the screen."""
        if self._search is not None:
            self._search.cancel()


def _why(game: AnyGame, error: BaseException) -> str:
    """The reason why a search in *game* has failed: the engine that searches, or the game."""
    return str(error if isinstance(error, AnalystFailed) else GameFailed.of(game, error))


LINES = 3
"""The number of best lines that are shown."""


class AnalysisPanel(Static):
    """Shows the chances and the best lines of one position; the search refines them."""

    session: Session | None = None
    _search: BackgroundSearch[Analysis] | None = None

    def on_mount(self) -> None:
        """Hides the panel until an analysis is requested."""
        self.display = False

    def analyse(self, session: Session, name: str, names: Sequence[str]) -> None:
        """Begins to analyse the position of *session*; *name* is the player on turn, *names* are
        those of all.

        Does nothing if the panel already analyses that session.
        """
        if session is self.session:
            return
        self.stop()
        self.session, self.display = session, True
        self._tell_chances(chances_at_end(session, names), names)
        now = session.status
        if not isinstance(now, Turn):
            self.update(nobody_decides(now))
            return
        self.update(_("On turn: {name}. The best lines are looked for …").format(name=name))

        def search(cancelled: Event) -> Iterator[Analysis]:
            return analyst().deepen(session, analysis_budget(cancelled), LINES)

        def show(analysis: Analysis) -> None:
            self.update("\n".join(self._lines(analysis, name)))
            self._tell_chances(chances_now(session, names, analysis.chances), names)

        def show_error(error: BaseException | None) -> None:
            if error is not None:
                self.update(_why(session.game, error))

        self._search = BackgroundSearch(self, search, show, show_error)

    def _tell_chances(self, found: ChancesTold | None, names: Sequence[str]) -> None:
        for row in chances_rows(self.screen):
            row.note_analysis(found, names)

    def _lines(self, analysis: Analysis, name: str) -> Iterator[str]:
        """The headline, then the best lines, each on two rows at most."""
        width = panel_columns(self.app.size.width)
        yield fill(analysis.headline(name).replace(" %", "\u00a0%"), width)
        for line in analysis.lines:
            yield fill(
                str(line), width, subsequent_indent=" " * 8, max_lines=2, placeholder=" …",
                break_on_hyphens=False,
            )  # fmt: skip

    def stop(self) -> None:
        """Ends the search and hides the panel."""
        if self._search is not None:
            self._search.cancel()
        self._search = self.session = None
        self.display = False

    def on_unmount(self) -> None:
        """Ends the search with the screen."""
        self.stop()
