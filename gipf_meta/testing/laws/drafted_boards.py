"""Laws on boards that are set up by hand: drafts of positions, possible or not."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Final

from gipf_meta.plugins.board_edits import BoardEdits, Edited
from gipf_meta.protocol.capabilities import Positions
from gipf_meta.protocol.drafts import BoardEditor, Draft, Editable
from gipf_meta.protocol.game import NOBODY, BadNotation, Duel, MoveError
from gipf_meta.protocol.view import Piece, View
from gipf_meta.testing.laws.notation import ENDS
from gipf_meta.testing.trial.case import Case
from gipf_meta.testing.trial.findings import NotAsked, guard, need

SET_UP: Final = 60
"""Positions that are taken apart and set up again."""
_TYPED_ADVICE: Final = (
    "Let a field's values and its pattern of what may be typed allow only what take_apart can read."
)
EDITED: Final = 20
"""Positions that are edited at random."""
EDITS: Final = 5
"""Edits of each of them."""
TYPED: Final = (
    "x", "B", "0", "7", "178500", "2:58.5", "-", "", "W,B", "~5", "99999999999", "é", "A", "-,-",
    "1/2", "turn:main;rows", "x0", "??", "a1", "b2,c3", "=", "W+B", "x y",
)  # fmt: skip
"""Texts that may be typed as the value of a field, or put on a place."""
_ADVICE: Final = (
    "Let the editor's take_apart and put_together be an inverse pair, and put, steps and fields"
    " lead from the empty board to every position."
)


def boards_are_set_up_again(case: Case) -> None:
    """Each position that is taken apart and put together has the same text; so has the one that is
    set up on the empty board, by what the editor offers; and its board is drawn like the game's."""
    editor = _editor(case)
    for _walk, moment in case.moments(SET_UP):
        if isinstance(moment.now, Duel):
            continue  # what a duel is about is no part of a position
        text = case.ask.to_text(moment.state)
        with guard(f"setting up {text!r:.100}", _ADVICE, 4 * case.ask.ms):
            draft = editor.take_apart(text)
            put, again = editor.put_together(draft), _set_up(editor, draft)
            there = None if again is None else editor.put_together(again)
            drawn = editor.draw(draft)
        need(put == text, f"{text!r:.200} is put together as {put!r:.200}.", _ADVICE)
        need(there == text, f"{text!r:.200} is set up as {there!r:.200}.", _ADVICE)
        need(
            _board(drawn) == _board(case.ask.view(moment.state, NOBODY)),
            f"The board of {text!r:.200} is drawn otherwise while it is set up.",
            "Let the editor draw a position as the game shows it.",
        )


def impossible_boards_are_refused(case: Case) -> None:
    """A board on which anything was put, taken and set can be drawn; it is a position, or
    ``from_text`` refuses it in a sentence."""
    editor, rng = _editor(case), case.rng("setting up")
    for _walk, moment in case.moments(EDITED):
        if isinstance(moment.now, Duel):
            continue
        places = [point.id for point in case.ask.view(moment.state, NOBODY).points]
        draft = editor.take_apart(case.ask.to_text(moment.state))
        for _edit in range(EDITS):
            with guard(f"editing {draft!r:.200}", _ADVICE, 4 * case.ask.ms):
                draft = _edited(editor, draft, places, rng)
                editor.draw(draft)
                text = editor.put_together(draft)
            try:
                state = case.ask.from_text(text)
            except MoveError as error:
                sentence = str(error)
                need(
                    isinstance(error, BadNotation) and " " in sentence and sentence[-1] in ENDS,
                    f"from_text refuses {text!r:.200} with {sentence!r:.200}.",
                    "Let from_text refuse in one sentence, by BadNotation, what was set up.",
                )
            else:
                again = case.ask.to_text(state)
                there = editor.put_together(editor.take_apart(again))
                need(again == there, f"{again!r:.200} is put together as {there!r:.200}.", _ADVICE)


def what_is_typed_can_be_read_again(case: Case) -> None:
    """An edit that is typed to set a board up, wild words too, is refused in a sentence, or leaves
    a position that is drawn, and written and read back equal."""
    editor, rng = _editor(case), case.rng("typed edits")
    for _walk, moment in case.moments(EDITED):
        if isinstance(moment.now, Duel):
            continue
        edits = BoardEdits.of(case.game, moment.state)
        board = Edited(editor.take_apart(case.ask.to_text(moment.state)))
        for _edit in range(EDITS):
            typed = _typed(editor, board.draft, edits.places, rng)
            try:
                read = edits.read(board, typed)
            except MoveError as error:
                sentence = str(error)
                words = f"Typed, {typed!r:.100} is refused with {sentence!r:.200}."
                need(" " in sentence and sentence[-1] in ENDS, words, "Say what would be right.")
                continue
            with guard(f"typing {typed!r:.100}", _TYPED_ADVICE, 4 * case.ask.ms):
                board = edits.make(board, read)
                editor.draw(board.draft)
                text = editor.put_together(board.draft)
                again = editor.put_together(editor.take_apart(text))
            need(again == text, f"{typed!r:.100} leaves {text!r:.200}, read as {again!r:.200}.",
                 _TYPED_ADVICE)  # fmt: skip


def _typed(editor: BoardEditor, draft: Draft, places: Sequence[str], rng: Random) -> str:
    """A typed edit: a field and a value, or places and pieces, wild ones among them."""
    pieces = [piece.id for piece in editor.palette()]
    field = rng.choice([*editor.fields(draft)])
    value = rng.choice([*TYPED, *field.examples, *(value for value, _name in field.values)])
    place, other = rng.choice(places), rng.choice(places)
    return rng.choice((
        f"{field.id}={value}", f"turn={value}", f"{place}={value}", value,
        f"{place},{other}={rng.choice(pieces)}", f"{place}={rng.choice(pieces)} {other}=-",
        f"{rng.choice(pieces)} {place}", f"{rng.choice(pieces)}{place}", f"{place}-{other}",
    ))  # fmt: skip


def _editor(case: Case) -> BoardEditor:
    """The board editor of the game. Raises ``NotAsked`` if it has none."""
    game = case.game
    if not (isinstance(game, Positions) and isinstance(game, Editable)):
        raise NotAsked("its boards cannot be set up by hand.")
    editor: BoardEditor = game.editor
    return editor


def _set_up(editor: BoardEditor, draft: Draft) -> Draft | None:
    """*draft* set up on the empty board by offered values; ``None`` if a value is not offered."""
    board = editor.empty()
    for place, _what in board.pieces:
        board = editor.take(board, place)
    for what, value in editor.steps(draft):
        is_field = what in dict(board.fields)
        board = board.with_field(what, value) if is_field else editor.put(board, what, value)
    while left := [name for name, value in draft.fields if board.field(name) != value]:
        # some fields are there only once another one is set: sheets of so many players
        offered = {field.id for field in editor.fields(board)}.intersection(left)
        if not offered:
            return None
        for name in sorted(offered):
            board = board.with_field(name, draft.field(name))
    return board


def _edited(editor: BoardEditor, draft: Draft, places: list[str], rng: Random) -> Draft:
    """*draft* after an edit of any kind."""
    kind, place = rng.randrange(3), rng.choice(places)
    if kind == 0:
        return editor.put(draft, place, rng.choice([piece.id for piece in editor.palette()]))
    if kind == 1:
        return editor.take(draft, place)
    field = rng.choice([*editor.fields(draft)])
    return draft.with_field(field.id, rng.choice([*(value for value, _ in field.values), "7", "x"]))


def _board(view: View) -> tuple[object, ...]:
    """The parts of a board that are compared: points, pieces without what time changes, edges,
    the material."""
    points = [(point.id, point.x, point.y, point.kind, point.load) for point in view.points]
    look = view.pitch, view.board
    return points, sorted(map(_look, view.pieces)), set(view.edges), set(view.labels), look


def _look(piece: Piece) -> tuple[str, ...]:
    return (piece.at, piece.kind, piece.role, piece.label, str(piece.stack), *piece.layers)
