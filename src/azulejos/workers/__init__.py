"""Processes in which bots think, for tables in the browser and in the terminal."""
