"""JavaScript that is shortened does the same: nothing but comments, blanks and names is gone."""

from __future__ import annotations

import pytest

from gipf_meta.web.shortening import shorten


@pytest.mark.parametrize(
    ("code", "short"),
    [
        ("/** What. */\nconst one = 1; // so\none;\n", "const a=1;a;"),
        ("let one = 2\nlet two = one\n", "let a=2\nlet b=a"),
        ("const one = document.title;", "const a=document.title;"),
        ("const one = 1, two = one;", "const a=1,two=a;"),
        ("const b = a => a + c;", "const b=a=>a+c;"),
        ("return one + +two - -1;", "return one+ +two- -1;"),
        ("const one = this / 2, two = true / one;", "const a=this/2,two=true/a;"),
    ],
)
def test_blanks_and_declared_variables_are_shortened(code: str, short: str) -> None:
    assert shorten(code) == short


@pytest.mark.parametrize(
    ("code", "short"),
    [
        ("const key = { key: 1, other: key };", "const a={key:1,other:a};"),
        ("const key = { key };", "const a={key:a};"),
        ("const { key, of: [last], ...rest } = it;", "const{key:a,of:[b],...c}=it;"),
        ("const { key = 1 } = key.key?.key;", "const{key:a=1}=a.key?.key;"),
        ("const one = on ? key : { one() { return one; } };", "const a=on?key:{one(){return a}};"),
        ("const one = { async one() {}, get two() {} };", "const a={async one(){},get two(){}};"),
        ("const one = { class: one, for: one };", "const a={class:a,for:a};"),
        ("({ one, two: [three] }) => one + three;", "({one:a,two:[b]})=>a+b;"),
    ],
)
def test_keys_of_properties_stay(code: str, short: str) -> None:
    assert shorten(code) == short


def test_a_class_keeps_its_names_but_those_that_are_private() -> None:
    assert shorten(
        """class Line extends Base {
          #next = FIRST;
          other = 1;
          constructor(next) { super(); this.#next = next; this.next = this.other; }
          static next() { return new Line(); }
          get #last() { for (const last of this.#next) return last; }
        }"""
    ) == (
        "class a extends Base{#a=FIRST;other=1;constructor(b){super();this.#a=b;"
        "this.next=this.other}\nstatic next(){return new a();}\n"
        "get #b(){for(const c of this.#a)return c}}"
    )


@pytest.mark.parametrize(
    "kept",
    [
        '"a // b /* c */ \\" #d"',
        "`one ${two`",
        "/[/\"'`]+ \\/ {/gu.test(it)",
        "it.replace(/\\{(\\w+)\\}/g,1)",
        "7/it/2",
        "it[0]/2/it",
        "`a  ${it.map((x) => `b  ${x}  c`).join(`}`)}  d`".replace("(x) => ", "(x)=>"),
    ],
)
def test_texts_and_patterns_stay_as_they_are(kept: str) -> None:
    if kept == "`one ${two`":
        with pytest.raises(ValueError, match="Line 2"):
            shorten(f"one;\n{kept}")
        return
    assert shorten(f"said = {kept};").replace("(a)=>", "(x)=>").replace("${a}", "${x}") == (
        f"said={kept};"
    )
