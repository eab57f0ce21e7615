"""Texts of decisions and of whole turns (`docs/reference/gipf.md` §12.2).

A decision by itself is written
    ``a5-b5`` ``Gi3-h3`` ``Tb1-c2``   an entry; ``a5-b5`` also that of an extra move
    ``Zc3^`` ``+`` ``+-``             announcing a jump, announcing or declining an extra move
    ``allow`` ``challenge``           the answer
    ``White begins``                  the lot before a duel
    ``zertz:W`` ``zertz:-``           the end of a duel: who won in which game, or a draw
    ``g5``                            the target of a jump
    ``-``                             declining a power that a duel has saved
    ``xb5,c5,Gd5,e5``                 the row (without its extension) to resolve next; ``stop``
    ``keep Gc5`` ``take Gc5``         an optional piece of the row at hand
and a turn as the grammar of §12.2 has it. Reading is as lenient as that paragraph says, and the
``*`` of a captured piece may be left out, too.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from gipf_meta import N_, BadNotation, IllegalMove
from gipf_meta_gipf.board import (
    BIT_OF,
    ENTRY_NAME,
    LINE_POINTS,
    NAME_OF,
    SPOTS,
)
from gipf_meta_gipf.positions import item, items, player_name
from gipf_meta_gipf.potentials import jumpers, jumps, landing
from gipf_meta_gipf.rows import (
    may_leave_rows,
    piece_at_hand,
    row_may_stay,
    rows_of,
    run_on,
    segment_at_hand,
    segment_on,
)
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
    ASK_TARGET,
    ASK_USE,
    BASIC,
    CHALLENGE,
    DECLINE,
    EXTRA,
    GIPF,
    JUMP,
    KEEP,
    LETTERS,
    OVER,
    OWNER_BEGINS,
    ROW,
    STOP,
    TAKE,
    TAMSK,
    USE,
    ZERTZ,
    Move,
    Outcome,
    State,
    slot,
)
from gipf_meta_gipf.texts import _
from gipf_meta_gipf.turn_parts import EntryPart, ExtraPart, JumpPart, RemovalPart, read_part

BEGINS: Final = (N_("White begins"), N_("Black begins"))
_WORDS: Final[dict[int, str]] = {
    STOP: "stop",
    USE: "+",
    DECLINE: "+-",
    ALLOW: "allow",
    CHALLENGE: "challenge",
}
_POWERS: Final = {TAMSK: "TAMSK", ZERTZ: "ZÈRTZ"}


# --- writing --------------------------------------------------------------------------------


def decision_text(state: State, move: Move) -> str:
    """One decision, lot or outcome as text."""
    if isinstance(move, Outcome):
        return f"{move.game}:{'-' if move.winner is None else 'WB'[move.winner]}"
    if move < EXTRA:
        kind, entry = divmod(move, 42)
        return LETTERS[kind] + ENTRY_NAME[entry]
    if move == DECLINE and state.ask == ASK_TARGET:
        return "-"
    if move in _WORDS:
        return _WORDS[move]
    if move < ANNOUNCE:
        return ENTRY_NAME[move - EXTRA]
    if move < JUMP:
        return f"Z{NAME_OF[move - ANNOUNCE]}^"
    if move < ROW:
        return jump_target(state, move - JUMP)
    if move < STOP:
        run = run_on(state.pieces(state.mover), move - ROW)
        return "x" + ",".join(items(state.kinds, run))
    if move < KEEP:
        owner_begins = move == OWNER_BEGINS
        return BEGINS[state.mover if owner_begins else 1 - state.mover]
    if move < TAKE:
        return f"keep {item(state.kinds, move - KEEP)}"
    return f"take {item(state.kinds, move - TAKE)}"


def jump_target(state: State, direction: int) -> str:
    """The spot where the announced jump lands in *direction*."""
    target = landing(state.white | state.black, state.announcement().bit, direction)
    return NAME_OF[target.bit_length() - 1]


def _removal_text(before: State, mask: int) -> str:
    """The part of a turn that takes the pieces of *mask* from *before*."""
    theirs = before.pieces(1 - before.mover)
    taken = zip(SPOTS.names(mask), items(before.kinds, mask), strict=True)
    stars = (text + "*" * (theirs >> BIT_OF[name] & 1) for name, text in taken)
    return "x" + ",".join(stars)


def turn_text(rules: Rules, state: State, moves: Sequence[Move]) -> str:
    """The turn that *moves* make from *state* on, canonical.

    Inside a power that was announced before *state* the text begins with that announcement.
    """
    parts: list[str] = []
    power, target, duel = "", "", ""
    if moves and state.ask in (ASK_ANSWER, ASK_LOT, ASK_DUEL, ASK_TARGET):
        now = state.announcement()
        power = "+" if now.kind == TAMSK else f"Z{NAME_OF[now.bit]}^"
    for move in moves:
        log: Log = []
        after = rules.apply(state, move, log)
        if isinstance(move, Outcome):
            owner = state.mover
            if after.ask != ASK_DUEL:
                winner = owner if after.ask == ASK_TARGET and after.mover == owner else 1 - owner
                duel = f"?({move.game}:{'WB'[winner]})"
                if winner != owner:
                    parts.append(power + duel)
                    power = duel = ""
        elif state.ask == ASK_MAIN:
            if move < EXTRA:
                parts.append(decision_text(state, move))
            else:
                power = decision_text(state, move)
        elif state.ask == ASK_USE:
            if move == DECLINE:
                parts.append("+-")
            else:
                power = "+"
        elif state.ask == ASK_TARGET:
            target = decision_text(state, move)
            parts.append(power + target + duel)
            power = duel = ""
        parts += [_removal_text(before, mask) for before, mask in log]
        state = after
    if power:
        parts.append(power + duel)
    return ";".join(parts)


# --- reading one decision -------------------------------------------------------------------


def read_decision(rules: Rules, state: State, seat: int, text: str) -> Move:
    """The decision, lot or outcome that *text* says. Raises ``BadNotation``, ``IllegalMove``."""
    wanted = " ".join(text.split())
    if state.ask == OVER:
        raise IllegalMove(
            _("The game is over, so {wanted!r} cannot be played.").format(wanted=wanted)
        )
    if state.ask == ASK_DUEL:
        return _read_outcome(wanted)
    if state.ask == ASK_LOT:
        for lot in (OWNER_BEGINS, OWNER_BEGINS + 1):
            if decision_text(state, lot).lower() == wanted.lower():
                return lot
        raise IllegalMove(
            _("A lot decides who begins the duel, so {wanted!r} cannot be played now.").format(
                wanted=wanted
            )
        )
    if seat != state.current_player():
        raise IllegalMove(
            _("It is {due}'s decision, so {other} cannot play {wanted!r} now.").format(
                due=player_name(state.current_player()), other=player_name(seat), wanted=wanted
            )
        )
    legal = rules.legal_moves(state)
    for move in legal:
        if decision_text(state, move) == wanted:
            return move
    if state.ask == ASK_ANSWER:
        raise BadNotation(
            _("{wanted!r} is no answer; say allow or challenge.").format(wanted=wanted)
        )
    move = _read_meaning(rules, state, wanted)
    if move not in legal:
        raise IllegalMove(why_not(rules, state, move, wanted))
    return move


def _read_outcome(wanted: str) -> Outcome:
    """The end of a duel. Raises ``IllegalMove``."""
    game, colon, winner = wanted.partition(":")
    plain = game.isascii() and game.replace("_", "a").isalnum() and game == game.lower()
    if not colon or winner not in ("W", "B", "-") or not plain:
        raise IllegalMove(
            _("A duel is due; its end is told like zertz:W, not {wanted!r}.").format(wanted=wanted)
        )
    return Outcome(None if winner == "-" else "WB".index(winner), game)


def _read_meaning(rules: Rules, state: State, wanted: str) -> Move:
    """The decision that *wanted* says in *state*, legal or not.

    Raises ``BadNotation`` or ``IllegalMove`` if *wanted* says none.
    """
    squeezed = wanted.replace(" ", "")
    for move, word in _WORDS.items():
        if squeezed.lower() == word:
            return move
    head, *rest = wanted.split(" ", 1)
    piece = "".join(rest)
    if head.lower() in ("keep", "take") and piece:
        words = read_part("x" + piece)
        assert isinstance(words, RemovalPart)
        (kind, bit, _star), *more = words.items
        if more or (kind != BASIC and state.kinds.of(bit) != kind):
            raise IllegalMove(
                _("There is no piece {piece} to {word} in the row at hand.").format(
                    piece=piece, word=head.lower()
                )
            )
        return (KEEP if head.lower() == "keep" else TAKE) + bit
    if state.ask == ASK_TARGET and state.announcement().kind == ZERTZ:
        spot = squeezed.lower()
        for direction in range(6):
            here = landing(state.white | state.black, state.announcement().bit, direction)
            if here and jump_target(state, direction) == spot:
                return JUMP + direction
        raise IllegalMove(why_not_there(state, state.announcement().bit, wanted))
    part = read_part(squeezed)
    if isinstance(part, EntryPart):
        entry = part.entry_on(state.white | state.black)
        if state.ask != ASK_TARGET:
            return 42 * part.kind + entry
        if part.kind != BASIC:
            raise IllegalMove(
                _("The extra move enters the potential alone, so write {entry}.").format(
                    entry=ENTRY_NAME[entry]
                )
            )
        return EXTRA + entry
    if isinstance(part, JumpPart):
        announced = f"Z{NAME_OF[part.bit]}^"
        if part.target >= 0 or part.duel or part.declined:
            raise BadNotation(
                _("{wanted!r} is more than one decision; begin with {announced}.").format(
                    wanted=wanted, announced=announced
                )
            )
        return ANNOUNCE + part.bit
    if isinstance(part, ExtraPart):
        raise BadNotation(
            _("{wanted!r} is more than one decision; begin with +.").format(wanted=wanted)
        )
    if isinstance(part, RemovalPart) and state.ask == ASK_ROW:
        fitting = rows_that_fit(state, part)
        if len(fitting) == 1:
            return ROW + fitting[0]
        if fitting:
            raise IllegalMove(
                _("{wanted!r} fits {count} rows; name more pieces of yours.").format(
                    wanted=wanted, count=len(fitting)
                )
            )
    raise IllegalMove(why_not(rules, state, -1, wanted))


def rows_that_fit(state: State, part: RemovalPart) -> list[int]:
    """The lines of the mover's open rows whose segments hold all pieces of *part*."""
    done = state.resolution().done
    own, occupied = state.pieces(state.mover), state.white | state.black
    return [
        line
        for line in rows_of(own)
        if not done >> line & 1 and not part.mask & ~segment_on(occupied, run_on(own, line), line)
    ]


# --- refusing -------------------------------------------------------------------------------


def why_not(rules: Rules, state: State, move: Move, wanted: str) -> str:
    """One sentence: why *wanted*, read as *move* (-1: nothing in particular), is not legal."""
    name = player_name(state.mover)
    if isinstance(move, Outcome):
        return _("No duel is due, so {wanted!r} cannot be told.").format(wanted=wanted)
    if state.ask == ASK_MAIN:
        if 0 <= move < EXTRA:
            return _why_not_enter(rules, state, move // 42, move % 42)
        if ANNOUNCE <= move < JUMP:
            return why_not_jump(state, move - ANNOUNCE)
    asked = question(rules, state)
    if state.ask == ASK_TARGET and EXTRA <= move < ANNOUNCE:
        return why_full(move - EXTRA)
    if state.ask == ASK_USE and move == USE:
        return _("{name} cannot use the TAMSK-potential: every line is full, so write +-.").format(
            name=name
        )
    if state.ask == ASK_PIECE and move >= KEEP and move & 63 == piece_at_hand(state):
        why = _("the row must be broken")
        if row_may_stay(rules, state, state.resolution().line):
            why = _("something of this row is taken now")
        return _("{name} cannot keep {item}: {why}, so it has to be taken.").format(
            name=name, item=item(state.kinds, move & 63), why=why
        )
    if state.ask == ASK_ROW and move == STOP:
        if not may_leave_rows(rules, state):
            return _("The rows cannot be left. {asked}").format(asked=asked)
        return _("{name} must take something of a row, for there is nothing else to play.").format(
            name=name
        )
    return _("{wanted!r} cannot be played now. {asked}").format(wanted=wanted, asked=asked)


def question(rules: Rules, state: State) -> str:
    """One sentence: what the player who decides is asked, and why, where he is forced."""
    name, other = player_name(state.mover), player_name(1 - state.mover)
    if state.ask == ASK_MAIN:
        if rules.must_enter_gipf(state, state.mover):
            return _("{name} must enter a GIPF-piece, such as Ga1-b2.").format(name=name)
        asked = (
            _("{name} must enter a piece or jump.")
            if jumpers(state)
            else _("{name} must enter a piece.")
        )
        return asked.format(name=name)
    if state.ask == ASK_ROW:
        done = state.resolution().done
        own = state.pieces(state.mover)
        rows = [run_on(own, line) for line in rows_of(own) if not done >> line & 1]
        named = _(" or ").join(",".join(items(state.kinds, run)) for run in rows)
        if may_leave_rows(rules, state):
            return _("{name} may take pieces of the row {named}, or stop.").format(
                name=name, named=named
            )
        if len(rows) == 1:
            return _("{name} must first resolve the row {named}.").format(name=name, named=named)
        return _("{name} must resolve a row first: {named}.").format(name=name, named=named)
    if state.ask == ASK_PIECE:
        bit = piece_at_hand(state)
        row = ",".join(items(state.kinds, segment_at_hand(state)))
        return _("{name} must say whether {item} is taken with the row {row} or kept.").format(
            name=name, item=item(state.kinds, bit), row=row
        )
    if state.ask == ASK_USE:
        return _(
            "{name}'s TAMSK-potential on e5 must be used for an extra move (+) or is lost (+-)."
        ).format(name=name)
    if state.ask == OVER:
        return _("The game is over.")
    now = state.announcement()
    spot = NAME_OF[now.bit]
    power = _("an extra move") if now.kind == TAMSK else _("a jump")
    if state.ask == ASK_ANSWER:
        return _("{name} announces {power} from {spot}: {other} may allow or challenge it.").format(
            name=name, power=power, spot=spot, other=other
        )
    if state.ask == ASK_TARGET:
        may_decline = DECLINE in rules.legal_moves(state)
        if now.kind == TAMSK:
            text = _("{name} must enter the TAMSK-potential of {spot} as an extra move.")
            if may_decline:
                text = _("{name} may enter the TAMSK-potential of {spot}, or decline (-).")
            return text.format(name=name, spot=spot)
        targets = ", ".join(
            jump_target(state, d) for d in jumps(state.white | state.black, now.bit)
        )
        text = _("{name} must jump from {spot} to one of: {targets}.")
        if may_decline:
            text = _("{name} may jump from {spot} to one of: {targets}; or decline (-).")
        return text.format(name=name, spot=spot, targets=targets)
    if state.ask == ASK_LOT:
        return _("A lot decides who begins the duel about {power} from {spot}.").format(
            power=power, spot=spot
        )
    return _("A duel decides about {power} of {name} from {spot}.").format(
        power=power, name=name, spot=spot
    )


def why_full(entry: int) -> str:
    """One sentence: the line of *entry* has no vacant spot."""
    points = LINE_POINTS[entry // 2]
    return _(
        "The line from {first} to {last} is full, so nothing can be pushed in at {dot}."
    ).format(first=points[0], last=points[-1], dot=ENTRY_NAME[entry].split("-")[0])


def _why_not_enter(rules: Rules, state: State, kind: int, entry: int) -> str:
    """One sentence: why the mover cannot enter a piece of *kind* at *entry*."""
    name, reserve = player_name(state.mover), state.reserve(state.mover)
    if rules.must_enter_gipf(state, state.mover) and kind != GIPF:
        return _(
            "The first piece of the tournament game must be a GIPF-piece, such as {entry}."
        ).format(entry="G" + ENTRY_NAME[entry])
    if not reserve:
        return _("{name} has no piece left in reserve.").format(name=name)
    if kind == GIPF:
        if not rules.tournament:
            return _("GIPF-pieces are entered in the tournament variant only; enter a basic piece.")
        if not state.books.opened >> state.mover & 1:
            return _(
                "{name} has entered a single piece, so no GIPF-piece can be entered any more."
            ).format(name=name)
        if reserve < 2:
            return _("A GIPF-piece takes two pieces, and {name} has one left in reserve.").format(
                name=name
            )
    elif kind != BASIC and not state.books.supply[slot(state.mover, kind)]:
        return _("{name} has no {power}-potential in supply.").format(
            name=name, power=_POWERS[kind]
        )
    return why_full(entry)


def why_not_jump(state: State, bit: int) -> str:
    """One sentence: why no jump of the piece on *bit* can be announced."""
    name, spot = player_name(state.mover), NAME_OF[bit]
    if not state.pieces(state.mover) & state.kinds.zertz & 1 << bit:
        return _("{name} has no ZÈRTZ-loaded piece on {spot}.").format(name=name, spot=spot)
    return _(
        "The ZÈRTZ-potential on {spot} cannot jump: it needs pieces beside it and a"
        " vacant spot behind them."
    ).format(spot=spot)


def why_not_there(state: State, bit: int, wanted: str) -> str:
    """One sentence: *wanted* is no target of the potential on *bit*."""
    directions = jumps(state.white | state.black, bit)
    targets = ", ".join(
        NAME_OF[landing(state.white | state.black, bit, d).bit_length() - 1] for d in directions
    )
    return _("The ZÈRTZ-potential on {spot} cannot jump to {wanted}, only to: {targets}.").format(
        spot=NAME_OF[bit], wanted=wanted, targets=targets
    )
