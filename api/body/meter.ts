import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { Rejected } from '../../domain/rejected.ts'
import { BadUpload } from '../../platform/files/refused.ts'
import { type Shares, sharesOf } from '../../platform/shares.ts'
import { countedAs } from '../server/limits.ts'
import { sizeFor } from './size.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Aborted, with the refusal as its reason, when a body comes too slowly or there is no room for it. */
    arrival: AbortSignal | null
  }
}

/** In bytes of bodies that have begun to arrive and are not answered yet, and in milliseconds. */
export type MeterLimits = {
  /** Of all together; whoever holds no more than `least` is taken in beyond it. */
  all: number
  least: number
  perPerson: number
  /** Of a network, before signing in: where anybody may call, bodies have a few kB. */
  perNetwork: number
  /** A body has to be there after this time; an upload has to have grown by `growth` bytes each time. */
  patience: number
  growth: number
}

// 16 kB a second, over half a minute: a connection that stops for a moment is not cut off.
const usual: MeterLimits = {
  all: 128_000_000,
  least: 1_000_000,
  perPerson: 32_000_000,
  perNetwork: 1_000_000,
  patience: 30_000,
  growth: 480_000,
}

/** Whether more of a request is on its way than its head. */
export const hasBody = ({ headers }: FastifyRequest) =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0

const isUpload = (request: FastifyRequest) =>
  sizeFor(request).pictures > 0 && (request.headers['content-type'] ?? '').startsWith('multipart/')

const refusals = {
  'too much': () =>
    new Rejected('You are sending too much at once. Please wait until some of it has arrived.', 'throttled', {
      data: { retryAfter: 5 },
    }),
  'all is taken': () =>
    new Rejected('Too much is being sent at the moment. Please try again.', 'unavailable', { data: { retryAfter: 5 } }),
}

/** Answers the refusal of what a sender announces, when there is no room for it. */
const startMeter = (
  request: FastifyRequest,
  reply: FastifyReply,
  shares: Shares,
  limits: MeterLimits,
): Rejected | null => {
  const { raw } = request
  const [who, most] = [countedAs(request), request.session ? limits.perPerson : limits.perNetwork]
  const stopper = new AbortController()
  request.arrival = stopper.signal
  // What a sender announces is taken at once: of many uploads the first come in, instead of each a little and none whole.
  let [held, arrived, atLast] = [0, 0, 0]
  const take = (bytes: number): Rejected | null => {
    const taken = shares.take(who, bytes, most)
    if (taken !== 'taken') return refusals[taken]()
    held += bytes
    return null
  }
  const refusal = take(Number(request.headers['content-length'] ?? 0))
  if (refusal) return refusal
  const count = (chunk: Buffer) => {
    arrived += chunk.length
    if (stopper.signal.aborted || arrived <= held) return
    const late = take(chunk.length)
    if (late) stopper.abort(late)
  }
  const look = () => {
    if (isUpload(request) && arrived - atLast >= limits.growth) atLast = arrived
    else stopper.abort(new BadUpload(408, 'The request did not arrive in time.'))
  }
  const timer = setInterval(look, limits.patience)
  const stopTimer = () => clearInterval(timer)
  raw.on('data', count)
  // A listener alone would let the body flow past whoever reads it later.
  raw.pause()
  raw.once('end', stopTimer)
  reply.raw.once('close', () => {
    stopTimer()
    raw.off('data', count)
    shares.giveBack(who, held)
  })
  return null
}

/** Watches every body from its first byte to the answer: how fast it comes, and how much its sender has in flight. */
export const addMeter = (app: FastifyInstance, limits: Partial<MeterLimits> = {}): Shares => {
  const bounds = { ...usual, ...limits }
  const shares = sharesOf(bounds)
  app.decorateRequest('arrival', null)
  // With a callback, so that nothing of the body gets lost between this and the parser.
  app.addHook('preParsing', (request, reply, payload, done) => {
    const refusal = hasBody(request) ? startMeter(request, reply, shares, bounds) : null
    done(refusal, payload)
  })
  return shares
}
