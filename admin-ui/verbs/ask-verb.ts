import { isObject } from '../../domain/json.ts'
import type { Resource, Verb } from '../../domain/resource.ts'
import type { Written } from '../../ui-shared/api/answers.ts'
import { ApiError, statusOf } from '../../ui-shared/api/error.ts'
import { type Row, titleOf } from '../list/row.ts'
import { sendVerb } from './send-verb.ts'
import { showVerbDialog } from './verb-dialog.tsx'

const versionOf = (error: unknown): number | undefined => {
  const data = statusOf(error) === 412 && error instanceof ApiError && isObject(error.data) ? error.data : {}
  return typeof data.version === 'number' ? data.version : undefined
}

type Asked = { resource: Resource; row: Row; name: string; verb: Verb }

/** Asks for the words that a verb needs and sends it; `settled` runs after each try, with what was written. */
export const askVerb = (
  { resource, row, name, verb }: Asked,
  settled: (written: Written | null) => Promise<void>,
): void => {
  let seen = row.version
  const send = async (body: unknown) => {
    try {
      await settled(await sendVerb(resource, row, name, body, seen))
    } catch (error) {
      // Whoever sends it once more has read that others were faster.
      seen = versionOf(error) ?? seen
      await settled(null)
      throw error
    }
  }
  showVerbDialog({ resource, row, name, verb, title: titleOf(row), act: send })
}
