/** The values of rules, in the reader's words. */

import { rankLetter } from './cards/names'
import type { RankLetter, SeatLetter } from './protocol/types'
import type { Field } from './rules'
import { settings } from './settings.svelte'
import { t } from './words/index.svelte'

/** "100 voor A, H en V": ranks that are worth the same stand together. */
function ranksInWords(points: Partial<Record<RankLetter, number>>, ranks: string[]): string {
  const worth = new Map<number, string[]>()
  for (const rank of [...ranks].reverse()) {
    const amount = points[rank as RankLetter] ?? 0
    if (amount > 0) worth.set(amount, [...(worth.get(amount) ?? []), rankLetter(rank as RankLetter, settings.language)])
  }
  const groups = [...worth].sort(([one], [other]) => other - one)
  if (groups.length === 0) return t().make.noPoints
  const [[amount, all]] = groups as [[number, string[]]]
  if (all.length === ranks.length) return t().make.everyRank(amount)
  return groups.map(([each, letters]) => t().make.ranks(each, letters.join(' '))).join(', ')
}

export function inWords(field: Field, value: unknown): string {
  if (value === null || value === undefined) return t().make.notApplicable
  switch (field.kind) {
    case 'choice':
      return field.choices.find((each) => each.value === value)?.title[settings.language] ?? String(value)
    case 'flag':
      return value ? t().yes : t().no
    case 'points':
      return `${value as number} ${t().make.points}`
    case 'batches':
      return (value as number[]).join(' – ')
    case 'seat':
      return t().seats[value as SeatLetter]
    case 'ranks':
      return ranksInWords(value as Partial<Record<RankLetter, number>>, field.choices.map((each) => each.value))
    case 'end': {
      const [[unit, amount]] = Object.entries(value as object) as [['rounds' | 'points', number]]
      return `${amount} ${t().make[unit]}`
    }
  }
}
