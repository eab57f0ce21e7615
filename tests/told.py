"""``python -m tests.told`` lists the texts of a match against a bot in which a seat's number or the
name of a level stands: on the page, in the terminal and line by line.

The tests of ``tests/line/test_told_to_you.py`` want none. ``GAME …`` looks at these games alone.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator, Mapping, Sequence
from random import Random
from typing import Any, Final, NamedTuple

from gipf_meta.base.addressee import Addressee, told_to
from gipf_meta.hub.scenes import Telling, Watcher
from gipf_meta.line.played_match import PlayedMatch, telling
from gipf_meta.match.match import Match
from gipf_meta.narration import questions
from gipf_meta.narration.clock_words import clock_lines
from gipf_meta.narration.news import news
from gipf_meta.narration.news_so_far import news_so_far
from gipf_meta.plugins.loading import load_plugins
from gipf_meta.protocol.capabilities import Narrated
from gipf_meta.records.player_names import PERSON
from gipf_meta.render import text
from tests.line.rooms_here import FOUND, Sitting, game_of, sit

BOT: Final = "beginner"
SEAT_OR_LEVEL: Final = re.compile(
    r"\b(?:Player [0-9]|beginner|easy|medium|hard|expert|greedy|random)\b"
)
"""A seat's number, or the level of a bot."""
DISAGREES: Final = re.compile(
    r"\bYou (?:\w*[^\Ws]s|goes|passes|does)\b|\byou (?:has|is|was|wins|plays)\b"
    r"|\bMia (?:are|have|were|do|your)\b"
)
"""A verb of another person than its subject."""
UNSEEN: Final = frozenset({"kind", "seat_name", "key", "role", "id", "word", "words_of", "game"})
"""The fields of elements that a page reads and does not show. A number of a seat is not shown."""
COMBINED: Final = {
    "zertz_potentials": 3, "tamsk_potentials": 3, "challenges_enabled": True, "zertz_duel": "zertz",
}  # fmt: skip


class Shown(NamedTuple):
    """A *text* that a person is shown at a *place*: ``page prompt``."""

    place: str
    text: str

    @property
    def names_seat_or_level(self) -> bool:
        """Whether a seat's number or a level's name stands in it."""
        return bool(SEAT_OR_LEVEL.search(self.text))


def texts_in(element: object, place: str) -> Iterator[Shown]:
    """All texts of a scene's *element*."""
    if isinstance(element, str):
        yield Shown(place, element)
    elif isinstance(element, Mapping):
        for name, value in element.items():
            if name not in UNSEEN:
                yield from texts_in(value, f"{place} {name}")
    elif isinstance(element, Sequence):
        for value in element:
            yield from texts_in(value, place)


def page_of(sitting: Sitting, watcher: Watcher) -> Iterator[Shown]:
    """All that the page shows anew."""
    room = sitting.played.room
    message: Any = Telling(room).scene_message(watcher, sitting.played.person)
    for key, element in (watcher.scene or {}).items():
        yield from texts_in(element, f"page {key.split(':')[0]}")
    for line in message.get("news", ()):
        yield Shown("page news", line)


def terminal_of(played: PlayedMatch, seen: Match) -> Iterator[Shown]:
    """All that the terminal shows beside the page's dialogs."""
    with telling(played):
        view = played.view()
        lines = news(seen.sessions, played.match.sessions, played.names, played.only_person, True)
        yield from (Shown("news", line) for line in lines)
        yield from (Shown("clock", line) for line in clock_lines(played.match, played.names))
        yield Shown("board", text.page(view))
        yield Shown("prompt", played.prompt(view))
        scene = questions.scene_of(played.match, played.names, played.asker)
        for asked in ("whose turn is it?", "what was the last move?", "score?", "what do I have?"):
            yield Shown(f"answer to {asked}", questions.answer(scene, asked) or "")


def walk(game: str, options: Mapping[str, Any], seed: int, most: int = 40) -> Iterator[Shown]:
    """All that a person is shown who plays *game* against a bot at random, and his refusals."""
    rng = Random(seed)
    seats = [PERSON, BOT] if seed % 2 else [BOT, PERSON]
    sitting, watcher = sit(game_of(game, **options), seats), Watcher("scene")
    for _decision in range(most):
        seen = sitting.match
        sitting.let_bots_decide()
        yield from page_of(sitting, watcher)
        yield from terminal_of(sitting.played, seen)
        choices = sitting.played.choices()
        if sitting.played.over is not None or not choices:
            break
        wrong = rng.choice(("a1", "zz", "pass", choices[0].notation[:2], "resign me"))
        yield Shown("refusal", sitting.play(wrong))
        if not sitting.played.choices():
            continue
        sitting.play(_wanted(rng, sitting.played))
    if sitting.played.over is None and sitting.played.speaker is not None:
        sitting.say("resign", by=sitting.played.speaker)
        yield from page_of(sitting, watcher)


def odd_sentences(game: str, options: Mapping[str, Any], seed: int) -> Iterator[str]:
    """The news of a match at random, told to one of its players, that disagree, or that a later
    sentence of the same turn tells again."""
    match, rng = Match.begin(game_of(game, **options), 2, FOUND.find, seed), Random(seed)
    for _decision in range(100):
        if match.player is None:
            break
        choices = match.top.view(match.player).choices
        match = match.play(rng.choice(choices).notation, match.player)
    with told_to(Addressee(("Ann", "Mia"), you=0)):
        turns = [*news_so_far(match, ("You", "Mia"), 0)]
    for turn in turns:
        for at, sentence in enumerate(turn.sentences):
            again = (each for each in turn.sentences[at + 1 :] if each != sentence)
            if any(each.startswith(sentence.rstrip(".")) for each in again):
                yield f"told again: {sentence}"
            is_cut = sentence.startswith("You: ") and isinstance(match.top.game, Narrated)
            if is_cut or DISAGREES.search(sentence):
                yield f"disagrees: {sentence}"


def _wanted(rng: Random, played: PlayedMatch) -> str:
    """A decision at random; a power is announced, and challenged, where that is possible."""
    texts = [choice.notation for choice in played.choices()]
    rare = [each for each in texts if each.endswith("^") or each == "challenge"]
    return rng.choice(rare or texts)


def games_of_two() -> list[tuple[str, Mapping[str, Any]]]:
    """The installed games for two, each with options; the combined game with powers."""
    found = [(game, dict[str, Any]()) for game in sorted(load_plugins().games)]
    return [*found, ("gipf", COMBINED)]


def main() -> None:
    wanted, listed, count = sys.argv[1:], dict[str, str](), 0
    for game, options in games_of_two():
        if wanted and game not in wanted:
            continue
        called = f"{game} combined" if options else game
        for shown in (each for seed in (1, 2) for each in walk(game, options, seed)):
            count += 1
            lines = [line for line in shown.text.splitlines() if SEAT_OR_LEVEL.search(line)]
            if lines:
                listed.setdefault(f"{called}: {shown.place}", lines[0].strip())
    for place, said in listed.items():
        print(f"{place}: {said}")
    print(f"{len(listed)} places of {count} texts name a seat by its number, or a level.")


if __name__ == "__main__":
    main()
