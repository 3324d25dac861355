/** How cards are shown: a hand in its order (rules 1.5), and faces that suit the screen. */

import type { SuitLetter } from '../protocol/types'

const SUITS = 'SHCD'
const PLAIN = 'ATKQJ987'
const TROEF = 'J9ATKQ87'

/** A hand as people hold it: spades, hearts, clubs, diamonds, high to low, troef in its own order. */
export function inOrder(cards: readonly string[], troef: SuitLetter | null): string[] {
  const place = (card: string) =>
    SUITS.indexOf(card[0]!) * 8 + (card[0] === troef ? TROEF : PLAIN).indexOf(card[1]!)
  return [...cards].sort((a, b) => place(a) - place(b))
}
