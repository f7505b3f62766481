import type { NameIn } from '../../domain/fields/values.ts'
import type { Resource } from '../../domain/resource.ts'
import { user } from '../../domain/resources/user.ts'
import { givenPassword } from '../people/given-password.ts'
import type { FormOverrides } from '../edit/form-overrides.ts'
import { lockErased } from '../people/erased.ts'
import { NewPassword } from '../people/new-password.tsx'
import { OwnRecord } from './own-record.tsx'
import { late } from '../../ui-shared/parts/late.ts'

const UserAside = late(async () => (await import('./user-aside.tsx')).UserAside)

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
