"""Every command of the program, and inputs that it refuses: typed lines with their input."""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from typing import Final, NamedTuple

from gipf_meta.cli import program
from gipf_meta.protocol.drafts import can_be_set_up
from tests.specimens import bundled_games

GIPF: Final = "gipf --set zertz_potentials=3 --set challenges_enabled=on --set tamsk_potentials=3"
TO_THE_DUEL: Final = "Ga1-b2 Gi5-h5 Za1-b2 Zi5-h5 Zi1-h2 Zi1-h2 Zb2^ challenge"


class Typed(NamedTuple):
    """A command, and the lines that are typed while it runs."""

    command: str
    lines: tuple[str, ...] = ()


def _each_line(commands: str) -> tuple[Typed, ...]:
    return tuple(Typed(line) for line in commands.split("\n") if line)


QUESTIONS: Final = (
    "?", "co je na d4", "okolí d4", "řada d4", "co mohu s d4", "kde je všechno",
    "kde jsou moje kameny", "která pole jsou prázdná", "co mohu hrát", "co mohu zajmout",
    "co je v nebezpečí", "co dojde dřív", "jaký byl poslední tah", "co mám", "skóre", "list",
    "kdo je na řadě", "co mohu bodovat", "co je na z9?", "která pole jsou plná", "kde je fialová",
)  # fmt: skip
WORDS: Final = (
    "help", "moves", "moves d4", "zprávy", "zprávy x", "board off", "board on", "board",
    "rules", "hint", "sheet", "undo", "redo", "pause", "nesmysl", "save", "save /neni/tu.json",
    "draw", "resign", "save partie.json", "save partie.json",
)  # fmt: skip

PLAYED: Final = (
    *(
        Typed(f"play {game} --plain", (*WORDS, *QUESTIONS, "quit"))
        for game in dict.fromkeys(("zertz", "gipf", *bundled_games(), "die", "elsewhere"))
    ),
    Typed("play zertz --plain", ("Wd4,d1", "Bd5,a1", "Wd4", *QUESTIONS, "hint", "quit")),
    Typed("play zertz --plain --set goals=1/5/6/3", ("Wd4,d1", "Bd5,a1", "x d4Bd6", "Wa1", "quit")),
    Typed(
        "play tamsk --plain", ("a1-b1", "@9", "@99999999", "d1-d2", *QUESTIONS, "resign", "quit")
    ),
    Typed(
        f"play {GIPF} --plain --seed 1",
        (*TO_THE_DUEL.split(), *QUESTIONS, "Wd4,d1", "resign", "quit"),
    ),
    Typed(
        f"play {GIPF} --plain --seed 1 --set zertz_duel=die",
        (*TO_THE_DUEL.split(), "roll", "x", "quit"),
    ),
    Typed("play zertz --seats greedy random --plain --seed 3"),
    Typed("play zatre --seats greedy random --plain --seed 3 --set short_game=2"),
    Typed("engine --bot random", ("quit",)),
    Typed("play zertz --plain --clock 1s/turn", ("@5000", "quit")),
    *(
        Typed(f"play {game} --plain --set-up", ("moves", "empty", "a1=?", "x=1", "x", "begin", "q"))
        for game, kind in bundled_games().items()
        if can_be_set_up(kind)
    ),
    Typed("play die --plain --set-up"),
    Typed(
        "play zertz --position 'a4,c2,Wc4,d3,d4 0/3/1 3/2/4 1/2/3 2' --plain",
        ("undo", "Wd4", "quit"),
    ),
    Typed("play zertz --position d4 --plain"),
    Typed(
        "study zertz --plain",
        (
            "help",
            "tree",
            "Wd4,d1",
            "Bd7,a4",
            "back",
            "Gc5,g1",
            "sign !?",
            "comment ticho",
            "tree",
            "promote",
            "promote",
            "delete",
            "restore",
            "restore",
            "again",
            "restore",
            "restore",
            "restore",
            "restore",
            "delete all",
            "coment x",
            "sign dobrý",
            "tree 2",
            "back x",
            "first",
            "on",
            "last",
            "up",
            "down",
            "go 9",
            "go 1.2",
            "undo",
            "resign",
            "sign",
            "quit",
        ),
    ),
    Typed("first-duel --plain", (*WORDS[:3], "challenge", *QUESTIONS, "Wd4", "resign", "quit")),
    Typed("study", ()),
    Typed("study neni.json --plain", ()),
    Typed("study neni --plain", ()),
    Typed("study 99 --plain", ()),
)
"""Matches in line mode, which fill the library for the commands after them."""

ASKED: Final = _each_line("""
games
plugins
demo --seed 3
learn
learn zertz
learn zertz first --plain
puzzle --list
library list
library list --open
library show 1
library show 2 --boards
library verify
library stats
library export 1 jedna.json
library import jedna.json
library delete 1
resume 2 --plain
replay jedna.json
replay jedna.json --boards
review jedna.json --nodes 20
render jedna.json -o jedna.svg
perft zertz 1
perft zertz 1 --divide --set board=37 --moves
legal die
analyse zertz --nodes 50
bench die --seconds 0.01
arena zertz --bots greedy random --games 2 --set variant=blitz
rate zertz random --against beginner --games 2
arena zatre --players 4 --bots random greedy beginner --games 1 --set short_game=2
new-plugin moje_hra
playthrough zertz prazdny.txt
""")

REFUSED: Final = _each_line("""
plya
play
play sachy
play zert
play zertz --seed x
play zertz --players 7
play zertz --seats human
play zertz --seats human nikdo
play zertz --names A A
play zertz --clock brzy
play zertz --duel-clock 5m
play zertz --set board
play zertz --set board=38
play zertz --set bord=37
play zertz --preset huge
play zertz --set board=37 --set board=48
play zertz --set variant=tournament --set board=37
play gipf --set extra_pieces=2
play gipf --set duel_attempts=0
play gipf --set challenges_enabled=maybe
play gipf --set tamsk_potentials=1/2/3
play gipf --set zertz_duel=x-y
play zertz --set handicap=p1=4/0/0
play zertz --set pool=0/0/0
play tamsk --set level=9
play zatre --set short_game=99
play --graphics none zertz
play zertz --seats
play zertz nic navic
first-duel 1
resume 999
resume neni.json
resume rozbity.json
resume slova.json
resume novejsi.json
resume spatny.json
learn sachy
learn zertz nic
puzzle sachy
puzzle zertz-0
puzzle die
puzzle --mistakes
puzzle --theme nic
puzzle --mistakes --list
make-puzzles die --out úlohy.json
learn die
library
library show 999
library show x
library delete 999
library import neni.json
library import jedna.json --game sachy
replay jedna.json --nth 2
library import rozbity.json
library export 2 rozbity.json
library nic
replay neni.json
replay spatny.json
review 999
review x.json --nodes 0
render
render -o x.svg
render jedna.json -o x.jpg
render jedna.json -o x.png --width 1
render jedna.json --at 99 -o x.svg
render --game zertz --at 1 -o x.svg
render --game zertz --position a1 -o x.svg
perft zertz x
perft zertz -1
perft zertz 1 --position z9
legal gipf --position z9
legal tamsk --position z9
legal zatre --position z9
legal zatre_pad --position z9
legal elsewhere --position x
analyse zertz --nodes 0
bench sachy
bench --seconds 0
bench --seconds x
train die --folder uceni
train zatre --folder uceni --games 0
arena zertz
arena zertz --bots greedy
arena zertz --bots greedy human
arena zertz --bots greedy random --games 3
arena zertz --bots greedy nikdo
arena zertz --bots greedy engine:
arena zertz --bots greedy random --table x.txt
engine --bot nikdo
analyse zertz --by greedy
engine-check engine nikdo
arena zertz --bots greedy random --limit nan
arena zertz --bots greedy random --sprt 1
arena zertz --bots greedy random --jobs 1 --executor x
arena zertz --bots greedy random --executor x
completion
completion x
check sachy
check die --games 0
new-plugin zertz
new-plugin Moje-Hra
new-plugin moje_hra
serve --port x
host --port x
host --address x
host --origin x
host --database x
join x
wait --for x
host rooms
host rooms --most x
host people
host close zadna
host ban
host renew zadna
host data zadna
host forget zadna --yes
host prune --older 2
host forgotten x
host reseat zadna 1
host backup x
host restore zadna
host verify
host push-keys --renew x
host --push-service x
host export x
serve --sessions 0
--without nic games
""")


def helps() -> Iterator[Typed]:
    """``-h`` and ``--help`` of the program and of each of its commands, found in the program
    itself."""
    for words in _commands(program(), ""):
        yield from (Typed(f"{words} {each}".strip()) for each in ("-h", "--help"))


def _commands(parser: argparse.ArgumentParser, before: str) -> Iterator[str]:
    yield before
    for action in parser._actions:
        if isinstance(action, argparse._SubParsersAction):
            for name, below in action.choices.items():
                yield from _commands(below, f"{before} {name}".strip())


def names() -> set[str]:
    """The commands of the program, those of commands too."""
    return {words for words in _commands(program(), "") if words}
