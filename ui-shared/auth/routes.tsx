import { redirect, type RouteObject } from 'react-router-dom'
import { signInOf } from '../session/apps.ts'
import type { Population } from './calls.ts'
import { onlySignedOut } from './after-sign-in.ts'

const path = (population: Population, user: string) => (population === 'employee' ? `${user}/employee` : user)

// Links of old mails have other forms (A1).
const formerLinks = (population: Population): RouteObject[] =>
  ['/auth/change/:token', '/auth/reset/:token'].map((former) => ({
    path: path(population, former),
    loader: ({ params }) => redirect(path(population, `/change/${encodeURIComponent(params.token ?? '')}`)),
  }))

// Components, not elements: those would keep the language in which they were made.
/** The sign-in and recovery screens of one population. */
export const authRoutes = (population: Population): RouteObject[] => [
  {
    path: signInOf(population),
    loader: onlySignedOut,
    lazy: async () => {
      const { SignInPage } = await import('./sign-in-page.tsx')
      return { Component: () => <SignInPage population={population} /> }
    },
  },
  {
    path: path(population, '/auth/forgot-password'),
    lazy: async () => {
      const { ForgotPage } = await import('./forgot-page.tsx')
      return { Component: () => <ForgotPage population={population} /> }
    },
  },
  {
    path: path(population, '/change/:token'),
    lazy: async () => {
      const { ChangePage } = await import('./change-page.tsx')
      return { Component: () => <ChangePage population={population} /> }
    },
  },
  ...formerLinks(population),
]

export const registrationRoute: RouteObject = {
  path: '/auth/registration',
  lazy: async () => {
    const { RegistrationPage } = await import('./registration-page.tsx')
    return { Component: RegistrationPage }
  },
}

/** What both apps answer: signing out and the error pages (docs/specification/sign-in.md#screens). */
export const sharedRoutes: RouteObject[] = [
  {
    path: '/logout',
    lazy: async () => {
      const { leaveLoader } = await import('./sign-out.ts')
      return { loader: leaveLoader, element: null }
    },
  },
  { path: '/error', loader: () => redirect('/error/error-v1') },
  {
    path: '/error/:style',
    lazy: () => import('../error-page.tsx'),
  },
]
