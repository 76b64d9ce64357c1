"""PPO by self-play on a batch, in PyTorch: `python examples/ppo.py [MINUTES] [GAME]`.

`pip install 'azulejos[learn]'`. One net plays all seats of all tables. A step is a choice; what a seat gets
for the game is credited to each of its choices: nothing is discounted, only unfinished games are guessed at.
What was learned is kept in `ppo-GAME.pt`; `tournament.py` shows how it takes part in matches.
"""

import sys
import time
from pathlib import Path

import numpy as np

import azulejos as az
from azulejos.batch import Batch

try:
    import torch
    from torch import nn
except ImportError:
    missing = SystemExit if __name__ == "__main__" else ImportError  # a match goes on without it
    raise missing("this needs PyTorch: pip install 'azulejos[learn]'") from None

TABLES, STEPS, EPOCHS, MINIBATCH = 256, 256, 3, 4096
CLIP, ENTROPY, RATE = 0.2, 0.01, 5e-4


class Net(nn.Module):
    def __init__(self, game: az.Game, width: int = 256) -> None:
        super().__init__()
        self.body = nn.Sequential(
            nn.Linear(game.features.floats, width), nn.ReLU(), nn.Linear(width, width), nn.ReLU()
        )
        self.policy, self.value = nn.Linear(width, game.choices_n), nn.Linear(width, 1)

    def forward(
        self, seen: torch.Tensor, mask: torch.Tensor
    ) -> tuple[torch.distributions.Categorical, torch.Tensor]:
        body = self.body(seen)
        logits = self.policy(body).masked_fill(mask == 0, -1e9)
        return torch.distributions.Categorical(logits=logits), self.value(body).squeeze(-1)


class Learned:
    """The net as a bot: the likeliest choice."""

    name = "ppo-example"

    def __init__(self, net: Net) -> None:
        self.net = net

    @classmethod
    def read(cls, path: Path, game: az.Game) -> "Learned":
        net = Net(game)
        net.load_state_dict(torch.load(path, weights_only=True))
        return cls(net)

    @torch.no_grad()
    def choose(self, position: az.Position, seat: int, budget: float | None = None) -> str:
        seen = torch.from_numpy(position.observe(seat, "one-hot"))[None]
        choices, _ = self.net(seen, torch.from_numpy(position.mask())[None])
        return position.rules.choices[int(choices.logits.argmax())]


@torch.no_grad()
def play(batch: Batch, net: Net) -> dict[str, torch.Tensor]:
    """Some steps at all tables, with what each choice has led to."""
    kept: dict[str, list] = {name: [] for name in ("seen", "mask", "choice", "chance", "value", "seat")}
    ends, rewards = [], []
    for _ in range(STEPS):
        seen = torch.from_numpy(batch.observe(kind="one-hot").copy())
        mask, seat = torch.from_numpy(batch.mask().copy()), batch.seats.copy()
        choices, value = net(seen, mask)
        choice = choices.sample()
        row = {
            "seen": seen,
            "mask": mask,
            "choice": choice,
            "chance": choices.log_prob(choice),
            "value": value,
        }
        for name, what in (row | {"seat": torch.from_numpy(seat)}).items():
            kept[name].append(what)
        batch.play(choice.numpy())
        ends.append(batch.done.copy())
        rewards.append(batch.rewards.copy())
    _, last = net(torch.from_numpy(batch.observe(kind="one-hot")), torch.from_numpy(batch.mask()))
    target = credited(kept["seat"], ends, rewards, last.numpy(), batch)
    return {name: torch.cat(rows) for name, rows in kept.items()} | {"target": torch.from_numpy(target)}


def credited(seats: list, ends: list, rewards: list, last: np.ndarray, batch: Batch) -> np.ndarray:
    """What the game was worth to each seat that chose; what has not ended is worth what it seems."""
    rows = np.arange(batch.n)
    worth = np.repeat(-last[:, None] / (batch.game.players - 1), batch.game.players, 1)
    worth[rows, batch.seats] = last
    target = []
    for seat, end, reward in zip(reversed(seats), reversed(ends), reversed(rewards), strict=True):
        worth = np.where(end[:, None], reward, worth)
        target.append(worth[rows, seat.numpy()])
    return np.concatenate(target[::-1]).astype(np.float32)


def learn(net: Net, optimiser: torch.optim.Optimizer, rows: dict[str, torch.Tensor]) -> float:
    """A few passes over the rows; returns how wrong the values were."""
    count, wrong = len(rows["choice"]), 0.0
    gain = rows["target"] - rows["value"]
    gain = (gain - gain.mean()) / (gain.std() + 1e-6)
    for _ in range(EPOCHS):
        for part in torch.randperm(count).split(MINIBATCH):
            choices, value = net(rows["seen"][part], rows["mask"][part])
            ratio = (choices.log_prob(rows["choice"][part]) - rows["chance"][part]).exp()
            better = torch.min(ratio * gain[part], ratio.clamp(1 - CLIP, 1 + CLIP) * gain[part]).mean()
            error = (value - rows["target"][part]).pow(2).mean()
            optimiser.zero_grad()
            (0.5 * error - better - ENTROPY * choices.entropy().mean()).backward()
            nn.utils.clip_grad_norm_(net.parameters(), 0.5)
            optimiser.step()
            wrong = error.item()
    return wrong


def main(minutes: float = 30, name: str = "chocolatier", tables: int = TABLES, deals: int = 20) -> None:
    torch.manual_seed(1)
    game = az.Game(name)
    net, batch = Net(game), Batch(game, tables, seed=1)
    optimiser = torch.optim.Adam(net.parameters(), RATE)
    began, rounds = time.monotonic(), 0
    while time.monotonic() - began < 60 * minutes or rounds == 0:
        rounds += 1
        wrong = learn(net, optimiser, play(batch, net))
        if rounds % 10 == 1:
            print(f"{(time.monotonic() - began) / 60:.1f} min, {rounds} rounds, values off by {wrong:.3f}")
            print(az.evaluate(game, [Learned(net), "greedy-1"], deals=deals, seed=1), flush=True)
    torch.save(net.state_dict(), f"ppo-{name}.pt")
    print(az.evaluate(game, [Learned(net), "greedy-1"], deals=5 * deals, seed=2))


if __name__ == "__main__":
    main(*map(float, sys.argv[1:2]), *sys.argv[2:3])
