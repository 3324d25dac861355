"""Seats and teams: who is whose partner, and their names (Rules 1.1)."""

import pytest

from klaverjas.cards import Card, Rank, Suit
from klaverjas.errors import TextError
from klaverjas.seats import SEATS, TEAMS, Seat, Team
from klaverjas.sentences import Language


@pytest.mark.parametrize(
    ("seat", "left", "partner", "right", "team"),
    [
        ("S", "W", "N", "E", "NS"),
        ("W", "N", "E", "S", "WE"),
        ("N", "E", "S", "W", "NS"),
        ("E", "S", "W", "N", "WE"),
    ],
)
def test_a_seat_knows_its_neighbours_its_partner_and_its_team(
    seat: str, left: str, partner: str, right: str, team: str
) -> None:
    # Rules 1.1
    at = Seat.parse(seat)
    assert at.left == Seat.parse(left)
    assert at.partner == Seat.parse(partner)
    assert at.after(3) == Seat.parse(right)
    assert at.team == Team.parse(team)


@pytest.mark.parametrize("seat", list(Seat))
def test_the_turn_comes_round_after_four_players(seat: Seat) -> None:
    # Rules 1.1
    assert [seat.after(turns) for turns in range(4)] == [seat, seat.left, seat.partner, seat.left.partner]
    assert seat.after(4) == seat.after(-4) == seat.after(8) == seat
    assert seat.after(-1).left == seat


@pytest.mark.parametrize("seat", list(Seat))
def test_partners_are_of_one_team_and_neighbours_are_opponents(seat: Seat) -> None:
    # Rules 1.1
    assert seat.partner.partner == seat
    assert seat.partner.team == seat.team
    assert seat.left.team == seat.team.opponents


@pytest.mark.parametrize("team", list(Team))
def test_a_team_is_two_partners_and_has_opponents(team: Team) -> None:
    # Rules 1.1
    first, second = team.seats
    assert first.partner == second
    assert first.team == second.team == team
    assert team.opponents != team
    assert team.opponents.opponents == team


def test_the_numbers_of_seats_and_teams_index_lists_by_seat_and_by_team() -> None:
    # Rules 1.1
    assert [int(seat) for seat in SEATS] == [0, 1, 2, 3]
    assert [int(team) for team in TEAMS] == [0, 1]
    assert [seat.team.letters for seat in SEATS] == ["NS", "WE", "NS", "WE"]


@pytest.mark.parametrize(
    ("texts", "seat"),
    [
        (["S", "s", " S ", "South", "south", "Z", "z", "Zuid", "ZUID"], Seat.SOUTH),
        (["W", "w", "West", "west"], Seat.WEST),
        (["N", "n", "North", "Noord", "noord"], Seat.NORTH),
        (["E", "e", "East", "O", "o", "Oost"], Seat.EAST),
    ],
)
def test_a_seat_is_read_from_its_letter_or_name_in_dutch_or_english(texts: list[str], seat: Seat) -> None:
    assert [Seat.parse(text) for text in texts] == [seat] * len(texts)


@pytest.mark.parametrize("text", ["", " ", "X", "SW", "0", "Sou", "Zuiden"])
def test_a_text_that_is_not_a_seat_is_refused_with_what_to_write(text: str) -> None:
    with pytest.raises(TextError) as refused:
        Seat.parse(text)
    assert refused.value.code == "unknown-seat"
    assert refused.value.sentence("en") == f"'{text}' is not a seat: write S, W, N or E."
    assert refused.value.sentence("nl") == f"'{text}' is geen plaats: schrijf S, W, N of E."


@pytest.mark.parametrize(
    ("texts", "team"),
    [(["NS", "SN", "ns", " NS "], Team.NORTH_SOUTH), (["WE", "EW", "we"], Team.WEST_EAST)],
)
def test_a_team_is_read_from_its_letters_in_either_order(texts: list[str], team: Team) -> None:
    assert [Team.parse(text) for text in texts] == [team] * len(texts)


@pytest.mark.parametrize("text", ["", "N", "NE", "NSWE", "NN", "1"])
def test_a_text_that_is_not_a_team_is_refused_with_what_to_write(text: str) -> None:
    with pytest.raises(TextError) as refused:
        Team.parse(text)
    assert refused.value.code == "unknown-team"
    assert refused.value.sentence("en") == f"'{text}' is not a team: write NS or WE."
    assert refused.value.sentence("nl") == f"'{text}' is geen team: schrijf NS of WE."


@pytest.mark.parametrize(
    ("language", "seats", "teams"),
    [
        ("en", ["South", "West", "North", "East"], ["North-South", "West-East"]),
        ("nl", ["Zuid", "West", "Noord", "Oost"], ["Noord-Zuid", "Oost-West"]),
    ],
)
def test_seats_and_teams_are_said_in_both_languages(
    language: Language, seats: list[str], teams: list[str]
) -> None:
    assert [seat.said(language) for seat in Seat] == seats
    assert [team.said(language) for team in Team] == teams


@pytest.mark.parametrize(("language", "seats", "teams"), [("en", "SWNE", "NS WE"), ("nl", "ZWNO", "NZ OW")])
def test_seats_and_teams_have_letters_in_both_languages(language: Language, seats: str, teams: str) -> None:
    assert "".join(seat.letter_in(language) for seat in Seat) == seats
    assert " ".join(team.letters_in(language) for team in Team) == teams


@pytest.mark.parametrize("seat", list(Seat))
def test_what_is_said_of_a_seat_can_be_read_again(seat: Seat) -> None:
    assert [Seat.parse(text) for text in (seat.letter, seat.said("en"), seat.said("nl"))] == [seat] * 3


@pytest.mark.parametrize("value", [*Seat, *Team])
def test_no_seat_and_no_team_is_nobody_though_each_has_a_first_that_is_zero(value: Seat | Team) -> None:
    assert value


@pytest.mark.parametrize("value", [*Seat, *Team])
def test_the_repr_of_a_seat_and_of_a_team_can_be_pasted_back(value: Seat | Team) -> None:
    assert eval(repr(value)) is value


def test_the_first_seat_team_suit_rank_and_card_are_not_nothing() -> None:
    assert all((Seat.SOUTH, Team.NORTH_SOUTH, Suit.SPADES, Rank.SEVEN, Card.parse("S7")))
