"""The page's own texts, which it shows without a message from a room or the desk."""

from __future__ import annotations

from typing import Final

from gipf_meta.base.texts import _, language_names, spoken
from gipf_meta.narration import prompts
from gipf_meta.narration.follow_up import follow_up_texts

FIRST: Final = ("reconnecting", "ended", "load_again", "be_new", "come_back")
"""The names of the texts that a page may need before it gets its greeting."""


def first_words() -> dict[str, dict[str, str]]:
    """The texts that a page may need before it has any other, for each language by its code."""
    words = {}
    for code in language_names():
        with spoken(code):
            words[code] = {key: _places()[key] for key in FIRST}
    return words


def words_on_the_end() -> dict[str, str]:
    """The texts that differ where this program itself serves the page: what to type when it has
    ended."""
    return {"ended": _("The program has ended: type gipf-meta serve to go on.")}


def words_of_page() -> dict[str, str]:
    """Every text of the page by the name that the page has for it, in the player's language."""
    return (
        words_of_board()
        | words_of_people()
        | {
            "back": _("Back"),
            "another": _("another:"),
            "watch": _("Watch the duel"),
            "watch_again": _("Watch again"),
            "from_to": _("{least} to {most}"),
            "strength": _("strength {strength} of 5"),
        }
    )


def words_of_board() -> dict[str, str]:
    """The texts of a room by the names that the page has for them, in the player's language."""
    return (
        _places()
        | _deeds()
        | _deciding()
        | _announcements()
        | _replay()
        | _planning()
        | _keys()
        | _tour()
    )


def _places() -> dict[str, str]:
    return {
        "language": _("en"),
        "board": _("Board"),
        "players": _("Players"),
        "asking": _("What happens now"),
        "deeds": _("What you can do"),
        "turns": _("Turns"),
        "to_games": _("To the games"),
        "to_list": _("Back to the list"),
        "to_content": _("To the content"),
        "places": _("Places"),
        "menu": _("Menu"),
        "reconnecting": _("Connecting again; your match is kept"),
        "ended": _("Connecting again; your match is kept"),
        "load_again": _("Load again"),
        "be_new": _("Begin as somebody new"),
        "come_back": _("Come back"),
        "no_room": _("This match cannot be opened"),
    }


def _deeds() -> dict[str, str]:
    return {
        "hint": _("Hint"),
        "take_back": _("Undo"),
        "play_again": _("Redo"),
        "offer": _("Offer a draw"),
        "resign": _("Resign"),
        "pause": _("Pause"),
        "go_on": _("Go on"),
        "replay": _("Replay"),
        "news": _("What happened"),
        "rematch": _("Rematch"),
        "result": _("The result"),
        "save": _("Save"),
        "flip": _("Flip"),
        "copy_link": _("A link to this place"),
        "copied": _("It is copied."),
        "pasted": _("Open what you have pasted?"),
        "pasted_words": _("The match is kept meanwhile."),
        "no_turn": _("That is no turn of this match."),
        "open_pasted": _("Open it"),
        "sound": _("Sound on"),
        "sound_off": _("Sound off"),
        "fullscreen": _("Full screen"),
        "rules": _("Rules"),
        "help": _("Keys and help"),
        "type": _("Type a move, a question or a word"),
        "type_short": _("Type"),
        "record": _("The match, to go on elsewhere"),
        "picture": _("A picture of the board"),
        "analyse": _("Best lines"),
        "review": _("Review"),
        "study": _("Study"),
        "signs": _("What this turn is worth"),
        "comment": _("Comment"),
        "promote": _("Promote this line"),
        "delete_turn": _("Delete from here"),
        "restore": _("Take the last change back"),
        "change_again": _("Make it again"),
        "review_again": _("Review again"),
        "stop_review": _("Stop the review"),
        "try_again": _("Try again"),
        "turned": _("See where it turned"),
        "turned_at": _("Where it turned: {turn}: {why}"),
        "never_turned": _("No turn gave anything away."),
        "mistakes": _("Marked turns"),
        "no_chances": _("Chances: not looked at yet."),
        "close": _("Close: {name}"),
        "ring_drawn": _("A ring is on {place}."),
        "arrow_begins": _("An arrow begins on {place}: go to its end, and press - again."),
        "arrow_drawn": _("An arrow leads from {start} to {end}."),
        "sign_away": _("It is taken away."),
        "marked": _("Marked: {places}."),
        "hint_sought": _("A hint is looked for …"),
    }


def _deciding() -> dict[str, str]:
    return {
        "type_here": _("A move, a question such as d4?, or help"),
        "play": _("Play"),
        "step_back": _("Back one click"),
        **follow_up_texts(),
        "once_more": _("{label}? Once more to play it."),
        "was_played": prompts.was_played(),
        "less": _("One less: {name}"),
        "more": _("One more: {name}"),
        "withdraw": _("Take it back"),
        "not_your_turn": _("It is not your turn."),
    }


def _announcements() -> dict[str, str]:
    return {
        "draw_title": _("Offer a draw?"),
        "yes_draw": _("Offer a draw"),
        "resign_title": _("Resign?"),
        "resign_words": _("You give up this game and lose it."),
        "resign_duel": _(
            "You give up this duel and lose it; the game that it decides about goes on."
        ),
        "yes_resign": _("Yes, resign"),
        "cancel": _("Cancel"),
        "paused": _("Paused"),
        "pause_title": _("A pause?"),
        "pause_words": prompts.words_of_pause(),
        "pause_10": _("10 min"),
        "pause_30": _("30 min"),
        "at_stake": _("At stake"),
        "no_time": _("No time passes."),
        "asked_no_more": _("This question is over."),
        "your_move": "● " + _("Your move: {heading}"),
    }


def _replay() -> dict[str, str]:
    return {
        "moment": _("Moment of the match"),
        "first": _("To the beginning"),
        "before": _("Back"),
        "after": _("Forward"),
        "last": _("To the end"),
        "play_by_itself": _("Play on its own"),
        "branch": _("Play on from here"),
        "begin_here": _("A new match from here"),
        "back_to_match": _("Back to the match"),
    }


def _planning() -> dict[str, str]:
    """The texts of moves that are made in advance."""
    return {
        "plan": _("Plan ahead"),
        "plan_short": _("Plan"),
        "your_plan": _("Your plan"),
        "plan_waits": _("Your plan waits. Only you see it."),
        "drop_line": _("Take this line away: {words}"),
        "drop_plan": _("Take the plan away"),
        "imagined_after": _("Only imagined: after {move}"),
        "imagined": _("Only imagined"),
        "imagined_board": _("Only imagined: {board}"),
        "imagined_words": _("Click what may come, and what you play then. The match stands still."),
        "imagined_any": _("Whatever comes, you play what you click now. The board is an example."),
        "in_plan": _("This is in your plan."),
        "now": _("Now"),
        "if_move": _("if {move}"),
        "if_any": _("whatever comes (such as {move})"),
        "then_move": _("then {move}"),
        "planned_move": _("In your plan: {move}"),
        "whatever": _("Whatever comes"),
        "whatever_instead": _("Or whatever comes"),
        "only_this": _("Only if this comes"),
        "not_any": _("A duel or the end may come there: say what comes."),
        "duel_won": _("I win the duel"),
        "duel_lost": _("I lose it"),
        "duel_drawn": _("It is drawn"),
        "keep_line": _("Keep this line"),
        "line_kept": _("The line is kept."),
        "went_on": _("The match has gone on."),
        "key_step_back": _("a move back, a move on again"),
    }


def _keys() -> dict[str, str]:
    return {
        "keys": _("The keys that hold now"),
        "key_space": _("Space"),
        "key_arrows": _("the nearest place in that direction"),
        "key_letters": _("the place in one of six directions"),
        "key_next": _("the next, the previous thing that can be chosen, on the board or beside it"),
        "key_tab": _("at first the first choice, then on through the page"),
        "key_choose": _("choose it"),
        "key_ring": _("a ring of your own on the place, or away; so does the right button"),
        "key_arrow": _("begin an arrow of your own at the place, then end it"),
        "key_walk": _("a turn back or on, another line, the beginning, the end"),
        "key_numbers": _("one of the numbered words or things beside the board"),
        "typed_words": _("What can be typed"),
        "whole_help": _("The whole help"),
        "close_dialog": _("Close"),
    }


def _tour() -> dict[str, str]:
    """The texts of the tour of the page in the first match, one for each place."""
    return {
        "tour": _("What is where"),
        "tour_board": _("Click or touch what glows: first a piece, then where it goes."),
        "tour_asked": _("Here you read whose turn it is, and what to do."),
        "tour_deeds": _("Here you look back, get a hint, or undo a move."),
        "tour_menu": _("All else is in the menu. The key ? shows the keys."),
        "skip": _("Skip"),
    }


def words_of_people() -> dict[str, str]:
    """The texts by the names that the page has for them, in the player's language."""
    return _who() | _ways_back() | _invitations() | _at_the_table()


def _who() -> dict[str, str]:
    return {
        "name_title": _("What shall the others call you?"),
        "name_words": _("Your name"),
        "come_in": _("Come in"),
        "key_title": _("Your key"),
        "key_words": _(
            "Open this link on your other device. Whoever has it plays in your name: give it to"
            " nobody."
        ),
        "key_link": _("Link for your other device"),
        "renew_title": _("Renew your key?"),
        "renew_words": _(
            "The old key stops working, and pages opened with it close, on your other devices,"
            " too. Then show the new one here, and open its link there."
        ),
        "renew_yes": _("Renew it"),
        "become_title": _("Play as the owner of this key?"),
        "become_words": _(
            "This browser then sits at his tables. Tables at which it sits now are reached with its"
            " own key only, which the settings show."
        ),
        "become_bad": _("This key is not complete: copy the whole link."),
        "become_yes": _("Play with this key"),
        "done": _("Done"),
        "copy": _("Copy"),
        "copy_yourself": _("Mark it and copy it."),
        "share": _("Share"),
    }


def _ways_back() -> dict[str, str]:
    return {
        "passkey_none": _("This browser has no passkeys."),
        "passkey_known": _("This device has a passkey of yours already."),
        "passkey_not": _("No passkey was used: try once more, or another way."),
        "push_https": _("Notices in a browser need https, which this address does not have."),
        "push_install": _(
            "On an iPhone or iPad, first add this page to the home screen: Share, then Add to Home"
            " Screen. Open it there, and turn the notices on."
        ),
        "push_none": _("This browser cannot show notices of a page that is closed."),
        "push_denied": _(
            "The browser does not let this page show notices; its settings for this page change"
            " that."
        ),
        "push_not": _("The browser could not turn its notices on: try once more later."),
        "signed_in": _("You are {name} now"),
        "before_words": _(
            "Here you were {name} before. Keep this link if you want to play as {name} again."
        ),
        "before_link": _("Link to play as {name}"),
        "signed_out": _("You are signed out"),
        "signed_out_words": _("Nothing of yours is stored in this browser any more."),
    }


def _invitations() -> dict[str, str]:
    return {
        "invite": _("Invite"),
        "reseat": _("New link"),
        "reseat_words": _(
            "Send it to whoever has lost this seat, or will play on. Whoever opens it takes the"
            " seat; if the one who left comes back first, the link stops working."
        ),
        "uninvite": _("Take it back"),
        "invite_words": _("Whoever opens a link comes in: send it only to those you want here."),
        "link_to_play": _("To play as {seat}, for one person"),
        "link_to_watch": _("To watch, for as many as you like"),
        "link_to_study": _("To study together, for as many as you like"),
    }


def _at_the_table() -> dict[str, str]:
    return {
        "live": _("Play it live …"),
        "live_title": _("At which hour do you play this duel live?"),
        "live_at": _("Live: {date}"),
        "live_clock": _("Clock of the duel"),
        "ask_live": _("Ask the others"),
        "not_live": _("By the clock of days instead"),
        "hour": _("Day and hour"),
        "next_waiting": _("Next match that waits"),
        "begun_here": _("Finish the move that you have begun here, or take it back."),
        "sit": _("Sit down here"),
        "decline": _("Decline"),
        "seat_free": _("free"),
        "away": _("not here at the moment"),
        "that_is_me": _("That is me"),
        "is_ready": _("is ready"),
        "claim": _("Go on without"),
        "claim_in": _("You may go on without {name} in {time}."),
        "claim_now": _("You may go on without {name}."),
        "goes_on_in": _("Time goes on by itself in {time}."),
        "lag": _("line: {ms} ms"),
        "until": _("until {date}"),
        "watchers": _("Watching: {count}"),
        "together": _("Show it to the others"),
        "you_show": _("The others are shown what you look at."),
        "shows": _("{name} shows the match."),
        "show_no_more": _("Show it no longer"),
        "look_along": _("Follow along"),
        "look_alone": _("Look on my own"),
        "leave_match": _("Leave for good"),
        "leave_title": _("Leave this match for good?"),
        "leave_words": _(
            "Your seat is free then: the others may claim the win or let a bot go on, and you come"
            " back by an invitation only. To be away for a while, just close the page: your seat"
            " stays yours."
        ),
        "yes_leave": _("Yes, leave"),
    }
