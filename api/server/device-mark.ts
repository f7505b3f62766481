import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Source } from '../../commands/identity/sign-in/known.ts'
import { isSecure } from './sign-in-cookie.ts'

// As long as the table remembers it without a sign-in (commands/identity/sign-in/sweep.ts).
const halfYear = 180 * 86_400

const nameOf = (publicUrl: string): string => (isSecure(publicUrl) ? '__Host-atrium-device' : 'atrium-device')

/** The mark that a browser was given when somebody signed in there. It proves nothing but that. */
export const markOf = (request: FastifyRequest, publicUrl: string): string | null =>
  request.cookies[nameOf(publicUrl)] ?? null

/** Where a request comes from, as signing in asks it. */
export const sourceOf = (request: FastifyRequest, publicUrl: string): Source => ({
  address: request.ip,
  mark: markOf(request, publicUrl),
})

/** Lets a browser keep its mark, also when its person signs out: the next sign-in is what it is for. */
export const setMark = (reply: FastifyReply, publicUrl: string, mark: string): void => {
  reply.setCookie(nameOf(publicUrl), mark, {
    path: '/',
    httpOnly: true,
    sameSite: 'lax',
    secure: isSecure(publicUrl),
    maxAge: halfYear,
  })
}
