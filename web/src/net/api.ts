/** Everything that is not live. */

import { settings } from '../settings.svelte'
import type {
  Credentials,
  Erasure,
  ErrorBody,
  GameListed,
  GameShown,
  JoinTable,
  Me,
  NewPassword,
  NewTable,
  RulesShown,
  ShareLink,
  StatisticsShown,
  TableLink,
  TableListed,
} from '../protocol/types'

/** Why a request was refused, with a sentence for the reader; `offline` when there was no answer at all. */
export class ApiError extends Error {
  constructor(
    readonly code: string,
    readonly sentence: string,
    readonly status: number,
  ) {
    super(sentence)
  }
}

async function ask(
  method: string,
  path: string,
  body?: unknown,
  more: Record<string, string> = {},
): Promise<Response> {
  const url = new URL(path, location.href)
  url.searchParams.set('lang', settings.language)
  let answer: Response
  try {
    answer = await fetch(url, {
      method,
      credentials: 'same-origin',
      ...(body === undefined
        ? { headers: more }
        : { body: JSON.stringify(body), headers: { 'content-type': 'application/json', ...more } }),
    })
  } catch {
    throw new ApiError('offline', '', 0)
  }
  if (!answer.ok) {
    let error: Partial<ErrorBody> = {}
    try {
      error = (await answer.json()) as ErrorBody
    } catch {
      // a proxy's page, not the server's word
    }
    throw new ApiError(error.code ?? 'broken', error.sentence ?? '', answer.status)
  }
  return answer
}

/** After this the server knows the device by its cookie. */
async function known<T>(answer: Promise<T>): Promise<T> {
  const value = await answer
  settings.known = true
  return value
}

async function json<T>(
  method: string,
  path: string,
  body?: unknown,
  more: Record<string, string> = {},
): Promise<T> {
  return (await (await ask(method, path, body, more)).json()) as T
}

const shared = (share: string | null) => (share === null ? '' : `?share=${encodeURIComponent(share)}`)

export const api = {
  openTable: (table: NewTable) => known(json<TableLink>('POST', '/api/tables', table)),
  joinTable: (code: string, join: JoinTable) =>
    known(json<TableLink>('POST', `/api/tables/${code}/join`, join)),
  tables: () => json<TableListed[]>('GET', '/api/tables'),
  /** The key goes in a header: addresses are written in logs. */
  table: (code: string, key: string | null = null) =>
    json<TableListed>('GET', `/api/tables/${code}`, undefined, key === null ? {} : { 'klaverjas-key': key }),
  me: () => json<Me>('GET', '/api/me'),
  register: (who: Credentials) => known(json<Me>('POST', '/api/me/account', who)),
  logIn: (who: Credentials) => known(json<Me>('PUT', '/api/me/session', who)),
  logOut: (everywhere = false) => ask('DELETE', `/api/me/session?everywhere=${everywhere}`),
  changePassword: (change: NewPassword) => known(json<Me>('PUT', '/api/me/password', change)),
  erase: (erasure: Erasure) => ask('POST', '/api/me/erasure', erasure),
  games: (before?: number) =>
    json<GameListed[]>('GET', `/api/me/games${before === undefined ? '' : `?before=${before}`}`),
  statistics: () => json<StatisticsShown>('GET', '/api/me/statistics'),
  game: (id: string, share: string | null) => json<GameShown>('GET', `/api/games/${id}${shared(share)}`),
  replay: <T>(id: string, share: string | null) => json<T>('GET', `/api/games/${id}/replay${shared(share)}`),
  share: (id: string) => json<ShareLink>('POST', `/api/games/${id}/share`),
  rules: () => json<RulesShown>('GET', '/api/rules'),
  schema: <T>() => json<T>('GET', '/api/rules/schema'),
}
