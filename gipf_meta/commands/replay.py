"""``replay``, ``review`` and ``render``: show, review and draw a saved match."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from gipf_meta.base.sentences import show_unprintable
from gipf_meta.base.texts import _
from gipf_meta.bots.analyst import looking
from gipf_meta.commands.arguments import (
    add_analyst,
    add_json,
    add_players,
    add_search,
    add_settings,
    print_json,
    read_number,
    read_position,
)
from gipf_meta.commands.given_games import (
    add_given_game,
    add_place_in_file,
    add_which_game,
    read_given_game,
    replay_known,
)
from gipf_meta.commands.parser import ANALYSIS, LEARNING, RECORDS, UsageError, add_command
from gipf_meta.match.match import Match
from gipf_meta.match.playback import moments
from gipf_meta.match.printed_match import NOT_OVER
from gipf_meta.narration import story
from gipf_meta.plugins.loading import load_plugins
from gipf_meta.protocol.game import AnyGame
from gipf_meta.records.models import MOST_DECISIONS, Record, RecordError
from gipf_meta.records.notes import Notes
from gipf_meta.records.record_files import PICTURES, write_whole
from gipf_meta.render import text
from gipf_meta.search.review import parts, review
from gipf_meta.search.verdict import (
    ReviewSummary,
    Verdict,
    beginning_of_review,
    review_lines,
    summaries,
)


def add_commands(commands: Any) -> None:
    """Adds ``replay``, ``review`` and ``render`` to the program."""
    words = _("print a saved game turn by turn, with its duels")
    examples = ("gipf-meta replay match.json", "gipf-meta replay 1 --boards")
    again = add_command(commands, "replay", _replay, words, *examples, title=RECORDS)
    add_given_game(again)
    again.add_argument("--boards", action="store_true", help=_("with a board after each turn"))
    add_which_game(again)
    add_json(again, _("one object a turn"))

    words = _("what each turn did to the chances, and what was better")
    examples = ("gipf-meta review match.json", "gipf-meta review 1 --nodes 100")
    judged = add_command(commands, "review", _review, words, *examples, title=LEARNING)
    add_given_game(judged)
    add_which_game(judged)
    add_search(
        judged,
        _("positions for each search, of which a turn takes two or three"),
        _("as many as take about an eighth of a second"),
    )
    add_analyst(judged)
    add_json(judged, _("one object a turn, one a player"))

    words = _("a picture of a saved match as it stands, or of a position")
    examples = (
        "gipf-meta render match.json -o match.svg",
        "gipf-meta render --game zertz -o - --dark",
    )
    picture = add_command(commands, "render", _render, words, *examples, title=ANALYSIS)
    add_given_game(picture, _("a file, or a match of the library; - is standard input"))
    add_place_in_file(picture)
    words = _("as it stood after turn N; 0: at the start")
    picture.add_argument("--at", type=read_number(MOST_DECISIONS, least=0), metavar="N", help=words)
    picture.add_argument("--game", metavar="GAME", help=_("a position of this game instead"))
    add_settings(picture)
    add_players(picture)
    picture.add_argument("--position", metavar="TEXT", help=_("the position; default: the start"))
    picture.add_argument("--dark", action="store_true", help=_("light on dark"))
    picture.add_argument(
        "--width", type=read_number(10_000, least=16), metavar="PIXELS", help=_("of a PNG")
    )
    picture.add_argument(
        "-o", dest="to", required=True, metavar="FILE", help=_("x.svg or x.png; - is SVG to stdout")
    )


def _replay(arguments: argparse.Namespace) -> int:
    found = read_given_game(arguments.record, arguments)
    record = found.record
    match, fault = _replay_known(record, found.cut)
    names = story.names_of(record.people, match)
    if arguments.json:
        for turn in _turns_as_json(match):
            print_json(turn)
    else:
        notes = Notes.of(record)
        for line in story.match_story(match, names, arguments.boards, text.board_on_stdout, notes):
            print(show_unprintable(line))
        if match.result is None and fault is None:
            print(text.page_for(match.top.view(None), sys.stdout))
            print(_(NOT_OVER))
    if fault is not None:
        raise fault
    return 0


def _replay_known(record: Record, cut: str) -> tuple[Match, RecordError | None]:
    """The match as far as it can be replayed, and the error that ends it there, if there is one.

    *cut* is the reason why the record was cut short when it was read.
    """
    fault = RecordError(cut) if cut else None
    try:
        return replay_known(record, load_plugins()), fault
    except RecordError as error:
        if error.match is None:
            raise
        return error.match, error


def _review(arguments: argparse.Namespace) -> int:
    given = read_given_game(arguments.record, arguments)
    record = given.record
    match, fault = _replay_known(record, given.cut)
    with looking(arguments.by) as analyst:
        if sys.stderr.isatty():
            print(beginning_of_review(len(parts(moments(match)))), file=sys.stderr)
        found = review(match, arguments.nodes, arguments.seed, look=analyst.look)
        if arguments.json:
            verdicts = []
            for verdict in found:
                print_json(_verdict_as_json(verdict))
                verdicts.append(verdict)
            for summary in summaries(verdicts):
                print_json(_summary_as_json(summary))
        else:
            for line in review_lines(found, story.names_of(record.people, match)):
                print(text.wrap_lines([line]), flush=True)
    if fault is not None:
        raise fault
    return 0


def _verdict_as_json(verdict: Verdict) -> dict[str, Any]:
    row = {"depth": verdict.depth, "game": verdict.game.id, "turn": verdict.turn}
    row |= {"player": verdict.player, "text": verdict.played, "best": verdict.best}
    row |= {"before": verdict.before, "left": verdict.left, "loss": verdict.loss}
    row |= {"before_sure": verdict.before_sure, "left_sure": verdict.left_sure}
    return row | {"kind": verdict.kind.name.lower(), "sign": verdict.kind.value}


def _summary_as_json(summary: ReviewSummary) -> dict[str, Any]:
    row = {"player": summary.player, "turns": summary.turns, "mean": round(summary.mean, 2)}
    row |= {kind.name.lower(): count for kind, count in summary.counts.items()}
    dearest = [_verdict_as_json(verdict) for verdict in summary.dearest]
    return {**row, "dearest": dearest}


def _turns_as_json(match: Match) -> Iterator[dict[str, Any]]:
    for depth, session in enumerate(match.sessions):
        yield from _session_as_json(session, depth)


def _session_as_json(session: Any, depth: int) -> Iterator[dict[str, Any]]:
    for turn in session.turns():
        for step in turn:
            if step.duel is not None and hasattr(step.duel, "turns"):
                yield from _session_as_json(step.duel, depth + 1)
        yield {
            "depth": depth,
            "game": session.game.id,
            "turn": turn[0].number,
            "text": session.turn_text(turn),
        }


def _render(arguments: argparse.Namespace) -> int:
    # drawing is slow to import, and rarely wanted
    from gipf_meta.render.svg import picture_bytes, svg
    from gipf_meta.render.theme import DARK, LIGHT

    if (arguments.record is None) == (arguments.game is None):
        raise UsageError(_("Give either a RECORD or --game."))
    if arguments.record is None and (arguments.nth != 1 or arguments.encoding):
        raise UsageError(_("--nth and --encoding are for a RECORD."))
    form = Path(arguments.to).suffix.lower() if arguments.to != "-" else ".svg"
    if form not in PICTURES:
        raise UsageError(
            _("{path} is no picture: give a name that ends in .svg or .png.").format(
                path=arguments.to
            )
        )
    if arguments.game is None:
        found = read_given_game(arguments.record, arguments)
        game, state = _state_of(found.record, arguments.at)
    elif arguments.at is None:
        game, state, _seats = read_position(arguments)
    else:
        raise UsageError(_("--at is for a RECORD."))
    drawn = svg(game.view(state, None), title=game.title, theme=DARK if arguments.dark else LIGHT)
    if arguments.to == "-":
        sys.stdout.write(drawn)
        return 0
    write_whole(picture_bytes(drawn, Path(arguments.to), arguments.width), arguments.to)
    return 0


def _state_of(record: Record, at: int | None) -> tuple[AnyGame, Any]:
    """The game and state to be drawn: of the running duel, if one runs; or after turn *at*."""
    match = replay_known(record, load_plugins())
    if at is None:
        return match.top.game, match.top.state
    bottom = match.sessions[0]
    befores = {turn[0].number: turn[0].before for turn in bottom.turns()}
    last = max(befores, default=0)
    if at == last:
        return bottom.game, bottom.state
    if at + 1 not in befores:
        raise UsageError(
            _("The match has the turns 1 to {last}; 0 is its start.").format(last=last)
        )
    return bottom.game, befores[at + 1]
