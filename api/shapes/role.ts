import { z } from 'zod'
import { allPermissions } from '../../domain/permission.ts'
import { administratorRole } from '../../domain/resources/role.ts'
import { permissionGroups } from '../permission-groups.ts'
import type { Shape } from './shape.ts'

const permission = z.object({ name: z.string(), label: z.string() })

/** How roles are answered: `active` is what they hold, comma-joined, `checker` all that there is (spec/2 §3). */
export const roleShape: Shape = {
  schema: {
    active: z.string().optional(),
    checker: z.array(z.object({ name: z.string(), perms: z.array(permission) })).optional(),
  },
  answer: ({ id, perms }) => {
    if (!Array.isArray(perms)) return {}
    const held = id === administratorRole ? allPermissions : perms
    const checker = permissionGroups.map(({ title, perms: all }) => ({ name: title, perms: all }))
    return { perms: held, active: held.join(','), checker }
  },
}
