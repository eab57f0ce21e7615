"""A board that is set up: by clicks and by words, in a room like any match, and played from."""

from __future__ import annotations

from collections.abc import Container, Sequence
from random import Random
from typing import Any, Final

import pytest

from docs.draw import match_of
from gipf_meta import BadNotation, IllegalMove
from gipf_meta.base.addresses import screen_at
from gipf_meta.hub.hub import Hub
from gipf_meta.hub.scenes import room_scene
from gipf_meta.match.match import Match
from gipf_meta.plugins.board_edits import Edited
from gipf_meta.plugins.board_offers import EMPTY
from gipf_meta.plugins.loading import BoardHere, installed_plugins
from gipf_meta.plugins.playable import setting_up
from gipf_meta.plugins.setting_up import SettingUp
from gipf_meta.protocol.capabilities import read_position
from gipf_meta.protocol.drafts import can_be_set_up
from gipf_meta.protocol.game import Turn
from gipf_meta.protocol.options import OptionError, changed_options, configure
from gipf_meta.records.models import Seat
from gipf_meta.records.reader import read_match
from gipf_meta.records.writer import to_record
from gipf_meta.rooms.ledger import MemoryLedger
from gipf_meta.table.openings import Opening
from tests.commands.test_cli import Command, refused
from tests.commands.test_cli import gipf_meta as gipf_meta  # the fixture
from tests.hub.test_hub import new_hub, play, say, why
from tests.specimens import Picture, bundled_games, find_specimens

BY_HAND: Final = [
    pytest.param(name, effort, id=name)
    for said in find_specimens().values()
    for name, effort in said.set_up.items()
]
"""Positions of the pages of rules, and how many clicks and typed words set each up."""


def pictures() -> dict[str, Picture]:
    """The pictures of all games, and their boards, by name."""
    found: dict[str, Picture] = {}
    for said in find_specimens().values():
        found |= {picture.name: picture for picture in said.pictures}
        found |= {name: each for name, each in said.boards.items() if isinstance(each, Picture)}
    return found


class Hands:
    """A person who sets *board* up by clicks where they are offered, and types the rest."""

    def __init__(self, board: SettingUp) -> None:
        self.board, self.state = board, board.start(1)
        self.places = {point.id for point in board.view(self.state, 0).points}
        self.clicks = self.typed = 0

    def edit(self, notation: str) -> None:
        """Makes an edit, if it would change anything; takes in hand what it needs."""
        what, _equals, value = notation.partition("=")
        if ("=" in notation and what not in self.places) and self.state.draft.field(what) == value:
            return None
        choices = self.board.view(self.state, 0).choices
        path = next((each.path for each in choices if each.notation == notation), None)
        if path is None and value in {each.notation for each in choices}:
            self.edit(value)
            return self.edit(notation)
        self.clicks += len(path or ())
        self.typed += path is None
        self.state = self.board.apply(self.state, self.board.parse(self.state, 0, notation))
        return None

    def put(self, steps: Sequence[tuple[str, str]], fields: Container[str]) -> None:
        """Puts one kind of pieces after the other, as far as what lies below is there."""
        left = list(steps)
        while left:
            below, hand = set[str](), self.state.hand
            ready = []
            for place, piece in left:
                if place in fields:
                    ready += [] if ready else [(place, piece)]
                    break
                ready += [] if place in below else [(place, piece)]
                below.add(place)
            step = next((each for each in ready if each[1] == hand), ready[0])
            left.remove(step)
            self.edit("=".join(step))


def set_up(board: SettingUp, text: str) -> tuple[Edited, tuple[int, int]]:
    """*board* set up as *text* says from the empty one, and the clicks and typed words it took."""
    editor, hands = board.editor, Hands(board)
    wanted = editor.take_apart(text)
    hands.edit(EMPTY)
    for place, what in hands.state.draft.pieces:
        if not wanted.at(place) and what:
            hands.edit(f"{place}=-")
    hands.put(
        [each for each in editor.steps(wanted) if hands.state.draft.at(each[0]) != each[1]],
        dict(wanted.fields),
    )
    for name, value in wanted.fields:
        hands.edit(f"{name}={value}")
    return hands.state, (hands.clicks, hands.typed)


@pytest.mark.parametrize(("name", "effort"), BY_HAND)
@pytest.mark.sample(4, "slow")
def test_positions_of_the_pages_are_set_up_by_clicks(name: str, effort: tuple[int, int]) -> None:
    picture = pictures()[name]
    match = match_of(picture, installed_plugins().find)
    game, text = match.top.game, match.top.position()
    assert text is not None
    board = configure(BoardHere, {"game": game.id, "options": changed_options(game)})
    state, taken = set_up(board, text)
    assert board.position_of(state)[0] == text
    assert taken == effort


BY_GAME: Final = [game for game, kind in bundled_games().items() if can_be_set_up(kind)]
ZERTZ: Final = setting_up("zertz", "{}", "")
SEVEN: Final = "On the board, in the pool and captured there are 7 marbles W, but the game has 6."


def read_edit(game: str, typed: str) -> str:
    """The edit that *typed* means on the board of *game*."""
    board = setting_up(game, "{}", "")
    return board.parse(board.start(1), 0, typed)


def edited(board: SettingUp, *edits: str) -> Edited:
    """*board* after these edits."""
    state = board.start(1)
    for edit in edits:
        state = board.apply(state, board.parse(state, 0, edit))
    return state


def test_what_is_impossible_is_said_as_positions_are_refused() -> None:
    state = edited(ZERTZ, "d4=W", "pool.W=6")
    view = ZERTZ.view(state, 0)
    assert view.prompt == SEVEN
    board = setting_up("tamsk", "{}", "")
    view = board.view(edited(board, "empty"), 0)
    with pytest.raises(BadNotation) as refusal:
        board.of.from_text(view.caption)
    assert view.prompt == str(refusal.value)
    won = edited(ZERTZ, "Wd4 1/8/10 4/0/0 0/0/0 1")
    assert ZERTZ.view(won, 0).prompt.startswith("In this position the game is over")
    assert ZERTZ.view(edited(ZERTZ, "turn=2"), 0).prompt.endswith("Player 2 is on turn.")


def test_pieces_are_put_and_taken_and_whole_boards_typed() -> None:
    state = edited(ZERTZ, "d4=W", "d5=G", "d4=-", "d5=-", "d5=-")
    assert (state.draft.at("d4"), state.draft.at("d5"), state.edits) == ("o", "", 5)
    text = "a4,c2,c3,Wc4,Wc5,d3,d4 0/3/1 3/2/4 1/2/3 2"
    assert ZERTZ.position_of(edited(ZERTZ, "d4=W", text))[0] == text
    assert edited(ZERTZ, text, "start").draft == ZERTZ.start(1).draft


@pytest.mark.parametrize(
    ("typed", "error", "says"),
    [
        (
            "d4=X",
            IllegalMove,
            "'X' cannot be put on d4: write one of o, W, G, B, or - for nothing.",
        ),
        ("z9=W", BadNotation, "There is no place and no field 'z9' here; the fields are turn=,"),
        ("rubbish", BadNotation, "'rubbish' is no edit: write a place and a piece, as in a1=o"),
        ("no rubbish", BadNotation, "A position has five fields"),
        ("d4=W,e5", BadNotation, "Say what goes on e5: write e5=o."),
        ("BWd4", BadNotation, r"the place comes first, as in d4=B\+W"),
        ("turn=3", BadNotation, "turn= cannot be '3': write one of 1, 2, Player 1, Player 2."),
        ("pool.W=7", BadNotation, "pool.W= is a number from 0 to 6, not '7'."),
    ],
)
def test_what_is_no_edit_is_refused_in_a_sentence(
    typed: str, error: type[Exception], says: str
) -> None:
    with pytest.raises(error, match=says):
        ZERTZ.parse(ZERTZ.start(1), 0, typed)


@pytest.mark.parametrize(
    ("game", "options", "position"),
    [("die", "{}", ""), ("nothing", "{}", ""), ("zertz", "[]", ""), ("zertz", "{}", "rubbish")],
)
def test_what_cannot_be_set_up_is_refused_in_a_sentence(
    game: str, options: str, position: str
) -> None:
    with pytest.raises((OptionError, LookupError)) as refusal:
        setting_up(game, options, position)
    assert str(refusal.value).endswith(".")


def opened(hub: Hub, board: SettingUp) -> Any:
    """A room in which Ann sets *board* up."""
    return hub.open_room("r", Opening.of_match(board, [Seat(name="Ann")], 0), "ann")


def test_a_room_leads_from_the_board_to_the_form_for_a_match() -> None:
    hub = new_hub(MemoryLedger())
    board = setting_up("zertz", '{"isolation_claim": "optional"}', "")
    room = opened(hub, board)
    for edit in ("empty", "d4=W", "d5=B", "pool.W=6"):
        play(hub, edit)
    assert why(say(hub, "begin_here")).startswith("This board cannot be played from yet")
    say(hub, "take_back", seen=room.number)
    go = say(hub, "begin_here")[-1]["go"]
    screen, about = screen_at(go.removeprefix("screen/"))
    assert (screen, about["game"]) == ("setup", "zertz")
    assert about["options"] == '{"isolation_claim": "optional"}'
    assert ",Wd4,Bd5," in about["position"]


def test_a_board_that_is_set_up_is_no_match_of_the_library(gipf_meta: Command) -> None:
    typed = "d4=W\nturn=2\nbegin\n\nplay\nBd5,a1\nquit\n"
    said = gipf_meta("play", "zertz", "--set-up", typed=typed)
    assert said.status == 0
    assert "You can play from here: Player 2 is on turn." in said.out
    assert "It began from the position " in said.out
    (listed,) = gipf_meta("library", "list").out.splitlines()
    assert "  zertz  " in listed
    assert listed.endswith("from a position")


def test_a_game_whose_board_cannot_be_set_up_says_so(gipf_meta: Command) -> None:
    assert refused(gipf_meta("play", "die", "--set-up")) == "A board of Die cannot be set up."


MANY: Final = 1_500


@pytest.mark.soak
@pytest.mark.parametrize("game", sorted(BY_GAME))
def test_many_boards_that_are_set_up_are_positions_or_refused_and_can_be_played(game: str) -> None:
    """Some 10,000 of all games: each edit leads to a board that is drawn, and to a match that is
    kept, or to a sentence."""
    rng, board = Random(game), setting_up(game, "{}", "")
    played = 0
    state = board.start(1)
    for n in range(MANY):
        choices = board.view(state, 0).choices
        edit = rng.choice(choices).notation if n % 50 else rng.choice([EMPTY, "start"])
        state = board.apply(state, edit)
        prompt = board.view(state, 0).prompt
        assert prompt.endswith((".", "?"))
        if "can play from here" not in prompt:
            continue
        text, _found = board.position_of(state)
        seats, find = seats_in(board, state), installed_plugins().find
        begun = Match.begin(board.of, seats, find, n, position=text)
        played += 1
        for _decision in range(3):
            now = begun.top.status
            if isinstance(now, Turn):
                moves = begun.top.game.turn_moves(begun.top.state, now.seat)
                begun = begun.play_move(now.seat, rng.choice(moves)) if moves else begun
        assert read_match(to_record(begun), installed_plugins().find) == begun
    assert played > MANY // 50


def seats_in(board: SettingUp, state: Edited) -> int:
    """The number of players on the board that is set up."""
    return read_position(board.of, board.position_of(state)[0], None)[1]


def test_who_sets_up_is_offered_nothing_that_needs_a_match() -> None:
    hub = new_hub(MemoryLedger())
    room = opened(hub, ZERTZ)
    offered = set(room_scene(room, "ann")["may"]["do"])
    assert {"play", "choose", "begin_here", "look"} <= offered
    assert not {"resign", "offer", "hint", "analyse", "pause"} & offered
    assert why(say(hub, "resign", seen=room.number)).endswith("begin one from it first.")
