import { useQuery } from '@tanstack/react-query'
import * as z from 'zod/mini'
import type { Resource } from '../../domain/resource.ts'
import { api } from '../../ui-shared/api/client.ts'

/** One change of a record. */
export const entrySchema = z.object({
  version: z.number(),
  at: z.string(),
  actor: z.optional(z.nullable(z.looseObject({ name: z.optional(z.nullable(z.string())) }))),
  action: z.string(),
  changes: z._default(
    z.array(z.object({ field: z.string(), from: z.optional(z.unknown()), to: z.optional(z.unknown()) })),
    [],
  ),
})
export type Entry = z.infer<typeof entrySchema>

/** What happened to a record, newest first. */
export const useHistory = (resource: string, id: number) =>
  useQuery({
    queryKey: [resource, 'history', id],
    queryFn: async ({ signal }) => {
      const { data } = await api.get(`/${resource}/${id}/history`, {
        as: z.object({ data: z.array(entrySchema) }),
        signal,
      })
      return data.toSorted((one, other) => other.version - one.version)
    },
  })

const textKinds = new Set(['text', 'longText', 'html', 'css', 'link', 'email'])

/** True for a field whose changes are shown word by word. */
export const isTextChange = (resource: Resource, field: string): boolean =>
  textKinds.has(resource.fields[field]?.kind ?? '')
