import type { FastifyReply, FastifyRequest } from 'fastify'
import { Rejected } from '../../domain/rejected.ts'
import type { FoundSession, SignInMode } from '../../commands/identity/sessions/session.ts'

const day = 86_400
const safeMethods: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS'])

/** True when people reach the site by https. */
export const isSecure = (publicUrl: string): boolean => publicUrl.startsWith('https:')

/** The name of the sign-in cookie; browsers refuse the prefix without https (A8). */
export const signInCookie = (publicUrl: string): string => (isSecure(publicUrl) ? '__Host-atrium' : 'atrium')

const attributes = (publicUrl: string) => ({
  path: '/',
  httpOnly: true,
  sameSite: 'lax' as const,
  secure: isSecure(publicUrl),
})

/** Gives the browser its sign-in; no script can read it. */
export const setSignInCookie = (reply: FastifyReply, publicUrl: string, token: string): void => {
  reply.setCookie(signInCookie(publicUrl), token, { ...attributes(publicUrl), maxAge: day })
}

/** Takes it back. */
export const clearSignInCookie = (reply: FastifyReply, publicUrl: string): void => {
  reply.clearCookie(signInCookie(publicUrl), attributes(publicUrl))
}

const hostOf = (url: string): string | null => (URL.canParse(url) ? new URL(url).host : null)

const isOwnOrigin = (request: FastifyRequest, publicUrl: string): boolean => {
  if (request.headers['sec-fetch-site'] === 'same-origin') return true
  const host = hostOf(request.headers.origin ?? '')
  return host !== null && host !== '' && (host === request.headers.host || host === hostOf(publicUrl))
}

const foreign = () => new Rejected('This request did not come from the pages of this site.', 'forbidden')

/** Refuses an unsafe request that is not from our own pages, where a cookie authenticates. @throws Rejected forbidden */
export const checkOrigin = (request: FastifyRequest, publicUrl: string): void => {
  if (!safeMethods.has(request.method) && !isOwnOrigin(request, publicUrl)) throw foreign()
}

/**
 * The same where anyone may call: only browsers name where they come from. Signing out is such a call too: a foreign page could
 * not end the sign-in, but would have the browser forget it and every draft. @throws Rejected forbidden
 */
export const checkForeignOrigin = (request: FastifyRequest, publicUrl: string): void => {
  const isSilent = request.headers.origin === undefined && request.headers['sec-fetch-site'] === undefined
  if (!isSilent) checkOrigin(request, publicUrl)
}

const bearerOf = (header: string): string => /^bearer +(.*)$/i.exec(header)?.[1]?.trim() ?? header.trim()

export type Find = (token: string, mode: SignInMode, isActive: boolean) => Promise<FoundSession | null>

// A page that nobody attends reads on while others work; what writes is always somebody's act, unless its route says otherwise.
const isActive = ({ method, headers, routeOptions }: FastifyRequest): boolean => {
  const { background } = routeOptions.config
  if (background === 'always') return false
  return headers['x-background'] === undefined || !(safeMethods.has(method) || background === 'as said')
}

/** The living sign-in by the Authorization header, else by the cookie, then only from our own pages. @throws Rejected forbidden */
export const sessionReader =
  (find: Find, publicUrl: () => string) =>
  async (request: FastifyRequest): Promise<FoundSession | null> => {
    const { authorization } = request.headers
    if (authorization !== undefined) return find(bearerOf(authorization), 'bearer', isActive(request))
    const token = request.cookies[signInCookie(publicUrl())]
    if (token === undefined) return null
    checkOrigin(request, publicUrl())
    return find(token, 'cookie', isActive(request))
  }
