"""``arena``: tournaments of bots, and the statistics of their games."""

from __future__ import annotations

import argparse
import math
import sys
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import asdict
from pathlib import Path
from typing import Any

from gipf_meta.base.clock import StillClock
from gipf_meta.base.engine_names import bot_names
from gipf_meta.base.sentences import pad, pad_before, system_reason
from gipf_meta.base.texts import _
from gipf_meta.bots.engine_bot import EngineBot
from gipf_meta.bots.engine_process import require_memory_limits
from gipf_meta.bots.levels import THREAD_MS, SearchingBot, make_bot
from gipf_meta.commands.arguments import (
    add_game,
    add_json,
    add_usual_seed,
    print_json,
    read_apart,
    read_decimal_number,
    read_game,
    read_number,
    read_seats,
)
from gipf_meta.commands.parser import ANALYSIS, UsageError, add_command
from gipf_meta.commands.progress import progress_bar
from gipf_meta.commands.worker_arguments import add_workers, chosen_workers
from gipf_meta.plugins.loading import load_plugins
from gipf_meta.plugins.playable import playable
from gipf_meta.protocol.game import title_of
from gipf_meta.protocol.options import changed_options
from gipf_meta.records.player_names import PERSON
from gipf_meta.records.record_files import require_place, write_whole
from gipf_meta.table.new_table import begin_table
from gipf_meta.table.players import players_of
from gipf_meta.workshop.arena.crosstable import FORMS, as_csv, as_page
from gipf_meta.workshop.arena.journal import TournamentJournal
from gipf_meta.workshop.arena.referee import GameOutcome
from gipf_meta.workshop.arena.schedule import Sprt, Tournament
from gipf_meta.workshop.arena.standings import (
    ACCEPTED,
    Elo,
    Outcomes,
    PairStanding,
    Standings,
    bounded_elo_words,
    standings,
)


def add_commands(commands: Any) -> None:
    """Adds ``arena`` to the program."""
    words = _("let bots play each other, and tell their strength")
    examples = (
        "gipf-meta arena zertz --bots greedy random --games 4",
        "gipf-meta arena zertz --bots easy medium --games 200 --jobs 4 --file games.jsonl",
    )
    arena = add_command(commands, "arena", _arena, words, *examples, title=ANALYSIS)
    add_game(arena, "--bots easy medium")
    arena.add_argument(
        "--bots",
        nargs="+",
        required=True,
        metavar="BOT",
        type=read_apart,
        help=_("two or more; each meets each"),
    )
    words = _("of each match-up; default: 100")
    arena.add_argument("--games", type=read_number(10**9), default=100, metavar="N", help=words)
    add_usual_seed(arena, 1, _("default: 1"))
    words = _("random turns that the games of a pair begin with; default: 2")
    arena.rare.add_argument(
        "--opening", type=read_number(1000, least=0), default=2, metavar="TURNS", help=words
    )
    words = _("how long a bot may think in a game before it has lost it; default: 600")
    arena.rare.add_argument(
        "--limit", type=read_decimal_number, default=600.0, metavar="SECONDS", help=words
    )
    words = _("how long engines and expert think about a decision; default: as they do")
    arena.rare.add_argument("--ms", type=read_number(THREAD_MS[-1]), metavar="MS", help=words)
    words = _("how much memory an engine may have; default: as it likes")
    arena.rare.add_argument("--memory", type=read_number(10**7), metavar="MB", help=words)
    words = _(
        "stop as soon as it is clear whether the first bot is ELO0 or ELO1 stronger (errors: 5 %%)"
    )
    arena.rare.add_argument(
        "--sprt", type=read_decimal_number, nargs=2, metavar=("ELO0", "ELO1"), help=words
    )
    words = _("keep every game there; the same command goes on with it")
    arena.add_argument("--file", dest="journal", type=Path, metavar="FILE", help=words)
    words = _("write a table of everybody against everybody there: .csv or .html")
    arena.add_argument("--table", type=_read_table, metavar="FILE", help=words)
    add_workers(arena, jobs=1)
    add_json(arena, _("one object"))


def _arena(arguments: argparse.Namespace) -> int:
    tournament = _tournament(arguments)
    if arguments.memory is not None:
        require_memory_limits()
    if arguments.table:
        require_place(arguments.table)
    result = standings(tournament, _play_tournament(tournament, arguments))
    if arguments.json:
        print_json(_as_data(tournament, result))
    else:
        for line in _lines(tournament, result):
            print(line)
    sys.stdout.flush()  # the results are printed before the table can fail
    if arguments.table:
        _write_table(arguments.table, tournament, result)
    return 0


def _read_table(words: str) -> Path:
    """The path of a results table. Raises what argparse expects."""
    path = Path(words)
    if path.suffix not in FORMS:
        raise argparse.ArgumentTypeError(
            _("a table is a file whose name ends in {forms}").format(forms=_(" or ").join(FORMS))
        )
    return path


def _write_table(path: Path, tournament: Tournament, result: Standings) -> None:
    if path.suffix == ".csv":
        text = as_csv(tournament, result)
    else:
        game = title_of(load_plugins().find(tournament.game))
        many = _.many("{game}: {count} game", "{game}: {count} games", result.games)
        text = as_page(tournament, result, many.format(game=game, count=result.games))
    write_whole(text.encode(), path)


def _play_tournament(tournament: Tournament, arguments: argparse.Namespace) -> Outcomes:
    from gipf_meta.workshop.arena.tournament import run  # slow, and every command would wait for it

    with ExitStack() as stack:
        journal = stack.enter_context(_journal(arguments.journal, tournament))
        workers = stack.enter_context(chosen_workers(arguments, jobs=1))
        done = len(journal.outcomes) if journal else 0
        bar = progress_bar(lambda: tournament.total, _("games"), done)
        advance = stack.enter_context(bar)
        return run(tournament, workers, journal, lambda outcome: advance())


def _tournament(arguments: argparse.Namespace) -> Tournament:
    """The tournament that the arguments describe. Raises ``GipfMetaError`` if it cannot be
    played."""
    installed = load_plugins()
    game, notices = playable(read_game(installed, arguments), installed)
    for notice in notices:
        print(notice, file=sys.stderr)
    seats = read_seats(game, arguments)
    if PERSON in map(str.lower, arguments.bots):
        raise UsageError(_("Only bots play in the arena; people play with gipf-meta play."))
    made = [make_bot(name) for name in arguments.bots]  # here no person can be meant
    uses_ms = (isinstance(b, EngineBot) or (isinstance(b, SearchingBot) and b.eager) for b in made)
    if arguments.ms is not None and not any(uses_ms):
        raise UsageError(_("--ms is for engines and for expert: name one of them."))
    bots = players_of(arguments.bots, arguments.bots)
    kinds = tuple(bot.kind for bot in bots)
    tournament = Tournament(
        game=game.id,
        rules_version=game.rules_version,
        options=changed_options(game),
        players=seats,
        bots=kinds,
        games=arguments.games,
        seed=arguments.seed,
        opening=arguments.opening,
        limit_ms=int(1000 * arguments.limit),
        sprt=Sprt(*arguments.sprt) if arguments.sprt else None,
        memory_mb=arguments.memory,
        decision_ms=arguments.ms,
    )
    tournament.check()
    sitting = [bots[bot] for bot in tournament.seats(0)]
    begin_table(game, sitting, installed.find, StillClock(), seed=arguments.seed)
    return tournament


@contextmanager
def _journal(path: Path | None, tournament: Tournament) -> Iterator[TournamentJournal | None]:
    if path is None:
        yield None
        return
    try:
        journal = TournamentJournal(path, tournament)
    except OSError as error:
        raise UsageError(
            _("{path} cannot be written: {why}.").format(path=path, why=system_reason(error))
        ) from error
    try:
        yield journal
    finally:
        journal.close()


# ---- the answer --------------------------------------------------------------------------------


def _as_data(tournament: Tournament, result: Standings) -> dict[str, Any]:
    """The result as JSON data; ``null`` where a strength is infinite."""
    test = result.test
    return {
        "arena": tournament.model_dump(mode="json"),
        "games": result.games,
        "bots": [asdict(bot) for bot in result.bots],
        "pairs": [
            {**asdict(pair), "elo": pair.elo and _elo_data(pair.elo)} for pair in result.pairs
        ],
        "sprt": test
        and {"pairs": test.rounds, "llr": round(test.ratio, 4), "accepted": test.accepted},
        "faults": [_fault_data(tournament, outcome) for outcome in result.faults],
        "failed": [_fault_data(tournament, outcome) for outcome in result.failed],
    }


def _elo_data(elo: Elo) -> dict[str, float | None]:
    ends = elo._asdict().items()
    return {name: round(value, 1) if math.isfinite(value) else None for name, value in ends}


def _fault_data(tournament: Tournament, outcome: GameOutcome) -> dict[str, Any]:
    return {
        "game": outcome.number,
        "bot": _culprit(tournament, outcome),
        "reason": outcome.reason,
    }


def _culprit(tournament: Tournament, outcome: GameOutcome) -> str | None:
    if outcome.at_fault is None:
        return None
    return tournament.bots[tournament.seats(outcome.number)[outcome.at_fault]]


def _lines(tournament: Tournament, result: Standings) -> Iterator[str]:
    called = bot_names(tournament.bots)
    wide = max(map(len, called.values()))
    if result.pairs:
        both = 2 * wide + 3
        heads = [_("won"), _("drawn"), _("lost"), _("score")]
        yield f"{'':<{both}}{_heads(heads)}   " + _("Elo (95 %)")
        for pair in result.pairs:
            names = f"{pad(called[pair.bots[0]], wide)} - {called[pair.bots[1]]}"
            games = pair.won + pair.drawn + pair.lost
            share = f"{(pair.won + pair.drawn / 2) / games:.1%}" if games else "-"
            yield (
                f"{pad(names, both)}{pair.won:>7}{pair.drawn:>7}{pair.lost:>7}{share:>7}"
                f"   {_elo_words(pair)}"
            )
    if len(tournament.bots) > 2 or not result.pairs:
        if result.pairs:
            yield ""
        heads = [_("games"), _("wins"), _("place")]
        yield f"{'':<{wide}}{_heads(heads)}"
        for bot in sorted(result.bots, key=lambda bot: bot.place or tournament.players):
            wins = "-" if bot.wins is None else f"{bot.wins:.1%}"
            place = "-" if bot.place is None else f"{bot.place:.2f}"
            yield f"{pad(called[bot.bot], wide)}{bot.games:>7}{wins:>7}{place:>7}"
    if result.test and tournament.sprt:
        yield _sprt_words(tournament.sprt, result)
    for outcome in result.faults:
        culprit = _culprit(tournament, outcome)
        yield _("Game {number}: {bot} lost by a fault of its own ({reason}).").format(
            number=outcome.number, bot=culprit and called[culprit], reason=outcome.reason
        )
    for outcome in result.failed:
        yield _("Game {number} failed and does not count ({reason}).").format(
            number=outcome.number, reason=outcome.reason.rstrip(".")
        )


def _heads(words: Sequence[str]) -> str:
    return "".join(pad_before(word, 7) for word in words)


def _elo_words(pair: PairStanding) -> str:
    return "-" if pair.elo is None else bounded_elo_words(pair.elo)


def _sprt_words(sprt: Sprt, result: Standings) -> str:
    test = result.test
    assert test is not None
    found = _("undecided")
    if test.accepted is not None:
        found = _("{elo:+g} accepted").format(elo=test.accepted)
    return _(
        "SPRT of {elo0:+g} against {elo1:+g}: {found} after {pairs} pairs (LLR {ratio:+.2f} of"
        " {bound:.2f})."
    ).format(
        elo0=sprt.elo0,
        elo1=sprt.elo1,
        found=found,
        pairs=test.rounds,
        ratio=test.ratio,
        bound=ACCEPTED,
    )
