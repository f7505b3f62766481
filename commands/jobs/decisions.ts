import { pointingLeaves, targetsOf } from '../../domain/fields/walk.ts'
import type { Resource } from '../../domain/resource.ts'
import type { Claim } from '../../event-store/port.ts'
import type { Command, Commit, Outcome } from '../command.ts'

/** What an item would do: the values it claims, the streams that it points at, and what writes it. */
export type Decision = { claims: readonly Claim[]; targets: readonly string[]; commit: Commit }

/** What a dry run decided, or null when it has to be decided again. */
export const decisionOf = ({ fields }: Resource, { claims = [], commit, state }: Outcome): Decision | null =>
  commit ? { claims, commit, targets: pointingLeaves(fields, state.values).flatMap(targetsOf) } : null

type Perms = Command['perms']
type Kept = { perms: Perms; until: number; byIndex: Map<number, Decision> }

// Events are dated by when they were decided, and what was checked then is not true for ever.
const validFor = 60_000
const most = 20_000

/** Decisions that were made while jobs were checked, in memory: each for as long as its asker may do the same, for a minute at most. */
export const jobDecisions = () => {
  const jobs = new Map<string, Kept>()

  const begun = (job: string, perms: Perms): Kept => {
    const kept = { perms, until: Date.now() + validFor, byIndex: new Map<number, Decision>() }
    jobs.set(job, kept)
    setTimeout(() => jobs.get(job) === kept && jobs.delete(job), validFor).unref()
    return kept
  }

  const held = () => [...jobs.values()].reduce((sum, { byIndex }) => sum + byIndex.size, 0)

  const maySame = (kept: Kept, perms: Perms): boolean => {
    if (kept.perms !== perms && String(kept.perms) !== String(perms)) return false
    // A long list, and asked with for many items.
    kept.perms = perms
    return true
  }

  const find = (job: string, index: number, perms: Perms): Decision | undefined => {
    const kept = jobs.get(job)
    return kept && maySame(kept, perms) && kept.until > Date.now() ? kept.byIndex.get(index) : undefined
  }

  return {
    find,
    /** Keeps what was decided about items of a job, by index, unless too much is kept already. */
    keep: (job: string, perms: Perms, decisions: Iterable<readonly [number, Decision]>): void => {
      let room = most - held()
      const { byIndex } = jobs.get(job) ?? begun(job, perms)
      for (const [index, decision] of decisions) if ((room -= 1) >= 0) byIndex.set(index, decision)
    },
    /** The same decision is acted on once. */
    take: (job: string, index: number, perms: Perms): Decision | undefined => {
      const decision = find(job, index, perms)
      jobs.get(job)?.byIndex.delete(index)
      return decision
    },
    forget: (job: string): void => void jobs.delete(job),
    forgetAll: (): void => jobs.clear(),
  }
}

export type JobDecisions = ReturnType<typeof jobDecisions>
