"""What commands write, where the output has too few letters: for each that it lacks the one most like it."""

import codecs
import io
import os
import sys
import unicodedata
from functools import cache

ERRORS = "azulejos.neighbours"  # the name of our way to encode
STANDARD = ("strict", "surrogateescape", "backslashreplace")  # ways that nobody has chosen
UNKNOWN = "?"
NEIGHBOURS = str.maketrans(
    {
        **dict.fromkeys("‐‑‒–—−·•", "-"),
        **dict.fromkeys("‘’‚′", "'"),
        **dict.fromkeys("“”„«»″", '"'),
        **dict.fromkeys("\u00a0\u2007\u2009\u202f", " "),
        **dict.fromkeys("▸›❯→", ">"),
        **dict.fromkeys("‹❮←", "<"),
        **dict.fromkeys("★✦✧", "*"),
        **dict(zip("…×±✓█łŁøØđĐß", ".x~+#lLoOdDs", strict=True)),
    }
)


def write_everywhere() -> None:
    """From now on no character is too odd for what commands write, and none for what they are told.

    Whoever has chosen another way by PYTHONIOENCODING keeps it.
    """
    codecs.register_error(ERRORS, _encode)
    if sys.stdout is None:  # closed by whoever has started us
        sys.stdout = open(os.devnull, "w", encoding="utf8")  # noqa: SIM115 - as long as the process
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper) and stream.errors in STANDARD:
            stream.reconfigure(errors=ERRORS)
    if isinstance(sys.stdin, io.TextIOWrapper) and sys.stdin.errors in STANDARD:
        sys.stdin.reconfigure(errors="replace")


def _encode(error: UnicodeError) -> tuple[str, int]:
    """A handler of errors for codecs."""
    if not isinstance(error, UnicodeEncodeError):
        raise error
    return "".join(map(neighbour, error.object[error.start : error.end])), error.end


@cache
def neighbour(character: str) -> str:
    """What stands for a character in plain ASCII, just as wide, so that tables stay as they were laid out."""
    like = unicodedata.normalize("NFD", character.translate(NEIGHBOURS))[0]  # without its accents
    if like.isascii():
        return like
    if unicodedata.category(character) in ("Mn", "Me", "Cf"):  # an accent by itself, or a hint for layout
        return ""
    if unicodedata.name(character, "").startswith("BOX DRAWINGS"):
        return _line(unicodedata.name(character))
    return UNKNOWN * (2 if unicodedata.east_asian_width(character) in "WF" else 1)


def _line(name: str) -> str:
    """A piece of a frame: along, down, or a corner."""
    if " AND " in name:
        return "+"
    return "|" if name.endswith("VERTICAL") else "-"
