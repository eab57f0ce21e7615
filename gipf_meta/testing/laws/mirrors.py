"""Laws on the symmetries of boards: a game mirrored is the same game."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from math import prod
from random import Random
from typing import Any, Final, NamedTuple

from gipf_meta.base.sentences import one_line
from gipf_meta.protocol.capabilities import Positions, timed
from gipf_meta.protocol.drafts import Draft, Editable
from gipf_meta.protocol.game import NOBODY, BadNotation, Chance, Duel, Over, Turn
from gipf_meta.protocol.numbered import Numbered
from gipf_meta.protocol.planes import numbers_of_set, set_of_numbers
from gipf_meta.protocol.symmetries import (
    OrderedQuestions,
    Symmetric,
    Symmetry,
    after_symmetry,
    inverse_of,
)
from gipf_meta.search.playout import A_DECISION_MS
from gipf_meta.testing.laws.numbering import NOT_NUMBERED
from gipf_meta.testing.trial.case import Case, asked_of
from gipf_meta.testing.trial.findings import NotAsked, guard, move_text, need

NOT_SYMMETRIC: Final = "the game says no symmetries."
MIRRORED: Final = 40
"""The number of states that are looked through for some that can be mirrored."""
DECISIONS: Final = 10
"""The most decisions of a game that is played beside its mirrored one."""
MOST_DECISIONS: Final = 100
"""Decisions of all these games together after which no other begins; fewer of short cases."""
SAMPLE: Final = 100
"""The number of entries of each index array by which symmetries are told apart."""
_ADVICE: Final = (
    "Let symmetries answer those alone after which everything is as before, and asks_in_order"
    " say where the game asks about several things in an order of its own."
)


@asked_of(Symmetric, why_not=NOT_SYMMETRIC)
@asked_of(Numbered, why_not=NOT_NUMBERED)
def symmetries_form_a_group(case: Case) -> None:
    """The first symmetry changes nothing; each permutes the places of the board, all numbers and
    the bits of an observation; two of them, one after the other, are a third one."""
    symmetries = [*case.ask.symmetries()]
    need(
        symmetries and all(isinstance(each, Symmetry) for each in symmetries),
        f"symmetries answers {one_line(repr(symmetries), 60)}.",
        "Let symmetries answer a tuple or list of Symmetry.",
    )
    sizes = prod(case.ask.observation_shape), case.ask.decision_count
    points = {point.id for point in case.ask.view(case.walks[0].moments[0].state, NOBODY).points}
    every = [frozenset(range(size)) for size in sizes]
    for each in symmetries:
        arrays = each.observation, each.decisions
        need(
            [len(array) for array in arrays] == [*sizes]
            and [frozenset(array) for array in arrays] == every,
            f"{each.name!r} does not have every bit and every number once.",
            "Let observation have each number below the product of observation_shape once, and"
            " decisions each number below decision_count.",
        )
        need(
            {*each.places} == {*each.places.values()} <= points,
            f"{each.name!r} does not lead from the places of the board to the same places.",
            "Let places map ids of points to the same ids in another order.",
        )
    first = symmetries[0]
    need(
        all([*array] == [*range(size)] for array, size in zip(
            (first.observation, first.decisions), sizes, strict=True
        )),
        f"The first symmetry, {first.name!r}, changes something.",
        "Let the first symmetry be the one that changes nothing.",
    )  # fmt: skip
    rng = case.rng("symmetries")
    bits, numbers = (rng.sample(range(size), min(size, SAMPLE)) for size in sizes)
    known = {_signature(each, bits, numbers): each.name for each in symmetries}
    need(
        len({*known.values()}) == len(symmetries),
        "Two symmetries have one name, or do the same.",
        "Let symmetries answer each once, by a name of its own.",
    )
    for one in symmetries:
        for other in symmetries:
            both = _signature(
                one, [other.observation[at] for at in bits], [other.decisions[at] for at in numbers]
            )
            need(
                both in known,
                f"{one.name!r} and then {other.name!r} together are no symmetry of the game.",
                "Let symmetries answer all of them, with index arrays of one kind: entry n of the"
                " new is entry array[n] of the old.",
            )


def _signature(symmetry: Symmetry, bits: list[int], numbers: list[int]) -> tuple[int, ...]:
    """The entries of the index arrays at those *bits* and *numbers*."""
    of_bits = [symmetry.observation[at] for at in bits]
    return (*of_bits, *(symmetry.decisions[at] for at in numbers))


@asked_of(Symmetric, why_not=NOT_SYMMETRIC)
@asked_of(Numbered, why_not=NOT_NUMBERED)
def mirrored_games_are_the_same(case: Case) -> None:
    """A game and the mirrored one, played beside each other by their numbers, agree at every step
    on legal numbers, on what each seat sees, on whose turn it is, on the places of pieces and on
    the end."""
    mirrors = [*case.ask.symmetries()][1:]
    if not mirrors:
        raise NotAsked("its board has no symmetry.")
    rng = case.rng("mirrors")
    rng.shuffle(mirrors)
    compared, enough = 0, min(MOST_DECISIONS, case.most_decisions // 3)
    for symmetry in mirrors:
        if compared >= enough:
            break
        for seats, state, mirrored in _pairs(case, symmetry, rng):
            decisions = _SideBySide(case, symmetry, seats, rng).play(state, mirrored)
            compared += decisions
            if decisions:
                break
    if not compared:
        raise NotAsked("no state comes up from which the mirrored game can be played.")


def _pairs(case: Case, symmetry: Symmetry, rng: Random) -> Iterator[tuple[int, Any, Any]]:
    """States with the mirrored ones, and for how many seats: positions whose places are changed,
    and starts that look like their mirrored ones."""
    moments = [(walk.seats, moment.state) for walk, moment in case.moments(MIRRORED)
               if isinstance(moment.now, Turn)]  # fmt: skip
    rng.shuffle(moments)
    for seats, state in moments:
        pair = _mirrored_position(case, symmetry, state)
        if pair is not None:
            yield seats, *pair
    for walk in case.first_walks(1):
        start = walk.moments[0].state
        if all(
            after_symmetry(seen, symmetry.observation) == seen
            for seen in (case.ask.observe(start, seat) for seat in range(walk.seats))
        ):
            yield walk.seats, start, start


def _mirrored_position(case: Case, symmetry: Symmetry, state: Any) -> tuple[Any, Any] | None:
    """*state* and the mirrored one, both read from positions on one line; ``None`` if it cannot be
    written so."""
    if not (isinstance(case.game, Positions) and isinstance(case.game, Editable)):
        return None
    editor, text = case.game.editor, case.ask.to_text(state)
    try:
        with guard(f"mirroring {text!r:.200}", _ADVICE, case.ask.ms):
            draft = _mirrored_draft(editor.take_apart(text), symmetry)
            mirrored = editor.put_together(draft)
        return case.ask.from_text(text), case.ask.from_text(mirrored)
    except BadNotation:
        return None


def _mirrored_draft(draft: Draft, symmetry: Symmetry) -> Draft:
    """*draft* with each place, wherever it is named, in its new place, and its letters changed."""
    places, letters = symmetry.places, str.maketrans(dict(symmetry.letters))
    names = sorted(
        (name for name in places if not re.fullmatch("[0-9]+", name)), key=len, reverse=True
    )
    pattern = re.compile(rf"(?<![a-z0-9])({'|'.join(map(re.escape, names)) or '(?!)'})(?![a-z0-9])")

    def mirrored(text: str) -> str:
        return pattern.sub(lambda found: places[found[1]], text).translate(letters)

    return Draft.of(
        {places.get(place, place): mirrored(what) for place, what in draft.pieces},
        {mirrored(name): mirrored(value) for name, value in draft.fields},
    )


class _Seen(NamedTuple):
    """The observation of each seat, and the numbers that it may choose."""

    observations: list[int]
    legal: list[int]


class _SideBySide:
    """A game and the mirrored one that are played beside each other."""

    def __init__(self, case: Case, symmetry: Symmetry, seats: int, rng: Random) -> None:
        self._case, self._ask = case, case.ask
        self._symmetry = symmetry
        self._seats = seats
        self._rng = rng
        self._bit_after = inverse_of(symmetry.observation)
        self._number_after = inverse_of(symmetry.decisions)
        self._clock = timed(case.game) is not None
        self._played: list[str] = []

    def play(self, state: Any, mirrored: Any) -> int:
        """Plays both at random up to the end, or to a state in which they may part. Returns the
        number of decisions. Raises ``Broken`` where they differ."""
        decisions = 0
        while True:
            if self._asks_in_order(state) or self._asks_in_order(mirrored):
                return decisions
            now, there = self._ask.status(state), self._ask.status(mirrored)
            self._compare(state, mirrored, now, there)
            if isinstance(now, Over) or decisions == DECISIONS:
                return decisions
            if isinstance(now, Chance):
                pair = self._draw(state, mirrored, now, there)
                if pair is None:
                    return decisions
                state, mirrored = pair
                continue
            if isinstance(now, Duel):
                winner = self._rng.choice([*now.seats, None])
                state, mirrored = (
                    self._ask.apply(each, self._ask.settle(each, winner, now.game))
                    for each in (state, mirrored)
                )
                continue
            moves = [*self._ask.turn_moves(state, now.seat)]
            move = self._rng.choice(moves)
            number = self._ask.number_of(state, move)
            other = self._ask.decision_of(mirrored, self._number_after[number])
            self._played.append(
                f"{move_text(self._case.game, state, move)} and"
                f" {move_text(self._case.game, mirrored, other)}"
            )
            state, mirrored = self._ask.apply(state, move), self._ask.apply(mirrored, other)
            if self._clock:
                state = self._ask.advance(state, A_DECISION_MS)
                mirrored = self._ask.advance(mirrored, A_DECISION_MS)
            decisions += 1

    def _asks_in_order(self, state: Any) -> bool:
        game = self._case.game
        return isinstance(game, OrderedQuestions) and bool(self._ask.asks_in_order(state))

    def _look(self, state: Any) -> _Seen:
        seats = range(self._seats)
        return _Seen(
            [self._ask.observe(state, seat) for seat in seats],
            [self._ask.legal_numbers(state, seat) for seat in seats],
        )

    def _after(self, seen: _Seen) -> _Seen:
        """Those of the mirrored game."""
        return _Seen(
            [_moved(bits, self._bit_after) for bits in seen.observations],
            [_moved(numbers, self._number_after) for numbers in seen.legal],
        )

    def _compare(self, state: Any, mirrored: Any, now: object, there: object) -> None:
        """Raises ``Broken`` unless both are in the same position."""
        last = ", then ".join(self._played[-3:])
        where = f"Two games, {self._symmetry.name}"
        where += f", part after {last}:" if last else ", part where they begin:"
        need(_standing(now) == _standing(there), f"{where} {now!r:.80}, {there!r:.80}.", _ADVICE)
        wanted, found = self._after(self._look(state)), self._look(mirrored)
        for seat in range(self._seats):
            here, other = wanted.legal[seat], found.legal[seat]
            need(
                here == other,
                f"{where} legal numbers {one_line(repr(numbers_of_set(here)), 60)} and"
                f" {one_line(repr(numbers_of_set(other)), 60)}.",
                _ADVICE,
            )
            differ = numbers_of_set(wanted.observations[seat] ^ found.observations[seat])
            need(
                not differ,
                f"{where} seat {seat} sees other bits, {one_line(repr(differ), 60)}.",
                _ADVICE,
            )

        standing, there_standing = (
            sorted(piece.at for piece in self._ask.view(each, NOBODY).pieces)
            for each in (state, mirrored)
        )
        places = self._symmetry.places
        led = sorted(places.get(at, at) for at in standing)
        need(
            led == there_standing,
            f"{where} pieces at {one_line(', '.join(there_standing), 60)}, where places leads them"
            f" to {one_line(', '.join(led), 60)}.",
            f"{_ADVICE} Its places have the new place of every point that does not stay.",
        )

    def _draw(
        self, state: Any, mirrored: Any, now: Chance[Any], there: Chance[Any]
    ) -> tuple[Any, Any] | None:
        """Both after a draw, and its mirrored one by what is seen; ``None`` if there is none, where
        luck fills a board in an order of its own."""
        move, weight = self._rng.choice(now.outcomes)
        after = self._ask.apply(state, move)
        wanted = self._after(self._look(after))
        for other, its_weight in sorted(there.outcomes, key=lambda each: each[0] != move):
            if its_weight == weight:
                found = self._ask.apply(mirrored, other)
                if self._look(found) == wanted:
                    return after, found
        return None


def _moved(bits: int, after: Sequence[int]) -> int:
    """*bits*, each of which goes where *after* says."""
    return set_of_numbers([after[bit] for bit in numbers_of_set(bits)], len(after))


def _standing(now: object) -> object:
    """The part of a status that is equal in both games."""
    if isinstance(now, Over):
        return now.winners, now.reason, now.scores
    if isinstance(now, Chance):
        return now.number, sorted(weight for _outcome, weight in now.outcomes)
    return now
