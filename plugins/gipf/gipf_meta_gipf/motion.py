"""The motions of pieces by a decision of GIPF: pushes, powers, rows, potentials that are lost.

The motions of a power follow from the changes of its kind (``Kind.effect``).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from gipf_meta import Motion, Way
from gipf_meta_gipf.board import ENTRY_DOT, ENTRY_FIRST, ENTRY_SPOT, ENTRY_STEP, NAME_OF, push
from gipf_meta_gipf.kind import CAPTURE_TOP, COVER, ENTRY, PUSH_IN, PUT_ON, Change
from gipf_meta_gipf.pieces import BASIC, GIPF, LOADED, owners, spots_of
from gipf_meta_gipf.potentials import challenge_slot, due_powers, power_works, view_for
from gipf_meta_gipf.rows import covers_alone
from gipf_meta_gipf.rules import Log, Rules
from gipf_meta_gipf.stakes import power_denied_news, power_made_news
from gipf_meta_gipf.state import (
    ASK_ANSWER,
    ASK_TARGET,
    ASK_USE,
    CHALLENGE,
    DECLINE,
    TARGET,
    Move,
    Outcome,
    State,
    entered,
)
from gipf_meta_gipf.telling import row_news
from gipf_meta_gipf.texts import _
from gipf_meta_gipf.view import between, challenges_word, heap_of, lost_word


def moved(rules: Rules, before: State, move: Move, after: State) -> Sequence[Motion]:
    """The motions of a push (§5), or of a power that is used (§9) or denied (§10), and of rows that
    leave (§6) then. An announcement, and a duel that saves a power, moves nothing.

    What a power does, and what follows from that, has captions; an ordinary push needs none.
    """
    rows: Log = []
    rules.apply(before, move, rows)
    scene = _Scene(rules, before, after)
    decided = list(scene.decided(move))
    is_told = any(motion.words for motion in decided)
    removed = (
        replace(scene.removed(state, mask), words=row_news(state, mask) if is_told else "")
        for state, mask in rows
        if mask
    )
    return (*decided, *removed)


class _Scene:
    """The motions between the states *before* and *after* a decision."""

    def __init__(self, rules: Rules, before: State, after: State) -> None:
        self.rules = rules
        self.before = before
        self.after = after
        self.mover = before.mover

    def decided(self, move: Move) -> Iterator[Motion]:
        """The motions of the decision itself, before rows leave."""
        state, ask = self.before, self.before.ask
        if isinstance(move, Outcome):
            if power_works(self.rules, state, move) is False:
                now = state.announcement()
                yield self._lost(now.kind, now.bit)
            return
        code, entry = entered(move)
        if code >= 0:
            yield self._entered(code, entry)
            if code == BASIC:
                yield from self._given_up()
        elif ask == ASK_ANSWER and move == CHALLENGE:
            yield self._challenged()
        elif ask == ASK_USE and move >= DECLINE:
            yield self._lost(move - DECLINE, dict(due_powers(self.rules, state))[move - DECLINE])
        elif ask == ASK_TARGET:
            now = state.announcement()
            if move < DECLINE:
                yield from self._used(now.bit, move - TARGET)
            elif self.rules.table.due >> now.kind & 1:
                yield self._lost(now.kind, now.bit)

    # ---- entering (§5, §8, §9.2) ---------------------------------------------------------------

    def _entered(self, code: int, entry: int) -> Motion:
        """A piece comes from the reserve over its dot and pushes the row, a potential upon it."""
        spot, over = ENTRY_SPOT[entry], (ENTRY_DOT[entry],)
        ways = [Way(self._from_heap("basic"), spot, over)]
        if code >= LOADED:
            ways.append(Way(self._from_heap(self.rules.table.letters[code]), spot, over))
        return Motion((*self._pushed(self.before.white | self.before.black, entry), *ways))

    def _pushed(self, occupied: int, entry: int) -> Iterator[Way]:
        """The ways of the pieces that *entry* pushes, the foremost first."""
        if not occupied & ENTRY_FIRST[entry]:
            return
        _white, _black, run = push(occupied, 0, entry)
        step = ENTRY_STEP[entry]
        for bit in sorted(spots_of(run), reverse=step > 0):
            yield Way(NAME_OF[bit], NAME_OF[bit + step])

    def _given_up(self) -> Iterator[Motion]:
        """The potentials that are lost by the first basic piece (§9.2)."""
        ways = []
        for at, kind in enumerate(self.rules.table.kinds):
            left = self.before.books.supply[self.rules.slot(self.mover, at)]
            ways += [Way(self._from_heap(kind.letter), self._lost_heap(self.mover, at))] * left
        if ways:
            yield Motion(tuple(ways))

    # ---- powers (§9, §10) ----------------------------------------------------------------------

    def _used(self, base: int, target: int) -> Iterator[Motion]:
        """The motions of a power's changes; the piece below the potential stays."""
        state = self.before
        kind = self.rules.table.kinds[state.announcement().kind]
        end = ENTRY_SPOT[target - ENTRY] if target >= ENTRY else kind.target_text(target)
        made = power_made_news(kind, self.mover, base, end)
        for change in kind.effect(view_for(self.rules, state, self.mover), base, target):
            for motion in self._changed(base, change):
                yield motion if motion.words else replace(motion, words=made)

    def _changed(self, base: int, change: Change) -> Iterator[Motion]:
        """The motions of one *change* of a power. Leaving the base and arriving are one motion;
        marking a stack is none."""
        stays = Way(NAME_OF[base], NAME_OF[base])
        if change.what in (PUT_ON, COVER):
            end = change.at
            yield Motion((stays, Way(stays.start, NAME_OF[end], between(base, end))))
        elif change.what == PUSH_IN:
            pushed = list(self._pushed(self.before.white | self.before.black, change.at))
            if stays.start not in [way.start for way in pushed]:
                pushed.append(stays)
            over = (ENTRY_DOT[change.at],)
            yield Motion((*pushed, Way(stays.start, ENTRY_SPOT[change.at], over)))
        elif change.what == CAPTURE_TOP:
            spot = NAME_OF[change.at]
            stack = self.before.kinds.gipf >> change.at & 1
            words = _("The piece on {spot} is captured.").format(spot=spot)
            yield Motion((Way(spot, spot), Way(spot)) if stack else (Way(spot),), words=words)

    def _lost(self, kind: int, bit: int) -> Motion:
        """The potential on *bit* is lost; the piece below it stays (§10.4)."""
        spot = NAME_OF[bit]
        words = power_denied_news(self.rules.table.kinds[kind], self.mover, bit)
        return Motion((Way(spot, spot), Way(spot, self._lost_heap(self.mover, kind))), words=words)

    def _challenged(self) -> Motion:
        """A challenge is spent (§10.1)."""
        other, kind = 1 - self.mover, self.before.announcement().kind
        slot = challenge_slot(self.rules, other, kind) % self.rules.table.n
        letter = self.rules.table.kinds[slot].letter
        return Motion((Way(heap_of(self.before, other, challenges_word(letter))),))

    # ---- rows (§6) -----------------------------------------------------------------------------

    def removed(self, state: State, mask: int) -> Motion:
        """The motion of a row that takes *mask* in *state*: a cover that leaves alone uncovers the
        pieces below it, all else leaves the board."""
        covers = covers_alone(self.rules, state, mask) if state.kinds.covers else 0
        ways: list[Way] = []
        taken: list[Way] = []
        for bit in spots_of(mask):
            leaving = tuple(self._leaving(state, bit))
            if covers >> bit & 1:
                ways += (Way(NAME_OF[bit], NAME_OF[bit]), leaving[0])
            else:
                taken += leaving
        row = tuple(NAME_OF[bit] for bit in spots_of(mask))
        return Motion(tuple(ways), tuple(taken), row=row)

    def _leaving(self, state: State, bit: int) -> Iterator[Way]:
        """The ways of all that lies on a spot, the top first: basic pieces go to the reserve of who
        takes them or out of the game (§6.2), potentials are lost."""
        n, codes = self.rules.table.n, state.kinds.stack(bit)
        # a potential that makes a GIPF-piece of its spot stands for that piece
        made = codes[0] == GIPF and len(codes) > 1
        whose = owners(state.black >> bit & 1, codes)
        for owner, code in list(zip(whose, codes, strict=True))[made:]:
            if code >= LOADED:
                yield Way(NAME_OF[bit], self._lost_heap(owner, (code - LOADED) % n))
            if code < LOADED + n:
                mine = owner == self.mover
                yield Way(NAME_OF[bit], heap_of(self.after, owner, "basic") if mine else "")

    # ---- heaps ---------------------------------------------------------------------------------

    def _from_heap(self, word: str) -> str:
        return heap_of(self.before, self.mover, word)

    def _lost_heap(self, player: int, kind: int) -> str:
        """The lost potentials of *player*; out of sight where he had none in the agreement."""
        if not self.rules.potentials[self.rules.slot(player, kind)]:
            return ""
        return heap_of(self.after, player, lost_word(self.rules.table.kinds[kind].letter))
