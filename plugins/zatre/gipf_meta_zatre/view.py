"""The picture of a Zatre position, as data: board, hands, score sheets."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache, lru_cache
from typing import Final

from gipf_meta import (
    N_,
    SQUARE_PITCH,
    Choice,
    Mark,
    Piece,
    Point,
    ScoreSheet,
    Tray,
    TrayItem,
    View,
    hand_of_reader,
    is_brief,
    is_you,
    made_once,
    view_part,
)
from gipf_meta_zatre.board import CELLS, DOUBLING, NAME, place_of
from gipf_meta_zatre.notation import decision_text
from gipf_meta_zatre.rules import Rules
from gipf_meta_zatre.sheet import ROWS, SUMS, Row, Sheet, bonus, count_sums
from gipf_meta_zatre.state import DECLINE, DRAW, LOT, PLACE, STARTER, STUCK, TAKE, Move, State
from gipf_meta_zatre.texts import _, player_name, players_named, told_of

VIEW_POINTS: Final = tuple(
    Point(
        name,
        place_of(cell)[0],
        15 - place_of(cell)[1],
        "special" if cell in DOUBLING else "cell",
    )
    for cell, name in NAME.items()
)
# what is asked, by the hand of the reader: he points, chooses by keys, or types notation
_FIRST: Final = {
    "": N_("Put one of your tiles on h8."),
    **dict.fromkeys(("mouse", "keys"), N_("Choose one of your tiles: it goes on h8.")),
    "typed": N_("Put one of your tiles on h8, such as {move}."),
}
_EXCEPTION: Final = {
    **dict.fromkeys(
        ("", "mouse", "keys"),
        N_(
            "Your tiles fit only against the rule of doubling cells, so one of them"
            " must go there, without a cross."
        ),
    ),
    "typed": N_(
        "Your tiles fit only against the rule of doubling cells, so one of them"
        " must go there, without a cross, such as {move}."
    ),
}
_ONE_KIND: Final = {
    **dict.fromkeys(
        ("", "keys"), N_("Put your {held} next to the others; a tile that fits must be placed.")
    ),
    "mouse": N_("Put your {held} on a green dot; a tile that fits must be placed."),
    "typed": N_("Put your {held} next to the others, such as {move}: what fits must be placed."),
}
_SOME_KINDS: Final = {
    "": N_("Put {held} next to the others; a tile that fits must be placed."),
    "mouse": N_("Choose {held}, then a green dot; a tile that fits must be placed."),
    "keys": N_("Choose {held}, then its place; a tile that fits must be placed."),
    "typed": N_("Put {held} next to the others, such as {move}: what fits must be placed."),
}


def picture(rules: Rules, state: State, seat: int | None, *, hidden: bool) -> View:
    """The view for *seat* (``None``: the seat that decides). Only that seat has choices.

    *hidden*: *seat* sees the tiles of his own side only, until the end.
    """
    moves = view_part(state, "moves", lambda: rules.legal_moves(state))
    acts = seat is None or (bool(moves) and state.seats[state.current_player] == seat)
    moves = moves if acts else []
    looking = seat if seat is not None else state.seats[state.current_player]
    told = _caption(state, bag := _in_bag(state.left))
    return View(
        VIEW_POINTS,
        pieces=view_part(state, "pieces", lambda: _pieces(state)),
        trays=tuple(_hand(rules, state, player, looking, hidden) for player in _players(state)),
        sheets=tuple(
            sheet_table(
                sheet,
                _title(rules, state, side),
                rules.extra_rows,
                _owner(rules, state, side, looking),
                _left(rules, state, side),
            )
            for side, sheet in enumerate(state.sheets)
        ),
        marks=view_part(state, "marks", lambda: _marks(state, moves), acts),
        choices=view_part(state, "choices", lambda: _choices(rules, state, moves), acts),
        caption=told,
        prompt=_prompt(rules, state, acts, moves),
        pitch=SQUARE_PITCH,
        tile="square",
        seen=() if state.lots or state.starting else (told.removesuffix(bag).strip(),),
        names=tuple(
            (held_id(player, value), _tile_name(value))
            for player in _players(state)
            if _is_seen(rules, state, player, looking, hidden)
            for value in sorted(set(state.hands[player]))
        ),
        board="leather",
    )


def _pieces(state: State) -> tuple[Piece, ...]:
    board = state.grid.board
    return tuple(tile_piece(cell, board[cell]) for cell in CELLS if board[cell])


@cache
def tile_piece(cell: int, value: int) -> Piece:
    """A tile of that *value* on *cell*."""
    return Piece(NAME[cell], "tile", f"v{value}", str(value))


@made_once(64)
def _tile_name(value: int) -> str:
    return _("tile {value}").format(value=value)


def _players(state: State) -> range:
    return range(len(state.hands))


def _owner(rules: Rules, state: State, side: int, looking: int) -> int:
    """The seat whose sheet *side* writes: *looking*, if the sheet belongs to that seat, too."""
    seats = [state.seats[player] for player in _players(state) if rules.side(player) == side]
    return looking if looking in seats else seats[0]


def _player_label(state: State, player: int) -> str:
    """The name of a player's seat. His letter stands in the notation alone: the lottery gives the
    letters anew."""
    return player_name(state.seats[player])


def _title(rules: Rules, state: State, side: int) -> str:
    if rules.teams:
        return players_named([state.seats[player] for player in (2 * side, 2 * side + 1)])
    return _player_label(state, side)


def held_id(player: int, value: int) -> str:
    """The id of the tiles of a *value* that *player* holds, for those who see them."""
    return f"hand{player}:{value}"


def _is_seen(rules: Rules, state: State, player: int, looking: int, hidden: bool) -> bool:
    """Whether the seat *looking* sees what *player* holds."""
    if not hidden or state.ending:
        return True
    # who only watches has no side
    return looking in state.seats and rules.side(state.seats.index(looking)) == rules.side(player)


def _hand(rules: Rules, state: State, player: int, looking: int, hidden: bool) -> Tray:
    hand = state.hands[player]
    seat = state.seats[player]
    title = told_of(seat, _("You hold"), _("{who} holds"))
    if not _is_seen(rules, state, player, looking, hidden):
        tiles = TrayItem(f"hand{player}:?", _("hidden"), len(hand), "tile", "hidden")
        return Tray(title, (tiles,), seat)
    return Tray(title, _tiles(player, tuple(sorted(hand))), seat)


@lru_cache(maxsize=1024)
def _tiles(player: int, hand: tuple[int, ...]) -> tuple[TrayItem, ...]:
    """The tiles that *player* holds, in order, as heaps of equal ones."""
    return tuple(
        TrayItem(held_id(player, value), str(value), hand.count(value), "tile", f"v{value}")
        for value in sorted(set(hand))
    )


def _left(rules: Rules, state: State, side: int) -> tuple[int, ...] | None:
    """The tiles that *side* has left at the end; ``None`` before it."""
    if state.ending is None:
        return None
    hands = (state.hands[player] for player in _players(state) if rules.side(player) == side)
    return tuple(value for hand in hands for value in hand)


def sheet_table(
    sheet: Sheet, title: str, extra_rows: str, seat: int | None, left: Sequence[int] | None = None
) -> ScoreSheet:
    """A score sheet as it is printed (§6.2): the rows with an entry and the next one, the line of
    deductions, and the grand total.

    *left* are the tiles that are deducted; ``None``: nothing is deducted before the end.
    """
    return _sheet_table(sheet, title, extra_rows, seat, None if left is None else sum(left))


@made_once(512)
def _sheet_table(
    sheet: Sheet, title: str, extra_rows: str, seat: int | None, lost: int | None
) -> ScoreSheet:
    """The sheet from which so many points are *lost*."""
    rows, points = _table(sheet, extra_rows)
    head = (_("row"), "X", "10", "11", "12", _("bonus"), _("total"))
    deduction = "" if lost is None else f"-{lost}" if lost else "0"
    footer = (
        (_("tiles left"), deduction),
        (_("grand total"), str(points - (lost or 0))),
    )
    spoken = (_("line"), _("cross"), _("tens"), _("elevens"), _("twelves"), _("bonus"), _("total"))
    made = ((number, _("yes") if cross else "", *more) for number, cross, *more in rows)
    return ScoreSheet(title, head, rows, seat, footer, (spoken, *made))


@lru_cache(maxsize=1024)
def _table(sheet: Sheet, extra_rows: str) -> tuple[tuple[tuple[str, ...], ...], int]:
    """The rows of a sheet as they are printed, and their sum. A turn changes one sheet at most."""
    made = sheet.rows(extra_rows)
    rows = [_table_row(row, extra_rows) for row in made]
    if len(rows) < ROWS:
        rows.append((str(len(rows) + 1), "", "", "", "", f"({bonus(len(rows) + 1)})", ""))
    return tuple(rows), sum(row.total for row in made)


def _table_row(row: Row, extra_rows: str) -> tuple[str, ...]:
    """A row of a sheet: its bonus is in brackets until it is earned."""
    printed = bonus(row.number, extra_rows)
    earned = str(row.bonus) if row.bonus else f"({printed})" if printed else ""
    entries = (
        "" if entry is None else str(entry) for entry in (row.tens, row.elevens, row.twelves)
    )
    return (str(row.number), "x" if row.cross else "", *entries, earned, str(row.total))


def _marks(state: State, moves: list[Move]) -> tuple[Mark, ...]:
    cells = sorted({move.cell for move in moves if move.kind == PLACE})
    marks = [Mark(NAME[cell], "legal") for cell in cells]
    return (*marks, *(Mark(NAME[tile.cell], "last") for tile in state.placed))


def describe_move(rules: Rules, state: State, move: Move, hidden: bool) -> list[str]:
    """Sentences on a *move*: a draw, the start, or the score of the turn that the move ends."""
    if move.kind == LOT:
        drawn = told_of(
            move.player,
            _("You draw a {value} in the lottery."),
            _("{who} draws a {value} in the lottery."),
            value=move.value,
        )
        after = rules.apply(state, move)
        if after.lots:
            return [drawn]
        yours, theirs = (
            _("You start, and keep a {value}."),
            _("{who} starts, and keeps a {value}."),
        )
        return [drawn, told_of(after.seats[0], yours, theirs, value=after.hands[0][0])]
    if move.kind == STARTER:
        return [told_of(move.player, _("You start."), _("{who} starts."))]
    seat = state.seats[move.player]
    if move.kind == DRAW:
        yours, theirs = (
            (_("You draw a tile."), _("{who} draws a tile."))
            if hidden
            else (_("You draw a {value}."), _("{who} draws a {value}."))
        )
        return [told_of(seat, yours, theirs, value=move.value)]
    if move.kind == STUCK:
        return [_keeps_all(seat)]
    after = rules.apply(state, move)
    if move.kind != PLACE or (after.number == state.number and after.ending is None):
        return []
    sums, crosses = rules.score_turn(rules.place(state, move))
    side = rules.side(move.player)
    if hand_of_reader() == "typed":  # the sheet follows
        made = _made_words(sums, crosses) or _("nothing")
        return [told_of(seat, _("You make {made}."), _("{who} makes {made}."), made=made)]
    points = after.sheets[side].total(rules.extra_rows)
    yours = _.many(
        "You make {made}; {count} point on the sheet.",
        "You make {made}; {count} points on the sheet.",
        points,
    )
    theirs = _.many(
        "{who} makes {made}; {count} point on the sheet.",
        "{who} makes {made}; {count} points on the sheet.",
        points,
    )
    made = _made_words(sums, crosses) or _("nothing")
    return [told_of(seat, yours, theirs, made=made, count=points)]


def _made_words(sums: Sequence[int], crosses: int) -> str:
    """The sums and crosses of a turn; ``""``: it made none."""
    made = zip(SUMS, count_sums(sums), strict=True)
    parts = [f"{count} × {value}" for value, count in made if count]
    if crosses:
        parts.append(_.many("{count} cross", "{count} crosses", crosses).format(count=crosses))
    return ", ".join(parts)


def _keeps_all(seat: int) -> str:
    return told_of(
        seat,
        _("You can place nothing and keep all tiles."),
        _("{who} can place nothing and keeps all tiles."),
    )


def list_text(rules: Rules, state: State, moves: Sequence[Move], hidden: bool) -> str:
    """A round, or a part of it, from *state* on, in words; empty if the notation shows no tile that
    was drawn.

    *hidden*: the tiles that were drawn are not named.
    """
    if all(move.kind in (PLACE, TAKE, DECLINE) for move in moves):
        return ""
    lots = [str(move.value) for move in moves if move.kind == LOT]
    parts = [_("lots: {tiles}").format(tiles=" ".join(lots))] if lots else []
    for move in moves:
        if move.kind == STARTER:
            parts.append(told_of(move.player, _("You start"), _("{who} starts")))
    own = []
    for move in moves:
        if move.kind in (LOT, STARTER):  # they say who sits where in the playing order
            state = rules.apply(state, move)
        else:
            own.append(move)
    for player in sorted({move.player for move in own}):
        mine = [move for move in own if move.player == player]
        parts.append(_list_part(state.seats[player], mine, hidden))
    return "; ".join(parts)


def _list_part(seat: int, moves: Sequence[Move], hidden: bool) -> str:
    """The draws and placements of the player at *seat* in a round, in words."""
    drawn = [str(move.value) for move in moves if move.kind == DRAW]
    tiles = " ".join(["?"] * len(drawn) if hidden else drawn)
    head = player_name(seat)
    if drawn:
        head = told_of(seat, _("You drew {tiles}"), _("{who} drew {tiles}"), tiles=tiles)
    told = [decision_text(move) for move in moves if move.kind == PLACE]
    if any(move.kind == DECLINE for move in moves):
        told.append(told_of(seat, _("draw nothing"), _("draws nothing")))
    if any(move.kind == STUCK for move in moves):
        told.append(told_of(seat, _("keep all"), _("keeps all")))
    return f"{head}{':' if drawn else ''} {' '.join(told)}" if told else head


def _points_of(rules: Rules, state: State) -> int:
    """The points on the sheet of the player on turn if his turn ended now."""
    sums, crosses = rules.score_turn(state)
    sheet = state.sheets[rules.side(state.player)]
    return _points_after(sheet, count_sums(sums), crosses, rules.extra_rows)


@lru_cache(maxsize=1024)
def _points_after(sheet: Sheet, sums: tuple[int, int, int], crosses: int, extra_rows: str) -> int:
    """The points on *sheet* after a turn with so many *sums* of each kind and *crosses*."""
    return sheet.after_turn(*sums, crosses, lost=extra_rows == "lost").total(extra_rows)


def _choices(rules: Rules, state: State, moves: Sequence[Move]) -> tuple[Choice, ...]:
    if not moves or moves[0].kind != PLACE:
        return tuple(_answer(move) for move in moves)
    points = _points_of(rules, state)
    return tuple(_choice(rules, state, move, points) for move in moves)


def _answer(move: Move) -> Choice:
    """The choice to draw a leftover tile, or not."""
    text = decision_text(move)
    wish = _("draw one tile") if move.kind == TAKE else _("draw nothing and end the turn")
    return Choice(text, (text,), wish)


def _choice(rules: Rules, state: State, move: Move, points: int) -> Choice:
    """The choice to place a tile; the player would have so many *points* if his turn ended now."""
    scored = tuple(state.grid.sums(move.cell, move.value))
    more = _points_of(rules, rules.place(state, move)) - points if scored else 0
    return _placement(move.player, move.value, move.cell, move.exceptional, scored, more)


@made_once()
def _placement(
    player: int, value: int, cell: int, is_exceptional: bool, scored: tuple[int, ...], more: int
) -> Choice:
    """The choice to put the tile of a *value* on *cell*, which makes the sums *scored*, and so many
    points *more*."""
    text = decision_text(Move(PLACE, player, value, cell, is_exceptional))
    cross = cell in DOUBLING and bool(scored)
    gain = "+".join(map(str, scored)) + (" X" if cross else "")
    label = _("put {value} on {cell}").format(value=value, cell=NAME[cell])
    if scored:
        made = _(" and ").join(map(str, scored)) + (_(", and a cross") if cross else "")
        points = _.many("; {count} more point", "; {count} more points", more)
        label = f"{label} ({made}{points.format(count=more)})"
    if is_exceptional:
        label += _(" (an exception on a doubling cell, without a cross)")
    return Choice(text, (held_id(player, value), NAME[cell]), label, gain)


@made_once(512)
def _in_bag(count: int) -> str:
    bag = _.many("{count} tile in the bag.", "{count} tiles in the bag.", count)
    return bag.format(count=count)


def _caption(state: State, bag: str) -> str:
    if state.lots or state.starting:
        return _("It is not yet known who starts. {bag}").format(bag=bag)
    return told_of(
        state.seats[state.player],
        _("Turn {number}: yours. {bag}"),
        _("Turn {number}, {who}. {bag}"),
        number=state.number,
        bag=bag,
    )


def _prompt(rules: Rules, state: State, acts: bool, moves: list[Move]) -> str:
    if state.ending:
        return _result(rules, state)
    if state.stuck:
        return _keeps_all(state.seats[state.player])
    if state.lots or state.starting or (state.pending and not state.asked):
        return _("Tiles are drawn.")
    if not acts:
        seat = state.seats[state.current_player]
        return told_of(seat, _("It is your turn."), _("It is {who}'s turn."))
    if state.asked:
        return _("None of your tiles fits; draw one more, or decline.")
    hand, such_as = hand_of_reader(), decision_text(moves[0])
    if state.grid.empty:
        return _(_FIRST[hand]).format(move=such_as)
    if all(move.exceptional for move in moves):
        return _(_EXCEPTION[hand]).format(move=such_as)
    if is_brief():
        return _("Place a tile.")
    held = sorted(set(state.hands[state.player]))
    asked = _((_ONE_KIND if len(held) == 1 else _SOME_KINDS)[hand])
    *firsts, last = map(str, held)
    kinds = _(" or ").join([", ".join(firsts), last] if firsts else [last])
    return asked.format(held=kinds, move=such_as)


def _result(rules: Rules, state: State) -> str:
    ending = state.ending
    assert ending is not None
    won_by = [seat for p, seat in enumerate(state.seats) if rules.side(p) in ending.sides]
    winners = players_named(won_by)
    best = max(ending.scores)
    if len(ending.sides) > 1:
        won = _.many(
            "{winners} share the victory with {count} point.",
            "{winners} share the victory with {count} points.",
            best,
        )
    elif rules.teams:
        won = _.many(
            "{winners} win with {count} point.", "{winners} win with {count} points.", best
        )
    elif is_you(won_by[0]):
        won = _.many("You win with {count} point.", "You win with {count} points.", best)
    else:
        won = _.many(
            "{winners} wins with {count} point.", "{winners} wins with {count} points.", best
        )
    return won.format(winners=winners, count=best)
