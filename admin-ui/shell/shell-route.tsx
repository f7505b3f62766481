import { isStaff } from '../../domain/person.ts'
import { QueryClientProvider } from '@tanstack/react-query'
import { type LoaderFunctionArgs, redirect } from 'react-router-dom'
import { leaveTo } from '../../ui-shared/session/apps.ts'
import { rememberRedirect } from '../../ui-shared/session/redirect.ts'
import { loadMe, MeProvider } from '../../ui-shared/session/session.ts'
import { BrokenScreen } from '../../ui-shared/broken-screen.tsx'
import { configQuery } from '../../ui-shared/config/use-config.ts'
import { client } from './query-client.ts'
import { Shell } from './shell.tsx'

/** Who is not signed in is sent to the sign-in and brought back after it; employees belong into the portal (docs/specification/sign-in.md#who-goes-where). */
export const loader = async ({ request }: LoaderFunctionArgs) => {
  void client.prefetchQuery(configQuery)
  const me = await loadMe(client)
  const { pathname, search } = new URL(request.url)
  if (!me) {
    rememberRedirect(pathname + search)
    return redirect('/auth/login')
  }
  if (isStaff(me)) return null
  leaveTo('/')
  // The page is about to be replaced by the portal.
  return new Promise<never>(() => undefined)
}

// Asking once per visit is enough: a dead sign-in shows with the next call, a changed permission with the next refusal.
export const shouldRevalidate = () => false

export const ErrorBoundary = BrokenScreen

/** The frame around every screen of the back office. */
export const Component = () => (
  <QueryClientProvider client={client}>
    <MeProvider>
      <Shell />
    </MeProvider>
  </QueryClientProvider>
)
