"""The faces of the program, as they meet a game that fails: each plays on afterwards."""

from __future__ import annotations

import io
from collections.abc import Callable, Iterator
from contextlib import contextmanager, redirect_stderr
from itertools import count
from pathlib import Path
from typing import Any

import pytest

import gipf_meta as gm
from gipf_meta.base.stops import CtrlC
from gipf_meta.bots.levels import make_bot
from gipf_meta.desk.context import Context
from gipf_meta.desk.desk import SCREENS, Desk
from gipf_meta.host.database_ledger import DatabaseLedger
from gipf_meta.hub.hub import Hub
from gipf_meta.library.settings import Settings
from gipf_meta.library.store import Library
from gipf_meta.line.local_line import LocalLine
from gipf_meta.match.match import Match
from gipf_meta.plain.terminal import Terminal
from gipf_meta.plugins.loading import Installed
from gipf_meta.records.models import Seat
from gipf_meta.records.player_names import PERSON
from gipf_meta.records.record_files import dumps
from gipf_meta.records.writer import to_record
from gipf_meta.rooms.ledger import MemoryLedger
from gipf_meta.rooms.rebuilding import rebuild
from gipf_meta.table.openings import Opening
from gipf_meta.workshop.arena import referee
from gipf_meta.workshop.arena.schedule import Task
from gipf_meta.workshop.environments.chosen_match import chosen_match
from gipf_meta.workshop.environments.match_rows import MatchRows
from gipf_meta.workshop.environments.moment import MatchMoment
from tests.gate.broken_game import CTRL_C, Watch
from tests.host.conftest import open_new
from tests.plain import lines
from tests.small_games.finding import GAMES, find

ROOM, OTHER = "r", "other"
COMMANDS: tuple[dict[str, Any], ...] = (
    {"do": "look", "at": 1},
    {"do": "ask", "question": "what is on a"},
    {"do": "ask", "question": "what can I do with a"},
    {"do": "copy"},
    {"do": "record"},
    {"do": "picture"},
    {"do": "hint"},
    {"do": "analyse"},
    {"do": "review"},
    {"do": "premove", "text": "a"},
    {"do": "plan", "lines": [{"do": "a", "then": [{"do": "a"}]}]},
    {"do": "imagine", "path": ["a"]},
    {"do": "take_back"},
    {"do": "play_again"},
    {"do": "begin_here"},
    {"do": "paste", "text": "b-1"},
    {"do": "offer"},
    {"do": "answer", "accept": False},
    {"do": "seat", "player": 1, "kind": "easy"},
    {"do": "seat", "player": 1, "kind": PERSON},
    {"do": "branch", "at": 1},
    {"do": "study"},
    {"do": "play", "text": "1"},
    {"do": "choose", "path": ["1"]},
)
"""Commands to a room whose game fails."""


class Small(Installed):
    """The games of the tests, and none else."""

    def find(self, game: str) -> Any:
        return find(game)


def small(watch: Watch) -> Small:
    """An installation with the game that fails, and a sound one."""
    return Small([], {"odd": watch.game, "wager": GAMES["wager"]})


def opening(game: str, *kinds: str) -> Opening:
    """A match of *game* between players of those *kinds*."""
    seats = tuple(Seat(name=f"p{n}", player=kind) for n, kind in enumerate(kinds))
    return Opening(game=game, players=seats, seed=1)


# ---- library users, arena, environments ----------------------------------------------------------


def door(watch: Watch, folder: Path) -> None:
    """``gipf_meta.new_match`` and what is done with the match."""
    match = gm.new_match(watch.game, seed=1).play("a")
    path = folder / "kept.json"
    match.save(path)
    with watch.broken():
        for do in (
            lambda: gm.new_match(watch.game, seed=1),
            lambda: (match.legal, match.legal_turns, match.to_move, match.result, match.turns),
            lambda: (match.position, str(match), repr(match), match.svg(), match.perft(1)),
            lambda: match.play("1"),
            lambda: match.play("1").play("b-1"),
            lambda: match.play_out("random", "greedy"),
            lambda: (match.resign(), match.undo(), match.agree_draw()),
            lambda: gm.bot("easy").choose(match),
            lambda: gm.analyse(match, nodes=20),
            lambda: gm.load(path, games=(watch.game,)),
            lambda: match.save(folder / "again.json"),
        ):
            watch.ask(do)
    assert match.play("1").turns == ("a-1",)
    assert gm.load(path, games=(watch.game,)) == match


def arena(watch: Watch, folder: Path) -> None:
    """A game of a tournament: it is lost, or void, by a sentence."""
    bots = {"random": "random", "beginner": "beginner"}
    task = Task(0, "odd", {}, tuple(bots), seed=1, opening=0, limit_ms=60_000)
    with watch.broken():
        outcome = watch.ask(lambda: referee.play(task, make_bot))
    if outcome is not None and outcome.reason not in ("last one",):
        watch.said.append(outcome.reason)
    assert referee.play(task, make_bot).reason == "last one"


def environments(watch: Watch, folder: Path) -> None:
    """Matches for programs that learn, one and many at a time."""
    chosen = chosen_match(watch.game(), 2, {})
    rows = MatchRows(chosen, 2, 1, 100)

    def step() -> None:
        moment = MatchMoment.begin(chosen)
        for _step in range(4):
            number = moment.legal[-1]
            moment.text(number)
            moment.observe(0)
            moment.views(None)
            moment = moment.after(number)
            moment.returns()

    with watch.broken():
        watch.ask(lambda: chosen_match(watch.game(), 2, {}))
        watch.ask(step)
        watch.ask(rows.observations)
        watch.ask(rows.legal_numbers)
        watch.ask(lambda: rows.step([0, 0]))
    step()


# ---- rooms ---------------------------------------------------------------------------------------


class Rooms:
    """A hub with a room of the game that fails and one of a sound game; who watches them."""

    def __init__(self, watch: Watch, ledger: Any) -> None:
        self.watch, self.ledger, self.hub = watch, ledger, Hub(ledger, find, patience_ms=None)
        self.count = 0
        for link, want in (("ann", "scene"), ("bob", "view"), ("eve", "events")):
            self.hub.connect(link, "ann", "")
            for room in (ROOM, OTHER):
                if link == "ann":
                    game = "odd" if room == ROOM else "wager"
                    self.hub.open_room(room, opening(game, PERSON, PERSON), "ann")
                self.say({"do": "watch", "want": want}, room, link)

    def say(self, command: dict[str, Any], room: str = ROOM, link: str = "ann") -> None:
        """Sends a *command*, and thinks for the thoughts that come of it."""
        self.count += 1
        message = {"id": f"c{self.count}", "room": room, **command}
        if command["do"] in ("play", "choose"):
            message["seen"] = self.ledger.read(room)[-1].event.number
        self.hub.receive(link, message, 0)
        self.hub.pass_time(0)
        self.hub.wait_ms(0)
        for thought in self.hub.take_thoughts():
            self.think(thought)
        self.hear()

    def think(self, thought: Any) -> None:
        """Thinks as a worker does: an exception travels back to the caller."""
        try:
            found = thought.run(lambda part: self.hub.take_part(thought, part))
        except BaseException as error:
            failed = error

            def fail() -> Any:
                raise failed

            self.hub.take_answer(thought, fail, 0)
        else:
            self.hub.take_answer(thought, lambda: found, 0)

    def hear(self) -> list[Any]:
        """Takes the messages of the hub, and notes the refusals among them."""
        said: list[Any] = [message for _link, message in self.hub.take_outbox()]
        self.watch.said += [str(each["why"]) for each in said if "why" in each]
        return said

    def play(self, text: str, room: str) -> None:
        """Plays *text*, which must be accepted."""
        self.say({"do": "play", "text": text}, room)
        assert self.hub.room(room).table.match.top.steps[-1].text == text, self.watch.said


def hub(watch: Watch, folder: Path) -> None:
    """A hub, whose rooms are watched as scenes, views and events."""
    _rooms(watch, MemoryLedger())


def host(watch: Watch, folder: Path) -> None:
    """Plays in rooms whose ledger is that of a host, in a file of SQLite."""
    database = open_new(f"sqlite:///{folder / 'rooms.sqlite'}")
    try:
        _rooms(watch, DatabaseLedger(database))
    finally:
        database.close()


def _rooms(watch: Watch, ledger: Any) -> None:
    rooms = Rooms(watch, ledger)
    rooms.play("a", ROOM)
    kept = list(ledger.read(ROOM))
    with watch.broken():
        for command in COMMANDS:
            watch.ask(lambda command=command: rooms.say(command))  # type: ignore[misc]
        for want in ("scene", "view", "events"):
            watch.ask(lambda want=want: rooms.say({"do": "watch", "want": want}))  # type: ignore[misc]
        if not watch.has_stopped:
            rooms.play("claim", OTHER)
            rooms.play("allow", OTHER)
    rooms.hub.take_outbox()
    rooms.hub.pass_time(1)
    if not watch.has_stopped:
        rooms.play("one", OTHER)
    after = list(ledger.read(ROOM))
    assert after[: len(kept)] == kept, "what was acknowledged is kept"
    rebuild(ROOM, [each.event for each in after], find)


# ---- faces ---------------------------------------------------------------------------------------

TYPED = (
    *("moves", "moves a", "board", "what is on a", "what can I do with a", "?", "hint", "analyse"),
    *("copy", "rules", "undo", "redo", "next a", "save kept.json", "begin", "study", "1", "b-1"),
)


def line_by_line(watch: Watch, folder: Path) -> None:
    """Plays line by line: the match is stored, however it ends, also by Ctrl-C."""
    library = Library(folder / "library.sqlite")
    installed = small(watch)

    def play(*typed: str) -> int:
        terminal = lines.pipe(*typed)
        line = lines.open_line(installed, library)
        try:
            lines.begin(line, Match.begin(watch.game(), 2, find, 1), (PERSON, PERSON))
            status = lines.play(line, terminal, installed)
        finally:
            watch.said += lines.said_at(terminal).splitlines()
            line.close()
        return status

    assert play("a", "1", "quit") == 0
    for typed in TYPED:
        terminal = Terminal(Breaking(watch, "a\n", f"{typed}\nquit\n"), io.StringIO())
        line = lines.open_line(installed, library)
        lines.begin(line, Match.begin(watch.game(), 2, find, 1), (PERSON, PERSON))

        def type_it(terminal: Terminal = terminal, line: LocalLine = line) -> int:
            with redirect_stderr(terminal.out):
                status = lines.play(line, terminal, installed)
            if watch.fault == CTRL_C and status == 2:
                raise CtrlC  # it ends the match by a sentence, as whoever presses it wants
            return status

        status = watch.ask(type_it)
        watch.is_broken = False
        watch.said += lines.said_at(terminal).splitlines()
        assert status in (0, 2, None)
        line.close()
    assert play("a", "1", "quit") == 0


class Breaking(io.StringIO):
    """Typed input: the text *before*, and *then* that which is read while the game fails."""

    def __init__(self, watch: Watch, before: str, then: str) -> None:
        super().__init__(before + then)
        self._watch, self._at = watch, len(before)

    def readline(self, size: int | None = -1, /) -> str:  # type: ignore[override]
        if self.tell() >= self._at:
            self._watch.is_broken = True
        return super().readline(-1 if size is None else size)


def desk(watch: Watch, folder: Path) -> None:
    """Every screen of the desk, for the page, the terminal and who types."""
    library = Library(folder / "library.sqlite")
    match = Match.begin(watch.game(), 2, find, 1).play("a")
    number = library.add(to_record(match, (Seat(name="Ann"), Seat(name="Ben"))))
    installed, text = small(watch), dumps(library.record(number))
    abouts: tuple[dict[str, str], ...] = ({}, {"game": "odd"}, {"match": str(number)})
    ids = count()
    for face in ("page", "terminal", "lines"):
        hub = Hub(MemoryLedger(), find, patience_ms=None)
        context = Context(installed, library, Settings(), hub, new_seed=lambda: 1, face=face)
        asked = Desk(context)

        def send(asked: Desk = asked, **message: Any) -> None:
            said: list[Any] = [*asked.receive("link", "ann", {"id": f"m{next(ids)}", **message}, 0)]
            refused = [str(each["why"]) for each in said if "why" in each]
            watch.said.extend(refused)
            if message["screen"] == "launcher" or not watch.is_broken:
                assert not refused, "other games are there to be chosen, whatever one does"

        with watch.broken():
            for screen in SCREENS:
                for about in abouts:
                    watch.ask(lambda s=screen, a=about: send(do="open", screen=s, about=a))  # type: ignore[misc]
            for what in ("go_on", "record", "picture"):
                about = {"match": str(number), "do": what}
                watch.ask(lambda a=about: send(do="submit", screen="match", about=a, values={}))  # type: ignore[misc]
            for screen in ("setup", "at_once", "lessons", "statistics"):
                watch.ask(
                    lambda s=screen: send(do="submit", screen=s, about={"game": "odd"}, values={})  # type: ignore[misc]
                )
            watch.ask(
                lambda: send(do="submit", screen="open_match", about={}, values={"record": text})
            )
        send(do="open", screen="launcher", about={})
        send(do="open", screen="setup", about={"game": "odd"})
    assert dumps(library.record(number)) == text


FACES: dict[str, Callable[[Watch, Path], None]] = {
    each.__name__: each for each in (door, arena, environments, hub, host, line_by_line, desk)
}
"""The faces that need neither a loop nor a process."""


@contextmanager
def installed(watch: Watch, folder: Path) -> Iterator[None]:
    """Lets the game be found by its id; what is saved comes into *folder*."""
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(folder)  # where files are saved
        patch.setitem(GAMES, "odd", watch.game)
        patch.setattr("gipf_meta.workshop.arena.referee.installed_plugins", lambda: small(watch))
        yield
