import type { Resource } from '../../domain/resource.ts'
import { type Written, writtenSchema } from '../../ui-shared/api/answers.ts'
import { api } from '../../ui-shared/api/client.ts'
import type { Row } from '../list/row.ts'

/** Sends a verb of a resource's own; with the `version` that whoever says it has seen, it is no repetition of what was said before. */
export const sendVerb = async (
  { name, isSingleton }: Resource,
  row: Row,
  verb: string,
  body?: unknown,
  version?: number,
): Promise<Written> =>
  api.post(isSingleton ? `/${name}/${verb}` : `/${name}/${row.id}/${verb}`, { body, version, as: writtenSchema })
