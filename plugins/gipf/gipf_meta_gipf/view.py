"""The picture of a GIPF position, and the clicks that say each decision.

Clicks: an entry is its dot and its first spot, after the kind where several can be entered
(``basic``, ``G``, ``T``, ``Z``); a jump is its piece and ``jump``, later the spot it lands on; a
row is one of its spots that no other row has. All else is a button.
"""

from __future__ import annotations

from itertools import pairwise
from typing import Final

from gipf_meta import N_, Choice, Edge, Label, Mark, Piece, Point, Tray, TrayItem, View
from gipf_meta_gipf.board import (
    BIT_OF,
    ENTRY_DOT,
    ENTRY_SPOT,
    LINE_BITS,
    LINE_POINTS,
    NAME_OF,
    POINTS,
)
from gipf_meta_gipf.notation import decision_text, question
from gipf_meta_gipf.positions import SEATS, items, player_name
from gipf_meta_gipf.rows import piece_at_hand, rows_of, run_on, segment_at_hand
from gipf_meta_gipf.rules import Rules
from gipf_meta_gipf.stakes import stakes
from gipf_meta_gipf.state import (
    ANNOUNCE,
    ASK_MAIN,
    ASK_PIECE,
    ASK_ROW,
    ASK_TARGET,
    BASIC,
    CHALLENGE,
    DECLINE,
    EXTRA,
    GIPF,
    JUMP,
    KEEP,
    LETTERS,
    OVER,
    ROW,
    STOP,
    TAKE,
    USE,
    ZERTZ,
    Announcement,
    Move,
    State,
)
from gipf_meta_gipf.texts import _

ROLES: Final = ("p1", "p2")
_KIND_WORDS: Final = ("basic", "G", "T", "Z")
_NAMES: Final = (
    ("basic", N_("basic piece")),
    *((f"{seat}:basic", N_("basic piece")) for seat in SEATS),
    ("G", N_("GIPF-piece")),
    ("T", N_("TAMSK-potential")),
    ("Z", N_("ZÈRTZ-potential")),
    ("jump", N_("jump")),
)
_ENTER: Final = (
    N_("enter a basic piece from {dot} onto {spot}"),
    N_("enter a GIPF-piece from {dot} onto {spot}"),
    N_("enter a TAMSK-loaded piece from {dot} onto {spot}"),
    N_("enter a ZÈRTZ-loaded piece from {dot} onto {spot}"),
)
_SPOKEN: Final = (
    (
        N_("white basic piece"),
        N_("white GIPF-piece"),
        N_("white TAMSK-loaded piece"),
        N_("white ZÈRTZ-loaded piece"),
        N_("white spent TAMSK-potential"),
        N_("white spent ZÈRTZ-potential"),
    ),
    (
        N_("black basic piece"),
        N_("black GIPF-piece"),
        N_("black TAMSK-loaded piece"),
        N_("black ZÈRTZ-loaded piece"),
        N_("black spent TAMSK-potential"),
        N_("black spent ZÈRTZ-potential"),
    ),
)
"""What a piece is called, by player and kind."""
_BUTTONS: Final = {
    STOP: ("stop", N_("leave the rows that may stay")),
    USE: ("use", N_("use the TAMSK-potential for an extra move")),
    USE + 1: ("decline", N_("give the TAMSK-potential up")),
    CHALLENGE - 1: ("allow", N_("allow the use of the potential")),
    CHALLENGE: ("challenge", N_("challenge the use of the potential to a duel")),
}
END_WORDS: Final = {
    "unfinished": N_("unfinished"),
    "no_move": N_("the other player has no move left"),
    "last_gipf": N_("the last GIPF-piece of the other player is gone"),
}
"""Why a game is over."""

_POINTS: Final = tuple(
    Point(name, *POINTS.xy[name], kind="spot" if name in BIT_OF else "dot") for name in POINTS.cells
)
_EDGES: Final = tuple(Edge(a, b) for points in LINE_POINTS for a, b in pairwise(points))


def _labels() -> tuple[Label, ...]:
    """Column letters under the columns; numbers where the lines of equal number begin."""
    letters = [
        Label(name[0], POINTS.xy[name][0], POINTS.xy[name][1] + 2)
        for name in POINTS.cells
        if name[1] == "1"
    ]
    heads = [f"a{n}" for n in range(1, 6)] + ["b6", "c7", "d8", "e9"]
    numbers = [Label(name[1], POINTS.xy[name][0] - 1, POINTS.xy[name][1] - 1) for name in heads]
    return (*letters, *numbers)


_LABELS: Final = _labels()


def picture(rules: Rules, state: State, seat: int | None) -> View:
    """What *seat* sees (``None``: the player who decides). Only a seat that decides has choices."""
    player = state.current_player()
    mine = player >= 0 and seat in (None, player)
    moves = rules.legal_moves(state) if mine else ()
    return View(
        points=_POINTS,
        pieces=tuple(_pieces(state)),
        edges=_EDGES,
        labels=_LABELS,
        trays=tuple(_tray(rules, state, who) for who in (0, 1)),
        marks=tuple(_marks(state)),
        choices=tuple(_choices(state, moves)),
        caption=_caption(state),
        prompt=_prompt(rules, state),
        names=tuple((word, _(name)) for word, name in _NAMES),
        stakes=stakes(rules, state, seat),
    )


def _prompt(rules: Rules, state: State) -> str:
    asked = question(rules, state)
    supply = state.books.supply[2 * state.mover : 2 * state.mover + 2]
    if state.ask == ASK_MAIN and any(supply) and BASIC in rules.entry_kinds(state):
        asked += _(" With the first basic piece the potentials still in supply are lost.")
    return asked


def _caption(state: State) -> str:
    if state.ask == OVER:
        result = state.result()
        if result.winner < 0:
            return _("The game is over without a winner.")
        return _("{player} has won: {why}.").format(
            player=player_name(result.winner), why=_(END_WORDS[result.reason])
        )
    return _("Turn {number}, {player}. Reserves {white} and {black}.").format(
        number=state.number,
        player=player_name(state.mover),
        white=state.white_reserve,
        black=state.black_reserve,
    )


def _pieces(state: State) -> list[Piece]:
    pieces = []
    for name, bit in BIT_OF.items():
        for player in (0, 1):
            if state.pieces(player) >> bit & 1:
                kind = state.kinds.of(bit)
                label = "WB"[player] + LETTERS[kind]
                stack = 2 if kind == GIPF else 1
                pieces.append(
                    Piece(
                        name,
                        "disc",
                        ROLES[player],
                        label,
                        stack=stack,
                        badge=LETTERS[kind],
                        spoken=_(_SPOKEN[player][kind]),
                    )
                )
    return pieces


def _tray(rules: Rules, state: State, player: int) -> Tray:
    """Reserve, supply, lost potentials and challenges of *player*.

    The ids of the mover's heaps are the first clicks of an entry.
    """
    books, role = state.books, ROLES[player]
    head = "" if player == state.mover else f"{SEATS[player]}:"
    heaps = [TrayItem(f"{head}basic", _("reserve"), state.reserve(player), "disc", role)]
    for n, (letter, word) in enumerate((("T", "TAMSK"), ("Z", "ZÈRTZ"))):
        at = 2 * player + n
        if rules.potentials[at]:
            heaps.append(
                TrayItem(
                    f"{head}{letter}",
                    _("{word} supply").format(word=word),
                    books.supply[at],
                    "disc",
                    role,
                    badge=letter,
                    brief=_("supply"),
                )
            )
            heaps.append(
                TrayItem(
                    f"{head}{letter}:lost",
                    _("{word} lost").format(word=word),
                    books.lost[at],
                    "disc",
                    role,
                    badge=letter,
                    brief=_("out of play"),
                )
            )
        if rules.challenges[at]:
            left = books.challenges[at]
            what = (
                _("challenges")
                if rules.shared_challenges
                else _("{word} challenges").format(word=word)
            )
            heaps.append(
                TrayItem(
                    f"{head}{letter}:challenges",
                    what,
                    left,
                    "disc",
                    role,
                    badge="?" if rules.shared_challenges else letter,
                    brief=_.many("challenge", "challenges", left),
                )
            )
    return Tray(player_name(player), tuple(heaps), player)


def _marks(state: State) -> list[Mark]:
    if state.ask == ASK_ROW:
        own, done = state.pieces(state.mover), state.resolution().done
        rows = 0
        for line in rows_of(own):
            rows |= 0 if done >> line & 1 else run_on(own, line)
        return [Mark(name, "capture") for name, bit in BIT_OF.items() if rows >> bit & 1]
    if state.ask == ASK_PIECE:
        at_hand = piece_at_hand(state)
        kept = state.resolution().kept
        return [
            Mark(NAME_OF[bit], "selected" if bit == at_hand else "capture")
            for bit in LINE_BITS[state.resolution().line]
            if segment_at_hand(state) & ~kept >> bit & 1
        ]
    if isinstance(state.detail, Announcement):
        return [Mark(NAME_OF[state.detail.bit], "selected")]
    return []


def _choices(state: State, moves: tuple[Move, ...] | list[Move]) -> list[Choice]:
    several = len({move // 42 for move in moves if isinstance(move, int) and move < EXTRA}) > 1
    choices = []
    for move in moves:
        assert isinstance(move, int)
        path, label = _path_and_label(state, move, several)
        choices.append(Choice(decision_text(state, move), path, label))
    return choices


def _path_and_label(state: State, move: int, several: bool) -> tuple[tuple[str, ...], str]:
    """The path of clicks that says *move*, and its label."""
    if move == DECLINE and state.ask == ASK_TARGET and state.announcement().kind == ZERTZ:
        return ("decline",), _("do not jump, and keep the ZÈRTZ-potential")
    if move in _BUTTONS:
        word, label = _BUTTONS[move]
        return (word,), _(label)
    if move < EXTRA:
        kind, entry = divmod(move, 42)
        dot, spot = ENTRY_DOT[entry], ENTRY_SPOT[entry]
        path = (_KIND_WORDS[kind], dot, spot) if several else (dot, spot)
        return path, _(_ENTER[kind]).format(dot=dot, spot=spot)
    if move < ANNOUNCE:
        dot, spot = ENTRY_DOT[move - EXTRA], ENTRY_SPOT[move - EXTRA]
        return (dot, spot), _("extra move: enter the potential from {dot} onto {spot}").format(
            dot=dot, spot=spot
        )
    if move < JUMP:
        spot = NAME_OF[move - ANNOUNCE]
        return (spot, "jump"), _("announce the jump of the ZÈRTZ-potential on {spot}").format(
            spot=spot
        )
    if move < ROW:
        spot = decision_text(state, move)
        return (spot,), _("jump to {spot}").format(spot=spot)
    if move < STOP:
        run = run_on(state.pieces(state.mover), move - ROW)
        return _row_path(state, move - ROW), _("resolve the row {row}").format(
            row=" ".join(items(state.kinds, run))
        )
    keeps = KEEP <= move < TAKE
    bit = move & 63
    owner = 0 if state.pieces(0) >> bit & 1 else 1
    piece = _(_SPOKEN[owner][state.kinds.of(bit)])
    label = _("keep the {piece} on {spot}") if keeps else _("take the {piece} on {spot}")
    return ("keep" if keeps else "take",), label.format(piece=piece, spot=NAME_OF[bit])


def _row_path(state: State, line: int) -> tuple[str, ...]:
    """A spot of the row on *line* that no other row has; if there is none, the two ends."""
    own = state.pieces(state.mover)
    others = 0
    for other in rows_of(own):
        others |= 0 if other == line else run_on(own, other)
    bits = [bit for bit in LINE_BITS[line] if run_on(own, line) >> bit & 1]
    for bit in bits:
        if not others >> bit & 1:
            return (NAME_OF[bit],)
    return (NAME_OF[bits[0]], NAME_OF[bits[-1]])
