import type { JsonObject } from '../domain/event.ts'
import { isPlainDraft } from '../domain/publishing.ts'
import { fieldsOf, readInput, withoutUnchanged } from '../domain/read-input.ts'
import { fieldProblem, Rejected, rejectFields } from '../domain/rejected.ts'
import { commandHandler, type PendingCommand } from './command-handler.ts'
import { authorise, suppliedBy } from './authorise.ts'
import { checkPlaces } from './files/attachment.ts'
import type { Attachment, Command, Dispatch, DispatchDependencies, Outcome } from './command.ts'
import { loadRecord } from './record.ts'
import { Contended, isRefusal } from './refusal.ts'
import { type Secrets, withSecretsKept } from './secrets.ts'
import { withUploads } from './files/uploads.ts'

const attempts = 8
const noId = 0
const keepNone: Secrets = { keep: async () => undefined, open: async () => null, forget: async () => undefined }

// A restore may bring another address (X20).
const takingAddress = new Set(['create', 'edit', 'restore'])

const isNewDraft = ({ resource, verb, sent = {} }: Command): boolean =>
  verb === 'create' && isPlainDraft(resource, sent)

const valuesOf = (command: Command, isDraft = isNewDraft(command)): JsonObject => {
  const { resource, verb, sent = {}, files = {} } = command
  const { slug, ...fields } = withUploads(sent, Object.keys(files))
  const takesAddress = resource.slug && takingAddress.has(verb)
  if (takesAddress && typeof (slug ?? '') !== 'string')
    rejectFields([fieldProblem('slug', 'invalid', 'The address is a text')])
  // The clock that publishes a draft says for which moment (command-handler.ts).
  if (verb === 'activate' && command.actor.type === 'system') return {}
  const asked = takesAddress || slug === undefined ? fields : { ...fields, slug }
  return readInput(resource, verb, asked, suppliedBy(command), isDraft)
}

/** Authorise → read → decide → append, again when others were faster. @throws Rejected, and StoreUnavailable: retry with the same id */
export const dispatcher = (dependencies: DispatchDependencies): Dispatch => {
  const { ids, clean, log, secrets, files } = dependencies
  const tryOnce = commandHandler(dependencies)

  /** What was kept before a rule was tightened stays acceptable as long as nobody changes it, and a draft may be emptied. */
  const read = async (command: Command): Promise<JsonObject> => {
    try {
      return valuesOf(command)
    } catch (error) {
      const { resource, verb, id, sent } = command
      if (!(error instanceof Rejected) || verb !== 'edit' || id === undefined || !sent) throw error
      const { state } = await loadRecord(log, resource, id)
      const isDraft = isPlainDraft(resource, { ...state.values, ...sent })
      return valuesOf({ ...command, sent: withoutUnchanged(state.values, sent) }, isDraft)
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
