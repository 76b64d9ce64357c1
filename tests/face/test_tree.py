"""Records with variations: whatever was tried comes back from the file, what can't be is refused in words."""

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.plainly import plainly

import azulejos as az
from azulejos import games
from azulejos.tree import COMMENT_LENGTH, NODES_MAX, ROOT, Node, Tree

each_game = pytest.mark.parametrize("name", games.GAMES)
comments = st.text(st.characters(codec="utf8", categories=("L", "N", "P", "S")), max_size=20) | st.just("a b")


def begun(name):
    game = az.Game(name)
    return plainly(az.Record, game, [], ("Ala", "Bo"), "2026-05-31")


def grown(name, seed, count, comment=""):
    """A tree to which choices were added anywhere, most of them at its last one."""
    dice, start = random.Random(seed), begun(name)
    nodes, positions = [], [start.begin()]
    while len(nodes) < count:
        parent = len(nodes) - 1 if dice.random() < 0.8 else dice.randrange(len(positions)) - 1
        position = positions[parent + 1].copy()
        taken = {node.choice for node in nodes if node.parent == parent}
        free = [choice for choice in position.choices() if choice not in taken]
        if not free:
            continue
        choice = dice.choice(free)
        position.play(choice)
        nodes.append(Node(parent, choice, comment if dice.random() < 0.2 else ""))
        positions.append(position)
    return Tree(start, nodes, comment if dice.random() < 0.5 else "")


def shape(tree):
    """All paths of a tree with their comments, in the order in which they branch."""
    children = {at: [] for at in range(ROOT, len(tree))}
    for at, node in enumerate(tree.nodes):
        children[node.parent].append(at)

    def below(at):
        return [(tree.nodes[n].choice, tree.nodes[n].comment, below(n)) for n in children[at]]

    return tree.comment, below(ROOT)


@each_game
@settings(max_examples=15, deadline=None, derandomize=True, database=None)
@given(seed=st.integers(0, 2**16), count=st.integers(0, 120), comment=comments)
def test_a_tree_comes_back_from_its_file(name, seed, count, comment):
    tree = grown(name, seed, count, comment)
    read = plainly(Tree.from_text, tree.to_text())
    assert shape(read) == shape(tree)
    assert read.to_text() == tree.to_text()
    assert plainly(az.Record.from_text, tree.to_text()).choices == tree.main().choices


@each_game
def test_a_game_without_variations_is_a_record(name):
    """The same text, to the byte: programs that know no variations can read it."""
    record = Tree.of(grown(name, 3, 60).main())
    assert record.to_text() == record.main().to_text()
    assert record.to_text().startswith("azulejos record 1\n")


def test_what_it_looks_like():
    start = plainly(az.Record, az.Game("chocolatier", first=0), [], ("Ala", "Bo"), "2026-05-31")
    blue, red, last = Node(ROOT, "draw blue"), Node(ROOT, "draw red", "Rarer."), Node(1, "draw blue")
    text = Tree(start, [blue, red, last, Node(0, "draw cream")], "Who deals?").to_text()
    assert text.startswith("azulejos record 2\ngame: chocolatier\n")
    assert text.endswith(
        "\nchance: draw blue, draw cream\nend: 2 choices\ncomment 0: Who deals?\n"
        "\nvariation 1 of 0 after 0\nchance: draw red, draw blue\nend: 2 choices\ncomment 1: Rarer.\n"
    )


def test_positions_along_the_way():
    """Each choice is met where it can be chosen, whatever was walked before."""
    tree = grown("duel", 5, 80)
    for node, position in tree.walk():
        assert position.is_legal(node.choice)


REFUSED = [
    ("variation 1 of 0", "variation 2 of 0", "numbered one after the other"),
    ("variation 1 of 0", "variation 1 of 1", "there is no line 1 above"),
    ("after 1\n", "after 2\n", "line 0 has no choice after 2"),
    ("draw red, draw blue", "draw red, draw gold", "there is no choice 'draw gold'"),
    ("chance: draw red", "1 seat-1: draw red", "it is the turn of 'chance'"),
    ("end: 3 choices\ncomment", "end: 4 choices\ncomment", "expected 'end: 3 choices'"),
    ("comment 3: Well.", "comment 4: Well.", "the line above has no choice 4"),
    ("comment 3: Well.", f"comment 3: {'x' * (COMMENT_LENGTH + 1)}", "a comment is one line"),
    ("comment 3: Well.", "remark: Well.", "expected 'variation N of LINE after COUNT'"),
    ("draw red, draw blue\nend: 3", "draw cream, draw blue\nend: 3", "a choice that is there already"),
    ("azulejos record 2", "azulejos record 3", "format 3 is unknown here"),
]


@pytest.mark.parametrize(("old", "new", "why"), REFUSED)
def test_what_is_refused(old, new, why):
    start = plainly(az.Record, az.Game("chocolatier", first=0), [], date="2026-05-31")
    main = [Node(ROOT, "draw blue"), Node(0, "draw cream")]
    text = Tree(start, [*main, Node(0, "draw red"), Node(2, "draw blue", "Well.")]).to_text()
    assert old in text
    with pytest.raises(az.RecordError, match=r"^(line \d+: |this|a )") as refused:
        plainly(Tree.from_text, text.replace(old, new, 1))
    assert why in str(refused.value)


def test_what_no_tree_is():
    start = begun("chocolatier")
    chain = [Node(at - 1, "draw blue") for at in range(NODES_MAX + 1)]
    for nodes, comment, why in [
        (chain, "", "at most 10000 choices"),
        ([Node(0, "draw blue")], "", "must come after"),
        ([Node(ROOT, "draw blue")] * 2, "", "there already"),
        ([], "two\nlines", "one line"),
    ]:
        with pytest.raises(az.RecordError, match=why):
            Tree(start, nodes, comment)


def test_a_record_that_hides_is_no_tree():
    record = begun("chocolatier")
    record.hidden = 1
    with pytest.raises(az.RecordError, match="hides choices"):
        Tree.of(record)


def test_files(tmp_path):
    tree = grown("garden", 1, 40)
    tree.save(tmp_path / "tree.azul")
    assert plainly(Tree.load, tmp_path / "tree.azul") == tree
    assert plainly(az.Record.load, tmp_path / "tree.azul") == tree.main()
