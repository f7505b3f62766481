import { type ComponentType, useSyncExternalStore } from 'react'
import type { RouteObject } from 'react-router-dom'
import { onZone, siteZone } from '../date.tsx'
import { currentLanguage, onLanguage } from '../i18n.ts'

const drawnAnew = (Component: ComponentType): ComponentType => {
  const InLanguage = () => {
    useSyncExternalStore(onLanguage, currentLanguage)
    useSyncExternalStore(onZone, siteZone)
    return <Component />
  }
  return InLanguage
}

type Parts = { Component?: ComponentType | null | undefined }

const withDrawn = <P extends Parts>(parts: P): P =>
  parts.Component ? { ...parts, Component: drawnAnew(parts.Component) } : parts

/**
 * Routes whose screens are drawn anew in another language, and with another time zone of the site, with what has been typed into them: the router makes one element
 * of each component, which React would never draw again by itself.
 */
export const inLanguage = (routes: readonly RouteObject[]): RouteObject[] =>
  routes.map((route) => {
    const { lazy, children } = route
    return Object.assign(
      withDrawn({ ...route }),
      typeof lazy === 'function' ? { lazy: async () => withDrawn(await lazy()) } : {},
      children ? { children: inLanguage(children) } : {},
    )
  })
