import type { JsonObject } from '../domain/event.ts'
import { fieldsOf } from '../domain/read-input.ts'
import { Rejected, rejectFields } from '../domain/rejected.ts'
import { allProblems } from './all-problems.ts'
import { commandHandler, type PendingCommand } from './command-handler.ts'
import { authorise } from './authorise.ts'
import { checkPlaces } from './files/attachment.ts'
import type { Attachment, Command, Dispatch, DispatchDependencies, Outcome } from './command.ts'
import { loadRecord } from './record.ts'
import { Contended, isRefusal } from './refusal.ts'
import { readingOf, readingOn } from './reading.ts'
import { references } from './rules/references.ts'
import { ruleChecks } from './rules/checks.ts'
import { keepNone, withSecretsKept } from './secrets.ts'

const attempts = 8
const noId = 0

/** Authorise → read → decide → append, again when others were faster. @throws Rejected, and StoreUnavailable: retry with the same id */
export const dispatcher = (dependencies: DispatchDependencies): Dispatch => {
  const { ids, clean, log, secrets, files } = dependencies
  const checks = { ...references(dependencies), ...ruleChecks(dependencies) }
  const tryOnce = commandHandler({ ...dependencies, ...checks })
  const withAllProblems = allProblems({ ...dependencies, ...checks })

  const read = async (command: Command): Promise<JsonObject> => {
    const { values, problems } = readingOf(command)
    if (problems.length === 0) return values
    const { resource, verb, id } = command
    if (verb !== 'edit' || id === undefined) return rejectFields(problems)
    const again = readingOn(command, (await loadRecord(log, resource, id)).state)
    return again.problems.length === 0 ? again.values : rejectFields(again.problems)
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

  const carryOut = async (command: Command): Promise<Outcome> => {
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

  return async (command) => {
    authorise(command)
    try {
      if (command.refusal) throw command.refusal
      return await carryOut(command)
    } catch (error) {
      throw error instanceof Rejected ? await withAllProblems(command, error) : error
    }
  }
}
