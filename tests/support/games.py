"""Whole games for tests: played by random players who try everything, and closed when they are decided."""

from random import Random

from klaverjas.actions import Close, Deal
from klaverjas.errors import Refusal
from klaverjas.fair import FairDeals, deal
from klaverjas.game import Game
from klaverjas.rules.ruleset import RuleSet
from tables import random_action, random_deal


def random_whole_game(
    rules: RuleSet, chance: Random, fair: FairDeals | None = None, *, stop: float = 0.0
) -> Game:
    """A game to its end; with *stop* some games break off, each action with that chance."""
    game = Game(rules)
    while not game.decided and len(game.rounds) < 60:
        hands = random_deal(chance, game.next_dealer, rules)
        if fair is not None:
            hands = deal(fair.deck(len(game.rounds) + 1), game.next_dealer, rules.deal)
        game, _ = game.apply(Deal(hands))
        extra = chance.randrange(3)
        while game.round.result is None or extra:
            if chance.random() < stop:
                return game
            extra -= game.round.result is not None
            try:
                game, _ = game.apply(random_action(game.round, chance, careless=0.01))
            except Refusal:
                continue
    return game.apply(Close())[0] if game.decided else game
