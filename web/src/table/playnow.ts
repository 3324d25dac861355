/**
 * From a tap to the first card: a table with three bots, opened, filled and begun without a question. There nobody minds
 * a tip, and who is new can use one.
 */

import { api } from '../net/api'
import { Line } from '../net/line'
import { settings } from '../settings.svelte'
import { t } from '../words/index.svelte'

const BOT_PACE = 0.8

/** Opens the table; its code once the game has begun. */
export async function playNow(): Promise<string> {
  const name = settings.name.trim().length >= 3 ? settings.name.trim() : t().start.defaultName
  const { code } = await api.openTable({ name, rules: settings.rules, bot_pace: BOT_PACE, tips: true })
  const url = new URL(`/ws/${code}`, location.href)
  url.protocol = url.protocol === 'https:' ? 'wss:' : 'ws:'
  const line = new Line(() => url.href, { heard() {}, changed() {}, ended() {} })
  try {
    await line.send({ do: 'sit', seat: 'S' })
    const bots = await line.send({ do: 'bot', bot: settings.level })
    if (bots?.type === 'refused') await line.send({ do: 'bot' }) // no such level here: the usual one
    await line.send({ do: 'start' })
  } finally {
    line.close()
  }
  return code
}
