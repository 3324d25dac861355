/** Deals computed anew, to see that no card was chosen: docs/fair-deals.md, step by step. */

// Not crypto.subtle: a page over plain http, as at home, has none.
import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, concatBytes, utf8ToBytes } from '@noble/hashes/utils.js'
import type { CardText, SeatLetter } from './protocol/types'
import { SEATS, after } from './table/seats'

const CARDS: readonly CardText[] = [...'SHCD'].flatMap((suit) => [...'789TJQKA'].map((rank) => suit + rank))

const hexOf = (text: string): string => bytesToHex(sha256(utf8ToBytes(text)))

/** What was published before the first deal. */
export const commitmentTo = (secret: string): string => hexOf(secret)

/** The text whose SHA-256 is the key of a deal; *texts* by seat: South, West, North, East. */
export const messageOf = (secret: string, texts: readonly string[], number: number): string =>
  ['klaverjas deal 1', secret, String(number), ...texts.map(hexOf), ''].join('\n')

/** Endless numbers of 32 bits: blocks of eight, each the SHA-256 of the key and the block's number. */
function* numbersFrom(key: Uint8Array): Generator<number> {
  for (let block = 0; ; block += 1) {
    const place = new Uint8Array(4)
    new DataView(place.buffer).setUint32(0, block)
    const digest = sha256(concatBytes(key, place))
    const view = new DataView(digest.buffer, digest.byteOffset, digest.byteLength)
    for (let at = 0; at < 32; at += 4) yield view.getUint32(at)
  }
}

/** The 32 cards in the order that *key* stands for. */
export function shuffled(key: Uint8Array): CardText[] {
  const cards = [...CARDS]
  const numbers = numbersFrom(key)
  for (let last = cards.length - 1; last > 0; last -= 1) {
    const choices = last + 1
    const fair = 2 ** 32 - (2 ** 32 % choices) // beyond this, low places would come more often
    let number: number
    do number = numbers.next().value as number
    while (number >= fair)
    const chosen = number % choices
    ;[cards[last], cards[chosen]] = [cards[chosen]!, cards[last]!]
  }
  return cards
}

/** The deck of the deal with this number, counted from 1; deals that were passed out count too. */
export const deck = (secret: string, texts: readonly string[], number: number): CardText[] =>
  shuffled(sha256(utf8ToBytes(messageOf(secret, texts, number))))

/** The four hands, as dealt: batch after batch to each player, from the left of the dealer. */
export function handsDealt(
  cards: readonly CardText[],
  dealer: SeatLetter,
  batches: readonly number[],
): Record<SeatLetter, CardText[]> {
  const hands: Record<SeatLetter, CardText[]> = { S: [], W: [], N: [], E: [] }
  let top = 0
  for (const batch of batches) {
    for (let turn = 1; turn <= SEATS.length; turn += 1) {
      hands[after(dealer, turn)].push(...cards.slice(top, top + batch))
      top += batch
    }
  }
  return hands
}

/** Whether two hands hold the same cards; a hand is shown sorted, and dealt as the cards fell. */
export const sameCards = (one: readonly CardText[], other: readonly CardText[]): boolean =>
  [...one].sort().join() === [...other].sort().join()
