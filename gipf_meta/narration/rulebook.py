"""The rules of a game to read: words, and small pictures of positions between them.

A picture is a fenced block in the rules text. Its first line may set options. Its content is a
position as ``Positions`` reads it; without content it shows the start:

    ```position variant=basic
    w 12,12 T0Z0,T0Z0 W:b5,e2,h5 B:b2,e8,h2
    ```
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from gipf_meta.base.errors import GipfMetaError
from gipf_meta.base.texts import _
from gipf_meta.match.lesson_progress import marks_of_position, set_up
from gipf_meta.narration.answers import QuestionContext, spoken_seats
from gipf_meta.protocol.game import AnyGame, title_of
from gipf_meta.protocol.gate import Gate
from gipf_meta.protocol.options import configure, read_settings
from gipf_meta.protocol.view import View
from gipf_meta.render import text

FENCE = "```"
OPENING = f"{FENCE}position"


@dataclass(frozen=True, slots=True)
class PositionPicture:
    """A *position* of a game with *options*, each written ``NAME=VALUE``."""

    options: tuple[str, ...]
    position: str

    def view(self, game: type[AnyGame]) -> View:
        """The view of the position, without choices. Raises ``OptionError`` or ``MoveError``."""
        configured = configure(game, read_settings(self.options))
        view = configured.view(set_up(configured, self.position), None)
        return replace(view, choices=(), marks=marks_of_position(view), prompt="")


def parts(words: str) -> Iterator[str | PositionPicture]:
    """Splits a rules text into words and pictures, in order."""
    lines: list[str] = []
    options: tuple[str, ...] | None = None
    for line in words.splitlines():
        if options is None and line.startswith(OPENING):
            if any(lines):
                yield "\n".join(lines).strip()
            options, lines = tuple(line.removeprefix(OPENING).split()), []
        elif options is not None and line.startswith(FENCE):
            yield PositionPicture(options, " ".join(lines).strip())
            options, lines = None, []
        else:
            lines.append(line)
    if options is not None:
        lines.insert(0, OPENING)  # no picture: it has no end
    if any(lines):
        yield "\n".join(lines).strip()


def rules_of(game: AnyGame) -> Iterator[str | View]:
    """The rules of *game*: words, and pictures as views. A picture that fails is left out."""
    with Gate(game):
        written = game.rules_text
    for part in parts(written):
        if isinstance(part, str):
            yield part
            continue
        try:
            with Gate(game):
                view = part.view(type(game))
        except GipfMetaError:  # the kit reports it to the author; readers still have the words
            continue
        yield view


def rules_page(game: AnyGame, *, drawn: bool = True) -> str:
    """The rules of *game* as wrapped text.

    Pictures are boards as text; without *drawn*, for those who hear the screen, they are lists of
    pieces.
    """
    called = spoken_seats(game)
    paragraphs = [
        text.reflow(part)
        if isinstance(part, str)
        else text.board(part)
        if drawn
        else text.wrap_lines(
            QuestionContext(part, game.seat_names, called=called).piece_lines(part.pieces)
        )
        for part in rules_of(game)
    ]
    return "\n\n".join(filter(None, paragraphs)) or _("{game} has no text of its rules.").format(
        game=title_of(game)
    )
