import type { FastifyInstance, FastifyRequest, RouteHandlerMethod } from 'fastify'
import { openAdmission } from './admission.ts'
import { signInCookie } from './sign-in-cookie.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Whose share of what is under way this request takes. */
    sender: string
    /** Whether it is counted among what is under way now. */
    isUnderWay: boolean
  }
}

/** Made once, since a refusal is to cost next to nothing. */
const busy = Object.assign(new Error('there is too much to do'), { statusCode: 503 })

// A sign-in by what names it, which is not looked up yet.
const senderOf = ({ headers, cookies, ip }: FastifyRequest, cookie: string): string =>
  headers.authorization ?? cookies[cookie] ?? ip

// Their senders take as long as they like, within limits of their own.
const isUpload = ({ headers }: FastifyRequest): boolean =>
  headers['content-type']?.startsWith('multipart/form-data') === true

/**
 * Refuses what could not be answered soon, before anything is looked up for it. Counted are look-ups of sign-ins and what handlers do until they
 * answer: neither a body on its way nor an answer that somebody takes slowly, nor sign-ins, which take turns by themselves.
 * Answers how to count a look-up.
 */
export const addCrowd = (app: FastifyInstance, publicUrl: string) => {
  const { hasRoom, begin, end } = openAdmission()
  const cookie = signInCookie(publicUrl)
  const enter = (request: FastifyRequest) => {
    request.isUnderWay = true
    begin(request.sender)
  }
  const leave = (request: FastifyRequest) => {
    if (request.isUnderWay) end(request.sender)
    request.isUnderWay = false
  }
  const counting = async <T>(request: FastifyRequest, work: () => T | Promise<T>): Promise<T> => {
    enter(request)
    try {
      return await work()
    } finally {
      leave(request)
    }
  }
  const counted = (handler: RouteHandlerMethod): RouteHandlerMethod =>
    function (this: FastifyInstance, request, reply) {
      const work = () => handler.call(this, request, reply)
      return request.routeOptions.config.paced || isUpload(request) ? work() : counting(request, work)
    }

  app.decorateRequest('sender', '')
  app.decorateRequest('isUnderWay', false)
  app.addHook('onRoute', (route) => {
    if (route.config?.audience !== undefined) route.handler = counted(route.handler)
  })
  app.addHook('onRequest', (request, reply, done) => {
    const { audience, paced } = request.routeOptions.config
    if (audience === undefined) return done()
    request.sender = senderOf(request, cookie)
    if (paced !== undefined || hasRoom(request.sender)) return done()
    reply.header('retry-after', '2')
    done(busy)
  })
  app.addHook('onSend', (request, _reply, payload, done) => {
    leave(request)
    done(null, payload)
  })
  return counting
}
