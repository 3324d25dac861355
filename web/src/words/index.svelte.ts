/** The words of the page in the reader's language. */

import { settings } from '../settings.svelte'
import { en } from './en'
import { nl, type Words } from './nl'

export type { Words }

/** The dictionary of now; whatever shows it changes with the language. */
export const t = (): Words => (settings.language === 'en' ? en : nl)

/** A bot as people call it, by its level; another name stays as it is. */
export const levelName = (bot: string): string => t().levels[bot]?.name ?? bot

/** A rule set as people call it: "rotterdam-bond/1" is "Rotterdams, bond". */
export function ruleSetName(base: string): string {
  const name = base.replace(/\/.*/, '')
  return t().ruleSets[name] ?? name
}
