import type { Resource } from '../../../domain/resource.ts'
import type { SheetColumns } from '../../../domain/sheets/declaration.ts'
import { writeSheet } from '../../../platform/sheets/write.ts'
import { asFile, oneAtATime } from '../../wire/download.ts'
import { correlationOf } from '../../server/request-id.ts'
import { type Route, route, signedIn } from '../../server/route.ts'
import type { Services } from '../../server/services.ts'
import { asOf, servicesAt } from '../../wire/moment.ts'
import { listQueryOf } from '../../wire/wire.ts'
import { listOptions } from '../read.ts'

const rowsAtOnce = 500
// What a row takes in the file, roughly: whoever downloads it sees how far they are.
const bytesPerRow = 75
const bytesAround = 7_000

async function* pagesOf(
  { records }: Pick<Services, 'records'>,
  resource: Resource,
  mode: SheetColumns,
  ids: readonly number[],
) {
  for (let from = 0; from < ids.length; from += rowsAtOnce)
    yield await records.sheetRows(resource, mode, ids.slice(from, from + rowsAtOnce))
}

const inTurn = oneAtATime()

/** The export: everything that a list query matches, in the columns of one kind of spreadsheet (E10, P11). */
export const exportRoute = (services: Services, resource: Resource, mode: SheetColumns): Route =>
  route({
    method: 'GET',
    url: `/${resource.name}/bulk`,
    audience: { anyOf: [`r-${resource.area}`, `u-${resource.area}`] },
    atMoments: { anyOf: [`r-${resource.area}`, `u-${resource.area}`], besides: 'r-audit' },
    summary: `Export ${resource.plural} that match a list query as a spreadsheet`,
    query: listQueryOf(resource, services.resources).extend({ as_of: asOf }),
    perMinute: 10,
    handler: async (call) => {
      const session = signedIn(call)
      return inTurn(session, async () => {
        const { as_of: moment, ...query } = call.query
        const then = await servicesAt(services, moment)
        const ids = await then.records.matching(resource, listOptions(resource, query, call))
        const data = { resource: resource.name, count: ids.length }
        await services.audit(
          { type: 'RecordsExported', data },
          { actor: session.actor, correlationId: correlationOf(call.request) },
        )
        asFile(call, 'file.xlsx')
          .header('x-rows', String(ids.length))
          .header('x-expected-bytes', String(bytesAround + ids.length * bytesPerRow))
        return writeSheet(resource.label, Object.keys(mode.columns), pagesOf(then, resource, mode, ids))
      })
    },
  })
