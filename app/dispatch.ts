import type { Pool } from 'pg'
import { cleanWith } from '../commands/clean.ts'
import type { CommandFiles, Dispatch, DispatchDependencies } from '../commands/command.ts'
import { dispatcher } from '../commands/dispatch.ts'
import { bothEnds } from '../commands/other-ends/both-ends.ts'
import { accessRules } from '../commands/rules/access.ts'
import { mailPasswordRule } from '../commands/configuration/mail-password-rule.ts'
import { discussionRules } from '../commands/rules/discussion.ts'
import { readingRules } from '../commands/rules/reading.ts'
import { standInRule } from '../commands/rules/stand-in.ts'
import { submissionRules } from '../commands/rules/submission.ts'
import { permissionsOf } from '../domain/permission.ts'
import { Rejected } from '../domain/rejected.ts'
import type { contentCleaner } from '../platform/content/cleaner.ts'
import { observed } from '../platform/observed.ts'
import type { Projector } from '../projections/running/projector.ts'
import { usesOf } from '../projections/uses.ts'
import type { Reader } from '../projections/reader.ts'
import type { Records } from '../projections/records.ts'

type Parts = Pick<DispatchDependencies, 'log' | 'ids' | 'claimKey' | 'secrets' | 'resources'> & {
  pool: Reader
  projector: Pick<Projector, 'waitFor'>
  records: Pick<Records, 'activeIds'>
  cleaner: ReturnType<typeof contentCleaner>
  /** True for commands that are tried in memory: they are not counted. */
  isAhead?: true
}

/** The way in for every command, by whatever clock; and how they wait for the read models. */
export const openDispatch = ({ pool, projector, records, cleaner, isAhead, ...parts }: Parts) => {
  const { log, resources } = parts
  // Commands read a projection only once it has reached what their guard has seen (docs/architecture.md#the-log).
  const caughtUp = async () => {
    if (await projector.waitFor(await log.store.head(), 2_000)) return
    throw new Rejected('Atrium is still taking in other changes. Please try again in a moment.', 'unavailable', {
      data: { retryAfter: 2 },
    })
  }
  const dispatchAt = (now: () => Date, files?: CommandFiles): Dispatch => {
    const dispatch = dispatcher({
      ...(files ? { files } : {}),
      ...parts,
      now,
      usesOf: async (resource, id) => {
        await caughtUp()
        return usesOf({ pool, log, resources }, resource, id)
      },
      activeIds: async (resource, values) => {
        await caughtUp()
        return records.activeIds(resource, values)
      },
      rules: {
        ...accessRules(permissionsOf(resources)),
        ...submissionRules,
        ...readingRules,
        ...discussionRules,
        ...standInRule,
        ...mailPasswordRule,
      },
      clean: cleanWith(cleaner),
    })
    return (command) => {
      const { resource, verb, isDryRun } = command
      if (isDryRun || isAhead) return dispatch(command)
      return observed.command.around({ resource: resource.name, verb }, () => dispatch(command))
    }
  }
  return { caughtUp, dispatchAt }
}

type EndsParts = Pick<Parts, 'log' | 'resources' | 'projector'> & {
  pool: Pool
  dispatch: Dispatch
  records: Pick<Records, 'holdersOf'>
}

/** Edits of a record and of those that point at it. */
export const openBothEnds = ({ projector, records, ...parts }: EndsParts) =>
  bothEnds({
    ...parts,
    holdersOf: async (holder, field, id) => {
      await projector.waitFor(await parts.log.store.head(), 2_000)
      return (await records.holdersOf(holder, field, id)).map((one) => one.id)
    },
  })
