"""Laws on views: the picture that they describe, and the page that it is printed on."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from typing import Any, Final, get_args
from xml.etree import ElementTree

from gipf_meta.base.addressee import Addressee, told_to
from gipf_meta.base.sentences import one_line
from gipf_meta.protocol.game import NOBODY, Over, Turn
from gipf_meta.protocol.view import (
    MarkKind,
    Material,
    Piece,
    PieceKind,
    PointKind,
    ScoreSheet,
    TileShape,
    Tray,
    TrayItem,
    View,
)
from gipf_meta.render.emblems import EMBLEMS, path_of
from gipf_meta.render.scene import view_scene
from gipf_meta.render.svg import svg
from gipf_meta.render.text import WIDTH, page
from gipf_meta.render.theme import ROLES
from gipf_meta.testing.laws.notation import is_plain
from gipf_meta.testing.trial.case import Case
from gipf_meta.testing.trial.findings import CONTRACT, Broken, guard, need
from gipf_meta.testing.trial.walks import Walk, WalkState

MOST: Final = 80
"""States whose views are examined."""
FEW: Final = 20
"""States whose views are drawn."""
_HIDE: Final = (
    "Let view hide from the seat NOBODY, which is -1, what it hides from any player: -1 is no index"
    " of a hand."
)


def views(case: Case, walk: Walk, moment: WalkState) -> Iterator[tuple[int | None, View]]:
    """The view for all seats (``None``), and the view of each seat. Raises ``Broken``."""
    for seat in (None, *range(walk.seats)):
        view = case.ask.view(moment.state, seat)
        need(
            isinstance(view, View),
            f"view for {seat_phrase(seat)} is a {type(view).__name__}.",
            f"Let view return a View: it {CONTRACT['view']}.",
        )
        yield seat, view


def seat_phrase(seat: int | None) -> str:
    """The seat that a view is for, as words in a sentence."""
    return "whoever acts" if seat is None else f"seat {seat}"


def pictures_follow_the_game(case: Case) -> None:
    """Some turns of every seat change the picture, not only the words; a finished game asks for
    nothing."""
    turns: dict[tuple[int, int], int] = {}
    seen: set[tuple[int, int]] = set()
    shown = False
    for walk, turn, after in case.turns(120):
        first = next((moment for moment in turn if isinstance(moment.now, Turn)), None)
        if first is None:
            continue  # luck may come before the first decision
        key = (walk.seats, first.now.seat)
        turns[key] = turns.get(key, 0) + 1
        if key in seen:
            continue
        one, other = (_picture(case.ask.view(state, None)) for state in (first.state, after.state))
        shown = shown or any(one)
        if one != other:
            seen.add(key)
    case.here = None
    for (seats, seat), count in turns.items():
        need(
            not shown or count < 4 or (seats, seat) in seen,
            f"With {seats} seats the picture is the same before and after each of {count} turns of"
            f" seat {seat}.",
            "Let view draw what apply has changed: pieces, trays, tables.",
        )
    prompts = set()
    for _, moment, _turn in case.moments_of(Turn, MOST):
        if (view := case.ask.view(moment.state, None)).choices:
            prompts.add(view.prompt)
    for _, moment, _end in case.moments_of(Over, MOST):
        prompt = case.ask.view(moment.state, None).prompt
        need(
            prompt not in prompts or not prompt,
            f"The game is over, and the prompt still asks {prompt!r}.",
            "Let view have an empty prompt, or one that asks for nothing, when status answers"
            " Over.",
        )


def _picture(view: View) -> tuple[object, ...]:
    """The picture without its words, its marks and its choices."""
    return (view.pieces, view.trays, view.sheets, view.labels, view.edges, view.points)


def pictures_hold_together(case: Case) -> None:
    """Everything in a view stands on an existing point, has a name, and fits its frame."""
    for walk, moment in case.moments(MOST):
        for _, view in views(case, walk, moment):
            _check_points(view)
            _check_things(view)
            _check_beside(view, walk.seats)
            _check_looks(view)
            need(
                _printable((view.caption,)),
                f"The caption is {view.caption!r:.80}.",
                "Let view say in the caption how things stand, in plain words on one line.",
            )
            need(
                _printable((view.prompt,)),
                f"The prompt is {view.prompt!r:.80}.",
                "Let view say in the prompt what is asked, in plain words on one line.",
            )
            need(
                isinstance(view.stakes, tuple) and _printable(view.stakes) and all(view.stakes),
                f"The stakes are {view.stakes!r:.80}.",
                "Let view say in stakes what a duel decides: a tuple of sentences, one line each.",
            )
            places = {point.id for point in view.points}
            need(
                all(way and places.issuperset(way) for way in view.announced),
                f"The ways of the announced move are {view.announced!r:.80}.",
                "Let view say in announced by which points an announced move may go, the piece's"
                " place first.",
            )
            need(
                isinstance(view.times, tuple)
                and all(isinstance(each, str) and each in view.caption for each in view.times),
                f"The times are {view.times!r:.80}, which the caption does not say.",
                "Let view repeat in times the sentences of its caption that tell how long sand"
                " still runs.",
            )
            need(
                isinstance(view.seen, tuple)
                and all(isinstance(each, str) and each in view.caption for each in view.seen),
                f"Seen is {view.seen!r:.80}, which the caption does not say.",
                "Let view repeat in seen the sentences of its caption on whose turn it is.",
            )
            need(
                view.prompt.strip() or not view.choices,
                f"The prompt is empty, but there are {len(view.choices)} choices.",
                "Let view say in the prompt what is asked.",
            )
            need(
                _has_a_hash(view),
                "The view has no hash: it holds something that can be changed.",
                "Let view make a View of tuples; no list, no dict.",
            )
            need(
                len(view.pitch) == 2 and all(step > 0 for step in view.pitch),
                f"The pitch is {view.pitch!r}.",
                "Let view use HEX_PITCH or SQUARE_PITCH.",
            )
        if isinstance(moment.now, Turn):
            need(
                case.ask.view(moment.state, None).caption
                or case.ask.view(moment.state, None).prompt,
                "The view says neither how things stand nor what is asked.",
                "Let view have a caption and a prompt.",
            )


def _has_a_hash(view: View) -> bool:
    try:
        hash(view)
    except TypeError:
        return False
    return True


def _printable(words: Iterable[object]) -> bool:
    return all(isinstance(word, str) and word.isprintable() for word in words)


def _check_points(view: View) -> None:
    ids = [point.id for point in view.points]
    need(
        len(set(ids)) == len(ids) and all(map(is_plain, ids)),
        f"The points are called {_duplicate(ids)}.",
        "Let view give every Point an id of its own.",
    )
    places = [(point.x, point.y) for point in view.points]
    need(
        len(set(places)) == len(places)
        and all(type(x) is int and type(y) is int for x, y in places),
        f"Points lie at {_duplicate(places)}.",
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


def _duplicate(things: list[Any]) -> str:
    """The first of *things* that occurs twice, else all of them, as words in a sentence."""
    twice = [thing for thing in things if things.count(thing) > 1]
    return f"{twice[0]!r} more than once" if twice else f"{things!r:.80}"


def _check_things(view: View) -> None:
    ids = {point.id for point in view.points}
    things = [*((piece.at, "piece") for piece in view.pieces)]
    things += [*((mark.at, "mark") for mark in view.marks)]
    things += [(end, "edge") for edge in view.edges for end in (edge.a, edge.b)]
    for at, what in things:
        need(
            at in ids,
            f"{'An' if what == 'edge' else 'A'} {what} is at {at!r}, but there is no such point.",
            f"Let view put every {what} on the id of one of its points.",
        )
    gone = {point.id for point in view.points if point.kind == "gone"}
    for piece in view.pieces:
        need(
            piece.at not in gone,
            f"A piece is at {piece.at!r}, but that point is gone.",
            "Let view put no Piece on a point of the kind gone.",
        )
    standing = [piece.at for piece in view.pieces]
    need(
        len(set(standing)) == len(standing),
        f"Pieces stand at {_duplicate(standing)}.",
        "Let view make one Piece of those that stand on one point: stack says how many.",
    )
    for piece in view.pieces:
        need(
            piece.kind in get_args(PieceKind)
            and piece.role in ROLES
            and (not piece.back or piece.back in ROLES),
            f"The piece at {piece.at} is a {piece.kind!r} with the role {piece.role!r}"
            f"{f' and the back {piece.back!r}' if piece.back else ''}.",
            f"A Piece is one of {', '.join(get_args(PieceKind))}, and its role one of"
            f" {', '.join(ROLES)}.",
        )
        need(
            is_plain(piece.label, 2) and _printable((piece.badge, piece.clock, piece.spoken)),
            f"The piece at {piece.at} has the label {piece.label!r}.",
            "Let a Piece's label be one or two letters; badge, clock and spoken may be words.",
        )
        need(
            type(piece.stack) is int
            and piece.stack >= 1
            and (piece.sand is None or 0 <= piece.sand <= 1),
            f"The piece at {piece.at} has the stack {piece.stack!r} and the sand {piece.sand!r}.",
            "Let a Piece's stack be 1 or more, and its sand from 0 to 1.",
        )
        need(
            not piece.layers
            or (
                (len(piece.layers) == piece.stack and piece.layers[-1] == piece.role)
                and all(map(is_plain, piece.layers))
            ),
            f"The piece at {piece.at} is a stack of {piece.stack!r} with the layers"
            f" {piece.layers!r:.80} and the role {piece.role!r}.",
            "Let a Piece's layers name the role of each piece of its stack, from the bottom to the"
            " top, whose role is the Piece's own; or leave them out.",
        )
        need(
            type(piece.ends_in_ms) is int
            and type(piece.of_ms) is int
            and 0 <= piece.ends_in_ms <= piece.of_ms
            and (not piece.ends_in_ms or piece.sand is not None),
            f"The sand of the piece at {piece.at} is {piece.sand!r} and ends in"
            f" {piece.ends_in_ms!r} of {piece.of_ms!r} ms.",
            "Let a Piece whose sand runs have its share in sand and whole milliseconds in"
            " ends_in_ms, at most of_ms; both are 0 where nothing runs.",
        )
    for mark in view.marks:
        need(
            mark.kind in get_args(MarkKind),
            f"A mark is of the kind {mark.kind!r}.",
            f"A Mark is one of {', '.join(get_args(MarkKind))}.",
        )


def _check_beside(view: View, seats: int) -> None:
    items = [item for tray in view.trays for item in tray.items]
    ids = [item.id for item in items]
    need(
        len(set(ids)) == len(ids) and all(map(is_plain, ids)),
        f"The things in trays are called {_duplicate(ids)}.",
        "Let view give every TrayItem an id of its own, in all trays together.",
    )
    for item in items:
        need(
            type(item.count) is int and item.count >= 0 and is_plain(item.label),
            f"A tray has {item.count!r} of {item.label!r}.",
            "Let a TrayItem have a label and a count of 0 or more.",
        )
        need(
            item.kind in get_args(PieceKind),
            f"A tray has things of the kind {item.kind!r}.",
            f"A TrayItem is one of {', '.join(get_args(PieceKind))}.",
        )
        need(
            item.role in ROLES,
            f"A tray has things with the role {item.role!r}.",
            f"The role of a TrayItem is one of {', '.join(ROLES)}.",
        )
    owned: list[Tray | ScoreSheet] = [*view.trays, *view.sheets]
    for beside in owned:
        need(
            is_plain(beside.title) and beside.seat in (None, *range(seats)),
            f"A {type(beside).__name__} has the title {beside.title!r} and the seat"
            f" {beside.seat!r}.",
            "Let view give every Tray and ScoreSheet a title, and the seat of its owner or None.",
        )
    for table in view.sheets:
        for row in (table.columns, *table.rows):
            need(
                _printable(row),
                f"The table {table.title!r} has the row {row!r}, which is not all text.",
                "Let every word of a ScoreSheet be text on one line: str(…) of a number.",
            )
            need(
                len(row) == len(table.columns) and table.columns,
                f"The table {table.title!r} has {len(table.columns)} columns, and the row {row!r}.",
                "Let every row of a ScoreSheet have a word for each of its columns; '' for none.",
            )
        for line in table.footer:
            need(
                len(line) == 2 and _printable(line) and line[0],
                f"The table {table.title!r} has the line {line!r} below its rows.",
                "Let every line of a ScoreSheet's footer be two texts: its name and its amount.",
            )
    need(
        _printable(label.text for label in view.labels),
        "A label beside the board is no plain text.",
        "Let a Label's text be a word.",
    )
    need(
        all(len(pair) == 2 and all(map(is_plain, pair)) for pair in view.names),
        f"The names {view.names!r} are no pairs of plain words.",
        "Let view's names be pairs: a word of a path, and what that word is called.",
    )


def _check_looks(view: View) -> None:
    """Raises ``Broken`` unless shapes, material and emblems, shown in pictures alone, are sound."""
    need(view.tile in get_args(TileShape), f"tile is {view.tile!r}.", "Say hex or square.")
    need(
        view.material in get_args(Material),
        f"material is {view.material!r}.",
        f"Say one of {', '.join(get_args(Material))}.",
    )
    items = [item for tray in view.trays for item in tray.items]
    things: list[Piece | TrayItem] = [*view.pieces, *items]
    for thing in things:
        need(
            isinstance(thing.emblem, str) and (not thing.emblem or path_of(thing.emblem)),
            f"A {type(thing).__name__} has the emblem {thing.emblem!r:.80}.",
            f"An emblem is one of {', '.join(EMBLEMS)}, or a path of SVG.",
        )
    steps = [(piece.at, piece.arms) for piece in view.pieces]
    for of, ways in [*steps, *((item.id, item.shape) for item in items)]:
        need(
            isinstance(ways, tuple)
            and all(len(way) == 2 and all(type(step) is int for step in way) for way in ways),
            f"The arms or the shape of {of} are {ways!r:.80}.",
            "Let arms and shape be pairs of whole steps, of x and y.",
        )


def scenes_are_shown_anew(case: Case) -> None:
    """Every view can be drawn, a place keeps its name and the board its material, so that a page
    shows only what has changed."""
    advice = "Let view hold complete trays and tables, and plain words, as its docstrings say."
    for _, moment, after in case.steps(FEW):
        view, later = (case.ask.view(state, None) for state in (moment.state, after.state))
        with guard("drawing the view", advice, case.ask.ms):
            json.dumps(view_scene(view))
            ElementTree.fromstring(svg(view))
        need(
            view.board == later.board,
            f"The board is of {view.board}, and of {later.board} one decision later.",
            "Let view say the same material of the board in every state.",
        )
        called = {(point.x, point.y): point.id for point in later.points}
        for point in view.points:
            now = called.get((point.x, point.y), point.id)
            need(
                now == point.id,
                f"The place that was called {point.id!r} is called {now!r} one decision later.",
                "Let view call a place by one id for as long as the game lasts.",
            )


def spectators_see_what_everybody_sees(case: Case) -> None:
    """A spectator may choose nothing, sees of each tray what those see whose tray it is not, and no
    piece that is hidden from a seat."""
    for walk, moment in case.moments(MOST):
        seen = case.ask.view(moment.state, NOBODY)
        need(
            isinstance(seen, View) and not seen.choices,
            "view for a spectator offers choices."
            if isinstance(seen, View)
            else f"view for a spectator is a {type(seen).__name__}.",
            "Let view return a View without choices for the seat NOBODY, which is -1.",
        )
        own = [case.ask.view(moment.state, seat) for seat in range(walk.seats)]
        for seat, view in enumerate(own):
            secret = [*{piece.at for piece in seen.pieces} - {piece.at for piece in view.pieces}]
            need(
                not secret,
                f"A spectator sees pieces that seat {seat} does not see, at"
                f" {one_line(', '.join(sorted(secret)), 60)}.",
                _HIDE,
            )
        each = [view.trays for view in own]
        for n, tray in enumerate(seen.trays):
            others = {
                trays[n].items
                for seat, trays in enumerate(each)
                if seat != tray.seat and n < len(trays)
            }
            need(
                tray.seat is None or len(others) != 1 or tray.items in others,
                f"A spectator sees in the tray {tray.title!r} what the other players do not see.",
                _HIDE,
            )
        if case.game.is_open and isinstance(moment.now, Turn):
            _need_an_open_view(case, walk, moment, seen)


def _need_an_open_view(case: Case, walk: Walk, moment: WalkState, seen: View) -> None:
    """Raises ``Broken`` unless seats that wait have the view *seen* by spectators, and every reader
    sees the same pieces."""
    on_turn = moment.now.seat if isinstance(moment.now, Turn) else None
    advice = "Let view hide and tell the same for all who wait, or say is_open = False."
    for seat in range(walk.seats):
        need(
            seat == on_turn or case.ask.view(moment.state, seat) == seen,
            f"The game is open, but seat {seat}, which waits, sees another view than spectators.",
            advice,
        )
        with told_to(Addressee(tuple(f"Player {n}" for n in range(walk.seats)), you=seat)):
            own = case.ask.view(moment.state, NOBODY)
        need(
            own.pieces == seen.pieces,
            f"The game is open, but its pieces are others for the reader at seat {seat}.",
            "Let view call pieces the same for every reader, or say is_open = False.",
        )


def pages_are_printed(case: Case) -> None:
    """Every view can be printed as text, and fits a page."""
    for walk, moment in case.moments(MOST):
        for seat, view in views(case, walk, moment):
            advice = "Let view hold complete tables and plain words, as its docstrings say."
            with guard(f"printing the view for {seat_phrase(seat)}", advice, case.ask.ms):
                text = page(view)
            wide = [line for line in text.splitlines() if len(line) > WIDTH + 1]
            if wide and not view.sheets:
                raise Broken(
                    f"The view for {seat_phrase(seat)} is {max(map(len, wide))} letters wide when"
                    f" printed; {WIDTH + 1} fit.",
                    "Let view place its points closer together (a step of x is five letters, or as"
                    " few as keep their ids apart), with short ids and titles.",
                )
