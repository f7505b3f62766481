import { z } from 'zod'
import { editors } from '../../commands/authorise.ts'
import type { Command, Dispatch } from '../../commands/command.ts'
import { fieldProblem, noSuchRecord, Rejected, refusedFor } from '../../domain/rejected.ts'
import { isEmployee } from '../../domain/person.ts'
import { answerVerb } from '../../domain/shapes/stages.ts'
import { draftAgain } from '../../domain/publishing.ts'
import { actionOf, type Resource } from '../../domain/resource.ts'
import { refuseOthers } from '../body/fields.ts'
import { endsSent, splitEnds } from '../wire/adapters/ends.ts'
import { nothingSent, readIfSent, readSent } from '../body/sent.ts'
import { sizeOf, sizeOfInput } from '../body/size.ts'
import { unshaped } from '../wire/adapters/reshape.ts'
import type { Services } from '../server/services.ts'
import { type Call, type Route, route, signedIn } from '../server/route.ts'
import { runMany } from '../writes/many.ts'
import { asksToUnassign, isUnassigning, unassign, unassignQuery } from './move.ts'
import { idsOrSlugParams, idsParams, keyParams, writeSchema } from '../wire/wire.ts'
import { fieldsSchema, sentSchema } from '../wire/record.ts'
import { capital } from '../writes/done-messages.ts'
import { runWrite } from '../writes/write.ts'

const passwordSchema = z.string().max(1_000).nullish()

/** The id that a key of a path names. @throws Rejected missing */
export const idOf = async (services: Services, resource: Resource, key: string): Promise<number> => {
  if (/^\d{1,10}$/.test(key) && Number(key) <= 2_147_483_647) return Number(key)
  const found = await services.records.find(resource, key, 'all')
  if (!found) throw noSuchRecord(resource)
  return Number(found.id)
}

// What employees say is mailed to staff, so they may say so much in an hour.
const isAnswerOf = (verb: string, call: Call) => verb === answerVerb && isEmployee(signedIn(call).actor)

const verbRoute = (
  services: Services,
  resource: Resource,
  verb: string,
  method: 'POST' | 'DELETE',
  path: string,
): Route => {
  const own = resource.verbs[verb]?.input
  const input = own ?? (verb === 'deactivate' && resource.publishing ? draftAgain(resource) : undefined)
  // A record that comes back may have another address (X20).
  const takes = verb === 'restore' && resource.slug ? z.object({ slug: z.string().optional() }) : null
  const sends = input ? fieldsSchema(input, own !== undefined) : takes
  return route({
    method,
    url: `/${resource.name}/:ids${path}`,
    audience: {
      anyOf: [`${actionOf(resource, verb)}-${resource.area}`],
      // Whose it is, the command checks.
      ...(resource.author !== undefined && resource.verbs[verb]?.isForAuthor ? { employees: true } : {}),
    },
    summary: `${capital(verb)} one or up to 100 ${resource.plural}`,
    params: resource.slug ? idsOrSlugParams : idsParams,
    ...(sends ? { sends } : {}),
    ...(own ? { takes: sizeOfInput(own) } : {}),
    ...(isUnassigning(services, resource, verb) ? { query: unassignQuery } : {}),
    response: writeSchema,
    isForMany: true,
    handler: async (call) => {
      const named = call.params.ids
      const ids = typeof named === 'string' ? [await idOf(services, resource, named)] : named
      const [first, ...others] = ids
      const sent = sends ? await readIfSent(call.request) : nothingSent
      if (first !== undefined && others.length === 0) {
        if (isUnassigning(services, resource, verb) && asksToUnassign(call.query))
          return unassign(services, call, resource, first)
        return runWrite(services, call, resource, verb, first, sent, {
          dispatch: isAnswerOf(verb, call) ? services.sending(`${resource.name} ${verb}`) : services.dispatch,
        })
      }
      refuseOthers([], sent.files)
      if (isAnswerOf(verb, call)) throw new Rejected('Answer one at a time.', 'validation')
      return runMany(services, call, resource, verb, ids, sent === nothingSent ? null : sent.fields)
    },
  })
}

/** A write of fields, and of relations that end at the record. The password of somebody who signs in is none of them; an empty one is none. */
const writeFields = async (
  services: Services,
  call: Call,
  resource: Resource,
  verb: string,
  id: number | undefined,
) => {
  const read = unshaped(resource, await readSent(call.request))
  if (!resource.signsIn) {
    const { sent, dispatch } = splitEnds(services, resource, read, services.dispatch)
    return runWrite(services, call, resource, verb, id, sent, { dispatch })
  }
  const { password: given, ...fields } = read.fields
  const password = passwordSchema.safeParse(given)
  const refused = refusedFor(password.success ? [] : [fieldProblem('password', 'text', 'The password is a text')])
  // The records that a relation changes besides are other people.
  const isMeant = (command: Command) => command.verb === verb && (verb === 'create' || command.id === id)
  const withPassword: Dispatch = (command) =>
    services.dispatch(
      isMeant(command) ? { ...command, ...refused, ...(password.data ? { password: password.data } : {}) } : command,
    )
  const { sent, dispatch } = splitEnds(services, resource, { ...read, fields }, withPassword)
  return runWrite(services, call, resource, verb, id, sent, { dispatch })
}

/** Every write of a resource: create, edit, the standard verbs and its own. */
export const writeRoutes = (services: Services, resource: Resource): Route[] => [
  route({
    method: 'POST',
    url: `/${resource.name}`,
    audience: { anyOf: [`c-${resource.area}`] },
    summary: `Create one of the ${resource.plural}`,
    sends: sentSchema(resource, true).extend(endsSent(services, resource)),
    takes: sizeOf(resource),
    response: writeSchema,
    handler: (call) => writeFields(services, call, resource, 'create', undefined),
  }),
  route({
    method: 'PUT',
    url: `/${resource.name}/:key`,
    audience: { anyOf: editors(resource) },
    summary: `Edit one of the ${resource.plural}`,
    params: keyParams,
    sends: sentSchema(resource, false).extend(endsSent(services, resource)),
    takes: sizeOf(resource),
    response: writeSchema,
    handler: async (call) =>
      writeFields(services, call, resource, 'edit', await idOf(services, resource, call.params.key)),
  }),
  ...verbRoutes(services, resource),
]

/** The verbs of a resource that take ids: the standard ones and its own. */
export const verbRoutes = (services: Services, resource: Resource): Route[] => [
  ...['activate', 'deactivate', 'restore', ...Object.keys(resource.verbs)]
    .filter((verb) => actionOf(resource, verb) !== null)
    .map((verb) => verbRoute(services, resource, verb, 'POST', `/${verb}`)),
  ...(resource.events.delete === undefined ? [] : [verbRoute(services, resource, 'delete', 'DELETE', '')]),
]
