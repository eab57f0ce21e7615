"""The lines of a match's bots to the person at a line, and his results against them."""

from __future__ import annotations

from gipf_meta.bots.spoken_lines import level_of
from gipf_meta.library.rivals import tallies
from gipf_meta.library.settings import Settings, load_settings
from gipf_meta.library.store import LibraryError
from gipf_meta.line.line import RoomLine
from gipf_meta.line.local_line import LocalLine
from gipf_meta.line.played_match import PlayedMatch, telling
from gipf_meta.narration.bot_speech import speech_of_bots
from gipf_meta.records.player_names import PERSON


def settings_at(line: RoomLine) -> Settings:
    """The settings of the person at *line*."""
    return line.settings if isinstance(line, LocalLine) else load_settings()


def said_by_bots(played: PlayedMatch, settings: Settings) -> list[str]:
    """The lines of the bots that speak now in the match that is *played*, to those who want
    faces."""
    if not settings.faces or played.study is not None:
        return []
    with telling(played):
        return speech_of_bots(played.match, played.seats, played.names)


def result_against_bot(played: PlayedMatch) -> str:
    """The sentence on what the person here has won and lost against the bot of the match, which is
    over; ``""``: it is not known here."""
    kinds = [seat.player for seat in played.seats]
    line, own = played.line, played.only_person
    if not isinstance(line, LocalLine) or own is None or len(kinds) != 2:
        return ""
    kind = kinds[1 - own]
    if kind == PERSON or played.over is None:
        return ""
    try:
        game = played.match.sessions[0].game.id
        found = tallies(line.library, line.settings.name, game).get(level_of(kind))
    except LibraryError:
        return ""
    return "" if found is None else found.words
