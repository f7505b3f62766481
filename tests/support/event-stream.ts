import { get, type IncomingMessage } from 'node:http'
import { vi } from 'vitest'

/** One message of an event stream: its event, its id and its data. */
export type Message = { event: string; id: string | null; data: any }

const read = (block: string): Message | null => {
  const field = (name: string) => new RegExp(`^${name}: (.*)$`, 'm').exec(block)?.[1] ?? null
  const data = field('data')
  return data === null ? null : { event: field('event') ?? 'message', id: field('id'), data: JSON.parse(data) }
}

/** An open event stream of a signed-in person, with what has come so far. */
export const openStream = async (url: string, token: string, after?: string) => {
  const answer = await new Promise<IncomingMessage>((resolve, reject) => {
    const query = after === undefined ? '' : `?after=${after}`
    const headers = { accept: 'text/event-stream', authorization: `Bearer ${token}` }
    get(`${url}/api/live${query}`, { headers }, resolve).on('error', reject)
  })
  const messages: Message[] = []
  let [rest, raw, isEnded] = ['', '', false]
  answer.setEncoding('utf8')
  answer.on('data', (chunk: string) => {
    raw += chunk
    const blocks = (rest + chunk).split('\n\n')
    rest = blocks.pop() ?? ''
    messages.push(...blocks.flatMap((block) => read(block) ?? []))
  })
  answer.on('close', () => {
    isEnded = true
  })
  answer.on('error', () => undefined)
  const has = (what: (message: Message) => boolean) =>
    vi.waitUntil(() => messages.find(what), { timeout: 15_000, interval: 5 })
  return {
    status: answer.statusCode,
    headers: answer.headers,
    messages,
    raw: () => raw,
    /** Waits for a message. */
    has,
    /** Waits until it is told of a resource, or of one of its records. */
    hears: (resource: string, id?: number) =>
      has(({ data }) =>
        data.changes?.some((hint: any) => hint.resource === resource && (id === undefined || hint.id === id)),
      ),
    ends: () => vi.waitUntil(() => isEnded, { timeout: 15_000, interval: 5 }),
    close: () => answer.destroy(),
  }
}
