"""Klaverjas for OpenSpiel: the game ``klaverjas``, which is known to it once this is imported.

>>> import pyspiel
>>> import klaverjas.environments.openspiel
>>> game = pyspiel.load_game("klaverjas", {"rules": "amsterdam pit=0"})
>>> game.num_players(), game.num_distinct_actions(), game.max_game_length()
(4, 36, 33)

A game is one deal. Chance deals card by card, the deck from top to bottom; then the players, South, West, North and
East, decide as :mod:`klaverjas.environments.turn` asks them. Everybody returns the score of his team minus the other's,
and after a deal that all pass 0.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any, Final

from klaverjas.bots.knowledge.card_knowledge import remember
from klaverjas.bots.knowledge.worlds import Hidden
from klaverjas.cards import DECK, Hand
from klaverjas.environments.actions import AMOUNTS, has_talk, name_of_action, number_of_actions
from klaverjas.environments.observations import explained, number_of_features, observed
from klaverjas.environments.turn import Turn, table_rules
from klaverjas.fair import deal
from klaverjas.kernel.compile.compiler import the_arrays
from klaverjas.plumbing.extras import needs
from klaverjas.rules.roem import claimable_amounts
from klaverjas.rules.ruleset import RuleSet
from klaverjas.rules.scoring import as_written
from klaverjas.rules.trick import POT, TRICKS
from klaverjas.seats import SEATS, Seat

with needs("research"):
    import pyspiel

NAME: Final = "klaverjas"
PLAYERS: Final = len(SEATS)
CARDS: Final = len(DECK)
TRIES: Final = 1000  # to imagine the hidden cards so that everything can have been said as it was

GAME_TYPE: Final = pyspiel.GameType(
    short_name=NAME,
    long_name="Klaverjas",
    dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
    chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
    information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
    utility=pyspiel.GameType.Utility.ZERO_SUM,
    reward_model=pyspiel.GameType.RewardModel.TERMINAL,
    max_num_players=PLAYERS,
    min_num_players=PLAYERS,
    provides_information_state_string=True,
    provides_information_state_tensor=True,
    provides_observation_string=True,
    provides_observation_tensor=True,
    parameter_specification={"rules": "rotterdam-bond", "as_at_the_table": False},
)


def longest(rules: RuleSet) -> int:
    """More decisions no round has: of the auction, of the play, of what is said about tricks."""
    bids = 2 * AMOUNTS  # each amount in a suit, and then in sans
    before = 3 + 3 * bids + 2 if rules.troef == "auction" else 1
    return before + CARDS + (TRICKS * PLAYERS if has_talk(rules) else 0)


def most_points(rules: RuleSet) -> int:
    """By more than this no team is ahead of the other after a round."""
    bonus = max(rules.pit, rules.tegenpit, rules.verzaakt or 0)
    said = TRICKS * (max(claimable_amounts(rules)) + PLAYERS * (rules.false_knock or 0))
    return as_written(POT + bonus + said, rules.rounding == "tens") + 2  # each part is rounded for itself


@dataclass(frozen=True)
class Dealing:
    """A deck of which chance has turned over so many cards."""

    rules: RuleSet
    cards: tuple[int, ...] = ()

    def plus(self, card: int) -> "Dealing | Turn":
        cards = (*self.cards, card)
        if len(cards) < CARDS:
            return Dealing(self.rules, cards)
        dealer = self.rules.first_dealer
        return Turn.begin(self.rules, dealer, deal([DECK[card] for card in cards], dealer, self.rules.deal))

    def __deepcopy__(self, memo: object) -> "Dealing":
        return self


class Klaverjas(pyspiel.Game):  # type: ignore[misc]
    """The game under one rule set."""

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        given = dict(params or {})
        if not given.get("rules", "{").lstrip().startswith("{"):
            given["rules"] = given["rules"].replace("=", ":")  # so that the name of the game can be read back
        wanted = dict(GAME_TYPE.parameter_specification) | given
        self.rules = table_rules(wanted["rules"], as_at_the_table=bool(wanted["as_at_the_table"]))
        most = float(most_points(self.rules))
        about = pyspiel.GameInfo(
            num_distinct_actions=number_of_actions(self.rules),
            max_chance_outcomes=CARDS,
            num_players=PLAYERS,
            min_utility=-most,
            max_utility=most,
            utility_sum=0.0,
            max_game_length=longest(self.rules),
        )
        super().__init__(GAME_TYPE, about, given)

    def new_initial_state(self) -> "KlaverjasState":
        return KlaverjasState(self)

    def max_chance_nodes_in_history(self) -> int:
        return CARDS

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> "Observer":
        return Observer(self.rules)


class KlaverjasState(pyspiel.State):  # type: ignore[misc]
    """Where a round stands; what was done since the deal is public."""

    def __init__(self, game: Klaverjas) -> None:
        super().__init__(game)
        self.now: Dealing | Turn = Dealing(game.rules)
        self.told = ""  # everything since the deal, in words

    def current_player(self) -> Any:
        if isinstance(self.now, Dealing):
            return pyspiel.PlayerId.CHANCE
        return pyspiel.PlayerId.TERMINAL if self.now.seat is None else int(self.now.seat)

    def _legal_actions(self, player: int) -> list[int]:
        return list(self.now.numbers) if isinstance(self.now, Turn) and player == self.now.seat else []

    def chance_outcomes(self) -> list[tuple[int, float]]:
        assert isinstance(self.now, Dealing)
        left = [card for card in range(CARDS) if card not in self.now.cards]
        return [(card, 1 / len(left)) for card in left]

    def _apply_action(self, action: int) -> None:
        if isinstance(self.now, Dealing):
            self.now = self.now.plus(action)
            return
        seat = self.now.seat
        self.now = self.now.take(action)
        assert seat is not None
        self.told += f" {seat.letter}:{name_of_action(action)}"

    def _action_to_string(self, player: int, action: int) -> str:
        return f"deal {DECK[action]}" if player == pyspiel.PlayerId.CHANCE else name_of_action(action)

    def is_terminal(self) -> bool:
        return isinstance(self.now, Turn) and self.now.over

    def returns(self) -> list[float]:
        score = float(self.now.score) if isinstance(self.now, Turn) else 0.0
        return [score, -score, score, -score]

    def __str__(self) -> str:
        if isinstance(self.now, Dealing):
            return " ".join(["deal", *(str(DECK[card]) for card in self.now.cards)])
        hands = "; ".join(f"{seat.letter} {self.now.round.dealt[seat]}" for seat in SEATS)
        return f"{hands};{self.told}"

    def known_to(self, player: int) -> str:
        """What a player knows, in words: the hand that he was dealt, and all that was done since."""
        seat = Seat(player)
        if isinstance(self.now, Dealing):
            return f"{seat.letter} before the deal"
        return f"{seat.letter} {self.now.round.dealt[seat]};{self.told}"

    def resample_from_infostate(
        self, player: int, probability_sampler: Callable[[], float]
    ) -> "KlaverjasState":
        """The same as this player knows it, with hidden cards as they may lie: each way as likely as another.

        At a table where somebody may play incorrectly, ways in which somebody has are less likely.
        """
        game: Klaverjas = self.get_game()
        if isinstance(self.now, Dealing):
            return game.new_initial_state()
        round, view = self.now.round, self.now.view(Seat(player))
        hidden = Hidden(view, Seat(player), remember(view))
        for _ in range(TRIES):
            (held,) = hidden.some(1, Random(int(probability_sampler() * (1 << 53))))
            played = [int(round.dealt[seat]) & ~int(round.hands[seat]) for seat in SEATS]
            hands = [Hand(int(held[seat]) | played[seat]) for seat in SEATS]
            other = game.new_initial_state()
            for card in deck_of(hands, round.dealer, round.rules.deal):
                other.apply_action(card)
            for action in self.history()[CARDS:]:
                other.apply_action(action)
            assert isinstance(other.now, Turn)
            if other.now.round.log[1:] == round.log[1:]:
                return other
        raise pyspiel.SpielError(
            "no way to lay the hidden cards was found in which everything is as it was said"
        )


def deck_of(hands: Sequence[Hand], dealer: Seat, batches: Sequence[int]) -> list[int]:
    """A deck that gives these hands when it is dealt.

    >>> from klaverjas.fair import seeded_deck
    >>> hands = deal(seeded_deck(1), Seat.WEST, (3, 2, 3))
    >>> deal([DECK[card] for card in deck_of(hands, Seat.WEST, (3, 2, 3))], Seat.WEST, (3, 2, 3)) == hands
    True
    """
    left = [[int(card) for card in hand] for hand in hands]
    deck = []
    for batch in batches:
        for turn in range(1, PLAYERS + 1):
            of_seat = left[dealer.after(turn)]
            deck += [of_seat.pop() for _ in range(batch)]
    return deck


class Observer:
    """What a player sees as a row of numbers, by name, and in words.

    The words hold everything. The numbers do too, but for claims and knocks in earlier tricks as at the table.
    """

    def __init__(self, rules: RuleSet) -> None:
        numpy = the_arrays()
        self.tensor = numpy.zeros(number_of_features(rules), numpy.float32)
        self.dict = explained(self.tensor, rules)  # the same numbers

    def set_from(self, state: KlaverjasState, player: int) -> None:
        self.tensor[:] = observed(state.now, Seat(player)) if isinstance(state.now, Turn) else 0

    def string_from(self, state: KlaverjasState, player: int) -> str:
        return state.known_to(player)


if NAME not in pyspiel.registered_names():
    pyspiel.register_game(GAME_TYPE, Klaverjas)
