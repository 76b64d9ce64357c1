"""The colours of drawings, pages, charts and terminals: light, dark, and high contrast without textures."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

DISPLAY = "Georgia, 'DejaVu Serif', serif"
TEXT = "system-ui, 'DejaVu Sans', sans-serif"


def channels(colour: str) -> list[int]:
    """Red, green and blue of #rrggbb."""
    return [int(colour[i : i + 2], 16) for i in (1, 3, 5)]


def luminance(colour: str) -> float:
    """How bright a colour is, from 0 to 1, as WCAG reckons it."""
    shares = [channel / 255 for channel in channels(colour)]
    linear = [share / 12.92 if share <= 0.04045 else ((share + 0.055) / 1.055) ** 2.4 for share in shares]
    return sum(weight * share for weight, share in zip((0.2126, 0.7152, 0.0722), linear, strict=True))


def contrast(colour: str, other: str) -> float:
    """How well two colours can be told apart, from 1 to 21: words need 4.5."""
    dark, bright = sorted((luminance(colour), luminance(other)))
    return (bright + 0.05) / (dark + 0.05)


def mix(colour: str, other: str, share: float) -> str:
    """A colour with a share of another one, both as #rrggbb."""
    pairs = zip(channels(colour), channels(other), strict=True)
    return "#" + "".join(f"{round(a + (b - a) * share):02x}" for a, b in pairs)


@dataclass(frozen=True)
class Glaze:
    """The colour of a tile, of the ornament painted on it, and what tints the space where it belongs."""

    base: str
    motif: str
    tint: str


@dataclass(frozen=True)
class Theme:
    """What things are painted with."""

    page: str
    panel: str  # boards
    tray: str  # where tiles can lie
    ink: str
    quiet: str  # lesser words
    edge: str  # thin lines
    accent: str  # ornament, the last turn; links and buttons
    on_accent: str  # words on it
    plate: str  # a plain disc
    gilt: str  # legal places, who is to move
    gilt_ink: str  # words in its colour
    gold: str  # a golden disc
    loss: str  # points lost
    glazes: Mapping[str, Glaze]
    lights: Mapping[str, tuple[str, str]]  # of each game's window, from its bright corner to its dark one
    fade: float = 0.64  # how much the ornament of an empty space is like what is around it
    is_flat: bool = False  # neither sheen nor bevel nor ornament without a meaning

    @property
    def is_dark(self) -> bool:
        return self.page < "#8"

    @property
    def faint(self) -> str:
        """Lines around places where nothing lies: no words, and nothing that has to be seen."""
        return mix(self.quiet, self.page, 0.6) if self.is_flat else self.edge

    @property
    def seats(self) -> tuple[str, ...]:
        """The lines of four seats in a chart; they differ by dashes and marks too."""
        brown, black = (self.glazes[name] for name in ("brown", "black"))
        earthen = (brown.motif, black.motif) if self.is_dark else (brown.base, black.base)
        return self.accent, self.loss, *earthen

    def pale(self, colour: str) -> Glaze:
        """An empty space where this colour belongs: flat, near to what is around it."""
        tint = self.glazes[colour].tint
        if self.is_flat:
            return Glaze(self.panel, tint, tint)
        return Glaze(mix(tint, self.tray, 0.89), mix(tint, self.tray, self.fade), tint)


PAINTED = {
    "blue": Glaze("#1f4e9c", "#a9c8f2", "#1f4e9c"),
    "brown": Glaze("#7d4a22", "#e0ae78", "#7d4a22"),
    "cream": Glaze("#f3e5c0", "#a97c35", "#a97c35"),
    "black": Glaze("#26292f", "#a7adb8", "#26292f"),
    "red": Glaze("#a3222f", "#f6b7a8", "#a3222f"),
    "purple": Glaze("#5d3284", "#d8bff0", "#6a3a94"),
    "green": Glaze("#2c7a4b", "#bfe8c3", "#2c7a4b"),
    "orange": Glaze("#da6f1a", "#ffe9c6", "#cf6512"),
    "yellow": Glaze("#f3c846", "#8a5a06", "#a87c0c"),
    "turquoise": Glaze("#178f8b", "#d3f5ec", "#178f8b"),
    "pearl": Glaze("#f7f1ee", "#b07c1e", "#b07c1e"),
    "light-green": Glaze("#b4d977", "#2b5210", "#5f8f1f"),
    "dark-green": Glaze("#1d6644", "#c9eec8", "#1d6644"),
    "light-purple": Glaze("#bb8fd9", "#3d1160", "#8f5bb0"),
    "dark-purple": Glaze("#4a2072", "#e0caf5", "#4a2072"),
}
# In the dark the same glazes, a little lighter, so that black stands out from the table.
PAINTED_DARK = {
    "blue": Glaze("#2c62b8", "#bcd6f8", "#3f7ae0"),
    "brown": Glaze("#8d592d", "#ecc08f", "#a8672f"),
    "cream": Glaze("#f0e0b6", "#9c7130", "#d9b25c"),
    "black": Glaze("#07090c", "#c3c9d3", "#b9c2cf"),
    "red": Glaze("#b62f3b", "#fac6b9", "#cf3b47"),
    "purple": Glaze("#7544a0", "#e6d2f8", "#a271d6"),
    "green": Glaze("#338a57", "#cff0d3", "#45ad70"),
    "orange": Glaze("#e17f2b", "#fff0d6", "#ec8f3f"),
    "yellow": Glaze("#f1cb52", "#7a5004", "#e0ba43"),
    "turquoise": Glaze("#1f9f9a", "#dcfaf2", "#36b5ae"),
    "pearl": Glaze("#f4eef2", "#a8741a", "#e0ab4a"),
    "light-green": Glaze("#b6da7c", "#23470b", "#9cc957"),
    "dark-green": Glaze("#21734d", "#d3f2d2", "#3f9c70"),
    "light-purple": Glaze("#bf95dc", "#380d58", "#c196dd"),
    "dark-purple": Glaze("#5a2b88", "#ead9fa", "#9163c4"),
}
PURE = {
    "blue": Glaze("#0033cc", "#ffffff", "#4a4a4a"),
    "brown": Glaze("#8a4500", "#ffffff", "#4a4a4a"),
    "cream": Glaze("#fff0b3", "#000000", "#4a4a4a"),
    "black": Glaze("#000000", "#ffffff", "#4a4a4a"),
    "red": Glaze("#c00000", "#ffffff", "#4a4a4a"),
    "purple": Glaze("#5b008a", "#ffffff", "#4a4a4a"),
    "green": Glaze("#00662b", "#ffffff", "#4a4a4a"),
    "orange": Glaze("#ff9433", "#000000", "#4a4a4a"),
    "yellow": Glaze("#ffe600", "#000000", "#4a4a4a"),
    "turquoise": Glaze("#007a75", "#ffffff", "#4a4a4a"),
    "pearl": Glaze("#ffffff", "#8a5a00", "#4a4a4a"),
    "light-green": Glaze("#a6e22e", "#000000", "#4a4a4a"),
    "dark-green": Glaze("#00592b", "#ffffff", "#4a4a4a"),
    "light-purple": Glaze("#dda6ff", "#000000", "#4a4a4a"),
    "dark-purple": Glaze("#4b0082", "#ffffff", "#4a4a4a"),
}

LIGHTS = {
    "chocolatier": ("#fff4e2", "#dcbd97"),
    "pavilion": ("#fff1e6", "#e9a989"),
    "duel": ("#eef3fc", "#9db4dc"),
    "garden": ("#f7fae9", "#afcc92"),
}
LIGHTS_DARK = {
    "chocolatier": ("#4d3826", "#1b130d"),
    "pavilion": ("#5a3224", "#1d110d"),
    "duel": ("#2a3d66", "#0c1322"),
    "garden": ("#35492a", "#10180d"),
}

ThemeName = Literal["light", "dark", "contrast"]
THEMES: Mapping[str, Theme] = {
    "light": Theme(
        page="#f6f1e7",
        panel="#fffcf5",
        tray="#f1e8d8",
        ink="#22303c",
        quiet="#56616b",
        edge="#d9ccb4",
        accent="#1f4e9c",
        on_accent="#fffcf5",
        plate="#dfe8f4",
        gilt="#c08a2b",
        gilt_ink="#7d5510",
        gold="#f0d695",
        loss="#a3222f",
        glazes=PAINTED,
        lights=LIGHTS,
    ),
    "dark": Theme(
        page="#141c26",
        panel="#1d2835",
        tray="#2a3644",
        ink="#f1eadb",
        quiet="#a9b3bd",
        edge="#3d4b5b",
        accent="#7ea6e6",
        on_accent="#10202f",
        plate="#2b3d57",
        gilt="#e0ab4a",
        gilt_ink="#e6b962",
        gold="#6b5220",
        loss="#ff9c94",
        glazes=PAINTED_DARK,
        lights=LIGHTS_DARK,
        fade=0.48,
    ),
    "contrast": Theme(
        page="#ffffff",
        panel="#ffffff",
        tray="#ffffff",
        ink="#000000",
        quiet="#4a4a4a",
        edge="#000000",
        accent="#0033cc",
        on_accent="#ffffff",
        plate="#ffffff",
        gilt="#c25400",
        gilt_ink="#000000",
        gold="#ffe08a",
        loss="#b00000",
        glazes=PURE,
        lights={},
        is_flat=True,
    ),
}
