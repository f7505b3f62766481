// The service worker of the portal: opens it without a connection, with what an employee read on this device during the last day.
// What is built is a script of its own at /sw.js (vite.offline.ts), since its place says what it may answer.

export {}

declare const builtFiles: readonly string[]
declare const buildName: string

type Waiting = Event & { waitUntil(work: Promise<unknown>): void }
type Told = Waiting & { data: unknown; source: Pick<Page, 'postMessage'> | null }
type Asked = Waiting & {
  request: Request
  clientId: string
  preloadResponse: Promise<Response | undefined>
  respondWith(answer: Promise<Response>): void
}
type Page = { url: string; postMessage(said: unknown): void }

// The types of workers and those of pages exclude each other.
declare const self: {
  location: Location
  registration: { navigationPreload?: { enable(): Promise<void> } }
  clients: { get(id: string): Promise<Page | undefined>; claim(): Promise<void> }
  skipWaiting(): Promise<void>
  addEventListener(name: 'install' | 'activate', heard: (event: Waiting) => void): void
  addEventListener(name: 'message', heard: (event: Told) => void): void
  addEventListener(name: 'fetch', heard: (event: Asked) => void): void
}

const ofBuild = `atrium-portal-${buildName}`
const ofPerson = 'atrium-read'
const assets = '/assets/portal/'
const [personAt, pageAt] = ['/person', '/page']
const keptAt = 'x-kept-at'
// As long as a sign-in lasts: what could be opened here anyway.
const longest = 86_400_000
// A line that is nearly away answers late or never.
const patience = 5_000
const mostAnswers = 400
const largest = 2_000_000

const other = /^\/(dashboard|auth|change|reset|logout|error|preview|api|files|assets|health|metrics)(\/|$)/
const isScreen = (path: string): boolean => !other.test(path)

const isKind = (request: Request, path: string): boolean =>
  path.startsWith('/api/')
    ? !/^\/api\/(live|auth|docs)(\/|$)/.test(path)
    : path.startsWith('/files/') && request.destination === 'image'

/** What is kept of the person who was named; null when nobody was, or somebody signed in or out since. */
const read = async (): Promise<Cache | null> => {
  if (!(await caches.has(ofPerson))) return null
  const cache = await caches.open(ofPerson)
  return (await cache.match(personAt)) ? cache : null
}

const forget = (): Promise<boolean> => caches.delete(ofPerson)

const isFresh = (answer: Response | undefined): answer is Response =>
  answer !== undefined && Date.now() - Date.parse(answer.headers.get(keptAt) ?? '') < longest

const tidy = async (cache: Cache): Promise<void> => {
  const keys = await cache.keys()
  const old = keys.slice(0, Math.max(0, keys.length - mostAnswers))
  await Promise.all(old.filter(({ url }) => new URL(url).pathname !== personAt).map((one) => cache.delete(one)))
}

/** Keeps an answer with the moment; one that says no takes away what was kept, and all of it where nobody is signed in any more. */
const keep = async (cache: Cache, key: string, answer: Response): Promise<void> => {
  if (answer.status === 401) return void (await forget())
  if (answer.status >= 500 || answer.status === 429) return
  await cache.delete(key)
  if (answer.status !== 200 || answer.type !== 'basic') return
  const body = await answer.blob()
  if (body.size > largest) return
  const headers = new Headers(answer.headers)
  headers.set(keptAt, new Date().toISOString())
  // The body was unpacked on its way.
  for (const name of ['content-encoding', 'content-length']) headers.delete(name)
  await cache.put(key, new Response(body, { headers }))
  await tidy(cache)
}

// Since when the server is away, as far as it was asked.
let known: string | null | undefined

const tell = async (clientId: string, away: string | null): Promise<void> => {
  if (known !== undefined && (known === null) === (away === null)) return
  known = away
  const page = await self.clients.get(clientId)
  page?.postMessage({ away })
}

const late = (): Promise<null> => new Promise((resolve) => setTimeout(() => resolve(null), patience))

/** From the server; from what is kept when that cannot be reached, or does not answer while something is kept. @throws what fetch does */
const answerTo = async (event: Asked): Promise<Response> => {
  const { request, clientId } = event
  const [cache, page] = await Promise.all([read(), self.clients.get(clientId)])
  if (!cache || !page || !isScreen(new URL(page.url).pathname)) return fetch(request)
  const asking = fetch(request)
  event.waitUntil(asking.then((answer) => keep(cache, request.url, answer.clone())).catch(() => undefined))
  const found = await cache.match(request.url)
  const came = await Promise.race([asking.catch(() => null), ...(isFresh(found) ? [late()] : [])])
  if (came) {
    // The browser's own cache answers without a line as well, of what it may keep.
    if (came.headers.get('cache-control')?.includes('no-store')) event.waitUntil(tell(clientId, null))
    return came
  }
  if (!isFresh(found)) return asking
  event.waitUntil(tell(clientId, found.headers.get(keptAt)))
  return found
}

const openScreen = async (event: Asked): Promise<Response> => {
  const cache = await read()
  try {
    return (await event.preloadResponse) ?? (await fetch(event.request))
  } catch (error) {
    const found = await cache?.match(pageAt)
    if (isFresh(found)) return found
    throw error
  }
}

const builtFile = async (request: Request): Promise<Response> => (await caches.match(request)) ?? fetch(request)

/** Begins to keep for a person, with what their page has read before there was anybody to keep it. */
const begin = async (person: string, addresses: readonly string[]): Promise<void> => {
  const before = await (await read())?.match(personAt)
  if (before && (await before.text()) !== person) await forget()
  const cache = await caches.open(ofPerson)
  await cache.put(personAt, new Response(person))
  const add = async (key: string, address: string) => {
    if (!isFresh(await cache.match(key))) await keep(cache, key, await fetch(address))
  }
  await Promise.all([
    fetch('/').then((page) => keep(cache, pageAt, page)),
    ...addresses.map((address) => add(new URL(address, self.location.origin).href, address)),
  ]).catch(() => undefined)
}

const isText = (value: unknown): value is string => typeof value === 'string'

const hear = async (said: unknown): Promise<void> => {
  if (typeof said !== 'object' || said === null || !('person' in said) || !isText(said.person)) return
  const addresses = 'read' in said && Array.isArray(said.read) ? said.read.filter(isText) : []
  await begin(said.person, addresses)
}

self.addEventListener('install', (event) => {
  const load = async () => {
    const cache = await caches.open(ofBuild)
    await cache.addAll(builtFiles.map((name) => assets + name))
    await self.skipWaiting()
  }
  event.waitUntil(load())
})

self.addEventListener('activate', (event) => {
  const begun = async () => {
    const names = await caches.keys()
    const old = names.filter((name) => name.startsWith('atrium-portal-') && name !== ofBuild)
    await Promise.all(old.map((name) => caches.delete(name)))
    await self.registration.navigationPreload?.enable()
    await self.clients.claim()
  }
  event.waitUntil(begun())
})

self.addEventListener('message', (event) => {
  event.source?.postMessage({ away: known ?? null })
  event.waitUntil(hear(event.data))
})

self.addEventListener('fetch', (event) => {
  const { request } = event
  const { origin, pathname, searchParams } = new URL(request.url)
  if (origin !== self.location.origin) return
  // Whoever is there after it may be somebody else.
  if (request.method !== 'GET') return pathname.startsWith('/api/auth/') ? event.waitUntil(forget()) : undefined
  if (pathname.startsWith(assets)) return event.respondWith(builtFile(request))
  if (searchParams.has('as_of') || request.headers.has('range')) return
  if (request.mode === 'navigate') return isScreen(pathname) ? event.respondWith(openScreen(event)) : undefined
  if (isKind(request, pathname)) event.respondWith(answerTo(event))
})
