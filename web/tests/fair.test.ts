import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js'
import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { commitmentTo, deck, handsDealt, messageOf, sameCards, shuffled } from '../src/fair'

interface Vectors {
  seeds: { seed: number; key: string; deck: string }[]
  games: {
    secret: string
    texts: string[]
    commitment: string
    deals: { number: number; message: string; key: string; deck: string }[]
  }[]
}

const vectors = JSON.parse(readFileSync('../tests/vectors/fair-deals.json', 'utf8')) as Vectors

describe('deals that can be verified', () => {
  it.each(vectors.games)('follow from the secret $secret and its texts', ({ secret, texts, commitment, deals }) => {
    expect(commitmentTo(secret)).toBe(commitment)
    for (const deal of deals) {
      const message = messageOf(secret, texts, deal.number)
      expect(message).toBe(deal.message)
      expect(bytesToHex(sha256(utf8ToBytes(message)))).toBe(deal.key)
      expect(deck(secret, texts, deal.number).join(' ')).toBe(deal.deck)
    }
    expect(deals.length).toBeGreaterThan(0)
  })

  it.each(vectors.seeds)('shuffle the key of seed $seed as everywhere', ({ key, deck: cards }) => {
    expect(shuffled(hexToBytes(key)).join(' ')).toBe(cards)
  })

  it('go round from the left of the dealer, in batches', () => {
    const cards = deck('0123456789abcdef'.repeat(4), ['zuid', '', 'noord ♥', 'x'], 1)
    expect(cards.slice(0, 12).join(' ')).toBe('ST HK SJ DJ H8 HQ SK D8 C9 C8 H7 D7')
    const hands = handsDealt(cards, 'E', [3, 2, 3])
    expect(hands.S).toEqual([...cards.slice(0, 3), ...cards.slice(12, 14), ...cards.slice(20, 23)])
    expect(hands.E).toEqual([...cards.slice(9, 12), ...cards.slice(18, 20), ...cards.slice(29, 32)])
    expect(Object.values(hands).flat().sort()).toEqual([...cards].sort())
  })

  it('compare hands by their cards', () => {
    expect(sameCards(['S7', 'HA'], ['HA', 'S7'])).toBe(true)
    expect(sameCards(['S7', 'HA'], ['HA', 'S8'])).toBe(false)
  })
})
