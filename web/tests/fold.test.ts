import { describe, expect, it } from 'vitest'
import type { Happening, TableSeen } from '../src/protocol/types'
import { happens, type Known } from '../src/table/fold'

function lobby(): Known {
  const free = () => ({ player: null, bot: null, stand_in: null })
  const table = {
    code: '123456',
    stage: 'lobby',
    rules: { base: 'rotterdam/1' },
    options: {},
    host: 'anna',
    key: 'old',
    locked: false,
    waiting: [],
    people: [{ player: 'anna', name: 'Anna', display: false, present: true }],
    seats: { S: free(), W: free(), N: free(), E: free() },
    swaps: {},
    next_game: 1,
    commitment: 'seal',
    texts_given: [],
  } as unknown as TableSeen
  return { table, game: null }
}

function after(known: Known, ...events: object[]): Known {
  for (const event of events) happens(known, event as Happening)
  return known
}

const begun = { kind: 'game-begun', number: 1, players: [], bots: [], texts: ['', '', '', ''] }
const dealt = { kind: 'dealt', dealer: 'S', hand: 'SA SK H7' }
const played = (seat: string, card: string) => ({ kind: 'card-played', seat, card })

describe('the door', () => {
  const asked = { kind: 'entry-asked', player: 'eva', name: 'Eva', display: false, how: 'old', until: 1 }

  it('shows who waits until the host answers', () => {
    const known = after(lobby(), { kind: 'table-locked', locked: true }, asked, asked)
    expect(known.table.locked).toBe(true)
    expect(known.table.waiting.map((asker) => asker.name)).toEqual(['Eva'])
    after(known, { kind: 'joined', player: 'eva', name: 'Eva', display: false })
    expect(known.table.waiting).toEqual([])
    after(known, asked, { kind: 'entry-refused', player: 'eva', expired: false })
    expect(known.table.waiting).toEqual([])
  })

  it('is found under another code after a removal', () => {
    const known = after(lobby(), { kind: 'key-renewed', code: '654321', key: 'new' })
    expect([known.table.code, known.table.key]).toEqual(['654321', 'new'])
  })
})

describe('around the game', () => {
  it('a player sits on one seat only', () => {
    const known = after(
      lobby(),
      { kind: 'sat', player: 'anna', seat: 'S' },
      { kind: 'sat', player: 'anna', seat: 'N' },
    )
    expect(known.table.seats.S.player).toBeNull()
    expect(known.table.seats.N.player).toBe('anna')
  })

  it('whoever leaves leaves an empty seat', () => {
    const known = after(
      lobby(),
      { kind: 'sat', player: 'anna', seat: 'S' },
      { kind: 'left', player: 'anna', removed: false },
    )
    expect(known.table.people).toEqual([])
    expect(known.table.seats.S.player).toBeNull()
  })

  it('seats are swapped with whoever sits there', () => {
    const known = after(
      lobby(),
      { kind: 'sat', player: 'anna', seat: 'S' },
      { kind: 'bot-sat', seat: 'W', bot: 'regels' },
      { kind: 'seats-swapped', seat: 'S', other: 'W' },
    )
    expect(known.table.seats.W.player).toBe('anna')
    expect(known.table.seats.S.bot).toBe('regels')
  })

  it('ignores what it does not know', () => {
    expect(() => after(lobby(), { kind: 'something-new' })).not.toThrow()
  })
})

describe('in the game', () => {
  it('cards leave the hand and lie in the trick, in order', () => {
    const known = after(
      lobby(),
      begun,
      dealt,
      { kind: 'troef-chosen', seat: 'W', suit: 'H', bid: null },
      played('W', 'S8'),
      played('N', 'S9'),
      played('E', 'ST'),
      played('S', 'SA'),
    )
    const round = known.game!.round!
    expect(round.trick).toBe('S8 S9 ST SA')
    expect(round.leader).toBe('W')
    expect(round.hand).toBe('SK H7')
    expect(round.counts).toEqual({ S: 7, W: 7, N: 7, E: 7 })
    expect(round.makers).toBe('WE')
    expect(round.phase).toBe('trick-end')
  })

  it('a trick that was won may be looked at until the next is complete', () => {
    const known = after(
      lobby(),
      begun,
      dealt,
      ...[played('W', 'S8'), played('N', 'S9'), played('E', 'ST'), played('S', 'SA')],
      { kind: 'trick-won', winner: 'S', points: 21, roem: 20 },
    )
    const round = known.game!.round!
    expect(round.previous_trick).toEqual({ leader: 'W', cards: 'S8 S9 ST SA', winner: 'S', points: 21, roem: 20 })
    expect(round.tricks_won).toEqual({ NS: 1, WE: 0 })
    after(known, ...[played('S', 'SK'), played('W', 'C8'), played('N', 'C9'), played('E', 'CT')])
    expect(round.previous_trick).not.toBeNull()
  })

  it('a verdict replaces a result of the same round', () => {
    const known = after(
      lobby(),
      begun,
      dealt,
      { kind: 'round-scored', result: { outcome: 'made' } },
      { kind: 'round-scored', result: { outcome: 'verzaakt' } },
    )
    expect(known.game!.sheet.map((row) => row.result.outcome)).toEqual(['verzaakt'])
  })

  it('a deal that was passed out is no round', () => {
    const known = after(
      lobby(),
      begun,
      dealt,
      { kind: 'round-scored', result: { outcome: 'passed-out' } },
      dealt,
    )
    expect(known.game!.round_number).toBe(1)
    after(known, { kind: 'round-scored', result: { outcome: 'nat' } }, dealt)
    expect(known.game!.round_number).toBe(2)
  })

  it('a sans bid has no troef', () => {
    const known = after(lobby(), begun, dealt, { kind: 'auction-won', seat: 'N', bid: '80sans' })
    expect(known.game!.round!.troef).toBeNull()
    expect(known.game!.round!.makers).toBe('NS')
  })

  it('an ended game keeps its id and its secret', () => {
    const known = after(lobby(), begun, { kind: 'game-ended', number: 1, how: 'finished', secret: 'x', game: 'ab' })
    expect(known.table.stage).toBe('lobby')
    expect(known.game).toMatchObject({ id: 'ab', secret: 'x', how_ended: 'finished' })
  })
})
