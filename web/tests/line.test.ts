import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { Line, type LineState } from '../src/net/line'
import type { Goodbye, ServerMessage } from '../src/protocol/types'

/** A socket whose other side is this test. */
class Wire {
  static all: Wire[] = []
  sent: string[] = []
  onmessage: ((event: { data: string }) => void) | null = null
  onclose: (() => void) | null = null
  closed = false

  constructor(readonly address: string) {
    Wire.all.push(this)
  }

  send(text: string) {
    this.sent.push(text)
  }

  close() {
    this.closed = true
  }

  says(message: object) {
    this.onmessage?.({ data: JSON.stringify(message) })
  }

  static get last(): Wire {
    return Wire.all.at(-1)!
  }
}

let heard: ServerMessage[]
let states: LineState[]
let goodbye: Goodbye | null
let line: Line

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('WebSocket', Wire)
  Wire.all = []
  heard = []
  states = []
  goodbye = null
  line = new Line(() => `ws://here/ws/123456?after=${heard.length}`, {
    heard: (message) => heard.push(message),
    changed: (state) => states.push(state),
    ended: (said) => (goodbye = said),
  })
})

afterEach(() => {
  line.close()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const open = () => Wire.last.says({ type: 'events', seq: 1, events: [] })
const idOf = (text: string) => (JSON.parse(text) as { id: string }).id

describe('the line to a table', () => {
  it('answers a command once', async () => {
    open()
    const answer = line.send({ do: 'tap' })
    const [text] = Wire.last.sent
    Wire.last.says({ type: 'done', id: idOf(text!), seq: 2 })
    expect(await answer).toMatchObject({ type: 'done', seq: 2 })
  })

  it('comes back, and sends again what was not answered, with the same id', async () => {
    open()
    const answer = line.send({ do: 'play', card: 'SA' })
    const first = Wire.last.sent[0]!
    Wire.last.onclose?.()
    expect(line.state).toBe('lost')
    await vi.advanceTimersByTimeAsync(1000)
    expect(Wire.all).toHaveLength(2)
    open()
    expect(Wire.last.sent).toEqual([first])
    Wire.last.says({ type: 'done', id: idOf(first), seq: 3 })
    expect(await answer).toMatchObject({ type: 'done' })
    expect(states).toEqual(['open', 'lost', 'open'])
  })

  it('keeps trying, more and more slowly', async () => {
    open()
    Wire.last.onclose?.()
    for (let i = 0; i < 12; i++) {
      await vi.advanceTimersByTimeAsync(7000)
      Wire.last.onclose?.()
    }
    expect(Wire.all.length).toBeGreaterThan(10)
  })

  it('does not come back after a goodbye that is for good', async () => {
    open()
    const waiting = line.send({ do: 'leave' })
    Wire.last.says({ type: 'goodbye', code: 'left-table', sentence: 'Dag.' })
    expect(await waiting).toBeNull()
    Wire.last.onclose?.()
    await vi.advanceTimersByTimeAsync(20_000)
    expect(Wire.all).toHaveLength(1)
    expect(goodbye?.code).toBe('left-table')
    expect(line.state).toBe('closed')
  })

  it('comes back after a restart of the server', async () => {
    open()
    Wire.last.says({ type: 'goodbye', code: 'server-restarts', sentence: '' })
    Wire.last.onclose?.()
    await vi.advanceTimersByTimeAsync(1000)
    expect(Wire.all).toHaveLength(2)
  })

  it('knows at once that the network is gone, and that it is back', () => {
    open()
    dispatchEvent(new Event('offline'))
    expect(line.state).toBe('lost')
    dispatchEvent(new Event('online'))
    expect(Wire.all).toHaveLength(2)
  })
})
