import * as z from 'zod/mini'
import type { Resource } from '../../domain/resource.ts'
import { ApiError } from '../../ui-shared/api/error.ts'
import { say, t } from '../../ui-shared/i18n.ts'
import { startJob } from '../jobs/job.ts'
import { useJob } from '../jobs/use-job.ts'
import { entries } from '../resources.ts'
import type { Row } from './row.ts'

const usesSchema = z.object({ count: z.number(), plural: z.string() })

const isReferred = ({ name }: Resource): boolean => entries.find((entry) => entry.name === name)?.isReferred === true

/** Offers to move what uses a record whose deletion was refused for that (D14); whether it is gone, null for other refusals. */
export const useMove = (resource: Resource) => {
  const { run } = useJob()
  return async (row: Row, error: unknown): Promise<boolean | null> => {
    if (!(error instanceof ApiError) || error.status !== 409 || !isReferred(resource)) return null
    const uses = usesSchema.safeParse(error.data)
    if (!uses.success) return null
    // Rarely needed, so loaded when it is.
    const { askWhereTo } = await import('./move-dialog.tsx')
    const to = await askWhereTo({
      label: t(resource.label),
      sentence: say(error.message),
      resource: resource.name,
      except: row.id,
      title: t('Move what uses it'),
      go: t('Move and delete'),
    })
    if (to === null) return false
    const start = () => startJob(`/${resource.name}/${row.id}/move`, { to, delete: true })
    const job = await run({ total: uses.data.count + 1, start })
    return job?.state === 'done' && job.failed === 0
  }
}
