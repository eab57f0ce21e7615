"""Texts of decisions and of whole turns (`docs/reference/gipf.md` §12.2).

A decision by itself is written
    ``a5-b5`` ``Gi3-h3`` ``Tb1-c2``   an entry; ``a5-b5`` also that of an extra move
    ``Zc3^`` ``+`` ``+-``             announcing a jump, announcing or declining an extra move
    ``allow`` ``challenge``           the answer
    ``White begins``                  the lot before a duel
    ``zertz:W`` ``zertz:-``           the end of a duel: who won in which game, or a draw
    ``g5``                            the target of a jump
    ``-``                             declining a power that a duel has saved
    ``xb5,c5,d5,e5``                  the row (without its extension) to resolve next; ``stop``
    ``row b5,c5,Gd5,e5``              the same where some of its pieces may be kept
    ``keep Gd5`` ``take Gd5``         an optional piece of the row at hand
and a turn as the grammar of §12.2 has it. Reading is as lenient as that paragraph says, and the
``*`` of a captured piece may be left out, too.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Final

from gipf_meta import N_, BadNotation, IllegalMove, is_you, see_rule
from gipf_meta_gipf.board import BIT_OF, ENTRY_LINE, ENTRY_NAME, LINE_POINTS, NAME_OF, SPOTS
from gipf_meta_gipf.kind import ENTRY, Kind
from gipf_meta_gipf.pieces import GIPF, LOADED
from gipf_meta_gipf.positions import name_of_kind, player_name, told_of, top_item, top_items
from gipf_meta_gipf.potentials import due_powers, targets_of, usable
from gipf_meta_gipf.question import named_targets, question_to_you
from gipf_meta_gipf.rows import (
    may_leave_rows,
    piece_at_hand,
    row_may_stay,
    rows_at_hand,
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
    entered,
    entering,
)
from gipf_meta_gipf.texts import _
from gipf_meta_gipf.turn_parts import EntryPart, RemovalPart, UsePart, read_entry, read_part

BEGINS: Final = (N_("White begins"), N_("Black begins"))
_ROW_WORD: Final = "row"
_WORDS: Final[dict[int, str]] = {STOP: "stop", ALLOW: "allow", CHALLENGE: "challenge"}


# --- writing --------------------------------------------------------------------------------


def decision_text(rules: Rules, state: State, move: Move) -> str:
    """One decision, lot or outcome as text."""
    if isinstance(move, Outcome):
        return f"{move.game}:{'-' if move.winner is None else 'WB'[move.winner]}"
    code, entry = entered(move)
    if code >= 0:
        return rules.table.letters[code] + ENTRY_NAME[entry]
    if move in _WORDS:
        return _WORDS[move]
    if move < ANNOUNCE:
        return announced_kind(rules, state).target_text(move - TARGET)
    if move < ROW:
        return announcement_text(rules, state, move - ANNOUNCE)
    if move < STOP:
        return _row_text(rules, state, move - ROW)
    if move < KEEP:
        owner_begins = move == OWNER_BEGINS
        return BEGINS[state.mover if owner_begins else 1 - state.mover]
    if move < TAKE:
        return f"keep {top_item(rules.table, state.kinds, move - KEEP)}"
    if move < USE:
        return f"take {top_item(rules.table, state.kinds, move - TAKE)}"
    if move < DECLINE:
        return due_text(rules, move - USE)
    return "-" if state.ask == ASK_TARGET else due_text(rules, move - DECLINE) + "-"


def _row_text(rules: Rules, state: State, line: int) -> str:
    """The row on *line*, which is resolved next.

    ``x`` takes pieces, so a row with optional pieces is only named: each is a decision of its own.
    """
    run = run_on(state.pieces(state.mover), line)
    named = ",".join(top_items(rules.table, state.kinds, run))
    segment = segment_on(state.white | state.black, run, line)
    return f"{_ROW_WORD} {named}" if segment & state.kinds.optional else f"x{named}"


def announced_kind(rules: Rules, state: State) -> Kind:
    """The kind of the power that is announced in *state*."""
    return rules.table.kinds[state.announcement().kind]


def announcement_text(rules: Rules, state: State, bit: int) -> str:
    """The announcement of the power of the loaded piece on *bit* as the main action: ``Zc3^``."""
    return f"{rules.table.letters[state.kinds.of(bit)]}{NAME_OF[bit]}^"


def due_text(rules: Rules, kind: int) -> str:
    """The announcement of a power that is due: ``+``, with the letter of its kind where powers of
    several kinds can be due in the game."""
    several = rules.table.due & (rules.table.due - 1)
    return f"+{rules.table.kinds[kind].letter}" if several else "+"


def power_text(rules: Rules, state: State) -> str:
    """The announcement of the power that is announced in *state*."""
    now = state.announcement()
    if rules.table.due >> now.kind & 1:
        return due_text(rules, now.kind)
    return announcement_text(rules, state, now.bit)


def _removal_text(rules: Rules, before: State, mask: int) -> str:
    """The part of a turn that takes the pieces of *mask* from *before*."""
    theirs = before.pieces(1 - before.mover)
    taken = zip(SPOTS.names(mask), top_items(rules.table, before.kinds, mask), strict=True)
    stars = (text + "*" * (theirs >> BIT_OF[name] & 1) for name, text in taken)
    return "x" + ",".join(stars)


def turn_text(rules: Rules, state: State, moves: Sequence[Move]) -> str:
    """The turn that *moves* make from *state* on, canonical.

    Inside a power that was announced before *state* the text begins with that announcement.
    """
    parts: list[str] = []
    power = duel = ""
    if moves and state.ask in (ASK_ANSWER, ASK_LOT, ASK_DUEL, ASK_TARGET):
        power = power_text(rules, state)
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
            if ANNOUNCE <= move < ROW:
                power = decision_text(rules, state, move)
            else:
                parts.append(decision_text(rules, state, move))
        elif state.ask == ASK_USE:
            if move >= DECLINE:
                parts.append(decision_text(rules, state, move))
            else:
                power = decision_text(rules, state, move)
        elif state.ask == ASK_TARGET:
            target = decision_text(rules, state, move)
            parts.append(power + target + duel)
            power = duel = ""
        parts += [_removal_text(rules, before, mask) for before, mask in log]
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
            if decision_text(rules, state, lot).lower() == wanted.lower():
                return lot
        raise IllegalMove(
            _("A lot decides who begins the duel, so {wanted!r} cannot be played now.").format(
                wanted=wanted
            )
        )
    if seat != state.current_player():
        raise IllegalMove(_why_not_his(state.current_player(), seat, wanted))
    legal = rules.legal_moves(state)
    for move in legal:
        if decision_text(rules, state, move) == wanted:
            return move
    if state.ask == ASK_ANSWER:
        raise BadNotation(
            _("{wanted!r} is no answer; say allow or challenge.").format(wanted=wanted)
        )
    move = _read_meaning(rules, state, wanted)
    if move not in legal:
        raise IllegalMove(why_not(rules, state, move, wanted))
    return move


def _why_not_his(due: int, seat: int, wanted: str) -> str:
    """Why not: the sentence that *wanted* is no decision of *seat*, but of the player *due*."""
    text = _("It is {due}'s decision, so {other} cannot play {wanted!r} now.")
    if is_you(due):
        text = _("It is your decision, so {other} cannot play {wanted!r} now.")
    elif is_you(seat):
        text = _("It is {due}'s decision, so you cannot play {wanted!r} now.")
    return text.format(due=player_name(due), other=player_name(seat), wanted=wanted)


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
    if head.lower() == _ROW_WORD and piece:
        squeezed = "x" + piece.replace(" ", "")
    if head.lower() in ("keep", "take") and piece:
        words = read_part("x" + piece)
        assert isinstance(words, RemovalPart)
        (letter, bit, _star), *more = words.items
        if more or letter not in ("", top_item(rules.table, state.kinds, bit)[:-2]):
            raise IllegalMove(
                _("There is no piece {piece} to {word} in the row at hand.").format(
                    piece=piece, word=head.lower()
                )
            )
        return (KEEP if head.lower() == "keep" else TAKE) + bit
    if state.ask == ASK_TARGET:
        if squeezed in ("-", "+-"):
            return DECLINE + state.announcement().kind
        return TARGET + read_target(rules, state, squeezed)
    part = read_part(squeezed)
    if isinstance(part, EntryPart):
        return entering(
            code_of(rules, state, part.letter, wanted), part.entry_on(state.white | state.black)
        )
    if isinstance(part, UsePart):
        return _read_announcement(rules, state, part, wanted)
    if isinstance(part, RemovalPart) and state.ask == ASK_ROW:
        fitting = rows_that_fit(state, part)
        if len(fitting) == 1:
            if wrong := why_misnamed(rules, state, part):
                raise IllegalMove(wrong)
            return ROW + fitting[0]
        if fitting:
            raise IllegalMove(
                _("{wanted!r} fits {count} rows; name more pieces of yours.").format(
                    wanted=wanted, count=len(fitting)
                )
            )
    raise IllegalMove(why_not(rules, state, -1, wanted))


def _read_announcement(rules: Rules, state: State, part: UsePart, wanted: str) -> Move:
    """The announcement, or the refusal of a power that is due, that *part* says.

    Raises ``BadNotation`` or ``IllegalMove``.
    """
    announced = f"{part.letter}{NAME_OF[part.bit]}^" if part.bit >= 0 else f"+{part.letter}"
    declines = part.bit < 0 and part.declined
    if part.duel or part.target or (part.declined and not declines):
        raise BadNotation(
            _("{wanted!r} is more than one decision; begin with {announced}.").format(
                wanted=wanted, announced=announced
            )
        )
    if part.bit < 0:
        kind = due_kind(rules, state, part)
        if kind < 0:
            raise IllegalMove(why_not(rules, state, -1, wanted))
        return (DECLINE if declines else USE) + kind
    code = code_of(rules, state, part.letter, wanted)
    if state.ask == ASK_MAIN and state.kinds.of(part.bit) != code:
        raise IllegalMove(why_not_usable(rules, state, part.letter, part.bit))
    return ANNOUNCE + part.bit


def due_kind(rules: Rules, state: State, part: UsePart) -> int:
    """The kind of the power that is due and that *part* says; -1: none is."""
    for kind, _bit in due_powers(rules, state):
        if part.letter in ("", rules.table.kinds[kind].letter):
            return kind
    return -1


def code_of(rules: Rules, state: State, letter: str, wanted: str) -> int:
    """The code of the pieces that are entered as *letter*.

    Raises ``BadNotation``, or ``IllegalMove`` for a kind that is not in the game.
    """
    code = rules.table.letters.index(letter) if letter in rules.table.letters else -1
    if code < 0 or code >= LOADED + rules.table.n:
        name = name_of_kind(rules.table, letter)
        if name != letter:
            raise IllegalMove(_why_not_in_supply(state.mover, name))
        raise BadNotation(
            _("{wanted!r} names no kind of pieces in this game: {letter}.").format(
                wanted=wanted, letter=letter
            )
        )
    return code


def _why_not_in_supply(player: int, power: str) -> str:
    """Why not: the sentence that *player* has no potential of that kind in supply."""
    return told_of(
        player,
        _("You have no {power}-potential in supply."),
        _("{name} has no {power}-potential in supply."),
        power=power,
    )


def read_target(rules: Rules, state: State, text: str) -> int:
    """The target of the announced power that *text* says, legal or not.

    Raises ``BadNotation`` or ``IllegalMove``.
    """
    now = state.announcement()
    kind = rules.table.kinds[now.kind]
    targets = targets_of(rules, state, now.kind, now.bit)
    if kind.read is not None:
        try:
            return kind.read(text)
        except ValueError:
            raise IllegalMove(why_not_there(rules, state, text)) from None
    if any(target >= ENTRY for target in targets):
        part = read_entry(text)
        entry = part.entry_on(state.white | state.black)
        if part.letter:
            raise IllegalMove(
                _("The potential enters alone, so write {entry}.").format(entry=ENTRY_NAME[entry])
            )
        return ENTRY + entry
    spot = text.lower()
    if spot not in BIT_OF or BIT_OF[spot] not in targets:
        raise IllegalMove(why_not_there(rules, state, text))
    return BIT_OF[spot]


def rows_that_fit(state: State, part: RemovalPart) -> list[int]:
    """The lines of the mover's open rows whose segments hold all pieces of *part*."""
    own, occupied = state.pieces(state.mover), state.white | state.black
    return [
        line
        for line in rows_at_hand(state)
        if not part.mask & ~segment_on(occupied, run_on(own, line), line)
    ]


def why_misnamed(rules: Rules, state: State, part: RemovalPart) -> str:
    """Why not: the sentence that an item of *part* names another piece than the one that stands
    there; ``""``: none does. The letter of a cover may be missing."""
    for (letter, bit, _star), text in zip(part.items, part.texts, strict=True):
        item = top_item(rules.table, state.kinds, bit)
        if letter != item[:-2] and (letter or not state.kinds.under(bit)):
            return _("{text} does not name the piece that stands there, {item}.").format(
                text=text, item=item
            )
    return ""


# --- refusing -------------------------------------------------------------------------------


def why_not(rules: Rules, state: State, move: Move, wanted: str) -> str:
    """Why not: one sentence why *wanted*, read as *move* (-1: as no move), is not legal."""
    mover = state.mover
    if isinstance(move, Outcome):
        return _("No duel is due, so {wanted!r} cannot be told.").format(wanted=wanted)
    if state.ask == ASK_MAIN:
        code, entry = entered(move)
        if code >= 0:
            return _why_not_enter(rules, state, code, entry)
        if ANNOUNCE <= move < ROW:
            bit = move - ANNOUNCE
            return why_not_usable(rules, state, rules.table.letters[state.kinds.of(bit)], bit)
    asked = question(rules, state)
    if state.ask == ASK_TARGET and TARGET <= move < ANNOUNCE:
        target = move - TARGET
        if (
            target >= ENTRY
            and (state.white | state.black) & ENTRY_LINE[target - ENTRY]
            == ENTRY_LINE[target - ENTRY]
        ):
            return why_full(target - ENTRY)
        return why_not_there(rules, state, announced_kind(rules, state).target_text(target))
    if state.ask == ASK_USE and USE <= move < DECLINE:
        kind = rules.table.kinds[move - USE]
        return told_of(
            mover,
            _("You cannot use the {kind}-potential: {needs}, so write {declined}."),
            _("{name} cannot use the {kind}-potential: {needs}, so write {declined}."),
            kind=kind.say(kind.name),
            needs=kind.say(kind.needs),
            declined=due_text(rules, move - USE) + "-",
        )
    if state.ask == ASK_PIECE and KEEP <= move < USE and move & 63 == piece_at_hand(state):
        why = _("the row must be broken")
        if row_may_stay(rules, state, state.resolution().line):
            why = _("something of this row is taken now")
        return see_rule(
            told_of(
                mover,
                _("You cannot keep {item}: {why}, so it has to be taken."),
                _("{name} cannot keep {item}: {why}, so it has to be taken."),
                item=top_item(rules.table, state.kinds, move & 63),
                why=why,
            ),
            _("Rows"),
        )
    if state.ask == ASK_ROW and move == STOP:
        if not may_leave_rows(rules, state):
            return see_rule(_("The rows cannot be left. {asked}").format(asked=asked), _("Rows"))
        return told_of(
            mover,
            _("You must take something of a row, for there is nothing else to play."),
            _("{name} must take something of a row, for there is nothing else to play."),
        )
    told = _("{wanted!r} cannot be played now. {asked}").format(wanted=wanted, asked=asked)
    return see_rule(told, _("Rows")) if state.ask in (ASK_ROW, ASK_PIECE) else told


def question(rules: Rules, state: State) -> str:
    """The question to the player who decides, one sentence; with the reason, where he is forced."""
    if is_you(state.current_player()):
        return question_to_you(rules, state, partial(decision_text, rules, state))
    name, other = player_name(state.mover), player_name(1 - state.mover)
    if state.ask == ASK_MAIN:
        if rules.must_enter_gipf(state, state.mover):
            return _("{name} must enter a GIPF-piece, such as Ga1-b2.").format(name=name)
        able = usable(rules, state) if rules.may_use(state) else []
        verbs = {rules.table.kind_at(state.kinds.of(bit)) for bit in able}
        if len({kind.verb for kind in verbs}) == 1:
            (kind, *_others) = verbs
            return _("{name} must enter a piece or {verb}.").format(
                name=name, verb=kind.say(kind.verb)
            )
        if verbs:
            return _("{name} must enter a piece or use a potential.").format(name=name)
        return _("{name} must enter a piece.").format(name=name)
    if state.ask == ASK_ROW:
        own = state.pieces(state.mover)
        rows = [run_on(own, line) for line in rows_at_hand(state)]
        named = _(" or ").join(",".join(top_items(rules.table, state.kinds, run)) for run in rows)
        if may_leave_rows(rules, state):
            return _("{name} may take pieces of the row {named}, or stop.").format(
                name=name, named=named
            )
        if len(rows) == 1:
            return _("{name} must first resolve the row {named}.").format(name=name, named=named)
        return _("{name} must resolve a row first: {named}.").format(name=name, named=named)
    if state.ask == ASK_PIECE:
        bit = piece_at_hand(state)
        row = ",".join(top_items(rules.table, state.kinds, segment_at_hand(state)))
        return _("{name} must say whether {item} is taken with the row {row} or kept.").format(
            name=name, item=top_item(rules.table, state.kinds, bit), row=row
        )
    if state.ask == ASK_USE:
        return " ".join(_question_of_due(rules, state))
    if state.ask == OVER:
        return _("The game is over.")
    now = state.announcement()
    spot = NAME_OF[now.bit]
    kind = rules.table.kinds[now.kind]
    power = kind.say(kind.a_power)
    if state.ask == ASK_ANSWER:
        text = _("{name} announces {power} from {spot}: {other} may allow or challenge it.")
        if is_you(state.mover):
            text = _("You announce {power} from {spot}: {other} may allow or challenge it.")
        return text.format(name=name, power=power, spot=spot, other=other)
    if state.ask == ASK_TARGET:
        may_decline = DECLINE + now.kind in rules.legal_moves(state)
        found = targets_of(rules, state, now.kind, now.bit)
        if any(target >= ENTRY for target in found):
            text = _("{name} must enter the {kind}-potential of {spot} as {power}.")
            if may_decline:
                text = _("{name} may enter the {kind}-potential of {spot}, or decline (-).")
            return text.format(name=name, spot=spot, kind=kind.say(kind.name), power=power)
        text = _("{name} must {verb} from {spot} to {targets}.")
        if may_decline:
            text = _("{name} may {verb} from {spot} to {targets}, or decline (-).")
        return text.format(
            name=name,
            verb=kind.say(kind.verb),
            spot=spot,
            targets=named_targets(kind, found),
        )
    if state.ask == ASK_LOT:
        return _("A lot decides who begins the duel about {power} from {spot}.").format(
            power=power, spot=spot
        )
    if is_you(state.mover):
        return _("A duel decides about {power} of yours from {spot}.").format(
            power=power, spot=spot
        )
    return _("A duel decides about {power} of {name} from {spot}.").format(
        power=power, name=name, spot=spot
    )


def _question_of_due(rules: Rules, state: State) -> list[str]:
    """A sentence for each power that must be decided now."""
    asked = []
    for at, bit in due_powers(rules, state):
        kind = rules.table.kinds[at]
        asked.append(
            _(
                "{name} must use the {kind}-potential on {spot} now for {power} (type {use}), or"
                " lose it (type {decline})."
            ).format(
                name=player_name(state.mover),
                kind=kind.say(kind.name),
                spot=NAME_OF[bit],
                power=kind.say(kind.a_power),
                use=due_text(rules, at),
                decline=due_text(rules, at) + "-",
            )
        )
    return asked


def why_full(entry: int) -> str:
    """Why not: the sentence that the line of *entry* has no vacant spot."""
    points = LINE_POINTS[entry // 2]
    return see_rule(
        _("The line from {first} to {last} is full, so nothing can be pushed in at {dot}.").format(
            first=points[0], last=points[-1], dot=ENTRY_NAME[entry].split("-")[0]
        ),
        _("A turn"),
    )


def _why_not_enter(rules: Rules, state: State, code: int, entry: int) -> str:
    """Why not: one sentence why the mover cannot enter a piece of *code* at *entry*."""
    mover, reserve = state.mover, state.reserve(state.mover)
    if rules.must_enter_gipf(state, state.mover) and code != GIPF:
        return see_rule(
            _(
                "The first piece of the tournament game must be a GIPF-piece, such as {entry}."
            ).format(entry="G" + ENTRY_NAME[entry]),
            _("The start"),
        )
    if not reserve:
        return told_of(
            mover,
            _("You have no piece left in reserve."),
            _("{name} has no piece left in reserve."),
        )
    if code == GIPF:
        if not rules.tournament:
            return _("GIPF-pieces are entered in the tournament variant only; enter a basic piece.")
        if not state.books.opened >> state.mover & 1:
            return told_of(
                mover,
                _("You have entered a single piece, so no GIPF-piece can be entered any more."),
                _("{name} has entered a single piece, so no GIPF-piece can be entered any more."),
            )
        if reserve < 2:
            return told_of(
                mover,
                _("A GIPF-piece takes two pieces, and you have one left in reserve."),
                _("A GIPF-piece takes two pieces, and {name} has one left in reserve."),
            )
    elif code >= LOADED and not state.books.supply[rules.slot(state.mover, code - LOADED)]:
        kind = rules.table.kind_at(code)
        return _why_not_in_supply(mover, kind.say(kind.name))
    return why_full(entry)


def why_not_usable(rules: Rules, state: State, letter: str, bit: int) -> str:
    """Why not: one sentence why no power of a *letter*-loaded piece on *bit* can be announced."""
    spot = NAME_OF[bit]
    code = state.kinds.of(bit)
    kind = rules.table.kinds[rules.table.index[letter]] if letter in rules.table.index else None
    if (
        kind is None
        or not state.pieces(state.mover) >> bit & 1
        or (rules.table.letters[code] != letter)
    ):
        called = name_of_kind(rules.table, letter)
        return told_of(
            state.mover,
            _("You have no {kind}-loaded piece on {spot}."),
            _("{name} has no {kind}-loaded piece on {spot}."),
            kind=called,
            spot=spot,
        )
    if kind.timing == "due":
        return _("The {kind}-potential on {spot} is not used as a move of its own.").format(
            kind=kind.say(kind.name), spot=spot
        )
    return _("The {kind}-potential on {spot} cannot {verb}: {needs}.").format(
        kind=kind.say(kind.name), spot=spot, verb=kind.say(kind.verb), needs=kind.say(kind.needs)
    )


def why_not_there(rules: Rules, state: State, wanted: str) -> str:
    """Why not: the sentence that *wanted* is no target of the announced power."""
    now = state.announcement()
    kind = rules.table.kinds[now.kind]
    found = targets_of(rules, state, now.kind, now.bit)
    if kind.read is None and not set(wanted) & set("123456789"):
        asked = question(rules, state)
        return _("{wanted!r} is no place on the board. {asked}").format(wanted=wanted, asked=asked)
    return _(
        "The {kind}-potential on {spot} cannot {verb} to {wanted}, only to: {targets}."
    ).format(
        kind=kind.say(kind.name),
        spot=NAME_OF[now.bit],
        verb=kind.say(kind.verb),
        wanted=wanted,
        targets=", ".join(kind.target_text(target) for target in found),
    )
