"""Laws on purity: answers depend on the question alone, not on memory, luck, clock or process."""

from __future__ import annotations

import gc
import json
import os
import random
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from functools import partial
from hashlib import sha256
from importlib import import_module
from types import FrameType
from typing import Any, Final

from gipf_meta.base.errors import GipfMetaError
from gipf_meta.base.sentences import one_line
from gipf_meta.protocol.game import Chance, MoveError
from gipf_meta.protocol.gate import Gate
from gipf_meta.protocol.options import configure
from gipf_meta.testing.laws.state_questions import questions, snapshot
from gipf_meta.testing.laws.values import next_state
from gipf_meta.testing.trial.case import Case
from gipf_meta.testing.trial.findings import Broken, GuardedGame, NotAsked, need
from gipf_meta.testing.trial.walks import Walk, WalkState

THERE_MS = 10_000
"""Milliseconds that an answer may take in the other process, whose caches are empty."""
CLOCK: Final = "Take time from advance alone: the host lets it pass."
LUCK: Final = "Ask for luck with a Chance in status; the host draws and plays the outcome."


def equal_questions_have_equal_answers(case: Case) -> None:
    """Every question has the same answer when it is asked twice."""
    for walk, moment in case.moments(60):
        for name, ask in questions(case.ask, moment, walk.seats, moment.state):
            need(
                ask() == ask(),
                f"{name}, asked twice about one state, gives two answers.",
                f"Let {name} depend on its arguments alone: no memory, no random, no clock.",
            )


def answers_depend_on_the_state_alone(case: Case) -> None:
    """The answers stay the same later, in another order, and from a new game with equal options."""
    places = list(case.moments(250))
    order = case.rng("order").sample(range(len(places)), len(places))
    others = [("asked again in another order", case.ask), ("asked of a new game", case.new_game())]
    for how, game in others:
        for place in order:
            walk, moment = places[place]
            case.here = (walk, moment.index)
            offers = tuple(tuple(game.legal_moves(moment.state, n)) for n in range(walk.seats))
            for name, first, now in (
                ("status", moment.now, game.status(moment.state)),
                ("legal_moves", moment.offers, offers if moment.offers else ()),
            ):
                need(
                    first == now,
                    f"{name}, {how}, answers otherwise.",
                    f"Let {name} depend on its arguments and the options alone; keep nothing in"
                    " the game or its class.",
                )
    fresh = case.new_game()
    for walk, moment in case.moments(30):
        there = questions(fresh, moment, walk.seats, moment.state)
        for (name, ask), (_, ask_there) in zip(
            questions(case.ask, moment, walk.seats, moment.state), there, strict=True
        ):
            need(
                ask() == ask_there(),
                f"{name}, asked of a new game, answers otherwise.",
                f"Let {name} depend on its arguments and the options alone; keep nothing in the"
                " game or its class.",
            )
    for walk in case.first_walks(3):
        state = fresh.start(walk.seats) if walk.moments else None
        for index, moment in enumerate(walk.moments):
            case.here = (walk, index)
            need(
                state == moment.state,
                "The same decisions, played again in a new game, lead to another state.",
                "Let start, apply and advance depend on their arguments and the options alone.",
            )
            if index + 1 < len(walk.moments):
                state = (
                    fresh.apply(state, moment.move)
                    if moment.has_move
                    else fresh.advance(state, moment.ms)
                )
    case.here = None


def nothing_comes_from_outside(case: Case) -> None:
    """The game reads no clock and no file, draws no random numbers and prints nothing."""
    for walk, moment in case.moments(40):
        _check_quiet("start", partial(case.ask.start, walk.seats))
        for name, ask in questions(case.ask, moment, walk.seats, moment.state):
            _check_quiet(name, ask)
    for walk, before, _ in case.steps(60):
        name = "apply" if before.has_move else "advance"
        _check_quiet(name, partial(next_state, case, before.state, walk, before.index))


def _check_quiet(name: str, ask: Callable[[], object]) -> None:
    with _watch_calls() as seen, suppress(GipfMetaError), Gate(name):  # another law's business
        ask()
    if seen:
        what, advice = seen[0]
        raise Broken(f"{name} {what}.", advice)


@contextmanager
def _watch_calls() -> Iterator[list[tuple[str, str]]]:
    """Collects the uses of clock, files, randomness and printer while its block runs."""
    seen: list[tuple[str, str]] = []

    def watch(frame: FrameType, event: str, called: Any) -> None:
        if event == "c_call" and (what := _outside_use(called)):
            seen.append(what)

    before, collecting = sys.getprofile(), gc.isenabled()
    gc.disable()  # callbacks of the collector may read the clock
    sys.setprofile(watch)
    try:
        yield seen
    finally:
        sys.setprofile(before)
        if collecting:
            gc.enable()


def _outside_use(called: Any) -> tuple[str, str] | None:
    """The use that a built-in function makes of the world outside, with advice; or ``None``."""
    name, owner = getattr(called, "__name__", ""), getattr(called, "__self__", None)
    module = getattr(called, "__module__", None)
    if module == "time" and name != "sleep":
        return f"reads the clock (time.{name})", CLOCK
    if module == "time":
        return "sleeps", CLOCK
    if isinstance(owner, type) and owner.__module__ == "datetime" and name in ("now", "today"):
        return f"reads the clock ({owner.__name__}.{name})", CLOCK
    if isinstance(owner, type) and owner.__module__ == "datetime" and name == "utcnow":
        return "reads the clock (utcnow)", CLOCK
    if owner is getattr(random, "_inst", None) and owner is not None:
        return "draws a random number", LUCK
    if name in ("urandom", "getrandom") and module in ("posix", "nt"):
        return "draws a random number from the system", LUCK
    if called is print:
        return "prints", "Return what is to be said: happenings, view and errors are shown."
    if called is open or called is input:
        return f"uses {name}()", "Read nothing after the import; a state holds all there is."
    return None


def every_process_plays_alike(case: Case) -> None:
    """Another process, with other hashes, plays the same random games in another order, and gives
    the same answers."""
    game = type(case.game)
    module = sys.modules.get(game.__module__)
    found: Any = module
    for part in game.__qualname__.split("."):
        found = getattr(found, part, None)
    if found is not game or game.__module__ == "__main__":
        raise NotAsked("another process cannot find the class: write it at the top of a module.")
    walks = [walk for walk in case.walks if len(walk.moments) < 2000]
    ends: dict[int, list[Walk]] = {}
    for walk in walks:
        ends.setdefault(walk.seats, []).append(walk)
    walks = [walk for same in ends.values() for walk in same[:1] + same[1:][-1:]][::-1]
    request = json.dumps(
        {
            "module": game.__module__,
            "name": game.__qualname__,
            "options": case.game.model_dump(mode="json"),
            "seed": case.seed,
            "most": case.most_decisions,
            "ms": max(case.ask.ms, THERE_MS),
            "walks": [(walk.seats, walk.number) for walk in walks],
        }
    )
    program = "from gipf_meta.testing.laws.pure import write_transcript; write_transcript()"
    done = subprocess.run(
        [sys.executable, "-c", f"import sys; sys.path[:] = {sys.path!r}; {program}"],
        input=request,
        capture_output=True,
        text=True,
        check=False,
        env={**os.environ, "PYTHONHASHSEED": "20011"},
    )
    if done.returncode == CANNOT_IMPORT:
        raise NotAsked(f"another process cannot import {game.__module__}.")
    last = (done.stderr.strip().splitlines() or ["nothing was said"])[-1]
    need(
        done.returncode == 0,
        f"In another process the game fails: {one_line(last, 200)}.",
        "Let nothing depend on hash(), on the environment or on what ran before.",
    )
    sort = (
        "Let legal_moves and status list things in a fixed order: sort what comes out of a set, and"
        " let nothing depend on hash() or id(), or on what was asked before: keep nothing in the"
        " game, its class or its module."
    )
    for walk, there in zip(walks, json.loads(done.stdout), strict=True):
        every = 1 + len(walk.moments) // MOST_ANSWERED
        for index, moment in enumerate(walk.moments):
            case.here = (walk, index)
            texts = event_texts(case.ask, moment)
            known = there[index] if index < len(there) else [["nothing"], []]
            need(
                known[0] == texts,
                f"Another process, which played other games before, has"
                f" {', '.join(known[0][:4])} here where this one has {', '.join(texts[:4])}.",
                sort,
            )
            if index % every:
                continue
            for (name, here), (_, other) in zip(
                answers(case.ask, moment, walk.seats), known[1], strict=False
            ):
                need(
                    here == other,
                    f"{name} answers otherwise in another process, which played other games"
                    " before.",
                    f"Let {name} depend on its arguments alone, and on no hash(), id() or order of"
                    " a set; keep nothing in the game, its class or its module.",
                )
    case.here = None


MOST: Final = 12
"""The moves of a moment that a transcript names; the random games depend on the order of all."""
MOST_ANSWERED: Final = 12
"""Moments of a game whose answers a transcript contains."""
CANNOT_IMPORT: Final = 3
"""The exit status if the game's module cannot be imported."""
FEW: Final = 12
"""The number of decisions of the games played first, under other options."""


def event_texts(game: GuardedGame, moment: WalkState) -> list[str]:
    """The event of *moment*, then its possible moves in the game's order, as texts."""
    moves = [move for offered in moment.offers for move in offered]
    if isinstance(moment.now, Chance):
        moves += [outcome for outcome, _ in moment.now.outcomes]
    texts = [moment.event]
    for move in moves[:MOST]:
        try:
            texts.append(str(game.format(moment.state, move)))
        except (Broken, MoveError):
            texts.append("")
    return texts


def answers(game: GuardedGame, moment: WalkState, seats: int) -> list[tuple[str, str]]:
    """The method's name and a digest of its answer, for every question about *moment*."""
    return [
        (name, sha256(_canonical(snapshot(ask())).encode()).hexdigest()[:16])
        for name, ask in questions(game, moment, seats, moment.state)
    ]


def _canonical(held: object) -> str:
    """A snapshot as text, independent of the order of sets and mappings."""
    if isinstance(held, frozenset):
        return f"{{{' '.join(sorted(map(_canonical, held)))}}}"
    if isinstance(held, tuple):
        parts = [_canonical(part) for part in held]
        return f"({' '.join(sorted(parts) if held[:1] == ('mapping',) else parts)})"
    return repr(held)


def write_transcript() -> None:
    """Plays the games that standard input names; writes them to standard output as JSON."""
    from gipf_meta.testing.laws.option_values import other_games
    from gipf_meta.testing.trial.case import Case

    order: dict[str, Any] = json.loads(sys.stdin.read())
    try:
        with Gate(order["module"]):
            found: Any = import_module(order["module"])
    except GipfMetaError:
        sys.exit(CANNOT_IMPORT)
    for part in order["name"].split("."):
        found = getattr(found, part)
    game = configure(found, order["options"])
    case = Case(game, 0, order["seed"], order["most"], order["ms"], None)
    first = order["walks"][:1]
    for other in other_games(game) if first else ():
        Case(other, 0, order["seed"], FEW, order["ms"], None).walk(*first[0])
    out = []
    for seats, number in order["walks"]:
        walk = case.walk(seats, number)
        moments = walk.moments if walk else ()
        every = 1 + len(moments) // MOST_ANSWERED
        out.append(
            [
                (
                    event_texts(case.ask, moment),
                    [] if n % every else answers(case.ask, moment, seats),
                )
                for n, moment in enumerate(moments)
            ]
        )
    print(json.dumps(out))
