import { render, screen } from '@testing-library/svelte'
import { beforeEach, describe, expect, it } from 'vitest'
import DeedMark from '../src/parts/DeedMark.svelte'
import Outlook from '../src/parts/Outlook.svelte'
import Tip from '../src/parts/Tip.svelte'
import type { OutlookSeen } from '../src/protocol/types'
import { settings } from '../src/settings.svelte'
import { barsOf, hiddenBySuit, isSame, lead } from '../src/table/outlook'
import { roomOf } from './room'

beforeEach(() => {
  settings.language = 'nl'
  settings.fourColours = false
})

const OUTLOOK: OutlookSeen = {
  choices: [
    { action: { do: 'play', card: 'SA' }, points: 30 },
    { action: { do: 'play', card: 'H7' }, points: -10 },
  ],
  nat: 0.37,
  holders: [
    { card: 'D7', seats: [0, 0.25, 0.75, 0] },
    { card: 'HA', seats: [0, 1, 0, 0] },
    { card: 'H9', seats: [0, 0.3, 0.3, 0.4] },
  ],
}

describe('the bars', () => {
  it('go left and right of nought, and fill the width together', () => {
    expect(barsOf([30, 15, -10])).toEqual({
      nought: 25,
      bars: [
        { from: 25, length: 75 },
        { from: 25, length: 37.5 },
        { from: 0, length: 25 },
      ],
    })
  })

  it('have nought at the edge where all are ahead, or all behind', () => {
    expect(barsOf([40, 20])).toEqual({ nought: 0, bars: [{ from: 0, length: 100 }, { from: 0, length: 50 }] })
    expect(barsOf([-20, -40])).toEqual({ nought: 100, bars: [{ from: 50, length: 50 }, { from: 0, length: 100 }] })
  })

  it('are nothing where nothing is expected', () => {
    expect(barsOf([0])).toEqual({ nought: 0, bars: [{ from: 0, length: 0 }] })
    expect(barsOf([])).toEqual({ nought: 0, bars: [] })
  })

  it('have whole numbers with a sign', () => {
    expect([12.3, -30.6, 0.4, -0.4].map(lead)).toEqual(['+12', '−31', '0', '0'])
  })
})

describe('hidden cards', () => {
  it('stand by suit, the highest first, troef in its own order', () => {
    const told = hiddenBySuit(OUTLOOK.holders, 'H').map(({ suit, cards }) => [suit, cards.map((each) => each.card)])
    expect(told).toEqual([
      ['H', ['H9', 'HA']],
      ['D', ['D7']],
    ])
    expect(hiddenBySuit(OUTLOOK.holders, null)[0]!.cards.map((each) => each.card)).toEqual(['HA', 'H9'])
  })
})

describe('what is expected', () => {
  const shown = (tipped = OUTLOOK.choices[0]!.action) =>
    render(Outlook, { room: roomOf(), outlook: OUTLOOK, tipped, roomy: true })

  it('is a table of what can be done, in which the tip is marked', () => {
    const { container } = shown(OUTLOOK.choices[1]!.action)
    const rows = [...container.querySelectorAll('[data-choice]')]
    expect(rows.map((row) => row.querySelector('.points')!.textContent)).toEqual(['+30', '−10'])
    expect(rows.map((row) => row.classList.contains('best'))).toEqual([false, true])
    expect(screen.getByRole('rowheader', { name: 'hartenzeven' })).toBeTruthy()
  })

  it('tells how likely nat is, and for whom', () => {
    shown()
    const meter = screen.getByRole('meter', { name: 'Kans op nat (wij)' })
    expect(meter.getAttribute('aria-valuenow')).toBe('37')
  })

  it('tells who may have what, for the three others', () => {
    const { container } = shown()
    const diamonds = [...container.querySelectorAll('[data-holders] table')].at(-1)!
    const rows = [...diamonds.querySelectorAll('tbody tr')].map((row) => row.textContent!.replace(/\s+/g, ' ').trim())
    expect(rows).toEqual(['← West25 procent', '↑ Noord75 procent', '→ Oost0 procent'])
  })

  it('has nothing of nat where nobody can be', () => {
    render(Outlook, { room: roomOf(), outlook: { ...OUTLOOK, nat: null }, tipped: null })
    expect(screen.queryByRole('meter')).toBeNull()
  })
})

describe('a deed', () => {
  it('is drawn as the cards are, in four colours where that is wanted', () => {
    settings.fourColours = true
    const { container } = render(DeedMark, { action: { do: 'play', card: 'DQ' } })
    expect(container.querySelector('.suit-blue')!.textContent!.trim()).toBe('V')
    expect(container.querySelector('.only-read')!.textContent).toBe('ruitenvrouw')
  })

  it('may be a bid or a pass', () => {
    const text = (action: Parameters<typeof isSame>[0]) =>
      render(DeedMark, { action }).container.querySelector('.mark')!.textContent!.trim()
    expect(text({ do: 'bid', bid: '90H' })).toBe('90')
    expect(text({ do: 'bid', bid: '80sans' })).toBe('80 SA')
    expect(text({ do: 'pass' })).toBe('Pas')
  })

  it('is the same as another that does the same', () => {
    expect(isSame({ do: 'play', card: 'SA' }, { do: 'play', card: 'SA' })).toBe(true)
    expect(isSame({ do: 'play', card: 'SA' }, { do: 'play', card: 'SK' })).toBe(false)
    expect(isSame({ do: 'pass' }, null)).toBe(false)
  })
})

describe('a tip', () => {
  it('is said, with its numbers apart from what is said', () => {
    const room = roomOf()
    room.tip = { type: 'tip', id: 'a', action: OUTLOOK.choices[0]!.action, code: 'trained', sentence: 'Zo.', outlook: OUTLOOK }
    const { container } = render(Tip, { room, numbers: true })
    expect(screen.getByRole('status').textContent!.trim()).toBe('Tip: schoppenaas. Zo.')
    expect(container.querySelector('[data-outlook]')).toBeTruthy()
  })

  it('may have none', () => {
    const room = roomOf()
    room.tip = { type: 'tip', id: 'a', action: OUTLOOK.choices[0]!.action, code: 'guess', sentence: 'Zo.', outlook: null }
    const { container } = render(Tip, { room, numbers: true })
    expect(container.querySelector('details')).toBeNull()
  })
})
