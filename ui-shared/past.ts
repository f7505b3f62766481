import { type DataRouter, type Path, parsePath, type To } from 'react-router-dom'
import { momentIn, setTaking } from './moment.ts'
import { withMoment } from './moment-address.ts'

// What is no record has no past of its own: who is signed in, work under way and what the server says of itself.
const ofNow = [
  /^\/(auth|me|live|job|import|schedule|take_back|checkpoint|evidence|docs|draft|preview_link|preview|list_view)(\/|$)/,
  /^\/utility\/(debug_log|permissions|getActors|getMenus|operations|couriers|sent|to_read|mail|manifest)(\/|$)/,
  /^\/\w+\/(unread|mine|export|bulk\/.*|mail_server)(\/|$)/,
  /^\/\w+\/[^/]+\/(revert|personal_data|erasure|sign_ins|uses|mine|opens|reactions|comments)(\/|$)/,
]

/** True for reads below /api that answer as of a moment. */
export const takesMoment = (path: string): boolean => !ofNow.some((pattern) => pattern.test(path))

setTaking(takesMoment)

const at = (to: To, moment: string): Partial<Path> => {
  const path = typeof to === 'string' ? parsePath(to) : to
  return { ...path, search: withMoment(path.search ?? '', moment) }
}

const isOfMoments = (pathname: string): boolean => !/^\/(auth|change|logout|error)(\/|$)/.test(pathname)

// What opens in a tab of its own passes the router by. Whoever previews the portal goes on to do so there.
const keepInTabs = (moment: string): void => {
  const keep = ({ target }: Event) => {
    const link = target instanceof Element ? target.closest('a') : null
    if (!link || link.target !== '_blank' || link.origin !== window.location.origin) return
    if (/^\/(api|files)\//.test(link.pathname) || !isOfMoments(link.pathname)) return
    const query = new URLSearchParams(withMoment(link.search, moment))
    if (new URLSearchParams(window.location.search).has('preview')) query.set('preview', '1')
    link.search = query.toString()
  }
  for (const press of ['click', 'auxclick']) document.addEventListener(press, keep, true)
}

/** Keeps a moment in every address that the app goes to or links; one that is reached with another, or none, is loaded anew. */
export const keepIn = (router: DataRouter, moment: string): DataRouter => {
  keepInTabs(moment)
  const { navigate, createHref } = router
  router.navigate = (to: number | To | null, options?: Parameters<DataRouter['navigate']>[1]) =>
    typeof to === 'number' ? navigate(to) : navigate(to === null ? null : at(to, moment), options)
  router.createHref = (location) => createHref({ ...location, search: withMoment(location.search, moment) })
  router.subscribe(({ location: { pathname, search } }) => {
    if (isOfMoments(pathname) && momentIn(search) !== moment) window.location.reload()
  })
  return router
}
