"""Laws on views: the choices that they offer."""

from __future__ import annotations

from itertools import pairwise

from gipf_meta.protocol.view import Choice, View
from gipf_meta.testing.laws.drawn_views import MOST, seat_phrase, views
from gipf_meta.testing.laws.notation import is_plain
from gipf_meta.testing.trial.case import Case
from gipf_meta.testing.trial.findings import need


def views_offer_the_legal_moves(case: Case) -> None:
    """A view offers every legal move of its seat, or of all seats that can act, once, and nothing
    else."""
    for walk, moment in case.moments(MOST):
        for seat, view in views(case, walk, moment):
            seats = range(walk.seats) if seat is None else (seat,)
            legal = [
                case.ask.format(moment.state, move)
                for one in seats
                for move in (moment.offers[one] if moment.offers else ())
            ]
            shown = [choice.notation for choice in view.choices]
            missing = [text for text in legal if text not in shown]
            need(
                not missing,
                f"The view for {seat_phrase(seat)} does not offer the legal move"
                f" {_quote(missing)}.",
                "Let view make a Choice of every move in legal_moves(state, seat); for None, of"
                " every seat.",
            )
            extra = [text for text in shown if text not in legal]
            need(
                not extra,
                f"The view for {seat_phrase(seat)} offers {_quote(extra)}, which is no legal move"
                f"{'' if seat is None else ' of it'}.",
                "Let view make choices of the moves in legal_moves(state, seat) alone, with the"
                " notation that format writes; none for a seat that may do nothing, and none when"
                " the game is over.",
            )
            need(
                len(shown) == len(set(shown)),
                f"The view for {seat_phrase(seat)} offers a move twice.",
                "Let view make one Choice of every legal move.",
            )


def _quote(texts: list[str]) -> str:
    return repr(texts[0]) if texts else "nothing"


def choices_are_told_apart(case: Case) -> None:
    """Every choice has a path of clicks and a label of its own; no path is the beginning of
    another."""
    for walk, moment in case.moments(MOST):
        for _, view in views(case, walk, moment):
            labels: dict[str, Choice] = {}
            for choice in view.choices:
                need(
                    isinstance(choice.path, tuple)
                    and choice.path
                    and all(map(is_plain, choice.path)),
                    f"The choice {choice.notation!r} has the path {choice.path!r}.",
                    "Let view give every Choice a path: a tuple of point ids, tray items or words"
                    " for buttons, one at least.",
                )
                need(
                    is_plain(choice.label),
                    f"The choice {choice.notation!r} has the label {choice.label!r}.",
                    "Let view give every Choice a label: what is said when it is spoken.",
                )
                need(
                    choice.label not in labels,
                    f"The choices {labels.get(choice.label, choice).notation!r} and"
                    f" {choice.notation!r} have one label, {choice.label!r}.",
                    "Let view give every Choice a label of its own, for those who hear it.",
                )
                labels[choice.label] = choice
                _check_path(view, choice)
                need(
                    isinstance(choice.gain, str)
                    and len(choice.gain) <= 12
                    and choice.gain.isprintable(),
                    f"The choice {choice.notation!r} has the gain {choice.gain!r}.",
                    "Let a Choice say its gain in a few letters.",
                )
            by_path = sorted(view.choices, key=lambda choice: choice.path)
            for one, other in pairwise(by_path):
                need(
                    other.path != one.path,
                    f"The choices {one.notation!r} and {other.notation!r} have one path,"
                    f" {one.path}.",
                    "Let view give every Choice a path of its own.",
                )
                need(
                    other.path[: len(one.path)] != one.path,
                    f"The path of {one.notation!r}, {one.path}, is the beginning of that of"
                    f" {other.notation!r}, {other.path}.",
                    "Let view give every Choice a path that no other begins with; say an optional"
                    " last step always, with a word for not taking it.",
                )


def clicks_have_names(case: Case) -> None:
    """Every click of a path is on a place, a thing in a tray or a glass, or on a button with a
    name: a player who hears the board hears all that he can click."""
    for walk, moment in case.moments(MOST):
        for _, view in views(case, walk, moment):
            named = {point.id for point in view.points} | {word for word, _name in view.names}
            named |= {item.id for tray in view.trays for item in tray.items}
            named |= {each.id for each in view.countdowns}
            for choice in view.choices:
                # a word that is all of a decision is called what the decision is called
                words = choice.path if len(choice.path) > 1 else ()
                nameless = next((word for word in words if word not in named), None)
                need(
                    nameless is None,
                    f"The path of {choice.notation!r}, {choice.path}, clicks {nameless!r}, which"
                    " has no name.",
                    "Let view name every button in names: pairs of its word and what it is called.",
                )


def _check_path(view: View, choice: Choice) -> None:
    """Raises ``Broken`` if the path of *choice* clicks a point that is gone or an empty heap."""
    gone = {point.id for point in view.points if point.kind == "gone"}
    empty = {item.id for tray in view.trays for item in tray.items if item.count == 0}
    for word in choice.path:
        need(
            word not in gone,
            f"The path of {choice.notation!r}, {choice.path}, clicks the point {word!r}, which is"
            " gone.",
            "Let view lead the path of a Choice over points that are there.",
        )
        need(
            word not in empty,
            f"The path of {choice.notation!r}, {choice.path}, clicks {word!r} in a tray, of which"
            " there are none.",
            "Let view lead the path of a Choice over things that a tray has; count them anew.",
        )
