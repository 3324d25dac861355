/** What this device remembers of its user. */

import type { RuleChanges } from './protocol/types'

export type Language = 'nl' | 'en'
export type Faces = 'auto' | 'classic' | 'large'

export interface Choices {
  language: Language
  name: string
  /** Whether the server knows this device: then there may be games and tables to ask for. */
  known: boolean
  sound: boolean
  taps: 1 | 2
  fourColours: boolean
  faces: Faces
  hints: boolean
  lastCardPlaysItself: boolean
  rules: string | RuleChanges
  /** Of bots that are put down. */
  level: string
  bottomSeat: Record<string, string>
  handOnly: boolean
}

const KEY = 'klaverjas'

function preferredLanguage(): Language {
  for (const wanted of navigator.languages ?? []) {
    if (wanted.startsWith('nl')) return 'nl'
    if (wanted.startsWith('en')) return 'en'
  }
  return 'nl'
}

function kept(): Partial<Choices> {
  try {
    const value: unknown = JSON.parse(localStorage.getItem(KEY) ?? '{}')
    return typeof value === 'object' && value !== null ? value : {}
  } catch {
    return {} // no storage in a private window, or something else's text in it
  }
}

export const settings: Choices = $state({
  language: preferredLanguage(),
  name: '',
  known: false,
  sound: true,
  taps: 1,
  fourColours: false,
  faces: 'auto',
  hints: true,
  lastCardPlaysItself: true,
  rules: 'rotterdam-bond',
  level: 'club', // plays soundly and can be beaten: what a newcomer likes best
  bottomSeat: {},
  handOnly: false,
  ...kept(),
})

/** Keep every change; called once, by the page. */
export function keepSettings(): void {
  $effect(() => {
    const text = JSON.stringify(settings)
    try {
      localStorage.setItem(KEY, text)
    } catch {
      // then it is forgotten with the page
    }
  })
  // What another tab changes holds here, too.
  $effect(() => {
    const changed = (event: StorageEvent) => {
      if (event.key === KEY) Object.assign(settings, kept())
    }
    addEventListener('storage', changed)
    return () => removeEventListener('storage', changed)
  })
  $effect(() => {
    document.documentElement.lang = settings.language
  })
}
