import { noSuchRecord } from '../../../domain/rejected.ts'
import { configuration, configurationId, type Setting } from '../../../domain/resources/configuration.ts'
import { post } from '../../../domain/resources/post.ts'
import type { Services } from '../../server/services.ts'

/** True while the configuration switches something on. */
export const isOn = async (
  { records }: Pick<Services, 'records'>,
  setting: Setting & ('reactions' | 'comments' | 'read_statistics' | 'digests'),
): Promise<boolean> => (await records.find(configuration, String(configurationId), 'staff'))?.[setting] === true

/** What a post is called. @throws Rejected missing without such a post */
export const nameOfPost = async ({ records }: Pick<Services, 'records'>, id: number): Promise<string> => {
  const name = (await records.labels(post, [id])).get(id)
  if (name === undefined) throw noSuchRecord(post)
  return name
}
