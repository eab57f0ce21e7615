"""The recorded duel of a showcase as a story in pictures, which a page plays and everybody reads.

A power is announced, doubted and fought for; then it is used, or it is lost.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import takewhile
from typing import Any, Final, NamedTuple, NotRequired, cast

from gipf_meta.base.addressee import Addressee, told_to
from gipf_meta.base.texts import _
from gipf_meta.bots.characters import EASIEST
from gipf_meta.deeds.elements import Changes, Scene, difference
from gipf_meta.desk.parts import Picture
from gipf_meta.match.match import Match
from gipf_meta.match.playback import Moment, moments
from gipf_meta.match.session import Session
from gipf_meta.narration.endings import ending_of_duel
from gipf_meta.narration.news import news
from gipf_meta.narration.prospects import name_answers
from gipf_meta.narration.scene_motion import MotionElement, MovedElement, moved_element
from gipf_meta.narration.story import addressee_of, names_told
from gipf_meta.protocol.game import title_of
from gipf_meta.protocol.gate import Gate
from gipf_meta.records.player_names import PERSON
from gipf_meta.render.scene import SceneDrawer
from gipf_meta.render.svg_elements import tag, translate
from gipf_meta.table.new_table import take_seats

MOST_TURNS: Final = 4
"""The most turns of the duel that are shown: its last ones."""
MOST_DECISIONS: Final = 3
"""The most decisions that are shown after the duel, the last ones of their turn."""
LONGEST: Final = 72
"""The most letters of a caption; of longer news the last sentences are told."""
ANNOUNCED_MS, ANSWERS_MS, DOUBTED_MS, RISING_MS, TURN_MS, WON_MS, AFTER_MS, LAST_MS = (
    (1700, 700, 1200, 1500, 750, 1600, 1200, 2100)
)  # fmt: skip
"""The time that each picture is seen, its motions included: some twelve seconds in all."""
SHOWN: Final = frozenset({"board", "under", "point", "piece", "mark", "way"})
"""The kinds of elements of a scene that are part of a picture."""
LAYERS: Final = ("under", "points", "pieces", "marks", "ways")
"""The layers of a board, the lowest first, as a page has them."""


class StoryFrame(Changes):
    """A picture of a story: the changes since the picture before of the same board.

    *depth* is 0 on the board of the match and 1 on that of the duel. *moved* are the motions that
    lead to it, *words* its caption, the one before if it has none; it is seen for *ms*. *answers*
    are those to the announcement, and whether each is given.
    """

    depth: int
    words: str
    ms: int
    moved: NotRequired[MovedElement]
    answers: NotRequired[list[tuple[str, bool]]]


class StoryScene(NamedTuple):
    """A *moment* of the story, with its caption *words* and the time that it is seen.

    *then* tells what follows from its first motion, if the others are seen by themselves. *answers*
    are as in a frame.
    """

    moment: Moment
    words: str
    ms: int
    then: str = ""
    answers: tuple[tuple[str, bool], ...] = ()


@dataclass(frozen=True)
class DuelStory:
    """The story of a duel, in *scenes*; *reader* is the one who doubts."""

    scenes: tuple[StoryScene, ...]
    reader: Addressee

    def still(self) -> Picture:
        """The first scene as a picture, whose name tells the whole story.

        Raises ``GipfMetaError``.
        """
        first = replace(self, scenes=self.scenes[:1]).frames()[0]
        sentences = (words for scene in self.scenes for words in (scene.words, scene.then))
        story = " ".join(filter(None, sentences))
        return _still(first, story)

    def frames(self) -> tuple[StoryFrame, ...]:
        """The scenes as they are drawn. Raises ``GipfMetaError``."""
        with told_to(self.reader):
            return tuple(_draw(self.scenes))


def tell_duel(match: Match, begun: Moment, doubter: int) -> DuelStory:
    """The story of the first duel of *match*, whose moment *begun* is the decision of the player
    *doubter* that led to it; he is *you*, the others are called as bots.

    Raises ``GipfMetaError``.
    """
    game, players = match.sessions[0].game, match.sessions[0].players
    kinds = [PERSON if player == doubter else EASIEST for player in players]
    seats = take_seats(game, kinds, [""] * len(kinds)).seats
    reader = addressee_of(seats, match, doubter, "mouse")
    with told_to(reader), Gate(game):
        return DuelStory(tuple(_scenes(match, begun, names_told(seats, match), doubter)), reader)


# ---- what is told --------------------------------------------------------------------------------


def _scenes(match: Match, begun: Moment, names: Sequence[str], you: int) -> Iterator[StoryScene]:
    """The scenes of the story, in order."""
    every = [moment for moment in moments(match) if moment.depth <= 1]
    at = next(n for n, moment in enumerate(every) if moment.sessions == begun.sessions)
    before = every[max(at - 1, 0)]
    yield StoryScene(begun, _caption(_told(before, begun, names, you)), ANNOUNCED_MS)
    answers = tuple(_answers(begun.sessions[-1], every[at + 1].text, you))
    if answers:
        yield StoryScene(
            begun, "", ANSWERS_MS, answers=tuple((each, False) for each, _given in answers)
        )
    yield StoryScene(every[at + 1], _("You doubt it."), DOUBTED_MS, answers=answers)
    first = next(n for n, moment in enumerate(every) if n > at and moment.depth)
    duel = [*takewhile(lambda moment: moment.depth, every[first:])]
    title = title_of(duel[0].sessions[-1].game)
    yield StoryScene(duel[0], _("A duel in {game} decides.").format(game=title), RISING_MS)
    after = every[first + len(duel) :]
    *turns, last = _turns(duel)[-MOST_TURNS:]
    for moment in turns:
        yield StoryScene(moment, "", TURN_MS)
    ended, *consequences = _told(last, after[0], names, you) if after else [_end_of(last, names)]
    yield StoryScene(last, ended, WON_MS)
    if after:
        yield from _consequences(after, _caption(consequences), names, you)


def _consequences(
    after: Sequence[Moment], words: str, names: Sequence[str], you: int
) -> Iterator[StoryScene]:
    """The scenes *after* the duel: its outcome, told in *words*, and the turn that goes on."""
    outcome, *others = after
    yield StoryScene(outcome, words, AFTER_MS)
    turn = [*takewhile(lambda moment: moment.turn == outcome.turn, others)][-MOST_DECISIONS:]
    for n, moment in enumerate(turn, 1):
        sentences = _told(after[after.index(moment) - 1], moment, names, you)
        first, then = sentences[:1], _caption(sentences[1:])
        yield StoryScene(moment, _caption(first), LAST_MS if n == len(turn) else AFTER_MS, then)


def _answers(session: Session, given: str, you: int) -> Iterator[tuple[str, bool]]:
    """The answers of the player *you* in *session*, where they have names, and whether each is
    *given*."""
    view = name_answers(session.view(you), session)
    names = dict(view.names)
    for choice in view.choices:
        if len(choice.path) == 1 and choice.path[0] in names:
            yield names[choice.path[0]], choice.notation == given


def _turns(duel: Sequence[Moment]) -> list[Moment]:
    """The moments of *duel* at which a turn is over; its beginning if it has none."""
    ends = {moment.turn: moment for moment in duel[1:]}
    return [*ends.values()] or [duel[0]]


def _told(before: Moment, now: Moment, names: Sequence[str], you: int) -> list[str]:
    """The sentences on what has happened between two moments."""
    everybody = now.sessions[0].players
    sentences = news(
        before.sessions, now.sessions, names, you, in_words=True, at_once=everybody, briefly=True
    )
    return [sentence for sentence in sentences if sentence]


def _end_of(last: Moment, names: Sequence[str]) -> str:
    return ending_of_duel(last.sessions[-1], names)


def _caption(sentences: Sequence[str]) -> str:
    """As many of the last *sentences* as fit, the last one always."""
    caption = ""
    for sentence in reversed(sentences):
        if caption and len(sentence) + 1 + len(caption) > LONGEST:
            break
        caption = f"{sentence} {caption}".rstrip()
    return caption


# ---- how it is drawn -----------------------------------------------------------------------------


def _draw(scenes: Sequence[StoryScene]) -> Iterator[StoryFrame]:
    """The frames of *scenes*."""
    drawers: dict[int, SceneDrawer] = {}
    shown: dict[int, tuple[Sequence[Session], Scene]] = {}
    for moment, words, ms, then, answers in scenes:
        depth, top = moment.depth, moment.sessions[-1]
        drawer = drawers.setdefault(depth, SceneDrawer(is_bare=True))
        with Gate(top.game):
            scene = _bare(drawer, top)
        seen, before = shown.get(depth, ((), {}))
        moved = moved_element(seen, moment.sessions, None, drawer) if seen else None
        motions = [] if moved is None else moved["motions"]
        if then and len(motions) > 1:
            between = _after(before, scene, motions[0])
            yield _frame(difference(before, between), depth, words, AFTER_MS, motions[:1])
            before, words, motions = between, then, motions[1:]
        frame = _frame(difference(before, scene), depth, words, ms, motions)
        if answers:
            frame["answers"] = list(answers)
        shown[depth] = moment.sessions, scene
        yield frame


def _frame(
    changes: Changes, depth: int, words: str, ms: int, motions: Sequence[MotionElement]
) -> StoryFrame:
    """A frame; the pieces after its last motion are those of its scene."""
    frame: StoryFrame = {
        "set": changes["set"],
        "gone": changes["gone"],
        "depth": depth,
        "words": words,
        "ms": ms,
    }
    if motions:
        last = motions[-1].copy()
        last.pop("pieces", None)
        frame["moved"] = {"motions": [*motions[:-1], last]}
    return frame


def _after(before: Scene, scene: Scene, motion: MotionElement) -> Scene:
    """The *scene* with the pieces that stood *before*, after *motion* alone."""
    pieces = {key: each for key, each in before.items() if key.startswith("piece:")}
    if (changes := motion.get("pieces")) is not None:
        pieces |= {f"piece:{at}": _wordless(piece) for at, piece in changes["set"].items()}
        for at in changes["gone"]:
            del pieces[f"piece:{at}"]
    others = {key: each for key, each in scene.items() if not key.startswith("piece:")}
    return {**others, **pieces}


def _bare(drawer: SceneDrawer, session: Session) -> Scene:
    """The board of *session* without what lies beside it, and without words."""
    view = session.view(None)
    marks = tuple(mark for mark in view.marks if mark.kind != "legal")
    scene = drawer.draw(replace(view, choices=(), marks=marks, trays=(), sheets=(), countdowns=()))
    return cast(
        "Scene",
        {key: _wordless(part) for key, part in scene.items() if key.partition(":")[0] in SHOWN},
    )


def _wordless(element: Any) -> Any:
    """*element* without its name, which nobody hears in a picture."""
    return {**element, "name": ""} if "name" in element else element


def _still(first: Mapping[str, Any], story: str) -> Picture:
    """The *first* frame as a picture, which the *story* describes."""
    scene: Mapping[str, Any] = first["set"]
    layers = dict.fromkeys(LAYERS, "")
    layers["under"] = scene["under"]["markup"]
    for key, element in scene.items():
        layer = f"{key.partition(':')[0]}s"
        if layer in layers:
            layers[layer] += translate(element["markup"], element["x"], element["y"])
    # "class" is a word of Python
    drawn = "".join(tag("g", inside, **{"class": layer}) for layer, inside in layers.items())
    board = scene["board"]
    return Picture(
        box=tuple(board["box"]), markup=tag("g", drawn, data_board=board["of"]), name=story
    )
