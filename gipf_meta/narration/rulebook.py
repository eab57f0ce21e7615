"""The rules of a game to read: words, and small pictures of positions between them.

They are those of the game with its options: passages that hold under other options are left out
(``rule_passages``). A picture is a fenced block in the rules text. Its first line may set options.
Its content is a position as ``Positions`` reads it; without content it shows the start:

    ```position variant=basic
    w 12,12 T0Z0,T0Z0 W:b5,e2,h5 B:b2,e8,h2
    ```
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Final

from gipf_meta.base.errors import GipfMetaError
from gipf_meta.base.texts import _, catalogue_of
from gipf_meta.match.lesson_progress import marks_of_position, set_up
from gipf_meta.narration.answers import QuestionContext, spoken_seats
from gipf_meta.narration.rule_passages import facts_of, passages_shown
from gipf_meta.protocol.game import AnyGame, title_of
from gipf_meta.protocol.gate import Gate
from gipf_meta.protocol.option_words import changed_in_words, option_title
from gipf_meta.protocol.options import configure, options_of, read_settings
from gipf_meta.protocol.view import View
from gipf_meta.render import text

FENCE = "```"
OPENING = f"{FENCE}position"
LONGEST_OPTIONS: Final = 2_000
"""The most letters in which the options of a match are told."""


@dataclass(frozen=True, slots=True)
class PositionPicture:
    """A *position* of a game with *options*, each written ``NAME=VALUE``."""

    options: tuple[str, ...]
    position: str

    def view(self, game: AnyGame) -> View:
        """The view of the position, without choices. Raises ``OptionError`` or ``MoveError``.

        Without options and without a position it is the start of *game* itself.
        """
        configured = game
        if self.options or self.position:
            configured = configure(type(game), read_settings(self.options))
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


def rules_of(game: AnyGame, *, in_match: bool = True) -> Iterator[str | View]:
    """The rules of *game* with its options: words, and pictures as views. A picture that fails is
    left out.

    Unless *in_match*, nobody has chosen options yet: what they change stands at the end.
    """
    for part in parts(rules_in_words(game, in_match=in_match)):
        if isinstance(part, str):
            yield part
            continue
        try:
            with Gate(game):
                view = part.view(game)
        except GipfMetaError:  # the kit reports it to the author; readers still have the words
            continue
        yield view


def rules_in_words(game: AnyGame, *, in_match: bool = True) -> str:
    """The rules text of *game* as ``rules_of`` splits it; ``""`` if it has none."""
    with Gate(game):
        written = game.rules_text
    if not written.strip():
        return ""
    shown = passages_shown(written, facts_of(game, in_match=in_match)).rstrip()
    return "\n\n".join(
        filter(None, [shown, _agreed(game) if in_match else _changed_by_options(type(game))])
    )


def _agreed(game: AnyGame) -> str:
    """The options in which *game* differs from the usual game; ``""`` if in none."""
    changed = changed_in_words(game, LONGEST_OPTIONS)
    if not changed:
        return ""
    return _("**Options of this match.** {options}.").format(options=changed)


def _changed_by_options(game: type[AnyGame]) -> str:
    """The presets and the options of *game*, each with a sentence; ``""`` without any."""
    translate = catalogue_of(game)
    lines = [
        _("* {name}: {words}").format(name=translate(each.title), words=translate(each.words))
        for each in game.presets
    ]
    lines += [
        _("* {name}: {words}").format(name=option_title(game, option), words=meaning)
        for option, meaning in options_of(game).items()
        if meaning and not option.endswith("_options")
    ]
    return "\n".join([_("**What options change.**"), "", *lines]) if lines else ""


def rules_page(game: AnyGame, *, drawn: bool = True, in_match: bool = True) -> str:
    """The rules of *game* as wrapped text; *in_match* as in ``rules_of``.

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
        for part in rules_of(game, in_match=in_match)
    ]
    return "\n\n".join(filter(None, paragraphs)) or _("{game} has no text of its rules.").format(
        game=title_of(game)
    )
