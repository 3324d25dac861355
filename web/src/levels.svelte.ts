/** The levels of bots that this server has, from weak to strong. */

import { api } from './net/api'
import { settings } from './settings.svelte'

/** What every server has; the others need more than Python there. */
export const levels = $state({ here: ['beginner', 'club'], usual: 'club' })
let asked: Promise<void> | null = null

/** Ask the server, once. Without an answer the usual ones are offered. */
export function askLevels(): void {
  asked ??= api.rules().then(
    (told) => {
      levels.here = told.levels
      levels.usual = told.default_level
    },
    () => {
      asked = null
    },
  )
}

/** The level that new bots get here: the one that was chosen, where there is such a one. */
export const chosenLevel = (): string => (levels.here.includes(settings.level) ? settings.level : levels.usual)
