"""``playthrough``, ``perft``, ``legal``, ``analyse`` and ``bench``: tools that examine a game."""

from __future__ import annotations

import argparse
import re
import sys
from collections.abc import Iterator, Sequence
from typing import Any, Final, cast

from gipf_meta.base.errors import GipfMetaError
from gipf_meta.base.sentences import show_unprintable
from gipf_meta.base.texts import N_, _
from gipf_meta.bots.analyst import looking
from gipf_meta.commands.arguments import (
    add_analyst,
    add_game,
    add_json,
    add_search,
    add_settings,
    print_json,
    read_decimal_number,
    read_game,
    read_given_options,
    read_number,
    read_position,
    read_seats,
)
from gipf_meta.commands.given_games import replay_known
from gipf_meta.commands.parser import ANALYSIS, UsageError, add_command
from gipf_meta.match.playthrough import PlaythroughError, playthrough, playthrough_of
from gipf_meta.match.session import Session
from gipf_meta.match.turns import (
    MOST_TURNS,
    legal_turns,
    perft,
    perft_decisions,
    successors,
    whole_turns,
)
from gipf_meta.plugins.benchmark_positions import benchmark_counts, benchmark_positions
from gipf_meta.plugins.loading import Installed, load_plugins
from gipf_meta.protocol.capabilities import Positions
from gipf_meta.protocol.game import AnyGame, Turn, seat_name, title_of
from gipf_meta.protocol.options import configure
from gipf_meta.records.decoded_file import FoundFile
from gipf_meta.records.game_files import first_file, found_files
from gipf_meta.records.models import RecordError
from gipf_meta.records.text_formats import nth_game
from gipf_meta.search.analysis import nobody_decides
from gipf_meta.search.bench import is_compiled, reference, speed
from gipf_meta.search.budget import Budget
from gipf_meta.search.mcts import TreeSearch

_LINE_END: Final = re.compile(r"\r\n|\r|\n")


def add_commands(commands: Any) -> None:
    """Adds ``playthrough``, ``perft``, ``legal``, ``analyse`` and ``bench`` to the program."""
    words = _("replay a game written in its notation")
    example = "gipf-meta playthrough zertz turns.txt"
    through = add_command(commands, "playthrough", _playthrough, words, example, title=ANALYSIS)
    add_game(through)
    through.set_defaults(json=True)  # its answer is always read by programs
    through.add_argument("file", nargs="?", metavar="FILE", help=_("default: standard input"))

    words = _("count the legal sequences of turns")
    examples = ("gipf-meta perft zertz 1", "gipf-meta perft gipf 1 --set variant=basic --divide")
    count = add_command(commands, "perft", _perft, words, *examples, title=ANALYSIS)
    add_game(count)
    count.add_argument("depth", type=read_number(MOST_TURNS, least=0), metavar="DEPTH")
    count.add_argument("--position", metavar="TEXT", help=_("count from this position"))
    count.add_argument("--moves", action="store_true", help=_("count single decisions"))
    count.add_argument("--divide", action="store_true", help=_("count behind each first turn"))
    words = _("count its benchmark positions, and compare; status 1: a count differs")
    count.add_argument("--benchmarks", action="store_true", help=words)
    add_json(count, _("one object"))

    words = _("all legal turns of a position")
    legal = add_command(commands, "legal", _legal, words, "gipf-meta legal zertz", title=ANALYSIS)
    add_game(legal)
    legal.add_argument("--position", metavar="TEXT", help=_("the position; default: the start"))
    add_json(legal, _("one object"))

    words = _("the best lines of a position, and its chances")
    example = "gipf-meta analyse zertz --nodes 500"
    analyse = add_command(commands, "analyse", _analyse, words, example, title=ANALYSIS)
    add_game(analyse)
    analyse.add_argument("--position", metavar="TEXT", help=_("the position; default: the start"))
    add_search(analyse, _("positions to look at"), _("as many as take about a second"))
    add_analyst(analyse)
    add_json(analyse, _("one object"))

    words = _("the speed of rules and search on this machine")
    example = "gipf-meta bench die --seconds 0.1"
    bench = add_command(commands, "bench", _bench, words, example, title=ANALYSIS)
    bench.add_argument("games", nargs="*", metavar="GAME", help=_("default: all"))
    add_settings(bench)
    bench.add_argument("--seconds", type=read_decimal_number, default=2.0, help=_("for each game"))
    add_json(bench)


def _playthrough(arguments: argparse.Namespace) -> int:
    installed = load_plugins()
    game = read_game(installed, arguments)
    file = next(found_files(["-"])) if arguments.file is None else first_file(arguments.file)
    if file.why:
        raise RecordError(file.why)
    lines = _LINE_END.split(file.text.removeprefix("\ufeff"))
    items, fault_of_line = _items_until_error(playthrough(game, read_seats(game, arguments), lines))
    fault: GipfMetaError | None = fault_of_line
    if fault_of_line is not None:  # it is written otherwise than a turn a line
        more, why = _playthrough_in_file(file, game, arguments.players, installed)
        if more and (why is None or len(more) > len(items)):
            items, fault = more, why
        elif (
            why is not None and not _has_turns(items) and f"({fault_of_line.line})" not in str(why)
        ):
            fault = why  # that its first line is no turn says nothing
    for each in items:
        print_json(each)
    if fault is not None:
        raise fault
    for words in file.notices:
        print(show_unprintable(words), file=sys.stderr)
    return 0


def _has_turns(items: Sequence[dict[str, Any]]) -> bool:
    """Whether a turn is among the *items* of a playthrough."""
    return any("text" in each for each in items)


def _items_until_error(
    played: Iterator[dict[str, Any]],
) -> tuple[list[dict[str, Any]], PlaythroughError | None]:
    """The items that *played* yields before its error, and that error, ``None`` without one."""
    items: list[dict[str, Any]] = []
    try:
        for each in played:
            items.append(each)
    except PlaythroughError as error:
        return items, error
    return items, None


def _playthrough_in_file(
    file: FoundFile, game: AnyGame, players: int | None, installed: Installed
) -> tuple[list[dict[str, Any]], GipfMetaError | None]:
    """The playthrough of the game in *file*, read as ``replay`` reads it, and the error that cuts
    it short, or that *file* holds no game of *game*."""
    try:
        found, _more = nth_game(file, installed.all_readers(game), installed.find)
        match = replay_known(found.record, installed)
    except RecordError as error:
        return [], error
    session = match.sessions[0]
    if session.game.id != game.id:
        words = _("{file} holds a game of {other}, and none of {title}.")
        names = {"other": title_of(session.game), "title": title_of(game)}
        return [], RecordError(words.format(file=file.name, **names))
    if players not in (None, len(session.players)):
        return [], None
    items, fault = _items_until_error(playthrough_of(session))
    if found.cut and fault is None:
        fault = PlaythroughError(found.cut)
        items = [each for each in items if "result" not in each]
    return items, fault


def _count_benchmarks(arguments: argparse.Namespace) -> int:
    """Counts the benchmark positions of a game, and returns 1 if a count is not the published
    one."""
    kind = load_plugins().find_typed(arguments.game)
    if not (positions := benchmark_positions(kind)):
        raise UsageError(_("{title} has no benchmark positions.").format(title=title_of(kind)))
    is_other = False
    for each in positions:
        for depth, count, published in benchmark_counts(kind, each, arguments.depth):
            is_other |= count != published
            if arguments.json:
                print_json(each.model_dump() | {"depth": depth, "count": count})
                continue
            words = f"{each.name}, {depth}: {count}"
            if count != published:
                words += _(", and not {published}").format(published=published)
            print(words, flush=True)
    return int(is_other)


def _perft(arguments: argparse.Namespace) -> int:
    if arguments.benchmarks:
        for name in ("settings", "preset", "position", "moves", "divide"):
            if getattr(arguments, name):
                option = f"--{name.replace('settings', 'set')}"
                words = _("{one} and {other} do not go together.")
                raise UsageError(words.format(one=option, other="--benchmarks"))
        return _count_benchmarks(arguments)
    game, state, _seats = read_position(arguments)
    count = perft_decisions if arguments.moves else perft
    if not arguments.divide or arguments.depth == 0:
        total = count(game, state, arguments.depth)
        if arguments.json:
            print_json({"depth": arguments.depth, "count": total})
        else:
            print(total)
        return 0
    below: dict[str, int] = {}
    for first, after in _first_turns(game, state, arguments.moves):
        if first not in below:
            below[first] = count(game, after, arguments.depth - 1)
    if arguments.json:
        print_json({"depth": arguments.depth, "count": sum(below.values()), "divide": below})
        return 0
    for first, number in below.items():
        print(f"{first}: {number}")
    print(_("total: {count}").format(count=sum(below.values())))
    return 0


def _first_turns(game: AnyGame, state: Any, decisions: bool) -> Iterator[tuple[str, Any]]:
    """The first turns, or decisions, with the states after them."""
    if not decisions:
        for path, after in whole_turns(game, state):
            yield game.format_turn(state, path), after
        return
    for move, after in successors(game, state):
        yield game.format(state, move), after


def _bench(arguments: argparse.Namespace) -> int:
    installed = load_plugins()
    if not arguments.seconds > 0:
        raise UsageError(
            _("{argument}: {why}").format(argument="--seconds", why=_("Give more than 0 seconds."))
        )
    names = arguments.games or sorted(installed.games)
    # a misspelt name is refused before the first game is timed, which takes long
    kinds = [installed.find_typed(name) for name in names]
    games = [configure(kind, read_given_options(kind, arguments, installed)) for kind in kinds]
    ms = max(1, int(1000 * arguments.seconds / 4))
    per_s = reference(ms)
    if not arguments.json:
        print(_("A second of processor time; (in one round of the reference loop)"))
        how = _("reference loop, {rounds} rounds/s; {how} search")
        print(how.format(rounds=f"{per_s:,.0f}", how=_(_how_it_runs(TreeSearch))))
    for name, game in zip(names, games, strict=True):
        found = speed(game, ms)._asdict()
        rules = _how_it_runs(type(game))
        if arguments.json:
            row: dict[str, Any] = {"game": name, "rules": rules}
            row |= {"search": _how_it_runs(TreeSearch), "reference_per_s": round(per_s)}
            row |= {f"{what}_per_s": round(count) for what, count in found.items()}
            row["ratios"] = {what: round(count / per_s, 4) for what, count in found.items()}
            print_json(row)
        else:
            figures = (f"{n:9,.0f} {_(what)}/s ({n / per_s:.3g})" for what, n in found.items())
            print(f"{name:<11} {_(rules):<11}", *figures)
    return 0


FIGURES = (N_("games"), N_("decisions"), N_("iterations"), N_("nodes"))
"""The figures that ``bench`` counts: the names of the fields of ``Speed``."""


def _how_it_runs(what: type) -> str:
    return N_("compiled") if is_compiled(what.__module__) else N_("interpreted")


def _legal(arguments: argparse.Namespace) -> int:
    game, state, _seats = read_position(arguments)
    turns = legal_turns(game, state)
    if arguments.json:
        print_json({"count": len(turns), "turns": list(turns)})
        return 0
    for turn in turns:
        print(turn)
    return 0


def _analyse(arguments: argparse.Namespace) -> int:
    game, state, seats = read_position(arguments)
    now = game.status(state)
    if not isinstance(now, Turn):
        raise UsageError(nobody_decides(now))
    position = cast("Positions", game).to_text(state) if arguments.position else ""
    session = Session(game, state, tuple(range(seats)), begun_from=position)
    with looking(arguments.by) as analyst:
        nodes = arguments.nodes or game.positions_a_second
        found = analyst.analyse(session, Budget(nodes), seed=arguments.seed)
    if not arguments.json:
        print(found.headline(seat_name(game, now.seat)), *map(str, found.lines), sep="\n")
        return 0
    rows = [
        {
            "decisions": line.decisions,
            "turns": line.turns,
            "chances": line.chances,
            "positions": line.visits,
            "sure": line.sure,
        }
        for line in found.lines
    ]
    best = found.lines[0].chances
    head = {"seat": now.seat, "chances": best, "sure": found.sure, "positions": found.positions}
    print_json(head | {"lines": rows})
    return 0
