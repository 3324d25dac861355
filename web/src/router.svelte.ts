/** Which screen an address means. */

export type Place =
  | { screen: 'start' }
  | { screen: 'new' }
  /** *key* is in the link; *asked*: somebody waits for the host's yes, perhaps as a display. */
  | { screen: 'table'; code: string; key: string | null; asked: string | null }
  | { screen: 'game'; id: string; share: string | null }
  | { screen: 'me' }
  | { screen: 'rules' }
  | { screen: 'settings' }
  | { screen: 'unknown' }

export function placeOf(url: URL): Place {
  const [, first = '', second = ''] = url.pathname.split('/')
  if (first === '') return { screen: 'start' }
  if (first === 'nieuw') return { screen: 'new' }
  if (first === 't' && /^[0-9]{6}$/.test(second)) {
    const key = /^#[0-9a-f]{32}$/.test(url.hash) ? url.hash.slice(1) : null
    return { screen: 'table', code: second, key, asked: url.searchParams.get('asked') }
  }
  if (first === 'g' && /^[0-9a-f]{16}$/.test(second)) {
    return { screen: 'game', id: second, share: url.searchParams.get('share') }
  }
  if (first === 'ik') return { screen: 'me' }
  if (first === 'regels') return { screen: 'rules' }
  if (first === 'instellingen') return { screen: 'settings' }
  return { screen: 'unknown' }
}

class Router {
  place: Place = $state.raw(placeOf(new URL(location.href)))

  constructor() {
    addEventListener('popstate', () => this.look())
  }

  go(path: string, { replace = false } = {}): void {
    if (replace) history.replaceState(null, '', path)
    else history.pushState(null, '', path)
    this.look()
    scrollTo(0, 0)
  }

  private look(): void {
    this.place = placeOf(new URL(location.href))
  }
}

export const router = new Router()

/** For links: goes there without loading the page anew, unless another tab or a download is wanted. */
export function inPage(event: MouseEvent): void {
  const link = (event.currentTarget as Element).closest('a')
  if (link === null || event.ctrlKey || event.metaKey || event.shiftKey || event.button !== 0) return
  event.preventDefault()
  router.go(link.getAttribute('href') ?? '/')
}
