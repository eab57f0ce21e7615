"""What ``?`` and the menu show at a host: the keys that a match and the lobby have there."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Final

from gipf_meta.base.texts import N_, _
from gipf_meta.tui.parts.keys_page import KeysPage

MATCH_KEYS: Final[KeysPage] = (
    N_("Keys of a match at a host"),
    N_("""\
| key | what it does |
|---|---|
| arrows, q w e / a s d | the nearest point in that direction |
| n, N | the next, the previous point that can be clicked |
| Enter, Space, click | choose it |
| Tab | to the words below the board, and back |
| 1 to 9, or the letters shown | choose one of the words below the board; a capital counts down |
| Escape | one step back |
| : | type a move in the game's notation, or a question |
| m | a menu of what can be done now |
| I | links that let others come, to a free seat or to watch |
| u, P, D | take back, pause, a draw: the others are asked |
| P | in a pause: time may pass |
| R | resign |
| H | a hint, where nobody else plays |
| V, S | look at the match again, save it or a picture |
| Q | give up the seat, and leave |
| F1 | the rules of the game |
| PageUp, PageDown | what stands beside the board |
| ctrl+l | to the lobby; the match goes on, and the seat stays yours |

Others see what you decide as soon as the host has it. Nothing waits while you look at a page.
"""),
)
LOBBY_KEYS: Final[KeysPage] = (
    N_("Keys of the lobby"),
    N_("""\
| key | what it does |
|---|---|
| up, down | the next line, also from one list into the other |
| Enter, click | what the line says: go on, take a seat, watch, begin a match |
| Tab, shift+Tab | the next field, the one before |
| ctrl+s | play, as the form is filled in |
| F1 | the rules of the game |
| Escape | back |
"""),
)


def things_at_host(
    things: Sequence[tuple[str, str]], may: Collection[str]
) -> list[tuple[str, str]]:
    """The actions of the menu of a match at a host, which goes on when somebody leaves: *things*,
    which every match has, and more. *may* are the commands that the room allows."""
    every = dict(things)
    del every["leave"]
    pause = _("Time may pass") if "go_on" in may else _("Pause")
    return [
        *(every | {"pause": pause}).items(),
        ("invite", _("Invite others")),
        ("give_up", _("Give up the seat, and leave")),
        ("leave", _("Leave; the match goes on")),
    ]
