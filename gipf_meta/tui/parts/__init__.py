"""What screens are made of: widgets, the values behind them, and what runs beside them."""
