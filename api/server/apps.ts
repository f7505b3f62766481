import { randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { sendTemplate } from '../response-cache/template.ts'
import type { AppName, Permissions } from './early.ts'
import { notFound } from './errors.ts'
import { pagesOf } from './pages.ts'

const staff = /^\/(dashboard(\/|$)|auth\/(login|registration|forgot-password)\/?$|auth\/?$)/
const change = /^\/(auth\/)?(change|reset)\/[^/]+\/?$/

/** Which app answers a path: the back office, or the portal for everything else (docs/specification/sign-in.md#who-goes-where). */
export const appOf = (path: string): AppName => (staff.test(path) || change.test(path) ? 'admin' : 'portal')

// An address that means the API but is not one of it gets no page: /API/post, //api/post, /x/../api/post.
const meansApi = (path: string): boolean => {
  const plain = path.replaceAll('\\', '/').replace(/\/{2,}/g, '/')
  return URL.canParse(plain, 'http://host') && /^\/api(?![\w-])/i.test(new URL(plain, 'http://host').pathname)
}

// What probes and scrapers ask for by habit: a page would tell them that all is well.
const isProbe = (url: string): boolean => /^\/+(?:health|healthz|livez|readyz|metrics)(?:[/?]|$)/i.test(url)

/** True when a browser asks for a page, whether there is one or not: outside the API, the files and the assets. */
export const isPage = ({ method, url }: Pick<FastifyRequest, 'method' | 'url'>): boolean => {
  const path = url.split('?')[0] ?? '/'
  const isRead = method === 'GET' || method === 'HEAD'
  return isRead && !path.startsWith('/assets/') && !path.startsWith('/files/') && !meansApi(path)
}

// Without the cookie nobody is signed in: the page then need not ask, and the browser logs no 401.
const hasSignInCookie = (cookies = ''): boolean => /(?:^|;\s*)(?:__Host-)?atrium=/.test(cookies)

/** The content security policy of an app's pages (docs/architecture.md#the-apps); the editor of the back office needs style attributes. */
export const contentSecurityPolicy = (app: AppName, nonce: string): string =>
  [
    "default-src 'self'",
    "script-src 'self'",
    `style-src 'self' 'nonce-${nonce}'`,
    ...(app === 'admin' ? ["style-src-attr 'unsafe-inline'"] : []),
    "img-src 'self' data: blob:",
    "connect-src 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
    "form-action 'self'",
  ].join('; ')

// A worker has the policy of its own script: what reads PDFs makes no code of them, and asks nobody else for anything.
const pdfPolicy = "default-src 'none'; script-src 'self'; connect-src 'self'"

/** Headers that say something of pages alone, and are together as long as a small script. */
export const aboutPages = [
  'cross-origin-opener-policy',
  'origin-agent-cluster',
  'referrer-policy',
  'x-dns-prefetch-control',
  'x-download-options',
  'x-frame-options',
  'x-permitted-cross-domain-policies',
  'x-xss-protection',
]

// A page is sent also while the database is away.
const patience = 100

const soon = <T>(asked: Promise<T>): Promise<T | null> =>
  Promise.race([asked.catch(() => null), new Promise<null>((resolve) => setTimeout(resolve, patience, null))])

/**
 * Serves both apps from their builds: pages with a fresh nonce and never cached, assets by hashed names for ever.
 * @param permsOf what whoever asks for a page may do
 */
export const addApps = async (
  app: FastifyInstance,
  dist: string,
  permsOf: (request: FastifyRequest) => Promise<Permissions>,
): Promise<void> => {
  const pages = { admin: await pagesOf(dist, 'admin'), portal: await pagesOf(dist, 'portal') }
  for (const name of ['admin', 'portal'] as const) {
    await app.register(fastifyStatic, {
      root: join(dist, name),
      prefix: `/assets/${name}/`,
      allowedPath: (path) => !/\.(html|json)$/.test(path),
      immutable: true,
      maxAge: '365d',
      index: false,
      dotfiles: 'deny',
      preCompressed: true,
      // Named by what is in it, it is never asked for again.
      etag: false,
      lastModified: false,
      acceptRanges: false,
      decorateReply: name === 'admin',
    })
  }
  // Its place says which pages it may answer for, so it lies at the root; browsers ask for it again by themselves.
  const worker = await readFile(join(dist, 'portal', 'sw.js'), 'utf8')
  app.get('/sw.js', { config: { audience: 'anyone' }, schema: { hide: true } }, (_request, reply) =>
    reply.header('cache-control', 'no-cache').type('text/javascript; charset=utf-8').send(worker),
  )
  app.addHook('onSend', async ({ url }, reply) => {
    if (!url.startsWith('/assets/')) return
    for (const name of [...aboutPages, 'x-request-id']) reply.removeHeader(name)
    if (url.startsWith('/assets/portal/pdf-')) reply.header('content-security-policy', pdfPolicy)
    // HTTP/1.1 keeps a connection unless told otherwise.
    reply.raw.removeHeader('connection')
    // Scripts are modules, which are always UTF-8.
    if (url.endsWith('.js')) reply.header('content-type', 'text/javascript')
  })
  app.setNotFoundHandler(async (request, reply) => {
    if (meansApi(request.url) || isProbe(request.url)) return notFound(reply)
    if (!isPage(request)) return reply.status(404).type('text/plain').send('There is nothing at this address.')
    const path = request.url.split('?')[0] ?? '/'
    const name = appOf(path)
    const isSignedIn = hasSignInCookie(request.headers.cookie)
    const isNow = !request.url.includes('as_of=')
    const perms = isNow && isSignedIn && name === 'admin' ? await soon(permsOf(request)) : null
    // Whoever has the address of a draft may read it; nobody is to find it.
    if (/^\/(preview|unsubscribe)\//.test(path)) reply.header('x-robots-tag', 'noindex, nofollow')
    const nonce = randomBytes(16).toString('base64')
    const page = pages[name]({ url: request.url, isNow, isSignedIn, perms })
    // Whatever it asks for is asked for once it is there. It holds no secret that its length could tell of.
    reply.header('content-security-policy', contentSecurityPolicy(name, nonce)).header('cache-control', 'no-cache')
    return sendTemplate(request, reply.type('text/html; charset=utf-8'), page, nonce)
  })
}
