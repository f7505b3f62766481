import * as z from 'zod/mini'
import { api } from '../../ui-shared/api/client.ts'
import { saysSchema } from '../../ui-shared/api/says.ts'

const reportSchema = z.object({
  check: z.string(),
  mode: z.string(),
  total: z.number(),
  created: z.number(),
  changed: z.number(),
  unchanged: z.number(),
  refused: z.number(),
  problems: z.array(
    z.object({ row: z.number(), column: z.nullable(z.string()), message: z.string(), says: saysSchema }),
  ),
  more: z.number(),
  changes: z.array(
    z.object({
      row: z.number(),
      id: z.number(),
      name: z.string(),
      fields: z.array(z.object({ column: z.string(), label: z.string(), before: z.string(), after: z.string() })),
    }),
  ),
  moreChanges: z.number(),
})

/** What a check found: what the rows of a file would do, and the first hundred problems and changes. */
export type SheetReport = z.infer<typeof reportSchema>

const answered = z.object({ data: reportSchema })

/** Sends a file to be checked; nothing is written. @param isUpdating whether rows may change records that exist */
export const checkSheet = async (
  resource: string,
  mode: string,
  file: File,
  isUpdating: boolean,
): Promise<SheetReport> => {
  const body = new FormData()
  body.set('mode', mode)
  body.set('dry_run', 'true')
  body.set('update_existing', String(isUpdating))
  body.set('xlsx', file)
  return (await api.post(`/${resource}/bulk`, { as: answered, body })).data
}

/** What the check of a file found. */
export const findReport = async (check: string): Promise<SheetReport> =>
  (await api.get(`/import/${check}`, { as: answered })).data

/** What stands at these addresses is downloaded by the browser itself. */
export const sheetAddress = {
  sample: (resource: string, mode: string) => `/api/${resource}/bulk/sample/${mode}`,
  problems: (check: string) => `/api/import/${check}/problems`,
  changes: (check: string) => `/api/import/${check}/changes`,
  all: (resource: string, search: string) => `/api/${resource}/bulk${search}`,
}
