"""The colours of the pages as a style sheet, made from those of the drawings, `draw/theme.py`."""

from azulejos.draw.theme import THEMES, Theme

VARIABLES = {  # what style sheets call them
    "plaster": "page",
    "card": "panel",
    "ink": "ink",
    "soft": "quiet",
    "line": "edge",
    "accent": "accent",
    "on-accent": "on_accent",
    "gilt": "gilt",
    "gilt-ink": "gilt_ink",
    "loss": "loss",
}


def sheet() -> str:
    """The first theme is the one of a page that names none."""
    first = next(iter(THEMES))
    return "".join(
        _rules("" if name == first else f'[data-theme="{name}"]', theme) for name, theme in THEMES.items()
    )


def _rules(which: str, theme: Theme) -> str:
    colours = "".join(f" --{variable}: {getattr(theme, name)};" for variable, name in VARIABLES.items())
    scheme = "dark" if theme.is_dark else "light"
    lights = [
        f"{which} .{game} {{ --lit: {lit}; --shade: {shade}; }}\n".lstrip()
        for game, (lit, shade) in theme.lights.items()
    ]
    return f":root{which} {{{colours} color-scheme: {scheme}; }}\n" + "".join(lights)
