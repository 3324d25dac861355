/** A table as this page knows it: what the server told, what it means for the reader, and how to act. */

import { Line, type Answer, type LineState, type Listener, type Wish } from '../net/line'
import type {
  AccusationFailed,
  AccusationProven,
  Goodbye,
  Happening,
  Now,
  SeatLetter,
  ServerMessage,
  TeamLetters,
  TipGiven,
  Told,
  Trouble,
  You,
} from '../protocol/types'
import { settings } from '../settings.svelte'
import { sounds } from '../sound'
import { t } from '../words/index.svelte'
import { happens, type Known } from './fold'
import { said } from './said'
import { SEATS, teamOf } from './seats'

const NOTICE_MS = 4500
const MOST_LINES = 80
const IN_THE_GAME: ReadonlySet<Happening['kind']> = new Set([
  'dealt',
  'troef-chosen',
  'bid-made',
  'passed',
  'card-played',
  'roem-claimed',
  'knocked',
  'accusation-proven',
  'accusation-failed',
  'trick-won',
  'round-scored',
  'game-ended',
])

export interface Notice {
  id: number
  text: string
  tone: 'plain' | 'good' | 'bad'
}

/** A claim or a knock that everyone should see. */
export interface Claim {
  seq: number
  seat: SeatLetter
  right: boolean
  points: number | null
}

export class Room implements Listener {
  state: LineState = $state('connecting')
  lostAt: number | null = $state(null)
  goodbye: Goodbye | null = $state(null)
  trouble: Trouble | null = $state(null)
  you: You | null = $state(null)
  known: Known | null = $state(null)
  now: Now | null = $state(null)
  notices: Notice[] = $state([])
  lines: { seq: number; event: Told<Happening> }[] = $state([])
  /** For the screen reader: what was said last. */
  spoken = $state('')
  verdict: AccusationProven | AccusationFailed | null = $state(null)
  claim: Claim | null = $state(null)
  tip: TipGiven | null = $state(null)
  asksTip = $state(false)
  /** How far the server's clock is ahead of ours. */
  ahead = 0
  seq = 0

  private readonly line: Line
  private readonly names = new Map<string, string>()
  private readonly gone = new Set<string>()
  private noticed = 0
  /** Of the last event in the game: a tip is about what was before it. */
  private movedSeq = 0

  constructor(
    readonly code: string,
    private asTable = wasShown(code),
  ) {
    this.line = new Line(() => this.address(), this)
  }

  // --- who and where

  get table() {
    return this.known?.table ?? null
  }

  get game() {
    return this.known?.game ?? null
  }

  get round() {
    return this.known?.game?.round ?? null
  }

  get seat(): SeatLetter | null {
    return this.you?.seat ?? null
  }

  get team(): TeamLetters | null {
    return this.seat === null ? null : teamOf(this.seat)
  }

  /** Who sits below on this screen. */
  get bottom(): SeatLetter {
    return this.seat ?? ((settings.bottomSeat[this.code] as SeatLetter | undefined) || 'S')
  }

  /** Whether the reader is the host himself, and does not act for him. */
  get isHost(): boolean {
    return this.table !== null && this.table.host === this.you?.player
  }

  get playing(): boolean {
    return this.table?.stage === 'playing'
  }

  get myTurn(): boolean {
    const may = this.now?.may
    return Boolean(may && (may.play || may.troef || may.bids?.length || may.pass))
  }

  /** Where roem is claimed, a complete trick stays until the pause is over or everybody has tapped. */
  get timeToClaim(): boolean {
    return this.playing && this.now?.phase === 'trick-end' && this.game?.rules.claim !== 'automatic'
  }

  get tapped(): boolean {
    return this.now?.tapped.includes(this.you?.player ?? '') ?? false
  }

  /** Somebody present whose device shows the table: then a phone may show the hand only. */
  get hasDisplay(): boolean {
    return this.table?.people.some((person) => person.display && person.present) ?? false
  }

  nameOfPlayer(player: string): string {
    const there = this.table?.people.find((person) => person.player === player)?.name
    if (there !== undefined) this.names.set(player, there)
    return there ?? this.names.get(player) ?? '…'
  }

  nameOf(seat: SeatLetter): string {
    const chair = this.table?.seats[seat]
    if (chair?.player) return this.nameOfPlayer(chair.player)
    return t().seats[seat]
  }

  isEmpty(seat: SeatLetter): boolean {
    return this.table?.seats[seat].player === null
  }

  isPresent(seat: SeatLetter): boolean {
    const player = this.table?.seats[seat].player
    return this.table?.people.some((person) => person.player === player && person.present) ?? false
  }

  // --- acting

  /** Have it done. Why it was refused is shown to whoever looks at the table, unless it is told elsewhere (*tell*). */
  async do(wish: Wish, tell?: (why: string) => void): Promise<boolean> {
    const answer = await this.line.send(wish)
    this.hearRefusal(answer, tell)
    return answer?.type === 'done'
  }

  /** Ask what a good player would do here: told to this player alone, and good until somebody moves. */
  async askTip(): Promise<void> {
    if (this.asksTip) return
    this.asksTip = true
    const seq = this.movedSeq
    const answer = await this.line.send({ do: 'tip' })
    this.asksTip = false
    this.hearRefusal(answer)
    if (answer?.type === 'tip' && seq === this.movedSeq) this.tip = answer
  }

  private hearRefusal(answer: Answer | null, tell?: (why: string) => void): void {
    if (answer?.type === 'refused' && answer.code !== 'lead-replaced') {
      const why = answer.sentence || t().line.refused
      if (tell) tell(why)
      else this.notice(why, 'bad')
      sounds.refused()
    }
  }

  again(): void {
    this.line.again()
  }

  /** See the table as a display does, on this device only; or as oneself again. */
  showAsTable(asTable: boolean): void {
    this.asTable = asTable
    keepShown(this.code, asTable)
    this.seq = 0
    this.line.renew()
  }

  /** In another language: what the server says comes in it from now on. */
  speak(): void {
    this.line.renew()
  }

  get isShownAsTable(): boolean {
    return this.asTable
  }

  close(): void {
    this.line.close()
  }

  notice(text: string, tone: Notice['tone'] = 'plain'): void {
    const id = ++this.noticed
    this.notices = [...this.notices.slice(-2), { id, text, tone }]
    setTimeout(() => {
      this.notices = this.notices.filter((one) => one.id !== id)
    }, NOTICE_MS)
  }

  // --- what the line says

  private address(): string {
    const url = new URL(`/ws/${this.table?.code ?? this.code}`, location.href)
    url.protocol = url.protocol === 'https:' ? 'wss:' : 'ws:'
    url.searchParams.set('lang', settings.language)
    if (this.seq > 0) url.searchParams.set('after', String(this.seq))
    if (this.asTable) url.searchParams.set('as', 'table')
    return url.href
  }

  changed(state: LineState): void {
    this.state = state
    if (state === 'lost') this.lostAt ??= Date.now()
    else this.lostAt = null
    if (state === 'open') this.trouble = null
  }

  ended(goodbye: Goodbye): void {
    this.goodbye = goodbye
  }

  heard(message: ServerMessage): void {
    switch (message.type) {
      case 'snapshot':
        this.ahead = message.time - Date.now()
        this.seq = message.seq
        this.you = message.you
        settings.known = true // to the server, by a name: there may be games of mine
        this.known = { table: message.table, game: message.game }
        this.now = message.now
        this.tip = null
        for (const person of [...message.table.people, ...message.table.waiting]) {
          this.names.set(person.player, person.name)
        }
        break
      case 'events':
        this.ahead = message.time - Date.now()
        this.hearEvents(message.events.filter((event) => event.seq > this.seq))
        this.seq = message.seq
        this.you = message.you
        this.now = message.now
        break
      case 'trouble':
        this.trouble = message.code === null ? null : message
        break
    }
  }

  private hearEvents(events: Told<Happening>[]): void {
    if (this.known === null) return
    const sentences: string[] = []
    for (const event of events) {
      if (event.kind === 'left') this.nameOfPlayer(event.player) // remembered for the log
      if (event.kind === 'entry-asked') this.names.set(event.player, event.name)
      happens(this.known, event)
      if (IN_THE_GAME.has(event.kind)) {
        this.movedSeq = event.seq
        this.tip = null
      }
      const sentence = this.isNews(event) ? said(event, this) : null
      if (sentence !== null) {
        sentences.push(sentence)
        this.lines.push({ seq: event.seq, event })
      }
      this.notable(event, sentence)
    }
    if (this.lines.length > MOST_LINES) this.lines.splice(0, this.lines.length - MOST_LINES)
    if (!sentences.length) return
    const text = sentences.slice(-6).join(' ')
    this.spoken = text === this.spoken ? `${text}\u00a0` : text // the same again is news, too
  }

  /** Who comes for the first time has just joined: only a return is worth a word. One's own line the banner tells. */
  private isNews(event: Told<Happening>): boolean {
    const ofALine = event.kind === 'disconnected' || event.kind === 'connected'
    if (ofALine && event.player === this.you?.player) return false
    if (event.kind === 'disconnected') this.gone.add(event.player)
    return event.kind !== 'connected' || this.gone.delete(event.player)
  }

  /** What deserves more than a line in the log. */
  private notable(event: Told<Happening>, sentence: string | null): void {
    switch (event.kind) {
      case 'card-played':
        sounds.card()
        break
      case 'roem-claimed':
      case 'knocked':
        this.claim = {
          seq: event.seq,
          seat: event.seat,
          right: event.right,
          points: event.kind === 'roem-claimed' ? event.points : null,
        }
        if (event.kind === 'knocked') sounds.knock()
        else if (event.right) sounds.roem()
        else sounds.refused()
        break
      case 'accusation-proven':
      case 'accusation-failed':
        this.verdict = event
        break
      case 'dealt':
        this.verdict = null
        this.claim = null
        break
      case 'trick-won':
        this.claim = null
        break
      case 'disconnected':
      case 'left':
      case 'clock-ran-out':
      case 'end-proposed':
      case 'swap-proposed':
      case 'penalty-imposed':
      case 'table-locked':
      case 'penalty-lifted':
      case 'complaint-ended':
        if (sentence !== null) this.notice(sentence)
        break
    }
  }
}

// Whether this tab shows the table itself; it does so again after it was loaded anew.
const shownKey = (code: string) => `klaverjas-table-${code}`

function wasShown(code: string): boolean {
  try {
    return sessionStorage.getItem(shownKey(code)) !== null
  } catch {
    return false // no storage here
  }
}

function keepShown(code: string, shown: boolean): void {
  try {
    if (shown) sessionStorage.setItem(shownKey(code), 'yes')
    else sessionStorage.removeItem(shownKey(code))
  } catch {
    // then it is forgotten with the page
  }
}

/** Everyone whom the game waits for, by name. */
export const missing = (room: Room): string[] => (room.now?.waiting_for ?? []).map((seat) => room.nameOf(seat))

/** Seats on which nobody sits. */
export const emptySeats = (room: Room): SeatLetter[] =>
  SEATS.filter((seat) => {
    const chair = room.table?.seats[seat]
    return chair !== undefined && chair.player === null && chair.bot === null
  })
