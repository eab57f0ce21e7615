from gipf_meta.testing import GameConformance
from gipf_meta_tictactoe import TicTacToe


class TestTicTacToe(GameConformance):
    game = TicTacToe()
