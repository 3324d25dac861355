import { ApiError } from './net/api'
import { t } from './words/index.svelte'

/** What to tell somebody when a request failed: the server's own sentence where it has one. */
export function problemIn(error: unknown): string {
  if (!(error instanceof ApiError)) return t().line.broken
  return error.sentence || (error.code === 'offline' ? t().line.offline : t().line.broken)
}
