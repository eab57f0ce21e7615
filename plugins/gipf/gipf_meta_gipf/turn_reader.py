"""Reading the text of a whole turn (`docs/reference/gipf.md` §12.2).

A text may leave things out. So reading searches the decisions that fit the text, and accepts the
text if exactly one canonical turn fits.
"""

from __future__ import annotations

from gipf_meta import BadNotation, IllegalMove, see_rule
from gipf_meta_gipf.notation import (
    code_of,
    decision_text,
    due_kind,
    question,
    read_target,
    rows_that_fit,
    turn_text,
    why_misnamed,
    why_not,
    why_not_usable,
)
from gipf_meta_gipf.positions import told_of, top_item, top_items
from gipf_meta_gipf.potentials import usable, why_no_challenge
from gipf_meta_gipf.rows import piece_at_hand, row_may_stay, rows_at_hand, segment_at_hand
from gipf_meta_gipf.rules import Log, Rules
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
    KEEP,
    OVER,
    OWNER_BEGINS,
    ROW,
    STOP,
    TAKE,
    TARGET,
    USE,
    Move,
    Outcome,
    State,
    entering,
)
from gipf_meta_gipf.texts import _
from gipf_meta_gipf.turn_parts import EntryPart, Part, RemovalPart, UsePart, read_part


def read_turn(rules: Rules, state: State, text: str) -> tuple[Move, ...]:
    """The decisions of the turn, or of the rest of it, that *text* says.

    Raises ``BadNotation`` or ``IllegalMove`` unless exactly one canonical turn fits.
    """
    squeezed = "".join(text.split())
    if not squeezed:
        raise BadNotation(
            _("A turn is never empty; write for example a5-b5 or e1-e2;xe2,e3,e4,e5.")
        )
    if state.ask == OVER:
        raise IllegalMove(
            _("The game is over, so {squeezed!r} cannot be played.").format(squeezed=squeezed)
        )
    reader = _TurnReader(rules, state, [read_part(part) for part in squeezed.split(";")], squeezed)
    reader.read(state, 0, (), False)
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


def read_rows(rules: Rules, state: State, text: str) -> tuple[Move, ...]:
    """The decisions on rows that *text* says, where rows are due and the turn goes on after them.

    It is the part of a turn by itself, ``xGe2,e3``, or an answer about the first piece of a row
    that is not chosen yet, ``take Ge2``. Raises ``BadNotation`` or ``IllegalMove``.
    """
    if state.ask != ASK_ROW:
        return read_turn(rules, state, text)
    answers = _first_answers(rules, state, " ".join(text.split()))
    if len(answers) == 1:
        return answers[0]
    if answers:
        raise IllegalMove(
            _("{wanted!r} fits {count} rows; name more pieces of yours.").format(
                wanted=text, count=len(answers)
            )
        )
    try:
        return read_turn(rules, state, text)
    except IllegalMove:
        parts = [read_part(part) for part in "".join(text.split()).split(";")]
        if not all(isinstance(part, RemovalPart) for part in parts):
            raise
        reader = _TurnReader(rules, state, parts, text, begins_only=True)
        reader.read(state, 0, (), False)
        several = [moves for moves in reader.found.values() if len(moves) > 1]
        if len(several) != 1:
            raise
        return several[0]


def _first_answers(rules: Rules, state: State, wanted: str) -> list[tuple[Move, ...]]:
    """The rows whose first optional piece *wanted* keeps or takes, each with that answer."""
    answers: list[tuple[Move, ...]] = []
    for line in rows_at_hand(state):
        after = rules.apply(state, ROW + line, [])
        if after.ask != ASK_PIECE:
            continue
        for move in rules.legal_moves(after):
            if decision_text(rules, after, move).lower() == wanted.lower():
                answers.append((ROW + line, move))
    return answers


class _TurnReader:
    """Searches for the turns that fit the parts of a text; nearly always one path leads on.

    *found*: the turns that fit, by their canonical texts. *fault*: why none does. With
    *begins_only* the text ends where the turn goes on.
    """

    def __init__(
        self, rules: Rules, start: State, parts: list[Part], text: str, begins_only: bool = False
    ) -> None:
        self.rules = rules
        self.start = start
        self.parts = parts
        self.text = text
        self.begins_only = begins_only
        self.found: dict[str, tuple[Move, ...]] = {}
        self.fault = ""
        self._depth = -1

    def _fail(self, at: int, sentence: str) -> None:
        """Enters the fault *sentence* of part *at*; of several faults the one farthest on stays."""
        if at > self._depth:
            self._depth, self.fault = at, sentence

    def read(self, state: State, at: int, moves: tuple[Move, ...], fought: bool) -> None:
        """Searches on from *state* with part *at*, after *moves*; *fought*: its duel is over."""
        if state.ask == OVER or state.number != self.start.number:
            if at < len(self.parts):
                rest = ";".join(self.text.split(";")[at:])
                over = (
                    _("The game is over before {rest!r}, which is too much.")
                    if state.ask == OVER
                    else _("The turn is over before {rest!r}, which is too much.")
                )
                self._fail(at, over.format(rest=rest))
            else:
                self.found.setdefault(turn_text(self.rules, self.start, moves), moves)
            return
        part = self.parts[at] if at < len(self.parts) else None
        if self.begins_only and part is None and state.ask in (ASK_ROW, ASK_USE, ASK_MAIN):
            self.found.setdefault(turn_text(self.rules, self.start, moves), moves)
        elif state.ask == ASK_ROW:
            self._read_row(state, at, moves, part)
        elif state.ask == ASK_PIECE:
            self._read_piece(state, at, moves, part)
        elif part is None:
            self._fail(
                at,
                _("{text!r} is not the whole turn: {question}").format(
                    text=self.text, question=question(self.rules, state)
                ),
            )
        elif state.ask == ASK_MAIN:
            self._read_main(state, at, moves, part)
        elif state.ask == ASK_USE:
            self._read_use(state, at, moves, part)
        else:
            self._read_power(state, at, moves, part, fought)

    def _play(
        self, state: State, at: int, moves: tuple[Move, ...], move: Move, fought: bool = False
    ) -> None:
        """Plays *move*; *at* is the part that comes next, and each row removed takes one."""
        log: Log = []
        after = self.rules.apply(state, move, log)
        for before, mask in log:
            part = self.parts[at] if at < len(self.parts) else None
            if not isinstance(part, RemovalPart):
                return self._fail_for_missing_row(before, at)
            wrong = _why_unfit(self.rules, before, mask, part)
            if wrong:
                return self._fail(at, wrong)
            at += 1
        return self.read(after, at, (*moves, move), fought)

    def _fail_for_missing_row(self, state: State, at: int) -> None:
        """Enters the fault that the text resolves no row at part *at*."""
        segment = segment_at_hand(state)
        row, mandatory = (
            ",".join(top_items(self.rules.table, state.kinds, mask))
            for mask in (segment, segment & ~state.kinds.optional)
        )
        part = f"x{mandatory}" if mandatory else _("x and at least one of {row}").format(row=row)
        self._fail(
            at,
            see_rule(
                told_of(
                    state.mover,
                    _("You must take the row {row}; add its part, {part}."),
                    _("{player} must resolve the row {row}; add its part, {part}."),
                    row=row,
                    part=part,
                ),
                _("Rows"),
            ),
        )

    def _read_row(self, state: State, at: int, moves: tuple[Move, ...], part: Part | None) -> None:
        legal = self.rules.legal_moves(state)
        if STOP in legal:
            self._play(state, at, moves, STOP)
        if isinstance(part, RemovalPart):
            fitting = rows_that_fit(state, part)
            if not fitting:
                what = ",".join(part.texts)
                self._fail(
                    at,
                    _("No row holds all of {what}. {question}").format(
                        what=what, question=question(self.rules, state)
                    ),
                )
            for line in fitting:
                self._play(state, at, moves, ROW + line)
        elif STOP not in legal:
            self._fail(at, self._why_not_part(state, at, part))

    def _read_piece(
        self, state: State, at: int, moves: tuple[Move, ...], part: Part | None
    ) -> None:
        if not isinstance(part, RemovalPart):
            return self._fail_for_missing_row(state, at)
        bit = piece_at_hand(state)
        move = (TAKE if part.mask >> bit & 1 else KEEP) + bit
        if move in self.rules.legal_moves(state):
            return self._play(state, at, moves, move)
        row, piece = (
            ",".join(top_items(self.rules.table, state.kinds, segment_at_hand(state))),
            top_item(self.rules.table, state.kinds, bit),
        )
        if row_may_stay(self.rules, state, state.resolution().line):
            return self._fail(
                at,
                _("An x takes something of the row {row}; take {piece} at least.").format(
                    row=row, piece=piece
                ),
            )
        return self._fail(
            at,
            see_rule(
                _("Too much of the row {row} is kept: it must be broken; take {piece}.").format(
                    row=row, piece=piece
                ),
                _("Rows"),
            ),
        )

    def _why_not_part(self, state: State, at: int, part: Part | None) -> str:
        """Why not: one sentence why *part* cannot be played in *state*."""
        if part is None:
            return _("{text!r} is not the whole turn: {question}").format(
                text=self.text, question=question(self.rules, state)
            )
        given = self.text.split(";")[at]
        return _("{given!r} cannot be played now. {question}").format(
            given=given, question=question(self.rules, state)
        )

    def _read_main(self, state: State, at: int, moves: tuple[Move, ...], part: Part) -> None:
        if isinstance(part, UsePart) and part.bit >= 0:
            code = state.kinds.of(part.bit)
            is_so = self.rules.table.letters[code] == part.letter
            if is_so and self.rules.may_use(state) and part.bit in usable(self.rules, state):
                self._play(state, at, moves, ANNOUNCE + part.bit)
            else:
                self._fail(at, why_not_usable(self.rules, state, part.letter, part.bit))
        elif isinstance(part, EntryPart):
            try:
                code = code_of(self.rules, state, part.letter, self.text)
                move = entering(code, part.entry_on(state.white | state.black))
            except IllegalMove as error:
                return self._fail(at, str(error))
            if move in self.rules.legal_moves(state):
                self._play(state, at + 1, moves, move)
            else:
                self._fail(at, why_not(self.rules, state, move, self.text))
        elif isinstance(part, UsePart):
            self._fail(at, self._why_not_due(state))
        else:
            self._fail(
                at,
                told_of(
                    state.mover,
                    _("You have no row to take here. {question}"),
                    _("{player} has no row to resolve here. {question}"),
                    question=question(self.rules, state),
                ),
            )
        return None

    def _why_not_due(self, state: State) -> str:
        """Why not: the sentence that no power of the mover is due."""
        due = [kind for kind in self.rules.table.kinds if kind.timing == "due"]
        called = due[0].say(due[0].name) if due else "TAMSK"
        spots = due[0].due_on if due else ("e5",)
        if len(due) > 1 or len(spots) != 1:
            return told_of(
                state.mover,
                _("You have no power that must be decided now."),
                _("{name} has no power that must be decided now."),
            )
        return told_of(
            state.mover,
            _("You have no extra move: no {kind}-loaded piece of yours is on {spot}."),
            _("{name} has no extra move: no {kind}-loaded piece of {name} is on {spot}."),
            kind=called,
            spot=spots[0],
        )

    def _read_use(self, state: State, at: int, moves: tuple[Move, ...], part: Part) -> None:
        kind = due_kind(self.rules, state, part) if isinstance(part, UsePart) else -1
        if not isinstance(part, UsePart) or part.bit >= 0 or kind < 0:
            return self._fail(at, self._why_not_part(state, at, part))
        if part.declined and not part.duel:
            return self._play(state, at + 1, moves, DECLINE + kind)
        if USE + kind not in self.rules.legal_moves(state):
            return self._fail(at, why_not(self.rules, state, USE + kind, self.text))
        return self._play(state, at, moves, USE + kind)

    def _read_power(
        self, state: State, at: int, moves: tuple[Move, ...], part: Part, fought: bool
    ) -> None:
        """Searches on after *part* has announced a power: by the answer, the duel, the target."""
        now = state.announcement()
        kind = self.rules.table.kinds[now.kind]
        is_due = kind.timing == "due"
        if not isinstance(part, UsePart) or part.letter not in ("", kind.letter):
            return self._fail(at, self._why_not_part(state, at, part))
        same = part.bit < 0 if is_due else part.bit == now.bit
        if not same or (is_due and part.declined and not part.duel):
            return self._fail(at, self._why_not_part(state, at, part))
        if state.ask == ASK_ANSWER:
            return self._play(state, at, moves, CHALLENGE if part.duel else ALLOW)
        if state.ask == ASK_LOT:
            return self._play(state, at, moves, OWNER_BEGINS)
        named = bool(part.target)
        given = self.text.split(";")[at]
        if state.ask == ASK_DUEL:
            if not part.duel:
                return self._fail(
                    at,
                    _("{given!r} lacks the end of its duel, such as ?(die:W).").format(given=given),
                )
            game, winner = part.duel
            if winner == state.mover:
                return self._play(state, at, moves, Outcome(winner, game), True)
            if named or part.declined:
                return self._fail(
                    at,
                    _("{given!r} names a target, but the duel denied the power.").format(
                        given=given
                    ),
                )
            return self._play(state, at + 1, moves, Outcome(winner, game))
        if part.duel and not fought:
            why = _(why_no_challenge(self.rules, state, now.kind, now.bit)) or _(
                "it was answered before"
            )
            return self._fail(
                at,
                told_of(
                    1 - state.mover,
                    _("You cannot challenge {given!r}: {why}."),
                    _("{player} cannot challenge {given!r}: {why}."),
                    given=given,
                    why=why,
                ),
            )
        if part.declined:
            if DECLINE + now.kind in self.rules.legal_moves(state):
                return self._play(state, at + 1, moves, DECLINE + now.kind)
            return self._fail(at, self._why_not_part(state, at, part))
        if not named:
            return self._fail(
                at,
                _("{given!r} lacks its target. {question}").format(
                    given=given, question=question(self.rules, state)
                ),
            )
        try:
            move = TARGET + read_target(self.rules, state, part.target)
        except IllegalMove as error:
            return self._fail(at, str(error))
        if move not in self.rules.legal_moves(state):
            return self._fail(at, why_not(self.rules, state, move, self.text))
        return self._play(state, at + 1, moves, move)


def _why_unfit(rules: Rules, before: State, mask: int, part: RemovalPart) -> str:
    """Why *part* does not take *mask* from *before*, as a sentence; ``""``: it does."""
    table, kinds = rules.table, before.kinds
    theirs = before.pieces(1 - before.mover)
    for (_letter, bit, star), text in zip(part.items, part.texts, strict=True):
        if not mask >> bit & 1:
            row = ",".join(top_items(table, kinds, mask))
            return _("{text} is not taken with the row {row}.").format(text=text, row=row)
        if star and not theirs >> bit & 1:
            return told_of(
                before.mover,
                _("{text} is a piece of yours, so it is not captured: no *."),
                _("{text} is a piece of {player}, so it is not captured: no *."),
                text=text,
            )
    if wrong := why_misnamed(rules, before, part):
        return wrong
    left = mask & kinds.optional & ~part.mask
    return (
        _("{pieces} is kept.").format(pieces=",".join(top_items(table, kinds, left)))
        if left
        else ""
    )
