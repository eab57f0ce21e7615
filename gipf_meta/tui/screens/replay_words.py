"""The words that can be typed where a match is shown again."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import partial

from gipf_meta.base.addressee import told_to
from gipf_meta.base.numbers import read_whole
from gipf_meta.base.texts import _
from gipf_meta.line.typed_words import Action, without_words
from gipf_meta.match.match import Match
from gipf_meta.narration import vocabulary
from gipf_meta.narration.news_so_far import NO_COUNT, ToldTurn, last_turns, news_so_far
from gipf_meta.narration.vocabulary import PromptKind
from gipf_meta.protocol.view import Choice
from gipf_meta.records.models import MOST_DECISIONS
from gipf_meta.tui.screens.dialogs import MatchFile
from gipf_meta.tui.screens.moments_screen import MomentsScreen
from gipf_meta.tui.screens.pages import NewsPage
from gipf_meta.tui.screens.typed_at_board import TypedAtBoard, TypingScreen, save_or_ask


def replay_words(
    replay: MomentsScreen,
    typing: TypingScreen,
    alone: Mapping[str, Callable[[], object]],
    file: Callable[[], MatchFile],
) -> TypedAtBoard:
    """The words and questions about the moment that *replay* shows, *typing* the same screen as one
    with a line. *alone* are what words do there that nothing follows, ``save`` among them; *file*
    is the match to be saved."""
    first = _("A match is shown again. Type one of these:")
    kinds: frozenset[PromptKind] = frozenset({"study", "end"})
    actions = _actions(replay, typing, alone, file)
    return TypedAtBoard(replay, typing, kinds, partial(_shown, replay), actions, first, _no_choices)


def _shown(replay: MomentsScreen) -> tuple[Match, Sequence[str]]:
    """The match at the moment that is shown, and the names of its players."""
    return replace(replay.match, sessions=replay.moment.sessions), replay.names


def _no_choices() -> Sequence[Choice]:
    return ()


def _actions(
    replay: MomentsScreen,
    typing: TypingScreen,
    alone: Mapping[str, Callable[[], object]],
    file: Callable[[], MatchFile],
) -> dict[str, Action]:
    done: dict[str, Callable[[], object]] = {
        **alone, "analyse": replay.action_analyse, "review": replay.action_review,
        "retry": replay.action_try_again,
        "first": partial(replay.go_to, 0), "last": lambda: replay.go_to(len(replay.moments)),
    }  # fmt: skip
    return {
        **without_words(done),
        "back": partial(_walk, replay, -1),
        "on": partial(_walk, replay, 1),
        "go": partial(_go, replay),
        "news": partial(_show_news, replay),
        "save": partial(_save, replay, typing, alone["save"], file),
    }


def _walk(replay: MomentsScreen, by: int, words: str) -> None:
    """Goes a turn, or the number of turns in *words*, on or back."""
    if (count := read_whole(words or "1", 1, MOST_DECISIONS)) is None:
        example = _("Type {command}, or {command} 3 for three turns.")
        word = vocabulary.named("on" if by > 0 else "back")
        replay.say(example.format(command=word.shown_name if word else ""))
        return
    ends = [0, *_ends(replay).values()]
    later = [at for at in ends if at > replay.at] if by > 0 else []
    before = [at for at in ends if at < replay.at][::-1] if by < 0 else []
    way = (later or before or [replay.at])[:count]
    replay.go_to(way[-1])


def _ends(replay: MomentsScreen) -> dict[int, int]:
    """The moment at the end of each turn of the match itself, by the number of the turn."""
    return {each.turn: n for n, each in enumerate(replay.moments) if not each.depth and each.text}


def _go(replay: MomentsScreen, words: str) -> None:
    """Goes to the end of the turn with the number in *words*, of the match itself."""
    number, ends = read_whole(words, 1, MOST_DECISIONS), _ends(replay)
    if number not in ends:
        last = max(ends, default=0)
        replay.say(_("Type go with the number of a turn, 1 to {last}.").format(last=last))
    else:
        replay.go_to(ends[number])


def _show_news(replay: MomentsScreen, words: str) -> None:
    """Shows all that was said up to the moment shown, or of so many turns."""
    count = read_whole(words or str(MOST_DECISIONS), 1)
    if count is None:
        replay.say(_(NO_COUNT))
        return

    def tell() -> list[ToldTurn]:
        match, names = _shown(replay)
        with told_to(replay.addressee):
            return last_turns(news_so_far(match, names), count)

    replay.app.push_screen(NewsPage(tell))


def _save(
    replay: MomentsScreen,
    typing: TypingScreen,
    ask: Callable[[], object],
    file: Callable[[], MatchFile],
    name: str,
) -> None:
    """Saves the match in the file *name*; without a name, asks for one."""
    save_or_ask(typing, file(), replay.interface.looks.theme, name, ask)
