import { staff } from '../../../domain/person.ts'
import { z } from 'zod'
import { inEnglish, type Message } from '../../../domain/message.ts'
import { writeSheet } from '../../../platform/sheets/write.ts'
import { asFile } from '../../wire/download.ts'
import { readFields } from '../../body/fields.ts'
import { type Route, route, signedIn } from '../../server/route.ts'
import type { Services } from '../../server/services.ts'
import { writeSchema } from '../../wire/wire.ts'
import { choiceSchema, pageOf, reportSchema, shown, start, startedBody } from './sheets.ts'

const checkParams = z.object({ check: z.uuid('{name} is the id of a check.') })

const startRoute = (services: Services): Route =>
  route({
    method: 'POST',
    url: '/import/:check',
    audience: staff,
    summary: 'Import what was checked; the job goes by the id of the check',
    params: checkParams,
    sends: choiceSchema,
    response: writeSchema,
    handler: async (call) => {
      const name = await start(services, call, call.params.check, await readFields(call.request, choiceSchema))
      return startedBody(name, call.params.check)
    },
  })

const reportRoute = (services: Services): Route =>
  route({
    method: 'GET',
    url: '/import/:check',
    audience: staff,
    summary: 'What a check of one’s own found; once it was imported, the rows that were refused',
    params: checkParams,
    response: z.object({ data: reportSchema }),
    handler: async (call) => ({ data: shown(await services.sheets.find(signedIn(call).actor, call.params.check)) }),
  })

const said = ({ id, values }: Message) => inEnglish({ id, values })

const problemsRoute = (services: Services): Route =>
  route({
    method: 'GET',
    url: '/import/:check/problems',
    audience: staff,
    summary: 'Every problem of a check as a spreadsheet: row, column, reason',
    params: checkParams,
    handler: async (call) => {
      const { problems } = await services.sheets.find(signedIn(call).actor, call.params.check)
      const rows = problems.map((one) => [String(one.row), one.column ?? '', said(one)])
      asFile(call, 'problems.xlsx')
      return writeSheet('Problems', ['Row', 'Column', 'Reason'], pageOf(rows))
    },
  })

const changesRoute = (services: Services): Route =>
  route({
    method: 'GET',
    url: '/import/:check/changes',
    audience: staff,
    summary:
      'Everything that a check would change of records that exist, as a spreadsheet: row, record, field, before, after',
    params: checkParams,
    handler: async (call) => {
      const { changes } = await services.sheets.find(signedIn(call).actor, call.params.check)
      const rows = changes.flatMap(({ row, name, fields }) =>
        fields.map(({ column, before, after }) => [String(row), name, column, before, after]),
      )
      asFile(call, 'changes.xlsx')
      return writeSheet('Changes', ['Row', 'Record', 'Field', 'Before', 'After'], pageOf(rows))
    },
  })

/** What was checked, by the person who had it checked: started, looked at, its problems and changes downloaded. Each row asks for its own permission. */
export const importRoutes = (services: Services): Route[] => [
  startRoute(services),
  reportRoute(services),
  problemsRoute(services),
  changesRoute(services),
]
