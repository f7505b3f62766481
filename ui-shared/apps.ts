import type { Me } from './me.ts'

const adminPaths = /^\/(dashboard(\/|$)|auth\/(login|registration|forgot-password)$|auth$|change\/[^/]+$)/

/** Which app serves a path; moving between the two is a full page load. The query is ignored. */
export const appOf = (path: string): 'admin' | 'portal' =>
  adminPaths.test(path.split(/[?#]/)[0] ?? '') ? 'admin' : 'portal'

/** The first screen of a person. */
export const homeOf = (me: Pick<Me, 'type'>): string => (me.type === 'employee' ? '/' : '/dashboard')

/** The sign-in screen of a kind of person. */
export const signInOf = (type: Me['type']): string => (type === 'employee' ? '/auth/employee' : '/auth/login')

/** True when a remembered path is one that this kind of person may stand on (spec/2 §2.4). */
export const isFor = (me: Pick<Me, 'type'>, path: string): boolean =>
  (me.type === 'employee') === (appOf(path) === 'portal')

/** Goes to a path by loading the page anew. */
export const leaveTo = (path: string): void => window.location.assign(path)
