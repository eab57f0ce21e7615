# mypyc: compile
"""The rules of Zatre as pure functions of a position (docs/reference/zatre.md §3-§7).

``notation.py`` is the one gate: nothing here checks whether a decision is legal.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, fields
from typing import Final

from gipf_meta_zatre.board import CENTRE, DOUBLING, NEIGHBOURS, RIGHT, UP, place_of
from gipf_meta_zatre.grid import LEAST, MOST, Grid
from gipf_meta_zatre.sheet import Sheet, count_sums
from gipf_meta_zatre.state import (
    DECLINE,
    DRAW,
    LOT,
    PLACE,
    STARTER,
    STUCK,
    TAKE,
    VALUES,
    Ending,
    Lot,
    Move,
    State,
    Tile,
)

TILES: Final = (21, 20, 20, 20, 20, 20)
OPENING_HAND: Final = 3
DRAWN: Final = 2


@dataclass(frozen=True, slots=True)
class Rules:
    """One way to play: the options of §8, what is legal, and what follows. All methods are pure.

    *tiles* are the numbers of tiles of each value in the game.
    """

    teams: bool = False
    start_by: str = "lottery"
    keeps_highest: bool = False
    per_tile: bool = True
    by_turn: bool = False
    centre_cross: bool = False
    needs_foreign: bool = False
    optional_draw: bool = False
    topup: bool = False
    extra_rows: str = "no_bonus"
    bag_short: bool = False
    tiles: tuple[int, ...] = TILES

    def __reduce__(self) -> tuple[type[Rules], tuple[object, ...]]:
        return Rules, tuple(getattr(self, field.name) for field in fields(self))

    def side(self, player: int) -> int:
        """The side of *player*: the number of the sheet he writes on."""
        return player // 2 if self.teams else player

    # ---- the beginning (§3) --------------------------------------------------------------------

    def start(self, players: int) -> State:
        """The position before the first draw (§3)."""
        if self.start_by == "lottery":
            return self.first_turn(players).but(pending=(), lots=((),))
        return self.first_turn(players).but(starting=self.start_by == "random")

    def first_turn(
        self, players: int, seats: Sequence[int] | None = None, kept: Sequence[int] = ()
    ) -> State:
        """The position before the draws of the first turn.

        *seats* are in playing order; *kept* is the tile of the lottery that the starter keeps.
        """
        sides = players // 2 if self.teams else players
        bag = list(self.tiles)
        for value in kept:
            bag[value - 1] -= 1
        draws = (0,) * (OPENING_HAND - len(kept)) + ((1,) * DRAWN if self.teams else ())
        return State(
            Grid(),
            tuple(bag),
            (tuple(kept),) + ((),) * (players - 1),
            (Sheet(),) * sides,
            tuple(range(players)) if seats is None else tuple(seats),
            pending=draws[: sum(bag)],
        )

    def _contenders(self, state: State) -> list[int]:
        """The seats that draw in this round of the lottery."""
        if len(state.lots) == 1:
            return list(range(len(state.hands)))
        return _seats_with_highest(state.lots[-2])

    def next_lot(self, state: State) -> int:
        """The seat that draws next in the lottery."""
        return self._contenders(state)[len(state.lots[-1])]

    def draw_lot(self, state: State, value: int) -> State:
        """Draws a tile in the lottery; ends the lottery if one tile is the highest (§3)."""
        contenders = self._contenders(state)
        drawn = (*state.lots[-1], Lot(contenders[len(state.lots[-1])], value))
        lots = (*state.lots[:-1], drawn)
        bag = _remove_tile(state.bag, value)
        if len(drawn) < len(contenders):
            return state.but(lots=lots, bag=bag)
        highest = _seats_with_highest(drawn)
        if len(highest) == 1:
            return self.end_lottery(lots, len(state.hands))
        # so many ties empty no ordinary bag; if one is empty, what was drawn goes back
        return state.but(lots=(*lots, ()), bag=bag if sum(bag) >= len(highest) else self.tiles)

    def end_lottery(self, lots: Sequence[Sequence[Lot]], players: int) -> State:
        """The position before the draws of the first turn, after a lottery with these rounds."""
        (starter,) = _seats_with_highest(lots[-1])
        own = [lot.value for drawn in lots for lot in drawn if lot.seat == starter]
        kept = max(own) if self.keeps_highest else own[-1]
        return self.first_turn(players, self.playing_order(starter, players), (kept,))

    def playing_order(self, starter: int, players: int) -> tuple[int, ...]:
        """The seats in playing order; in teams the starter's partner follows him (§7.1)."""
        if not self.teams:
            return tuple((starter + n) % players for n in range(players))
        first = starter - starter % 2
        others = [(first + n) % players for n in range(2, players)]
        return (starter, first + 1 - starter % 2, *others)

    # ---- what is legal (§5) --------------------------------------------------------------------

    def legal_moves(self, state: State) -> list[Move]:
        """All decisions of the player who decides; none while luck draws or after the end."""
        if state.ending or state.lots or state.starting or state.stuck:
            return []
        if state.asked:
            return [Move(kind, state.asked[0]) for kind in (TAKE, DECLINE)]
        return [] if state.pending else self.placements(state)

    def placements(self, state: State) -> list[Move]:
        """The legal placements of the player on turn."""
        player = state.player
        tiles = list(self._placeable_tiles(state, state.hands[player], state.placed))
        return [Move(PLACE, player, tile.value, tile.cell, tile.exceptional) for tile in tiles]

    def draws(self, state: State) -> tuple[tuple[Move, int], ...]:
        """The outcomes of luck, with weights: tiles by their number in the bag.

        A turn in which no tile can be placed has one outcome: the player keeps all tiles.
        """
        if state.stuck:
            return ((Move(STUCK, state.player), 1),)
        if state.starting:
            return tuple((Move(STARTER, seat), 1) for seat in range(len(state.hands)))
        if state.lots:
            kind, who = LOT, self.next_lot(state)
        else:
            kind, who = DRAW, state.pending[0]
        return tuple(
            (Move(kind, who, value), count)
            for value, count in zip(VALUES, state.bag, strict=True)
            if count
        )

    def can_place(self, state: State, player: int, placed: tuple[Tile, ...] = ()) -> bool:
        """Whether *player* holds a tile that can be placed now."""
        hand = state.hands[player]
        if not (self.by_turn or self.needs_foreign or state.grid.empty):
            return state.grid.has_room(_mask_of_values(hand))
        return any(True for _ in self._placeable_tiles(state, hand, placed))

    def _placeable_tiles(
        self, state: State, hand: tuple[int, ...], placed: tuple[Tile, ...]
    ) -> Iterator[Tile]:
        """Each tile of *hand* with each cell where it may be placed, after *placed* (§5)."""
        grid = state.grid
        if not hand:
            return
        if grid.empty:
            yield from (Tile(CENTRE, value) for value in sorted(set(hand)))
            return
        foreign = self._cells_without_contact(state, placed)
        normal = self._placements_by_turn(grid, hand, placed, foreign) if self.by_turn else None
        found = False
        for cell, value in normal if normal is not None else grid.fits(_mask_of_values(hand)):
            if foreign is None or _touches(grid, cell, foreign):
                found = True
                yield Tile(cell, value)
        if found:
            return
        for cell, value in grid.fits(_mask_of_values(hand), doubling=False):
            if foreign is None or _touches(grid, cell, foreign):
                yield Tile(cell, value, exceptional=True)

    def _cells_without_contact(
        self, state: State, placed: tuple[Tile, ...]
    ) -> frozenset[int] | None:
        """The cells of this turn that are no contact for a tile; ``None`` if all cells are (Z4)."""
        if not self.needs_foreign or state.number == 1:
            return None
        return frozenset(tile.cell for tile in placed)

    def _placements_by_turn(
        self,
        grid: Grid,
        hand: tuple[int, ...],
        placed: tuple[Tile, ...],
        foreign: frozenset[int] | None,
    ) -> Iterator[tuple[int, int]]:
        """The placements after which all doubling cells of this turn can still score (Z2)."""
        opening = placed[:1] if placed and placed[0].cell == CENTRE else ()
        unpaid = [
            tile.cell
            for tile in placed
            if tile.cell in DOUBLING
            and not tile.exceptional
            and tile not in opening
            and not grid.scores(tile.cell)
        ]
        for cell, value in grid.fits(_mask_of_values(hand), doubling=False):
            if foreign is not None and not _touches(grid, cell, foreign):
                continue
            if _can_all_score(grid, hand, cell, value, unpaid, foreign):
                yield cell, value

    # ---- what happens (§4, §6, §7) -------------------------------------------------------------

    def apply(self, state: State, move: Move) -> State:
        """The position after *move*, a decision or a draw, which is trusted to be legal."""
        if move.kind == PLACE:
            return self._end_turn_if_done(self.place(state, move))
        if move.kind == DRAW:
            return self._end_turn_if_done(self.draw(state, move))
        if move.kind == LOT:
            return self.draw_lot(state, move.value)
        if move.kind == STUCK:
            return self.end_turn(state)
        if move.kind == STARTER:
            return self.first_turn(
                len(state.hands), self.playing_order(move.player, len(state.hands))
            )
        return self._end_turn_if_done(self.answer(state, move))

    def answer(self, state: State, move: Move) -> State:
        """Takes or declines the single tile of leftovers (§4)."""
        pending = state.pending
        if move.kind == TAKE:
            pending = tuple(sorted((*pending, move.player)))[: state.left]
        asked = tuple(player for player in state.asked if player != move.player)
        return state.but(asked=asked if state.left > len(pending) else (), pending=pending)

    def draw(self, state: State, move: Move) -> State:
        """Draws a tile for a player, before the turn goes on."""
        player, pending = move.player, list(state.pending)
        pending.remove(player)
        hands = list(state.hands)
        hands[player] = (*hands[player], move.value)
        return state.but(
            hands=tuple(hands),
            bag=_remove_tile(state.bag, move.value),
            pending=tuple(pending),
            drawn=(*state.drawn, (player, move.value)),
        )

    def place(self, state: State, move: Move) -> State:
        """Places a tile, before the turn goes on or ends."""
        hand = list(state.hands[state.player])
        hand.remove(move.value)
        hands = list(state.hands)
        hands[state.player] = tuple(hand)
        sums = (*state.sums, *state.grid.sums(move.cell, move.value)) if self.per_tile else ()
        return state.but(
            grid=state.grid.put(move.cell, move.value),
            hands=tuple(hands),
            placed=(*state.placed, Tile(move.cell, move.value, move.exceptional)),
            sums=sums,
        )

    def _end_turn_if_done(self, state: State) -> State:
        """Ends the turn if nothing is left to draw, to answer or to place.

        A turn without a placement is a turn, too (§4): it waits for the move ``STUCK``.
        """
        if state.asked or state.pending or self.can_place(state, state.player, state.placed):
            return state
        return self.end_turn(state) if state.placed else state.but(stuck=True)

    def end_turn(self, state: State) -> State:
        """Scores the turn, and begins the next one."""
        scored = state.but(
            sheets=self._write(state),
            placed=(),
            sums=(),
            stuck=False,
            idle=0 if state.placed or state.drawn_by(state.player) else state.idle + 1,
        )
        return self._begin_next_turn(scored)

    def score_turn(self, state: State) -> tuple[tuple[int, ...], int]:
        """The sums and the number of crosses that the turn has made so far (§6.1, §6.4)."""
        grid, placed = state.grid, state.placed
        sums = state.sums
        if not self.per_tile:
            lines = dict.fromkeys(
                (step, *grid.line(tile.cell, step)) for tile in placed for step in (RIGHT, UP)
            )
            sums = tuple(total for _, _, total in lines if LEAST <= total <= MOST)
        opening = state.number == 1
        earned = placed[1:] if opening else placed
        crosses = sum(1 for tile in earned if tile.cell in DOUBLING and not tile.exceptional)
        if opening and self.centre_cross and placed and grid.scores(CENTRE):
            crosses += 1
        return sums, crosses

    def _write(self, state: State) -> tuple[Sheet, ...]:
        """The sheets with the score of the turn written on them (§6.2)."""
        sums, crosses = self.score_turn(state)
        if not sums and not crosses:
            return state.sheets
        sheets = list(state.sheets)
        side = self.side(state.player)
        lost = self.extra_rows == "lost"
        sheets[side] = sheets[side].after_turn(*count_sums(sums), crosses, lost=lost)
        return tuple(sheets)

    def _begin_next_turn(self, state: State) -> State:
        """Begins the turn of the next player who can do something, or ends the game (§4, §7)."""
        players = len(state.hands)
        if self.teams and state.player % 2 == 0:
            partner = state.player + 1
            if state.hands[partner] or partner in state.pending:
                return self._end_turn_if_done(state.but(player=partner, number=state.number + 1))
            if self.bag_short and state.left < DRAWN:
                # the partner should have drawn two; the first one had drawn, and so had his turn
                return self.finish(state)
        if state.asked or state.pending:
            state = state.but(asked=(), pending=())
        if self._is_over(state):
            return self.finish(state)
        step = 2 if self.teams else 1
        first = (state.player // step * step + step) % players
        while state.ending is None:
            begun = self._begin_round(state, first)
            if begun is not None:
                return begun
            first = (first + step) % players
            state = state.but(idle=state.idle + step)
            if self._is_over(state):
                return self.finish(state)
        return state

    def _is_over(self, state: State) -> bool:
        """Whether nobody can ever place again (§7), or nobody did anything in a round of optional
        draws."""
        if self.optional_draw and state.idle >= len(state.hands):
            return True
        return not state.left and not any(
            self.can_place(state, player) for player in range(len(state.hands))
        )

    def _begin_round(self, state: State, first: int) -> State | None:
        """Begins the round of *first* and his partner; ``None`` if he is skipped."""
        party = (first, first + 1) if self.teams else (first,)
        pending: list[int] = []
        asked: list[int] = []
        for player in party:
            left = state.left - len(pending)
            hand = state.hands[player]
            if not hand:
                if not (self.bag_short and left < DRAWN):
                    pending += [player] * min(DRAWN, left)
                elif player == first:
                    return self.finish(state)
            elif left and self.topup and len(hand) == 1:
                pending.append(player)
            elif left and not self.can_place(state, player):
                (asked if self.optional_draw else pending).append(player)
        ready = [player for player in party if state.hands[player] or player in pending]
        if not ready:
            return None
        return self._end_turn_if_done(
            state.but(
                player=ready[0],
                drawn=(),
                number=state.number + 1,
                round=state.round + 1,
                pending=tuple(pending),
                asked=tuple(asked),
            )
        )

    def at_turn(self, state: State, player: int, first: bool) -> State:
        """*state* at the beginning of *player*'s turn: for positions that come from outside.

        *first*: the first turn of the game. A second partner has drawn already.
        """
        if first:
            missing = OPENING_HAND - len(state.hands[0])
            draws = (0,) * missing + ((1,) * DRAWN if self.teams else ())
            return state.but(pending=draws[: state.left])
        if self.teams and player % 2:
            draws = () if state.hands[player] else (player,) * min(DRAWN, state.left)
            return self._end_turn_if_done(
                state.but(player=player, number=2, round=2, pending=draws)
            )
        step = 2 if self.teams else 1
        last = (player - step) % len(state.hands)
        return self._begin_next_turn(state.but(player=last + step - 1))

    def finish(self, state: State) -> State:
        """Ends the game: leftover tiles are deducted, and the highest score wins (§7)."""
        scores = [sheet.total(self.extra_rows) for sheet in state.sheets]
        for player, hand in enumerate(state.hands):
            scores[self.side(player)] -= sum(hand)
        best = max(scores)
        sides = tuple(side for side, score in enumerate(scores) if score == best)
        return state.but(ending=Ending(tuple(scores), sides), pending=(), asked=())


def _mask_of_values(hand: Sequence[int]) -> int:
    """The values in *hand* as a mask with bit v for value v."""
    mask = 0
    for value in hand:
        mask |= 1 << value
    return mask


def _remove_tile(bag: tuple[int, ...], value: int) -> tuple[int, ...]:
    """The bag without one tile of *value*."""
    return (*bag[: value - 1], bag[value - 1] - 1, *bag[value:])


def _seats_with_highest(drawn: Sequence[Lot]) -> list[int]:
    """The seats that share the highest value of a round of the lottery."""
    best = max(lot.value for lot in drawn)
    return [lot.seat for lot in drawn if lot.value == best]


def _touches(grid: Grid, cell: int, foreign: frozenset[int]) -> bool:
    """Whether *cell* is next to a tile that was not placed in this turn."""
    return any(grid.board[next_to] and next_to not in foreign for next_to in NEIGHBOURS[cell])


def _can_all_score(
    grid: Grid,
    hand: tuple[int, ...],
    cell: int,
    value: int,
    unpaid: Sequence[int],
    foreign: frozenset[int] | None,
) -> bool:
    """Whether all doubling cells of the turn can still score after *value* is put on *cell*.

    *unpaid* are those that do not score yet. Only a tile in its row or its column helps a cell.
    """
    after = grid.put(cell, value)
    waiting = [c for c in unpaid if not after.scores(c)]
    if cell in DOUBLING and not after.scores(cell):
        waiting.append(cell)
    if not waiting:
        return True
    rest = list(hand)
    rest.remove(value)
    if not rest:
        return False
    mine = None if foreign is None else foreign | {cell}
    lines = {place_of(c) for c in waiting}
    columns, rows = {column for column, _ in lines}, {row for _, row in lines}
    for helper, tile in after.fits(_mask_of_values(rest), doubling=False):
        column, row = place_of(helper)
        if column not in columns and row not in rows:
            continue
        if mine is not None and not _touches(after, helper, mine):
            continue
        if _can_all_score(after, tuple(rest), helper, tile, waiting, mine):
            return True
    return False
