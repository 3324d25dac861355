"""Whole rounds by four people in four browsers: every rule set, through nothing but the page's own controls."""

from random import Random

import pytest
from playwright.async_api import expect

from e2e.browser import LAPTOP, PHONE, SIDEWAYS, SMALL_PHONE, Json, until, until_equal
from e2e.house import House
from e2e.mates import Company
from e2e.plot import claiming, kinds, knocking, move, plot, verzaakt
from e2e.table import close_verdict
from klaverjas.actions import Pass
from klaverjas.round import Round
from klaverjas.rules.scoring import Outcome
from klaverjas.seats import TEAMS

# Long enough to claim in; the winner may lead before it is over. After a round everyone taps.
PAUSES: Json = {"trick_pause": 4, "round_pause": 60}
SIZES = (PHONE, SIDEWAYS, SMALL_PHONE, LAPTOP)


def rounds(base: str, number: int) -> Json:
    return {"base": base, "end": {"rounds": number}}


def outcome_of(round: Round) -> Outcome:
    assert round.result is not None
    return round.result.outcome


def shown_of(round: Round) -> dict[str, str]:
    """What the panel at the end of the round should show."""
    assert round.result is not None
    return {team.letters: round.result.display[team] for team in TEAMS}


def both_knocks(round: Round) -> bool:
    return {"KnockedRight", "KnockedWrong"} <= kinds(round)


async def test_rotterdam_with_roem_claimed_rightly_and_wrongly_nat_and_verzaakt(house: House) -> None:
    table = await house.table(sizes=SIZES, rules=rounds("rotterdam", 2), **PAUSES)
    south, west, *_ = table.players
    await south.start()

    def nat_with_roem(round: Round) -> bool:
        return outcome_of(round) is Outcome.NAT and {"RoemClaimedRight", "RoemClaimedWrong"} <= kinds(round)

    begin = await table.dealt()
    round = await table.perform(begin, plot(begin, claiming, nat_with_roem))
    await table.all_see_result(round)
    await expect(west.find("[data-round=WE]")).to_have_text("nat")
    await table.go_on(round)

    begin = await table.dealt()
    round = await table.perform(begin, verzaakt(begin, Random(2), late=False))
    assert {"AccusationFailed", "AccusationProven"} <= kinds(round)
    await table.ends(round)
    await table.game_ends()


async def test_lugus_with_a_deal_that_all_pass_sans_over_a_suit_and_knocks(house: House) -> None:
    table = await house.table(rules=rounds("lugus", 1), **PAUSES)
    await table.players[0].start()

    begin = await table.dealt()
    round = await table.perform(begin, [Pass(begin.dealer.after(turn)) for turn in (1, 2, 3, 4)])
    for player in table.players:
        await expect(player.find(".end h2")).to_have_text("Iedereen past")
    await table.go_on(round)
    await until(
        table.hands, lambda hands: all(one != other for one, other in zip(hands, begin.dealt, strict=True))
    )

    begin = await table.dealt()
    round = await table.perform(begin, plot(begin, knocking, both_knocks))
    assert round.troef is None
    await table.ends(round)
    await table.game_ends()


async def test_lugus_lets_a_player_be_accused_when_the_round_is_over(house: House) -> None:
    south = await house.device()
    company = await Company.at_a_table(house, south, rules=rounds("lugus", 1), **PAUSES)
    await south.start()
    begin = await company.dealt()
    *until_the_end, innocent, offender = verzaakt(begin, Random(3), late=True)
    round = await company.perform(begin, until_the_end)
    assert outcome_of(round) is not Outcome.VERZAAKT
    await until_equal(south.round_result, shown_of(round))

    round = await company.act(round, innocent)
    await close_verdict(south, proven=False)
    round = await company.act(round, offender)
    await close_verdict(south, proven=True)
    assert outcome_of(round) is Outcome.VERZAAKT
    await until_equal(south.round_result, shown_of(round))


@pytest.mark.parametrize(("base", "outcome"), [("valet", Outcome.MADE), ("amsterdam", Outcome.NAT)])
async def test_a_strict_table_offers_the_correct_cards_and_counts_roem_by_itself(
    house: House, base: str, outcome: Outcome
) -> None:
    table = await house.table(rules=rounds(base, 1), **PAUSES)
    await table.players[0].start()

    def wanted(round: Round) -> bool:
        return outcome_of(round) is outcome and round.result is not None and sum(round.result.roem) > 0

    begin = await table.dealt()
    round = await table.perform(begin, plot(begin, move, wanted))
    await table.ends(round)
    await table.game_ends()
