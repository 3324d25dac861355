/** The running totals of a game, round by round. */

import type { SheetRow } from '../protocol/types'

export function running(sheet: readonly SheetRow[]): { NS: number; WE: number }[] {
  let NS = 0
  let WE = 0
  return sheet
    .filter((row) => row.result.outcome !== 'passed-out')
    .map(({ result }) => {
      NS += result.score[0]
      WE += result.score[1]
      return { NS, WE }
    })
}
