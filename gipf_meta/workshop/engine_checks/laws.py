"""The laws of engines: the duties of a program that speaks the engine protocol."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from threading import Event
from typing import Any, Final

from gipf_meta.bots.engine_lines import (
    BEST,
    ENGINE,
    INFO,
    OPTION,
    PLAYS,
    BeginAt,
    ChooseGame,
    EngineAnswer,
    EngineLineError,
    HasDecided,
    HasDrawn,
    Hello,
    HostCommand,
    Quit,
    SearchInfo,
    SetOption,
    Stop,
    Think,
)
from gipf_meta.bots.engine_process import GRACE_MS, EngineRefused
from gipf_meta.protocol.capabilities import Positions
from gipf_meta.protocol.game import AnyGame, MoveError, Over, Turn
from gipf_meta.testing.trial.findings import Broken, NotAsked, need
from gipf_meta.workshop.engine_checks.trial import PAGE, Anything, EngineTrial, walk

THINKING_MS: Final = 200
"""The milliseconds that an engine may think in a law."""
SLACK_MS: Final = 1_000
"""The delay of an answer that still counts as in time: machines are busy."""

# ---- walks with the engine ---------------------------------------------------------------------


def _begin(trial: EngineTrial, game: AnyGame) -> int:
    """Lets the engine begin *game* with as few seats as it can have; returns how many."""
    seats = game.seat_counts[0]
    trial.ask(ChooseGame(game.id, seats))
    return seats


def _first_decision(trial: EngineTrial, game: AnyGame) -> tuple[list[HostCommand], Any, int]:
    """The commands that begin *game* and say what luck draws before the first decision, and the
    state and the seat of that. Raises ``NotAsked`` where time or a duel comes before it."""
    seats = game.seat_counts[0]
    commands: list[HostCommand] = [ChooseGame(game.id, seats)]
    for step in walk(game, seats, 0, trial.seed):
        if isinstance(now := game.status(step.state), Turn):
            return commands, step.state, now.seat
        if not isinstance(step.command, HasDrawn):
            break
        commands.append(step.command)
    raise NotAsked("Neither a decision nor luck begins.")


def _visit(trial: EngineTrial, game: AnyGame, number: int = 0) -> Iterator[tuple[Any, int]]:
    """Walks through a game; yields each state in which a seat decides, and that seat."""
    seats = _begin(trial, game)
    for step in walk(game, seats, number, trial.seed):
        now = game.status(step.state)
        if isinstance(now, Turn):
            yield step.state, now.seat
        if step.command is not None:
            trial.ask(step.command)


def _some(trial: EngineTrial, game: AnyGame) -> Iterator[tuple[Any, int]]:
    """A few of the states of a walk: all where it is short, every eighth where it is long."""
    for number, (state, seat) in enumerate(_visit(trial, game)):
        if number < 3 or number % 8 == 0:
            yield state, seat


def compare_legal(trial: EngineTrial, game: AnyGame, state: Any, seat: int) -> None:
    """Raises ``Broken`` unless the engine lists exactly what *seat* may decide in *state*."""
    ours, theirs = _texts(game, state, seat), trial.legal()
    advice = "Compare your rules with docs/rules, and your notation with ours."
    for text in ours:
        need(text in theirs, f"It lacks {text!r}, which is legal.", advice)
    for text in theirs:
        need(text in ours, f"It lists {text!r}, which is not legal.", advice)
    need(len(theirs) == len(ours), "It lists a decision twice.", advice)


def check_decision(
    trial: EngineTrial, game: AnyGame, state: Any, seat: int, limits: Think
) -> EngineAnswer:
    """Sends *limits* to the engine and returns its answer. Raises ``Broken`` unless it decides
    once, and legally."""
    answer = trial.ask(limits)
    best = answer.all(BEST)
    need(len(best) == 1, f"It says {len(best)} decisions.", f"Say {BEST} DECISION, once.")
    need(
        best[0] in _texts(game, state, seat),
        f"It decides {best[0]!r}, which is not legal.",
        "Decide one of what you list as legal.",
    )
    return answer


def _texts(game: AnyGame, state: Any, seat: int) -> list[str]:
    return [game.format(state, move) for move in game.turn_moves(state, seat)]


# ---- laws about no game ------------------------------------------------------------------------


def greets(trial: EngineTrial) -> None:
    """It introduces itself, and says which games it plays."""
    answer = trial.start_anew()
    need(any(answer.all(ENGINE)), "It does not name itself.", f"Say: {ENGINE} NAME.")
    need(answer.all(PLAYS), "It names no game.", f"Say: {PLAYS} ID, for each game that it plays.")


def offers_options(trial: EngineTrial) -> None:
    """Its options have a name, a kind and a default that can be set."""
    options = trial.start_anew().all(OPTION)
    if not options:
        raise NotAsked("It has no options.")
    for option in options:
        name, kind, default = (*option.split(" ", 2), "", "")[:3]
        if kind != "text":
            default = default.partition(" ")[0]
        need(
            kind == "text" or (kind in ("choice", "number") and default),
            f"It says {OPTION} {option!r}.",
            f"Write: {OPTION} NAME choice DEFAULT VALUE VALUE. {PAGE}",
        )
        if default:  # a text may be empty
            trial.ask(SetOption(name, default))


def refuses(trial: EngineTrial) -> None:
    """It refuses what is no command, each in a sentence, and goes on."""
    for text in ("sing a song", "game there-is-no-such-game 2", "\udcff\udcfe\x00\x01", "x" * 5000):
        trial.must_refuse(Anything(text), "that means nothing")
    trial.ask(Hello())


def says_nothing_unasked(trial: EngineTrial) -> None:
    """It does not answer to stop when it does not think, and speaks only when it is asked."""
    trial.start_anew()
    trial.tell(Stop())
    answer = EngineAnswer()
    with suppress(EngineRefused):
        answer = trial.try_to_ask(Hello())
    need(
        answer.all(ENGINE),
        "It answers to stop, or says something by itself, and nothing was asked.",
        "Say nothing to stop: what is asked by go has its answer.",
    )


def ends(trial: EngineTrial) -> None:
    """It ends when it is told to quit, and when its input ends."""
    trial.start_anew()
    trial.tell(Quit())
    need(trial.has_ended(), f"It runs {GRACE_MS} ms after quit.", "End at quit.")
    trial.start_anew()
    trial.close_input()
    need(
        trial.has_ended(),
        f"It runs {GRACE_MS} ms after its input ended.",
        "End when nothing comes.",
    )


# ---- laws about a game -------------------------------------------------------------------------


def knows_what_is_legal(trial: EngineTrial, game: AnyGame) -> None:
    """It lists exactly the legal decisions in every state, and takes each of them."""
    for number in range(trial.games):
        for state, seat in _visit(trial, game, number):
            compare_legal(trial, game, state, seat)


def refuses_what_is_illegal(trial: EngineTrial, game: AnyGame) -> None:
    """It refuses illegal decisions and those of the wrong seat, and nothing changes by that."""
    for state, seat in _some(trial, game):
        ours, last = _texts(game, state, seat), trial.last_decision
        trial.must_refuse(HasDecided(seat, "nonsense"), "that is no decision")
        if last and not _is_legal(game, state, seat, last):
            trial.must_refuse(HasDecided(seat, last), "that is not legal here")
        other = (seat + 1) % game.seat_counts[0]
        if other != seat and not _is_legal(game, state, other, ours[0]):
            trial.must_refuse(HasDecided(other, ours[0]), "that seat is not on turn")
        need(
            sorted(trial.legal()) == sorted(ours),
            "Something was refused, and other decisions are legal now.",
            "Change nothing before a command is found to be right.",
        )


def _is_legal(game: AnyGame, state: Any, seat: int, text: str) -> bool:
    try:
        game.parse(state, seat, text)
    except MoveError:
        return False
    return True


def decides(trial: EngineTrial, game: AnyGame) -> None:
    """It decides what is legal, and tells chances and lines that can be played."""
    for state, seat in _some(trial, game):
        limits = Think(ms=THINKING_MS, seed="7", lines=2)
        answer = check_decision(trial, game, state, seat, limits)
        for info in answer.all(INFO):
            _check_info(game, state, info)


def _check_info(game: AnyGame, state: Any, rest: str) -> None:
    try:
        info = SearchInfo.read(rest)
    except EngineLineError as error:
        raise Broken(f"It says {INFO} {rest!r}. {error}", PAGE) from None
    if info is None:
        return
    for text in info.decisions:
        now = game.status(state)
        if not isinstance(now, Turn):
            return
        try:
            state = game.apply(state, game.parse(state, now.seat, text))
        except MoveError as error:
            raise Broken(
                f"It tells the line {'; '.join(info.decisions)!r}. {error}",
                "Tell decisions that follow each other.",
            ) from None


def keeps_its_time(trial: EngineTrial, game: AnyGame) -> None:
    """It decides within the time that it is given, and soon after it is told to stop."""
    commands, _state, _seat = _first_decision(trial, game)
    trial.ask(*commands)
    for limits in (Think(ms=THINKING_MS), Think(ms=THINKING_MS, for_ever=True)):
        trial.ask(limits, ms=THINKING_MS + SLACK_MS)
        need(
            not trial.was_stopped,
            f"To {limits.line!r} it had to be stopped {SLACK_MS} ms later.",
            "Look at the clock while you think: the first limit that is reached ends it.",
        )
    enough = Event()
    enough.set()
    trial.ask(Think(for_ever=True), ms=None, cancelled=enough)


def repeats_itself(trial: EngineTrial, game: AnyGame) -> None:
    """From the same seed it decides the same, in a game that begins anew."""
    commands, _state, _seat = _first_decision(trial, game)
    found = set[str]()
    for _time in range(3):
        answer = trial.ask(*commands, Think(positions=20, seed="7"))
        found.update(answer.all(BEST))
    need(
        len(found) == 1,
        f"From one seed it decides {' and '.join(sorted(found))}.",
        "Take all chance from the word after seed, and forget what was before game.",
    )


def begins_anew(trial: EngineTrial, game: AnyGame) -> None:
    """It goes back to the start, and to a position if it reads them."""
    for state, seat in _visit(trial, game):
        wanted = sorted(_texts(game, state, seat))
    with suppress(NotAsked):
        (_game, *draws), first, first_seat = _first_decision(trial, game)
        trial.ask(BeginAt(), *draws)
        need(
            sorted(trial.legal()) == sorted(_texts(game, first, first_seat)),
            "After start it lists what is not legal at the start.",
            "Put everything back at start.",
        )
    if isinstance(game, Positions):
        with suppress(EngineRefused):
            trial.try_to_ask(BeginAt(game.to_text(state)))
            state = game.from_text(game.to_text(state))
            wanted = sorted(_texts(game, state, seat))
            need(
                sorted(trial.legal()) == wanted,
                "It reads a position, and lists what is not legal there.",
                "Refuse positions if you do not read them.",
            )


def knows_the_end(trial: EngineTrial, game: AnyGame) -> None:
    """When the game is over it decides nothing."""
    ends = 0
    for number in range(trial.games):
        *_steps, last = walk(game, game.seat_counts[0], number, trial.seed)
        if isinstance(game.status(last.state), Over):
            for _state, _seat in _visit(trial, game, number):
                pass
            trial.must_refuse(Think(ms=THINKING_MS), "the game is over")
            ends += 1
    if not ends:
        raise NotAsked("The game has no end so soon.")


LAWS: Final[Sequence[Callable[[EngineTrial], None]]] = (
    greets, offers_options, refuses, says_nothing_unasked, ends,
)  # fmt: skip
GAME_LAWS: Final[Sequence[Callable[[EngineTrial, AnyGame], None]]] = (
    knows_what_is_legal, refuses_what_is_illegal, decides, keeps_its_time, repeats_itself,
    begins_anew, knows_the_end,
)  # fmt: skip
