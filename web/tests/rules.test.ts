import { beforeEach, describe, expect, it } from 'vitest'
import { changesOf, countOf, settled, type Values } from '../src/rules'
import { inWords } from '../src/ruleWords'
import { settings } from '../src/settings.svelte'
import { book } from './rulebook'

const field = (name: string) => book.fields.find((each) => each.name === name)!

beforeEach(() => {
  settings.language = 'nl'
})

describe('a rule set', () => {
  it('is read from the schema, with words in both languages', () => {
    expect(book.fields.map(({ name, kind }) => `${name} ${kind}`)).toEqual([
      'deal batches',
      'first_dealer seat',
      'troef choice',
      'sans flag',
      'min_bid points',
      'four_alike ranks',
      'contract choice',
      'pit points',
      'end end',
      'target_tie choice',
    ])
    expect(field('troef').title).toEqual({ en: 'Choosing trump', nl: 'Troef maken' })
    expect(field('min_bid')).toMatchObject({ least: 10, most: 160, step: 10, fallback: 80 })
    expect(field('end').units.map(({ unit, usual }) => [unit, usual])).toEqual([['rounds', 16], ['points', 1501]])
    expect(book.sets.map((set) => set.summary.nl)).toEqual(['De stad.', 'De club.'])
  })

  it('has only the fields that apply', () => {
    expect(settled(book, { base: 'town' })).not.toHaveProperty('min_bid')
    expect(settled(book, { base: 'town', troef: 'auction' })).toMatchObject({ sans: false, min_bid: 80 })
    expect(settled(book, { base: 'club', troef: 'forced' })).not.toHaveProperty('sans')
    expect(settled(book, { base: 'town' })).not.toHaveProperty('target_tie')
    expect(settled(book, { base: 'town', end: { points: 500 } })).toHaveProperty('target_tie', 'draw')
  })

  it('takes null for no where a flag applies', () => {
    const club = { ...book.sets[1]!.fields, sans: null } as unknown as Values
    expect(settled(book, club).sans).toBe(false)
    expect(changesOf(book, 'club', { ...settled(book, club), pit: 50 })).toEqual({ base: 'club', sans: false, pit: 50 })
    // not where it comes to apply by another change
    expect(settled(book, { ...book.sets[0]!.fields, troef: 'forced', sans: null } as unknown as Values)).not.toHaveProperty('sans')
  })

  it('never has a choice that another field rules out', () => {
    expect(settled(book, { base: 'club', troef: 'forced' }).contract).toBe('half')
    expect(settled(book, { base: 'club' }).contract).toBe('bid')
  })

  it('is told by what differs from its base, also when every field is given', () => {
    const whole = { ...book.sets[0]!.fields, pit: 150, end: { rounds: 16 } }
    expect(changesOf(book, whole.base, settled(book, whole))).toEqual({ base: 'town', pit: 150 })
    expect(countOf({ base: 'town', pit: 150 })).toBe(1)
    // what comes to apply begins as the schema says, and is no change of its own
    expect(changesOf(book, 'town', { troef: 'auction' })).toEqual({ base: 'town', troef: 'auction' })
    expect(changesOf(book, 'town', { four_alike: { A: 100, J: 100, '7': 100 } })).toEqual({ base: 'town' })
  })

  it('is said in words', () => {
    expect(inWords(field('troef'), 'auction')).toBe('er wordt geboden')
    expect(inWords(field('sans'), true)).toBe('ja')
    expect(inWords(field('first_dealer'), 'E')).toBe('Oost')
    expect(inWords(field('deal'), [3, 2, 3])).toBe('3 – 2 – 3')
    expect(inWords(field('end'), { rounds: 4 })).toBe('4 rondes')
    expect(inWords(field('four_alike'), { '7': 100, J: 100, A: 100 })).toBe('100 voor elke rang')
    expect(inWords(field('four_alike'), { J: 200, A: 100 })).toBe('200 voor B, 100 voor A')
    expect(inWords(field('four_alike'), {})).toBe('telt niet')
    expect(inWords(field('min_bid'), null)).toBe('niet van toepassing')
  })
})
