"""The parts of screens: widgets, the values behind them, and the tasks that run beside them."""
