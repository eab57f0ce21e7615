"""The page's own texts where several people play: who they are, how they come to a table."""

from __future__ import annotations

from gipf_meta.base.texts import _


def words_of_people() -> dict[str, str]:
    """The texts by the names that the page has for them, in the player's language."""
    return _who() | _invitations() | _at_the_table()


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
            "The old key is worth nothing any more: pages that came by it close, on your other"
            " devices, too. Then show the new one here, and open its link there."
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
        "copy_yourself": _("Mark the link and copy it."),
        "share": _("Share"),
    }


def _invitations() -> dict[str, str]:
    return {
        "invite": _("Invite"),
        "reseat": _("New link"),
        "reseat_words": _(
            "Send it to who has lost this seat, or to who plays on. Whoever opens it takes the"
            " seat; if its person comes back before that, it is worth nothing any more."
        ),
        "invite_words": _("Whoever opens a link comes in: send it to whom you mean."),
        "link_to_play": _("To play as {seat}, for one person"),
        "link_to_watch": _("To watch, for as many as you like"),
    }


def _at_the_table() -> dict[str, str]:
    return {
        "sit": _("Sit down here"),
        "seat_free": _("free"),
        "away": _("not here at the moment"),
        "is_ready": _("is ready"),
        "lag": _("line: {ms} ms"),
        "watchers": _("Watching: {count}"),
        "together": _("Show it to the others"),
        "you_show": _("The others are shown what you look at."),
        "shows": _("{name} shows the match."),
        "show_no_more": _("Show it no longer"),
        "look_along": _("Look along"),
        "look_alone": _("Look alone"),
        "leave_match": _("Leave for good"),
        "leave_title": _("Leave this match for good?"),
        "leave_words": _(
            "Your seat is free then, and you come back by an invitation only. To be away for a"
            " while, just close the page: your seat stays yours."
        ),
        "yes_leave": _("Yes, leave"),
    }
