/** Which lines of the log may be seen: where only the previous trick may be looked at, no older one (Rules 6.7). */

import type { GameSeen, Happening } from '../protocol/types'

/** Whether the round is over for good. A penalty for talking may still be taken back. */
export function isOver(game: GameSeen): boolean {
  const result = game.round?.phase === 'done' ? game.sheet.at(-1)?.result : undefined
  return result !== undefined && !(result.offender !== null && result.accused === null)
}

export function shownLines<Line extends { event: Happening }>(lines: Line[], game: GameSeen | null): Line[] {
  if (game === null || game.rules['look_back'] !== 'previous' || game.how_ended !== null || isOver(game)) return lines
  const dealt = lines.findLastIndex((line) => line.event.kind === 'dealt')
  const won = lines.filter((line, place) => place > dealt && line.event.kind === 'trick-won').length
  let older = won - 1
  return lines.filter(({ event }, place) => {
    if (place <= dealt || older <= 0 || (event.kind !== 'card-played' && event.kind !== 'trick-won')) return true
    if (event.kind === 'trick-won') older -= 1
    return false
  })
}
