"""Expressions that say whose something is, and what is written down."""

from collections.abc import Callable, Sequence

from klaverjas.recycle.expressions import (
    A_LIST,
    A_MEMBER,
    A_STORE,
    Env,
    Scope,
    Typed,
    expect,
    like,
    name_of,
    number,
    parts,
    same,
    says,
    stored,
)
from klaverjas.recycle.faults import fail
from klaverjas.recycle.forms import Form, Nest
from klaverjas.recycle.kinds import NAME, Found, Kind, word_of
from klaverjas.recycle.table import Cycle, RecycleTable


@says("current", "next", "previous")
def _member(form: Nest, scope: Scope) -> Typed:
    """(current player), (next team), (previous player)."""
    which = form.head
    (of,) = parts(form, like(f"({which} player)"), 1)
    if word_of(of) not in ("player", "team"):
        fail(of, "recycle-expected", expected=like("player, team"), found=Found(of))
    ask: Callable[[Cycle], int] = {
        "current": lambda cycle: cycle.current,
        "next": lambda cycle: cycle.next,
        "previous": lambda cycle: cycle.previous,
    }[which]
    if word_of(of) == "player":
        return Typed(Kind.PLAYER, lambda table, env: ask(table.seats[-1]))
    return Typed(Kind.TEAM, lambda table, env: ask(table.benches[-1]))


@says(A_MEMBER)
def _numbered_member(form: Nest, scope: Scope) -> Typed:
    """(2 player), (1 team): counted from 1."""
    parts(form, like("(1 player)"), 1)
    which = number(form.items[0], scope)
    of_players = word_of(form.items[1]) == "player"

    def value(table: RecycleTable, env: Env) -> int:
        found: int = which(table, env)
        most = table.players if of_players else len(table.teams)
        if not 1 <= found <= most:
            fail(form, "recycle-no-member", number=found, most=most)
        return found

    return Typed(Kind.PLAYER if of_players else Kind.TEAM, value)


@says("owner")
def _owner_of(form: Nest, scope: Scope) -> Typed:
    """(owner CARD): the player before whom it lies."""
    (of,) = parts(form, like("(owner CARD)"), 1)
    card = expect(of, scope, Kind.CARD)

    def value(table: RecycleTable, env: Env) -> int:
        place = table.place_of[card(table, env)]
        if not 1 <= place.owner <= table.players:
            fail(form, "recycle-nobodys", place=table.place_name(place))
        return place.owner

    return Typed(Kind.PLAYER, value)


@says("team")
def _team_of(form: Nest, scope: Scope) -> Typed:
    """(team PLAYER)."""
    (of,) = parts(form, like("(team PLAYER)"), 1)
    player = expect(of, scope, Kind.PLAYER)
    return Typed(Kind.TEAM, lambda table, env: table.team_of[player(table, env)])


@says("other")
def _others(form: Nest, scope: Scope) -> Typed:
    """(other player): all but the one whose turn it is, from him on."""
    (of,) = parts(form, like("(other player)"), 1)
    if word_of(of) not in ("player", "team"):
        fail(of, "recycle-expected", expected=like("player, team"), found=Found(of))

    def rest(cycle: Cycle) -> list[int]:
        return [(cycle.current + at - 1) % cycle.members + 1 for at in range(1, cycle.members)]

    if word_of(of) == "player":
        return Typed(Kind.PLAYERS, lambda table, env: rest(table.seats[-1]))
    return Typed(Kind.TEAMS, lambda table, env: rest(table.benches[-1]))


@says(A_STORE)
def _stored(form: Nest, scope: Scope) -> Typed:
    store = word_of(form.items[1])
    whose, name = stored(form, scope, store)
    if store == "sto":
        return Typed(
            Kind.NUMBER, lambda table, env: table.numbers.get((whose(table, env), name(table, env)), 0)
        )
    return Typed(Kind.TEXT, lambda table, env: table.texts.get((whose(table, env), name(table, env)), ""))


@says(A_LIST)
def _texts(form: Nest, scope: Scope) -> Typed:
    """(HEARTS, CLUBS)."""
    texts = listed(form.items)
    return Typed(Kind.TEXTS, lambda table, env: texts)


def listed(items: Sequence[Form]) -> tuple[str, ...]:
    """Names with commas between them."""
    names = []
    for at, item in enumerate(items):
        if at % 2:
            same(item, ",")
        else:
            names.append(name_of(item))
    if len(items) % 2 == 0:
        fail(items[-1], "recycle-expected", expected=NAME, found=Found(items[-1]))
    return tuple(names)


@says("cardatt")
def _attribute(form: Nest, scope: Scope) -> Typed:
    """(cardatt SUIT CARD); empty where the card has no such thing."""
    key_form, card_form = parts(form, like("(cardatt NAME CARD)"), 2)
    key, card = expect(key_form, scope, Kind.TEXT), expect(card_form, scope, Kind.CARD)
    return Typed(
        Kind.TEXT,
        lambda table, env: table.pack.attributes[table.original[card(table, env)]].get(key(table, env), ""),
    )
