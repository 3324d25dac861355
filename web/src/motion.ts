/** Movement that never blocks play, and is none for who asked for none. */

import { prefersReducedMotion } from 'svelte/motion'

/** The same movement, or none. */
export function motion<T extends { duration?: number }>(wanted: T): T {
  return prefersReducedMotion.current ? { ...wanted, duration: 0 } : wanted
}
