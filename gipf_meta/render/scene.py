"""A view as a scene: markup and words by stable keys, which every interface shows alike.

Markup is SVG in the pixels of the board, its colours are the variables of a theme. A key stands for
the same thing in every scene of a match, so a page shows anew only what has changed. All values are
JSON.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any, TypeAlias

from gipf_meta.base.texts import _
from gipf_meta.protocol.view import Piece, ScoreSheet, Tray, View, counters
from gipf_meta.render import speech
from gipf_meta.render.board import Drawing, draw_board
from gipf_meta.render.brush import FLOOR, HALF, LID, NECK
from gipf_meta.render.clocks import caption_beside, round_clocks
from gipf_meta.render.speech import SpokenBoard
from gipf_meta.render.trays import count_of, draw_heap, label_beside

Scene: TypeAlias = dict[str, Any]
"""The elements of a scene by their keys."""


def view_scene(view: View, seats: Sequence[str] = (), title: str = "") -> Scene:
    """The scene of *view*; *seats* are the names of the game's seats, *title* is the game's.

    Raises ``ValueError`` if a piece, a mark or an edge is on none of the points.
    """
    view = round_clocks(view)
    drawing = draw_board(view, is_live=True)
    scene: Scene = {}
    if drawing is not None:
        name = _("{title} board").format(title=title) if title else _("board")
        box = [_pixels(length) for length in drawing.box]
        scene["board"] = {
            "box": box,
            "unit": _pixels(drawing.unit),
            "tile": view.tile,
            "name": name,
        }
        scene["under"] = {"markup": drawing.under}
        scene |= _things(view, drawing, seats)
    scene |= {f"tray:{n}": _tray(tray, view, seats) for n, tray in enumerate(view.trays)}
    scene |= {f"sheet:{n}": _sheet(sheet) for n, sheet in enumerate(view.sheets)}
    for each in view.countdowns:
        scene[f"countdown:{each.id}"] = {
            "title": each.title,
            "left_ms": each.left_ms,
            "full_ms": each.full_ms,
            "runs": each.runs and each.left_ms > 0,
            "note": each.note,
            "spoken": each.spoken,
        }
    scene["caption"] = {"text": caption_beside(view, is_live=True)}
    scene["prompt"] = {"text": view.prompt}
    scene["names"] = speech.word_names(view, seats)
    scene["counted"] = counters(view, view.choices)
    scene["choices"] = {
        "all": [[each.notation, list(each.path), each.label, each.gain] for each in view.choices]
    }
    return scene


def difference(before: Scene, after: Scene) -> dict[str, Any]:
    """What makes the scene *after* of the scene *before*: elements to ``set``, keys ``gone``."""
    return {
        "set": {key: value for key, value in after.items() if before.get(key) != value},
        "gone": [key for key in before if key not in after],
    }


def _pixels(length: float) -> float:
    """A *length* with two decimals; a whole one as an integer."""
    rounded = round(length, 2)
    return int(rounded) if rounded == int(rounded) else rounded


def _things(view: View, drawing: Drawing, seats: Sequence[str]) -> Scene:
    """Points, pieces and marks."""
    # the time of sand that runs would be wrong a second later: whoever shows it says it
    quiet = (replace(one, sand=None, clock="") if one.ends_in_ms else one for one in view.pieces)
    spoken, scene = SpokenBoard(replace(view, pieces=tuple(quiet)), seats), Scene()
    spots = {name: (_pixels(x), _pixels(y)) for name, (x, y) in drawing.spots.items()}
    for at, markup in drawing.points.items():
        x, y = spots[at]
        scene[f"point:{at}"] = {
            "at": at, "x": x, "y": y, "markup": markup, "name": spoken.name(at)
        }  # fmt: skip
    for piece in view.pieces:
        at = piece.at
        x, y = spots[at]
        scene[f"piece:{at}"] = {
            "at": at, "x": x, "y": y, "markup": drawing.pieces[at], "kind": piece.kind,
            "role": piece.role, "name": speech.piece(piece, seats), **_sand(piece, drawing.unit),
        }  # fmt: skip
    for mark in view.marks:
        x, y = spots[mark.at]
        scene[f"mark:{mark.kind}:{mark.at}"] = {
            "at": mark.at, "x": x, "y": y, "markup": drawing.marks[mark.kind, mark.at],
            "kind": mark.kind,
        }  # fmt: skip
    return scene


def _sand(piece: Piece, unit: float) -> dict[str, Any]:
    """When the sand of *piece* ends, and where its glass is, if it runs."""
    if not piece.ends_in_ms:
        return {}
    glass = {"half": HALF, "lid": LID, "neck": NECK, "floor": FLOOR}
    return {
        "ends_in_ms": piece.ends_in_ms,
        "of_ms": piece.of_ms,
        "glass": {part: _pixels(length * unit) for part, length in glass.items()},
    }


def _tray(tray: Tray, view: View, seats: Sequence[str]) -> dict[str, Any]:
    items = []
    for item in tray.items:
        heap = draw_heap(item, view.tile)
        items.append({
            "word": item.id,
            "name": f"{speech.heap(item, seats)} {count_of(item)}",
            "label": item.label,
            "brief": label_beside(item),
            "count": item.count,
            "goals": list(item.goals),
            "markup": heap.markup,
            "box": [0, 0, _pixels(heap.width), _pixels(heap.height)],
        })  # fmt: skip
    return {"title": tray.title, "seat": tray.seat, "items": items}


def _sheet(sheet: ScoreSheet) -> Mapping[str, Any]:
    return {
        "title": sheet.title,
        "columns": list(sheet.columns),
        "rows": [list(row) for row in sheet.rows],
        "footer": [list(line) for line in sheet.footer],
        "seat": sheet.seat,
    }
