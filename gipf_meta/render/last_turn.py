"""Where a view differs from the view before: marks on the last turn, for games that make none."""

from __future__ import annotations

from dataclasses import replace

from gipf_meta.protocol.view import Mark, Piece, View


def changed_places(before: View, after: View) -> tuple[str, ...]:
    """The places where a piece has come, gone or been replaced between two views."""
    old, new = pieces_by_place(before), pieces_by_place(after)
    changed = {at for at in (*old, *new) if not look_alike(old.get(at), new.get(at))}
    return tuple(point.id for point in after.points if point.id in changed) if changed else ()


def has_last_turn(view: View) -> bool:
    """Whether the game marks the last turn itself."""
    return any(mark.kind == "last" for mark in view.marks)


def mark_last_turn(view: View, before: View | None) -> View:
    """*view* with marks where it differs from *before*, unless the game marks the turn itself."""
    if before is None or has_last_turn(view):
        return view
    marked = tuple(Mark(name, "last") for name in changed_places(before, view))
    return replace(view, marks=(*view.marks, *marked))


def pieces_by_place(view: View) -> dict[str, Piece]:
    """The pieces of *view*, each by the place where it stands."""
    return {piece.at: piece for piece in view.pieces}


def look_alike(a: Piece | None, b: Piece | None) -> bool:
    """Whether two pieces look the same, wherever they stand and however much sand has run."""
    if a is b:
        return True
    if a is None or b is None:
        return False
    return (a.kind, a.role, a.label, a.stack) == (b.kind, b.role, b.label, b.stack)
