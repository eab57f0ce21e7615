"""Setting a board up: opens the room in which a person places the pieces, and leads there."""

from __future__ import annotations

from gipf_meta.base.texts import _
from gipf_meta.desk.context import Context
from gipf_meta.desk.match_actions import going_to_room
from gipf_meta.desk.parts import About
from gipf_meta.desk.requests import DeskError
from gipf_meta.desk.responses import PageMessages
from gipf_meta.library.saved_drafts import as_it_was_left, kept_board
from gipf_meta.plugins.playable import setting_up
from gipf_meta.plugins.setting_up import SettingUp
from gipf_meta.records.models import Record, Seat
from gipf_meta.table.openings import Opening


def board_opening(board: SettingUp, name: str, record: Record | None) -> Opening:
    """The opening of a room for *board*: from the *record* that was saved of it, or anew, set up by
    the person with that *name*."""
    if record is not None:
        return Opening.of_record(record)
    return Opening.of_match(board, [Seat(name=name or board.seat_names[0])], 0)


def submit_board_setup(context: Context, about: About, person: str, at_ms: int) -> PageMessages:
    """Opens a room in which the board of a game is set up, and returns the message that leads
    there. The board starts from the position in *about*; without one, where boards are saved
    between sessions, from the board that was saved last.

    Raises ``GipfMetaError``.
    """
    if "game" not in about:
        raise DeskError(_("This screen needs a game."))
    board = setting_up(about["game"], about.get("options", "{}"), about.get("position", ""))
    record = None
    if context.keeps_boards and not about.get("position"):
        record = kept_board(context.library, board, context.installed.find)
    if record is not None and context.face == "lines":  # other faces show it beside the board
        context.notices.append(as_it_was_left())
    opening = board_opening(board, context.settings.name, record)
    if context.tables is not None:
        opening = opening.model_copy(update={"is_private": True})
    room = context.new_room()
    context.hub.open_room(room, opening, person, at_ms)
    return [going_to_room(room)]
