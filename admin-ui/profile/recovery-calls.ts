import * as z from 'zod/mini'
import { oneOf } from '../../ui-shared/api/answers.ts'
import { api } from '../../ui-shared/api/client.ts'

const stateSchema = z.object({ left: z.number(), madeAt: z.nullable(z.string()) })
const madeSchema = z.object({ codes: z.array(z.string()), madeAt: z.nullable(z.string()) })

/** How many recovery codes are left; `madeAt` is an ISO moment, null when there are none. */
export const recoveryQuery = {
  queryKey: ['recovery-codes'],
  queryFn: async () => (await api.get('/me/recovery_codes', { as: oneOf(stateSchema) })).data,
}

/** Ten new codes, known this once; the ones before are void. @throws ApiError that names password */
export const makeRecoveryCodes = async (password: string): Promise<readonly string[]> =>
  (await api.post('/me/recovery_codes', { body: { password }, as: oneOf(madeSchema) })).data.codes
