"""Newcomers' walks: from the launcher's first line to the end of a match, and the effects of a
clock.

Each walk is one; here it is walked with keys, in ``test_mouse`` with the mouse.
"""

from __future__ import annotations

import pytest

from gipf_meta.base.clock import StillClock
from gipf_meta.library.store import Library
from gipf_meta.match.match import Match
from gipf_meta.match.session import Session
from gipf_meta.plugins.loading import load_plugins
from gipf_meta.plugins.playable import playable_showcase
from gipf_meta.protocol.game import Turn, title_of
from gipf_meta.protocol.hookspecs import Showcase
from gipf_meta.table.players import Player
from gipf_meta.table.table import Table
from gipf_meta.tui.app import GipfApp
from gipf_meta.tui.parts.board_widget import Board
from gipf_meta.tui.screens.dialogs import ListDialog, QuestionDialog, SaveDialog
from gipf_meta.tui.screens.play_screen import PlayScreen
from gipf_meta.tui.screens.replay import Replay
from tests.tui.conftest import (
    SEED,
    Driver,
    Hands,
    Keys,
    Mind,
    TableInRoom,
    call_waits,
    in_room,
    place,
    told_at,
    words,
)

SHORT = 120
"""Decisions of a match that is short, its duel included."""
MINDS = range(500)
"""The seeds of minds, of which the first that plays such a match is used: about one in eight
does."""


def table_at(app: GipfApp) -> TableInRoom:
    """The table of the match that is played."""
    assert app.played is not None
    return in_room(app.played)


async def set_up(hands: Hands, line: str, **fields: str) -> TableInRoom:
    """From the launcher through the form to the table of a new match."""
    assert place(hands.app) == "launcher"
    await hands.set_up(line)
    assert place(hands.app) == "setup"
    for name, value in fields.items():
        await hands.field(name.replace("_", " "), value)
    await hands.button("Play")
    if isinstance(hands.app.screen, QuestionDialog):
        await hands.button("I am ready")
    assert isinstance(hands.app.screen, PlayScreen)
    return table_at(hands.app)


async def asked(hands: Hands) -> bool:
    """Waits until the newcomer is to decide, or another screen asks; returns whether it is a
    decision."""

    def reached() -> bool:
        screen = hands.app.screen
        decides = isinstance(screen, PlayScreen) and bool(screen.decision.choices)
        is_asked = not isinstance(screen, PlayScreen) and screen.is_mounted
        return decides or is_asked or call_waits(hands.app)

    await hands.until(reached)
    if call_waits(hands.app):
        await hands.turn_to_call()
    return isinstance(hands.app.screen, PlayScreen)


async def play_turns(hands: Hands, table: Table, turns: int) -> None:
    """Decides until so many turns of the match were begun."""
    mind = Mind(1)
    while len(table.match.top.turns()) < turns:
        assert await asked(hands)
        await hands.play(mind.decides(table))


# ---- GIPF, its challenge, and its duel -----------------------------------------------------------


def rehearsed(show: Showcase, seed: int) -> Table:
    """The match that a mind plays with a bot when there is no interface at all."""
    match = Match.begin(show.game, 2, load_plugins().find, SEED)
    kinds = zip(("human", "greedy"), show.game.seat_names, strict=True)
    table = Table(match, [Player.of_kind(kind, name) for kind, name in kinds], StillClock())
    mind = Mind(seed)
    for _ in range(SHORT):
        if table.over is not None or table.time_acts:
            break
        table.play_bot() if table.bot_is_due else table.play(mind.decides(table))
    return table


def rehearsed_in_short(show: Showcase) -> tuple[int, Table]:
    """The first mind whose match is ``short``, and that match.

    Raises ``AssertionError`` if there is none.
    """
    for seed in MINDS:
        table = rehearsed(show, seed)
        if short(table.match):
            return seed, table
    raise AssertionError(
        f"None of {len(MINDS)} minds plays a match of {show.title} with a single duel that is over"
        f" after {SHORT} decisions."
    )


def duels(session: Session) -> list[Session]:
    """The duels that were fought in a session."""
    return [step.duel for step in session.steps if isinstance(step.duel, Session)]


def short(match: Match) -> bool:
    """Whether *match* is over after a single duel, played to its end, after which White decides."""
    bottom = match.sessions[0]
    if match.result is None or [duel.ended for duel in duels(bottom)] != [None]:
        return False
    last = next(n for n, step in enumerate(bottom.steps) if isinstance(step.duel, Session))
    after = [bottom.game.status(step.before) for step in bottom.steps[last + 1 :]]
    return any(isinstance(now, Turn) and now.seat == 0 for now in after)


async def walk_through_a_challenge(hands: Hands, library: Library) -> None:
    """The first entry of the launcher, its duel, the way back, the end, and all of it again."""
    app = hands.app
    show = playable_showcase(app.installed)
    assert show is not None
    seed, rehearsal = rehearsed_in_short(show)
    (fought,) = duels(rehearsal.match.sessions[0])
    in_duel = f"GIPF ▸ {title_of(fought.game)}"
    table, mind = await set_up(hands, "GIPF with potentials", opponent="greedy"), Mind(seed)
    questions = []
    while True:
        if await asked(hands):
            was_fought = len(table.match.sessions) == 2
            await hands.play(mind.decides(table))
            if was_fought and len(table.match.sessions) == 1:
                back = table.match.sessions[0]
                assert not isinstance(app.screen, QuestionDialog)
                assert words(app, "heading").startswith("GIPF  ")
                board = app.screen.query_one(Board)
                assert board.view.points == back.game.view(back.state, None).points
            continue
        if not isinstance(app.screen, QuestionDialog):
            break
        questions.append(app.screen.heading)
        waiting = table.match.sessions[0]
        await hands.button("Begin the duel")
        assert words(app, "heading").startswith(in_duel)
        assert app.screen.has_class("duel")
    assert len(questions) == 1
    before, settled = back.steps[: len(waiting.steps)], back.steps[len(waiting.steps)]
    assert before == waiting.steps
    assert settled.before == waiting.state
    assert settled.duel is not None

    assert isinstance(app.screen, ListDialog)
    assert "won" in app.screen.words
    assert table.match.sessions == rehearsal.match.sessions
    assert library.record(1) == rehearsal.record()
    await hands.line("Replay")
    again = app.screen
    assert isinstance(again, Replay)
    assert (again.at, words(app, "heading")[:6]) == (0, "GIPF  ")
    await hands.footer("next")
    assert again.moment.sessions[0].steps == back.steps[:1]
    await hands.footer("duel")
    assert again.moment.sessions[0].state == waiting.state
    assert words(app, "heading").startswith(in_duel)
    await hands.footer("out")
    after = again.moment
    assert after.sessions[0].steps == (*before, settled)
    await hands.footer("turn")
    assert (again.moment.depth, again.moment.turn) == (0, after.turn - 1)
    await hands.footer("leave")
    await hands.footer("leave")
    assert place(app) == "launcher"


# ---- TAMSK, its sand -----------------------------------------------------------------------------


def passed(app: GipfApp, ms: int) -> None:
    """Lets *ms* pass on the clock, which stands still by itself."""
    clock = table_at(app).line.clock
    assert isinstance(clock, StillClock)
    assert isinstance(app.screen, PlayScreen)
    clock.ms += ms
    app.screen.read_clock()


async def walk_through_sand(hands: Hands) -> None:
    """TAMSK as it is meant: the first click lifts the glass, and sand runs out at its moment."""
    app = hands.app
    table = await set_up(hands, "TAMSK", opponent="greedy")
    await hands.word("a1")
    assert table.match.top.steps[-1].text == "R:^a1"
    assert "Put the glass of a1 down" in words(app, "prompt-words")
    assert "held" in {piece.badge for piece in app.screen.query_one(Board).view.pieces}
    await hands.word("a2")
    assert words(app, "caption").startswith("Turn 2, Bruno")
    passed(app, 1_999)
    assert words(app, "caption").startswith("Turn 2, Bruno")
    passed(app, 1)
    assert words(app, "caption").startswith("Turn 3, at 0:02.0: yours.")
    # from here on the newcomer dozes, and the bot turns the 15-second glass
    while table.match.top.time_ms + (due_ms := table.wait_ms() or 0) < 180_000:
        passed(app, due_ms)
    passed(app, due_ms - 1)
    assert "run out" not in words(app, "status")
    passed(app, 1)
    assert "our glass on a2 has run out" in words(app, "status")
    assert table.match.top.time_ms == 180_000
    await hands.word("a2")
    assert "a2 is not possible" in words(app, "status")
    await hands.footer("leave")
    await hands.line("TAMSK: ")
    assert isinstance(app.screen, QuestionDialog)
    assert table_at(app).paused
    await hands.button("Go on")
    assert table_at(app).match.top.state == table.match.top.state
    assert not table_at(app).paused


# ---- Zatre, its sheets ---------------------------------------------------------------------------


async def walk_to_four_sheets(hands: Hands) -> None:
    """Zatre with four: two more bots are asked to it, and what each makes stands on the sheets."""
    app = hands.app
    others = {f"Player_{n}": "random" for n in (3, 4)}
    table = await set_up(hands, "Zatre", opponent="each", **others)
    assert [player.kind for player in table.players] == ["human", "beginner", "random", "random"]
    await play_turns(hands, table, 6)
    with told_at(app):
        sheets = table.view().sheets
    assert any(sheet.footer[-1][1] != "0" for sheet in sheets)
    told = " ".join(words(app, "sheets").split())
    for sheet in sheets:
        _above, own = told.rsplit(sheet.title, 1)
        assert sheet.footer[-1][1] in own.split()


# ---- ZÈRTZ, its largest board --------------------------------------------------------------------


async def walk_on_61_rings(hands: Hands, library: Library) -> None:
    """ZÈRTZ on the board that the form offers beside the usual one, for some turns, and away."""
    app = hands.app
    table = await set_up(hands, "ZÈRTZ", board="61")
    points = {point.id for point in app.screen.query_one(Board).view.points}
    assert len(points) == 61
    await play_turns(hands, table, 5)
    await hands.footer("leave")
    assert place(app) == "launcher"
    assert library.record(1).options["board"] == 61
    await hands.line("ZÈRTZ: ")
    assert isinstance(app.screen, PlayScreen)
    assert len(table_at(app).match.top.turns()) >= 5


# ---- by keys -------------------------------------------------------------------------------------


@pytest.mark.soak
async def test_a_newcomer_plays_gipf_and_its_duel_by_keys(driven: Driver, library: Library) -> None:
    async with driven() as (app, pilot):
        keys = Keys(app, pilot)
        await walk_through_a_challenge(keys, library)
        await keys.line("All matches")
        await keys.footer("replay")
        assert isinstance(app.screen, Replay)
        await keys.footer("save")
        assert isinstance(app.screen, SaveDialog)


async def test_a_newcomer_plays_tamsk_against_the_clock_by_keys(driven: Driver) -> None:
    async with driven() as (app, pilot):
        await walk_through_sand(Keys(app, pilot))


@pytest.mark.soak  # by mouse it is played in CI
async def test_a_newcomer_plays_zatre_with_three_bots_by_keys(driven: Driver) -> None:
    async with driven() as (app, pilot):
        await walk_to_four_sheets(Keys(app, pilot))


@pytest.mark.slow
async def test_a_newcomer_plays_zertz_on_61_rings_by_keys(driven: Driver, library: Library) -> None:
    async with driven() as (app, pilot):
        await walk_on_61_rings(Keys(app, pilot), library)
