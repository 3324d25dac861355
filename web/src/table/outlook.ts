/** What a tip expects, as it is drawn: bars on both sides of nought, and hidden cards by suit. */

import { suitOf } from '../cards/names'
import { suits, type Suit } from '../cards/suits'
import type { Holders, Suggested, SuitLetter } from '../protocol/types'
import { inOrder } from './shown'

/** Where a bar begins and how long it is, in percent of the width. */
export interface Bar {
  from: number
  length: number
}

/** One scale for all: nought is always on it, and the farthest bars end at its edges. */
export function barsOf(points: readonly number[]): { nought: number; bars: Bar[] } {
  const least = Math.min(0, ...points)
  const range = Math.max(0, ...points) - least
  if (range === 0) return { nought: 0, bars: points.map(() => ({ from: 0, length: 0 })) }
  const place = (value: number) => ((value - least) / range) * 100
  const nought = place(0)
  const bars = points.map((value) => ({ from: Math.min(nought, place(value)), length: Math.abs(place(value) - nought) }))
  return { nought, bars }
}

/** Points ahead or behind, in whole ones: +12, −30, 0. */
export function lead(points: number): string {
  const whole = Math.round(points)
  if (whole === 0) return '0'
  return whole > 0 ? `+${whole}` : `−${-whole}`
}

export const percent = (chance: number): number => Math.round(chance * 100)

/** The suits of which cards are hidden, each with those cards, the highest first. */
export function hiddenBySuit(holders: readonly Holders[], troef: SuitLetter | null): { suit: Suit; cards: Holders[] }[] {
  const byCard = new Map(holders.map((each) => [each.card, each]))
  const cards = inOrder([...byCard.keys()], troef)
  return suits
    .map((suit) => ({ suit, cards: cards.filter((card) => suitOf(card) === suit).map((card) => byCard.get(card)!) }))
    .filter((each) => each.cards.length > 0)
}

export const isSame = (one: Suggested, other: Suggested | null): boolean =>
  other !== null && one.do === other.do && one.card === other.card && one.suit === other.suit && one.bid === other.bid
