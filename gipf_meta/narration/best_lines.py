"""The best lines of a position, told in words and drawn over its board."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, TypeAlias

from typing_extensions import TypedDict

from gipf_meta.base.texts import _
from gipf_meta.match.session import Session
from gipf_meta.narration.story import players_by_seat
from gipf_meta.protocol.game import Turn
from gipf_meta.protocol.view import Choice, View
from gipf_meta.render.board import Drawing, draw_board
from gipf_meta.render.scene_elements import SignElement
from gipf_meta.render.signs import SignKind, Step, draw_signs
from gipf_meta.search.analysis import Analysis, Line, nobody_decides
from gipf_meta.search.whole_turns import split_turns

FOLLOWING = 2
"""How many turns that may follow are drawn."""
MOST_LABELS = 3
"""How many decisions of a turn are told in words."""

Signs: TypeAlias = list[SignElement]
"""Signs over a board, each with its place and its markup."""


class LineTold(TypedDict):
    """A line of an analysis: what it is *worth*, its whole *turns*, the first one in *words*.

    *signs* draw its first turn over the board, *follows* those after it.
    """

    worth: str
    turns: list[str]
    words: str
    signs: Signs
    follows: Signs


class LinesTold(TypedDict):
    """The best *lines* after so many *positions*; *over*: no better ones follow."""

    headline: str
    lines: list[LineTold]
    positions: int
    over: bool


class TurnDrawer:
    """Draws turns over the board of *session*, and tells them in words."""

    def __init__(self, session: Session) -> None:
        self._game, self._state = session.game, session.state
        self._drawing: Drawing | None = draw_board(session.game.view(session.state, None))
        self._steps: dict[tuple[Any, ...], list[tuple[Step, Choice | None]]] = {}

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
        """What the turn of *moves* does, decision by decision."""
        labels = [choice.label for _step, choice in self._turn(moves) if choice is not None]
        told = ", ".join(labels[:MOST_LABELS])
        return f"{told} …" if len(labels) > MOST_LABELS else told

    def _turn(self, moves: Sequence[Any], state: Any = None) -> list[tuple[Step, Choice | None]]:
        """The decisions among *moves* that the seat makes which decides in *state*."""
        start = self._state if state is None else state
        key = (start, *moves)
        if key not in self._steps:
            self._steps[key] = list(self._decisions(start, moves))
        return self._steps[key]

    def _decisions(self, state: Any, moves: Sequence[Any]) -> Iterator[tuple[Step, Choice | None]]:
        game, due = self._game, self._game.status(state)
        if not isinstance(due, Turn):
            return
        before: View = game.view(state, due.seat)
        for move in moves:
            now, text = game.status(state), game.format(state, move)
            state = game.apply(state, move)
            after = game.view(state, due.seat)
            if isinstance(now, Turn) and now.seat == due.seat:
                choice = next((each for each in before.choices if each.notation == text), None)
                yield Step(choice.path if choice else (), before, after), choice
            before = after


class LinesTeller:
    """Tells analyses of *session*, whose players by number are called *names*."""

    def __init__(self, session: Session, names: Sequence[str]) -> None:
        self._session = session
        now = session.status
        self._name = players_by_seat(session, names)[now.seat] if isinstance(now, Turn) else ""
        self._drawer: TurnDrawer | None = None

    @property
    def beginning(self) -> LinesTold:
        """What is said before anything was found, or where nothing can be."""
        why = nobody_decides(self._session.status)
        sought = _("{name} is on turn; the best lines are looked for …").format(name=self._name)
        return {"headline": why or sought, "lines": [], "positions": 0, "over": bool(why)}

    def tell(self, analysis: Analysis, over: bool) -> LinesTold:
        """The *analysis*: its headline, and its lines; *over* says that no better one follows."""
        drawer = self._drawer = self._drawer or TurnDrawer(self._session)
        return {
            "headline": analysis.headline(self._name),
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
