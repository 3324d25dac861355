import { render, screen } from '@testing-library/svelte'
import { beforeEach, describe, expect, it } from 'vitest'
import Sheet from '../src/parts/Sheet.svelte'
import TotalsChart from '../src/parts/TotalsChart.svelte'
import type { Result, SheetRow } from '../src/protocol/types'
import { settings } from '../src/settings.svelte'

beforeEach(() => {
  settings.language = 'nl'
})

const row = (display: [string, string], score: [number, number], more: Partial<Result> = {}): SheetRow => ({
  dealer: 'S',
  result: {
    outcome: 'made',
    makers: 'NS',
    cards: [0, 0],
    roem: [0, 0],
    knocks: [0, 0],
    score,
    display,
    offender: null,
    accused: null,
    offences: [],
    ...more,
  },
})

const sheet = [
  row(['82 + 20', '80'], [102, 80]),
  row(['', ''], [0, 0], { outcome: 'passed-out', makers: null }),
  row(['nat', '162'], [0, 162], { outcome: 'nat' }),
  row(['262', 'pit'], [262, 0], { outcome: 'pit' }),
  row(['nat', '162'], [20, 162], { outcome: 'tegenpit', knocks: [20, 0] }),
]

const lines = () =>
  screen
    .getAllByRole('row')
    .map((line) => [...line.children].map((cell) => cell.textContent!.replace(/\s+/g, ' ').trim()).join(' | '))

describe('the sheet', () => {
  it('shows each round with its words, and how things stood', () => {
    render(Sheet, { sheet })
    expect(lines()).toEqual([
      '# | NZ | OW | Stand',
      '1 | speelde: 82 + 20 | 80 | 102 | 80',
      '– | Iedereen past | 102 | 80',
      '2 | speelde: nat | 162 | 102 | 242',
      '3 | speelde: 262 Pit | pit | 364 | 242',
      '4 | speelde: nat (+20 klop) | 162 Tegenpit | 384 | 404',
      'Totaal | Noord-Zuid: 384 | Oost-West: 404',
    ])
  })

  it('takes the totals that the server gives', () => {
    render(Sheet, { sheet: sheet.slice(0, 1), totals: { NS: 7, WE: 8 } })
    expect(lines().at(-1)).toBe('Totaal | Noord-Zuid: 7 | Oost-West: 8')
  })

  it('puts one’s own team first', () => {
    render(Sheet, { sheet: sheet.slice(0, 1), mine: 'WE' })
    expect(lines().slice(0, 2)).toEqual(['# | Wij | Zij | Stand', '1 | 80 | speelde: 82 + 20 | 80 | 102'])
  })

  it('says when there is nothing yet', () => {
    render(Sheet, { sheet: [] })
    expect(screen.getByText('Er is nog geen ronde uit.')).toBeTruthy()
  })
})

describe('the chart of totals', () => {
  it('is a picture with the same in words', () => {
    render(TotalsChart, { sheet: [{ NS: 102, WE: 80 }, { NS: 102, WE: 242 }, { NS: 364, WE: 242 }] })
    const name = screen.getByRole('img').getAttribute('aria-label')
    expect(name).toContain('Eindstand: Noord-Zuid 364, Oost-West 242.')
    expect(name).toContain('Noord-Zuid stond 2 rondes voor.')
    expect(name).toContain('Oost-West stond 1 ronde voor.')
  })

  it('draws one line a team, told apart without colour', () => {
    const { container } = render(TotalsChart, { sheet: [{ NS: 102, WE: 80 }, { NS: 102, WE: 242 }] })
    expect(container.querySelectorAll('polyline')).toHaveLength(2)
    expect(container.querySelectorAll('.NS circle')).toHaveLength(2)
    expect(container.querySelectorAll('.WE rect')).toHaveLength(2)
    const heights = [...container.querySelectorAll('.NS circle')].map((dot) => Number(dot.getAttribute('cy')))
    expect(heights[0]).toBeCloseTo(heights[1]!) // nothing was won in the second round
  })

  it('stands for no round at all', () => {
    const { container } = render(TotalsChart, { sheet: [] })
    expect(container.innerHTML).not.toContain('NaN')
  })
})
