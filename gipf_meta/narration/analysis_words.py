"""The findings of bots in words and signs: the best lines, and a review as it grows."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Annotated, Any, Final, NotRequired, TypeAlias, cast

from typing_extensions import TypedDict

from gipf_meta.base.addressee import is_reader
from gipf_meta.base.texts import _
from gipf_meta.match.match import Match
from gipf_meta.match.playback import moments
from gipf_meta.match.session import Session
from gipf_meta.match.starting_point import why_no_positions
from gipf_meta.narration.shares import (
    SEATS,
    ChancesTold,
    MomentChances,
    chances_at_end,
    chances_now,
)
from gipf_meta.narration.story import players_by_seat
from gipf_meta.protocol.game import Turn, title_of
from gipf_meta.protocol.gate import Gate
from gipf_meta.protocol.view import Choice, View
from gipf_meta.render.board import Drawing, draw_board
from gipf_meta.render.curves import Chart, ChartPoint
from gipf_meta.render.scene_elements import Keyed, SignElement
from gipf_meta.render.signs import DrawnStep, SignKind, draw_signs
from gipf_meta.search.analysis import Analysis, Line, nobody_decides, split_turns
from gipf_meta.search.review import Judged, parts
from gipf_meta.search.verdict import Kind, Verdict, summaries

FOLLOWING = 2
"""The most following turns that are drawn."""
MOST_LABELS = 3
"""The most decisions of a turn that are named in words."""

Signs: TypeAlias = list[SignElement]
"""Signs over a board, each with its place and its markup."""


class LineTold(TypedDict):
    """A line of an analysis: its *worth*, its whole *turns*, and the first of them in *words*.

    *signs* draw its first turn over the board, *follows* the turns after it.
    """

    worth: str
    turns: list[str]
    words: str
    signs: Signs
    follows: Signs


class LinesTold(TypedDict):
    """The best *lines* after so many *positions*, and the *chances* with the best one, ``None``
    without one; *over*: no better ones follow."""

    headline: str
    chances: NotRequired[ChancesTold | None]
    lines: list[LineTold]
    positions: int
    over: bool


class TurnDrawer:
    """Draws turns over the board of *session*, and tells them in words."""

    def __init__(self, session: Session) -> None:
        self._game, self._state = session.game, session.state
        self._drawing: Drawing | None = draw_board(session.view(None))
        self._steps: dict[tuple[Any, ...], list[tuple[DrawnStep, Choice | None]]] = {}

    def signs(
        self,
        moves: Sequence[Any],
        kind: SignKind,
        label: str = "",
        corner: int = 0,
        state: Any = None,
    ) -> Signs:
        """The signs of a turn of *moves* from *state* (``None``: as the session stands)."""
        if self._drawing is None:
            return []
        steps = [step for step, _choice in self._turn(moves, state)]
        return draw_signs(self._drawing, steps, kind, label, corner)

    def words(self, moves: Sequence[Any]) -> str:
        """The labels of the decisions in the turn of *moves*, at most ``MOST_LABELS`` of them."""
        labels = [choice.label for _step, choice in self._turn(moves) if choice is not None]
        words = ", ".join(labels[:MOST_LABELS])
        return f"{words} …" if len(labels) > MOST_LABELS else words

    def _turn(
        self, moves: Sequence[Any], state: Any = None
    ) -> list[tuple[DrawnStep, Choice | None]]:
        """The decisions among *moves* by the seat that decides in *state*."""
        start = self._state if state is None else state
        key = (start, *moves)
        if key not in self._steps:
            with Gate(self._game):
                self._steps[key] = list(self._decisions(start, moves))
        return self._steps[key]

    def _decisions(
        self, state: Any, moves: Sequence[Any]
    ) -> Iterator[tuple[DrawnStep, Choice | None]]:
        game, status = self._game, self._game.status(state)
        if not isinstance(status, Turn):
            return
        before: View = game.view(state, status.seat)
        for move in moves:
            now, text = game.status(state), game.format(state, move)
            state = game.apply(state, move)
            after = game.view(state, status.seat)
            if isinstance(now, Turn) and now.seat == status.seat:
                choice = next((each for each in before.choices if each.notation == text), None)
                yield DrawnStep(choice.path if choice else (), before, after), choice
            before = after


class LinesTeller:
    """Tells analyses of *session*, whose players by number are called *names*."""

    def __init__(self, session: Session, names: Sequence[str]) -> None:
        self._session, self._names = session, names
        now = session.status
        self._name = players_by_seat(session, names)[now.seat] if isinstance(now, Turn) else ""
        self._drawer: TurnDrawer | None = None

    @property
    def beginning(self) -> LinesTold:
        """The message before the first lines are found, or where there is nothing to analyse."""
        why = nobody_decides(self._session.status)
        sought = _("On turn: {name}. The best lines are looked for …").format(name=self._name)
        chances = chances_at_end(self._session, self._names)
        return {
            "headline": why or sought,
            "chances": chances,
            "lines": [],
            "positions": 0,
            "over": bool(why),
        }

    def tell(self, analysis: Analysis, over: bool) -> LinesTold:
        """The *analysis*: its headline, and its lines; *over* says that no better one follows."""
        drawer = self._drawer = self._drawer or TurnDrawer(self._session)
        return {
            "headline": analysis.headline(self._name),
            "chances": chances_now(self._session, self._names, analysis.chances),
            "lines": [self._line(drawer, n, line) for n, line in enumerate(analysis.lines)],
            "positions": analysis.positions,
            "over": over,
        }

    def _line(self, drawer: TurnDrawer, n: int, line: Line) -> LineTold:
        game, state = self._session.game, self._session.state
        first, *later = split_turns(game, state, line.moves)
        follows: Signs = []
        for number, turn in enumerate(later[:FOLLOWING], 2):
            follows += drawer.signs(turn.moves, "follow", str(number), number - 1, turn.before)
        return {
            "worth": line.worth,
            "turns": list(line.turns or line.decisions),
            "words": drawer.words(first.moves),
            "signs": drawer.signs(first.moves, "other" if n else "best", str(n + 1), n),
            "follows": follows,
        }


COLOURS: Final = {
    Kind.FOUND: "mark-legal",
    Kind.GOOD: "ink",
    Kind.INACCURATE: "held",
    Kind.MISTAKE: "mark-last",
    Kind.BLUNDER: "mark-capture",
}
"""The colours of the points."""


class GraphElement(TypedDict):
    """The picture of the chances, over which the verdicts are drawn."""

    box: list[float]
    markup: str
    name: str


class ProgressElement(TypedDict):
    """The number of turns that are reviewed, of *all*; *done* counts those that were searched
    well."""

    text: str
    done: int
    all: int


class OutlooksTold(TypedDict):
    """The chances *before* a turn, and those that it *left*."""

    before: NotRequired[ChancesTold]
    left: NotRequired[ChancesTold]


class VerdictElement(OutlooksTold):
    """The verdict on the *turn* that began at moment *at* and led to moment *last*.

    *signs* are drawn over the board of moment *at*. *best* is the better turn in notation,
    *loss* the chances that the turn gave away, in percent. *again*: it was a blunder of the reader,
    who may try once more.
    """

    x: float
    y: float
    markup: str
    at: int
    last: int
    mark: str
    best: str
    turn: str
    words: str
    loss: NotRequired[int]
    signs: Signs
    again: NotRequired[bool]


class SummaryElement(TypedDict):
    """The losses of each player in words, one line for each."""

    lines: list[str]


class ReviewParts(TypedDict, total=False):
    """The elements of a review that there is one of, by their keys."""

    graph: GraphElement
    progress: ProgressElement
    summary: SummaryElement


class ReviewKinds(TypedDict, total=False):
    """The elements of a review that there are several of: ``point:N`` for each turn."""

    point: VerdictElement


ReviewElement: TypeAlias = GraphElement | ProgressElement | SummaryElement | VerdictElement
ReviewElements: TypeAlias = Annotated[dict[str, ReviewElement], Keyed(ReviewParts, ReviewKinds)]
"""Elements of a review by their keys."""


@dataclass
class ReviewTeller:
    """Tells the review of *match*, whose players are called *names*, verdict by verdict; the reader
    has *own* players in it.

    Each message has the elements that are new or have changed, by their keys: a verdict replaces
    the one on the same turn that was told before.
    """

    match: Match
    names: Sequence[str]
    own: Collection[int] = ()
    _verdicts: dict[int, Verdict] = field(default_factory=dict)
    _sent: dict[int, VerdictElement] = field(default_factory=dict)

    def __post_init__(self) -> None:
        """Counts the turns of the match to review."""
        self._moments = moments(self.match)
        self._count = len(parts(self._moments))
        self._chances = MomentChances(self._moments, self.names, self._verdicts)
        self._chart = Chart(max(self._count, 1), ("0 %", "50 %", "100 %"))

    def begin(self) -> ReviewElements:
        """The empty graph."""
        if not self._count:
            nothing = _("Nothing was played that could be reviewed.")
            return _by_key({"progress": {"text": nothing, "done": 0, "all": 0}})
        several = len(self.match.sessions[0].players) > 2
        whose = _("each player, after each of his turns") if several else self.names[0]
        return _by_key({
            "graph": {
                "box": list(self._chart.box),
                "markup": self._chart.frame(),
                "name": _("Your chances, turn by turn")
                if not several and is_reader(0)
                else _("The chances of {name}, turn by turn").format(name=whose),
            },
            "progress": self._progress(),
        })  # fmt: skip

    def add(self, judged: Judged) -> ReviewElements:
        """The elements that the verdict on a turn adds or replaces: its point, the point after it
        on the same curve, and the progress."""
        n, verdict = judged.n, judged.verdict
        self._verdicts[n] = verdict
        said: dict[str, ReviewElement] = {
            f"point:{n}": self._point(n, verdict, is_good=n < judged.done)
        }
        later = (m for m in self._same_curve(verdict) if m > n)
        after = min(later, default=None)
        here, several = self._chances.session_of(verdict), not self._value(verdict)[2]
        for m in range(n + 1, n + 1 if after is None else after + 1):
            later_verdict = self._verdicts.get(m)
            if later_verdict is None:
                continue
            is_beside = several and self._chances.session_of(later_verdict) == here
            if m == after or is_beside:
                markup = self._drawn(m, later_verdict)[1]
                changed = {**self._sent[m], "markup": markup, **self._outlooks(m)}
                said[f"point:{m}"] = self._sent[m] = cast("VerdictElement", changed)
        said["progress"] = self._progress(judged.done)
        return said

    def end(self) -> ReviewElements:
        """The summary of each player's losses, sent when all turns have their verdicts."""
        verdicts = [verdict for _n, verdict in sorted(self._verdicts.items())]
        lines = [each.lines(self.names[each.player])[0] for each in summaries(verdicts)]
        return _by_key({"summary": {"lines": lines}}) if lines else {}

    def _progress(self, done: int = 0) -> ProgressElement:
        count, roughly = self._count, len(self._verdicts)
        text = _("Reviewed: {n} of {all}.").format(n=done, all=count)
        if roughly and not done:
            text = _("A rough look first: {n} of {all}.").format(n=roughly, all=count)
        return {"text": text, "done": done, "all": count}

    def _drawn(self, n: int, verdict: Verdict) -> tuple[tuple[float, float], str]:
        """The spot of turn *n* in the graph, and the markup of its point and the curve that leads
        to it."""
        _series, value, is_shared = self._value(verdict)
        point, before = ChartPoint(n, value, COLOURS[verdict.kind], verdict.kind.value), None
        if earlier := [m for m in self._same_curve(verdict) if m < n]:
            last = max(earlier)
            before = ChartPoint(last, self._value(self._verdicts[last])[1], "")
        colour = "ink" if is_shared else f"role-other-{verdict.player}"
        markup = self._chart.draw(point, before, colour, filled=is_shared)
        if before is None and not is_shared:
            markup += self._chart.write(self.names[verdict.player], point)
        return self._chart.spot(point), markup

    def _point(self, n: int, verdict: Verdict, *, is_good: bool) -> VerdictElement:
        """Turn *n* with its *verdict*, of a search that *is_good* or rough."""
        (x, y), markup = self._drawn(n, verdict)
        where = f"{title_of(verdict.game)} " if verdict.depth else ""
        turn = f"{where}{verdict.turn}. {self.names[verdict.player]}: {verdict.played}"
        self._sent[n] = {
            "x": x,
            "y": y,
            "markup": markup,
            "at": verdict.first - 1,
            "last": verdict.last,
            "mark": verdict.kind.value,
            "best": verdict.best,
            "turn": turn,
            "words": str(verdict),
            "loss": verdict.loss,
            "signs": self._signs(verdict),
            "again": is_good and self._may_try_again(verdict),
            **self._outlooks(n),
        }
        return self._sent[n]

    def _may_try_again(self, verdict: Verdict) -> bool:
        """Whether the turn was a blunder of the reader in a game that has puzzles."""
        is_own_blunder = verdict.player in self.own and verdict.kind is Kind.BLUNDER
        return is_own_blunder and not why_no_positions(verdict.game)

    def _outlooks(self, n: int) -> OutlooksTold:
        """The chances of all before turn *n* and after it."""
        return {"before": self._chances.before(n), "left": self._chances.left(n)}

    def _same_curve(self, verdict: Verdict) -> list[int]:
        """The turns, by their numbers, whose points are in the curve of *verdict*."""
        series = self._value(verdict)[0]
        return [n for n, each in self._verdicts.items() if self._value(each)[0] == series]

    def _value(self, verdict: Verdict) -> tuple[tuple[int, ...], int, bool]:
        """The key of the curve of the turn, the chances there, and whether players share the curve.

        Between two players there is one curve, of the first of them.
        """
        where = self._chances.session_of(verdict)
        players = self._moments[verdict.first].sessions[-1].players
        if len(players) != SEATS:
            return (*where, verdict.player), verdict.left, False
        first = min(players)
        return where, verdict.left if verdict.player == first else 100 - verdict.left, True

    def _signs(self, verdict: Verdict) -> Signs:
        """The signs of the turn that was played and of the better one, over the board before the
        turn."""
        drawer = TurnDrawer(self._moments[verdict.first - 1].sessions[-1])
        if not verdict.is_faulty:
            return drawer.signs(verdict.moves, "best", verdict.kind.value)
        played = drawer.signs(verdict.moves, "played", verdict.kind.value)
        return [*played, *drawer.signs(verdict.better, "better", "!", 2)]


def _by_key(parts: ReviewParts) -> ReviewElements:
    """The *parts* as elements by their keys."""
    return cast("ReviewElements", parts)
