import { render, screen } from '@testing-library/svelte'
import { beforeEach, describe, expect, it } from 'vitest'
import Statistics from '../src/parts/Statistics.svelte'
import type { Count, CountByRules } from '../src/protocol/types'
import { settings } from '../src/settings.svelte'

beforeEach(() => {
  settings.language = 'nl'
})

const count = (more: Partial<Count> = {}): Count => ({
  games: 4,
  won: 2,
  drawn: 1,
  lost: 1,
  rounds: 40,
  rounds_making: 10,
  nat: 4,
  pit: 1,
  verzaakt: 0,
  won_share: 0.5,
  making_share: 0.25,
  nat_share: 0.1,
  points_share: 0.55,
  roem_share: 0.8,
  ...more,
})

const byRules = (key: string, unit: 'points' | 'tens', points: number, against: number): CountByRules => ({
  ...count({ games: 1, won: 1, drawn: 0, lost: 0, rounds: 10 }),
  key,
  unit,
  points,
  points_against: against,
  roem_claimed: 40,
  roem_missed: 10,
})

const text = () => document.body.textContent!.replace(/\s+/g, ' ')

describe('the statistics', () => {
  it('show draws and shares, and points within a rule set only', () => {
    render(Statistics, {
      statistics: {
        total: count(),
        by_rules: [byRules('amsterdam/1', 'points', 1400, 220), byRules('lugus/1', 'tens', 160, 20)],
        by_partner: [{ ...count(), key: 'Wim', player: 'x', bot: null }],
      },
    })
    expect(text()).toContain('2 van 4 partijen gewonnen, 1 gelijk, 1 verloren')
    expect(text()).toContain('55% van de punten')
    expect(text()).toContain('gemiddeld per ronde: 140 tegen 22')
    expect(text()).toContain('gemiddeld per ronde: 16 tegen 2 (in tientallen)')
    expect(text()).not.toContain('156') // 140 points and 16 tens
    expect(screen.getAllByText('2 van 4 partijen gewonnen, 1 gelijk, 1 verloren')).not.toHaveLength(0)
  })

  it('tell versions and units of one rule set apart', () => {
    render(Statistics, {
      statistics: {
        total: count({ points_share: null, roem_share: null }),
        by_rules: [
          byRules('rotterdam/1', 'points', 1, 1),
          byRules('rotterdam/1', 'tens', 1, 1),
          byRules('rotterdam/2', 'points', 1, 1),
        ],
        by_partner: [],
      },
    })
    const names = [...document.querySelectorAll('li strong')].map((one) => one.textContent)
    expect(names).toEqual([
      'Rotterdams (versie 1)',
      'Rotterdams (versie 1, in tientallen)',
      'Rotterdams (versie 2)',
    ])
  })
})
