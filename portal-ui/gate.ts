import type { QueryClient } from '@tanstack/react-query'
import { type LoaderFunctionArgs, redirect, redirectDocument } from 'react-router-dom'
import { appOf, signInOf } from '../ui-shared/session/apps.ts'
import { shownMoment } from '../ui-shared/moment.ts'
import type { Me } from '../ui-shared/session/me.ts'
import { rememberRedirect } from '../ui-shared/session/redirect.ts'
import { loadMe } from '../ui-shared/session/session.ts'
import { startedSignedOut } from '../ui-shared/session/signed-in-hint.ts'
import { portalQuery } from './portal-data.ts'

/** What the gate says to somebody who wants to see a screen. */
export type Verdict = 'enter' | 'sign-in' | 'dashboard' | 'mark-preview'

/** Who may stand in the portal: employees, and users with `r-homepage` who asked for the preview (docs/specification/sign-in.md#who-goes-where, A11). */
export const judge = (
  me: Pick<Me, 'type' | 'perms'> | null,
  query: URLSearchParams,
  isPreviewing: boolean,
): Verdict => {
  if (!me) return 'sign-in'
  if (me.type === 'employee') return 'enter'
  const isMarked = query.get('preview') === '1'
  if (!(isMarked || isPreviewing) || !previews(me)) return 'dashboard'
  return isMarked ? 'enter' : 'mark-preview'
}

// Auditors look at it as it was.
const previews = (me: Pick<Me, 'perms'>): boolean =>
  me.perms.includes('r-homepage') || (shownMoment() !== null && me.perms.includes('r-audit'))

const withPreview = (url: URL): string => {
  const query = new URLSearchParams(url.search)
  query.set('preview', '1')
  return `${url.pathname}?${query}`
}

/** Route loader around every screen of the portal; asks who is there and for what every page stands on side by side. */
export const gate = (client: QueryClient) => {
  let isPreviewing = false
  return async ({ request }: LoaderFunctionArgs) => {
    const url = new URL(request.url)
    const [me] = await Promise.all([loadMe(client), startedSignedOut() ? null : client.prefetchQuery(portalQuery)])
    const verdict = judge(me, url.searchParams, isPreviewing)
    if (verdict === 'sign-in') {
      rememberRedirect(url.pathname + url.search)
      return redirect(signInOf('employee'))
    }
    if (verdict === 'dashboard') {
      // The dashboard says which address it was.
      rememberRedirect(url.pathname + url.search)
      return redirectDocument('/dashboard')
    }
    if (verdict === 'mark-preview') return redirect(withPreview(url))
    isPreviewing = me?.type === 'user' && previews(me)
    return null
  }
}

/** Loader of addresses that are no screen: the other app's by a full page load, else an error after signing in (docs/specification/sign-in.md#who-goes-where). */
export const unknownAddress =
  (client: QueryClient) =>
  async ({ request }: LoaderFunctionArgs) => {
    const { pathname, search } = new URL(request.url)
    if (appOf(pathname) === 'admin') return redirectDocument(pathname + search)
    return (await loadMe(client)) ? redirect('/error') : null
  }
