import type { JsonObject } from '../domain/event.ts'
import { fieldsOf } from '../domain/read-input.ts'
import { Rejected, rejectFields } from '../domain/rejected.ts'
import { observed } from '../platform/observed.ts'
import { allProblems } from './all-problems.ts'
import { appender } from './append.ts'
import { authorise, authorOf } from './authorise.ts'
import type { Attachment, Command, Dispatch, DispatchDependencies, Outcome } from './command.ts'
import { decider, type PendingCommand, withPictures } from './decide-on.ts'
import { checkPlaces } from './files/attachment.ts'
import { earlierOutcome } from './outcome.ts'
import { readingOf, readingOn } from './reading.ts'
import { type Loaded, loadRecord, unbegun } from './record.ts'
import { Contended, isRefusal } from './refusal.ts'
import { ruleGuards } from './rules/guards.ts'
import { references } from './rules/references.ts'
import { keepNone, withSecretsKept } from './secrets.ts'
import { reverter } from './revert/revert.ts'
import { slugs } from './slugs.ts'

const attempts = 8
const noId = 0

/** What a command says, on its record as it is (null: not begun). What is kept already is no problem of an edit that sends it again. */
const valuesOf = (command: Command, known: Loaded | null): JsonObject => {
  const { values, problems } = readingOf(command)
  if (problems.length === 0) return values
  if (command.verb !== 'edit' || !known) return rejectFields(problems)
  const again = readingOn(command, known.state)
  return again.problems.length === 0 ? again.values : rejectFields(again.problems)
}

// A revert looks at all that happened; of what may have been tried before, the outcome is looked for.
const sinceOf = ({ verb, isFirstTry }: Command) => (isFirstTry && verb !== 'revert' ? null : 0)

/**
 * The way of every command: authorise → read its stream → read what was sent → decide → append, the last two on what is read anew when
 * others were faster. @throws Rejected, and StoreUnavailable: retry with the same id
 */
export const dispatcher = (dependencies: DispatchDependencies): Dispatch => {
  const { claimKey, clean, files, ids, log, resources, secrets } = dependencies
  const parts = {
    ...dependencies,
    ...references(dependencies),
    ...ruleGuards(dependencies),
    ...slugs(log.store, claimKey, resources),
  }
  const decideOn = decider({ ...parts, revert: reverter(parts) })
  const { append, checkUnique } = appender(parts)
  const withAllProblems = allProblems(parts)

  const attachmentOf = (command: Command): Attachment | null => {
    const paths = Object.keys(command.files ?? {})
    if (paths.length === 0) return null
    checkPlaces(command.resource, command.verb, paths)
    if (!files) throw new TypeError('nobody takes the files of this command')
    return files.attach(command)
  }

  const idOf = async ({ resource, verb, id, isDryRun, keepId }: Command): Promise<number> => {
    const drawn = id ?? (isDryRun ? noId : await ids.next(resource))
    return verb === 'create' && keepId ? await keepId(drawn) : drawn
  }

  /** Decides and appends until nobody was faster. The pictures of an attachment are stored once, after all that may refuse them. */
  const write = async (pending: PendingCommand, first: Loaded, attachment: Attachment | null): Promise<Outcome> => {
    const { command, id } = pending
    let stored: JsonObject | null = null
    for (let attempt = 0; attempt < attempts; attempt += 1) {
      if (attempt > 0) observed.conflict.tell({ resource: command.resource.name })
      const loaded =
        attempt === 0 ? first : await loadRecord(log, command.resource, id, pending.since ?? first.state.version)
      const earlier = earlierOutcome(pending, loaded)
      if (earlier) return earlier
      const decided = await decideOn(pending, loaded, attempt)
      if (attachment && !stored) {
        await checkUnique(pending, decided)
        await attachment.read()
        stored = await attachment.store(loaded.head.stream, authorOf(command.resource, loaded.state))
      }
      const outcome = await append(pending, stored ? withPictures(command.resource, decided, stored) : decided)
      if (outcome) return outcome
    }
    throw new Contended()
  }

  const carryOut = async (command: Command, known: Loaded | null): Promise<Outcome> => {
    const { resource, verb, isDryRun, isFirstTry } = command
    const fields = fieldsOf(resource, verb)
    const attachment = attachmentOf(command)
    const { values: safe, removed } = await clean(fields, valuesOf(command, known))
    const { values, kept } = await withSecretsKept(isDryRun ? keepNone : secrets, fields, safe)
    const id = await idOf(command)
    const since = sinceOf(command)
    try {
      const isNew = verb === 'create' && isFirstTry === true
      const first = known ?? (isNew ? unbegun(resource, id) : await loadRecord(log, resource, id, since))
      const outcome = await write({ command, id, values, removed, since }, first, attachment)
      if (outcome.released.length > 0 && !isDryRun) await files?.letGo(outcome.released)
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
    const { resource, verb, id } = command
    const isBegun = verb !== 'create' && id !== undefined
    const known = isBegun ? await loadRecord(log, resource, id, sinceOf(command)) : null
    try {
      if (command.refusal) throw command.refusal
      return await carryOut(command, known)
    } catch (error) {
      throw error instanceof Rejected ? await withAllProblems(command, known, error) : error
    }
  }
}
