import { z } from 'zod'
import { type Route, route } from '../server/route.ts'
import { permissionGroups, permissionSchema } from '../wire/adapters/role.ts'

/** What forms of roles choose from (docs/specification/wire.md#calls). */
export const roleRoutes = (): Route[] => [
  route({
    method: 'GET',
    url: '/utility/getMenus',
    audience: { anyOf: ['r-role', 'c-role', 'u-role'] },
    summary: 'Every permission there is, by area',
    response: z.object({ data: z.array(z.object({ title: z.string(), perms: z.array(permissionSchema) })) }),
    handler: async () => ({ data: permissionGroups }),
  }),
]
