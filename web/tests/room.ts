/** A room whose server is a test: what it is told, and what was asked of it. */

import { Room } from '../src/table/room.svelte'
import type { Happening, May, Now, Snapshot } from '../src/protocol/types'

class NoSocket {
  static sent: string[] = []
  onmessage: unknown = null
  onclose: unknown = null
  send(text: string) {
    NoSocket.sent.push(text)
  }
  close() {}
}

const RULES = {
  base: 'rotterdam-bond/1',
  troef: 'forced',
  claim: 'automatic',
  incorrect_card: 'refused',
  end: { rounds: 16 },
}

export const NOW: Now = {
  phase: 'play',
  turn: 'S',
  winning: null,
  registered: 0,
  combination: '',
  may: {},
  waiting_for: [],
  deadline: null,
  tapped: [],
  agreed: [],
  totals: { NS: 0, WE: 0 },
  decided: false,
  arbiter: null,
  complaint: null,
}

export interface Told {
  hand?: string
  trick?: string
  may?: May
  now?: Partial<Now>
  rules?: object
}

/** A table in play: Anna sits South, three bots around her. */
export function roomOf({ hand = 'SA SK H7', trick = '', may = {}, now = {}, rules = {} }: Told = {}): Room {
  globalThis.WebSocket = NoSocket as unknown as typeof WebSocket
  NoSocket.sent = []
  const room = new Room('123456')
  const bot = { player: null, bot: 'regels', stand_in: null }
  const all = { ...RULES, ...rules }
  room.heard({
    type: 'snapshot',
    seq: 20,
    time: Date.now(),
    you: { player: 'anna', role: 'player', seat: 'S', host: true },
    table: {
      code: '123456',
      stage: 'playing',
      rules: all,
      options: { public: false, trick_pause: 1, round_pause: 5, turn_clock: null, bots: true, bot_pace: 1, tips: true },
      host: 'anna',
      key: '0f'.repeat(16),
      locked: false,
      waiting: [],
      people: [{ player: 'anna', name: 'Anna', display: false, present: true }],
      seats: { S: { player: 'anna', bot: null, stand_in: null }, W: bot, N: bot, E: bot },
      swaps: {},
      next_game: 1,
      commitment: '',
      texts_given: [],
    },
    game: {
      number: 1,
      id: null,
      round_number: 1,
      rules: all,
      sheet: [],
      round: {
        dealer: 'E',
        phase: 'play',
        troef: 'H',
        makers: 'NS',
        bid: null,
        standing: null,
        hand,
        counts: { S: 3, W: 3, N: 3, E: 3 },
        leader: 'S',
        trick,
        previous_trick: null,
        tricks_won: { NS: 0, WE: 0 },
        log: [],
      },
      texts: [],
      how_ended: null,
      secret: null,
    },
    now: { ...NOW, may, ...now },
  } as unknown as Snapshot)
  room.changed('open')
  ;(room as unknown as { line: { state: string } }).line.state = 'open'
  return room
}

/** Tell it that something happened. */
export function tell(room: Room, events: object[], now: Partial<Now> = {}): void {
  room.heard({
    type: 'events',
    seq: room.seq + events.length,
    time: Date.now(),
    events: events.map((event, place) => ({ seq: room.seq + 1 + place, at: 0, ...event })) as never,
    you: room.you!,
    now: { ...NOW, ...now },
  })
}

/** The commands that were sent, without their ids. */
export const asked = (): object[] =>
  NoSocket.sent.map((text) => {
    const { id: _, ...command } = JSON.parse(text) as { id: string }
    return command
  })

export type { Happening }
