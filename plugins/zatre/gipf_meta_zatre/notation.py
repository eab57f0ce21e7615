"""Notation (docs/reference/zatre.md §10) and the one gate of legality.

A turn line is ``6. B +46 a6=4 a7=6 (…) {…}``: number, player, tiles drawn, placements, tiles kept,
comment. A decision alone is a placement, ``a6=4``; a tile that luck draws is ``+4``.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from typing import Final, NamedTuple

from gipf_meta import (
    BadNotation,
    IllegalMove,
    MoveError,
    list_possible,
    list_some,
    see_rule,
    understood,
)
from gipf_meta_zatre.board import CELL, DOUBLING, NAME, NEIGHBOURS
from gipf_meta_zatre.grid import MOST
from gipf_meta_zatre.rules import Rules
from gipf_meta_zatre.sheet import turn_comment
from gipf_meta_zatre.state import (
    DECLINE,
    DRAW,
    LETTERS,
    LOT,
    PLACE,
    STARTER,
    STUCK,
    TAKE,
    Lot,
    Move,
    State,
)
from gipf_meta_zatre.texts import _, told_of

_LINE: Final = re.compile(
    r"\s*(?:(?P<number>\d{1,4})\s*\.\s*)?(?P<player>[A-F])\s+\+(?P<drawn>[1-6]+|-)"
    r"(?P<placed>(?:\s+[a-o]\d{1,2}=[1-6]!?)*)\s*(?:\((?P<kept>[1-6]*)\))?\s*(?:\{[^{}]*\})?\s*",
    re.ASCII,
)
_PLACEMENT: Final = re.compile(r"([a-o])(\d{1,2})\s*=\s*([1-6])(!?)", re.ASCII)
_KEPT: Final = re.compile(r"\(([1-6]+)\)")
"""The tiles that a player keeps, at the end of a line of a pad."""
_LOTTERY: Final = re.compile(
    r"[A-F][1-6](?:\s+[A-F][1-6])*(?:\s*;\s*[A-F][1-6](?:\s+[A-F][1-6])*)*"
)


class Line(NamedTuple):
    """A turn line as it was written."""

    number: int | None
    player: int
    drawn: tuple[int, ...]
    placed: tuple[str, ...]
    kept: tuple[int, ...]


# ---- writing -----------------------------------------------------------------------------------


def decision_text(move: Move) -> str:
    """A decision or an outcome of luck, as canonical text."""
    if move.kind == PLACE:
        return f"{NAME[move.cell]}={move.value}{'!' if move.exceptional else ''}"
    if move.kind in (DRAW, LOT):
        return f"+{move.value}"
    if move.kind == STUCK:
        return "keeps all"
    if move.kind == STARTER:
        return f"seat {move.player}"
    return "draw" if move.kind == TAKE else "decline"


def turn_text(moves: Sequence[Move]) -> str:
    """A round as far as it was played: the draws and placements of each player, joined by ``;``.

    The tiles of a lottery stand before them.
    """
    parts = []
    lots = [f"{LETTERS[move.player]}{move.value}" for move in moves if move.kind == LOT]
    if lots:
        parts.append(f"lottery {' '.join(lots)}")
    parts += [f"seat {move.player}" for move in moves if move.kind == STARTER]
    own = [move for move in moves if move.kind not in (LOT, STARTER)]
    for player in sorted({move.player for move in own}):
        mine = [move for move in own if move.player == player]
        words = [LETTERS[player]]
        words += [decision_text(move) for move in mine if move.kind in (TAKE, DECLINE)]
        drawn = "".join(str(move.value) for move in mine if move.kind == DRAW)
        words += [f"+{drawn}"] if drawn else []
        words += [decision_text(move) for move in mine if move.kind in (PLACE, STUCK)]
        parts.append(" ".join(words))
    return "; ".join(parts)


def line_text(line: Line, comment: str) -> str:
    """A turn line in canonical form, with its *comment*."""
    drawn = "".join(map(str, line.drawn)) or "-"
    words = [f"{line.number}. {LETTERS[line.player]} +{drawn}", *line.placed]
    if line.kept:
        words.append(f"({''.join(map(str, line.kept))})")
    if comment:
        words.append(f"{{{comment}}}")
    return " ".join(words)


# ---- single decisions --------------------------------------------------------------------------


def read_decision(rules: Rules, state: State, seat: int, text: str) -> Move:
    """One legal decision of *seat*. Raises ``BadNotation`` or ``IllegalMove`` with the reason.

    The ``!`` of an exceptional placement may be left out.
    """
    words = text.strip()
    word = words.lower()
    if state.ending:
        raise IllegalMove(_("The game is over."))
    legal = rules.legal_moves(state)
    if legal and state.seats[state.current_player] != seat:
        due = state.seats[state.current_player]
        raise IllegalMove(told_of(due, _("It is your turn."), _("It is {who}'s turn.")))
    if word in ("draw", "decline"):
        kind = TAKE if word == "draw" else DECLINE
        for move in legal:
            if move.kind == kind:
                return move
        raise IllegalMove(
            _("{word} is not asked now.{possible}").format(
                word=word, possible=list_possible(legal, decision_text)
            )
        )
    found = _PLACEMENT.fullmatch(word)
    if not found:
        raise BadNotation(
            _("{words!r} is no placement: write cell and value, such as a6=4.{possible}").format(
                words=words, possible=list_possible(legal, decision_text)
            )
        )
    return _legal_placement(
        rules, state, legal, "".join(words.split()), found, list_possible(legal, decision_text)
    )


def _legal_placement(
    rules: Rules,
    state: State,
    legal: Sequence[Move],
    text: str,
    found: re.Match[str],
    possible: str = "",
) -> Move:
    """The placement among *legal* that *text* says. Raises ``BadNotation`` or ``IllegalMove``.

    *found* is *text* in its parts; *possible* ends the sentence of an error.
    """
    cell, value = _read_cell(found[1] + found[2]), int(found[3])
    for move in legal:
        if (move.kind, move.cell, move.value) == (PLACE, cell, value):
            if found[4] and not move.exceptional:
                raise IllegalMove(
                    _("{text}: this placement is no exception, write it without !.").format(
                        text=text
                    )
                )
            return move
    raise IllegalMove(f"{text}: {_why_not(rules, state, cell, value)}{possible}")


def _read_cell(name: str) -> int:
    """The number of a cell. Raises ``BadNotation``."""
    if name not in CELL:
        raise BadNotation(_("{name} is no cell of the board.").format(name=name))
    return CELL[name]


def _why_not(rules: Rules, state: State, cell: int, value: int) -> str:
    """Why *value* cannot be put on *cell*, as the end of a sentence."""
    grid, name = state.grid, NAME[cell]
    if state.pending or state.lots or state.starting:
        return _("tiles are to be drawn first.")
    if state.asked:
        return _("first say draw or decline.")
    if value not in state.hands[state.player]:
        holder = state.seats[state.player]
        yours, theirs = _("you hold no {value}."), _("{who} holds no {value}.")
        return told_of(holder, yours, theirs, value=value)
    if grid.empty:
        return _("the first tile goes to h8.")
    if grid.board[cell]:
        return _("{name} is occupied.").format(name=name)
    if not any(grid.board[next_to] for next_to in NEIGHBOURS[cell]):
        return see_rule(_("{name} touches no tile.").format(name=name), _("Your turn"))
    across, down = grid.across[cell], grid.down[cell]
    if across and across + value > MOST:
        told = _("the row would come to {sum}, more than {most}.")
        return see_rule(told.format(sum=across + value, most=MOST), _("Your turn"))
    if down and down + value > MOST:
        told = _("the column would come to {sum}, more than {most}.")
        return see_rule(told.format(sum=down + value, most=MOST), _("Your turn"))
    mine = {tile.cell for tile in state.placed}
    if (
        rules.needs_foreign
        and state.number > 1
        and mine.issuperset(next_to for next_to in NEIGHBOURS[cell] if grid.board[next_to])
    ):
        return _("{name} touches only tiles of this turn, which is not enough here.").format(
            name=name
        )
    if cell in DOUBLING:
        return see_rule(
            _("{name} is a doubling cell: a line through it must come to 10, 11 or 12.").format(
                name=name
            ),
            _("Your turn"),
        )
    return _("a doubling cell of this turn must come to 10, 11 or 12 first.")


# ---- turn lines --------------------------------------------------------------------------------


def read_line(text: str) -> Line:
    """A turn line. Raises ``BadNotation``."""
    found = understood(
        _LINE.fullmatch(text),
        _(
            "{text!r} is no turn: write 6. B +46 a6=4 a7=6, with (3) for a tile that is"
            " kept and +- where nothing was drawn."
        ).format(text=text.strip()),
    )
    drawn = found["drawn"]
    return Line(
        int(found["number"]) if found["number"] else None,
        LETTERS.index(found["player"]),
        () if drawn == "-" else tuple(map(int, drawn)),
        tuple(found["placed"].split()),
        tuple(sorted(map(int, found["kept"] or ""))),
    )


def play_line(
    rules: Rules, state: State, text: str, following: Callable[[], str]
) -> tuple[str, State]:
    """A turn line in canonical form, and the state after the turn; or a whole round as our records
    write it, with the state after that.

    *following* gives the next line, which in the team game names the tiles that the partner has
    drawn at the same time. Raises ``BadNotation`` or ``IllegalMove``.
    """
    if state.ending:
        raise IllegalMove(_("the game is over."))
    try:
        line = read_line(text)
    except BadNotation:
        after = _play_round(rules, state, text)
        if after is None:
            raise
        return after
    if state.lots or state.starting:
        state = rules.first_turn(len(state.hands))
    if line.player != state.player:
        raise IllegalMove(
            _("it is {due}'s turn, not {other}'s.").format(
                due=LETTERS[state.player], other=LETTERS[line.player]
            )
        )
    if line.number not in (None, state.number):
        raise IllegalMove(
            _("this is turn {number}, not {said}.").format(number=state.number, said=line.number)
        )
    line = line._replace(number=state.number)
    state = _play_draws(rules, state, line.player, _draws_now(state, line))
    partner = state.player + 1
    if rules.teams and partner in (*state.pending, *state.asked):
        told = _draws_of_partner(following, partner)
        if told is not None:
            state = _play_draws(rules, state, partner, told)
    placed, last = _play_placements(rules, state, line)
    kept = tuple(sorted(last.hands[line.player]))
    if line.kept and line.kept != kept:
        raise IllegalMove(
            _("{letter} keeps ({tiles}).").format(
                letter=LETTERS[line.player], tiles="".join(map(str, kept))
            )
        )
    canonical = line._replace(placed=tuple(placed), kept=kept)
    told_scores = turn_comment(*rules.score_turn(last))
    return line_text(canonical, told_scores), rules.end_turn(last)


def _play_round(rules: Rules, state: State, text: str) -> tuple[str, State] | None:
    """A round of our records in canonical form, and the state after it; ``None`` for other texts.

    The lottery and the draws alone are enough for the first round, so it can be read
    before any decision. A round has the turns of both partners, and no ``+-`` without a draw.
    """
    try:
        moves = read_turn(rules, state, text)
    except MoveError:
        return None
    number = state.round
    for move in moves:
        state = rules.apply(state, move)
    is_drawn = moves[0].kind in (LOT, STARTER) and moves[-1].kind not in (PLACE, TAKE, DECLINE)
    is_whole = state.ending or state.round != number or (is_drawn and not state.placed)
    return (turn_text(moves), state) if is_whole else None


def _draws_now(state: State, line: Line) -> tuple[int, ...]:
    """The tiles of *line* that its player draws now: he holds a tile of the lottery already.

    Raises ``IllegalMove``.
    """
    kept = state.hands[line.player] if state.number == 1 else ()
    if kept and line.drawn[: len(kept)] != kept:
        raise IllegalMove(
            _("the tile of the lottery, {kept}, comes first in the first turn.").format(
                kept=kept[0]
            )
        )
    return line.drawn[len(kept) :]


def _draws_of_partner(following: Callable[[], str], partner: int) -> tuple[int, ...] | None:
    """The tiles that *partner* has drawn by the next line; ``None`` if that line is not his."""
    try:
        line = read_line(following())
    except BadNotation:
        return None
    return line.drawn if line.player == partner else None


def _play_draws(rules: Rules, state: State, player: int, drawn: tuple[int, ...]) -> State:
    """Draws these tiles for *player*. Raises ``IllegalMove``."""
    who = LETTERS[player]
    if state.drawn_by(player):
        # a second partner, whose tiles were known when the first one played
        if state.drawn_by(player) != drawn:
            drew = "".join(map(str, state.drawn_by(player)))
            raise IllegalMove(
                _("{who} has drawn +{tiles}, together with the partner.").format(
                    who=who, tiles=drew
                )
            )
        return state
    if player in state.asked:
        kind = TAKE if drawn else DECLINE
        state = rules.answer(state, Move(kind, player))
    due = state.pending.count(player)
    if len(drawn) != due:
        if not due:
            raise IllegalMove(_("{who} draws no tiles now.").format(who=who))
        told = _.many("{who} draws {count} tile now.", "{who} draws {count} tiles now.", due)
        raise IllegalMove(told.format(who=who, count=due))
    for value in drawn:
        if not state.bag[value - 1]:
            raise IllegalMove(_("no {value} is left in the bag.").format(value=value))
        state = rules.draw(state, Move(DRAW, player, value))
    return state


def _play_placements(rules: Rules, state: State, line: Line) -> tuple[list[str], State]:
    """Places the tiles of a line: the placements in canonical form, and the state before scoring.

    Raises ``BadNotation`` or ``IllegalMove``.
    """
    placed = []
    for text in line.placed:
        move = _read_placement(rules, state, text)
        placed.append(decision_text(move))
        state = rules.place(state, move)
    if rules.can_place(state, line.player, state.placed):
        ready = list_some(rules.placements(state), decision_text)
        raise IllegalMove(
            _("the turn goes on: a tile can be placed ({ready}).").format(ready=ready)
        )
    return placed, state


def _read_placement(rules: Rules, state: State, text: str) -> Move:
    """The placement that a line says; an exception has to be marked.

    Raises ``BadNotation`` or ``IllegalMove``.
    """
    found = _PLACEMENT.fullmatch(text)
    assert found, "the line has been read"
    # the partner may still have to draw; that is not why this tile cannot go there
    alone = state.but(pending=(), asked=())
    move = _legal_placement(rules, alone, rules.placements(state), text, found)
    if move.exceptional and not found[4]:
        raise IllegalMove(
            _("{text} is an exception on a doubling cell: write {text}!.").format(text=text)
        )
    return move


def read_lottery(rules: Rules, text: str, players: int) -> tuple[Move, ...]:
    """The draws of a lottery, ``A5 B3 C5; A2 C6``. Raises ``BadNotation`` or ``IllegalMove``."""
    if not _LOTTERY.fullmatch(text.strip()):
        raise BadNotation(_("{text!r} is no lottery: write A5 B3 C5; A2 C6.").format(text=text))
    rounds = [
        tuple(Lot(LETTERS.index(lot[0]), int(lot[1])) for lot in drawn.split())
        for drawn in text.split(";")
    ]
    contenders = list(range(players))
    for number, drawn in enumerate(rounds, 1):
        if [lot.seat for lot in drawn] != contenders:
            names = " ".join(LETTERS[seat] for seat in contenders)
            raise IllegalMove(
                _("in round {number} of the lottery {names} draw, in this order.").format(
                    number=number, names=names
                )
            )
        best = max(lot.value for lot in drawn)
        contenders = [lot.seat for lot in drawn if lot.value == best]
        if (len(contenders) == 1) != (number == len(rounds)):
            raise IllegalMove(
                _("a lottery ends when one tile is the strictly highest, not before.")
            )
    values = [lot.value for drawn in rounds for lot in drawn]
    for value, count in enumerate(rules.tiles, 1):
        if values.count(value) > count:
            raise IllegalMove(
                _("there are only {count} tiles of value {value}.").format(count=count, value=value)
            )
    return tuple(Move(LOT, lot.seat, lot.value) for drawn in rounds for lot in drawn)


# ---- whole turns in our own records ------------------------------------------------------------


def read_turn(rules: Rules, state: State, text: str) -> tuple[Move, ...]:
    """The draws and decisions of a round, or of the rest of one: the inverse of ``turn_text``.

    The marks of pads are read, too: ``+-`` where nothing was drawn, ``(3)`` for what is kept.
    Placements alone, ``a6=4 a7=6``, are those of the player on turn. Raises ``BadNotation`` or
    ``IllegalMove``.
    """
    moves: list[Move] = []
    for move in _read_moves(rules, state, text):
        moves.append(move)
        state = rules.apply(state, move)
    if not moves:
        raise BadNotation(_("{text!r} is no turn.").format(text=text.strip()))
    return tuple(moves)


def _read_moves(rules: Rules, state: State, text: str) -> Iterator[Move]:
    """The draws and decisions that *text* says, in the order of play. Raises like ``read_turn``."""
    round_number = state.round
    queues: dict[int, list[str]] = {}
    kept: dict[int, str] = {}
    lots: list[str] = []
    for part in text.split(";"):
        words = part.split()
        if words[:1] == ["lottery"]:
            lots += words[1:]
        elif words[:1] == ["seat"]:
            lots.append(" ".join(words))
        elif words and words[0] in tuple(LETTERS):
            if found := _KEPT.fullmatch(words[-1]):
                kept[LETTERS.index(words[0])] = found[1]
                words.pop()
            queues.setdefault(LETTERS.index(words[0]), []).extend(_split_draws(words[1:]))
        else:
            queues.setdefault(state.current_player, []).extend(_split_draws(words))
    while any(queues.values()) or lots or (state.stuck and state.current_player in kept):
        if state.ending or state.round != round_number:
            raise IllegalMove(
                _("{text!r} goes on after its turn is over.").format(text=text.strip())
            )
        drawing = state.lots or state.starting or (state.pending and not state.asked)
        luck = drawing or state.stuck
        queue = lots if state.lots or state.starting else None
        if queue is None:
            queue = queues.get(state.pending[0] if drawing else state.current_player, [])
        if not queue and state.stuck and state.current_player in kept:
            queue = ["keeps all"]
        if not queue:
            raise IllegalMove(_("{text!r} leaves out what comes first.").format(text=text.strip()))
        word = queue.pop(0)
        if luck:
            known = {_outcome_text(move): move for move, _ in rules.draws(state)}
            if word not in known:
                raise IllegalMove(
                    _("{word} cannot be drawn; possible: {some}.").format(
                        word=word, some=", ".join(known)
                    )
                )
            move = known[word]
        else:
            move = read_decision(rules, state, state.seats[state.current_player], word)
        yield move
        state = rules.apply(state, move)
    for player, tiles in kept.items():
        if sorted(tiles) != sorted(map(str, state.hands[player])):
            held = "".join(map(str, sorted(state.hands[player])))
            raise IllegalMove(
                _("{letter} keeps ({tiles}).").format(letter=LETTERS[player], tiles=held)
            )


def _outcome_text(move: Move) -> str:
    """An outcome of luck as a turn writes it: a lot has the letter of its seat."""
    return f"{LETTERS[move.player]}{move.value}" if move.kind == LOT else decision_text(move)


def _split_draws(words: Sequence[str]) -> Iterator[str]:
    """The words, with each drawn tile as a word of its own."""
    for word in " ".join(words).replace("keeps all", "keeps_all").split():
        if word == "+-":
            continue
        if re.fullmatch(r"\+[1-6]+", word):
            yield from (f"+{value}" for value in word[1:])
        else:
            yield word.replace("_", " ")
