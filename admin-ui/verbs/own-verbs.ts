import type { Resource, Verb } from '../../domain/resource.ts'
import { can, type Me } from '../../ui-shared/session/me.ts'
import { flagOf, type Row } from '../list/row.ts'

/** A verb of a resource's own that a record may be given now. */
export type OwnVerb = { name: string; verb: Verb }

/** The flags of a resource whose values verbs set: the verb for true, the one for false. */
const pairsOf = ({ fields }: Resource) =>
  Object.entries(fields).flatMap(([name, { kind, sets }]) =>
    kind === 'flag' && sets ? [{ name, on: sets[0], off: sets[1] }] : [],
  )

const startsIn = ({ stateField }: Resource, { from, to }: Verb, row: Row): boolean => {
  if (stateField === null) return true
  const stands = row[stateField]
  // One that starts where it leads to adds to what was said before.
  return from === undefined ? stands !== to : from.some((one) => one === stands)
}

/** The verbs of its own that a record may be given in the state that it is in, by who asks. */
export const ownVerbs = (resource: Resource, row: Row, me: Me | null): OwnVerb[] => {
  const pairs = pairsOf(resource)
  return Object.entries(resource.verbs).flatMap(([name, verb]) => {
    if (verb.isForAuthor || !can(me, `${verb.action}-${resource.area}`) || !startsIn(resource, verb, row)) return []
    const pair = pairs.find(({ on, off }) => on === name || off === name)
    if (pair && flagOf(row, pair.name) === (pair.on === name)) return []
    return [{ name, verb }]
  })
}
