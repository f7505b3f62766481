import type { QueryClient } from '@tanstack/react-query'
import * as z from 'zod/mini'
import type { Resource } from '../../../domain/resource.ts'
import { resultsSchema } from '../../../ui-shared/api/answers.ts'
import { api } from '../../../ui-shared/api/client.ts'
import { ApiError } from '../../../ui-shared/api/error.ts'
import { say, t } from '../../../ui-shared/i18n.ts'
import { showAlert } from '../../../ui-shared/overlay/alert.tsx'
import { startJob } from '../../jobs/job.ts'
import { runJob } from '../../jobs/run-job.ts'
import { entries } from '../../resources.ts'
import type { Row } from '../row.ts'

const usesSchema = z.object({ count: z.number(), plural: z.string() })

/** Takes the record away from what uses it, and deletes it. */
const letGo = async ({ name }: Resource, row: Row): Promise<boolean> => {
  const { results = [] } = await api.delete(`/${name}/${row.id}?unassign=true`, { as: resultsSchema })
  const refused = results.filter(({ ok }) => !ok)
  if (refused.length > 0)
    showAlert(
      t('ERROR'),
      refused.map(({ message, says }) => say(message, says ?? undefined)),
    )
  return refused.length === 0
}

/** Offers to move what uses a record whose deletion was refused for that (D14); whether it is gone, null for other refusals. */
export const move = async (
  client: QueryClient,
  resource: Resource,
  row: Row,
  error: unknown,
): Promise<boolean | null> => {
  const entry = entries.find(({ name }) => name === resource.name)
  if (!(error instanceof ApiError) || error.status !== 409 || !entry?.isReferred) return null
  const uses = usesSchema.safeParse(error.data)
  if (!uses.success) return null
  // Rarely needed, so loaded when it is.
  const { askWhereTo, nowhere } = await import('./move-dialog.tsx')
  const to = await askWhereTo({
    label: t(resource.label),
    sentence: say(error.message),
    resource: resource.name,
    except: row.id,
    isOptional: entry.isOptional,
    title: t('Move what uses it'),
    go: t('Move and delete'),
  })
  if (to === null) return false
  if (to === nowhere) return letGo(resource, row)
  const start = () => startJob(`/${resource.name}/${row.id}/move`, { to, delete: true })
  const job = await runJob(client, { total: uses.data.count + 1, start })
  return job?.state === 'done' && job.failed === 0
}
