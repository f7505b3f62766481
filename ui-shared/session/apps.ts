import { isEmployee, isStaff } from '../../domain/person.ts'
import type { Me } from './me.ts'

const adminPaths = /^\/(dashboard(\/|$)|auth\/(login|registration|forgot-password)$|auth$|change\/[^/]+$)/

/** Which app serves a path; moving between the two is a full page load. The query is ignored. */
export const appOf = (path: string): 'admin' | 'portal' =>
  adminPaths.test(path.split(/[?#]/)[0] ?? '') ? 'admin' : 'portal'

/** The first screen of a person. */
export const homeOf = (me: Pick<Me, 'type'>): string => (isEmployee(me) ? '/' : '/dashboard')

/** The sign-in screen of a kind of person. */
export const signInOf = (type: Me['type']): string => (isEmployee({ type }) ? '/auth/employee' : '/auth/login')

const isPreview = (path: string): boolean => new URLSearchParams(path.split('?')[1]).get('preview') === '1'

/** True when this kind of person may stand on a remembered path (docs/specification/sign-in.md#who-goes-where, A11). */
export const isFor = (me: Pick<Me, 'type'>, path: string): boolean =>
  appOf(path) === 'portal' ? isEmployee(me) || isPreview(path) : isStaff(me)

/** Goes to a path by loading the page anew. */
export const leaveTo = (path: string): void => window.location.assign(path)
