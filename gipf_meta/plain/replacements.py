"""Asks for a replacement when a duel cannot be played or a bot fails."""

from __future__ import annotations

from gipf_meta.base.texts import _
from gipf_meta.bots.levels import BOTS, UnknownBot
from gipf_meta.plain.commands import Commands
from gipf_meta.plain.terminal import Line
from gipf_meta.plugins.loading import Installed
from gipf_meta.table.players import BotFailed, Player
from gipf_meta.table.table import Table


def replace_duel(table: Table, installed: Installed, line: Line, commands: Commands) -> None:
    """Asks which game decides instead of the duel that cannot be played."""
    match = table.match
    failed = match.top.game.id if len(match.sessions) > 1 else ""
    games = [game for game in installed.games_for(2) if game != failed]
    line.tell(table.trouble)
    typed = line.ask(
        _("Which game shall decide instead ({games})? ").format(games=", ".join(sorted(games)))
    )
    if not _run_save_or_quit(typed, commands):
        table.choose_duel(typed)


def replace_bot(table: Table, fault: BotFailed, name: str, line: Line, commands: Commands) -> None:
    """Asks what happens at the seat of the bot called *name*, which failed with *fault*."""
    line.tell(str(fault))
    typed = line.ask(
        _(
            "{name} is stuck: again, resign or draw for it, or who plays on in its place"
            " ({players})? "
        ).format(name=name, players=", ".join(("human", *BOTS)))
    )
    if _run_save_or_quit(typed, commands):
        return
    word = typed.partition(" ")[0]
    if word == "again":
        table.ask_again()
    elif word == "resign":
        table.resign(fault.player)
    elif word == "draw":
        table.agree_draw()
    else:
        try:
            table.seat(fault.player, Player.of_kind(typed, name))
        except UnknownBot as error:
            line.tell(str(error))


def _run_save_or_quit(typed: str, commands: Commands) -> bool:
    """Runs ``save FILE`` and ``quit``; ``False`` for everything else."""
    if typed.partition(" ")[0] not in ("quit", "save"):
        return False
    commands.run(typed)
    return True
