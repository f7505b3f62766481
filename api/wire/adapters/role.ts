import { z } from 'zod'
import { allPermissions, areas } from '../../../domain/permission.ts'
import { actionNames } from '../../../domain/shapes/action-names.ts'
import { administratorRole, type role } from '../../../domain/resources/role.ts'
import type { Shape } from './shape.ts'

/** Every permission there is, by area, as forms show them (T14). */
export const permissionGroups = Object.entries(areas).map(([area, { title, actions }]) => ({
  title,
  perms: actions.map((action) => ({ name: `${action}-${area}`, label: actionNames[action] })),
}))

export const permissionSchema = z.object({ name: z.string(), label: z.string() })

/** How roles are answered: `active` is what they hold, comma-joined, `checker` all that there is (T14). */
export const roleShape: Shape<typeof role.fields> = {
  schema: {
    active: z.string().optional(),
    checker: z.array(z.object({ name: z.string(), perms: z.array(permissionSchema) })).optional(),
  },
  answer: ({ id, perms }) => {
    if (!Array.isArray(perms)) return {}
    const held = id === administratorRole ? allPermissions : perms
    const checker = permissionGroups.map(({ title, perms: all }) => ({ name: title, perms: all }))
    return { perms: held, active: held.join(','), checker }
  },
}
