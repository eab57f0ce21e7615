from gipf_meta_tictactoe import TicTacToe

from gipf_meta.testing import GameConformance


class TestTicTacToe(GameConformance):
    game = TicTacToe()
