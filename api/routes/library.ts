import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { Added } from '../../commands/files/library.ts'
import type { Attempt } from '../../commands/idempotency.ts'
import { libraryFile, uploadersOf } from '../../domain/library.ts'
import { Rejected } from '../../domain/rejected.ts'
import { FileMissing, type FileStorage } from '../../platform/files/storage.ts'
import { done, doneSchema } from '../body/fields.ts'
import { once } from '../writes/once.ts'
import { readSent } from '../body/sent.ts'
import { small } from '../body/size.ts'
import type { Services } from '../server/services.ts'
import { correlationOf } from '../server/request-id.ts'
import { type Call, type Route, route, type Session, signedIn } from '../server/route.ts'
import { rangeOf } from '../wire/byte-range.ts'
import { auditors, momentQuery, servicesAt } from '../wire/moment.ts'
import { plain } from '../wire/wire.ts'

/** By whom and for which call something is uploaded for itself. */
export const uploadOf = (call: Call, source: Added['source'], { commandId, isFirstTry }: Attempt): Added => ({
  source,
  actor: signedIn(call).actor,
  commandId,
  isFirstTry,
  correlationId: correlationOf(call.request),
  signal: call.request.uploads?.signal,
})

/** The call that takes one picture for itself. */
const uploadRoute = (services: Services, url: string, source: 'editor' | 'review', summary: string): Route =>
  route({
    method: 'POST',
    url,
    audience: { anyOf: uploadersOf(services.resources) },
    summary,
    sends: z.object({ file: z.file() }),
    takes: { ...small, pictures: 1 },
    response: doneSchema.extend({
      data: z.object({ location: z.string(), id: z.number() }),
      position: z.string().nullable(),
    }),
    handler: async (call) => {
      const sent = await readSent(call.request)
      const [first, ...others] = Object.values(sent.files)
      if (!first || others.length > 0) throw new Rejected('Send one picture.', 'validation')
      return once(services, call, JSON.stringify([url, sent.fingerprint]), async (attempt) => {
        const { id, link: location, position } = await services.files.add(first, uploadOf(call, source, attempt))
        if (position !== null) await services.projector.waitFor(position, 2_000)
        const data = { location, id }
        const body = {
          ...done('file', 'Picture uploaded.'),
          data,
          position: position === null ? null : String(position),
        }
        return { status: 200, body }
      })
    },
  })

/** Upload from the editor and for a review, and the library that pictures are chosen from (D8, T5, T6). */
export const libraryRoutes = (services: Services): Route[] => [
  uploadRoute(services, '/utility/uploadFiles', 'editor', 'Upload one picture for the editor'),
  uploadRoute(
    services,
    '/review/picture',
    'review',
    'Upload one picture that is proposed for review; it goes where no proposal comes of it',
  ),
  route({
    method: 'GET',
    url: '/utility/getFiles',
    audience: { anyOf: uploadersOf(services.resources) },
    atMoments: auditors,
    summary: 'Pictures and files of the library, newest first',
    query: momentQuery.extend({ keyword: plain(200).default(''), type: z.enum(['image', 'file']).optional() }),
    response: z.object({ data: z.array(libraryFile) }),
    handler: async ({ query }) => ({
      data: await (await servicesAt(services, query.as_of)).records.files(query.keyword, query.type),
    }),
  }),
]

const types: Readonly<Record<string, string>> = {
  jpg: 'image/jpeg',
  png: 'image/png',
  webp: 'image/webp',
  gif: 'image/gif',
}

// Browsers ask for what these are before they play them, and for parts of them; they stay downloads to whoever opens them.
const films: Readonly<Record<string, string>> = { mp4: 'video/mp4', webm: 'video/webm' }

/** What a file's address leads to; null when there is none, or the asker may not see it. */
export type FileFinder = (
  key: string,
  viewer: Session | null,
) => Promise<{ hash: string; extension: string; type: string; name: string } | null>

// Whoever saves it needs the extension, whatever the file is called in the library.
const nameOf = ({ name, extension }: { name: string; extension: string }) =>
  name.toLowerCase().endsWith(`.${extension}`) ? name : `${name}.${extension}`

/** Sets the headers of a file: nothing but pictures is ever shown inline, and none may do anything (UP-4). */
export const asDownload = (reply: FastifyReply, found: { name: string; extension: string; type: string }): void => {
  reply
    .header('x-content-type-options', 'nosniff')
    .header('content-security-policy', "sandbox; default-src 'none'")
    .header('cross-origin-resource-policy', 'same-origin')
  const isPicture = found.type === 'image' && found.extension in types
  if (!isPicture)
    reply.header('content-disposition', `attachment; filename*=UTF-8''${encodeURIComponent(nameOf(found))}`)
  reply.type((isPicture ? types : films)[found.extension] ?? 'application/octet-stream')
}

// Telephones play nothing of which they cannot ask for parts.
const sendFilm = async (request: FastifyRequest, reply: FastifyReply, storage: FileStorage, hash: string) => {
  const size = await storage.sizeOf(hash)
  if (size === null) throw new FileMissing('this file is not stored')
  const part = rangeOf(request.headers.range, size)
  reply.header('accept-ranges', 'bytes')
  if (part === 'outside') return reply.status(416).header('content-range', `bytes */${size}`).send()
  if (part === null) return reply.send(await storage.open(hash))
  reply
    .header('content-range', `bytes ${part.start}-${part.end}/${size}`)
    .header('content-length', part.end - part.start + 1)
  return reply.status(206).send(await storage.open(hash, part))
}

/** Serves /files/<key>/<name>: behind the sign-in, ETag is the hash, nothing but pictures is ever shown inline (UP-4). */
export const addFiles = (app: FastifyInstance, find: FileFinder, storage: FileStorage): void => {
  const config = { audience: 'anyone' as const }
  const schema = { summary: 'A picture or file, for whoever may see a record that shows it', operationId: 'openFile' }
  app.get<{ Params: { key: string; name: string } }>(
    '/files/:key/:name',
    { config, schema },
    async (request, reply) => {
      const { session } = request
      const found = /^[0-9a-f]{32}$/.test(request.params.key) ? await find(request.params.key, session) : null
      if (!found) {
        reply.status(404).type('text/plain')
        return reply.send('There is nothing at this address.')
      }
      const tag = `"${found.hash}"`
      asDownload(reply.header('etag', tag).header('cache-control', 'private, no-cache, must-revalidate'), found)
      if (request.headers['if-none-match'] === tag) return reply.status(304).send()
      if (found.type === 'file' && found.extension in films) return sendFilm(request, reply, storage, found.hash)
      return reply.send(await storage.open(found.hash))
    },
  )
}
