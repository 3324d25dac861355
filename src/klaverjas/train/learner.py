"""Self-play: play many rounds, judge every decision with open hands, and do more of what turned out well.

The player is taught by proximal policy optimisation. A judge who sees all hands says what each position is worth, so
that a decision is measured by what it changed and not by the luck of the deal. Where there is only one card to play it
is played: there is nothing to learn, and nothing to judge. Where the player was sure and did what it was sure of there
is hardly more: of those decisions it learns from a few, each of which counts for all that were left out.
"""

import copy
from collections.abc import Callable, Sequence
from typing import Any

import torch
from torch import Tensor
from torch.nn import functional

from klaverjas.kernel.nn.features import ACTIONS, OTHERS
from klaverjas.kernel.nn.observation import FACTS, IN_PHASE, MAKER_IS
from klaverjas.kernel.nn.outputs import HOLDERS, NAT_ANSWER, POINTS, VALUE
from klaverjas.kernel.round.steps import PLAYING
from klaverjas.train.choosing import NEVER, Choosing, possible_actions
from klaverjas.train.guests import Guests
from klaverjas.train.lesson import Lesson
from klaverjas.train.network import PolicyNet, ValueNet, bits, points_told, told, with_others
from klaverjas.train.settings import TrainingSettings
from klaverjas.train.table_groups import Rounds, TableGroup

NAT = -1.2  # who ends so far behind with troef of his own is nat
FAR = 10.0
SURE = 0.75  # what was done with at most this chance is always learnt from


def rooms_of(settings: TrainingSettings) -> list[TableGroup]:
    """The rooms, with so many tables together."""
    total = sum(settings.rooms.values())
    sizes = [int(settings.tables * part / total) for part in settings.rooms.values()]
    sizes[0] += settings.tables - sum(sizes)
    return [
        TableGroup.of(name, size, int(settings.strangers * size))
        for name, size in zip(settings.rooms, sizes, strict=True)
    ]


class Learner:
    """The networks, the tables at which they play, and what they learn from that."""

    def __init__(
        self, settings: TrainingSettings, device: str, *, fuse: bool = False, guests: Sequence[PolicyNet] = ()
    ) -> None:
        torch.manual_seed(settings.seed)
        self.settings, self.device = settings, device
        self.on_gpu = device != "cpu"
        self.kind = torch.bfloat16 if self.on_gpu else torch.float32
        self.player = PolicyNet(settings.width, settings.depth, settings.forgets).to(device)
        self.judge = ValueNet(settings.judge_width, settings.judge_depth).to(device)
        self.rate = torch.tensor(settings.rate[0], device=device)
        self.entropy = torch.tensor(settings.entropy[0], device=device)
        self.bids = torch.tensor(settings.bid_by_chance[0], device=device)
        self.player_learns = torch.tensor(1.0, device=device)
        self.adam = torch.optim.Adam(
            [*self.player.parameters(), *self.judge.parameters()],
            lr=self.rate if self.on_gpu else settings.rate[0],
            fused=self.on_gpu,
            capturable=self.on_gpu,
            eps=1e-5,
        )
        self.rounds = Rounds(rooms_of(settings), device)
        self.lesson = Lesson.empty(settings.steps, settings.tables, device)
        self.lessons = 0
        self._guests = Guests(guests, self.rounds, settings.guests)
        self._choose = Choosing(self.rounds, settings.chosen_by_chance)
        self._batch = min(settings.batch, settings.steps * settings.tables)
        self._rows = torch.zeros(self._batch, dtype=torch.int64, device=device)
        self._judge_rows = torch.zeros(self._batch, dtype=torch.int64, device=device)
        self._told = torch.zeros(7, device=device)
        self._advantages = torch.zeros(settings.steps * settings.tables, device=device)
        self._weights = torch.ones(settings.steps * settings.tables, device=device)
        self._loss_of: Callable[..., Any] = torch.compile(self._loss) if fuse else self._loss
        self._misjudged: Callable[..., Any] = torch.compile(self._judge_loss) if fuse else self._judge_loss
        self._decide_of: Callable[..., Any] = torch.compile(self._decide) if fuse else self._decide
        self._gathering: Any = None
        self._learning: Any = None

    def begin(self, seed: int) -> None:
        """Deal anew at all tables."""
        self.rounds.begin(seed)
        self._gathering = None  # what was recorded dealt by another seed

    # --- playing ----------------------------------------------------------------------------------

    def gather(self) -> Lesson:
        """Play so many decisions at each table."""
        if not self.on_gpu:
            self._gather()
            return self.lesson
        if self._gathering is None:
            self._gathering = recorded(self._gather)
        self._gathering.replay()
        return self.lesson

    @torch.no_grad()
    def _gather(self) -> None:
        lesson, rounds = self.lesson, self.rounds
        rules = rounds.rules
        for step in range(self.settings.steps + 1):
            points = points_told(rounds.numbers)
            sign = 1.0 - 2.0 * (rounds.turns & 1)
            noise = torch.rand((len(sign), ACTIONS), device=self.device)
            luck = torch.rand(len(sign), device=self.device)
            value, chosen, own, chances = self._decide_of(
                rounds.inputs, points, rules, rounds.turns, noise, luck
            )
            lesson.signs[step] = sign
            lesson.values[step] = sign * value
            if step == self.settings.steps:
                break
            lesson.inputs[step] = rounds.inputs
            lesson.points[step] = points
            lesson.actions[step] = chosen
            lesson.own[step] = own
            lesson.chances[step] = chances
            rounds.step(chosen)
            lesson.rewards[step] = rounds.rewards / POINTS
            lesson.dones[step] = rounds.dones
        lesson.look_back(self.settings.trace)

    def _decide(
        self, inputs: Tensor, points: Tensor, rules: Tensor, turns: Tensor, noise: Tensor, luck: Tensor
    ) -> tuple[Tensor, ...]:
        """What is done at each table: what the judge expects for the team whose turn it is, the action, whether the
        player decided that as it would, and the logarithm of its chance in the player's eyes.
        """
        seen = told(inputs, points, rules, self.kind)
        value = self.judge(with_others(seen, inputs))[:, 0].float()
        possible = possible_actions(inputs)
        likes = self.player(seen)[:, :ACTIONS].float().masked_fill(~possible, NEVER)
        wanted, theirs = self._guests.instead(seen, turns, likes)
        wanted = wanted.masked_fill(~possible, NEVER)
        chosen, unseen = self._choose(inputs, wanted, self.bids, noise, luck)
        chances = likes.log_softmax(-1).gather(1, chosen[:, None])[:, 0]
        return value, chosen, ~(unseen | theirs), chances

    # --- learning ---------------------------------------------------------------------------------

    def learn(self, progress: float, *, judge_alone: bool = False) -> dict[str, float]:
        """Learn from the lesson; *progress* is the part of the training that is over.

        With *judge_alone* the player stays as it is: a judge who knows nothing yet would teach it badly.
        """
        settings, lesson = self.settings, self.lesson
        rate = between(settings.rate, progress)
        self.rate.fill_(rate)
        if not self.on_gpu:
            self.adam.param_groups[0]["lr"] = rate
        self.entropy.fill_(between(settings.entropy, progress))
        self.bids.fill_(between(settings.bid_by_chance, progress))
        self.player_learns.fill_(0.0 if judge_alone else 1.0)
        advantages = (lesson.signs[:-1] * (lesson.returns - lesson.values[:-1])).flatten()
        taught = advantages[lesson.own.flatten()]
        many = max(1, len(taught))  # though there may be none
        mean = taught.sum() / many
        spread = ((taught - mean).square().sum() / many).sqrt() + 1e-6
        self._advantages.copy_((advantages - mean) / spread)
        rows = self.attend()
        # What the judge looks at has nothing to do with what was done: any decisions, as many.
        judged = torch.randperm(len(advantages), device=self.device)
        batches = len(rows) // self._batch
        self._told.zero_()
        for batch in range(batches):
            part = slice(batch * self._batch, (batch + 1) * self._batch)
            self._rows.copy_(rows[part])
            self._judge_rows.copy_(judged[part])
            self._learn_batch()
        self.lessons += 1
        entropy, value, nat, belief, clipped, judge, length = (self._told / batches).tolist()
        return {
            "entropy": entropy,
            "value": value,
            "judge": judge,
            "nat": nat,
            "belief": belief,
            "clipped": clipped,
            "length": length,
        }

    def attend(self) -> Tensor:
        """The decisions of the lesson to learn from, in any order; each weighs as much as it stands for.

        What can be learnt from one is as much as it was in doubt, and so is the chance that it is among them.
        """
        lesson = self.lesson
        doubt = torch.where(lesson.own, 1 - lesson.chances.exp(), 0).flatten()
        share = (doubt / (1 - SURE)).clamp(self.settings.attends, 1)
        rows = (torch.rand_like(share) < share).nonzero()[:, 0]
        if len(rows) < self._batch:  # too few for anything: then all of them
            rows = torch.arange(len(share), device=self.device)
            share = torch.ones_like(share)
        self._weights.copy_(len(rows) / len(share) / share)
        return rows[torch.randperm(len(rows), device=self.device)]

    def _learn_batch(self) -> None:
        if not self.on_gpu:
            self._learn_once()
            return
        if self._learning is None:
            kept = copy.deepcopy([part.state_dict() for part in (self.player, self.judge, self.adam)])
            self._learning = recorded(self._learn_once)
            self._bring_back(*kept)
        self._learning.replay()

    def _bring_back(self, player: Any, judge: Any, adam: Any) -> None:
        """The networks as they were, since recording a step takes a few; in the tensors that were recorded."""
        self.player.load_state_dict(player)
        self.judge.load_state_dict(judge)
        with torch.no_grad():
            for at, state in enumerate(self.adam.state.values()):
                for name, part in state.items():
                    part.copy_(adam["state"][at][name]) if adam["state"] else part.zero_()
        self._told.zero_()

    def _learn_once(self) -> None:
        self.adam.zero_grad(set_to_none=True)
        lesson, rows = self.lesson, self._rows
        *seen, sign = self._seen_in(rows)
        loss, figures = self._loss_of(
            *seen,
            lesson.actions.flatten()[rows],
            lesson.chances.flatten()[rows],
            self._advantages[rows],
            sign * lesson.returns.flatten()[rows],
            sign * lesson.ends.flatten()[rows],
            lesson.known.flatten()[rows],
            lesson.own.flatten()[rows],
            self._weights[rows],
        )
        *seen, sign = self._seen_in(self._judge_rows)
        misjudged = self._misjudged(*seen, sign * lesson.returns.flatten()[self._judge_rows])
        (self.player_learns * loss + misjudged).backward()
        length = torch.nn.utils.clip_grad_norm_(self.player.parameters(), self.settings.steepest)
        torch.nn.utils.clip_grad_norm_(self.judge.parameters(), self.settings.steepest)
        self.adam.step()
        with torch.no_grad():
            self._told[:5] += figures
            self._told[5] += misjudged
            self._told[6] += length

    def _seen_in(self, rows: Tensor) -> tuple[Tensor, ...]:
        """What was told in these decisions, by which rules, and which team decided."""
        lesson = self.lesson
        return (
            lesson.inputs.flatten(0, 1)[rows],
            lesson.points.flatten(0, 1)[rows],
            self.rounds.rules[rows % self.settings.tables],
            lesson.signs[:-1].flatten()[rows],
        )

    def _judge_loss(self, inputs: Tensor, points: Tensor, rules: Tensor, returns: Tensor) -> Tensor:
        """How far the judge is off."""
        seen = told(inputs, points, rules, self.kind)
        return functional.mse_loss(self.judge(with_others(seen, inputs))[:, 0].float(), returns)

    def _loss(
        self,
        inputs: Tensor,
        points: Tensor,
        rules: Tensor,
        actions: Tensor,
        before: Tensor,
        advantages: Tensor,
        returns: Tensor,
        ends: Tensor,
        known: Tensor,
        own: Tensor,
        weights: Tensor,
    ) -> tuple[Tensor, Tensor]:
        """What is wrong with the player, as one number, and its parts to look at."""
        settings = self.settings
        seen = told(inputs, points, rules, self.kind)
        answers = self.player(seen).float()
        possible = possible_actions(inputs)
        chances = answers[:, :ACTIONS].masked_fill(~possible, NEVER).log_softmax(-1)
        entropy = -(chances.exp() * chances.masked_fill(~possible, 0)).sum(-1)
        # What was done by chance may have been next to impossible for the player: its ratio must not become infinite.
        ratio = (chances.gather(1, actions[:, None])[:, 0] - before).clamp(-FAR, FAR).exp()
        near = ratio.clamp(1 - settings.clip, 1 + settings.clip)  # nobody goes too far at once
        policy = -(torch.minimum(ratio * advantages, near * advantages) + self.entropy * entropy) * own
        value = (answers[:, VALUE] - returns).square()
        nat = self._nat_loss(answers[:, NAT_ANSWER], inputs, ends, known)
        belief = self._belief_loss(answers[:, HOLDERS:], inputs)
        loss = (
            policy
            + settings.value_weight * value
            + settings.nat_weight * nat
            + settings.belief_weight * belief
        )
        clipped = ((ratio - 1).abs() > settings.clip).float()
        figures = torch.stack([entropy, value, nat, belief, clipped])
        return (weights * loss).mean(), (weights * figures).mean(-1).detach()

    def _nat_loss(self, says: Tensor, inputs: Tensor, ends: Tensor, known: Tensor) -> Tensor:
        """Does the playing team end as badly as nat does?"""
        facts = inputs[:, FACTS]
        ours = (facts >> MAKER_IS & 5) != 0
        counts = known & ((facts >> IN_PHASE + PLAYING & 1) != 0)
        is_nat = (torch.where(ours, ends, -ends) < NAT).float()
        wrong = functional.binary_cross_entropy_with_logits(says, is_nat, reduction="none")
        return wrong * counts

    def _belief_loss(self, says: Tensor, inputs: Tensor) -> Tensor:
        """Who holds each hidden card?"""
        holds = bits(inputs[:, OTHERS : OTHERS + 3]).view(-1, 3, 32)
        chances = says.view(-1, 3, 32).log_softmax(1)
        return -(chances * holds).sum(1).mean(-1)


def between(ends: tuple[float, float], progress: float) -> float:
    """On the straight line from the first to the last."""
    return ends[0] + (ends[1] - ends[0]) * progress


def recorded(work: Callable[[], None]) -> Any:
    """Work on the GPU that is always the same, to be done again without asking for each part of it."""
    side = torch.cuda.Stream()  # type: ignore[no-untyped-call]
    side.wait_stream(torch.cuda.current_stream())
    with torch.cuda.stream(side):
        for _ in range(3):
            work()
    torch.cuda.current_stream().wait_stream(side)
    torch.cuda.synchronize()
    graph = torch.cuda.CUDAGraph()
    with torch.cuda.graph(graph):
        work()
    return graph
