"""Words for the decisions of players in a game of GIPF, and for its end."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from gipf_meta import N_, Over
from gipf_meta_gipf.board import BIT_OF, ENTRY_DOT, ENTRY_SPOT, NAME_OF
from gipf_meta_gipf.kind import ENTRY
from gipf_meta_gipf.notation import announced_kind
from gipf_meta_gipf.pieces import BASIC, GIPF
from gipf_meta_gipf.positions import told_of, top_items
from gipf_meta_gipf.rows import run_on
from gipf_meta_gipf.rules import Log, Rules
from gipf_meta_gipf.state import (
    ALLOW,
    ANNOUNCE,
    ASK_TARGET,
    CHALLENGE,
    DECLINE,
    KEEP,
    ROW,
    STOP,
    TAKE,
    TARGET,
    USE,
    Move,
    State,
    entered,
)
from gipf_meta_gipf.texts import _
from gipf_meta_gipf.view import spoken_piece

_NO_MOVE: Final = (
    N_("no white piece is left to enter"),
    N_("no black piece is left to enter"),
)
_LAST_GIPF: Final = (
    N_("the last white GIPF-piece is gone"),
    N_("the last black GIPF-piece is gone"),
)
_DOES: Final = {
    STOP: N_("leaves the rows that may stay"),
    ALLOW: N_("allows it"),
    CHALLENGE: N_("challenges it to a duel"),
}


def predicate(rules: Rules, state: State, move: Move) -> str:
    """The decision *move* of a player, in words that follow his name; with what a power captures.

    The rows that leave then are told by ``rows_news``.
    """
    assert isinstance(move, int)
    does, other = _does(rules, state, move), 1 - state.mover
    rows: Log = []
    after = rules.apply(state, move, rows)
    in_rows = sum((then.pieces(other) & mask).bit_count() for then, mask in rows)
    captured = state.pieces(other).bit_count() - after.pieces(other).bit_count() - in_rows
    if captured <= 0:
        return does
    words = _.many("{does}, capturing {count} piece", "{does}, capturing {count} pieces", captured)
    return words.format(does=does, count=captured)


def rows_news(rules: Rules, state: State, move: Move) -> Sequence[str]:
    """A sentence for each row that leaves the board after *move*: what its owner takes back and
    what he captures, by places."""
    rows: Log = []
    rules.apply(state, move, rows)
    return [row_news(then, mask) for then, mask in rows if mask]


def row_news(state: State, mask: int) -> str:
    """The sentence on the row at *mask*, which the mover of *state* takes off the board."""
    mover = state.mover
    own, captured = (
        ", ".join(name for name, bit in BIT_OF.items() if (mask & pieces) >> bit & 1)
        for pieces in (state.pieces(mover), state.pieces(1 - mover))
    )
    yours, theirs = _("You take {own} off the board."), _("{player} takes {own} off the board.")
    if captured and own:
        yours = _("You take {own} off the board and capture {captured}.")
        theirs = _("{player} takes {own} off the board and captures {captured}.")
    elif captured:
        yours, theirs = _("You capture {captured}."), _("{player} captures {captured}.")
    return told_of(mover, yours, theirs, own=own, captured=captured)


def _does(rules: Rules, state: State, move: int) -> str:
    table = rules.table
    if move in _DOES:
        return _(_DOES[move])
    code, entry = entered(move)
    if code >= 0:
        return _enters(rules, code).format(dot=ENTRY_DOT[entry], spot=ENTRY_SPOT[entry])
    if move < ANNOUNCE:
        return _uses_power(rules, state, move - TARGET)
    if move < ROW:
        bit = move - ANNOUNCE
        kind = table.kind_at(state.kinds.of(bit))
        return _("announces {power} of the {kind}-potential on {spot}").format(
            power=kind.say(kind.a_power), kind=kind.say(kind.name), spot=NAME_OF[bit]
        )
    if move < STOP:
        run = run_on(state.pieces(state.mover), move - ROW)
        return _("resolves the row {row}").format(row=" ".join(top_items(table, state.kinds, run)))
    if move >= USE:
        return _chooses_power(rules, state, move)
    bit = move & 63
    piece = spoken_piece(table, 0 if state.pieces(0) >> bit & 1 else 1, state.kinds.of(bit))
    keeps = KEEP <= move < TAKE
    words = _("keeps the {piece} on {spot}") if keeps else _("takes the {piece} on {spot}")
    return words.format(piece=piece, spot=NAME_OF[bit])


def _enters(rules: Rules, code: int) -> str:
    """The words for entering a piece of *code*, with ``{dot}`` and ``{spot}`` to be filled in."""
    if code == BASIC:
        return _("enters a basic piece from {dot} onto {spot}")
    if code == GIPF:
        return _("enters a GIPF-piece from {dot} onto {spot}")
    kind = rules.table.kind_at(code)
    words = _("enters a {kind}-loaded piece from {dot} onto {spot}")
    return words.replace("{kind}", kind.say(kind.name))


def _uses_power(rules: Rules, state: State, target: int) -> str:
    """The words for using the announced power on a *target*."""
    kind = announced_kind(rules, state)
    if target >= ENTRY:
        dot, spot = ENTRY_DOT[target - ENTRY], ENTRY_SPOT[target - ENTRY]
        return _("enters the potential from {dot} onto {spot}").format(dot=dot, spot=spot)
    return _("makes {power} to {spot}").format(
        power=kind.say(kind.the_power), spot=kind.target_text(target)
    )


def _chooses_power(rules: Rules, state: State, move: int) -> str:
    """The words for using or declining a power that is due."""
    uses = move < DECLINE
    kind = rules.table.kinds[move - (USE if uses else DECLINE)]
    if state.ask == ASK_TARGET and kind.timing == "main":
        words = _("does without {power}")
    else:
        words = _("uses the {kind}-potential for {power}") if uses else _("gives up {power}")
    return words.format(kind=kind.say(kind.name), power=kind.say(kind.the_power))


def list_text(rules: Rules, state: State, moves: Sequence[Move]) -> str:
    """An announcement, or its challenge, alone, as lists show it; else ``""``: the notation."""
    if len(moves) != 1 or not isinstance(move := moves[0], int):
        return ""
    if move == CHALLENGE:
        return _("challenged")
    if not ANNOUNCE <= move < ROW:
        return ""
    bit = move - ANNOUNCE
    kind = rules.table.kind_at(state.kinds.of(bit))
    word = kind.say(kind.the_power).removeprefix("the ")
    return _("{power} from {spot}").format(power=word[:1].upper() + word[1:], spot=NAME_OF[bit])


def explain_end(rules: Rules, state: State, end: Over) -> str:
    """Words for the loss of the loser."""
    if not end.winners:
        if rules.max_turns:
            return _("nobody has won in {most} turns").format(most=rules.max_turns)
        return _("nobody has won")
    (winner,) = end.winners
    if end.reason == "no_move":
        return _(_NO_MOVE[1 - winner])
    if not state.pieces(winner) & state.kinds.gipf:
        return _("the last GIPF-pieces of both colours are gone")
    return _(_LAST_GIPF[1 - winner])
