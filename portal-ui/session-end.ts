import type { QueryClient } from '@tanstack/react-query'
import type { DataRouter } from 'react-router-dom'
import { onSessionEnd } from '../ui-shared/api/session-end.ts'
import { signInOf } from '../ui-shared/session/apps.ts'
import { rememberRedirect } from '../ui-shared/session/redirect.ts'
import { meQuery } from '../ui-shared/session/session.ts'

/**
 * When the server says that the sign-in is over: forgets what was read, remembers the place (the one being gone to, when
 * somebody is on the way) and goes to the sign-in. Whoever was not signed in when they came is the gate's matter.
 */
export const leaveWhenSessionEnds = (client: QueryClient, router: DataRouter): void => {
  onSessionEnd(() => {
    if (!client.getQueryData(meQuery.queryKey)) return
    const { pathname, search } = router.state.navigation.location ?? router.state.location
    rememberRedirect(pathname + search)
    client.clear()
    void router.navigate(signInOf('employee'), { state: { isSessionOver: true } })
  })
}
