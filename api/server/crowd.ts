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

// A sign-in by what names it, which is not looked up yet.
const senderOf = ({ headers, cookies, ip }: FastifyRequest, cookie: string): string =>
  headers.authorization ?? cookies[cookie] ?? ip

// Their senders take as long as they like, within limits of their own.
const isUpload = ({ headers }: FastifyRequest): boolean =>
  headers['content-type']?.startsWith('multipart/form-data') === true

/** What is under way in a server: look-ups of sign-ins, and what handlers do until they answer. */
export type Crowd = {
  /** Counts the look-up of a request until `leave`; false for one that could not be answered soon. */
  enter(request: FastifyRequest): boolean
  /** No longer counts a request; harmless for one that is not counted. */
  leave(request: FastifyRequest): void
}

/**
 * Counts what is under way, and refuses what could not be answered soon before anything is looked up for it. Not counted are a body on its way and
 * an answer that somebody takes slowly; sign-ins take turns by themselves (`paced`), and are never refused here.
 */
export const addCrowd = (app: FastifyInstance, publicUrl: string): Crowd => {
  const { hasRoom, begin, end } = openAdmission()
  const cookie = signInCookie(publicUrl)
  const count = (request: FastifyRequest) => {
    request.isUnderWay = true
    begin(request.sender)
  }
  const leave = (request: FastifyRequest) => {
    if (request.isUnderWay) end(request.sender)
    request.isUnderWay = false
  }
  const counted = (handler: RouteHandlerMethod): RouteHandlerMethod =>
    function (this: FastifyInstance, request, reply) {
      if (request.routeOptions.config.paced !== undefined || isUpload(request))
        return handler.call(this, request, reply)
      count(request)
      const work: unknown = handler.call(this, request, reply)
      const done = () => leave(request)
      if (work instanceof Promise) work.then(done, done)
      else done()
      return work
    }

  app.decorateRequest('sender', '')
  app.decorateRequest('isUnderWay', false)
  app.addHook('onRoute', (route) => {
    if (route.config?.audience !== undefined) route.handler = counted(route.handler)
  })
  return {
    enter: (request) => {
      request.sender = senderOf(request, cookie)
      if (request.routeOptions.config.paced === undefined && !hasRoom(request.sender)) return false
      count(request)
      return true
    },
    leave,
  }
}
