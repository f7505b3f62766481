import { randomBytes } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import type { Audience } from '../domain/permission.ts'
import { documentedUrl } from './openapi.ts'
import { compression, type Route } from './route.ts'

const escape = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')

const whoOf = (audience: Audience): string => {
  if (typeof audience === 'string')
    return { anyone: 'anyone', 'signed-in': 'anybody signed in', user: 'staff', employee: 'employees' }[audience]
  const names = audience.anyOf.length > 6 ? `${audience.anyOf.slice(0, 6).join(', ')} …` : audience.anyOf.join(', ')
  return audience.employees ? `${names}; employees` : names
}

const style = `
  :root { color-scheme: light dark; --ink: #1b201d; --dim: #666d67; --line: #e0e3dc; --paper: #fbfbf9; --accent: #0b5d4b }
  @media (prefers-color-scheme: dark) { :root { --ink: #e6eae7; --dim: #98a09b; --line: #2c3330; --paper: #121514; --accent: #7cd5bc } }
  body { font: 15px/1.55 Inter, system-ui, sans-serif; color: var(--ink); background: var(--paper); max-width: 1040px; margin: 0 auto; padding: 40px 24px 80px }
  h1 { font-size: 26px; font-weight: 600; letter-spacing: -.01em } h2 { font-size: 15px; margin: 36px 0 4px }
  a { color: var(--accent) } code { font: 13px ui-monospace, Menlo, monospace; overflow-wrap: anywhere }
  details { border-top: 1px solid var(--line) } summary { display: grid; grid-template-columns: 64px minmax(0, 1fr) minmax(0, 1fr); gap: 16px; padding: 9px 0; cursor: pointer }
  .who { color: var(--dim) } pre { overflow: auto; padding: 12px 16px; border: 1px solid var(--line); border-radius: 4px; font-size: 12.5px }
  @media (max-width: 700px) { summary { grid-template-columns: 56px 1fr } summary span:last-child { grid-column: 2 } }`

type OpenApi = { paths?: Record<string, object | undefined> }

const operationOf = (document: OpenApi, route: Route): unknown => {
  const path = `/api${documentedUrl(route.url)}`.replace(/:([a-zA-Z]+)/g, '{$1}')
  return (
    Object.entries(document.paths?.[path] ?? {}).find(([method]) => method === route.method.toLowerCase())?.[1] ?? {}
  )
}

const lineOf = (
  document: OpenApi,
  route: Route,
): string => `<details><summary><code>${route.method}</code><code>/api${escape(route.url)}</code><span>${escape(route.summary)}</span></summary>
<p class="who">For ${escape(whoOf(route.audience))}</p><pre tabindex="0">${escape(JSON.stringify(operationOf(document, route), null, 2))}</pre></details>`

const pageOf = (document: OpenApi, routes: readonly Route[], nonce: string): string => {
  const groups = new Map<string, Route[]>()
  for (const route of routes) {
    const name = route.url.split('/')[1] ?? ''
    groups.set(name, [...(groups.get(name) ?? []), route])
  }
  const sections = [...groups].map(
    ([name, some]) => `<h2>${escape(name)}</h2>${some.map((route) => lineOf(document, route)).join('')}`,
  )
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>API · Atrium</title><style nonce="${nonce}">${style}</style></head>
<body><main><h1>Atrium API</h1><p>${routes.length} calls. Writes take a form or JSON, <code>If-Match</code> with the version that was read, and an <code>Idempotency-Key</code>; they answer a
<code>position</code>, and a read that is sent it as <code>X-Min-Position</code> waits until it can show it. Errors are <code>{type, name, message}</code> with their real status. The same as a document: <a href="/api/docs/openapi.json">openapi.json</a>.</p>${sections.join('')}</main></body></html>`
}

const placeOfNonce = '__CSP_NONCE__'

/** The document and its page at /api/docs. */
export const addDocs = (app: FastifyInstance, routes: readonly Route[]): void => {
  const open = { config: { audience: 'anyone' as const }, schema: { hide: true }, compress: compression }
  // Long, and the same for everybody but for the nonce.
  let page: string | null = null
  app.get('/api/docs/openapi.json', open, async () => app.swagger())
  app.get('/api/docs', open, async (_request, reply) => {
    const nonce = randomBytes(16).toString('base64')
    page ??= pageOf(app.swagger(), routes, placeOfNonce)
    return reply
      .header(
        'content-security-policy',
        `default-src 'none'; style-src 'nonce-${nonce}'; base-uri 'none'; frame-ancestors 'none'; form-action 'none'`,
      )
      .type('text/html; charset=utf-8')
      .send(page.replace(placeOfNonce, nonce))
  })
}
