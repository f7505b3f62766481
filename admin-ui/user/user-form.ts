import { lazy } from 'react'
import { secret } from '../../domain/fields/secret.ts'
import type { Resource } from '../../domain/resource.ts'
import { user } from '../../domain/resources/user.ts'
import type { FormOverrides } from '../edit/form-overrides.ts'
import { lockErased } from '../people/erased.ts'

const NewPassword = lazy(async () => ({ default: (await import('../edit/fields/new-password.tsx')).NewPassword }))
const UserAside = lazy(async () => ({ default: (await import('./user-aside.tsx')).UserAside }))
const OwnRecord = lazy(async () => ({ default: (await import('./own-record.tsx')).OwnRecord }))

const hint = 'May stay empty: somebody new sets their own by the link that is mailed to them, and who has one keeps it.'

const asks: Resource = {
  ...user,
  fields: { ...user.fields, password: secret({ label: 'Password', hint }) },
}

/** Where the forms of users differ: a password can be given, and how they sign in stands beside it (spec/2 §2.2 Users). */
export const userForm: FormOverrides = {
  asks,
  above: OwnRecord,
  controls: { password: NewPassword },
  aside: UserAside,
  lock: lockErased,
}
