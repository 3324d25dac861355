import { render } from '@testing-library/svelte'
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import CardBack from '../src/cards/CardBack.svelte'
import CardFace from '../src/cards/CardFace.svelte'
import SuitMark from '../src/cards/SuitMark.svelte'
import { cardName, rankLetter, suitName, type Language } from '../src/cards/names'
import { colourClass, ranks, suitPaths, suits } from '../src/cards/suits'

const letters: Record<Language, string[]> = {
  nl: ['7', '8', '9', '10', 'B', 'V', 'H', 'A'],
  en: ['7', '8', '9', '10', 'J', 'Q', 'K', 'A'],
}
const languages: Language[] = ['nl', 'en']

test('cards have names in both languages', () => {
  expect(cardName('HT', 'nl')).toBe('hartentien')
  expect(cardName('CJ', 'nl')).toBe('klaverboer')
  expect(cardName('SQ', 'nl')).toBe('schoppenvrouw')
  expect(cardName('DA', 'nl')).toBe('ruitenaas')
  expect(cardName('HT', 'en')).toBe('ten of hearts')
  expect(cardName('CJ', 'en')).toBe('jack of clubs')
  for (const language of languages) {
    const names = suits.flatMap((suit) => ranks.map((rank) => cardName(suit + rank, language)))
    expect(new Set(names).size).toBe(32)
  }
})

test('suits and ranks have their words and letters', () => {
  expect(suits.map((suit) => suitName(suit, 'nl'))).toEqual(['schoppen', 'harten', 'klaveren', 'ruiten'])
  expect(suits.map((suit) => suitName(suit, 'en'))).toEqual(['spades', 'hearts', 'clubs', 'diamonds'])
  for (const language of languages) {
    expect(ranks.map((rank) => rankLetter(rank, language))).toEqual(letters[language])
  }
})

for (const language of languages) {
  for (const faces of ['classic', 'large'] as const) {
    test(`all 32 ${faces} faces are drawn, letters ${language}`, () => {
      for (const suit of suits) {
        ranks.forEach((rank, i) => {
          const card = suit + rank
          const { container, getByRole, unmount } = render(CardFace, { card, language, faces })
          const count = (selector: string) => container.querySelectorAll(selector).length
          const classic = faces === 'classic'

          expect(getByRole('img').getAttribute('aria-label')).toBe(cardName(card, language))
          const texts = [...container.querySelectorAll('text')].map((text) => text.textContent)
          expect(texts).toEqual(Array(classic ? 2 : 1).fill(letters[language][i]))

          expect(count('.corner')).toBe(classic ? 2 : 1)
          expect(count('.big')).toBe(classic ? 0 : 1)
          expect(count('.pip')).toBe(classic && i < 4 ? 7 + i : 0)
          expect(count('.court')).toBe(classic && 'JQK'.includes(rank) ? 1 : 0)
          expect(count('.ace')).toBe(classic && rank === 'A' ? 1 : 0)
          for (const mark of container.querySelectorAll('.corner, .big, .pip, .ace, .suit')) {
            expect(mark.getAttribute('d')).toBe(suitPaths[suit])
          }

          // many cards share a page, and its rules forbid style attributes
          expect(count('[id], [style]')).toBe(0)
          unmount()
        })
      }
    })
  }
}

test('pips below the middle stand upside down, and the others upright', () => {
  const turned = { 7: 2, 8: 3, 9: 4, T: 5 }
  for (const [rank, expected] of Object.entries(turned)) {
    const { container, unmount } = render(CardFace, { card: `S${rank}`, language: 'nl' })
    const pips = [...container.querySelectorAll('.pip')]
    expect(pips.filter((pip) => pip.parentElement?.getAttribute('transform')).length).toBe(expected)
    unmount()
  }
})

test('a court is the same either way up', () => {
  for (const rank of 'JQK') {
    const { container, unmount } = render(CardFace, { card: `C${rank}`, language: 'nl' })
    const court = container.querySelector('.court')!
    const turned = court.querySelector('g')!
    const paths = (of: Element) => [...of.children].filter((child) => child.tagName === 'path')
    const half = paths(turned).map((path) => path.getAttribute('d'))
    expect(turned.getAttribute('transform')).toBe('rotate(180 100 140)')
    expect(half.length).toBeGreaterThan(10)
    expect(paths(court).map((path) => path.getAttribute('d')).slice(1, 1 + half.length)).toEqual(half)
    unmount()
  }
})

test('a card that changes is drawn anew', async () => {
  const { container, rerender } = render(CardFace, { card: 'HT', language: 'nl' as Language })
  await rerender({ card: 'SK', language: 'en' as Language, fourColours: true })
  expect(container.querySelector('text')?.textContent).toBe('K')
  expect(container.querySelectorAll('.pip').length).toBe(0)
  expect(container.querySelector('svg')?.classList.contains('suit-black')).toBe(true)
})

test('decks of two and of four colours', () => {
  expect(suits.map((suit) => colourClass(suit))).toEqual(['suit-black', 'suit-red', 'suit-black', 'suit-red'])
  expect(suits.map((suit) => colourClass(suit, true))).toEqual(['suit-black', 'suit-red', 'suit-green', 'suit-blue'])
})

test('every ink can be read on the paper', () => {
  const light = (hex: string) => {
    const [r, g, b] = [1, 3, 5]
      .map((at) => parseInt(hex.slice(at, at + 2), 16) / 255)
      .map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4))
    return 0.2126 * r! + 0.7152 * g! + 0.0722 * b!
  }
  const inks = readFileSync('src/cards/colours.css', 'utf8').match(/(?<=color: )#\w{6}/g)!
  expect(inks.length).toBe(4)
  for (const ink of inks) {
    expect((light('#fdfbf5') + 0.05) / (light(ink) + 0.05)).toBeGreaterThan(4.5)
  }
})

test('a suit mark is silent unless it has a title', () => {
  const mute = render(SuitMark, { suit: 'C' })
  expect(mute.container.querySelector('svg')?.getAttribute('aria-hidden')).toBe('true')
  mute.unmount()
  const told = render(SuitMark, { suit: 'C', size: '24px', title: 'klaveren' })
  const mark = told.getByRole('img', { name: 'klaveren' })
  expect(mark.getAttribute('aria-hidden')).toBeNull()
  expect(mark.getAttribute('width')).toBe('24px')
})

test('a back is drawn, and says nothing', () => {
  const { container } = render(CardBack)
  expect(container.querySelector('svg')?.getAttribute('aria-hidden')).toBe('true')
  expect(container.querySelectorAll('path').length).toBe(2)
  expect(container.querySelectorAll('[id], [style]').length).toBe(0)
})
