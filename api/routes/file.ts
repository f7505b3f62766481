import { z } from 'zod'
import type { Dispatch } from '../../commands/command.ts'
import type { NameIn } from '../../domain/fields/values.ts'
import { isEmployee } from '../../domain/person.ts'
import { file } from '../../domain/resources/file.ts'
import { mayRead } from '../../domain/permission.ts'
import { lookersAt } from '../../domain/people/personal.ts'
import { fieldProblem, Rejected, rejectFields } from '../../domain/rejected.ts'
import { type Sent, readSent } from '../body/sent.ts'
import { sizeOf } from '../body/size.ts'
import { done, refuseParameters } from '../body/fields.ts'
import { once } from '../writes/once.ts'
import { fieldsQuery } from '../wire/chosen.ts'
import { sentSchema } from '../wire/record.ts'
import type { Services } from '../server/services.ts'
import { type Call, checkAudience, type Route, route, signedIn } from '../server/route.ts'
import { unshaped } from '../wire/adapters/reshape.ts'
import { keyParams, listMeta, listQueryOf, portalView, writeSchema } from '../wire/wire.ts'
import { asOf, auditors, previewers, servicesAt } from '../wire/moment.ts'
import { doneMessage } from '../writes/done-messages.ts'
import { runWrite, settled } from '../writes/write.ts'
import { uploadOf } from './library.ts'
import { historyRoutes } from './history/history.ts'
import { matchingRoutes } from './matching.ts'
import { readRoutes } from './read.ts'
import { idOf, verbRoutes } from './verbs.ts'

// What people say of a file; all else follows from its bytes.
const said: readonly NameIn<typeof file.fields>[] = ['name', 'attribute', 'altText', 'isInPortal']
const takes = { ...sizeOf(file, said), files: 1 }
const sends = z.object({
  ...sentSchema(file, false, said).shape,
  description: z.string().optional(),
  type: z.string().optional(),
  file: z.file().optional(),
})

const checkNames = ({ fields, files }: Sent) => {
  const strange = [
    ...Object.keys(fields).filter((name) => !said.some((one) => one === name)),
    ...Object.keys(files).filter((name) => name !== 'file'),
  ]
  if (strange.length > 0)
    rejectFields(
      strange.map((name) =>
        fieldProblem(name, 'unknown', '{name} is not a field of {plural}', {
          name: name.slice(0, 60),
          plural: 'files',
        }),
      ),
    )
}

const sentBy = async (call: Call): Promise<Sent> => {
  const sent = unshaped(file, await readSent(call.request))
  checkNames(sent)
  return sent
}

const upload = (services: Services): Route =>
  route({
    method: 'POST',
    url: '/file',
    audience: { anyOf: ['c-file'] },
    summary: 'Add a file to the library',
    sends,
    takes,
    response: writeSchema,
    handler: async (call) => {
      const { fields, files, fingerprint } = await sentBy(call)
      const { file: sent } = files
      if (!sent) return rejectFields([fieldProblem('file', 'required', 'File is required')])
      return once(services, call, `file ${fingerprint}`, async (attempt) => {
        const { id, position } = await services.files.add(sent, { ...uploadOf(call, 'library', attempt), said: fields })
        const read = await settled(services, file, position)
        const { id: message, values } = doneMessage(file, 'create')
        return { status: 200, body: { ...done(file.name, message, values), data: { id, version: 1 }, ...read } }
      })
    },
  })

const edit = (services: Services): Route =>
  route({
    method: 'PUT',
    url: '/file/:key',
    audience: { anyOf: ['u-file'] },
    summary: 'Describe a file, or put another in its place under the same link',
    params: keyParams,
    sends,
    takes,
    response: writeSchema,
    handler: async (call) => {
      const { files, ...sent } = await sentBy(call)
      const id = await idOf(services, file, call.params.key)
      const { file: next } = files
      const dispatch: Dispatch = async (command) =>
        next ? { ...(await services.files.replace(next, command)), isRevertible: false } : services.dispatch(command)
      return runWrite(services, call, file, 'edit', id, { ...sent, files: {} }, { dispatch })
    },
  })

const uses = (services: Services): Route =>
  route({
    method: 'GET',
    url: '/file/:key/uses',
    audience: { anyOf: ['r-file'] },
    summary: 'The records that show a file',
    params: keyParams,
    response: z.object({
      data: z.array(z.object({ resource: z.string(), id: z.number(), name: z.string().nullable() })),
      meta: z.object({ total_item: z.number() }),
    }),
    handler: async ({ params, session }) => {
      const all = await services.records.usesOfFile(await idOf(services, file, params.key))
      const perms = session?.perms ?? []
      const known = new Set(services.resources.filter((one) => mayRead(one, perms)).map(({ name }) => name))
      // What one may not read is counted and not named.
      const data = all.filter(({ resource }) => known.has(resource))
      return { data, meta: { total_item: all.length } }
    },
  })

const found = z.object({ name: z.string(), link: z.string(), extension: z.string() })
const documentReaders = { anyOf: ['r-file', 'r-homepage'], employees: true }

const asked = listQueryOf(file, []).extend({ view: portalView, as_of: asOf, fields: fieldsQuery })

/** The list of staff, and for employees and the preview of the portal the documents that a keyword finds (W12, A11). */
const listOrSearch = (services: Services, list: Route): Route => ({
  ...list,
  audience: { anyOf: ['r-file', 'r-audit', 'r-homepage'], employees: true },
  atMoments: previewers,
  query: asked,
  ...(list.response
    ? { response: z.union([list.response, z.object({ data: z.array(found), meta: z.unknown() })]) }
    : {}),
  handler: async (call) => {
    // The route's schema has read it.
    const { view, keyword, page, per_page: perPage, as_of: moment, fields } = call.query as z.output<typeof asked>
    if (view !== 'portal' && !isEmployee(signedIn(call).actor)) {
      checkAudience(call.session, moment === undefined ? { anyOf: lookersAt(file) } : auditors)
      return list.handler(call)
    }
    checkAudience(call.session, moment === undefined ? documentReaders : previewers)
    refuseParameters(fields === undefined ? [] : ['fields'])
    const { records } = await servicesAt(services, moment)
    const { rows, total } = await records.documents({ keyword, page, perPage })
    return { data: rows, meta: listMeta(total, perPage) }
  },
})

/** The library of files (docs/specification/wire.md#calls). */
export const fileRoutes = (services: Services): Route[] => {
  const [list, ...reads] = readRoutes(services, file)
  if (!list) throw new Rejected('Files have no list.')
  return [
    listOrSearch(services, list),
    ...reads,
    upload(services),
    edit(services),
    uses(services),
    ...matchingRoutes(services, file),
    ...historyRoutes(services, file),
    ...verbRoutes(services, file),
  ]
}
