"""A table of the arena: whoever plays there, the round ends, and what went wrong is counted by name."""

from collections.abc import Callable
from random import Random

import pytest

from bot_rounds import Offender
from klaverjas.actions import Accuse, Claim, Collect, Knock, Play, RoundAction
from klaverjas.arena.players import ArenaPlayer, InProcess, Partnership, player_named
from klaverjas.arena.table import ArenaTable, Faults
from klaverjas.bots import Advice, Bot, bot_named
from klaverjas.errors import KlaverjasError
from klaverjas.fair import deal, seeded_deck
from klaverjas.phase import Phase
from klaverjas.referee import offences
from klaverjas.round import Round
from klaverjas.rules.named import AMSTERDAM, LUGUS, NAMED, ROTTERDAM
from klaverjas.rules.ruleset import RuleSet
from klaverjas.seats import SEATS, Seat
from klaverjas.view import View

NO_FAULTS = Faults()
Does = Callable[[View, Random], RoundAction | None]


class Scripted(Bot):
    """Does what a function says, and else what a bot by the principles does."""

    name = "scripted"

    def __init__(self, does: Does) -> None:
        self.does = does

    def advise(self, view: View, chance: Random) -> Advice | None:
        does = self.does(view, chance)
        return Advice(does, "guess") if does else bot_named("regels").advise(view, chance)


class Mute(Bot):
    """Never does anything."""

    name = "mute"

    def advise(self, view: View, chance: Random) -> Advice | None:
        return None


def seated(rules: RuleSet, south: Bot, seed: int = 3, others: str = "regels") -> ArenaTable:
    """A table where somebody sits South and good players elsewhere."""
    round = Round.begin(rules, Seat.SOUTH, deal(seeded_deck(seed), Seat.SOUTH, rules.deal))
    players: list[ArenaPlayer] = [player_named(others)] * 4
    players[Seat.SOUTH] = InProcess(south.name, south)
    return ArenaTable(round, players, [Random(seat) for seat in SEATS])


@pytest.mark.parametrize("rules", NAMED.values(), ids=NAMED)
@pytest.mark.parametrize("name", ["regels", "willekeurig"])
def test_our_bots_make_no_fault_under_any_rule_set(rules: RuleSet, name: str) -> None:
    for seed in range(6):
        table = seated(rules, bot_named(name), seed, others="willekeurig")
        result = table.play()
        assert table.round.result is result
        assert table.faults == [NO_FAULTS] * 4
        assert all(second >= 0 for seconds in table.seconds for second in seconds)


def test_incorrect_cards_are_counted_where_they_are_not_refused() -> None:
    found = 0
    for seed in range(12):
        table = seated(ROTTERDAM, Offender(), seed, others="willekeurig")  # who accuses nobody
        table.play()
        assert table.faults[Seat.SOUTH] == Faults(incorrect=len(offences(table.round, Seat.SOUTH)))
        assert table.faults[1:] == [NO_FAULTS] * 3
        found += table.faults[Seat.SOUTH].incorrect
    assert found > 12


def test_incorrect_cards_are_counted_where_they_are_refused_and_somebody_else_moves() -> None:
    def wrong_card(view: View, _: Random) -> RoundAction | None:
        wrong = view.phase is Phase.PLAY and view.turn == view.viewer and view.hand and view.correct
        cards = [card for card in view.hand if card not in view.correct] if wrong else []  # type: ignore[union-attr, operator]
        return Play(Seat.SOUTH, cards[0]) if cards else None

    table = seated(AMSTERDAM, Scripted(wrong_card))
    table.play()
    assert table.faults[Seat.SOUTH].incorrect > 0
    assert table.faults[Seat.SOUTH].refused == 0
    assert not offences(table.round, Seat.SOUTH)


@pytest.mark.parametrize("rules", [AMSTERDAM, LUGUS], ids=["amsterdam", "lugus"])
def test_who_does_not_move_is_helped_and_blamed(rules: RuleSet) -> None:
    table = seated(rules, Mute())
    table.play()
    moves = len(table.seconds[Seat.SOUTH])
    assert moves >= 8
    assert table.faults == [Faults(refused=moves), NO_FAULTS, NO_FAULTS, NO_FAULTS]


@pytest.mark.parametrize(
    ("rules", "does", "kind"),
    [
        (ROTTERDAM, lambda *_: Claim(Seat.SOUTH, 190), "false_calls"),  # no roem is ever that
        (LUGUS, lambda *_: Knock(Seat.SOUTH), "false_calls"),
        (ROTTERDAM, lambda *_: Accuse(Seat.SOUTH, Seat.WEST), "accusations"),
        (LUGUS, lambda *_: Accuse(Seat.SOUTH, Seat.WEST), "accusations"),
        (ROTTERDAM, lambda *_: Claim(Seat.NORTH, 20), "refused"),  # in the name of another
        (AMSTERDAM, lambda *_: Collect(), "refused"),
    ],
)
def test_who_is_wrong_all_the_time_does_not_hold_up_the_round(rules: RuleSet, does: Does, kind: str) -> None:
    table = seated(rules, Scripted(does))
    table.play()
    assert getattr(table.faults[Seat.SOUTH], kind) >= 4
    assert table.faults[1:] == [NO_FAULTS] * 3


def test_two_teams_that_prove_each_other_guilty_after_the_round_come_to_an_end() -> None:
    def accuse(view: View, chance: Random) -> RoundAction | None:
        assert isinstance(view.viewer, Seat)
        if view.phase is Phase.DONE:
            return Accuse(view.viewer, view.viewer.left)
        return Offender().act(view, chance)

    rules = LUGUS
    round = Round.begin(rules, Seat.SOUTH, deal(seeded_deck(5), Seat.SOUTH, rules.deal))
    player = InProcess("scripted", Scripted(accuse))
    ArenaTable(round, [player] * 4, [Random(seat) for seat in SEATS]).play()


def test_a_player_that_does_not_exist() -> None:
    with pytest.raises(
        KlaverjasError, match=r"Unknown player 'nobody'\. Choose one of .*regels.*ziener"
    ) as caught:
        player_named("nobody")
    assert "Er is geen speler" in caught.value.sentence("nl")
    with pytest.raises(KlaverjasError, match="500 characters"):
        Partnership.parse("x" * 501)
