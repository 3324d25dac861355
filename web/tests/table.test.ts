import { fireEvent, render, screen } from '@testing-library/svelte'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import Actions from '../src/parts/Actions.svelte'
import Auction from '../src/parts/Auction.svelte'
import ChooseTroef from '../src/parts/ChooseTroef.svelte'
import Hand from '../src/parts/Hand.svelte'
import Place from '../src/parts/Place.svelte'
import RoundEnd from '../src/parts/RoundEnd.svelte'
import Trick from '../src/parts/Trick.svelte'
import { settings } from '../src/settings.svelte'
import { inOrder } from '../src/table/shown'
import { asked, roomOf, tell } from './room'

beforeEach(() => {
  settings.language = 'nl'
  settings.taps = 1
  settings.lastCardPlaysItself = false
})

describe('a hand', () => {
  it('is shown in suit order, troef in its own order', () => {
    expect(inOrder(['H9', 'SA', 'HJ', 'HA', 'D7', 'S7', 'CT'], 'H')).toEqual(['SA', 'S7', 'HJ', 'H9', 'HA', 'CT', 'D7'])
  })

  it('says the names of its cards', () => {
    render(Hand, { room: roomOf() })
    expect(screen.getByRole('button', { name: 'schoppenaas' })).toBeTruthy()
    expect(screen.getByRole('button', { name: 'hartenzeven' })).toBeTruthy()
  })

  it('lifts the correct cards on a strict table', () => {
    render(Hand, { room: roomOf({ may: { play: 'H7' } }) })
    expect(screen.getByRole('button', { name: 'hartenzeven' }).className).toContain('lifted')
    expect(screen.getByRole('button', { name: 'schoppenaas' }).className).toContain('lower')
  })

  it('gives nothing away on a challenge table', () => {
    const room = roomOf({ may: { play: 'SA SK H7' }, rules: { incorrect_card: 'challenge' } })
    const { container } = render(Hand, { room })
    expect(container.querySelectorAll('.lifted, .lower')).toHaveLength(0)
  })

  it('plays a card with one tap, once', async () => {
    render(Hand, { room: roomOf({ may: { play: 'SA SK' } }) })
    await fireEvent.click(screen.getByRole('button', { name: 'schoppenaas' }))
    await fireEvent.click(screen.getByRole('button', { name: 'schoppenaas' }))
    expect(asked()).toEqual([{ do: 'play', card: 'SA' }])
  })

  it('waits for a second tap where that is wanted', async () => {
    settings.taps = 2
    render(Hand, { room: roomOf({ may: { play: 'SA SK' } }) })
    const card = screen.getByRole('button', { name: 'schoppenaas' })
    await fireEvent.click(card)
    expect(asked()).toEqual([])
    await fireEvent.click(card)
    expect(asked()).toEqual([{ do: 'play', card: 'SA' }])
  })

  it('is played by numbers', async () => {
    render(Hand, { room: roomOf({ may: { play: 'SA SK H7' } }) })
    await fireEvent.keyDown(window, { key: '3' })
    expect(asked()).toEqual([{ do: 'play', card: 'H7' }])
  })

  it('plays nothing out of turn', async () => {
    render(Hand, { room: roomOf() })
    await fireEvent.click(screen.getByRole('button', { name: 'schoppenaas' }))
    expect(asked()).toEqual([])
  })

  it('plays its last card by itself, but not while a trick lies there', async () => {
    vi.useFakeTimers()
    settings.lastCardPlaysItself = true
    const { unmount } = render(Hand, { room: roomOf({ hand: 'SA', may: { play: 'SA' }, now: { phase: 'trick-end' } }) })
    await vi.advanceTimersByTimeAsync(2000)
    expect(asked()).toEqual([])
    unmount()
    render(Hand, { room: roomOf({ hand: 'SA', may: { play: 'SA' } }) })
    await vi.advanceTimersByTimeAsync(2000)
    expect(asked()).toEqual([{ do: 'play', card: 'SA' }])
    vi.useRealTimers()
  })

  it('keeps a lead in sight until the trick has been collected, and lets another card take its place', async () => {
    const room = roomOf({ may: { play: 'SA SK' }, rules: { claim: 'amount' }, now: { phase: 'trick-end' } })
    render(Hand, { room })
    const [ace, king] = ['schoppenaas', 'schoppenheer'].map((name) => screen.getByRole('button', { name }))
    await fireEvent.click(ace!)
    await fireEvent.click(ace!)
    expect(ace!.className).toContain('chosen')
    expect(ace!.getAttribute('aria-pressed')).toBe('true')
    await fireEvent.click(king!)
    expect(asked()).toEqual([{ do: 'play', card: 'SA' }, { do: 'play', card: 'SK' }])
    expect(ace!.className).not.toContain('chosen')
    expect(king!.className).toContain('chosen')
  })
})

describe('choosing troef', () => {
  it('is one tap on a suit', async () => {
    render(ChooseTroef, { room: roomOf() })
    await fireEvent.click(screen.getByRole('button', { name: 'klaveren' }))
    expect(asked()).toEqual([{ do: 'troef', suit: 'C' }])
  })

  it('an auction offers only what may be bid', async () => {
    render(Auction, { room: roomOf({ may: { bids: ['90sans', '100S', '100H', '100C', '100D', '100sans'], pass: true } }) })
    await fireEvent.click(screen.getByRole('button', { name: '−10' })) // it begins where a suit can be bid
    expect((screen.getByRole('button', { name: 'Bied 90 SA zonder troef' }) as HTMLButtonElement).disabled).toBe(false)
    expect((screen.getByRole('button', { name: 'Bied 90 harten' }) as HTMLButtonElement).disabled).toBe(true)
    await fireEvent.click(screen.getByRole('button', { name: '+10' }))
    await fireEvent.click(screen.getByRole('button', { name: 'Bied 100 harten' }))
    await fireEvent.click(screen.getByRole('button', { name: 'Pas' }))
    expect(asked()).toEqual([{ do: 'bid', bid: '100H' }, { do: 'pass' }])
  })
})

describe('around the trick', () => {
  it('each card lies at its player, the winning one is marked', () => {
    const room = roomOf({ trick: 'S7 S8', now: { winning: 'W' } })
    const { container } = render(Trick, { room })
    expect(container.querySelector('[data-card=S7]')!.className).toContain('bottom')
    const winning = container.querySelector('[data-card=S8]')!
    expect(winning.className).toContain('left')
    expect(winning.className).toContain('winning')
  })

  it('the cards of a combination light up', () => {
    const room = roomOf({ trick: 'S7 S8 S9', now: { combination: 'S7 S8 S9', registered: 20 } })
    const { container } = render(Trick, { room })
    expect(container.querySelectorAll('.glow')).toHaveLength(3)
  })

  it('a wrong claim is shown at its player', async () => {
    const room = roomOf()
    render(Place, { room, seat: 'W' })
    tell(room, [{ kind: 'roem-claimed', seat: 'W', points: 50, right: false }])
    expect(await screen.findByText('50 roem?')).toBeTruthy()
    expect(room.spoken).toBe('West roept 50 roem: fout.')
  })

  it('a beginner is told what must be played', () => {
    const room = roomOf({ may: { play: 'H7', duty: { rule: '4.2', duty: 'follow', suit: 'H' } } })
    render(Actions, { room, onprevious: () => {} })
    expect(screen.getByText('Je moet harten bekennen.')).toBeTruthy()
  })

  it('roem is claimed by amount', async () => {
    const room = roomOf({ may: { claims: [20, 40, 50] }, rules: { claim: 'amount' } })
    render(Actions, { room, onprevious: () => {} })
    await fireEvent.click(screen.getByRole('button', { name: 'Roem' }))
    await fireEvent.click(screen.getByText('50'))
    expect(asked()).toEqual([{ do: 'claim', points: 50 }])
  })

  it('an accusation names the accused', async () => {
    const room = roomOf({ may: { accuse: ['W', 'N', 'E'] }, rules: { incorrect_card: 'challenge' } })
    const { container } = render(Actions, { room, onprevious: () => {} })
    await fireEvent.click(screen.getByRole('button', { name: 'Verzaakt!' }))
    await fireEvent.click(container.querySelector('[data-accuse=E]')!)
    expect(asked()).toEqual([{ do: 'accuse', accused: 'E' }])
  })
})

describe("the round's end", () => {
  it('says how it went, and how it was counted', async () => {
    const room = roomOf()
    tell(
      room,
      [
        ...['SA', 'S7', 'S8', 'S9'].map((card, place) => ({ kind: 'card-played', seat: 'SWNE'[place], card })),
        { kind: 'trick-won', winner: 'S', points: 11, roem: 20 },
        {
          kind: 'round-scored',
          result: {
            outcome: 'nat',
            makers: 'NS',
            cards: [60, 102],
            roem: [20, 0],
            knocks: [0, 0],
            score: [0, 182],
            display: ['nat', '162 + 20'],
            offender: null,
            accused: null,
            offences: [],
          },
        },
      ],
      { phase: 'done', turn: null, totals: { NS: 0, WE: 182 }, deadline: { what: 'deal', until: Date.now() + 5000 } },
    )
    const { container } = render(RoundEnd, { room })
    expect(screen.getByText('Noord-Zuid gaat nat.')).toBeTruthy()
    expect(container.querySelector('[data-round=WE]')!.textContent).toBe('162 + 20')
    expect(screen.getByText('11 + 20')).toBeTruthy()
    await fireEvent.click(container.querySelector('[data-tap]')!)
    expect(asked()).toEqual([{ do: 'tap' }])
  })
})
