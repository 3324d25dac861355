import { describe, expect, it } from 'vitest'
import { commitmentTo, deck, handsDealt } from '../src/fair'
import type { Replay, RoundReplayed, SeatLetter } from '../src/protocol/types'
import { momentAt, wrongDeals } from '../src/replay'
import { SEATS } from '../src/table/seats'

const SECRET = '0123456789abcdef'.repeat(4)
const TEXTS = ['zuid', '', 'noord ♥', 'x']

function dealt(number: number, dealer: SeatLetter): RoundReplayed {
  const hands = handsDealt(deck(SECRET, TEXTS, number), dealer, [3, 2, 3])
  const texts = Object.fromEntries(SEATS.map((seat) => [seat, [...hands[seat]].sort().join(' ')]))
  return { dealer, hands: texts as RoundReplayed['hands'], events: [], result: null }
}

const replay = (rounds: RoundReplayed[], more: Partial<Replay> = {}) =>
  ({ secret: SECRET, commitment: commitmentTo(SECRET), texts: TEXTS, rules: { deal: [3, 2, 3] }, rounds, ...more }) as Replay

describe('the deals of a game', () => {
  it('are right when they follow from the secret', () => {
    expect(wrongDeals(replay([dealt(1, 'S'), dealt(2, 'W')]))).toEqual([])
  })

  it('are wrong when cards were exchanged, the number is another, or the secret is not the one that was sealed', () => {
    const exchanged = dealt(2, 'W')
    const [south, west] = [exchanged.hands.S, exchanged.hands.W]
    exchanged.hands = { ...exchanged.hands, S: west, W: south }
    expect(wrongDeals(replay([dealt(1, 'S'), exchanged]))).toEqual([2])
    expect(wrongDeals(replay([dealt(2, 'S')]))).toEqual([1])
    expect(wrongDeals(replay([dealt(1, 'S')], { commitment: commitmentTo(`${SECRET}0`) }))).toEqual([1])
  })

  it('cannot be judged without a secret', () => {
    expect(wrongDeals(replay([dealt(1, 'S')], { secret: null }))).toBeNull()
  })
})

describe('a round', () => {
  const round: RoundReplayed = {
    dealer: 'S',
    hands: { S: 'SA C7', W: 'HA H7', N: 'HT C9', E: 'HK CJ' },
    events: [
      { kind: 'passed', seat: 'W' },
      { kind: 'bid-made', seat: 'N', bid: '80C' },
      { kind: 'auction-won', seat: 'N', bid: '80C' },
      { kind: 'card-played', seat: 'W', card: 'HA' },
      { kind: 'card-played', seat: 'N', card: 'HT' },
      { kind: 'card-played', seat: 'E', card: 'HK' },
      { kind: 'card-played', seat: 'S', card: 'C7' },
      { kind: 'knocked', seat: 'N', right: true },
      { kind: 'trick-won', winner: 'S', points: 25, roem: 20 },
      { kind: 'card-played', seat: 'S', card: 'SA' },
    ],
    result: null,
  }

  it('begins with all cards in the hands', () => {
    const moment = momentAt(round, 0)
    expect(moment.hands).toEqual({ S: ['SA', 'C7'], W: ['HA', 'H7'], N: ['HT', 'C9'], E: ['HK', 'CJ'] })
    expect(moment.event).toBeNull()
  })

  it('tells what was said, until cards are played', () => {
    expect(momentAt(round, 2).said).toEqual({ W: 'pass', N: '80C' })
    expect(momentAt(round, 3)).toMatchObject({ troef: 'C', maker: 'N', bid: '80C' })
    expect(momentAt(round, 4).said).toEqual({})
  })

  it('moves cards from hand to table, and leaves a trick lying until the next card', () => {
    expect(momentAt(round, 7).trick.map(({ seat, card }) => seat + card)).toEqual(['WHA', 'NHT', 'EHK', 'SC7'])
    expect(momentAt(round, 7).winner).toBeNull()
    const won = momentAt(round, 9)
    expect(won).toMatchObject({ winner: 'S', trickNumber: 1, tricks: { NS: 1, WE: 0 }, points: { NS: 25, WE: 0 } })
    expect(won.roem.NS).toBe(20)
    expect(won.trick).toHaveLength(4)
    const next = momentAt(round, 10)
    expect(next).toMatchObject({ winner: null, trickNumber: 2, hands: { S: [] } })
    expect(next.trick).toEqual([{ seat: 'S', card: 'SA' }])
  })

  it('goes back as well as on', () => {
    momentAt(round, 10)
    expect(momentAt(round, 3).trick).toEqual([])
    expect(momentAt(round, 3).hands.S).toEqual(['SA', 'C7'])
  })
})
