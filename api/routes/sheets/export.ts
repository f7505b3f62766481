import type { Resource } from '../../../domain/resource.ts'
import { Rejected } from '../../../domain/rejected.ts'
import { sheetType, writeSheet } from '../../../platform/sheets/write.ts'
import { personOf, type Route, route, signedIn } from '../../route.ts'
import type { Services } from '../../services.ts'
import type { listQueryOf } from '../../wire.ts'
import { listOptions } from '../read.ts'

const rowsAtOnce = 500
// What a row takes in the file, roughly: whoever downloads it sees how far they are.
const bytesPerRow = 75
const bytesAround = 7_000

const exporting = new Set<string>()

async function* pagesOf(services: Services, resource: Resource, ids: readonly number[], over: () => void) {
  const mode = Object.values(resource.sheets?.modes ?? {})[0]
  try {
    for (let from = 0; mode && from < ids.length; from += rowsAtOnce)
      yield await services.records.sheetRows(resource, mode, ids.slice(from, from + rowsAtOnce))
  } finally {
    over()
  }
}

/** The export: everything that a list query matches, in the columns of the first spreadsheet (spec/decisions E10, P11). */
export const exportRoute = (services: Services, resource: Resource, query: ReturnType<typeof listQueryOf>): Route =>
  route({
    method: 'GET',
    url: `/${resource.name}/bulk`,
    audience: { anyOf: [`r-${resource.area}`, `u-${resource.area}`] },
    summary: `Export ${resource.plural} that match a list query as a spreadsheet`,
    query,
    perMinute: 10,
    handler: async (call) => {
      const session = signedIn(call)
      const person = personOf(session)
      if (exporting.has(person))
        throw new Rejected('An export of yours is under way. Please wait until it is finished.')
      exporting.add(person)
      const over = () => void exporting.delete(person)
      try {
        const ids = await services.records.matching(resource, listOptions(resource, call.query, call))
        const event = { type: 'RecordsExported', data: { resource: resource.name, count: ids.length } }
        await services.audit(event, { actor: session.actor, correlationId: call.request.id })
        call.reply
          .type(sheetType)
          .header('content-disposition', 'attachment; filename="file.xlsx"')
          .header('x-rows', String(ids.length))
          .header('x-expected-bytes', String(bytesAround + ids.length * bytesPerRow))
        const titles = Object.keys(Object.values(resource.sheets?.modes ?? {})[0]?.columns ?? {})
        const stream = writeSheet(resource.label, titles, pagesOf(services, resource, ids, over))
        // Whoever stops reading has given it up.
        stream.once('close', over)
        return stream
      } catch (error) {
        over()
        throw error
      }
    },
  })
