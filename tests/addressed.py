"""All that a game says to somebody who plays it, in random matches, and what is wrong with it.

He is called *you* in verbs that agree, never by his name or his seat; the others by their names.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import fields, is_dataclass
from random import Random
from typing import Any, Final, NamedTuple

from gipf_meta import AnyGame, Chance, MoveError, Over
from gipf_meta.base.addressee import Addressee, Controls, seated, told_to
from gipf_meta.protocol.capabilities import Eventful, timed
from gipf_meta.protocol.game import NOBODY, seat_name

NAMES: Final = ("Anna", "Mia", "Leo", "Eva", "Max", "Ida")
HANDS: Final[tuple[Controls, ...]] = ("", "mouse", "keys", "typed")
BROKEN: Final = {
    "a verb of others": re.compile(r"\b[Yy]ou (?:is|has|\w+[^\Ws]s)\b"),
    "You in the middle": re.compile(r"[a-zà-ž,] You\b"),
    "You's": re.compile(r"\b[Yy]ou's\b"),
    "a gap": re.compile(r"[{}]|  "),
}
WORDS_OF_VIEW: Final = ("prompt", "caption", "seen", "times", "stakes", "names")
"""The fields of a view that are words of people; of its parts, those of ``WORDS``."""
WORDS: Final = {"title", "label", "note", "spoken"}
SUCH_AS: Final = re.compile(r"such as ([^,:;]+?)(?:[,:;.]|$)")
PAUSES_MS: Final = (0, 500, 4000, 16_000, 30_000)
MOST: Final = 40
"""The decisions of a match."""


class Said(NamedTuple):
    """A *text* that is said at a *place*, such as ``prompt``."""

    place: str
    text: str


def words_in(part: object, place: str) -> Iterator[Said]:
    """The words of people in a part of a view."""
    if isinstance(part, str):
        yield Said(place, part)
    elif is_dataclass(part):
        for each in fields(part):
            if each.name in WORDS or not isinstance(getattr(part, each.name), str):
                yield from words_in(getattr(part, each.name), f"{place} {each.name}")
    elif isinstance(part, tuple):
        for value in part:
            yield from words_in(value, place)


def view_words(game: AnyGame, state: Any, seat: int) -> Iterator[Said]:
    """The words of the view for *seat*."""
    view = game.view(state, seat)
    for name in WORDS_OF_VIEW:
        yield from words_in(getattr(view, name), name)
    for part in (view.trays, view.sheets, view.countdowns, view.choices):
        for each in part:
            for name in WORDS & {field.name for field in fields(each)}:
                yield from words_in(getattr(each, name), type(each).__name__)


def faults_in(game: AnyGame, seats: int, you: int | None, hand: Controls, seed: int) -> list[str]:
    """The faults of all that *game* says in a random match to the player *you*, who decides by
    *hand*; ``None``: to somebody who plays all the *seats*."""
    names = NAMES[:seats]
    own = [seat_name(game, seat) for seat in range(seats)]
    unsaid = own if you is None else [*own, names[you]]
    wrong = {"a seat's or the reader's name": re.compile(rf"\b(?:{'|'.join(unsaid)})\b"), **BROKEN}
    if you is None:
        wrong["nobody is You"] = re.compile(r"\bYou\b(?! (?:must|may|can))|\byours\b")
    with told_to(Addressee(names, you=you, hand=hand)), seated(range(seats), lambda: own):
        return sorted({
            f"{fault}: {said.place}: {said.text}"
            for said in _walk(game, seats, you, Random(seed))
            for fault, sign in wrong.items()
            if sign.search(said.text)
        })  # fmt: skip


def _walk(game: AnyGame, seats: int, you: int | None, rng: Random) -> Iterator[Said]:
    state, passed = game.start(seats), list[str]()
    for _decision in range(MOST):
        now = game.status(state)
        due = getattr(now, "seat", NOBODY)
        reader = due if you is None else you
        said = [*view_words(game, state, reader)]
        yield from said
        yield from _examples(game, state, reader, said)
        for text in rng.sample(passed, min(3, len(passed))):
            yield from _refusal(game, state, rng.randrange(seats), text)
        if isinstance(now, Over):
            break
        if timed(game):
            ms = rng.choice(PAUSES_MS)
            yield from (Said("happening", text) for text in game.happenings(state, ms=ms))
            state = game.advance(state, ms)
            if isinstance(now := game.status(state), Over):
                continue
        moves = [move for seat in range(seats) for move in game.legal_moves(state, seat)]
        if not moves and not isinstance(now, Chance):  # a duel, which another game decides
            break
        move = rng.choice(
            [each for each, _weight in now.outcomes] if isinstance(now, Chance) else moves
        )
        if isinstance(game, Eventful):
            yield from (Said("happening", text) for text in game.happenings(state, move))
        yield Said("list", game.list_text(state, [move]))
        passed.append(game.format(state, move))
        state = game.apply(state, move)


def _examples(game: AnyGame, state: Any, reader: int, said: Sequence[Said]) -> Iterator[Said]:
    """A fault for each example in a prompt that *reader* could not type now."""
    for place, text in said:
        for example in SUCH_AS.findall(text) if place == "prompt" else ():
            try:
                game.parse(state, reader, example)
            except MoveError as error:
                yield Said("example", f"{{{example}}}: {error}")


def _refusal(game: AnyGame, state: Any, seat: int, text: str) -> Iterator[Said]:
    with suppress(StopIteration):
        try:
            game.parse(state, seat, text)
        except MoveError as error:
            yield Said("refusal", str(error))


def faults(game: AnyGame, seats: int = 2) -> list[str]:
    """The faults of what *game* says to one of its first two players, and to somebody who plays
    all the *seats*, who point, choose by keys, or type."""
    told = ((0, "mouse"), (1, "keys"), (0, "typed"), (None, "typed"))
    return sorted({
        fault
        for seed, (you, hand) in enumerate(told, 1)
        for fault in faults_in(game, seats, you, hand, seed)
    })  # fmt: skip


def prompt(game: AnyGame, state: Any, hand: Controls, seats: int = 2) -> str:
    """The prompt of *game* in *state* to the player on turn, who decides by *hand*."""
    (you,) = [seat for seat in range(seats) if game.turn_moves(state, seat)]
    own = [seat_name(game, seat) for seat in range(seats)]
    reader = Addressee(NAMES[:seats], you=you, hand=hand)
    with told_to(reader), seated(range(seats), lambda: own):
        return game.view(state, you).prompt
