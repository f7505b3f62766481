import type { Answer, Attempt } from '../../commands/idempotency.ts'
import { type Call, personOf, signedIn } from '../server/route.ts'
import type { Services } from '../server/services.ts'
import { keyOf } from '../wire/wire.ts'

/**
 * Does what a call asks once per Idempotency-Key of whoever asks, and answers its body; `said` is the same for the same call.
 * `part` tells the writes of one call apart, where it makes several. @throws what `run` does
 */
export const once = async (
  { idempotent }: Pick<Services, 'idempotent'>,
  call: Call,
  said: string,
  run: (attempt: Attempt) => Promise<Answer>,
  part = '',
): Promise<unknown> => {
  const given = keyOf(call.request.headers['idempotency-key'])
  const key = given && part ? `${given}-${part}` : given
  const { status, body } = await idempotent(personOf(signedIn(call)), key, said, run)
  call.reply.status(status)
  return body
}
