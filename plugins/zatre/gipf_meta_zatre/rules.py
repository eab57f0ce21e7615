# mypyc: compile
"""The rules of Zatre as pure functions of a position (docs/reference/zatre.md §3-§7).

Nothing here checks a decision: legality is asked for in ``notation.py``, the one gate.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, fields
from typing import Final

from gipf_meta_zatre.board import CENTRE, DOUBLING, NEIGHBOURS, RIGHT, UP, place_of
from gipf_meta_zatre.grid import LEAST, MOST, Grid
from gipf_meta_zatre.sheet import Sheet, counted
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
    """The options of §8 in the shape the rules use. *tiles* are those of each value in the game."""

    teams: bool = False
    start: str = "lottery"
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
        """Whose sheet a player writes on."""
        return player // 2 if self.teams else player

    # ---- the beginning (§3) --------------------------------------------------------------------

    def begin(self, players: int) -> State:
        """The position before anything is drawn."""
        if self.start == "lottery":
            return self.begun(players).but(pending=(), lots=((),))
        return self.begun(players).but(starting=self.start == "random")

    def begun(
        self, players: int, seats: Sequence[int] | None = None, kept: Sequence[int] = ()
    ) -> State:
        """The first turn, before its draws. The starter keeps the tile of a lottery."""
        sides = players // 2 if self.teams else players
        bag = list(self.tiles)
        for value in kept:
            bag[value - 1] -= 1
        state = State(
            Grid(),
            tuple(bag),
            (tuple(kept),) + ((),) * (players - 1),
            (Sheet(),) * sides,
            tuple(range(players)) if seats is None else tuple(seats),
        )
        draws = (0,) * (OPENING_HAND - len(kept)) + ((1,) * DRAWN if self.teams else ())
        return state.but(pending=draws[: state.left])

    def _contenders(self, state: State) -> list[int]:
        """The seats that draw in the round of the lottery that is being drawn."""
        if len(state.lots) == 1:
            return list(range(len(state.hands)))
        return _highest(state.lots[-2])

    def next_lot(self, state: State) -> int:
        """The seat that draws next in the lottery."""
        return self._contenders(state)[len(state.lots[-1])]

    def _lot_drawn(self, state: State, value: int) -> State:
        drawn = (*state.lots[-1], Lot(self.next_lot(state), value))
        lots = (*state.lots[:-1], drawn)
        state = state.but(lots=lots, bag=_without(state.bag, value))
        if len(drawn) < len(self._contenders(state)):
            return state
        highest = _highest(drawn)
        if len(highest) > 1:
            # so many ties empty no ordinary bag; if one is empty, what was drawn goes back
            bag = state.bag if state.left >= len(highest) else self.tiles
            return state.but(lots=(*lots, ()), bag=bag)
        return self.decided(lots, len(state.hands))

    def decided(self, lots: Sequence[Sequence[Lot]], players: int) -> State:
        """The first turn after a lottery with these rounds."""
        (starter,) = _highest(lots[-1])
        own = [lot.value for drawn in lots for lot in drawn if lot.seat == starter]
        kept = max(own) if self.keeps_highest else own[-1]
        return self.begun(players, self.seated(starter, players), (kept,))

    def seated(self, starter: int, players: int) -> tuple[int, ...]:
        """The seats in playing order; in the team game the starter's partner follows him (§7.1)."""
        if not self.teams:
            return tuple((starter + n) % players for n in range(players))
        first = starter - starter % 2
        others = [(first + n) % players for n in range(2, players)]
        return (starter, first + 1 - starter % 2, *others)

    # ---- what is legal (§5) --------------------------------------------------------------------

    def placements(self, state: State) -> list[Move]:
        """The legal placements of the player on turn."""
        player = state.player
        tiles = list(self._fitting(state, state.hands[player], state.placed))
        return [Move(PLACE, player, tile.value, tile.cell, tile.exceptional) for tile in tiles]

    def can_place(self, state: State, player: int, placed: tuple[Tile, ...] = ()) -> bool:
        """Whether *player* holds a tile that can be placed now."""
        return any(True for _ in self._fitting(state, state.hands[player], placed))

    def _fitting(
        self, state: State, hand: tuple[int, ...], placed: tuple[Tile, ...]
    ) -> Iterator[Tile]:
        grid = state.grid
        if not hand:
            return
        if grid.empty:
            yield from (Tile(CENTRE, value) for value in sorted(set(hand)))
            return
        foreign = self._foreign(state, placed)
        normal = self._by_turn(grid, hand, placed, foreign) if self.by_turn else None
        found = False
        for cell, value in normal if normal is not None else grid.fits(_mask(hand)):
            if foreign is None or _touches(grid, cell, foreign):
                found = True
                yield Tile(cell, value)
        if found:
            return
        for cell, value in grid.fits(_mask(hand), doubling=False):
            if foreign is None or _touches(grid, cell, foreign):
                yield Tile(cell, value, exceptional=True)

    def _foreign(self, state: State, placed: tuple[Tile, ...]) -> frozenset[int] | None:
        """The cells of this turn that do not count as contact; ``None`` if all do (Z4)."""
        if not self.needs_foreign or state.number == 1:
            return None
        return frozenset(tile.cell for tile in placed)

    def _by_turn(
        self,
        grid: Grid,
        hand: tuple[int, ...],
        placed: tuple[Tile, ...],
        foreign: frozenset[int] | None,
    ) -> Iterator[tuple[int, int]]:
        """Placements after which all doubling cells of this turn can still come to a score (Z2)."""
        opening = placed[:1] if placed and placed[0].cell == CENTRE else ()
        unpaid = [
            tile.cell
            for tile in placed
            if tile.cell in DOUBLING
            and not tile.exceptional
            and tile not in opening
            and not grid.scores(tile.cell)
        ]
        for cell, value in grid.fits(_mask(hand), doubling=False):
            if foreign is not None and not _touches(grid, cell, foreign):
                continue
            if _payable(grid, hand, cell, value, unpaid, foreign):
                yield cell, value

    # ---- what happens (§4, §6, §7) -------------------------------------------------------------

    def apply(self, state: State, move: Move) -> State:
        """The position after a legal decision or a draw."""
        if move.kind == PLACE:
            return self._go_on(self.placed(state, move))
        if move.kind == DRAW:
            return self._go_on(self.drawn(state, move))
        if move.kind == LOT:
            return self._lot_drawn(state, move.value)
        if move.kind == STUCK:
            return self.turn_ended(state)
        if move.kind == STARTER:
            return self.begun(len(state.hands), self.seated(move.player, len(state.hands)))
        return self._go_on(self.answered(state, move))

    def answered(self, state: State, move: Move) -> State:
        """After somebody said whether he draws the single tile (§4)."""
        pending = state.pending
        if move.kind == TAKE:
            pending = tuple(sorted((*pending, move.player)))[: state.left]
        asked = tuple(player for player in state.asked if player != move.player)
        return state.but(asked=asked if state.left > len(pending) else (), pending=pending)

    def drawn(self, state: State, move: Move) -> State:
        """After a player drew a tile."""
        player, pending = move.player, list(state.pending)
        pending.remove(player)
        hands = list(state.hands)
        hands[player] = (*hands[player], move.value)
        return state.but(
            hands=tuple(hands),
            bag=_without(state.bag, move.value),
            pending=tuple(pending),
            drawn=(*state.drawn, (player, move.value)),
        )

    def placed(self, state: State, move: Move) -> State:
        """After a tile was placed, before the turn goes on or ends."""
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

    def _go_on(self, state: State) -> State:
        """Ends the turn where nothing more can be drawn, asked or placed.

        A turn in which nothing at all can be placed is a turn (§4): it waits to be passed over.
        """
        if state.asked or state.pending or self.can_place(state, state.player, state.placed):
            return state
        return self.turn_ended(state) if state.placed else state.but(stuck=True)

    def turn_ended(self, state: State) -> State:
        """The turn is scored, and the next one begins."""
        scored = state.but(
            sheets=self._written(state),
            placed=(),
            sums=(),
            stuck=False,
            idle=0 if state.placed or state.drawn_by(state.player) else state.idle + 1,
        )
        return self._next_turn(scored)

    def scored(self, state: State) -> tuple[tuple[int, ...], int]:
        """The sums and the number of crosses of the turn that is being made (§6.1, §6.4)."""
        grid, placed = state.grid, state.placed
        sums = state.sums
        if not self.per_tile:
            lines = {(step, *grid.line(tile.cell, step)) for tile in placed for step in (RIGHT, UP)}
            sums = tuple(total for _, _, total in lines if LEAST <= total <= MOST)
        opening = state.number == 1
        earned = placed[1:] if opening else placed
        crosses = sum(1 for tile in earned if tile.cell in DOUBLING and not tile.exceptional)
        if opening and self.centre_cross and placed and grid.scores(CENTRE):
            crosses += 1
        return sums, crosses

    def _written(self, state: State) -> tuple[Sheet, ...]:
        sums, crosses = self.scored(state)
        if not sums and not crosses:
            return state.sheets
        sheets = list(state.sheets)
        side = self.side(state.player)
        lost = self.extra_rows == "lost"
        sheets[side] = sheets[side].written(*counted(sums), crosses, lost=lost)
        return tuple(sheets)

    def _next_turn(self, state: State) -> State:
        players = len(state.hands)
        if self.teams and state.player % 2 == 0:
            partner = state.player + 1
            if state.hands[partner] or partner in state.pending:
                return self._go_on(state.but(player=partner, number=state.number + 1))
            if self.bag_short and state.left < DRAWN:
                # the partner should have drawn two; the first one had drawn, and so had his turn
                return self.finished(state)
        if state.asked or state.pending:
            state = state.but(asked=(), pending=())
        if self._is_over(state):
            return self.finished(state)
        step = 2 if self.teams else 1
        first = (state.player // step * step + step) % players
        while state.ending is None:
            begun = self._begun_by(state, first)
            if begun is not None:
                return begun
            first = (first + step) % players
            state = state.but(idle=state.idle + step)
            if self._is_over(state):
                return self.finished(state)
        return state

    def _is_over(self, state: State) -> bool:
        """Nobody can ever place again (§7); or a round of optional draws went by without deeds."""
        if self.optional_draw and state.idle >= len(state.hands):
            return True
        return not state.left and not any(
            self.can_place(state, player) for player in range(len(state.hands))
        )

    def _begun_by(self, state: State, first: int) -> State | None:
        """The round that *first* (and his partner) would begin now; ``None`` if he is skipped."""
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
                    return self.finished(state)
            elif left and self.topup and len(hand) == 1:
                pending.append(player)
            elif left and not self.can_place(state, player):
                (asked if self.optional_draw else pending).append(player)
        ready = [player for player in party if state.hands[player] or player in pending]
        if not ready:
            return None
        return self._go_on(
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
        """*state* when it is *player*'s turn: for positions that come from outside.

        *first*: the first turn of the game. A second partner has drawn already.
        """
        if first:
            missing = OPENING_HAND - len(state.hands[0])
            draws = (0,) * missing + ((1,) * DRAWN if self.teams else ())
            return state.but(pending=draws[: state.left])
        if self.teams and player % 2:
            draws = () if state.hands[player] else (player,) * min(DRAWN, state.left)
            return self._go_on(state.but(player=player, number=2, round=2, pending=draws))
        step = 2 if self.teams else 1
        last = (player - step) % len(state.hands)
        return self._next_turn(state.but(player=last + step - 1))

    def finished(self, state: State) -> State:
        """The end: leftover tiles are deducted, the highest score wins, equal ones share (§7)."""
        scores = [sheet.total(self.extra_rows) for sheet in state.sheets]
        for player, hand in enumerate(state.hands):
            scores[self.side(player)] -= sum(hand)
        best = max(scores)
        sides = tuple(side for side, score in enumerate(scores) if score == best)
        return state.but(ending=Ending(tuple(scores), sides), pending=(), asked=())


def _mask(hand: Sequence[int]) -> int:
    mask = 0
    for value in hand:
        mask |= 1 << value
    return mask


def _without(bag: tuple[int, ...], value: int) -> tuple[int, ...]:
    return (*bag[: value - 1], bag[value - 1] - 1, *bag[value:])


def _highest(drawn: Sequence[Lot]) -> list[int]:
    """The seats that share the highest value of a round of the lottery."""
    best = max(lot.value for lot in drawn)
    return [lot.seat for lot in drawn if lot.value == best]


def _touches(grid: Grid, cell: int, foreign: frozenset[int]) -> bool:
    """Whether *cell* is next to a tile that was not placed in this turn."""
    return any(grid.board[next_to] and next_to not in foreign for next_to in NEIGHBOURS[cell])


def _payable(
    grid: Grid,
    hand: tuple[int, ...],
    cell: int,
    value: int,
    unpaid: Sequence[int],
    foreign: frozenset[int] | None,
) -> bool:
    """Whether, with *value* on *cell*, all doubling cells of the turn can still come to a score.

    Only tiles in the row or the column of an unpaid cell can help it.
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
    for helper, tile in after.fits(_mask(rest), doubling=False):
        column, row = place_of(helper)
        if column not in columns and row not in rows:
            continue
        if mine is not None and not _touches(after, helper, mine):
            continue
        if _payable(after, tuple(rest), helper, tile, waiting, mine):
            return True
    return False


def draws(rules: Rules, state: State) -> tuple[tuple[Move, int], ...]:
    """What luck may draw next, with weights: tiles by their number in the bag.

    A turn in which nothing can be placed has one outcome, that all tiles are kept.
    """
    if state.stuck:
        return ((Move(STUCK, state.player), 1),)
    if state.starting:
        return tuple((Move(STARTER, seat), 1) for seat in range(len(state.hands)))
    if state.lots:
        kind, who = LOT, rules.next_lot(state)
    else:
        kind, who = DRAW, state.pending[0]
    return tuple(
        (Move(kind, who, value), count)
        for value, count in zip(VALUES, state.bag, strict=True)
        if count
    )


def decisions(rules: Rules, state: State) -> list[Move]:
    """The decisions of whoever acts; none while luck draws, and none at the end."""
    if state.ending or state.lots or state.starting or state.stuck:
        return []
    if state.asked:
        return [Move(kind, state.asked[0]) for kind in (TAKE, DECLINE)]
    return [] if state.pending else rules.placements(state)


def actor(state: State) -> int:
    """The player who decides."""
    return state.asked[0] if state.asked else state.player
