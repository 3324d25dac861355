import { describe, expect, it } from 'vitest'
import type { GameSeen, Happening } from '../src/protocol/types'
import { isOver, shownLines } from '../src/table/look-back'

const trick = (cards: string[], winner: string) => [
  ...cards.map((card) => ({ kind: 'card-played', seat: 'W', card })),
  { kind: 'trick-won', winner, points: 0, roem: 0 },
]
const EVENTS = [
  { kind: 'card-played', seat: 'W', card: 'DA' }, // of the deal before
  { kind: 'dealt', dealer: 'S', hand: null },
  { kind: 'troef-chosen', seat: 'W', suit: 'H', bid: null },
  ...trick(['S7', 'S8', 'S9', 'ST'], 'W'),
  { kind: 'knocked', seat: 'N', right: false },
  ...trick(['H7', 'H8', 'H9', 'HT'], 'N'),
  { kind: 'card-played', seat: 'N', card: 'C7' },
]
const LINES = EVENTS.map((event, seq) => ({ seq, event: event as unknown as Happening }))
const game = (rules: object, phase = 'play', result: object | null = null) =>
  ({ rules, how_ended: null, round: { phase }, sheet: result ? [{ dealer: 'S', result }] : [] }) as unknown as GameSeen
const cards = (shown: typeof LINES) =>
  shown.map(({ event }) => (event.kind === 'card-played' ? event.card : '')).filter(Boolean)

describe('the log where only the previous trick may be looked at', () => {
  it('shows no older trick', () => {
    const shown = shownLines(LINES, game({ look_back: 'previous' }))
    expect(cards(shown)).toEqual(['DA', 'H7', 'H8', 'H9', 'HT', 'C7'])
    expect(shown.filter(({ event }) => event.kind === 'trick-won')).toHaveLength(1)
    expect(shown.some(({ event }) => event.kind === 'knocked')).toBe(true)
  })

  it('shows all of them elsewhere, and once the round is over', () => {
    expect(shownLines(LINES, game({ look_back: 'all' }))).toEqual(LINES)
    const made = { outcome: 'made', offender: null, accused: null }
    expect(shownLines(LINES, game({ look_back: 'previous' }, 'done', made))).toEqual(LINES)
  })

  it('still hides them while a penalty may be taken back', () => {
    const punished = { outcome: 'verzaakt', offender: 'WE', accused: null }
    expect(isOver(game({}, 'done', punished))).toBe(false)
    expect(cards(shownLines(LINES, game({ look_back: 'previous' }, 'done', punished)))).not.toContain('S7')
  })
})
