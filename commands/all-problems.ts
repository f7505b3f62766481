import { decide } from '../domain/decide.ts'
import type { JsonObject } from '../domain/event.ts'
import { rootOf } from '../domain/fields/walk.ts'
import { fieldsOf, partsRead } from '../domain/read-input.ts'
import { type FieldProblem, Rejected, taken } from '../domain/rejected.ts'
import type { RecordState, Resource } from '../domain/resource.ts'
import { checkAuthor, checkOwner } from './authorise.ts'
import { takenFields } from './claims.ts'
import type { Command, DispatchDependencies } from './command.ts'
import { checkIdentifiers } from './identifiers.ts'
import { readingOf, readingOn } from './reading.ts'
import { type Loaded, unbegun } from './record.ts'
import type { references } from './rules/references.ts'
import type { Change } from './rules/rule.ts'
import { keepNone, withSecretsKept } from './secrets.ts'

type Parts = Pick<DispatchDependencies, 'log' | 'claimKey' | 'now'> &
  Pick<ReturnType<typeof references>, 'problemsOfReferences'> & { guardsOfRules: (change: Change) => Promise<unknown> }

/** A command that was refused: what of it could be read, and the fields that could not. */
type Refused = {
  command: Command
  loaded: Loaded
  values: JsonObject
  problems: readonly FieldProblem[]
  unread: ReadonlySet<string>
  parts: JsonObject
}

// A refusal that says who may do what, or what is there, is not to be told by the way.
const isSecretive = ({ kind }: Rejected) => kind === 'forbidden' || kind === 'missing'

/** The fields that a check refuses. @throws what is no refusal, or one that ends all looking */
const problemsIn = async (check: () => unknown): Promise<readonly FieldProblem[]> => {
  try {
    await check()
    return []
  } catch (error) {
    if (!(error instanceof Rejected) || isSecretive(error)) throw error
    return error.problems
  }
}

const isThere = ({ resource, verb }: Command, { state, events }: Loaded): boolean =>
  (verb === 'create' || resource.isSingleton || state.status === 'active' || state.status === 'inactive') &&
  !(resource.isPerson && events.some(({ isErased }) => isErased))

/** A refusal of all these fields in the order of their declaration; of taken values alone it says so. */
const refusalOf = ({ resource, verb }: Command, problems: readonly FieldProblem[]): Rejected => {
  const names = Object.keys(fieldsOf(resource, verb))
  const placeOf = ({ property }: FieldProblem) => {
    const place = names.indexOf(rootOf(property))
    return place < 0 ? names.length : place
  }
  const inOrder = problems.toSorted((one, other) => placeOf(one) - placeOf(other))
  const isTaken = inOrder.every(({ constraints }) => Object.hasOwn(constraints, 'taken'))
  const { id = '', values = {} } = inOrder[0] ?? {}
  return new Rejected(id, isTaken ? 'taken' : 'validation', { values, problems: inOrder })
}

const withValues = (state: RecordState, values: JsonObject): RecordState => ({
  ...state,
  status: state.status === 'none' ? 'active' : state.status,
  values: { ...state.values, ...values },
})

/**
 * Tells with the fields that a create or an edit was refused for whatever else is wrong with it, so that nobody mends a form stage by
 * stage (X25). It is asked after a refusal alone, so what is accepted costs nothing more; it writes and claims nothing.
 */
export const allProblems = ({ log, claimKey, now, problemsOfReferences, guardsOfRules }: Parts) => {
  const refusedOf = async (command: Command, loaded: Loaded): Promise<Refused> => {
    const { resource, verb } = command
    const { asked, problems, ...read } = verb === 'create' ? readingOf(command) : readingOn(command, loaded.state)
    const { values } = await withSecretsKept(keepNone, resource.fields, read.values)
    const unread = new Set(problems.map(({ property }) => rootOf(property)))
    return { command, loaded, values, problems, unread, parts: partsRead(resource.fields, asked, problems) }
  }

  const takenIn = async (resource: Resource, { loaded, values }: Refused): Promise<FieldProblem[]> =>
    (await takenFields(log.store, claimKey, resource, values, loaded.head.stream)).map((name) =>
      taken(name, resource.fields[name]?.label ?? name),
    )

  /** What stands in the way beside what could not be read. @throws Rejected when the rest is not for this reader to know */
  const problemsOf = async (refused: Refused): Promise<FieldProblem[]> => {
    const { command, loaded, values, problems, unread, parts } = refused
    const { resource, verb, actor, perms } = command
    const { state } = loaded
    const change = { resource, verb, before: state, after: withValues(state, values), actor, perms }
    const context = { now: now().toISOString(), actor }
    const together = [
      ...(await problemsIn(() => decide(resource, state, { verb, values, unread }, context))),
      ...(await problemsIn(() => guardsOfRules(change))),
    ]
    return [
      ...problems,
      ...(await problemsIn(() => checkIdentifiers(resource, state, values))),
      ...(await problemsOfReferences(command, state, { ...values, ...parts })),
      ...(await takenIn(resource, refused)),
      ...together.filter(({ property }) => !unread.has(rootOf(property))),
    ]
  }

  const lookFurther = async (command: Command, loaded: Loaded): Promise<FieldProblem[]> => {
    if (!isThere(command, loaded)) return []
    checkAuthor(command, loaded.state)
    checkOwner(command, loaded.state)
    return problemsOf(await refusedOf(command, loaded))
  }

  return async (command: Command, known: Loaded | null, refusal: Rejected): Promise<Rejected> => {
    const { resource, verb, id = 0 } = command
    if (refusal.problems.length === 0 || (verb !== 'create' && verb !== 'edit')) return refusal
    try {
      const told = new Set(refusal.problems.map(({ property }) => property))
      const others = new Map<string, FieldProblem>()
      for (const problem of await lookFurther(command, known ?? unbegun(resource, id)))
        if (!told.has(problem.property) && !others.has(problem.property)) others.set(problem.property, problem)
      return others.size === 0 ? refusal : refusalOf(command, [...refusal.problems, ...others.values()])
    } catch (error) {
      if (error instanceof Rejected) return refusal
      throw error
    }
  }
}
