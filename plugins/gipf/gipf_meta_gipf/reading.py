"""Reading the text of a whole turn (`docs/reference/gipf.md` §12.2).

A text may leave things out, so reading is a search over the decisions that fit it; it is accepted
if exactly one canonical turn does.
"""

from __future__ import annotations

from gipf_meta import BadNotation, IllegalMove
from gipf_meta_gipf.board import BIT_OF, ENTRY_LINE, NAME_OF
from gipf_meta_gipf.notation import (
    format_turn,
    question,
    rows_with,
    target_of,
    why_full,
    why_not,
    why_not_jump,
    why_not_there,
)
from gipf_meta_gipf.parts import EntryPart, ExtraPart, JumpPart, Part, RemovalPart, read_part
from gipf_meta_gipf.positions import item, items, player_name
from gipf_meta_gipf.potentials import jumpers, no_window
from gipf_meta_gipf.rows import piece_at_hand, row_may_stay, segment_at_hand
from gipf_meta_gipf.rules import Log, apply, legal_moves
from gipf_meta_gipf.state import (
    ALLOW,
    ANNOUNCE,
    ASK_ANSWER,
    ASK_DUEL,
    ASK_LOT,
    ASK_MAIN,
    ASK_PIECE,
    ASK_ROW,
    ASK_USE,
    CHALLENGE,
    DECLINE,
    EXTRA,
    JUMP,
    KEEP,
    OVER,
    OWNER_BEGINS,
    ROW,
    STOP,
    TAKE,
    TAMSK,
    USE,
    Move,
    Outcome,
    Rules,
    State,
)
from gipf_meta_gipf.texts import _


def parse_turn(rules: Rules, s: State, text: str) -> tuple[Move, ...]:
    """The decisions of the turn, or of its rest, that *text* says.

    Accepted if exactly one canonical turn fits. Raises ``BadNotation``, ``IllegalMove``.
    """
    squeezed = "".join(text.split())
    if not squeezed:
        raise BadNotation(
            _("A turn is never empty; write for example a5-b5 or e1-e2;xe2,e3,e4,e5.")
        )
    if s.ask == OVER:
        raise IllegalMove(
            _("The game is over, so {squeezed!r} cannot be played.").format(squeezed=squeezed)
        )
    reader = _TurnReader(rules, s, [read_part(part) for part in squeezed.split(";")], squeezed)
    reader.read(s, 0, (), False)
    if squeezed in reader.found:
        return reader.found[squeezed]
    if len(reader.found) > 1:
        raise IllegalMove(
            _("{squeezed!r} can be read in more than one way: {ways}.").format(
                squeezed=squeezed, ways=_(" or ").join(list(reader.found)[:4])
            )
        )
    for moves in reader.found.values():
        return moves
    raise IllegalMove(reader.fault)


class _TurnReader:
    """A search for the turns that fit the parts of a text; nearly always there is one path."""

    def __init__(self, rules: Rules, start: State, parts: list[Part], text: str) -> None:
        self.rules = rules
        self.start = start
        self.parts = parts
        self.text = text
        self.found: dict[str, tuple[Move, ...]] = {}
        self.fault = ""
        self._depth = -1

    def _fail(self, at: int, sentence: str) -> None:
        """Of several faults the one farthest on in the text is told."""
        if at > self._depth:
            self._depth, self.fault = at, sentence

    def read(self, s: State, at: int, moves: tuple[Move, ...], fought: bool) -> None:
        """Goes on from *s* with part *at*; *fought*: its duel is over already."""
        if s.ask == OVER or s.number != self.start.number:
            if at < len(self.parts):
                rest = ";".join(self.text.split(";")[at:])
                over = (
                    _("The game is over before {rest!r}, which is too much.")
                    if s.ask == OVER
                    else _("The turn is over before {rest!r}, which is too much.")
                )
                self._fail(at, over.format(rest=rest))
            else:
                self.found.setdefault(format_turn(self.rules, self.start, moves), moves)
            return
        part = self.parts[at] if at < len(self.parts) else None
        if s.ask == ASK_ROW:
            self._read_row(s, at, moves, part)
        elif s.ask == ASK_PIECE:
            self._read_piece(s, at, moves, part)
        elif part is None:
            self._fail(
                at,
                _("{text!r} is not the whole turn: {question}").format(
                    text=self.text, question=question(self.rules, s)
                ),
            )
        elif s.ask == ASK_MAIN:
            self._read_main(s, at, moves, part)
        elif s.ask == ASK_USE:
            self._read_use(s, at, moves, part)
        else:
            self._read_power(s, at, moves, part, fought)

    def _play(
        self, s: State, at: int, moves: tuple[Move, ...], move: Move, fought: bool = False
    ) -> None:
        """Plays *move*; *at* is the part that comes next, and each row removed takes one."""
        log: Log = []
        after = apply(self.rules, s, move, log)
        for before, mask in log:
            part = self.parts[at] if at < len(self.parts) else None
            if not isinstance(part, RemovalPart):
                return self._row_missing(before, at)
            wrong = _unfit(before, mask, part)
            if wrong:
                return self._fail(at, wrong)
            at += 1
        return self.read(after, at, (*moves, move), fought)

    def _row_missing(self, s: State, at: int) -> None:
        segment = segment_at_hand(s)
        row, mandatory = (
            ",".join(items(s.kinds, mask)) for mask in (segment, segment & ~s.kinds.optional)
        )
        part = f"x{mandatory}" if mandatory else _("x and at least one of {row}").format(row=row)
        self._fail(
            at,
            _("{player} must resolve the row {row}; add its part, {part}.").format(
                player=player_name(s.mover), row=row, part=part
            ),
        )

    def _read_row(self, s: State, at: int, moves: tuple[Move, ...], part: Part | None) -> None:
        legal = legal_moves(self.rules, s)
        if STOP in legal:
            self._play(s, at, moves, STOP)
        if isinstance(part, RemovalPart):
            fitting = rows_with(s, part)
            if not fitting:
                what = ",".join(part.texts)
                self._fail(
                    at,
                    _("No row holds all of {what}. {question}").format(
                        what=what, question=question(self.rules, s)
                    ),
                )
            for line in fitting:
                self._play(s, at, moves, ROW + line)
        elif STOP not in legal:
            self._fail(at, self._instead(s, at, part))

    def _read_piece(self, s: State, at: int, moves: tuple[Move, ...], part: Part | None) -> None:
        if not isinstance(part, RemovalPart):
            return self._row_missing(s, at)
        bit = piece_at_hand(s)
        move = (TAKE if part.mask >> bit & 1 else KEEP) + bit
        if move in legal_moves(self.rules, s):
            return self._play(s, at, moves, move)
        row, piece = ",".join(items(s.kinds, segment_at_hand(s))), item(s.kinds, bit)
        if row_may_stay(self.rules, s, s.resolution().line):
            return self._fail(
                at,
                _("An x takes something of the row {row}; take {piece} at least.").format(
                    row=row, piece=piece
                ),
            )
        return self._fail(
            at,
            _("Too much of the row {row} is kept: it must be broken; take {piece}.").format(
                row=row, piece=piece
            ),
        )

    def _instead(self, s: State, at: int, part: Part | None) -> str:
        if part is None:
            return _("{text!r} is not the whole turn: {question}").format(
                text=self.text, question=question(self.rules, s)
            )
        given = self.text.split(";")[at]
        return _("{given!r} cannot be played now. {question}").format(
            given=given, question=question(self.rules, s)
        )

    def _read_main(self, s: State, at: int, moves: tuple[Move, ...], part: Part) -> None:
        if isinstance(part, JumpPart):
            if part.bit in jumpers(s):
                self._play(s, at, moves, ANNOUNCE + part.bit)
            else:
                self._fail(at, why_not_jump(s, part.bit))
        elif isinstance(part, EntryPart):
            try:
                move = 42 * part.kind + part.entry_on(s.white | s.black)
            except IllegalMove as error:
                return self._fail(at, str(error))
            if move in legal_moves(self.rules, s):
                self._play(s, at + 1, moves, move)
            else:
                self._fail(at, why_not(self.rules, s, move, self.text))
        elif isinstance(part, ExtraPart):
            name = player_name(s.mover)
            self._fail(
                at,
                _("{name} has no extra move: no TAMSK-loaded piece of {name} is on e5.").format(
                    name=name
                ),
            )
        else:
            self._fail(
                at,
                _("{player} has no row to resolve here. {question}").format(
                    player=player_name(s.mover), question=question(self.rules, s)
                ),
            )
        return None

    def _read_use(self, s: State, at: int, moves: tuple[Move, ...], part: Part) -> None:
        if not isinstance(part, ExtraPart):
            return self._fail(at, self._instead(s, at, part))
        if part.declined:
            return self._play(s, at + 1, moves, DECLINE)
        if USE not in legal_moves(self.rules, s):
            return self._fail(at, why_not(self.rules, s, USE, self.text))
        return self._play(s, at, moves, USE)

    def _read_power(
        self, s: State, at: int, moves: tuple[Move, ...], part: Part, fought: bool
    ) -> None:
        """A power announced in *part*: the answer, the duel, the target."""
        now = s.announcement()
        if now.kind == TAMSK:
            same = isinstance(part, ExtraPart) and not part.declined
        else:
            same = isinstance(part, JumpPart) and part.bit == now.bit
        if not same or not isinstance(part, ExtraPart | JumpPart):
            return self._fail(at, self._instead(s, at, part))
        if s.ask == ASK_ANSWER:
            return self._play(s, at, moves, CHALLENGE if part.duel else ALLOW)
        if s.ask == ASK_LOT:
            return self._play(s, at, moves, OWNER_BEGINS)
        named = part.target >= 0 if isinstance(part, JumpPart) else part.entry is not None
        given = self.text.split(";")[at]
        if s.ask == ASK_DUEL:
            if not part.duel:
                return self._fail(
                    at,
                    _("{given!r} lacks the end of its duel, such as ?(die:W).").format(given=given),
                )
            game, winner = part.duel
            if winner == s.mover:
                return self._play(s, at, moves, Outcome(winner, game), True)
            if named:
                return self._fail(
                    at,
                    _("{given!r} names a target, but the duel denied the power.").format(
                        given=given
                    ),
                )
            return self._play(s, at + 1, moves, Outcome(winner, game))
        if part.duel and not fought:
            why = _(no_window(self.rules, s, now.kind, now.bit)) or _("it was answered before")
            return self._fail(
                at,
                _("{player} cannot challenge {given!r}: {why}.").format(
                    player=player_name(1 - s.mover), given=given, why=why
                ),
            )
        if not named:
            return self._fail(
                at,
                _("{given!r} lacks its target. {question}").format(
                    given=given, question=question(self.rules, s)
                ),
            )
        if isinstance(part, JumpPart):
            for move in legal_moves(self.rules, s):
                assert isinstance(move, int)
                if BIT_OF[target_of(s, move - JUMP)] == part.target:
                    return self._play(s, at + 1, moves, move)
            return self._fail(at, why_not_there(s, part.bit, NAME_OF[part.target]))
        assert part.entry is not None
        try:
            entry = part.entry.entry_on(s.white | s.black)
        except IllegalMove as error:
            return self._fail(at, str(error))
        if (s.white | s.black) & ENTRY_LINE[entry] == ENTRY_LINE[entry]:
            return self._fail(at, why_full(entry))
        return self._play(s, at + 1, moves, EXTRA + entry)


def _unfit(before: State, mask: int, part: RemovalPart) -> str:
    """Why *part* does not say that *mask* is taken from *before*; ``""`` if it does."""
    theirs = before.pieces(1 - before.mover)
    for (kind, bit, star), text in zip(part.items, part.texts, strict=True):
        if not mask >> bit & 1:
            row = ",".join(items(before.kinds, mask))
            return _("{text} is not taken with the row {row}.").format(text=text, row=row)
        if before.kinds.of(bit) != kind:
            return _("{text} does not name the piece that stands there, {item}.").format(
                text=text, item=item(before.kinds, bit)
            )
        if star and not theirs >> bit & 1:
            return _("{text} is a piece of {player}, so it is not captured: no *.").format(
                text=text, player=player_name(before.mover)
            )
    left = mask & before.kinds.optional & ~part.mask
    return _("{pieces} is kept.").format(pieces=",".join(items(before.kinds, left))) if left else ""
