"""Every construct of RECYCLE, each with a tiny program of its own."""

import random

import pytest

from klaverjas.recycle.program import Program
from klaverjas.recycle.table import GAME
from programs import VALUE, begun, holds, names, tiny, value_of

# The stock, from the bottom: ace of hearts, of diamonds, of spades; then the twos; then the threes.
STOCK = "(game vloc STOCK)"
DEAL_TWO = "(do ((all player 'P (repeat 2 (move (top (game vloc STOCK)) (top ('P iloc HAND)))))))"


# --- numbers --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("expression", "value"),
    [
        ("7", 7),
        ("(+ 2 3)", 5),
        ("(- 2 3)", -1),
        ("(* 4 3)", 12),
        ("(// 7 2)", 3),
        ("(% 7 2)", 1),
        ("(mod 7 2)", 1),
        ("(^ 2 10)", 1024),
        ("(tri 4)", 10),
        ("(fib 7)", 13),
        (f"(size {STOCK})", 9),
        ("(size player)", 2),
        ("(size team)", 2),
        ("(size (range 3 .. 6))", 4),
        ("(size (HEARTS, SPADES))", 2),
        (f"(size (partition SUIT {STOCK}))", 3),
        (f"(sum {STOCK} using (game points VALUE))", 18),
        (f"(score (top {STOCK}) using (game points VALUE))", 3),
        (f"(scoremax {STOCK} using (game points VALUE))", 3),
        (f"(scoremin {STOCK} using (game points VALUE))", 1),
        ("(game sto NEVERSET)", 0),
        ("(pid (next player))", 2),
        ("(tid (team (2 player)))", 2),
        ("(all (range 1 .. 4) 'N 'N)", 10),
        ("(all player 'P (* 10 (pid 'P)))", 30),
    ],
)
def test_a_number(expression: str, value: int) -> None:
    assert value_of(expression) == value


def test_random_numbers_are_in_their_range_and_all_come_up() -> None:
    assert {value_of("(random 3)", seed=seed) for seed in range(60)} == {0, 1, 2}
    assert {value_of("(random 5 .. 6)", seed=seed) for seed in range(40)} == {5, 6}


def test_chance_is_asked_anew_each_time_also_within_the_same_step() -> None:
    assert value_of("(- (+ 0 (random 1000000)) (+ 0 (random 1000000)))") != 0


# --- conditions -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("condition", "truth"),
    [
        ("(== 2 2)", True),
        ("(!= 2 2)", False),
        ("(< 1 2)", True),
        ("(> 1 2)", False),
        ("(<= 2 2)", True),
        ("(>= 1 2)", False),
        ("(== HEARTS HEARTS)", True),
        ("(!= HEARTS SPADES)", True),
        ("(== (game str NEVERSET) NONE)", False),
        (
            f"(== (top {STOCK}) (max {STOCK} using (game points VALUE)))",
            False,
        ),  # the first three, not the last
        (f"(== (bottom {STOCK}) (min {STOCK} using (game points VALUE)))", True),
        ("(== (current player) (1 player))", True),
        ("(!= (current player) (next player))", True),
        ("(== (team (current player)) (team (next player)))", False),
        ("(and (== 1 1) (== 2 2) (== 3 3))", True),
        ("(and (== 1 1) (== 2 3))", False),
        ("(or (== 1 2) (== 2 2))", True),
        ("(or (== 1 2) (== 2 3))", False),
        ("(not (== 1 2))", True),
        (f"(all {STOCK} 'C (> (score 'C using (game points VALUE)) 0))", True),
        (f"(all {STOCK} 'C (> (score 'C using (game points VALUE)) 1))", False),
        (f"(any {STOCK} 'C (== (cardatt SUIT 'C) SPADES))", True),
        (f"(any {STOCK} 'C (== (cardatt SUIT 'C) CLUBS))", False),
        (f"(== (cardatt SIZE (top {STOCK})) HEARTS)", False),  # no such attribute
        (f"(== (cardatt COLOR (top {STOCK})) BLACK)", True),  # nested attributes are all there
    ],
)
def test_a_condition(condition: str, truth: bool) -> None:
    assert holds(condition) is truth


def test_the_second_part_of_and_is_not_asked_where_the_first_does_not_hold() -> None:
    assert not holds(
        "(and (> (size (game vloc EMPTY)) 0) (== (cardatt SUIT (top (game vloc EMPTY))) HEARTS))"
    )
    assert holds("(or (== (size (game vloc EMPTY)) 0) (== (cardatt SUIT (top (game vloc EMPTY))) HEARTS))")


# --- cards ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("cards", "expected"),
    [
        (f"(filter {STOCK} 'C (== (cardatt SUIT 'C) SPADES))", "ACE SPADES, TWO SPADES, THREE SPADES"),
        (f"(top 2 {STOCK})", "THREE DIAMONDS, THREE SPADES"),
        (f"(bottom 2 {STOCK})", "ACE HEARTS, ACE DIAMONDS"),
        (f"(top 0 {STOCK})", ""),
        (f"(union (top 1 {STOCK}) (bottom 1 {STOCK}))", "THREE SPADES, ACE HEARTS"),
        (f"(union (all (range 1 .. 2) 'N (top 'N {STOCK})))", "THREE SPADES, THREE DIAMONDS"),
        (f"(intersect (top 5 {STOCK}) (bottom 6 {STOCK}))", "TWO DIAMONDS, TWO SPADES"),
        (
            f"(disjunction (top 7 {STOCK}) {STOCK})",
            "ACE HEARTS, ACE DIAMONDS",
        ),
        (
            f"(sort (top 4 {STOCK}) using (game points VALUE))",
            "TWO SPADES, THREE HEARTS, THREE DIAMONDS, THREE SPADES",
        ),
        (f"(top (partition RANK {STOCK}))", "THREE HEARTS, THREE DIAMONDS, THREE SPADES"),
        (f"(bottom (partition SUIT {STOCK}))", "ACE HEARTS, TWO HEARTS, THREE HEARTS"),
        (f"(1 (partition SUIT {STOCK}))", "ACE DIAMONDS, TWO DIAMONDS, THREE DIAMONDS"),
        (f"(top (partition SUIT (top 3 {STOCK}) (bottom 1 {STOCK})))", "THREE SPADES"),
        (
            f"(run top 2 (filter {STOCK} 'C (== (cardatt SUIT 'C) HEARTS)) using (game points VALUE))",
            "ACE HEARTS, TWO HEARTS, THREE HEARTS",
        ),
        (f"(run top 2 (top 3 {STOCK}) using (game points VALUE))", ""),
        (f"(run bottom 1 {STOCK} using (game points VALUE))", "ACE HEARTS"),
    ],
)
def test_cards(cards: str, expected: str) -> None:
    """They are copied into memory one by one, and so can be looked at."""
    play = begun(f"(do ({VALUE} (all {cards} 'C (remember 'C (top (game mem SEEN))))))")
    assert ", ".join(names(play.table, 0, "mem", "SEEN")) == expected


@pytest.mark.parametrize(
    ("piles", "sizes"),
    [
        (f"(partition COLOR {STOCK})", [6, 3]),
        (f"(subsets (top 3 {STOCK}))", [1, 1, 1, 2, 2, 2, 3]),
        (f"(tuples 2 (top 4 {STOCK}) using (game points VALUE))", [2, 2, 2]),
        (f"(tuples 3 {STOCK} using (game points VALUE))", [3, 3, 3]),
        (f"(runs largest 2 {STOCK} using (game points VALUE))", [3, 3, 3]),
        (f"(runs largest 2 (top 7 {STOCK}) using (game points VALUE))", [3, 2, 2]),
        (f"(runs largest 4 {STOCK} using (game points VALUE))", []),
        (
            f"(runs all 2 (filter {STOCK} 'C (== (cardatt SUIT 'C) HEARTS)) using (game points VALUE))",
            [2, 3, 2],
        ),
        (f"(filter (partition SUIT {STOCK}) 'S (== (cardatt SUIT (top 'S)) SPADES))", [3]),
        (f"(all player 'P (top 2 {STOCK}))", [2, 2]),
    ],
)
def test_piles(piles: str, sizes: list[int]) -> None:
    play = begun(
        f"(do ({VALUE} (all {piles} 'PILE (do ((inc (game sto N) 1)"
        " (all 'PILE 'C (remember 'C (top (game mem SIZE (game sto N))))))))))"
    )
    found = [len(names(play.table, 0, "mem", "SIZE", at + 1)) for at in range(len(sizes))]
    assert found == sizes
    assert play.table.numbers.get((0, "N"), 0) == len(sizes)


def test_a_card_has_a_number_from_the_bottom() -> None:
    play = begun(f"(do ((move (3 {STOCK}) (top (game vloc ASIDE)))))")
    assert names(play.table, 0, "vloc", "ASIDE") == ["TWO HEARTS"]


# --- places ---------------------------------------------------------------------------------------


def test_a_card_is_laid_on_top_at_the_bottom_or_between() -> None:
    laid = "(game vloc ROW)"
    play = begun(
        f"(do ((move (bottom {STOCK}) (top {laid})) (move (bottom {STOCK}) (top {laid}))"
        f" (move (bottom {STOCK}) (bottom {laid})) (move (bottom {STOCK}) (1 {laid}))))"
    )
    assert names(play.table, 0, "vloc", "ROW") == ["ACE SPADES", "TWO HEARTS", "ACE HEARTS", "ACE DIAMONDS"]


@pytest.mark.parametrize(
    ("seen", "by_owner", "by_others"),
    [
        ("vloc", True, True),
        ("iloc", True, False),
        ("hloc", False, False),
        ("oloc", False, True),
        ("mem", True, True),
    ],
)
def test_who_sees_a_place(seen: str, by_owner: bool, by_others: bool) -> None:
    move = "remember" if seen == "mem" else "move"
    play = begun(f"(do (({move} (top {STOCK}) (top ((1 player) {seen} PLACE)))))")
    place = next(place for place in play.table.piles if place.name == "PLACE")
    assert (play.table.sees(1, place), play.table.sees(2, place)) == (by_owner, by_others)


def test_a_team_sees_its_own_place_and_nobody_sees_what_is_the_games_own() -> None:
    play = begun(
        f"(do ((move (top {STOCK}) (top ((1 team) iloc PLACE))) (move (top {STOCK}) (top (game iloc CLOSED)))))",
        players="(create players 3) (create teams (1, 3))",
    )
    place, closed = (next(at for at in play.table.piles if at.name == name) for name in ("PLACE", "CLOSED"))
    assert [play.table.sees(player, place) for player in (1, 2, 3)] == [True, False, True]
    assert not any(play.table.sees(player, closed) for player in (1, 2, 3))


def test_memory_holds_copies_that_can_be_forgotten() -> None:
    seen = "(game mem SEEN)"
    play = begun(
        f"(do ((remember (top {STOCK}) (top {seen})) (remember (bottom {STOCK}) (top {seen}))"
        f" ((== (top {STOCK}) (bottom {seen})) (set (game sto SAME) 1)) (forget (top {seen}))))"
    )
    assert names(play.table, 0, "mem", "SEEN") == ["THREE SPADES"]
    assert len(names(play.table, 0, "vloc", "STOCK")) == 9
    assert play.table.numbers[0, "SAME"] == 1
    emptied = begun(f"(do ((remember (top {STOCK}) (top {seen})) (repeat all (forget (top {seen})))))")
    assert names(emptied.table, 0, "mem", "SEEN") == []


def test_places_of_one_name_can_be_numbered_and_gathered() -> None:
    play = begun(
        f"(do ((all (range 1 .. 3) 'N (repeat 'N (move (top {STOCK}) (top (game vloc MELD 'N)))))"
        " (all (indexed game vloc MELD) 'M (inc (game sto MELDS) 1))"
        " (set (game sto LAST) (size (top (indexed game vloc MELD))))))"
    )
    assert [len(names(play.table, 0, "vloc", "MELD", number)) for number in (1, 2, 3)] == [1, 2, 3]
    assert (play.table.numbers[0, "MELDS"], play.table.numbers[0, "LAST"]) == (3, 3)


def test_a_numbered_place_that_was_only_looked_at_is_none_of_those_gathered() -> None:
    looked = "(set (game sto LAID) (size 'M))"
    play = begun(
        f"(let (game vloc MELD 1) 'M (do ({looked} (set (game sto MELDS) (size (indexed game vloc MELD))))))"
    )
    assert play.table.numbers[0, "MELDS"] == 0


def test_a_shuffle_changes_the_order_and_follows_the_seed() -> None:
    def order(seed: int) -> list[str]:
        return names(begun(f"(do ((shuffle {STOCK})))", seed=seed).table, 0, "vloc", "STOCK")

    assert order(1) == order(1) != order(2)
    assert sorted(order(1)) == sorted(order(2))


# --- what is written down -------------------------------------------------------------------------


def test_numbers_are_set_raised_and_lowered_by_owner() -> None:
    play = begun(
        "(do ((set (game sto A) 5) (inc (game sto A) 3) (dec (game sto A) 10) (inc ((1 player) sto A) 1)"
        " (inc ((2 team) sto A) 4)))",
        score="(+ (* 100 ((current player) sto A)) ((team (current player)) sto A))",
    )
    assert play.table.numbers[0, "A"] == -2
    assert play.scores == (100, 4)


def test_a_text_names_a_place() -> None:
    play = begun(
        f"(do ((set (game str WHERE) ASIDE) (move (top {STOCK}) (top (game vloc (game str WHERE))))))"
    )
    assert names(play.table, 0, "vloc", "ASIDE") == ["THREE SPADES"]


def test_points_are_the_sum_of_all_awards_that_fit_and_keep_the_texts_of_when_they_were_set() -> None:
    troef = "(set (game str TROEF) SPADES)"
    of_troef = "((RANK : THREE) (SUIT : (game str TROEF)) 100)"
    worth = f"(set (game points W) (((RANK : THREE) 3) {of_troef} ((COLOR: BLACK) 10)))"
    assert value_of(f"(score (top {STOCK}) using (game points W))", f"(do ({troef} {worth}))") == 113
    later = f"(do ({troef} {worth} (set (game str TROEF) HEARTS)))"
    assert value_of(f"(score (top {STOCK}) using (game points W))", later) == 113


# --- players, teams, turns ------------------------------------------------------------------------


def test_players_choose_in_turn_until_the_end_of_the_stage() -> None:
    play = begun(
        DEAL_TWO,
        "(stage player (end (all player 'P (== (size ('P iloc HAND)) 0)))"
        " (choice ((any ((current player) iloc HAND) 'C (move 'C (top (game vloc PILE)))))))",
    )
    turns = []
    while not play.over:
        turns.append((play.player, len(play.options)))
        play.choose(0)
    assert turns == [(1, 2), (2, 2), (1, 1), (2, 1)]


def test_a_stage_that_is_at_its_end_is_left_out() -> None:
    assert begun("(stage player (end (== 1 1)) (choice ((turn pass))))").over


def test_cycle_next_says_who_leads_and_a_stage_within_begins_with_him() -> None:
    play = begun(
        "(stage player (end (== (game sto ROUNDS) 2))"
        " (stage player (end (== (% (game sto TURNS) 3) 2)) (choice ((inc (game sto TURNS) 1))))"
        " (do ((inc (game sto TURNS) 1) (inc (game sto ROUNDS) 1) (cycle next (3 player)))))",
        players="(create players 3)",
    )
    turns = []
    while not play.over:
        turns.append(play.player)
        play.choose(0)
    assert turns == [1, 2, 3, 1]


@pytest.mark.parametrize(
    ("action", "turns"),
    [
        ("(cycle next (current player))", [1, 1, 1]),
        ("(cycle next previous)", [1, 3, 2]),
        ("(cycle next next)", [1, 2, 3]),
        ("(cycle next (owner (top ((2 player) vloc MARK))))", [1, 2, 2]),
        ("(cycle current (next player))", [1, 3, 2]),
        ("(turn pass)", [1, 2, 3]),
    ],
)
def test_whose_turn_comes(action: str, turns: list[int]) -> None:
    play = begun(
        f"(do ((move (top {STOCK}) (top ((2 player) vloc MARK)))))",
        f"(stage player (end (== (game sto TURNS) 3)) (choice ((turn pass))) (do ((inc (game sto TURNS) 1) {action})))",
        players="(create players 3)",
    )
    found = []
    while not play.over:
        found.append(play.player)
        play.choose(0)
    assert found == turns


def test_teams_have_their_turn_and_their_players() -> None:
    play = begun(
        "(stage team (end (== (game sto TEAMS) 2))"
        " (do ((inc (game sto TEAMS) 1) (all (current team) 'P (inc ('P sto SUM) (tid (current team)))))))",
        players="(create players 4) (create teams (1, 3) (2, 4))",
        score="((current player) sto SUM)",
    )
    assert play.scores == (1, 2, 1, 2)


def test_who_is_in_no_team_is_one_by_himself() -> None:
    program = Program.read(tiny(players="(create players 4) (create teams (2, 4))"))
    assert program.teams == ((2, 4), (1,), (3,))
    assert Program.read(tiny(players="(create players 3)")).teams == ((1,), (2,), (3,))


def test_the_others_are_all_but_the_one_whose_turn_it_is() -> None:
    assert value_of("(size (other player))") == 1
    assert holds("(all (other player) 'P (== 'P (2 player)))")
    assert holds("(all (other team) 'T (== 'T (2 team)))")
    assert holds("(== (previous player) (2 player))")


# --- blocks ---------------------------------------------------------------------------------------


def test_a_choice_gathers_what_its_conditions_allow() -> None:
    play = begun(
        DEAL_TWO,
        "(choice (((== 1 2) (inc (game sto NEVER) 1))"
        " ((== 1 1) (any ((current player) iloc HAND) 'C (move 'C (top (game vloc PILE)))))"
        " (any (RED, BLACK) 'K (do ((set (game str COLOUR) 'K) (inc (game sto TOLD) 1))))"
        " (let 7 'N (inc (game sto SEVEN) 'N)) (turn pass)))",
    )
    assert play.told() == [
        "THREE SPADES: HAND > PILE",
        "THREE DIAMONDS: HAND > PILE",
        "COLOUR = RED",
        "COLOUR = BLACK",
        "SEVEN + 7",
        "pass",
    ]
    play.choose(3)
    assert (play.table.texts[0, "COLOUR"], play.table.numbers[0, "TOLD"]) == ("BLACK", 1)


def test_any_outside_of_a_choice_is_one() -> None:
    play = begun("(any (RED, BLACK) 'K (set (game str COLOUR) 'K))")
    assert play.told() == ["COLOUR = RED", "COLOUR = BLACK"]


def test_a_choice_within_an_option_is_asked_afterwards_of_the_same_player() -> None:
    play = begun(
        "(choice ((do ((inc (game sto A) 1) (any (range 1 .. 3) 'N (set (game sto B) 'N)))) (turn pass)))"
    )
    assert len(play.options) == 2
    play.choose(0)
    assert (play.player, play.told()) == (1, ["B = 1", "B = 2", "B = 3"])


def test_all_goes_through_what_was_there_when_it_began() -> None:
    play = begun(
        f"(do ((all {STOCK} 'C (move 'C (bottom {STOCK}))) (all {STOCK} 'C (move 'C (top (game vloc X))))))"
    )
    assert len(names(play.table, 0, "vloc", "X")) == 9


def test_let_names_a_place_as_it_is_later_and_cards_as_they_are_now() -> None:
    place = f"(let {STOCK} 'S (do ((move (top 'S) (top (game vloc X))) (set (game sto N) (size 'S)))))"
    assert begun(place).table.numbers[0, "N"] == 8
    cards = f"(let (top 9 {STOCK}) 'S (do ((move (top {STOCK}) (top (game vloc X))) (set (game sto N) (size 'S)))))"
    assert begun(cards).table.numbers[0, "N"] == 9
    laid = f"(let (game vloc X) 'X (do ((move (top {STOCK}) (top 'X)))))"
    assert names(begun(laid).table, 0, "vloc", "X") == ["THREE SPADES"]


def test_declared_names_hold_everywhere() -> None:
    play = begun(
        "(do ((set (game sto N) 'MANY)))",
        declared="(declare 3 'MANY) (declare (* 2 'MANY) 'TWICE)",
        players="(create players 'MANY)",
        score="(+ 'TWICE (game sto N))",
    )
    assert play.scores == (9, 9, 9)


def test_repeat_all_empties_a_place() -> None:
    play = begun(f"(do ((repeat all (move (bottom {STOCK}) (top (game vloc X))))))")
    assert len(names(play.table, 0, "vloc", "X")) == 9


def test_the_fewest_points_can_win() -> None:
    play = begun("(do ((set ((1 player) sto P) 3)))", score="((current player) sto P)", best="min")
    assert (play.scores, play.results) == ((3, 0), (-3, 0))


def test_decks_are_repeated_and_have_backs() -> None:
    text = (
        "(game (setup (create players 1) (repeat 2 (create deck (game vloc A) (deck (N (ONE, TWO)))))"
        " (create deck PRIZE (game vloc B) (deck (N (ONE)) (SIZE (BIG, SMALL)))))"
        " (do ((turn pass))) (scoring max 0))"
    )
    table = Program.read(text).begin(random.Random(1)).table
    assert names(table, 0, "vloc", "A") == ["ONE", "TWO", "ONE", "TWO"]
    assert names(table, 0, "vloc", "B") == ["ONE BIG", "ONE SMALL"]
    assert table.pack.backs == ("", "", "", "", "PRIZE", "PRIZE")


def test_a_copy_is_played_on_by_itself() -> None:
    play = begun(
        DEAL_TWO,
        "(stage player (end (all player 'P (== (size ('P iloc HAND)) 0)))"
        " (choice ((any ((current player) iloc HAND) 'C (move 'C (top (game vloc PILE)))))))",
    )
    play.choose(0)
    copy = play.copy(random.Random(2))
    while not copy.over:
        copy.choose(0)
    assert not play.over
    assert len(names(play.table, 0, "vloc", "PILE")) == 1
    assert len(names(copy.table, 0, "vloc", "PILE")) == 4


def test_piles_by_player_are_places_as_they_are_later() -> None:
    lay = "(move (top (game vloc STOCK)) (top ((1 player) vloc TRICK)))"
    for before in ("(turn pass)", lay):  # also where nothing lay before
        play = begun(
            f"(do ({before}))",
            f"(let (all player 'P ('P vloc TRICK)) 'T (do ({lay} (set (game sto N) (size (union 'T))))))",
        )
        assert play.table.numbers[0, "N"] == len(names(play.table, 1, "vloc", "TRICK"))


def test_a_copy_of_a_game_does_not_look_at_the_cards_of_the_other() -> None:
    play = begun(
        f"(do ((move (top {STOCK}) (top ((1 player) vloc TRICK)))))",
        f"(all (all player 'P ('P vloc TRICK)) 'T (do ((any {STOCK} 'C (move 'C (top ((1 player) vloc TRICK))))"
        " (inc (game sto N) (size 'T)))))",
        score="(game sto N)",
    )
    copy = play.copy(random.Random(1))
    for game in (copy, play):
        while not game.over:
            game.choose(0)
    assert copy.scores == play.scores == (2, 2)


def test_a_name_can_be_given_another_name() -> None:
    twice = f"(let (top 2 {STOCK}) 'A (let 'A 'B (set (game sto N) (size 'B))))"
    assert begun(twice).table.numbers[0, "N"] == 2
    placed = f"(let (game vloc X) 'A (let 'A 'B (move (top {STOCK}) (top 'B))))"
    assert names(begun(placed).table, 0, "vloc", "X") == ["THREE SPADES"]


def test_a_declared_place_is_what_lies_there_and_a_declared_number_is_drawn_once() -> None:
    declared = "(declare (game vloc STOCK) 'S) (declare (random 1000) 'N)"
    play = begun("(do ((set (game sto N) 'N)))", declared=declared, score="(+ (size 'S) (- 'N (game sto N)))")
    assert play.scores == play.scores == (9, 9)


# --- options in words -----------------------------------------------------------------------------


def test_a_card_that_the_player_may_not_see_is_not_named_in_his_options() -> None:
    play = begun(
        "(do ((move (top (game vloc STOCK)) (top (game iloc CLOSED)))))",
        "(choice ((move (top (game iloc CLOSED)) (top ((current player) iloc HAND)))"
        " (set (game str SUIT) (cardatt SUIT (top (game iloc CLOSED))))"
        " (set (game sto DIE) (random 1 .. 6)) (move (top (game vloc STOCK)) (top ((current player) iloc HAND)))))",
    )
    assert play.told() == [
        "?: CLOSED > HAND",
        "(set (game str SUIT) (cardatt SUIT (t...",
        "(set (game sto DIE) (random 1 .. 6))",
        "THREE DIAMONDS: STOCK > HAND",
    ]
    assert play.told(GAME)[0] == "THREE SPADES: CLOSED > HAND"


def test_how_many_fitting_cards_another_holds_is_not_told_but_what_is_asked_is() -> None:
    hand = "((next player) iloc HAND)"
    play = begun(
        DEAL_TWO,
        "(choice ((any (ACE, THREE) 'R"
        f" (all (filter {hand} 'C (== (cardatt RANK 'C) 'R)) 'C (move 'C (top ((current player) iloc HAND)))))))",
    )
    assert play.told() == [
        f"'R {rank}: (all (filter ((next player) iloc HAND..." for rank in ("ACE", "THREE")
    ]


def test_options_that_would_be_told_alike_are_told_apart_by_what_is_chosen() -> None:
    play = begun(
        DEAL_TWO,
        "(choice ((any (other player) 'O (any (partition RANK ((current player) iloc HAND)) 'R (inc ('O sto A) 1)))"
        " (any (indexed game vloc STOCK) 'M (inc (game sto B) 1)) (inc (game sto B) 1)))",
        players="(create players 3)",
    )
    cards = "THREE SPADES + THREE DIAMONDS"
    assert play.told() == [
        f"'O 2, 'R {cards}: A + 1",
        f"'O 3, 'R {cards}: A + 1",
        "'M (game vloc STOCK): B + 1",
        "B + 1",
    ]


def test_an_option_whose_condition_does_not_hold_at_first_is_told_by_what_it_does() -> None:
    empty = "(move (top (game vloc EMPTY)) (top (game vloc X)))"
    play = begun(
        f"(choice ((do (((== 1 2) {empty}) (inc (game sto A) 1))) (repeat (game sto NONE) {empty}) {empty}))"
    )
    assert play.told() == [
        "A + 1",
        "(repeat (game sto NONE) (move (top (g...",
        "(move (top (game vloc EMPTY)) (top (g...",
    ]
