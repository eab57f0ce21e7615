"""A host that serves: its parts are put together here, and nothing else of it imports this."""
