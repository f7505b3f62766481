import { t } from '../../ui-shared/i18n.ts'
import type { FormOverrides, Lock } from '../edit/form-overrides.ts'
import { late } from '../../ui-shared/parts/late.ts'

const Members = late(async () => (await import('./members.tsx')).Members)

// The built-in role (P1).
const administrator = 1

const lock: Lock = ({ id }, me) => {
  if (id === administrator)
    return t('This role holds every permission, also those that are added later. It cannot be changed.')
  if (me?.type === 'user' && me.role?.id === id) return t('This is your own role. Somebody else has to change it.')
  return null
}

/** Where the forms of roles differ: who has it stands beside it, and two kinds are not changed (P9). */
export const roleForm: FormOverrides = { aside: Members, lock }
