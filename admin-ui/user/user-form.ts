import type { NameIn } from '../../domain/fields/values.ts'
import { lazy } from 'react'
import type { Resource } from '../../domain/resource.ts'
import { user } from '../../domain/resources/user.ts'
import { givenPassword } from '../people/given-password.ts'
import type { FormOverrides } from '../edit/form-overrides.ts'
import { lockErased } from '../people/erased.ts'
import { NewPassword } from '../people/new-password.tsx'
import { OwnRecord } from './own-record.tsx'

const UserAside = lazy(async () => ({ default: (await import('./user-aside.tsx')).UserAside }))

const asks: Resource = {
  ...user,
  fields: { ...user.fields, password: givenPassword() },
}

/** Where the forms of users differ: a password can be given, and how they sign in stands beside it (docs/specification/access.md#screens). */
export const userForm: FormOverrides<NameIn<typeof user.fields> | 'password'> = {
  asks,
  above: OwnRecord,
  controls: { password: NewPassword },
  aside: UserAside,
  lock: lockErased,
}
