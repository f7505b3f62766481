import { queryOptions } from '@tanstack/react-query'
import * as z from 'zod/mini'
import { dayIn, notOver } from '../../domain/people/days.ts'
import type { employee } from '../../domain/resources/employee.ts'
import { type Written, writtenSchema } from '../../ui-shared/api/answers.ts'
import { api } from '../../ui-shared/api/client.ts'
import { ApiError, statusOf } from '../../ui-shared/api/error.ts'
import { siteZone } from '../../ui-shared/date.tsx'
import { meQuery } from '../../ui-shared/session/session.ts'

const standIn = z.object({ id: z.number(), name: z.string(), isInactive: z.optional(z.boolean()) })
const absence = z.object({ id: z.number(), from: z.string(), until: z.string(), stand_in: z.nullable(standIn) })
const own = z.object({ data: z.object({ version: z.number(), absences: z.array(absence) }) })

export type OwnAbsence = z.infer<typeof absence>
/** What is said of one: `id` is null for a new one, `stand_in` an id. */
export type SaidAbsence = { id: number | null; from: string; until: string; stand_in: number | null }

/** The day that it is where the house is; where the reader is, until that is known. */
export const today = (): string => dayIn(new Date(), siteZone() ?? Intl.DateTimeFormat().resolvedOptions().timeZone)

const askOwn = async (signal?: AbortSignal) =>
  (await api.get('/me/employee', { as: own, ...(signal ? { signal } : {}) })).data

/** One's own absences that are not over. Refreshed with all that is known of who is signed in. */
export const ownAbsencesQuery = queryOptions({
  queryKey: [...meQuery.queryKey, 'absences'],
  queryFn: async ({ signal }) => notOver((await askOwn(signal)).absences, today()),
})

const field = 'absences' satisfies keyof typeof employee.fields

type Sent = { id: number | string; from: string; until: string; stand_in: number | null }

const isAlike = (one: Omit<Sent, 'id'>, said: SaidAbsence): boolean =>
  one.from === said.from && one.until === said.until && one.stand_in === said.stand_in

/** The absences with one put in, or taken away (`said` null); those that are over go with the change. */
const changed = (known: readonly OwnAbsence[], id: number | null, said: SaidAbsence | null): Sent[] => {
  const kept = notOver(known, today()).map((one): Sent => ({ ...one, stand_in: one.stand_in?.id ?? null }))
  if (said === null) return kept.filter((one) => one.id !== id)
  // An answer that was lost is asked for again: what is there is not said twice.
  if (id === null && kept.some((one) => isAlike(one, said))) return kept
  if (id === null || !kept.some((one) => one.id === id)) return [...kept, { ...said, id: 'new_absence' }]
  return kept.map((one) => (one.id === id ? { ...said, id } : one))
}

/**
 * Says, changes or takes away one absence of one's own, whatever else was said of the others meanwhile.
 * @throws ApiError, with the fields that are wrong by their names
 */
export const saveAbsence = async (
  employeeId: number,
  id: number | null,
  said: SaidAbsence | null,
  isAgain = false,
): Promise<Written> => {
  const { version, absences } = await askOwn()
  try {
    const body = { [field]: changed(absences, id, said) }
    return await api.put(`/employee/${employeeId}`, { body, version, as: writtenSchema })
  } catch (error) {
    // Between the question and the change somebody else was quicker.
    if (statusOf(error) === 412 && !isAgain) return saveAbsence(employeeId, id, said, true)
    throw error instanceof ApiError ? inForm(error) : error
  }
}

/** A problem of the form's one absence by the name of its control. */
const inForm = (error: ApiError): ApiError =>
  new ApiError(
    error.status,
    error.name,
    error.message,
    error.errors.map((problem) => ({
      ...problem,
      property: problem.property === field ? 'stand_in' : problem.property.replace(/^.*\./, ''),
    })),
    error.data,
  )
