"""``python -m tests.said_aloud`` counts the words that are said in one whole match of each game,
line by line with the board off, against a bot.

``GAME …`` plays these games alone; ``--print`` prints what is said, too. The moves are the same in
every version of the program, so that versions can be compared.
"""

from __future__ import annotations

import io
import sys
from collections.abc import Mapping
from random import Random
from typing import Any, Final

from gipf_meta.base.clock import StillClock
from gipf_meta.bots.bot import Request
from gipf_meta.bots.levels import make_bot
from gipf_meta.library.settings import Settings
from gipf_meta.line.local_line import LocalLine
from gipf_meta.plain.play_loop import PlainMatch
from gipf_meta.plain.terminal import Terminal
from gipf_meta.plugins.loading import load_plugins
from gipf_meta.protocol.capabilities import timed
from gipf_meta.protocol.options import configure
from gipf_meta.records.player_names import PERSON
from gipf_meta.table.openings import Opening
from gipf_meta.table.players import players_of, seats_of
from tests.specimens import bundled_games

ROOM: Final = "match"
BOT: Final = "beginner"
SEED: Final = 3
MOST_DECISIONS: Final = 250
"""The most decisions of the person; then he resigns."""
THINKS_MS: Final = 3000
"""The milliseconds that the person thinks about a decision, where time acts."""
COMBINED: Final = {
    "zertz_potentials": 3, "tamsk_potentials": 3, "challenges_enabled": True, "zertz_duel": "zertz",
}  # fmt: skip
MATCHES: Final[Mapping[str, tuple[str, Mapping[str, Any]]]] = {
    **{game: (game, {}) for game in bundled_games() if game != "zatre_pad"},
    "gipf with potentials": ("gipf", COMBINED),
}  # fmt: skip
"""The game of each match, and its options."""


class Listener(Terminal):
    """A person who hears a match without its board, and decides as the bot does that he plays.

    What he hears is in *heard*, without what he types.
    """

    def __init__(self, seed: int = SEED) -> None:
        super().__init__(io.StringIO(), io.StringIO())
        self.match: PlainMatch | None = None
        self.rng, self.bot = Random(seed), make_bot(BOT)
        self.typed: list[str] = []

    def read(self) -> str:
        """The next line that he types."""
        typed = self._decide() if self.typed else "board off"
        self.note_line()
        self.typed.append(typed)
        self.say("")
        return typed

    def note_line(self) -> None:
        """Does nothing; a test looks at the match here."""

    def _decide(self) -> str:
        assert self.match is not None
        top, player = self.match.played.match.top, self.match.played.match.player
        if len(self.typed) > MOST_DECISIONS or player is None:
            return "resign"
        seat = top.seat_of(player)
        request = Request(top.game, top.state, seat, len(top.players), self.rng, session=top)
        decided = top.text_of(self.bot.choose(request))
        return f"@{top.time_ms + THINKS_MS} {decided}" if timed(top.game) else decided

    @property
    def heard(self) -> list[str]:
        """The lines that he has heard since he has turned the board off."""
        assert isinstance(self.out, io.StringIO)
        lines = self.out.getvalue().splitlines()
        return lines[next(n for n, line in enumerate(lines) if line.endswith("> ")) + 1 :]


def listen(called: str, seed: int = SEED, listener: Listener | None = None) -> Listener:
    """Somebody who has heard the whole match of that name; *listener*, if that is given."""
    game, options = MATCHES[called]
    installed = load_plugins()
    line = LocalLine(installed, None, Settings(), StillClock())
    bottom = configure(installed.find(game), options)
    seats = seats_of(players_of((PERSON, BOT), bottom.seat_names))
    line.open(ROOM, Opening.of_match(bottom, seats, seed))
    listener = listener or Listener(seed)
    listener.match = PlainMatch(line, ROOM, installed, listener)
    listener.match.run()
    return listener


def main() -> None:
    wanted = [each for each in sys.argv[1:] if each != "--print"]
    print(f"{'match':22}{'decisions':>10}{'words':>8}{'a decision':>12}")
    total = 0
    for called, (game, _options) in MATCHES.items():
        if wanted and game not in wanted and called not in wanted:
            continue
        listener = listen(called)
        if "--print" in sys.argv:
            print("\n".join(listener.heard))
        words, decided = len(" ".join(listener.heard).split()), len(listener.typed) - 1
        total += words
        print(f"{called:22}{decided:>10}{words:>8}{words / decided:>12.1f}", flush=True)
    print(f"{'all':22}{'':>10}{total:>8}")


if __name__ == "__main__":
    main()
