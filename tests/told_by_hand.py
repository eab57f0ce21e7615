"""All sentences that a game tells a person who plays it, by each hand, in a match at random, and
the faults in them."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from random import Random
from typing import Any, Final, NamedTuple

from gipf_meta.base.addressee import Addressee, Controls, seated, told_to
from gipf_meta.protocol.capabilities import Eventful
from gipf_meta.protocol.game import AnyGame, Chance, MoveError, Over
from gipf_meta.protocol.view import View

NAMES: Final = ("Anna", "Mia")
READERS: Final = (0, 1, None)
"""The seat of the reader; ``None``: he plays both."""
HANDS: Final[Sequence[Controls]] = ("mouse", "keys", "typed")
PLACE: Final = re.compile(r"\b[a-z][0-9]{1,2}\b")
"""The name of a place: notation, for one who points."""
OF_OTHERS: Final = re.compile(
    r"\byou(?:'s| (?!pass|press|miss|cross|guess|toss)\w*[^s\W]s|r?s? (?:is|has|was|does))\b",
    re.IGNORECASE,
)
"""The verb of somebody else behind *you*: ``You wins``."""


class Sentence(NamedTuple):
    """A *text*, and where it stands; *wanted*: the decisions of the reader whom it asks, *green*:
    the signs by which a page marks where they begin."""

    place: str
    text: str
    hand: Controls
    wanted: frozenset[str] = frozenset()
    green: frozenset[str] = frozenset()


def texts_of(view: View) -> Iterator[tuple[str, str]]:
    """All texts of *view* but its prompt, each with its place."""
    yield "caption", view.caption
    yield from (("seen", each) for each in view.seen)
    for tray in view.trays:
        yield "tray", tray.title
        yield from (("item", f"{item.label} {item.brief}") for item in tray.items)
    for sheet in view.sheets:
        yield "sheet", sheet.title
        yield from (("column", each) for each in sheet.columns)
    yield from (("piece", each.spoken) for each in view.pieces)
    yield from (("choice", each.label) for each in view.choices)
    yield from (("name", name) for _word, name in view.names)


def green_signs(view: View) -> frozenset[str]:
    """The signs on a page where a decision begins: ``green dot``, or ``circled in green``, a
    piece."""
    places, held = {point.id for point in view.points}, {piece.at for piece in view.pieces}
    begins = {choice.path[0] for choice in view.choices}
    begins |= {mark.at for mark in view.marks if mark.kind == "legal"}
    return frozenset("circled in green" if at in held else "green dot" for at in begins & places)


def sentences(
    game: AnyGame, seed: int, wrong: Sequence[str], most: int = 1_000
) -> Iterator[Sentence]:
    """All that a reader is told in *most* decisions of *game* at random, by each hand in turn: a
    player, or one who plays both, as *seed* says; each time somebody says something *wrong*."""
    rng, you, state = Random(seed), READERS[seed % len(READERS)], game.start(2)
    for number in range(most):
        hand = HANDS[number % len(HANDS)]
        with (
            told_to(Addressee(NAMES, you=you, hand=hand)),
            seated((0, 1), lambda: game.seat_names),
        ):
            now = game.status(state)
            view = game.view(state, you)
            yield from (Sentence(*each, hand) for each in texts_of(view))
            wanted = frozenset(choice.notation for choice in view.choices)
            yield Sentence("prompt", view.prompt, hand, wanted, green_signs(view))
            if isinstance(now, Over):
                return
            if not isinstance(now, Chance):
                for seat in (0, 1):
                    yield from _refusal(game, state, seat, rng.choice(wrong), hand)
            move = _some_move(rng, game, state, now)
            if isinstance(game, Eventful):
                told = game.happenings(state, move)
                yield from (Sentence("event", each, hand) for each in told)
            state = game.apply(state, move)


def _refusal(game: AnyGame, state: Any, seat: int, text: str, hand: Controls) -> Iterator[Sentence]:
    try:
        game.parse(state, seat, text)
    except MoveError as refused:
        yield Sentence("refusal", str(refused), hand)


def _some_move(rng: Random, game: AnyGame, state: Any, now: Any) -> Any:
    if isinstance(now, Chance):
        moves, weights = zip(*now.outcomes, strict=True)
        return rng.choices(moves, weights)[0]
    return rng.choice([*game.legal_moves(state, now.seat)])


def faults(game: AnyGame, seed: int, wrong: Sequence[str], most: int = 1_000) -> list[str]:
    """The sentences of a match of *game* that call a player by his seat, the reader by his name or
    with the verb of somebody else, or ask him for what his hand cannot do."""
    you, told = READERS[seed % len(READERS)], {*sentences(game, seed, wrong, most)}
    others = {name for seat, name in enumerate(NAMES) if seat != you}
    assert all(any(name in each.text for each in told) for name in others), "one has no name"
    unsaid = "|".join([*game.seat_names, *({*NAMES} - others)])
    seats = re.compile(rf"\b(?:{unsaid})\b")
    found = [
        f"{each.place}: {each.text}"
        for each in told
        if seats.search(each.text)
        or OF_OTHERS.search(each.text)
        or (each.wanted and not _is_for(each))
    ]
    return sorted(found)


def _is_for(asked: Sentence) -> bool:
    """Whether the prompt *asked* begins with a capital, and suits the hand: one who types reads a
    decision that he can make now; one who points, no notation, and what is green there."""
    text, words = asked.text, {word.strip(".,") for word in asked.text.split()}
    if not text[:1].isupper() or (asked.hand == "typed" and not words & asked.wanted):
        return False
    if asked.hand != "mouse":
        return "green" not in text
    named = {sign for sign in ("green dot", "circled in green") if sign in text}
    return not PLACE.search(text) and named <= asked.green
