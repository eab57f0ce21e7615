"""A view as a scene: markup and words by stable keys, which every interface shows alike.

Markup is SVG in the pixels of the board, its colours are the variables of a theme. A key stands for
the same thing in every scene of a match, so a page shows anew only what has changed. All values are
JSON.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import replace
from sys import intern
from types import MappingProxyType
from typing import Any, NamedTuple, TypeVar, cast

from gipf_meta.base.texts import _
from gipf_meta.protocol.view import (
    BoardMaterial,
    Countdown,
    Mark,
    MarkKind,
    Material,
    Piece,
    Point,
    ScoreSheet,
    TileShape,
    Tray,
    TrayItem,
    View,
    counters,
)
from gipf_meta.render import speech
from gipf_meta.render.board import (
    Field,
    check_places,
    draw_field,
    draw_mark,
    draw_piece,
    draw_point,
    lifted_places,
    pieces_by_place,
)
from gipf_meta.render.material import FLOOR, HALF, LID, NECK
from gipf_meta.render.scene_elements import (
    BoardElement,
    BoardScene,
    ChoiceElement,
    CountdownElement,
    HandElement,
    HeapElement,
    MarkElement,
    MarkupElement,
    PieceElement,
    PlacedElement,
    PointElement,
    SheetElement,
    SignElement,
    TrayElement,
    by_key,
)
from gipf_meta.render.signs import draw_ways
from gipf_meta.render.speech import SpokenBoard
from gipf_meta.render.trays import count_of, draw_heap, first_width, label_beside
from gipf_meta.render.whole_seconds import caption_beside, round_clocks

T = TypeVar("T")


def view_scene(view: View, seats: Sequence[str] = (), title: str = "") -> BoardScene:
    """The scene of *view*; *seats* are the names of the game's seats, *title* is the game's.

    Raises ``ValueError`` if a piece, a mark or an edge is on none of the points.
    """
    return SceneDrawer(seats, title).draw(view)


class SceneDrawer:
    """Draws the scenes of views of one game, in one language: only the new elements of each.

    *seats* are the names of the game's seats, *title* is the game's. A board that *is_bare* names
    no place. An element that has not changed is the very same object in both scenes, so nobody may
    change it.
    """

    def __init__(
        self, seats: Sequence[str] = (), title: str = "", *, is_bare: bool = False
    ) -> None:
        self._seats, self._title, self._is_bare = seats, title, is_bare
        self._made: dict[str, tuple[object, Any]] = {}
        self._taking_turns: dict[str, tuple[tuple[object, Any], ...]] = {}
        self._of: object = None
        self._field: Field | None = None
        self._places: _Places | None = None

    def draw(self, view: View) -> BoardScene:
        """The scene of *view*.

        Raises ``ValueError`` if a piece, a mark or an edge is on none of the points.
        """
        view = round_clocks(view)
        scene: BoardScene = {}
        if view.points:
            # most views differ from the one before in words alone
            layout = view.points, view.edges, view.labels, view.pitch, view.tile, view.board
            on_it = view.pieces, view.marks, view.announced
            scene |= self._recall_for("drawn", lambda: self._draw_board(view), layout, *on_it)
        for n, tray in enumerate(view.trays):
            scene[f"tray:{n}"] = self._recall(
                f"tray:{n}", self._tray, n, tray, view.tile, view.material, view.pitch
            )
        for n, sheet in enumerate(view.sheets):
            scene[f"sheet:{n}"] = self._recall(f"sheet:{n}", _sheet, sheet)
        for each in view.countdowns:
            scene[f"countdown:{each.id}"] = _countdown(each)
        caption = caption_beside(view, is_live=True)
        scene |= by_key({"caption": {"text": caption}, "prompt": {"text": view.prompt}})
        heaps = [tray.items for tray in view.trays]
        words = view.choices, view.names, view.points, heaps
        scene |= self._recall_for("choices", lambda: self._choices(view), *words)
        if (hand := view.hand) is not None:
            held: HandElement = {"word": hand.word, "carried": [*hand.carried], "off": hand.off}
            scene |= by_key({"hand": held})
        return scene

    def _draw_board(self, view: View) -> BoardScene:
        """The places of *view*, and all that stands on them."""
        field = self._find_field(view)
        board = self._recall("board", self._board, field, view.tile, view.board)
        scene = by_key({"board": board, "under": self._recall("under", _under, field)})
        signs = [mark for mark in view.marks if mark.kind in speech.SIGNS]
        standing = {piece.at for piece in view.pieces}
        taken = [mark.at in standing for mark in view.marks]
        about = view.points, view.pieces, signs, field
        scene |= self._recall("points", self._draw_points, *about)
        lifted = lifted_places(view)
        scene |= self._recall("pieces", self._draw_pieces, view.pieces, lifted, field)
        scene |= self._recall("marks", self._draw_marks, view.marks, taken, field)
        scene |= self._recall("ways", _draw_ways, view.announced, field)
        return scene

    def _choices(self, view: View) -> BoardScene:
        """The choices of *view*, and the words of their paths."""
        choices = [
            [each.notation, list(each.path), each.label, each.gain, each.is_ordered]
            for each in view.choices
        ]
        return by_key({
            "names": speech.word_names(view, self._seats),
            "counted": counters(view, view.choices),
            "choices": {"all": cast("list[ChoiceElement]", choices)},
        })  # fmt: skip

    def draw_pieces(self, view: View) -> dict[str, PieceElement]:
        """The pieces of *view* alone, by their places. Raises as ``draw``."""
        view = round_clocks(view)
        field, lifted = self._find_field(view), lifted_places(view)
        return {piece.at: self._piece(piece, piece.at in lifted, field) for piece in view.pieces}

    def _recall(self, key: str, make: Callable[..., T], *about: object) -> T:
        """The element *key* that *make* makes of *about*, unless it was the last one made of it."""
        known = self._made.get(key)
        if known is None or known[0] != about:
            known = self._made[key] = about, make(*about)
        element: T = known[1]
        return element

    def _recall_for(self, key: str, make: Callable[[], T], *about: object) -> T:
        """As ``_recall``, for views that take turns: of who decides, and of all others."""
        last_two = self._taking_turns.get(key, ())
        known = next((each for each in last_two if each[0] == about), None)
        if known is None:
            known = about, make()
            self._taking_turns[key] = (*last_two[-1:], known)
        element: T = known[1]
        return element

    def _find_field(self, view: View) -> Field:
        """The field of *view*. Raises as ``draw``."""
        of = view.points, view.edges, view.labels, view.pitch, view.tile, view.board
        if self._field is None or self._of != of:
            self._of, self._field = of, draw_field(view, is_bare=self._is_bare)
        else:
            check_places(self._field, view)
        return self._field

    def _board(self, field: Field, tile: TileShape, board: BoardMaterial) -> BoardElement:
        title = self._title
        return {
            "box": [_pixels(length) for length in field.box],
            "unit": _pixels(field.brush.unit),
            "tile": tile,
            "of": board,
            "name": _("{title} board").format(title=title) if title else _("board"),
        }

    def _draw_points(
        self, points: Sequence[Point], pieces: Sequence[Piece], signs: Sequence[Mark], field: Field
    ) -> dict[str, PointElement]:
        """The places of the board. *signs* are the marks that their names tell."""
        view = View(tuple(points), tuple(map(_without_sand, pieces)), marks=tuple(signs))
        spoken, standing = SpokenBoard(view, self._seats), pieces_by_place(view)
        mark_kinds: dict[str, list[MarkKind]] = {}
        for mark in signs:
            mark_kinds.setdefault(mark.at, []).append(mark.kind)
        places, changed = _Places(field, points, standing, mark_kinds), points
        scene: dict[str, PointElement] = {}
        if (before := self._places) is not None and before.field is field:
            scene, changed = {**before.scene}, places.changed(before)
        for point in changed:
            is_taken = point.id in standing
            element = _place(field, point, is_taken, spoken.name(point.id))
            scene[intern(f"point:{point.id}")] = element
        self._places = places._replace(scene=scene)
        return scene

    def _draw_pieces(
        self, pieces: Sequence[Piece], lifted: Collection[str], field: Field
    ) -> dict[str, PieceElement]:
        return {
            (key := f"piece:{piece.at}"): self._recall(
                key, self._piece, piece, piece.at in lifted, field
            )
            for piece in pieces
        }

    def _draw_marks(
        self, marks: Sequence[Mark], taken: Sequence[bool], field: Field
    ) -> dict[str, MarkElement]:
        return {
            (key := f"mark:{mark.kind}:{mark.at}"): self._recall(key, _mark, mark, is_taken, field)
            for mark, is_taken in zip(marks, taken, strict=True)
        }

    def _piece(self, piece: Piece, is_lifted: bool, field: Field) -> PieceElement:
        x, y = field.spots[piece.at]
        element: PieceElement = {
            "at": piece.at,
            "x": _pixels(x),
            "y": _pixels(y),
            "markup": draw_piece(field, piece, is_live=True, is_lifted=is_lifted),
            "kind": piece.kind,
            "role": piece.role,
            "name": speech.piece(piece, self._seats),
        }
        if piece.ends_in_ms:
            _add_sand(element, piece)
        return element

    def _tray(
        self, n: int, tray: Tray, tile: TileShape, material: Material, pitch: tuple[float, float]
    ) -> TrayElement:
        items = self._recall(f"items:{n}", self._heaps, tray.items, tile, material, pitch)
        return {"title": tray.title, "seat": tray.seat, "items": items}

    def _heaps(
        self,
        heaps: Sequence[TrayItem],
        tile: TileShape,
        material: Material,
        pitch: tuple[float, float],
    ) -> list[HeapElement]:
        items: list[HeapElement] = []
        for item in heaps:
            heap = draw_heap(item, tile, material, pitch)
            element: HeapElement = {
                "word": item.id,
                "kind": item.kind,
                "name": f"{speech.heap(item, self._seats)} {count_of(item)}".rstrip(),
                "label": item.label,
                "brief": label_beside(item),
                "count": item.count,
                "goals": list(item.goals),
                "markup": heap.markup,
                "box": [0, 0, _pixels(heap.width), _pixels(heap.height)],
                "first": _pixels(first_width(item, heap)),
            }  # fmt: skip
            if item.column:
                element["column"] = item.column
            if item.is_endless:
                element["endless"] = True
            items.append(element)
        return items


class _Places(NamedTuple):
    """The *points* of a *field*, the pieces *standing* on them, and the *mark_kinds* in their
    names; *scene* has their elements."""

    field: Field
    points: Sequence[Point]
    standing: Mapping[str, Piece]
    mark_kinds: Mapping[str, Sequence[MarkKind]]
    scene: Mapping[str, PointElement] = MappingProxyType({})

    def changed(self, before: _Places) -> list[Point]:
        """The points that are not as they were *before*, on the same field."""
        if self.points is before.points:
            others = set[str]()
        else:  # on the same field they have the same names, in the same order
            pairs = zip(before.points, self.points, strict=True)
            others = {new.id for old, new in pairs if old != new}
        for old, new in ((before.standing, self.standing), (before.mark_kinds, self.mark_kinds)):
            others.update(at for at in (*old, *new) if old.get(at) != new.get(at))
        return [point for point in self.points if point.id in others] if others else []


def _place_on(field: Field, at: str, markup: str) -> PlacedElement:
    """*markup* on the place *at* of *field*, and where that is."""
    x, y = field.spots[at]
    return {"at": at, "x": _pixels(x), "y": _pixels(y), "markup": markup}


def _pixels(length: float) -> float:
    """A *length* with two decimals; a whole one as an integer."""
    rounded = round(length, 2)
    return int(rounded) if rounded == int(rounded) else rounded


def _place(field: Field, point: Point, is_taken: bool, name: str) -> PointElement:
    """A place that is called *name*; a piece stands on it if it *is_taken*."""
    if is_taken:
        return {**_place_on(field, point.id, draw_point(field, point, is_taken)), "name": name}
    if (point, name) not in field.empty:
        drawn = _place_on(field, point.id, draw_point(field, point, is_taken))
        field.empty[point, name] = {**drawn, "name": name}
    return field.empty[point, name]


def _mark(mark: Mark, is_taken: bool, field: Field) -> MarkElement:
    drawn = _place_on(field, mark.at, draw_mark(field, mark, is_taken))
    element = cast("MarkElement", {**drawn, "kind": mark.kind})
    if mark.takes:
        element["takes"] = True
    return element


def _draw_ways(ways: Sequence[Sequence[str]], field: Field) -> dict[str, SignElement]:
    signs = draw_ways(field.brush, field.spots, ways)
    return {f"way:{goal}": sign for goal, sign in signs.items()}


def _under(field: Field) -> MarkupElement:
    return {"markup": field.under}


def _without_sand(piece: Piece) -> Piece:
    """*piece* without the time of its sand if that runs: it would be wrong a second later, so the
    interface adds it."""
    return replace(piece, sand=None, clock="") if piece.ends_in_ms else piece


def _add_sand(element: PieceElement, piece: Piece) -> None:
    """Adds to the *element* of *piece* when its sand ends, and where its glass is."""
    element["ends_in_ms"] = piece.ends_in_ms
    element["of_ms"] = piece.of_ms
    element["glass"] = {"half": HALF, "lid": LID, "neck": NECK, "floor": FLOOR}


def _countdown(each: Countdown) -> CountdownElement:
    return {
        "title": each.title,
        "left_ms": each.left_ms,
        "full_ms": each.full_ms,
        "runs": each.runs and each.left_ms > 0,
        "note": each.note,
        "spoken": each.spoken,
    }


def _sheet(sheet: ScoreSheet) -> SheetElement:
    return {
        "title": sheet.title,
        "columns": list(sheet.columns),
        "rows": [list(row) for row in sheet.rows],
        "footer": [list(line) for line in sheet.footer],
        "seat": sheet.seat,
    }
