import { z } from 'zod'
import type { Audience } from '../../../domain/permission.ts'
import { noSuchRecord } from '../../../domain/rejected.ts'
import { post } from '../../../domain/resources/post.ts'
import { receipt } from '../../../domain/resources/receipt.ts'
import type { Say } from '../../../domain/texts/read-text.ts'
import { writeSheet } from '../../../platform/sheets/write.ts'
import type { ReaderRow } from '../../../projections/reading/readers.ts'
import { postReaders } from '../../live/receipt.ts'
import { speakerFor } from '../../server/language.ts'
import { correlationOf } from '../../server/request-id.ts'
import { type Route, route, signedIn } from '../../server/route.ts'
import type { Services } from '../../server/services.ts'
import { asFile, csvOf, oneAtATime, sheetFormat } from '../../wire/download.ts'
import { momentQuery, servicesAt } from '../../wire/moment.ts'
import { idParams, listMeta, metaSchema, plain, whole } from '../../wire/wire.ts'

const atMoments: Audience = { anyOf: ['r-audit_personal'], besides: 'r-audit' }

const asked = momentQuery.extend({
  keyword: plain(200).default(''),
  state: z.enum(['read', 'unread', ''], '{name} is read or unread.').default(''),
})

const moment = (at: Date | null) => at?.toISOString() ?? null

const readerSchema = z.object({
  id: z.number(),
  name: z.string(),
  division: z.string().nullable(),
  departement: z.string().nullable(),
  read_at: z.string().nullable(),
})

/** @throws Rejected missing without such a post */
const checkIsThere = async ({ records }: Pick<Services, 'records'>, id: number): Promise<void> => {
  if (!(await records.find(post, String(id), 'staff'))) throw noSuchRecord(post)
}

const headings = ['Employee number', 'Name', 'Division', 'Department', 'Read on']

const cellsOf = ({ employee_number: number, name, division, departement, read_at: at }: ReaderRow) => [
  number,
  name,
  division ?? '',
  departement ?? '',
  moment(at) ?? '',
]

async function* pageOf(rows: readonly ReaderRow[]) {
  yield rows.map(cellsOf)
}

const inTurn = oneAtATime()
const heading = (say: Say) => headings.map((one) => say(one))

const exportRoute = (services: Services): Route =>
  route({
    method: 'GET',
    url: '/post/:id/readers/export',
    audience: postReaders,
    atMoments,
    summary: 'Who has read a post that had to be read and who has not, as a spreadsheet or as CSV',
    params: idParams,
    query: asked.extend({ format: sheetFormat }),
    perMinute: 10,
    handler: async (call) => {
      const session = signedIn(call)
      return inTurn(session, async () => {
        const { as_of: at, format, ...query } = call.query
        const { records } = await servicesAt(services, at)
        await checkIsThere({ records }, call.params.id)
        const { rows } = await records.readersOfPost({ post: call.params.id, ...query })
        await services.audit(
          { type: 'RecordsExported', data: { resource: receipt.name, count: rows.length } },
          { actor: session.actor, correlationId: correlationOf(call.request) },
        )
        const say = await speakerFor(call.request)
        asFile(call, `readers.${format}`).header('x-rows', String(rows.length))
        return format === 'xlsx' ? writeSheet('readers', heading(say), pageOf(rows)) : csvOf(heading(say), pageOf(rows))
      })
    },
  })

/** Who has read a post that had to be read, and who has not. */
export const readersRoutes = (services: Services): Route[] => [
  route({
    method: 'GET',
    url: '/post/:id/readers',
    audience: postReaders,
    atMoments,
    summary: 'Who is asked to read a post, and when they said that they have',
    params: idParams,
    query: asked.extend({ page: whole(1, 100_000).default(1), per_page: whole(1, 100).default(50) }),
    response: z.object({
      data: z.array(readerSchema),
      meta: metaSchema.extend({
        asked: z.number(),
        read: z.number(),
      }),
    }),
    handler: async ({ params: { id }, query }) => {
      const { as_of: at, page, per_page: size, keyword, state } = query
      const { records } = await servicesAt(services, at)
      await checkIsThere({ records }, id)
      const { rows, found, ...counts } = await records.readersOfPost({
        post: id,
        keyword,
        state,
        page: { number: page, size },
      })
      return {
        data: rows.map(({ employee_number: _, read_at: read, ...row }) => ({ ...row, read_at: moment(read) })),
        meta: { ...listMeta(found, size), ...counts },
      }
    },
  }),
  exportRoute(services),
]
