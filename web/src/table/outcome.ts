/** How a round went, in a sentence. */

import type { Result } from '../protocol/types'
import { t } from '../words/index.svelte'

export function outcomeOf(result: Result | null): string {
  if (result === null) return ''
  const words = t().result
  const makers = result.makers === null ? '' : t().teams[result.makers]
  switch (result.outcome) {
    case 'made':
      return words.madeBy(makers)
    case 'nat':
      return words.natBy(makers)
    case 'pit':
      return words.pitBy(makers)
    case 'tegenpit':
      return words.tegenpitBy(makers)
    case 'verzaakt':
      // Without anybody accused it is a penalty for talking.
      return (result.accused === null ? words.punished : words.verzaaktBy)(
        result.offender === null ? '' : t().teams[result.offender],
      )
    default:
      return words.passedOutBy
  }
}
