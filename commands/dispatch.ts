import type { JsonObject } from '../domain/event.ts'
import { readInput, withoutUnchanged } from '../domain/read-input.ts'
import { fieldProblem, Rejected, rejectFields } from '../domain/rejected.ts'
import { commandHandler, type PendingCommand } from './command-handler.ts'
import { authorise, suppliedBy } from './authorise.ts'
import type { Command, Dispatch, DispatchDependencies, Outcome } from './command.ts'
import { loadRecord } from './record.ts'
import { Contended, isRefusal } from './refusal.ts'
import { type Secrets, withSecretsKept } from './secrets.ts'
import { withUploads } from './uploads.ts'

const attempts = 8
const noId = 0
const keepNone: Secrets = { keep: async () => undefined, open: async () => null, forget: async () => undefined }

const valuesOf = (command: Command): JsonObject => {
  const { resource, verb, sent = {}, attachment } = command
  const { slug, ...fields } = withUploads(sent, attachment?.paths ?? [])
  if (resource.slug && typeof (slug ?? '') !== 'string')
    rejectFields([fieldProblem('slug', 'invalid', 'The address is a text')])
  // Other verbs take nothing but what they ask for; a restore takes an address.
  if (verb !== 'create' && verb !== 'edit' && !resource.verbs[verb]?.input) return {}
  return readInput(
    resource,
    verb,
    resource.slug || slug === undefined ? fields : { ...fields, slug },
    suppliedBy(command),
  )
}

/**
 * Authorise → read → decide → append (design §4), again when others were faster.
 * @throws Rejected, and StoreUnavailable when the outcome is unknown (retry with the same command id)
 */
export const dispatcher = (dependencies: DispatchDependencies): Dispatch => {
  const { ids, clean, log, secrets } = dependencies
  const tryOnce = commandHandler(dependencies)

  /** What was kept before a rule was tightened stays acceptable as long as nobody changes it. */
  const read = async (command: Command): Promise<JsonObject> => {
    try {
      return valuesOf(command)
    } catch (error) {
      const { resource, verb, id, sent } = command
      if (!(error instanceof Rejected) || verb !== 'edit' || id === undefined || !sent) throw error
      const { state } = await loadRecord(log, resource, id)
      return valuesOf({ ...command, sent: withoutUnchanged(state.values, sent) })
    }
  }

  const run = async (pending: PendingCommand): Promise<Outcome> => {
    for (let attempt = 0; attempt < attempts; attempt += 1) {
      const outcome = await tryOnce(pending, attempt)
      if (outcome) return outcome
    }
    throw new Contended()
  }

  return async (command) => {
    authorise(command)
    const { resource, verb, attachment } = command
    const fields = resource.verbs[verb]?.input ?? resource.fields
    const { values: safe, removed } = await clean(fields, await read(command))
    const { values, kept } = await withSecretsKept(
      command.isDryRun ? keepNone : secrets,
      fields,
      safe,
      command.commandId,
    )
    const drawn = command.id ?? (command.isDryRun ? noId : await ids.next(resource))
    const id = verb === 'create' && command.keepId ? await command.keepId(drawn) : drawn
    try {
      const since = command.isFirstTry ? null : 0
      return await run({ command, id, values, removed, since, pictures: 'unread' })
    } catch (error) {
      // After an unknown outcome the record may show the picture, and a retry finds it again.
      if (isRefusal(error)) {
        await secrets.forget(kept)
        await attachment?.withdraw()
      }
      throw error
    }
  }
}
