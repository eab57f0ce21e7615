"""The screens about oneself in a terminal: what only a browser can do is not offered."""

from __future__ import annotations

from gipf_meta.desk.parts import Button, Fold, Form, ListRow, Paragraph, Rows, Screen, opening
from gipf_meta.line.person_screens import for_terminal

PASSKEY = Button(text="Use it", do={"do": "passkey", "purpose": "sign_in"})
KEY = Button(text="Show my key", do={"do": "show_key"})
WORDS = Button(text="Use it", do=opening("by_words"))


def test_what_only_a_browser_can_do_is_not_offered_in_a_terminal() -> None:
    by_words = ListRow(cells=("Twelve words", "The ones on paper."), buttons=(WORDS,))
    passkey = ListRow(cells=("A passkey", "The one that you have added."), buttons=(PASSKEY,))
    form = Form(parts=(Paragraph(text="above"), KEY), do=opening("me"))
    screen = Screen(
        name="sign_in",
        title="Come back",
        parts=(
            Rows(rows=(passkey, by_words)),
            KEY,
            Fold(text="Your key", parts=(Paragraph(text="It is long."), KEY)),
            Fold(text="More", parts=(Paragraph(text="Words."),)),
            form,
        ),
    )
    rows, more, rest = for_terminal(screen).parts
    assert isinstance(rows, Rows)
    assert [(row.cells, row.buttons) for row in rows.rows] == [
        (("A passkey", "only in a browser"), ()),
        (by_words.cells, (WORDS,)),
    ]
    assert more == screen.parts[3]
    assert rest == form.model_copy(update={"parts": (Paragraph(text="above"),)})


def test_another_screen_stays_as_it_is() -> None:
    screen = Screen(name="launcher", title="Games", parts=(Rows(rows=(ListRow(cells=("Die",)),)),))
    assert for_terminal(screen) is screen
