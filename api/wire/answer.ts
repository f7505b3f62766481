import type { FastifyReply } from 'fastify'
import type { z } from 'zod'
import type { Resource } from '../../domain/resource.ts'
import type { Services } from '../server/services.ts'
import { endsOf } from './adapters/ends.ts'
import { hasShape } from './adapters/reshape.ts'

/**
 * True for a resource whose records the database answers as JSON: nothing of them is left to be made here. The schemas are the allow-lists of
 * what may leave (AZ-9), which such answers do not pass one by one. @throws Error for a name that they do not have
 */
export const isMadeInDatabase = (
  services: Pick<Services, 'resources'> & { records: Pick<Services['records'], 'answerNames'> },
  resource: Resource,
  { list, whole }: { list: z.ZodObject; whole: z.ZodObject },
): boolean => {
  if (hasShape(resource) || resource.inbox || endsOf(services, resource).length > 0) return false
  const names = services.records.answerNames(resource)
  if (!names) return false
  const strange = [
    ...names.list.filter((name) => !Object.hasOwn(list.shape, name)),
    ...names.whole.filter((name) => !Object.hasOwn(whole.shape, name)),
  ]
  if (strange.length > 0) throw new Error(`${resource.name} answers ${strange.join()} beside its schema`)
  return true
}

/** Answers a text that is JSON already. */
export const asJson = (reply: FastifyReply, text: string): string => {
  reply.header('content-type', 'application/json; charset=utf-8')
  return text
}
