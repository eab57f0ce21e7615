"""The page with the links that let others come to a match at a host."""

from __future__ import annotations

from collections.abc import Sequence

from gipf_meta.desk.people_words import words_of_people
from gipf_meta.online.inviting import Invitation
from gipf_meta.tui.screens.dialogs import Ask


class Links(Ask):
    """Shows the links of those *offered*; a button copies each.

    The answer is the name of a button: ``link_of`` tells the link that it copies.
    """

    def __init__(self, offered: Sequence[Invitation]) -> None:
        words, numbered = words_of_people(), list(enumerate(offered, 1))
        self._links = {f"copy-{number}": each.link for number, each in numbered}
        told = [f"\n{number}. {each.words}\n{each.link}" for number, each in numbered]
        copies = {f"copy-{number}": f"{words['copy']} {number}" for number, _each in numbered}
        every = "\n".join([words["invite_words"], *told])
        super().__init__(words["invite"], every, {"on": words["done"], **copies})

    def link_of(self, answer: str | None) -> str:
        """The link that the button *answer* copies; empty if it copies none."""
        return self._links.get(answer or "", "")
