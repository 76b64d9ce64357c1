"""Summer Pavilion: seven stars, both sides of the board (SP-01 to SP-37)."""
