"""Views: the choices they offer, the picture they describe, the page it is printed on."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import pairwise
from typing import Any, Final, get_args

from gipf_meta.game import Turn
from gipf_meta.render.text import WIDTH, page
from gipf_meta.testing.asking import CONTRACT, asking
from gipf_meta.testing.case import Case
from gipf_meta.testing.findings import Broken, need
from gipf_meta.testing.laws.notation import plain
from gipf_meta.testing.walks import Moment, Walk
from gipf_meta.view import Choice, MarkKind, PieceKind, PointKind, Table, Tray, View

MOST: Final = 80
"""States of which the views are looked at."""


def _views(case: Case, walk: Walk, moment: Moment) -> Iterator[tuple[int | None, View]]:
    """The view for whoever acts, and that of each seat."""
    for seat in (None, *range(walk.seats)):
        view = case.ask.view(moment.state, seat)
        need(
            isinstance(view, View),
            f"view for {_seat(seat)} is a {type(view).__name__}.",
            f"Let view return a View: it {CONTRACT['view']}.",
        )
        yield seat, view


def _seat(seat: int | None) -> str:
    return "whoever acts" if seat is None else f"seat {seat}"


def views_offer_the_legal_moves(case: Case) -> None:
    """A view offers every legal move of the seat it is for, or of all who can act, each once; and
    nothing that nobody can do."""
    for walk, moment in case.moments(MOST):
        for seat, view in _views(case, walk, moment):
            seats = range(walk.seats) if seat is None else (seat,)
            legal = [
                case.ask.format(moment.state, move)
                for one in seats
                for move in (moment.offers[one] if moment.offers else ())
            ]
            shown = [choice.notation for choice in view.choices]
            missing = [text for text in legal if text not in shown]
            need(
                not missing,
                f"The view for {_seat(seat)} does not offer the legal move {_first(missing)}.",
                "Let view make a Choice of every move in legal_moves(state, seat); for None, of"
                " every seat.",
            )
            possible = {
                case.ask.format(moment.state, move) for moves in moment.offers for move in moves
            }
            extra = [text for text in shown if text not in possible]
            need(
                not extra,
                f"The view for {_seat(seat)} offers {_first(extra)}, which is no legal move.",
                "Let view make choices of the moves in legal_moves alone, with the notation that"
                " format writes; none when the game is over.",
            )
            need(
                len(shown) == len(set(shown)),
                f"The view for {_seat(seat)} offers a move twice.",
                "Let view make one Choice of every legal move.",
            )


def _first(texts: list[str]) -> str:
    return repr(texts[0]) if texts else "nothing"


def choices_are_told_apart(case: Case) -> None:
    """Every choice has a path of clicks, no path is the beginning of another, and every label is
    spoken differently."""
    for walk, moment in case.moments(MOST):
        for _, view in _views(case, walk, moment):
            labels: dict[str, Choice] = {}
            for choice in view.choices:
                need(
                    isinstance(choice.path, tuple) and choice.path and all(map(plain, choice.path)),
                    f"The choice {choice.notation!r} has the path {choice.path!r}.",
                    "Let view give every Choice a path: a tuple of point ids, tray items or words"
                    " for buttons, one at least.",
                )
                need(
                    plain(choice.label),
                    f"The choice {choice.notation!r} has the label {choice.label!r}.",
                    "Let view give every Choice a label: what is said when it is spoken.",
                )
                need(
                    choice.label not in labels,
                    f"The choices {labels.get(choice.label, choice).notation!r} and"
                    f" {choice.notation!r} have one label, {choice.label!r}.",
                    "Let view give every Choice a label of its own, for those who hear it.",
                )
                labels[choice.label] = choice
                need(
                    isinstance(choice.gain, str)
                    and len(choice.gain) <= 12
                    and choice.gain.isprintable(),
                    f"The choice {choice.notation!r} has the gain {choice.gain!r}.",
                    "Let a Choice say its gain in a few letters.",
                )
            by_path = sorted(view.choices, key=lambda choice: choice.path)
            for one, other in pairwise(by_path):
                need(
                    other.path[: len(one.path)] != one.path,
                    f"The path of {one.notation!r}, {one.path}, is the beginning of that of"
                    f" {other.notation!r}, {other.path}.",
                    "Let view give every Choice a path that no other begins with; say an optional"
                    " last step always, with a word for not taking it.",
                )


def pictures_hold_together(case: Case) -> None:
    """Everything in a view stands on a point that is there, has a name, and fits its frame."""
    for walk, moment in case.moments(MOST):
        for _, view in _views(case, walk, moment):
            _points(view)
            _on_points(view)
            _beside(view, walk.seats)
            need(
                isinstance(view.caption, str) and _printable((view.caption,)),
                f"The caption is {view.caption!r:.80}.",
                "Let view say in the caption how things stand, in plain words.",
            )
            need(
                isinstance(view.prompt, str)
                and _printable((view.prompt,))
                and (view.prompt.strip() or not view.choices),
                f"The prompt is {view.prompt!r:.80}, but there are {len(view.choices)} choices.",
                "Let view say in the prompt what is asked.",
            )
            need(
                len(view.pitch) == 2 and all(step > 0 for step in view.pitch),
                f"The pitch is {view.pitch!r}.",
                "Let view use HEX_PITCH or SQUARE_PITCH.",
            )
            need(view.tile in ("hex", "square"), f"tile is {view.tile!r}.", "Say hex or square.")
        if isinstance(moment.now, Turn):
            need(
                case.ask.view(moment.state).caption or case.ask.view(moment.state).prompt,
                "The view says neither how things stand nor what is asked.",
                "Let view have a caption and a prompt.",
            )


def _printable(words: Iterable[object]) -> bool:
    return all(isinstance(word, str) and word.isprintable() for word in words)


def _points(view: View) -> None:
    ids = [point.id for point in view.points]
    need(
        len(set(ids)) == len(ids) and all(map(plain, ids)),
        f"The points are called {_odd(ids)}.",
        "Let view give every Point an id of its own.",
    )
    places = [(point.x, point.y) for point in view.points]
    need(
        len(set(places)) == len(places)
        and all(type(x) is int and type(y) is int for x, y in places),
        f"Points lie at {_odd(places)}.",
        "Let view give every Point a place of its own, in whole numbers.",
    )
    for point in view.points:
        need(
            point.kind in get_args(PointKind),
            f"The point {point.id} is of the kind {point.kind!r}.",
            f"A Point is one of {', '.join(get_args(PointKind))}.",
        )
        need(
            type(point.level) is int and type(point.load) is int and 0 <= point.load <= point.level,
            f"The point {point.id} holds {point.load} of {point.level} things.",
            "Let a Point's load be from 0 to its level.",
        )


def _odd(things: list[Any]) -> str:
    """A thing that is there twice, or all of them."""
    twice = [thing for thing in things if things.count(thing) > 1]
    return f"{twice[0]!r} more than once" if twice else f"{things!r:.80}"


def _on_points(view: View) -> None:
    ids = {point.id for point in view.points}
    things = [*((piece.at, "piece") for piece in view.pieces)]
    things += [*((mark.at, "mark") for mark in view.marks)]
    things += [(end, "edge") for edge in view.edges for end in (edge.a, edge.b)]
    for at, what in things:
        need(
            at in ids,
            f"A {what} is at {at!r}, but there is no such point.",
            f"Let view put every {what} on the id of one of its points.",
        )
    standing = [piece.at for piece in view.pieces]
    need(
        len(set(standing)) == len(standing),
        f"Pieces stand at {_odd(standing)}.",
        "Let view make one Piece of those that stand on one point: stack says how many.",
    )
    for piece in view.pieces:
        need(
            piece.kind in get_args(PieceKind) and plain(piece.role),
            f"The piece at {piece.at} is a {piece.kind!r} with the role {piece.role!r}.",
            f"A Piece is one of {', '.join(get_args(PieceKind))}, and its role a word such as p1.",
        )
        need(
            plain(piece.label, 2) and _printable((piece.badge, piece.clock)),
            f"The piece at {piece.at} has the label {piece.label!r}.",
            "Let a Piece's label be one or two letters.",
        )
        need(
            type(piece.stack) is int
            and piece.stack >= 1
            and (piece.sand is None or 0 <= piece.sand <= 1),
            f"The piece at {piece.at} has the stack {piece.stack!r} and the sand {piece.sand!r}.",
            "Let a Piece's stack be 1 or more, and its sand from 0 to 1.",
        )
    for mark in view.marks:
        need(
            mark.kind in get_args(MarkKind),
            f"A mark is of the kind {mark.kind!r}.",
            f"A Mark is one of {', '.join(get_args(MarkKind))}.",
        )


def _beside(view: View, seats: int) -> None:
    items = [item for tray in view.trays for item in tray.items]
    ids = [item.id for item in items]
    need(
        len(set(ids)) == len(ids) and all(map(plain, ids)),
        f"The things in trays are called {_odd(ids)}.",
        "Let view give every TrayItem an id of its own, in all trays together.",
    )
    for item in items:
        need(
            type(item.count) is int and item.count >= 0 and plain(item.label),
            f"A tray has {item.count!r} of {item.label!r}.",
            "Let a TrayItem have a label and a count of 0 or more.",
        )
        need(
            item.kind in get_args(PieceKind),
            f"A tray has things of the kind {item.kind!r}.",
            f"A TrayItem is one of {', '.join(get_args(PieceKind))}.",
        )
    owned: list[Tray | Table] = [*view.trays, *view.tables]
    for beside in owned:
        need(
            plain(beside.title) and beside.seat in (None, *range(seats)),
            f"A {type(beside).__name__} has the title {beside.title!r} and the seat"
            f" {beside.seat!r}.",
            "Let view give every Tray and Table a title, and the seat of its owner or None.",
        )
    for table in view.tables:
        for row in (table.columns, *table.rows):
            need(
                len(row) == len(table.columns) and table.columns and _printable(row),
                f"The table {table.title!r} has {len(table.columns)} columns, and the row {row!r}.",
                "Let every row of a Table have a word for each of its columns; '' for none.",
            )
    need(
        _printable(label.text for label in view.labels),
        "A label beside the board is no plain text.",
        "Let a Label's text be a word.",
    )


def pages_are_printed(case: Case) -> None:
    """Every view can be printed as text, and fits a page."""
    for walk, moment in case.moments(MOST):
        for seat, view in _views(case, walk, moment):
            advice = "Let view hold complete tables and plain words, as its docstrings say."
            with asking(f"printing the view for {_seat(seat)}", advice, case.ask.ms):
                text = page(view)
            wide = [line for line in text.splitlines() if len(line) > WIDTH + 1]
            if wide and not view.tables:
                raise Broken(
                    f"The view for {_seat(seat)} is {max(map(len, wide))} letters wide when"
                    f" printed; {WIDTH + 1} fit.",
                    "Let view place its points closer together (a step of x is five letters), with"
                    " short ids and titles.",
                )
