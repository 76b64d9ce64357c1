"""The table in the browser: pages, live play, the API. Knows no game."""
