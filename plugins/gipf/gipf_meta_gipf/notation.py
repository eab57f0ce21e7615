"""Texts of decisions and of whole turns (`docs/reference/gipf.md` §12.2).

A decision by itself is written
    ``a5-b5`` ``Gi3-h3`` ``Tb1-c2``   an entry; ``a5-b5`` also that of an extra move
    ``Zc3^`` ``+`` ``+-``             announcing a jump, announcing or declining an extra move
    ``allow`` ``challenge``           the answer
    ``White begins``                  the lot before a duel
    ``zertz:W`` ``zertz:-``           the end of a duel: who won in which game, or a draw
    ``g5``                            the target of a jump
    ``xb5,c5,Gd5,e5``                 the row (without its extension) to resolve next; ``stop``
    ``keep Gc5`` ``take Gc5``         an optional piece of the row at hand
and a turn as the grammar of §12.2 has it. Reading is lenient as that paragraph says; the ``*`` of
a captured piece may be left out, too.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from gipf_meta import BadNotation, IllegalMove
from gipf_meta_gipf.board import (
    BIT_OF,
    ENTRY_NAME,
    LINE_POINTS,
    NAME_OF,
    SPOTS,
)
from gipf_meta_gipf.parts import EntryPart, ExtraPart, JumpPart, RemovalPart, read_part
from gipf_meta_gipf.positions import SEATS, item, items, player_name
from gipf_meta_gipf.potentials import jumpers, jumps, landing
from gipf_meta_gipf.rows import (
    piece_at_hand,
    row_may_stay,
    rows_of,
    run_on,
    segment_at_hand,
    segment_on,
    stopping,
)
from gipf_meta_gipf.rules import Log, acting, apply, legal_moves, must_enter_gipf
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
    Rules,
    State,
    slot,
)
from gipf_meta_gipf.texts import _

_WORDS: Final[dict[int, str]] = {
    STOP: "stop",
    USE: "+",
    DECLINE: "+-",
    ALLOW: "allow",
    CHALLENGE: "challenge",
}
_POWERS: Final = {TAMSK: "TAMSK", ZERTZ: "ZÈRTZ"}


# --- writing --------------------------------------------------------------------------------


def format_move(s: State, move: Move) -> str:
    """One decision, lot or outcome as text."""
    if isinstance(move, Outcome):
        return f"{move.game}:{'-' if move.winner is None else 'WB'[move.winner]}"
    if move < EXTRA:
        kind, entry = divmod(move, 42)
        return LETTERS[kind] + ENTRY_NAME[entry]
    if move in _WORDS:
        return _WORDS[move]
    if move < ANNOUNCE:
        return ENTRY_NAME[move - EXTRA]
    if move < JUMP:
        return f"Z{NAME_OF[move - ANNOUNCE]}^"
    if move < ROW:
        return target_of(s, move - JUMP)
    if move < STOP:
        run = run_on(s.pieces(s.mover), move - ROW)
        return "x" + ",".join(items(s.kinds, run))
    if move < KEEP:
        owner_begins = move == OWNER_BEGINS
        return f"{SEATS[s.mover if owner_begins else 1 - s.mover]} begins"
    if move < TAKE:
        return f"keep {item(s.kinds, move - KEEP)}"
    return f"take {item(s.kinds, move - TAKE)}"


def target_of(s: State, direction: int) -> str:
    """The spot where the announced jump lands in *direction*."""
    target = landing(s.white | s.black, s.announcement().bit, direction)
    return NAME_OF[target.bit_length() - 1]


def _removal(before: State, mask: int) -> str:
    theirs = before.pieces(1 - before.mover)
    taken = zip(SPOTS.names(mask), items(before.kinds, mask), strict=True)
    stars = (text + "*" * (theirs >> BIT_OF[name] & 1) for name, text in taken)
    return "x" + ",".join(stars)


def format_turn(rules: Rules, s: State, moves: Sequence[Move]) -> str:
    """The turn that *moves* make from *s* on, canonical.

    Inside a power that was announced before *s* the text begins with that announcement.
    """
    parts: list[str] = []
    power, target, duel = "", "", ""
    if moves and s.ask in (ASK_ANSWER, ASK_LOT, ASK_DUEL, ASK_TARGET):
        now = s.announcement()
        power = "+" if now.kind == TAMSK else f"Z{NAME_OF[now.bit]}^"
    for move in moves:
        log: Log = []
        after = apply(rules, s, move, log)
        if isinstance(move, Outcome):
            owner = s.mover
            if after.ask != ASK_DUEL:
                winner = owner if after.ask == ASK_TARGET and after.mover == owner else 1 - owner
                duel = f"?({move.game}:{'WB'[winner]})"
                if winner != owner:
                    parts.append(power + duel)
                    power = duel = ""
        elif s.ask == ASK_MAIN:
            if move < EXTRA:
                parts.append(format_move(s, move))
            else:
                power = format_move(s, move)
        elif s.ask == ASK_USE:
            if move == DECLINE:
                parts.append("+-")
            else:
                power = "+"
        elif s.ask == ASK_TARGET:
            target = format_move(s, move)
            parts.append(power + target + duel)
            power = duel = ""
        parts += [_removal(before, mask) for before, mask in log]
        s = after
    if power:
        parts.append(power + duel)
    return ";".join(parts)


# --- reading one decision -------------------------------------------------------------------


def parse_move(rules: Rules, s: State, seat: int, text: str) -> Move:
    """The decision, lot or outcome that *text* says. Raises ``BadNotation``, ``IllegalMove``."""
    wanted = " ".join(text.split())
    if s.ask == OVER:
        raise IllegalMove(
            _("The game is over, so {wanted!r} cannot be played.").format(wanted=wanted)
        )
    if s.ask == ASK_DUEL:
        return _outcome(wanted)
    if s.ask == ASK_LOT:
        for lot in (OWNER_BEGINS, OWNER_BEGINS + 1):
            if format_move(s, lot).lower() == wanted.lower():
                return lot
        raise IllegalMove(
            _("A lot decides who begins the duel, so {wanted!r} cannot be played now.").format(
                wanted=wanted
            )
        )
    if seat != acting(s):
        raise IllegalMove(
            _("It is {due}'s decision, so {other} cannot play {wanted!r} now.").format(
                due=player_name(acting(s)), other=player_name(seat), wanted=wanted
            )
        )
    legal = legal_moves(rules, s)
    for move in legal:
        if format_move(s, move) == wanted:
            return move
    if s.ask == ASK_ANSWER:
        raise BadNotation(
            _("{wanted!r} is no answer; say allow or challenge.").format(wanted=wanted)
        )
    move = _read_decision(rules, s, wanted)
    if move not in legal:
        raise IllegalMove(why_not(rules, s, move, wanted))
    return move


def _outcome(wanted: str) -> Outcome:
    game, colon, winner = wanted.partition(":")
    plain = game.isascii() and game.replace("_", "a").isalnum() and game == game.lower()
    if not colon or winner not in ("W", "B", "-") or not plain:
        raise IllegalMove(
            _("A duel is due; its end is told like zertz:W, not {wanted!r}.").format(wanted=wanted)
        )
    return Outcome(None if winner == "-" else "WB".index(winner), game)


def _read_decision(rules: Rules, s: State, wanted: str) -> Move:
    """What *wanted* means in *s*, legal or not."""
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
        if more or (kind != BASIC and s.kinds.of(bit) != kind):
            raise IllegalMove(
                _("There is no piece {piece} to {word} in the row at hand.").format(
                    piece=piece, word=head.lower()
                )
            )
        return (KEEP if head.lower() == "keep" else TAKE) + bit
    if s.ask == ASK_TARGET and s.announcement().kind == ZERTZ:
        spot = squeezed.lower()
        for direction in range(6):
            here = landing(s.white | s.black, s.announcement().bit, direction)
            if here and target_of(s, direction) == spot:
                return JUMP + direction
        raise IllegalMove(why_not_there(s, s.announcement().bit, wanted))
    part = read_part(squeezed)
    if isinstance(part, EntryPart):
        entry = part.entry_on(s.white | s.black)
        if s.ask != ASK_TARGET:
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
        if part.target >= 0 or part.duel:
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
    if isinstance(part, RemovalPart) and s.ask == ASK_ROW:
        fitting = rows_with(s, part)
        if len(fitting) == 1:
            return ROW + fitting[0]
        if fitting:
            raise IllegalMove(
                _("{wanted!r} fits {count} rows; name more pieces of yours.").format(
                    wanted=wanted, count=len(fitting)
                )
            )
    raise IllegalMove(why_not(rules, s, -1, wanted))


def rows_with(s: State, part: RemovalPart) -> list[int]:
    """The lines of the mover's rows open in this phase whose segment holds all of *part*."""
    done = s.resolution().done
    own, occupied = s.pieces(s.mover), s.white | s.black
    return [
        line
        for line in rows_of(own)
        if not done >> line & 1 and not part.mask & ~segment_on(occupied, run_on(own, line), line)
    ]


# --- refusing -------------------------------------------------------------------------------


def why_not(rules: Rules, s: State, move: Move, wanted: str) -> str:
    """One sentence: why *wanted*, read as *move* (-1: nothing in particular), is not legal."""
    name = player_name(s.mover)
    if isinstance(move, Outcome):
        return _("No duel is due, so {wanted!r} cannot be told.").format(wanted=wanted)
    if s.ask == ASK_MAIN:
        if 0 <= move < EXTRA:
            return _why_not_enter(rules, s, move // 42, move % 42)
        if ANNOUNCE <= move < JUMP:
            return why_not_jump(s, move - ANNOUNCE)
    asked = question(rules, s)
    if s.ask == ASK_TARGET and EXTRA <= move < ANNOUNCE:
        return why_full(move - EXTRA)
    if s.ask == ASK_USE and move == USE:
        return _("{name} cannot use the TAMSK-potential: every line is full, so write +-.").format(
            name=name
        )
    if s.ask == ASK_PIECE and move >= KEEP and move & 63 == piece_at_hand(s):
        why = _("the row must be broken")
        if row_may_stay(rules, s, s.resolution().line):
            why = _("something of this row is taken now")
        return _("{name} cannot keep {item}: {why}, so it has to be taken.").format(
            name=name, item=item(s.kinds, move & 63), why=why
        )
    if s.ask == ASK_ROW and move == STOP:
        if not stopping(rules, s):
            return _("The rows cannot be left. {asked}").format(asked=asked)
        return _("{name} must take something of a row, for there is nothing else to play.").format(
            name=name
        )
    return _("{wanted!r} cannot be played now. {asked}").format(wanted=wanted, asked=asked)


def question(rules: Rules, s: State) -> str:
    """One sentence: what the one who acts is asked, and where it is forced, why."""
    name, other = player_name(s.mover), player_name(1 - s.mover)
    if s.ask == ASK_MAIN:
        if must_enter_gipf(rules, s, s.mover):
            return _("{name} must enter a GIPF-piece, such as Ga1-b2.").format(name=name)
        asked = (
            _("{name} must enter a piece or jump.")
            if jumpers(s)
            else _("{name} must enter a piece.")
        )
        return asked.format(name=name)
    if s.ask == ASK_ROW:
        done = s.resolution().done
        own = s.pieces(s.mover)
        rows = [run_on(own, line) for line in rows_of(own) if not done >> line & 1]
        named = _(" or ").join(",".join(items(s.kinds, run)) for run in rows)
        if stopping(rules, s):
            return _("{name} may take pieces of the row {named}, or stop.").format(
                name=name, named=named
            )
        if len(rows) == 1:
            return _("{name} must first resolve the row {named}.").format(name=name, named=named)
        return _("{name} must resolve a row first: {named}.").format(name=name, named=named)
    if s.ask == ASK_PIECE:
        bit = piece_at_hand(s)
        row = ",".join(items(s.kinds, segment_at_hand(s)))
        return _("{name} must say whether {item} is taken with the row {row} or kept.").format(
            name=name, item=item(s.kinds, bit), row=row
        )
    if s.ask == ASK_USE:
        return _(
            "{name}'s TAMSK-potential on e5 must be used for an extra move (+) or is lost (+-)."
        ).format(name=name)
    if s.ask == OVER:
        return _("The game is over.")
    now = s.announcement()
    spot = NAME_OF[now.bit]
    power = _("an extra move") if now.kind == TAMSK else _("a jump")
    if s.ask == ASK_ANSWER:
        return _("{name} announces {power} from {spot}: {other} may allow or challenge it.").format(
            name=name, power=power, spot=spot, other=other
        )
    if s.ask == ASK_TARGET:
        if now.kind == TAMSK:
            return _("{name} must enter the TAMSK-potential of {spot} as an extra move.").format(
                name=name, spot=spot
            )
        targets = ", ".join(target_of(s, d) for d in jumps(s.white | s.black, now.bit))
        return _("{name} must jump from {spot} to one of: {targets}.").format(
            name=name, spot=spot, targets=targets
        )
    if s.ask == ASK_LOT:
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


def _why_not_enter(rules: Rules, s: State, kind: int, entry: int) -> str:
    name, reserve = player_name(s.mover), s.reserve(s.mover)
    if must_enter_gipf(rules, s, s.mover) and kind != GIPF:
        return _(
            "The first piece of the tournament game must be a GIPF-piece, such as {entry}."
        ).format(entry="G" + ENTRY_NAME[entry])
    if not reserve:
        return _("{name} has no piece left in reserve.").format(name=name)
    if kind == GIPF:
        if not rules.tournament:
            return _("GIPF-pieces are entered in the tournament variant only; enter a basic piece.")
        if not s.books.opened >> s.mover & 1:
            return _(
                "{name} has entered a single piece, so no GIPF-piece can be entered any more."
            ).format(name=name)
        if reserve < 2:
            return _("A GIPF-piece takes two pieces, and {name} has one left in reserve.").format(
                name=name
            )
    elif kind != BASIC and not s.books.supply[slot(s.mover, kind)]:
        return _("{name} has no {power}-potential in supply.").format(
            name=name, power=_POWERS[kind]
        )
    return why_full(entry)


def why_not_jump(s: State, bit: int) -> str:
    """One sentence: why no jump of the piece on *bit* can be announced."""
    name, spot = player_name(s.mover), NAME_OF[bit]
    if not s.pieces(s.mover) & s.kinds.zertz & 1 << bit:
        return _("{name} has no ZÈRTZ-loaded piece on {spot}.").format(name=name, spot=spot)
    return _(
        "The ZÈRTZ-potential on {spot} cannot jump: it needs pieces beside it and a"
        " vacant spot behind them."
    ).format(spot=spot)


def why_not_there(s: State, bit: int, wanted: str) -> str:
    """One sentence: *wanted* is no target of the potential on *bit*."""
    directions = jumps(s.white | s.black, bit)
    targets = ", ".join(
        NAME_OF[landing(s.white | s.black, bit, d).bit_length() - 1] for d in directions
    )
    return _("The ZÈRTZ-potential on {spot} cannot jump to {wanted}, only to: {targets}.").format(
        spot=NAME_OF[bit], wanted=wanted, targets=targets
    )
