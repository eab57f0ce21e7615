"""The widgets below a board, alone: every question and every word to choose must be visible there.

``python -m tests.tui.below --matches 20 --decisions 200`` looks at random matches of all games and
of the combined one, and at all lessons, in every size and language. Nothing else of the interface
runs: the board is there, but is not drawn.
"""

from __future__ import annotations

import argparse
import asyncio
import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import product
from random import Random
from textwrap import wrap
from typing import Any, Final, NamedTuple
from unittest.mock import patch

from rich.cells import cell_len
from rich.style import Style
from rich.text import Text
from textual.app import App, ComposeResult
from textual.pilot import Pilot

from gipf_meta.base.addressee import told_to
from gipf_meta.base.texts import language, spoken
from gipf_meta.library.settings import Settings
from gipf_meta.match.lesson_progress import begin, lessons_of
from gipf_meta.match.match import Match
from gipf_meta.match.partial_decision import PartialDecision
from gipf_meta.match.session import Session
from gipf_meta.narration import prompts, story
from gipf_meta.plugins.loading import load_plugins
from gipf_meta.protocol.game import Turn, seat_name
from gipf_meta.protocol.options import configure
from gipf_meta.protocol.view import Choice, View
from gipf_meta.table.players import Player, seats_of
from gipf_meta.tui.app import GipfApp
from gipf_meta.tui.parts.below_board import AskedWords
from gipf_meta.tui.parts.board_widget import Board
from gipf_meta.tui.parts.looks import Looks
from gipf_meta.tui.parts.prompt import TypedLines
from gipf_meta.tui.parts.word_choices import Words
from gipf_meta.tui.parts.word_pages import LEAST_READ, cut
from gipf_meta.tui.screens.decision_screen import DecisionScreen
from tests.gipf.specimens import with_every_kind
from tests.tui.conftest import LOOK_S

SIZES: Final = ((80, 24), (120, 40))
LANGUAGES: Final = ("en", "cs")
COMBINED: Final[dict[str, Any]] = {
    "variant": "tournament",
    "challenges_enabled": True,
    **with_every_kind("2/2"),
}
NEWS: Final = "Mia jumps from f4 to d6, capturing the black marble on e5."
"""A line of news."""
MOST_LAYOUTS: Final = 4
"""The layouts after which every widget has its place: rows that one gives up go to another."""
MOST_MOVES: Final = 40
"""The decisions of which one is chosen at random: of a list of thousands the rest is ignored."""


class Asked(NamedTuple):
    """A question: a *view*, its *choices*, the words, and the names of the seats."""

    view: View
    choices: Sequence[Choice]
    question: str
    seats: Sequence[str]


def games() -> list[tuple[str, dict[str, Any]]]:
    """Every game with its usual options, and the combined game."""
    return [*((id, {}) for id in load_plugins().games), ("gipf", COMBINED)]


def asked_anywhere(matches: int, decisions: int, *, with_lessons: bool) -> Iterator[Asked]:
    """The questions in so many random *matches* of each game, and in all lessons."""
    for game, options in games():
        for seed in range(matches):
            for match in of_match(game, options, seed, decisions):
                yield from asked_in(match)
        if with_lessons and not options:
            yield from of_lessons(game)


def of_match(game: str, options: dict[str, Any], seed: int, decisions: int) -> Iterator[Match]:
    """The positions of a random match in which somebody decides; announcements come often."""
    finder, rng = load_plugins().find, Random(seed)
    configured = configure(finder(game), options)
    match = Match.begin(configured, rng.choice(configured.seat_counts), finder, seed)
    for _n in range(decisions):
        top = match.top
        if match.result is not None or not isinstance(top.status, Turn):
            return
        yield match
        moves = top.game.legal_moves(top.state, top.status.seat)
        some = rng.sample(list(moves), min(MOST_MOVES, len(moves)))
        texts = [top.game.format(top.state, move) for move in some]
        special = [text for text in texts if "^" in text or "challenge" in text] or texts
        match = match.play(rng.choice(special if rng.random() < 0.3 else texts), match.player)


def asked_in(match: Match) -> Iterator[Asked]:
    """The questions of the screen of a match in this position: to the person who plays it alone,
    and to those who share the keyboard."""
    top = match.top
    players = [Player.of_kind("human", f"Player {n + 1}") for n in match.sessions[0].players]
    people = seats_of(players)
    assert isinstance(top.status, Turn)
    for you in (match.player, None):
        with told_to(story.addressee_of(people, match, you, "keys")):
            view, names = top.view(None), story.names_of(people, match)
            question = prompts.prompt(view.prompt, top, top.status.seat, names, is_asked=True)
            yield Asked(view, view.choices, question, seats_called(top))


def seats_called(session: Session) -> list[str]:
    """The names of the game's seats."""
    return [seat_name(session.game, seat) for seat in range(len(session.game.seat_names))]


def of_lessons(game: str) -> Iterator[Asked]:
    """The questions of each page of each lesson, decision by decision, played as the page wants."""
    finder = load_plugins().find
    for lesson in lessons_of(finder(game)):
        progress = begin(lesson, finder(game), finder)
        while progress.page is not None:
            if progress.asks_nothing:
                progress = progress.turn_page()
                continue
            view = progress.match.top.view(None)
            yield Asked(view, view.choices, view.prompt, seats_called(progress.match.top))
            progress = progress.play(progress.wanted[0])


class BelowScreen(DecisionScreen[str]):
    """A board that is not drawn, and the widgets below it."""

    def __init__(self) -> None:
        super().__init__()
        self.seats: Sequence[str] = ()

    @property
    def seat_names(self) -> Sequence[str]:
        return self.seats

    def compose(self) -> ComposeResult:
        board = Board(self.interface.looks, id="board")
        board.display = False
        yield board
        yield from self.below()

    def play(self, text: str) -> bool:
        return True


class BelowApp(App[None]):
    """An app with that screen alone, laid out as the interface is."""

    CSS_PATH = GipfApp.CSS_PATH
    HORIZONTAL_BREAKPOINTS = GipfApp.HORIZONTAL_BREAKPOINTS
    VERTICAL_BREAKPOINTS = GipfApp.VERTICAL_BREAKPOINTS
    looks = Looks(motion=False, technique="quadrant")
    typed_lines = TypedLines()
    settings = Settings()

    def on_mount(self) -> None:
        self.push_screen(BelowScreen())


class Law:
    """The check of questions, each once in each language and size; *broken* are those with
    invisible parts."""

    def __init__(self, rng: Random) -> None:
        self.rng = rng
        self.looks = 0
        self.broken: list[str] = []
        self._seen: set[object] = set()

    async def walk(self, size: tuple[int, int], asked: Iterable[Asked]) -> None:
        """Looks at all that is *asked* on a screen of *size*."""
        app = BelowApp()
        async with app.run_test(size=size) as pilot:
            await pilot.pause()
            for each in asked:
                await self._click_through(pilot, each)

    async def _click_through(self, pilot: Pilot[None], asked: Asked) -> None:
        """Makes a decision at random, and looks before each click."""
        screen = pilot.app.screen
        assert isinstance(screen, BelowScreen)
        screen.seats, screen.deciding.decision = asked.seats, PartialDecision()
        screen.deciding.offer(asked.view, asked.choices, asked.question)
        while screen.decision.words:
            await self._look(pilot, screen)
            after = screen.decision.with_word(self.rng.choice(screen.decision.words))
            assert after is not None
            screen.deciding.decision = after
            screen.deciding.show_next_words()

    async def _look(self, pilot: Pilot[None], screen: BelowScreen) -> None:
        words, question = screen.query_one(Words), screen.query_one(AskedWords)
        shown = language(), screen.size, question.question, words.words, tuple(words._names)
        if shown in self._seen:
            return
        self._seen.add(shown)
        self.looks += 1
        # a status line takes a row; what it says here is seen nowhere else
        for said in ("", NEWS):
            screen.say(said)
            for _layout in range(MOST_LAYOUTS):
                await pilot.pause()
                if not (broken := list(out_of_sight(screen, bool(said)))):
                    break
            told = f"{screen.size.width} columns, {said!r}, {question.question!r}"
            self.broken += [f"{told}: {why}" for why in broken]
        screen.say("")


def out_of_sight(screen: BelowScreen, has_news: bool) -> Iterator[str]:
    """The parts of the question and its words that are not visible on *screen*.

    A sentence may be left out for a line of news, or if the words below say the same. Beside news
    names may be short, but each word is there.
    """
    words, question = screen.query_one(Words), screen.query_one(AskedWords)
    said, rows = str(question.content), str(words.content).split("\n")
    if not screen.region.contains_region(words.region) or len(rows) > words.size.height:
        yield f"{len(rows)} rows of words have {words.size.height}"
    if any(cell_len(row) > words.size.width for row in rows):
        yield f"a word is broken: {rows}"
    if [word for word in words.page if word not in words_in(words)]:
        yield f"a word is left out: {rows}"
    whole = [words._names[words.words.index(word)] for word in words.page]
    drawn = [word in words._pieces and word not in words._counts for word in words.page]
    shown = zip(words.said, whole, drawn, strict=True)
    named = [(said, name) for said, name, is_drawn in shown if not is_drawn]
    if not has_news and any(len(said) < len(cut(name, LEAST_READ)) for said, name in named):
        yield f"names cannot be read: {rows}"
    if not has_news and len({said for said, _name in named}) < len({name for _s, name in named}):
        yield f"names cannot be told apart: {rows}"
    height = len(wrap(said, question.size.width))
    if height > question.size.height:
        yield f"{height} rows of the question have {question.size.height}"
    if not question.question.startswith(said):
        yield f"another question is shown: {said!r}"
    rest = question.question.removeprefix(said)
    if not has_news and not set(re.findall(r"\((\w+)\)", rest)) & set(words.words) and rest:
        yield f"left out: {rest!r}"


def words_in(words: Words) -> list[str]:
    """The words that can be clicked in what is drawn of *words*."""
    content = words.content
    assert isinstance(content, Text)
    metas = (span.style.meta for span in content.spans if isinstance(span.style, Style))
    return [meta["word"] for meta in metas if "word" in meta]


async def look_at_all(
    law: Law, matches: int, decisions: int, sizes: Sequence[tuple[int, int]], *, with_lessons: bool
) -> None:
    """Looks at so many *matches* of each game, each of so many *decisions*, and at all lessons."""
    for size, spoken_there in product(sizes, LANGUAGES):
        with spoken(spoken_there):
            await law.walk(size, asked_anywhere(matches, decisions, with_lessons=with_lessons))


def look_now(
    matches: int,
    decisions: int,
    sizes: Sequence[tuple[int, int]] = SIZES,
    *,
    with_lessons: bool = False,
) -> Law:
    """Looks at all, without waiting between two looks; returns the law with its violations."""
    law = Law(Random(1))
    with (
        patch("textual._wait.SLEEP_GRANULARITY", LOOK_S),
        patch("textual._wait.SLEEP_IDLE", LOOK_S / 4),
    ):
        asyncio.run(look_at_all(law, matches, decisions, sizes, with_lessons=with_lessons))
    return law


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--matches", type=int, default=10)
    parser.add_argument("--decisions", type=int, default=200)
    asked = parser.parse_args()
    law = look_now(asked.matches, asked.decisions, with_lessons=True)
    print(*dict.fromkeys(law.broken), sep="\n")
    if law.broken:
        raise SystemExit(1)
    print(f"{law.looks} questions, all in sight.")


if __name__ == "__main__":
    main()
