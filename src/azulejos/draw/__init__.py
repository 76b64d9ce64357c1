"""How it looks. Drawing gets a position and words; it knows no rule and decides nothing."""

from azulejos.draw.view import Part, View, parts, svg

__all__ = ["Part", "View", "parts", "svg"]
