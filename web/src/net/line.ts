/** The line to a table: one socket that comes back by itself, and commands that are answered once. */

import type { AnyCommand, Done, Goodbye, Refused, ServerMessage, TipGiven } from '../protocol/types'

export type LineState = 'connecting' | 'open' | 'lost' | 'closed'
type Without<T> = T extends { id: string } ? Omit<T, 'id'> : never
/** A command before it has its id. */
export type Wish = Without<AnyCommand>

export type Answer = Done | Refused | TipGiven

interface Waiting {
  text: string
  answer: (answer: Answer | null) => void
}

/** After these the server is there again soon; after any other goodbye it makes no sense to come back. */
const COME_BACK = new Set([
  'server-restarts',
  'too-slow',
  'store-down',
  'owner-away',
  'server-stopping',
  'session-ended', // with the new cookie, or to hear that there is none
  'too-many',
])
const LONGEST_PAUSE = 5000
const ASLEEP_MS = 25_000

export interface Listener {
  heard(message: ServerMessage): void
  changed(state: LineState): void
  ended(goodbye: Goodbye): void
}

export class Line {
  state: LineState = 'connecting'
  private socket: WebSocket | null = null
  private tries = 0
  private timer: ReturnType<typeof setTimeout> | undefined
  private waiting = new Map<string, Waiting>()
  private number = 0
  private hiddenSince = 0
  private readonly prefix = Math.random().toString(36).slice(2, 8)

  /** *address* gives the socket's address, with the last event that is known. */
  constructor(
    private readonly address: () => string,
    private readonly listener: Listener,
  ) {
    addEventListener('online', this.again)
    addEventListener('offline', this.cut)
    document.addEventListener('visibilitychange', this.seen)
    this.open()
  }

  /** Have something done. Null when the line was closed before the answer. */
  send(wish: Wish): Promise<Answer | null> {
    const id = `${this.prefix}-${++this.number}`
    const text = JSON.stringify({ ...wish, id })
    return new Promise((answer) => {
      if (this.state === 'closed') {
        answer(null)
        return
      }
      this.waiting.set(id, { text, answer })
      if (this.state === 'open') this.socket?.send(text)
    })
  }

  /** Open it anew, since its address has changed. */
  renew(): void {
    if (this.state === 'closed') return
    this.become('lost')
    this.open()
  }

  close(): void {
    this.end()
    this.socket?.close()
  }

  /** Try at once, for somebody who would rather not wait. */
  readonly again = (): void => {
    if (this.state === 'lost') this.open()
  }

  private open(): void {
    clearTimeout(this.timer)
    this.leave()
    const socket = new WebSocket(this.address())
    this.socket = socket
    socket.onmessage = ({ data }: MessageEvent<string>) => this.hear(JSON.parse(data) as ServerMessage)
    socket.onclose = () => this.lose()
  }

  private leave(): void {
    if (this.socket === null) return
    this.socket.onmessage = this.socket.onclose = null
    this.socket.close()
    this.socket = null
  }

  private hear(message: ServerMessage): void {
    if (message.type === 'goodbye') {
      if (!COME_BACK.has(message.code)) {
        this.end()
        this.listener.ended(message)
      }
      return
    }
    if (this.state !== 'open') {
      this.tries = 0
      this.listener.heard(message)
      this.become('open')
      for (const { text } of this.waiting.values()) this.socket?.send(text)
      return
    }
    this.listener.heard(message)
    if (message.type === 'done' || message.type === 'refused' || message.type === 'tip') {
      const waiting = this.waiting.get(message.id ?? '')
      this.waiting.delete(message.id ?? '')
      waiting?.answer(message)
    }
  }

  private lose(): void {
    if (this.state === 'closed') return
    this.leave()
    this.become(this.tries === 0 && this.state === 'connecting' ? 'connecting' : 'lost')
    const pause = Math.min(LONGEST_PAUSE, 250 * 2 ** this.tries++)
    clearTimeout(this.timer)
    this.timer = setTimeout(() => this.open(), pause * (0.75 + Math.random() / 2))
  }

  private end(): void {
    clearTimeout(this.timer)
    removeEventListener('online', this.again)
    removeEventListener('offline', this.cut)
    document.removeEventListener('visibilitychange', this.seen)
    this.become('closed')
    for (const { answer } of this.waiting.values()) answer(null)
    this.waiting.clear()
  }

  private readonly cut = (): void => {
    if (this.state === 'open' || this.state === 'connecting') this.lose()
  }

  /** A device that slept may hold a socket that is dead without knowing it. */
  private readonly seen = (): void => {
    if (document.visibilityState === 'hidden') {
      this.hiddenSince = Date.now()
    } else if (this.state === 'lost' || (this.hiddenSince && Date.now() - this.hiddenSince > ASLEEP_MS)) {
      this.renew()
    }
  }

  private become(state: LineState): void {
    if (this.state === state) return
    this.state = state
    this.listener.changed(state)
  }
}
