import type { Resource } from '../../domain/resource.ts'
import { writtenSchema } from '../../ui-shared/api/answers.ts'
import { api } from '../../ui-shared/api/client.ts'
import type { Row } from '../list/row.ts'

/** Sends a verb of a resource's own. */
export const sendVerb = async ({ name, isSingleton }: Resource, row: Row, verb: string, body?: unknown) =>
  api.post(isSingleton ? `/${name}/${verb}` : `/${name}/${row.id}/${verb}`, { body, as: writtenSchema })
