import { isShown } from '../../../domain/fields/composite.ts'
import { textOf } from '../../../domain/json.ts'
import { readText, type Say } from '../../../domain/texts/read-text.ts'
import type { Resource } from '../../../domain/resource.ts'
import { writeSheet } from '../../../platform/sheets/write.ts'
import { asFile, csvOf, sheetFormat } from '../../wire/download.ts'
import { speakerFor } from '../../server/language.ts'
import { correlationOf } from '../../server/request-id.ts'
import { type Route, route, signedIn } from '../../server/route.ts'
import type { Row, Services } from '../../server/services.ts'
import { listQueryOf } from '../../wire/wire.ts'
import { listOptions } from '../read.ts'

const rowsAtOnce = 50

const headingOf = ({ fields }: Resource, say: Say) => [
  say('Number'),
  say('Date'),
  ...Object.values(fields).map(({ label }) => say(label)),
]

const rowOf = ({ fields }: Resource, row: Row, say: Say): string[] => [
  textOf(row.label),
  row.created_at instanceof Date ? row.created_at.toISOString() : textOf(row.created_at),
  ...Object.entries(fields).map(([name, field]) => (isShown(field, row) ? readText(row[name], field, say) : '')),
]

async function* pagesOf({ records }: Pick<Services, 'records'>, resource: Resource, ids: readonly number[], say: Say) {
  for (let from = 0; from < ids.length; from += rowsAtOnce) {
    const part = ids.slice(from, from + rowsAtOnce)
    const found = await Promise.all(part.map((id) => records.find(resource, String(id), 'staff')))
    yield found.flatMap((one) => (one ? [rowOf(resource, one, say)] : []))
  }
}

/** What a list query matches as a spreadsheet or as CSV, in the language of whoever asks. */
export const exportRoute = (services: Services, resource: Resource): Route =>
  route({
    method: 'GET',
    url: `/${resource.name}/export`,
    audience: { anyOf: [`r-${resource.area}`] },
    summary: `The ${resource.plural} that match a list query, as a spreadsheet or as CSV`,
    query: listQueryOf(resource, services.resources).extend({ format: sheetFormat }),
    perMinute: 10,
    handler: async (call) => {
      const { format, ...query } = call.query
      const ids = await services.records.matching(resource, listOptions(resource, query, call))
      const data = { resource: resource.name, count: ids.length }
      await services.audit(
        { type: 'RecordsExported', data },
        { actor: signedIn(call).actor, correlationId: correlationOf(call.request) },
      )
      const say = await speakerFor(call.request)
      const [heading, pages] = [headingOf(resource, say), pagesOf(services, resource, ids, say)]
      asFile(call, `${resource.name}.${format}`).header('x-rows', String(ids.length))
      return format === 'xlsx' ? writeSheet(resource.name, heading, pages) : csvOf(heading, pages)
    },
  })
