"""What MkDocs asks when it makes the site: which pages there are, and those that come from the code."""

import re
from collections.abc import Iterator
from pathlib import Path

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import File, Files

from azulejos import games, observations, tell
from azulejos.bots import strength
from azulejos.core.contract import Facts

ROOT = Path(__file__).parents[1]
PAGES = (
    "README.md",
    "CONTRIBUTING.md",
    "CHANGELOG.md",
    "docs",
    "bench",
    "examples",
    "src/azulejos/tell/rules",
)
KINDS = (".md", ".svg", ".png", ".py", ".c", ".js")
HEADINGS = ("Table", "Choices", "Observation", "Scoring", "Speed", "Versions")


def on_files(files: Files, config: MkDocsConfig) -> Files:
    """Pages and what they link to, at the same places as in the repository; a page for each game."""
    theme = [file for file in files if not (file.abs_src_path or "").startswith(config.docs_dir)]
    own = [File(path, str(ROOT), config.site_dir, config.use_directory_urls) for path in _there()]
    made = [
        File.generated(config, f"docs/games/{name}.md", content=game_page(facts))
        for name, facts in games.GAMES.items()
    ]
    return Files([*theme, *own, *made])


def _there() -> Iterator[str]:
    """The files of the repository that pages are, or show."""
    for page in PAGES:
        for path in sorted((ROOT / page).rglob("*")) if (ROOT / page).is_dir() else [ROOT / page]:
            if path.suffix in KINDS and "build" not in path.parts[len(ROOT.parts) :]:
                yield path.relative_to(ROOT).as_posix()


# ------------------------------------------------------------------------------------------------
# The page of a game


def game_page(facts: Facts) -> str:
    """Under the same headings for every game, in tables made from the code."""
    parts = (
        _table(facts),
        _choices(facts),
        _observation(facts),
        _scoring(facts),
        _speed(facts),
        _versions(facts),
    )
    picture = f"![{facts.title}](../{facts.name}.svg)"
    rules = ", ".join(
        f"[{tell.title(facts.name, language)}](../../src/azulejos/tell/rules/{language}/{facts.name}.md)"
        for language in tell.LANGUAGES
    )
    begin = f"# {facts.title}\n\n{picture}\n\nThe rules, clause by clause: {rules}.\n"
    return begin + "".join(
        f"\n## {heading}\n\n{part}\n" for heading, part in zip(HEADINGS, parts, strict=True)
    )


def _rows(*rows: tuple[object, ...]) -> str:
    """A table; its first row is the heading."""
    lines = ["| " + " | ".join(map(str, row)) + " |" for row in rows]
    return "\n".join([lines[0], "| " + " | ".join("---" for _ in rows[0]) + " |", *lines[1:]])


def _table(facts: Facts) -> str:
    """Who sits there, what can be chosen before it begins, and what lies on it."""
    rules, (least, most) = games.contract(facts.name), facts.players
    options = [(f"`{option.name}`", f"`{option.usage}`", f"`{option.default}`") for option in facts.options]
    state = _rows(
        ("what", "which"),
        ("name", f"`{facts.name}`"),
        ("players", f"{least} to {most}" if least < most else least),
        ("a position", f"{rules.dtype.itemsize} bytes"),
        ("phases", ", ".join(f"`{phase}`" for phase in rules.phases)),
        ("hidden facts", "yes" if facts.name in games.SECRETIVE else "none"),
    )
    return f"{state}\n\n{_rows(('option', 'values', 'unless told otherwise'), *options)}"


def _choices(facts: Facts) -> str:
    """How many there are, and of which shapes."""
    rules = games.contract(facts.name)
    shapes: dict[tuple[str, str], list[str]] = {}
    for number, name in enumerate(rules.choices):
        whose = "seat" if number < rules.chance_first else "CHANCE"
        shapes.setdefault((whose, re.sub(r"\d+", "N", name.split()[0])), []).append(name)
    rows = [(whose, f"`{names[0]}`", len(names)) for (whose, _), names in shapes.items()]
    anchor = re.sub(r"[^a-z ]", "", facts.title.lower()).replace(" ", "-")
    most = f"At most {rules.legal_max} of them are legal at a time."
    return (
        f"{len(rules.choices)} choices, numbered in this order. {most} What they mean: "
        f"[notation](../notation.md#{anchor}).\n\n{_rows(('whose', 'first of its kind', 'how many'), *rows)}"
    )


def _observation(facts: Facts) -> str:
    """What a seat sees, as numbers."""
    least, most = facts.players
    rows = []
    for players in range(least, most + 1):
        seen = observations.features(facts.name, players)
        rows.append((players, len(seen.shapes), seen.size, seen.floats))
    heads = ("players", "fields", "`compact`: bytes", "`one-hot`: floats")
    return f"Field by field: [what a seat sees](../observations.md).\n\n{_rows(heads, *rows)}"


def _scoring(facts: Facts) -> str:
    """The clauses that speak of points."""
    found = [
        (clause.number, clause.section, clause.text)
        for clause in tell.rules(facts.name, tell.SOURCE)
        if re.search(r"\bpoints?\b", clause.text)
    ]
    return _rows(("clause", "when", "what"), *found)


def _speed(facts: Facts) -> str:
    """What `make bench` has measured last."""
    text = (ROOT / "bench" / "results.md").read_text(encoding="utf8")
    part = text.split(f"## {facts.title}\n")[1].split("\n## ")[0].strip()
    return f"On which machine, and how: [speed](../../bench/results.md).\n\n{part}"


def _versions(facts: Facts) -> str:
    """What rises when something changes, and how strong the bots are now."""
    rules = games.contract(facts.name)
    versions = _rows(
        ("of", "version"),
        ("rules", rules.version),
        ("observation", observations.declared(facts.name).version),
    )
    bots = [
        (
            f"`{name}`",
            strength.title(name),
            strength.told(facts.name, name, tell.words(tell.SOURCE)) or "not measured",
        )
        for name in (*strength.levels(), *strength.RESEARCHERS)
    ]
    return f"{versions}\n\n{_rows(('bot', 'called', 'measured, with two players'), *bots)}"
