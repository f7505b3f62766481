import type { Resource } from '../domain/resource.ts'
import type { StreamHead } from '../event-store/log.ts'
import { type Claim, ClaimTaken, type Conditions, GuardMoved } from '../event-store/port.ts'
import { conditionsBetween, firstTaken } from './claims.ts'
import type { Command, Commit, DispatchDependencies, Outcome, Span } from './command.ts'
import { type Decided, type PendingCommand, stateAfter } from './decide-on.ts'
import { guardsOfOrder } from './order.ts'
import { outcomeOf } from './outcome.ts'
import type { Loaded } from './record.ts'
import { refuseOrRetry } from './refusal.ts'
import type { ruleGuards } from './rules/guards.ts'
import { checkMayPublish } from './rules/publishing.ts'
import type { references } from './rules/references.ts'
import type { slugs } from './slugs.ts'

type Ready = Pick<Decided, 'context' | 'events'> & { head: StreamHead; span: Span; conditions: Conditions }

type Parts = Pick<DispatchDependencies, 'log' | 'claimKey'> &
  Pick<ReturnType<typeof references>, 'guardsOfDeletion'> &
  ReturnType<typeof ruleGuards> &
  Pick<ReturnType<typeof slugs>, 'backFromTrash'>

// A dry run keeps no secrets, and draws no ids.
const isWhole = ({ fields }: Resource, verb: string, id: number): boolean =>
  verb === 'create' && id > 0 && Object.values(fields).every(({ kind }) => kind !== 'secret')

/** Writes what was decided, unless it breaks a rule across records, or tells what would be written. */
export const appender = ({ log, claimKey, guardsOfDeletion, guardsOfRules, backFromTrash }: Parts) => {
  const conditionsOf = async ({ command }: PendingCommand, decided: Decided) => {
    const { resource, verb, actor, perms } = command
    const before = decided.loaded.state
    const next = stateAfter(resource, decided)
    checkMayPublish({ resource, before, after: next, perms })
    // Also of what changes nothing: who may not change a record is told so.
    const ruled = await guardsOfRules({ resource, verb, before, after: next, actor, perms })
    if (decided.events.length === 0) return { next, conditions: null }
    const held =
      before.status === 'deleted' && next.status !== 'deleted'
        ? { ...next, slugs: await backFromTrash(resource, next) }
        : next
    const { guards, ...unique } = conditionsBetween(claimKey, resource, before, held)
    const deletion = await guardsOfDeletion(command, before, next)
    const ordered = guardsOfOrder(command, before, next)
    return {
      next,
      conditions: { ...unique, guards: [...guards, ...ordered, ...deletion, ...ruled, ...decided.pictures] },
    }
  }

  const refuseTaken = async (command: Command, claims: readonly Claim[], { head }: Loaded) => {
    const taken = await firstTaken(log.store, claims, head.stream)
    if (taken) refuseOrRetry(command, new ClaimTaken(taken.scope))
  }

  /** Before a picture is read or stored for nothing; the append has the last word. @throws Rejected taken */
  const checkUnique = ({ command }: PendingCommand, decided: Decided): Promise<void> => {
    const { resource } = command
    const { loaded } = decided
    const { claims } = conditionsBetween(claimKey, resource, loaded.state, stateAfter(resource, decided))
    return refuseTaken(command, claims, loaded)
  }

  /** What writes decided events. It holds nothing else of its command, since a job keeps thousands of them. */
  const writer =
    ({ resource, verb, orderGuard }: Command, { head, events, context, span, conditions }: Ready): Commit =>
    async ({ commandId, correlationId = commandId, causationId = commandId, isSilent = false }) => {
      try {
        const origin = { commandId, correlationId, causationId, isSilent, ...context }
        const { position } = await log.append(head, events, origin, conditions)
        return { span, position }
      } catch (error) {
        if (error instanceof GuardMoved && error.guard === orderGuard?.name) throw error
        refuseOrRetry({ resource, verb }, error)
        return null
      }
    }

  /** The outcome, or null when others were faster and another try may help. @throws Rejected, and what the log throws */
  const append = async (pending: PendingCommand, decided: Decided): Promise<Outcome | null> => {
    const { command, id } = pending
    const { resource, verb } = command
    const { loaded, context, events } = decided
    const { next, conditions } = await conditionsOf(pending, decided)
    if (!conditions) return outcomeOf(pending, loaded.state, null, null)
    const span = { from: loaded.state.version, to: next.version }
    const write = writer(command, { head: loaded.head, events, context, span, conditions })
    if (!command.isDryRun) {
      const written = await write(command)
      return written && outcomeOf(pending, next, written.position, span, loaded.state)
    }
    if (!command.leavesClaims) await refuseTaken(command, conditions.claims, loaded)
    const claims = conditions.claims.filter(({ scope }) => scope !== `${resource.name}.slug`)
    const outcome = { ...outcomeOf(pending, next, null, span, loaded.state), claims, before: loaded.state }
    return isWhole(resource, verb, id) ? { ...outcome, commit: write } : outcome
  }

  return { append, checkUnique }
}
