import { type DataRouter, type Path, parsePath, type To } from 'react-router-dom'
import { momentIn, shownMoment, withMoment } from './moment.ts'

const kept = (to: To): Partial<Path> => {
  const path = typeof to === 'string' ? parsePath(to) : to
  return { ...path, search: withMoment(path.search ?? '', shownMoment()) }
}

const isOfMoments = (pathname: string): boolean => !/^\/(auth|change|logout|error)(\/|$)/.test(pathname)

/** Keeps the moment in every address that the app goes to or links; one that is reached with another moment is loaded anew. */
export const keepMoment = (router: DataRouter): void => {
  const shown = shownMoment()
  if (shown !== null) {
    const { navigate, createHref } = router
    router.navigate = (to: number | To | null, options?: Parameters<DataRouter['navigate']>[1]) =>
      typeof to === 'number' ? navigate(to) : navigate(to === null ? null : kept(to), options)
    router.createHref = (location) => createHref({ ...location, search: withMoment(location.search, shown) })
  }
  router.subscribe(({ location: { pathname, search } }) => {
    if (isOfMoments(pathname) && momentIn(search) !== shown) window.location.reload()
  })
}
