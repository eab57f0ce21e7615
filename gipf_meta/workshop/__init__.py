"""Where bots and engines are contested, checked and taught. Whoever plays needs nothing of it."""
