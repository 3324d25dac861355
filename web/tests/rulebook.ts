/** A small book of rules with every kind of field, made as the server makes its own. */

import type { Rules } from '../src/protocol/types'
import { bookFrom, type RuleBook, type Schema } from '../src/rules'

const said = (en: string, nl: string) => ({ title: en, 'x-nl': { title: nl } })
const field = (en: string, nl: string, paragraph: string) => ({
  title: en,
  description: `${en}?`,
  'x-nl': { title: nl, description: `${nl}?` },
  'x-paragraphs': [paragraph],
})
const auction = { 'x-when': { field: 'troef', values: ['auction'] } }
const tens = { type: 'integer', minimum: 0, maximum: 1000, multipleOf: 10 }

const schema = {
  properties: {
    base: {
      anyOf: [
        { oneOf: [{ const: 'town', ...said('The town.', 'De stad.') }, { const: 'club', ...said('The club.', 'De club.') }] },
        { enum: ['town/1', 'club/1'] },
      ],
    },
    deal: { ...field('Dealing', 'Delen', '1.2'), type: 'array' },
    first_dealer: { ...field('First dealer', 'Eerste deler', '2.1'), enum: ['S', 'W', 'N', 'E'] },
    troef: {
      ...field('Choosing trump', 'Troef maken', '3.1'),
      oneOf: [
        { const: 'forced', ...said('left of the dealer', 'links van de deler') },
        { const: 'auction', ...said('players bid', 'er wordt geboden') },
      ],
    },
    sans: { ...field('Sans', 'Sans', '3.2'), anyOf: [{ type: 'boolean' }, { type: 'null' }], ...auction, 'x-default': false },
    min_bid: {
      ...field('Lowest bid', 'Laagste bod', '3.2'),
      anyOf: [{ type: 'integer', minimum: 10, maximum: 160, multipleOf: 10 }, { type: 'null' }],
      ...auction,
      'x-default': 80,
    },
    four_alike: {
      ...field('Four alike', 'Vier gelijke', '5.3'),
      type: 'object',
      propertyNames: { enum: ['7', 'J', 'A'] },
      additionalProperties: tens,
    },
    contract: {
      ...field('Making it', 'Halen', '7.1'),
      oneOf: [
        { const: 'half', ...said('more than half', 'meer dan de helft') },
        { const: 'bid', ...said('its bid', 'het bod') },
      ],
    },
    pit: { ...field('Pit', 'Pit', '7.4'), ...tens },
    end: {
      ...field('End of the game', 'Einde van de partij', '2.2'),
      oneOf: [
        {
          type: 'object',
          properties: { rounds: { type: 'integer', minimum: 1, maximum: 1000 } },
          ...said('after this many rounds', 'na zoveel rondes'),
        },
        {
          type: 'object',
          properties: { points: { type: 'integer', minimum: 1, maximum: 1000000 } },
          ...said('at this many points', 'bij zoveel punten'),
        },
      ],
    },
    target_tie: {
      ...field('Tie at the end', 'Gelijk aan het eind', '2.2'),
      anyOf: [{ oneOf: [{ const: 'draw', ...said('a draw', 'gelijkspel') }] }, { type: 'null' }],
      'x-when': { field: 'end', values: ['points'] },
      'x-default': 'draw',
    },
  },
  allOf: [
    { if: { properties: { troef: { enum: ['auction'] } } }, then: { properties: { sans: { not: { type: 'null' } } } } },
    { if: { properties: { troef: { const: 'forced' } } }, then: { properties: { contract: { not: { const: 'bid' } } } } },
  ],
} as unknown as Schema

const town = {
  base: 'town/1',
  deal: [8],
  first_dealer: 'S',
  troef: 'forced',
  sans: false,
  min_bid: null,
  four_alike: { '7': 100, J: 100, A: 100 },
  contract: 'half',
  pit: 100,
  end: { rounds: 16 },
} as unknown as Rules

const club = {
  ...town,
  base: 'club/1',
  deal: [3, 2, 3],
  troef: 'auction',
  sans: true,
  min_bid: 80,
  four_alike: { A: 100, J: 200 },
  contract: 'bid',
  end: { points: 1501 },
} as unknown as Rules

export const book: RuleBook = bookFrom(schema, [
  { name: 'town', fields: town },
  { name: 'club', fields: club },
])
