import type { JsonObject } from '../domain/event.ts'
import { fieldsOf, readInput, withoutUnchanged } from '../domain/read-input.ts'
import { fieldProblem, Rejected, rejectFields } from '../domain/rejected.ts'
import { commandHandler, type PendingCommand } from './command-handler.ts'
import { authorise, suppliedBy } from './authorise.ts'
import { checkPlaces } from './files/attachment.ts'
import type { Attachment, Command, Dispatch, DispatchDependencies, Outcome } from './command.ts'
import { loadRecord } from './record.ts'
import { Contended, isRefusal } from './refusal.ts'
import { type Secrets, withSecretsKept } from './secrets.ts'
import { withUploads } from './uploads.ts'

const attempts = 8
const noId = 0
const keepNone: Secrets = { keep: async () => undefined, open: async () => null, forget: async () => undefined }

const valuesOf = (command: Command): JsonObject => {
  const { resource, verb, sent = {}, files = {} } = command
  const { slug, ...fields } = withUploads(sent, Object.keys(files))
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

/** Authorise → read → decide → append, again when others were faster. @throws Rejected, and StoreUnavailable: retry with the same id */
export const dispatcher = (dependencies: DispatchDependencies): Dispatch => {
  const { ids, clean, log, secrets, files } = dependencies
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

  const attachmentOf = (command: Command): Attachment | null => {
    const paths = Object.keys(command.files ?? {})
    if (paths.length === 0) return null
    checkPlaces(command.resource, command.verb, paths)
    if (!files) throw new TypeError('nobody takes the files of this command')
    return files.attach(command)
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
    const { resource, verb } = command
    const fields = fieldsOf(resource, verb)
    const attachment = attachmentOf(command)
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
      const outcome = await run({ command, id, values, removed, since, attachment, pictures: 'unread' })
      if (outcome.released.length > 0 && !command.isDryRun) await files?.letGo(outcome.released)
      return outcome
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
