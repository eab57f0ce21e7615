"""GIPF as boardspace.net writes it: basic, standard and tournament, without potentials.

``dropb A 1`` puts a piece on a dot and ``slidefrom A 1 B 2``, or ``dropb B 2``, pushes it in;
``slide A 1 B 2`` says both. Who may still enter GIPF-pieces enters one, unless ``standard`` chose a
basic piece. ``remove B 5`` removes the row through a point, a dot or a spot, ``preserve E 5`` keeps
a GIPF-piece or gives it away. Where nothing is said, the site removes all rows when the turn ends,
and keeps the player's own GIPF-pieces, and the other's where rows cross.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, Final

from gipf_meta import BadNotation, Boardspace, SiteGesture, SiteStart, SiteTurn, site_place
from gipf_meta_gipf.board import BIT_OF, ENTRY_DOT, ENTRY_OF, ENTRY_SPOT, LINE_POINTS
from gipf_meta_gipf.notation import turn_text
from gipf_meta_gipf.pieces import BASIC, GIPF, spots_of
from gipf_meta_gipf.rows import piece_at_hand, rows_at_hand, run_on, segment_on
from gipf_meta_gipf.rules import Rules
from gipf_meta_gipf.state import (
    ASK_PIECE,
    ASK_ROW,
    KEEP,
    ROW,
    STOP,
    TAKE,
    USE,
    Move,
    Outcome,
    State,
    entered,
    entering,
)
from gipf_meta_gipf.texts import _

#: the setups, and the variants that they are; Matrx has potentials, and other rules
VARIANTS: Final = {
    "gipf": "basic",
    "gipf-standard": "standard",
    "gipf-tournament": "tournament",
}
_REVISION: Final = re.compile(r"[0-9]{1,6}")
MATRX: Final = "gipf-matrx"
#: the revision of the site's program since which the players have as many pieces as in the rules;
#: before it they had one more
EXACT: Final = 101
REVISION: Final = "102"
NAMES: Final = {variant: name.capitalize() for name, variant in VARIANTS.items()}


def options_of(start: SiteStart) -> Mapping[str, Any]:
    """The options of a game that begins so. Raises ``BadNotation`` for a game that is none here."""
    if start.gestures:
        raise BadNotation(_("Its board was set up by hand."))
    name = start.words[0].lower()
    if name == MATRX:
        raise BadNotation(_("It is MATRX GIPF, whose potentials have rules of their own."))
    variant = VARIANTS[name]
    options = {} if variant == "tournament" else {"variant": variant}
    revision = start.words[2] if len(start.words) > 2 else ""
    if _REVISION.fullmatch(revision) and int(revision) < EXACT and variant != "standard":
        options["extra_pieces"] = "1"
    return options


class _Hand:
    """One turn as it is played: the decisions so far, and the pieces that the site would keep."""

    def __init__(self, rules: Rules, state: State) -> None:
        self.rules, self.state = rules, state
        self.moves: list[Move] = []
        self.kept = kept_by_default(state)

    def play(self, move: Move) -> None:
        """Plays *move*. Raises ``BadNotation`` if the rules forbid it."""
        if move not in self.rules.legal_moves(self.state):
            raise BadNotation(_("The rules of GIPF forbid that."))
        self.state = self.rules.apply(self.state, move, [])
        self.moves.append(move)

    def preserve(self, bit: int) -> None:
        """Changes whether the GIPF-piece on *bit* stays in its row or is given away."""
        self.kept ^= 1 << bit

    def remove(self, point: str) -> None:
        """Removes the row through *point*; gives away the GIPF-piece that stands there."""
        bit = BIT_OF.get(point)
        if bit is not None and self.state.kinds.gipf >> bit & 1:
            self.kept &= ~(1 << bit)
            return
        lines = lines_at_hand(self.state)
        if not lines:
            return  # the last row of a turn is removed without a word
        for line in lines:
            if point in LINE_POINTS[line]:
                before = self.is_before_entry()
                self._resolve(line)
                if before:
                    self.kept = kept_by_default(self.state)
                return
        raise BadNotation(_("There is no row through {point}.").format(point=point))

    def is_before_entry(self) -> bool:
        """Whether nothing has been entered in this turn."""
        return not any(is_entry(move) for move in self.moves)

    def remove_rest(self, number: int) -> None:
        """Removes the rows that are left in turn *number*, as the site does without a gesture."""
        while (lines := lines_at_hand(self.state)) and self.state.number == number:
            due = [line for line in lines if not self._stays(line)]
            if not due and self.state.ask == ASK_ROW and STOP in self.rules.legal_moves(self.state):
                self.play(STOP)
            else:
                self._resolve((due or lines)[0])

    def _stays(self, line: int) -> bool:
        """Whether every piece of the row on *line* is kept."""
        return not segment_of(self.state, line) & ~self.kept

    def _resolve(self, line: int) -> None:
        number = self.state.number
        if self.state.ask == ASK_ROW:
            self.play(ROW + line)
        while lines_at_hand(self.state) == [line] and self._asks_about_pieces(number):
            bit = piece_at_hand(self.state)
            keeps = self.kept >> bit & 1 and KEEP + bit in self.rules.legal_moves(self.state)
            self.play(KEEP + bit if keeps else TAKE + bit)

    def _asks_about_pieces(self, number: int) -> bool:
        """Whether turn *number* asks which pieces of a row stay."""
        return self.state.ask == ASK_PIECE and self.state.number == number

    def enter(self, code: int, dot: str, spot: str) -> None:
        """Enters a piece; rows that stand are removed first. Raises ``BadNotation``."""
        entry = ENTRY_OF.get((dot, spot))
        if entry is None:
            raise BadNotation(_("Nothing is entered from {dot}.").format(dot=dot))
        self.remove_rest(self.state.number)
        self.play(entering(code, entry))
        self.kept = kept_by_default(self.state)


def segment_of(state: State, line: int) -> int:
    """The spots of the mover's row on *line*, with its extension."""
    run = run_on(state.pieces(state.mover), line)
    return segment_on(state.white | state.black, run, line)


def lines_at_hand(state: State) -> list[int]:
    """The lines of the rows that the mover removes now."""
    if state.ask == ASK_PIECE:
        return [state.resolution().line]
    return rows_at_hand(state) if state.ask == ASK_ROW else []


def is_entry(move: Move) -> bool:
    """Whether *move* enters a piece."""
    return not isinstance(move, Outcome) and entered(move)[0] >= 0


def kept_by_default(state: State) -> int:
    """The GIPF-pieces in rows that the site keeps if nobody says otherwise."""
    segments = [segment_of(state, line) for line in lines_at_hand(state)]
    once = several = 0
    for segment in segments:
        several |= once & segment
        once |= segment
    return state.kinds.gipf & (once & state.pieces(state.mover) | several)


def enters_gipf(rules: Rules, state: State) -> bool:
    """Whether the site lets the mover enter a GIPF-piece, if he does not choose otherwise."""
    return bool(rules.tournament and state.books.opened >> state.mover & 1)


def read_turns(game: Any, turns: Iterable[SiteTurn]) -> Iterator[str]:
    """Each turn in the notation of the game. Raises ``BadNotation``."""
    rules: Rules = game.rules
    state = rules.start()
    for turn in turns:
        hand = _Hand(rules, state)
        _play_turn(hand, turn.gestures)
        yield turn_text(rules, state, hand.moves) if hand.moves else ""
        state = hand.state


def _play_turn(hand: _Hand, gestures: Sequence[SiteGesture]) -> None:
    """Plays what *gestures* say. Raises ``BadNotation``."""
    number = hand.state.number
    wants_basic = False
    dot = ""
    entry: tuple[str, str] | None = None
    # what was entered may be taken up again: the last entry counts
    last = max((n for n, gesture in enumerate(gestures) if _is_entry(gesture)), default=-1)
    for n, gesture in enumerate(gestures):
        match gesture:
            case ("standard", *_words):
                wants_basic = not wants_basic
            case ("dropb", *point):
                name = site_place(point)
                if name in BIT_OF:
                    entry = dot, name
                else:
                    dot = name
            case ("slide" | "slidefrom", column, row, *point):
                entry = site_place((column, row)), site_place(point)
            case ("preserve", *point):
                hand.preserve(BIT_OF[site_place(point)])
            case ("remove", *point):
                hand.remove(site_place(point))
            case ("pick", *_words) | ("drop", *_words) | ("pickb", *_words):
                pass
            case _:
                raise BadNotation(
                    _("{gesture!r} is no gesture of GIPF.").format(gesture=" ".join(gesture))
                )
        if n == last and entry:
            gipf = enters_gipf(hand.rules, hand.state) and not wants_basic
            hand.enter(GIPF if gipf else BASIC, *entry)
    hand.remove_rest(number)


def _is_entry(gesture: SiteGesture) -> bool:
    """Whether *gesture* pushes a piece onto the board."""
    if gesture[0] == "dropb":
        return site_place(gesture[1:]) in BIT_OF
    return gesture[0] in ("slide", "slidefrom")


# ---- writing -------------------------------------------------------------------------------------


def start_of(game: Any) -> SiteStart:
    """The start of *game* in the site's words. Raises ``BadNotation`` if it does not play it."""
    if game.kinds_in_game:
        raise BadNotation(
            _("boardspace.net has potentials in MATRX GIPF alone, which is another game.")
        )
    return SiteStart((NAMES[game.variant], "0", REVISION))


def write_turn(game: Any, played: Sequence[tuple[State, Move]]) -> list[SiteGesture]:
    """The gestures of one turn. Raises ``BadNotation`` for duels."""
    moves = [move for _state, move in played]
    hand = _Hand(game.rules, played[0][0])
    gestures: list[SiteGesture] = []
    line = -1
    for n, move in enumerate(moves):
        if isinstance(move, Outcome):
            raise BadNotation(_("boardspace.net knows no duels."))
        if is_entry(move):
            gestures += _entry_gestures(hand, *entered(move))
            line = -1
        elif move == STOP:
            gestures += _leaving_gestures(hand)
        else:
            before = line
            line = move - ROW if hand.state.ask == ASK_ROW else hand.state.resolution().line
            if line != before:
                gestures += _row_gestures(hand, line, moves[n:])
        was_before = hand.is_before_entry()
        hand.play(move)
        if is_entry(move) or (was_before and hand.state.ask != ASK_PIECE):
            hand.kept = kept_by_default(hand.state)
    return gestures


def _leaving_gestures(hand: _Hand) -> list[SiteGesture]:
    """The gestures that keep every piece of the rows at hand."""
    segments = [segment_of(hand.state, line) for line in lines_at_hand(hand.state)]
    given = [bit for segment in segments for bit in spots_of(segment & ~hand.kept)]
    return [("Preserve", *Boardspace.words(_spot(bit))) for bit in dict.fromkeys(given)]


def _entry_gestures(hand: _Hand, code: int, entry: int) -> list[SiteGesture]:
    """The gestures that enter a piece."""
    chooses = code == BASIC and enters_gipf(hand.rules, hand.state)
    dot, spot = Boardspace.words(ENTRY_DOT[entry]), Boardspace.words(ENTRY_SPOT[entry])
    return [*([("Standard",)] if chooses else []), ("Dropb", *dot), ("Dropb", *spot)]


def _row_gestures(hand: _Hand, line: int, following: Sequence[Move]) -> list[SiteGesture]:
    """The gestures that remove the row on *line*; *following* says which of its pieces stay."""
    segment = segment_of(hand.state, line)
    wanted = 0
    for n, move in enumerate(following):
        if isinstance(move, Outcome) or (n and not KEEP <= move < USE):
            break
        if KEEP <= move < TAKE:
            wanted |= 1 << (move - KEEP)
    gipfs = segment & hand.state.kinds.gipf
    gestures: list[SiteGesture] = []
    for bit in spots_of((hand.kept ^ wanted) & gipfs):
        gestures.append(("Preserve", *Boardspace.words(_spot(bit))))
        hand.preserve(bit)
    gestures.append(("Remove", *Boardspace.words(_point_of(hand.state, line))))
    return gestures


def _point_of(state: State, line: int) -> str:
    """A point of *line* that lies on no other row at hand, and where no GIPF-piece stands."""
    others = {p for each in lines_at_hand(state) if each != line for p in LINE_POINTS[each]}
    points = LINE_POINTS[line]
    own = [point for point in (points[0], points[-1], *points) if point not in others]
    free = [p for p in own if p not in BIT_OF or not state.kinds.gipf >> BIT_OF[p] & 1]
    return (free or own or points)[0]


def _spot(bit: int) -> str:
    return next(name for name, number in BIT_OF.items() if number == bit)


EXAMPLE: Final = ((("slide", "A", "1", "B", "2"),), (("slide", "I", "1", "H", "2"),))
BOARDSPACE: Final = Boardspace(
    "gipf", (*VARIANTS, MATRX), options_of, read_turns, start_of, write_turn, EXAMPLE
)
