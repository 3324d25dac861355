/// <reference lib="webworker" />
/** Keeps the page on the device, so that it opens without a network; a table itself needs the server. */

declare const self: ServiceWorkerGlobalScope
declare const __FILES__: string[]
declare const __VERSION__: string

const CACHE = `klaverjas-${__VERSION__}`
const PAGE = '/'
const RULES = ['nl', 'en'].flatMap((language) => [`/api/rules?lang=${language}`, `/api/rules/schema?lang=${language}`])

self.addEventListener('install', (event) => {
  event.waitUntil(keep())
  void self.skipWaiting()
})

/** The page wholly, or not at all; the rules as far as the server gives them now. */
async function keep(): Promise<void> {
  const cache = await caches.open(CACHE)
  await cache.addAll([PAGE, ...__FILES__])
  await Promise.allSettled(RULES.map((address) => cache.add(address)))
}

self.addEventListener('activate', (event) => {
  event.waitUntil(
    caches
      .keys()
      .then((names) => Promise.all(names.filter((name) => name !== CACHE).map((name) => caches.delete(name))))
      .then(() => self.clients.claim()),
  )
})

self.addEventListener('fetch', (event) => {
  const { request } = event
  const url = new URL(request.url)
  if (request.method !== 'GET' || url.origin !== self.location.origin) return
  if (/^\/api\/rules(\/schema)?$/.test(url.pathname)) {
    event.respondWith(newestOrKept(request))
    return
  }
  if (/^\/(api|ws|schema|metrics|healthz|readyz)(\/|$)/.test(url.pathname)) return
  if (request.mode === 'navigate') {
    event.respondWith(fetch(request).catch(async () => (await caches.match(PAGE)) ?? Response.error()))
  } else {
    event.respondWith(caches.match(request).then((kept) => kept ?? fetch(request)))
  }
})

/** The rules can be read without a network, as they were last seen. */
async function newestOrKept(request: Request): Promise<Response> {
  const cache = await caches.open(CACHE)
  try {
    const answer = await fetch(request)
    if (answer.ok) await cache.put(request, answer.clone())
    return answer
  } catch {
    return (await cache.match(request)) ?? Response.error()
  }
}

export {}
