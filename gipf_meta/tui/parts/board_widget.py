"""The board widget: shows any view, and posts the points that are chosen."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import groupby
from math import dist, floor
from typing import ClassVar, Final

from rich.segment import Segment
from rich.style import Style
from textual import events
from textual.binding import Binding, BindingType
from textual.geometry import Offset, Region
from textual.message import Message
from textual.strip import Strip
from textual.timer import Timer
from textual.widget import Widget

from gipf_meta.base.texts import _
from gipf_meta.paint.cells import Cell
from gipf_meta.paint.fitting import fit_layout, least_size
from gipf_meta.paint.layout import Direction, Layout
from gipf_meta.paint.painter import Painter, Painting
from gipf_meta.protocol.view import View
from gipf_meta.records.own_marks import DrawnPlaces
from gipf_meta.tui.parts.board_pen import BoardPen, with_own_marks
from gipf_meta.tui.parts.jump_labels import JumpLabels, places_to_label, with_labels
from gipf_meta.tui.parts.looks import Looks

DIRECTIONS: Final[Mapping[str, Direction]] = {
    "up": "up", "down": "down", "left": "left", "right": "right",
    "q": "up-left", "w": "up", "e": "up-right", "a": "down-left", "s": "down", "d": "down-right",
}  # fmt: skip
"""The direction of each key."""
WORDS_OF_WAYS: Final[Mapping[Direction, str]] = {
    "up": _("the nearest place above"),
    "down": _("the nearest place below"),
    "left": _("the nearest place on the left"),
    "right": _("the nearest place on the right"),
    "up-left": _("the nearest place above, on the left"),
    "up-right": _("the nearest place above, on the right"),
    "down-left": _("the nearest place below, on the left"),
    "down-right": _("the nearest place below, on the right"),
}
"""Where the cursor goes in each direction."""


RING: Final = _("a ring of your own on the place, or away; so does the right button")
ARROW: Final = _("begin an arrow of your own at the place, then end it")


class Board(Widget, can_focus=True):
    """A view as coloured cells; *lit* are the points that can be chosen next.

    Only cells that have changed are painted again.
    """

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("n", "next(1)", show=False, tooltip=_("the next place that can be chosen")),
        Binding("N", "next(-1)", show=False, tooltip=_("the previous place that can be chosen")),
        *(
            Binding(key, f"go('{key}')", show=False, tooltip=WORDS_OF_WAYS[way])
            for key, way in DIRECTIONS.items()
        ),
        Binding("plus", "ring", show=False, tooltip=RING),
        Binding("minus", "arrow", show=False, tooltip=ARROW),
        Binding(
            "enter,space",
            "choose",
            _("choose"),
            tooltip=_("choose the place with the cursor; so does a click"),
        ),
    ]

    class Chosen(Message):
        """Posted when a point was clicked or, *by_key*, Enter was pressed on it."""

        def __init__(self, point: str, *, by_key: bool = False) -> None:
            super().__init__()
            self.point, self.by_key = point, by_key

    class Pointed(Message, bubble=True):
        """Posted when the cursor has moved to another point."""

        def __init__(self, point: str) -> None:
            super().__init__()
            self.point = point

    class Said(Message, bubble=True):
        """Posted with a sentence on a key that has not moved the cursor; ``""`` ends the last."""

        def __init__(self, words: str) -> None:
            super().__init__()
            self.words = words

    def __init__(self, looks: Looks, *, id: str | None = None) -> None:
        super().__init__(id=id)
        self.looks = looks
        self.view = View(())
        self.lit: tuple[str, ...] = ()
        self.cursor: str | None = None
        self.led_from: str | None = None
        """The point that the cursor has left last without its person."""
        self.pen = BoardPen()
        self._pressed: str | None = None
        """The point on which the right button is held."""
        self.labels: JumpLabels | None = None
        """The labels on the places, while a jump is typed."""
        self._layout_now: Layout | None = None
        self._laid_out: object = None
        self._painter: Painter | None = None
        self._painting: Painting | None = None
        self._frames: list[View] = []
        self._motion: Timer | None = None

    # ---- showing ----------------------------------------------------------------------------

    def show(self, view: View, lit: Collection[str] = (), frames: Sequence[View] = ()) -> None:
        """Shows *view* with the points *lit*, after *frames* if the looks have motion; the cursor
        keeps its point if the view has it."""
        names = {point.id for point in view.points}
        if view.pieces != self.view.pieces or _places(view) != _places(self.view):
            self._frames = []
        if self.looks.motion and frames:
            self._frames = [*frames]
        self.view, self.lit = view, tuple(lit)
        self.pen.follow(view)
        if self.labels is not None and not names.issuperset(self.labels.points.values()):
            self._end_jump()
        if self.cursor not in names:
            self.cursor = next((point for point in self.lit if point in names), None)
        self._play_frames()

    @property
    def is_moving(self) -> bool:
        """Whether a motion is shown."""
        return bool(self._frames)

    def rest_on(self, frames: Sequence[View]) -> None:
        """Shows *frames* before the view, also where the looks have no motion."""
        self._frames = [*frames]
        self._play_frames()

    def _play_frames(self) -> None:
        if self._frames and self._motion is None:
            self._motion = self.set_interval(FRAME_S, self._show_next_frame)
        self._paint()

    def _show_next_frame(self) -> None:
        """Shows the next view of a motion; after the last one, the position itself."""
        self._frames = self._frames[1:]
        if not self._frames and self._motion is not None:
            self._motion.stop()
            self._motion = None
        self._paint()

    def change_looks(self, looks: Looks) -> None:
        """Paints the board with the colours and glyphs of *looks*."""
        self.looks = looks
        self._layout_now = self._painter = None
        self._paint()

    def on_resize(self, event: events.Resize) -> None:
        """Fits the board to its new size."""
        self._layout_now = self._painting = None
        self._paint()

    def on_focus(self) -> None:
        """Shows the cursor."""
        self._paint()

    def on_blur(self) -> None:
        """Hides the cursor, and the labels."""
        self.labels = None
        self._paint()

    def _paint(self) -> None:
        width, height = self.size
        if not width or not height:
            return
        if self._painter is None:
            self._painter = Painter(self.looks.palette, are_plain=self.looks.are_plain)
        seen, lit = (self._frames[0], ()) if self._frames else (self.view, self.lit)
        places = _places(seen)
        if self._layout_now is None or places != self._laid_out:
            self._layout_now = fit_layout(seen, width, height, self.looks.technique)
            self._laid_out = places
        before, self._painting = self._painting, None
        if self._layout_now is not None:
            cursor = self.cursor if self.has_focus else None
            self._painting = self._painter.paint(seen, self._layout_now, cursor, lit)
            palette = self.looks.palette
            if marks := (*(() if self._frames else self.pen.guide), *self.pen.marks):
                self._painting = with_own_marks(self._painting, self._layout_now, marks, palette)
            if self.labels is not None:
                labelled = with_labels(self._painting, self._layout_now, self.labels, palette)
                self._painting = labelled
        self._refresh_changed(before)

    def _refresh_changed(self, before: Painting | None) -> None:
        now = self._painting
        if before is None or now is None or len(before.rows) != len(now.rows):
            self.refresh()
            return
        changed = [
            Region(start, y, stop - start, 1)
            for y, (old, new) in enumerate(zip(before.rows, now.rows, strict=True))
            if old is not new
            for start, stop in _runs(old, new)
        ]
        if changed:
            self.refresh(*changed)

    def render_line(self, y: int) -> Strip:
        """Row *y* of the painted board, or of a sentence if the board does not fit."""
        if self._painting is None or y >= len(self._painting.rows):
            words = self._too_small() if y == self.size.height // 2 else ""
            return Strip([Segment(words.center(self.size.width), Style())], self.size.width)
        return _strip(self._painting.rows[y])

    def _too_small(self) -> str:
        if not self.view.points:
            return ""
        width, height = self.size
        if (least := least_size(self.view, width, height)) is None:
            return _("Make the window larger.")
        if least == (width, height):
            return ""  # it fits, and is painted in a moment
        window = self.app.size
        return _("Make the window larger: at least {columns}x{rows}.").format(
            columns=window.width + least[0] - width, rows=window.height + least[1] - height
        )

    # ---- the cursor --------------------------------------------------------------------------

    @property
    def cursor_cell(self) -> Offset:
        """The cell in the middle of the point with the cursor."""
        centres = {} if self._layout_now is None else self._layout_now.centres
        column, row = centres.get(self.cursor or "", (0, 0))
        return Offset(floor(column), floor(row))

    def action_go(self, key: str) -> None:
        """Moves the cursor to the nearest point in the direction of *key*."""
        if self._layout_now is None:
            return
        if self.cursor is None:
            self.action_next(1)
            return
        point = self._layout_now.nearest(self.cursor, DIRECTIONS[key])
        if point is None:
            stays = _("Nothing lies that way: still on {place}.").format(place=self.cursor)
            self.post_message(self.Said(stays))
        self._move_cursor(point)

    def action_next(self, step: int) -> None:
        """Moves the cursor to the next point that can be chosen; -1: to the previous one."""
        names = [point.id for point in self.view.points]
        places = [point for point in names if point in self.lit] or names
        if not places:
            return
        at = places.index(self.cursor) if self.cursor in places else (-1 if step > 0 else 0)
        self._move_cursor(places[(at + step) % len(places)])

    def go_to_only_place(self) -> None:
        """Moves the cursor to the point that can be chosen next, if there is only one."""
        if len(self.lit) == 1 and self.cursor is not None:
            self.led_from, self.cursor = self.cursor, self.lit[0]
            self._paint()

    def go_to_nearest(self, points: Collection[str]) -> None:
        """Moves the cursor to the nearest of *points*, unless it stands on one of them."""
        at = {point.id: (point.x, point.y) for point in self.view.points}
        if self.cursor not in at or self.cursor in points or not points:
            return
        here = at[self.cursor]
        self.led_from = self.cursor
        self.cursor = min(points, key=lambda point: dist(here, at[point]))
        self._paint()

    def lead(self, guide: Sequence[DrawnPlaces], points: Collection[str]) -> None:
        """Draws *guide*, rings and arrows that show the way, and moves the cursor to the nearest of
        *points*."""
        self.pen.guide = (*guide,)
        self.go_to_nearest(points)
        self._paint()

    def show_cursor(self) -> None:
        """Shows the cursor; without a point it is set on the first place that is not a dot."""
        places = (point.id for point in self.view.points if point.kind != "dot")
        if self.cursor is None and (first := next(places, None)) is not None:
            self.cursor = first
            self._paint()

    def action_choose(self) -> None:
        """Chooses the point with the cursor."""
        if self.cursor is not None:
            self.post_message(self.Chosen(self.cursor, by_key=True))

    # ---- rings and arrows of one's own ----------------------------------------------------------

    def action_ring(self) -> None:
        """Draws a ring at the cursor, or takes it away."""
        if self.cursor is not None:
            self._tell_own(self.pen.toggle((self.cursor,)))

    def action_arrow(self) -> None:
        """Begins an arrow at the cursor, or ends it there."""
        if self.cursor is not None:
            self._tell_own(self.pen.press_arrow(self.cursor))

    def on_mouse_down(self, event: events.MouseDown) -> None:
        """Begins to draw with the right button."""
        self._pressed = self._point_under(event) if event.button == RIGHT else None

    def on_mouse_up(self, event: events.MouseUp) -> None:
        """Draws a ring where the right button was pressed, or an arrow from there."""
        begun, self._pressed = self._pressed, None
        point = self._point_under(event)
        if begun is not None and point is not None:
            self._tell_own(self.pen.toggle((begun,) if begun == point else (begun, point)))

    def _tell_own(self, words: str) -> None:
        self._paint()
        if words:
            self.post_message(self.Said(words))

    # ---- a jump ------------------------------------------------------------------------------

    def begin_jump(self) -> bool:
        """Shows a label on every place that can be chosen, or on every place if none can; returns
        whether there are any."""
        if self._layout_now is None or not self.view.points:
            return False
        self.labels = JumpLabels.of(places_to_label(self.view, self.lit, self._layout_now))
        self._paint()
        return True

    def _end_jump(self) -> None:
        self.labels = None
        self._paint()
        self.post_message(self.Said(""))

    async def _on_key(self, event: events.Key) -> None:
        """Types a label while labels are shown; any other key ends that, and does what it does."""
        labels = self.labels
        if labels is None:
            return
        letter = (event.character or "").lower()
        if event.key != "escape" and not (letter.isalpha() and event.is_printable):
            self._end_jump()
            return
        event.stop()
        event.prevent_default()
        if event.key == "escape":
            self._end_jump()
        elif (after := labels.after(letter)) is None:
            words = _("No place has {letter} there: type other letters, or Escape.")
            self.post_message(self.Said(words.format(letter=letter)))
        elif (point := after.reached) is None:
            self.labels = after
            self._paint()
        else:
            self.labels = None
            self.cursor = point
            self._paint()
            self.post_message(self.Pointed(point))

    def on_mouse_move(self, event: events.MouseMove) -> None:
        """Moves the cursor to the point under the mouse."""
        self._move_cursor(self._point_under(event))

    def on_click(self, event: events.Click) -> None:
        """Chooses the point under the mouse."""
        point = self._point_under(event)
        if point is None or event.button == RIGHT:
            return
        self.pen.forget()
        self._paint()
        self._move_cursor(point)
        self.post_message(self.Chosen(point))

    def _point_under(self, event: events.MouseEvent) -> str | None:
        return None if self._layout_now is None else self._layout_now.hit(event.x, event.y)

    def _move_cursor(self, point: str | None) -> None:
        if point is not None and point != self.cursor:
            self.cursor = point
            self._paint()
            self.post_message(self.Pointed(point))


def _places(view: View) -> object:
    """The points and other values on which a board's layout depends: pieces change none of them."""
    return [(point.id, point.x, point.y) for point in view.points], view.labels, view.pitch


def _runs(old: tuple[Cell, ...], new: tuple[Cell, ...]) -> Iterator[tuple[int, int]]:
    """The runs of columns where two rows differ, each from its first column up to its end."""
    if len(old) != len(new):
        yield 0, max(len(old), len(new))
        return
    for same, run in groupby(range(len(new)), lambda x: old[x] == new[x]):
        if not same:
            columns = list(run)
            yield columns[0], columns[-1] + 1


def _strip(row: tuple[Cell, ...]) -> Strip:
    """A row as a strip, with one segment for each run of equal colours."""
    segments: list[Segment] = []
    for colours, cells in groupby(row, lambda cell: (cell.ink, cell.ground)):
        segments.append(Segment("".join(cell.glyph for cell in cells), _style(*colours)))
    return Strip(segments, len(row))


@lru_cache(maxsize=8192)
def _style(ink: str, ground: str) -> Style:
    return Style(color=ink, bgcolor=ground)


RIGHT: Final = 3
"""The right button of a mouse."""
FRAME_S = 0.06
"""The seconds for which each view of a motion is shown."""
