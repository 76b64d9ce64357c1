"""Training a net on rows, with PyTorch, on a GPU where there is one."""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
import torch
from torch import nn

from azulejos.bots import net
from azulejos.learn.rows import Rows

HELD_OUT = 20  # every so many-th game is not learned from, but asked about afterwards
BATCH = 4096
RATE = 2e-3
DECAY = 0.01
HOPE = 0.7  # how much of what is learned is what the search hoped for; the rest is how the game ended
MARGIN_WEIGHT = 0.3
SHARPNESSES = [0.6 + 0.05 * step for step in range(39)]
SHARPENED_BY = 100_000  # rows, about
MARGIN_MAX = 6.0  # in scales of the game


@dataclass(frozen=True)
class Schooling:
    """A net, and how well it foretells games that it has not seen: loss by nets and by values made by hand.

    Those games have decided one number, how sure the net is of itself.

    `calibration` is about the viewer's chance to win, in tenths: what was foretold on average, what came, how
    often.
    """

    net: np.ndarray
    loss: float
    loss_by_hand: float
    rows: int
    calibration: list[tuple[float, float, int]]


class Net(nn.Module):
    """What `bots/net.py` evaluates."""

    def __init__(self, facts_n: int, players_n: int) -> None:
        super().__init__()
        self.players_n = players_n
        self.facts = nn.EmbeddingBag(facts_n, net.WIDTH, mode="sum")
        self.ahead = nn.Linear(net.SEATS_MAX, net.WIDTH)
        self.second = nn.Linear(net.WIDTH, net.SECOND)
        self.out = nn.Linear(net.SECOND, net.OUT)
        self.trust = nn.Parameter(torch.tensor([0.5 if players_n == 2 else 0.7, 1.0]))
        nn.init.normal_(self.facts.weight, std=0.03)
        nn.init.zeros_(self.out.weight)
        nn.init.zeros_(self.out.bias)

    def forward(
        self, facts: torch.Tensor, offsets: torch.Tensor, ahead: torch.Tensor
    ) -> tuple[torch.Tensor, torch.Tensor]:
        first = torch.relu(self.facts(facts, offsets) + self.ahead(ahead))
        out = self.out(torch.relu(self.second(first)))
        seats = slice(0, self.players_n)
        wins = out[:, : net.SEATS_MAX] + self.trust[0] * ahead
        margins = out[:, net.SEATS_MAX :] + self.trust[1] * ahead
        return wins[:, seats], margins[:, seats]

    def lore(self) -> np.ndarray:
        """Its numbers, in the order of `bots/net.py`."""
        parts = [
            self.ahead.bias,
            self.ahead.weight.T,
            self.second.bias,
            self.second.weight.T,
            self.out.bias,
            self.out.weight.T,
            self.trust,
            self.facts.weight,
        ]
        flat = [part.detach().cpu().float().numpy().ravel() for part in parts]
        return np.ascontiguousarray(np.concatenate(flat), np.float32)

    def load(self, lore: np.ndarray) -> None:
        """Go on from a net."""
        parts = [
            (self.ahead.bias, net.FIRST_BIAS, False),
            (self.ahead.weight, net.AHEAD, True),
            (self.second.bias, net.SECOND_BIAS, False),
            (self.second.weight, net.SECOND_ROWS, True),
            (self.out.bias, net.OUT_BIAS, False),
            (self.out.weight, net.OUT_ROWS, True),
            (self.trust, net.TRUST, False),
            (self.facts.weight, net.FACTS, False),
        ]
        for part, first, is_turned in parts:
            shape = part.shape[::-1] if is_turned else part.shape
            numbers = torch.from_numpy(lore[first : first + part.numel()].copy()).reshape(shape)
            part.data.copy_(numbers.T if is_turned else numbers)


class Batches:
    """Rows on the device where they are learned from."""

    def __init__(self, rows: Rows, players_n: int, scale: float, device: str) -> None:
        seats = slice(0, players_n)
        counts = rows.counts.astype(np.int64)
        self._facts = torch.from_numpy(rows.facts.astype(np.int32)).to(device)
        self._counts = torch.from_numpy(counts).to(device)
        self._first = torch.from_numpy(np.concatenate([[0], np.cumsum(counts)[:-1]])).to(device)
        self.ahead = torch.from_numpy(rows.ahead.astype(np.float32)).to(device)
        self.won = torch.from_numpy(rows.won[:, seats].astype(np.float32)).to(device)
        hoped = rows.hoped[:, seats].astype(np.float32)
        hoped = hoped / hoped.sum(axis=1, keepdims=True)
        target = np.where(np.isnan(hoped), rows.won[:, seats], (1 - HOPE) * rows.won[:, seats] + HOPE * hoped)
        self.target = torch.from_numpy(target.astype(np.float32)).to(device)
        margin = np.clip(rows.margin[:, seats].astype(np.float32) / scale, -MARGIN_MAX, MARGIN_MAX)
        self.margin = torch.from_numpy(margin).to(device)

    def __len__(self) -> int:
        return len(self.won)

    def inputs(self, chosen: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor, torch.Tensor]:
        """Facts one after another, where each row's begin, and who seems ahead."""
        counts = self._counts[chosen]
        ends = torch.cumsum(counts, 0)
        offsets = ends - counts
        within = torch.arange(int(ends[-1]), device=counts.device) - torch.repeat_interleave(offsets, counts)
        facts = self._facts[torch.repeat_interleave(self._first[chosen], counts) + within]
        return facts, offsets, self.ahead[chosen]


def train(
    rows: Rows,
    facts_n: int,
    players_n: int,
    scale: float,
    epochs: int,
    seed: int,
    before: np.ndarray | None = None,
    advance: Callable[[float], object] = lambda share: None,
) -> Schooling:
    """Learn who wins, and by how much. It begins where the net `before` is, if there is one."""
    device = "cuda" if torch.cuda.is_available() else "cpu"
    torch.manual_seed(seed)
    batches = Batches(rows, players_n, scale, device)
    is_held = torch.from_numpy(rows.games % HELD_OUT == 0).to(device)
    known, asked = torch.nonzero(~is_held)[:, 0], torch.nonzero(is_held)[:, 0]
    student = Net(facts_n, players_n)
    if before is not None and len(before) > 0:
        student.load(before)
    student.to(device)
    steps = epochs * -(-len(known) // BATCH)
    optimiser = torch.optim.AdamW(student.parameters(), lr=RATE, weight_decay=DECAY)
    schedule = torch.optim.lr_scheduler.OneCycleLR(optimiser, RATE, total_steps=steps, pct_start=0.1)
    done = 0
    for _ in range(epochs):
        for chosen in known[torch.randperm(len(known), device=device)].split(BATCH):
            wins, margins = student(*batches.inputs(chosen))
            loss = -(batches.target[chosen] * torch.log_softmax(wins, 1)).sum(1).mean()
            loss = loss + MARGIN_WEIGHT * nn.functional.smooth_l1_loss(margins, batches.margin[chosen])
            optimiser.zero_grad()
            loss.backward()
            optimiser.step()
            schedule.step()
            done += 1
        advance(done / steps)
    _sharpen(student, batches, asked if len(asked) else known)
    by_hand = Net(facts_n, players_n).to(device)  # as long as it has learned nothing
    return Schooling(
        student.lore(),
        _loss(student, batches, asked),
        _loss(by_hand, batches, asked),
        len(known),
        _calibration(student, batches, asked),
    )


def _sharpen(student: Net, batches: Batches, asked: torch.Tensor) -> None:
    """Let chances fit how games end that it has not learned from: of those it has, a net is too sure.

    What a search hopes is timid, and a net that learns from it may be so too.
    """
    few = asked[:: max(1, len(asked) // SHARPENED_BY)]
    with torch.no_grad():
        wins = torch.cat([student(*batches.inputs(chosen))[0] for chosen in few.split(BATCH)])
        losses = [
            float(-(batches.won[few] * torch.log_softmax(sharpness * wins, 1)).sum(1).mean())
            for sharpness in SHARPNESSES
        ]
        sharpness = SHARPNESSES[int(np.argmin(losses))]
        student.out.weight[: net.SEATS_MAX] *= sharpness
        student.out.bias[: net.SEATS_MAX] *= sharpness
        student.trust[0] *= sharpness


def _loss(student: Net, batches: Batches, asked: torch.Tensor) -> float:
    """How surprised a net is by who wins, on average over rows."""
    total = 0.0
    with torch.no_grad():
        for chosen in asked.split(BATCH):
            wins, _ = student(*batches.inputs(chosen))
            total += float(-(batches.won[chosen] * torch.log_softmax(wins, 1)).sum())
    return total / max(1, len(asked))


def _calibration(student: Net, batches: Batches, asked: torch.Tensor) -> list[tuple[float, float, int]]:
    """Tenths that nobody was given are left out."""
    with torch.no_grad():
        parts = [student(*batches.inputs(chosen))[0] for chosen in asked.split(BATCH)]
        foretold = torch.softmax(torch.cat(parts), 1)[:, 0].cpu().numpy().astype(np.float64)
    won = batches.won[asked, 0].cpu().numpy().astype(np.float64)
    tenths = np.minimum((10 * foretold).astype(int), 9)
    return [
        (
            float(foretold[tenths == tenth].mean()),
            float(won[tenths == tenth].mean()),
            int((tenths == tenth).sum()),
        )
        for tenth in np.unique(tenths)
    ]
