import { Readable } from 'node:stream'
import { z } from 'zod'
import type { Message } from '../../../domain/message.ts'
import { Rejected } from '../../../domain/rejected.ts'
import type { ActivityEntry } from '../../../projections/activity/activity.ts'
import type { ActivityFilter } from '../../../projections/activity/conditions.ts'
import { writeSheet } from '../../../platform/sheets/write.ts'
import { speakerFor } from '../../server/language.ts'
import { correlationOf } from '../../server/request-id.ts'
import { type Route, route, type Session, signedIn } from '../../server/route.ts'
import type { Services } from '../../server/services.ts'
import { namesIn } from '../../wire/change-names.ts'
import { changeText } from '../../wire/change-text.ts'
import { asFile, csvOf, oneAtATime } from '../../wire/download.ts'
import { asOf, auditors, servicesAt } from '../../wire/moment.ts'
import { filterFor, filters, trailReaders } from '../activity.ts'
import { changesOfEntries } from './changes.ts'

const entriesAtOnce = 500
// More rows than a spreadsheet has, less its heading.
const mostInSheet = 1_048_575
// What an entry takes in the file, roughly: whoever downloads it sees how far they are.
const bytesPer = { csv: 260, jsonl: 620, xlsx: 110 }

type Say = Awaited<ReturnType<typeof speakerFor>>
type Exported = { entry: ActivityEntry; changes: readonly Said[] | null }
type Said = { field: string; label: string; from: unknown; to: unknown; fromText: string; toText: string }

/** Everything that a filter means, newest first, some entries at a time; what comes in meanwhile is not in it. */
async function* entriesOf(services: Services, filter: ActivityFilter, reader: Session, say: Say) {
  let after: Awaited<ReturnType<Services['records']['activity']>>['last'] | undefined
  do {
    const page = { page: 1, perPage: entriesAtOnce, counted: 'none' as const, after: after ?? undefined }
    const { rows, last } = await services.records.activity({ ...filter, ...page })
    const found = await changesOfEntries(
      services,
      rows.flatMap(({ id }) => (/^\d+$/.test(id) ? [id] : [])),
      reader,
      true,
    )
    const names = await namesIn(services, [...found.values()], reader)
    yield rows.map((entry): Exported => {
      const told = found.get(entry.id)
      if (!told || told.isHidden) return { entry, changes: null }
      return { entry, changes: told.changes.map((change) => changeText(told, change, names, say)) }
    })
    after = rows.length < entriesAtOnce ? null : last
  } while (after !== null)
}

const heading = [
  'Date',
  'User Type',
  'Committed By',
  'Action Type',
  'Action Log',
  'Affected Model',
  'ID',
  'Name',
  'Changes',
  'Request',
]

const cellsOf = ({ entry, changes }: Exported, say: Say): string[] => [
  entry.createdAt,
  entry.userType,
  entry.userName ?? entry.userId,
  say(entry.actionType),
  say(entry.says),
  entry.modelAffected ?? '',
  entry.modelID ?? '',
  entry.recordName ?? '',
  (changes ?? []).map(({ label, fromText, toText }) => `${say(label)}: ${fromText} → ${toText}`).join('\n'),
  entry.requestId ?? '',
]

const lineOf = ({ entry, changes }: Exported, say: Say): string => {
  const { says, changedLabels: _, ...rest } = entry
  return `${JSON.stringify({ ...rest, says: say(says), changes })}\n`
}

async function* rowsOf(pages: AsyncIterable<readonly Exported[]>, say: Say) {
  for await (const page of pages) yield page.map((one) => cellsOf(one, say))
}

async function* linesOf(pages: AsyncIterable<readonly Exported[]>, say: Say) {
  for await (const page of pages) yield page.map((one) => lineOf(one, say)).join('')
}

const streamOf = (format: keyof typeof bytesPer, pages: AsyncIterable<readonly Exported[]>, say: Say): Readable => {
  if (format === 'jsonl') return Readable.from(linesOf(pages, say))
  const said = heading.map((one: Message | string) => say(one))
  return format === 'csv'
    ? csvOf(said, rowsOf(pages, say))
    : writeSheet(say('Activity Trail'), said, rowsOf(pages, say))
}

const inTurn = oneAtATime()

const formats = z.enum(['csv', 'jsonl', 'xlsx'], '{name} is csv, jsonl or xlsx.')

/** Everything that a filter of the trail means, with what was changed from what to what; the export itself is in the trail. */
export const trailExportRoute = (services: Services): Route =>
  route({
    method: 'GET',
    url: '/utility/activity_log/export',
    audience: { anyOf: trailReaders },
    atMoments: auditors,
    summary: 'What a filter of the trail means, with old and new values: CSV, JSON by lines, or a spreadsheet',
    query: z.object({ ...filters, as_of: asOf, format: formats.default('csv') }),
    perMinute: 10,
    handler: async (call) => {
      const session = signedIn(call)
      const { format, as_of: moment, ...asked } = call.query
      const then = await servicesAt(services, moment)
      return inTurn(session, async () => {
        const filter = { ...(await filterFor(services, asked, session)), until: new Date().toISOString() }
        const { total } = await then.records.activity({ ...filter, page: 1, perPage: 1, counted: 'all' })
        if (format === 'xlsx' && total > mostInSheet)
          throw new Rejected(
            'These are {count} entries. A spreadsheet holds {most}: choose CSV, or a shorter time.',
            'rule',
            {
              values: { count: total, most: mostInSheet },
            },
          )
        const event = { type: 'RecordsExported', data: { resource: 'activity_trail', count: total } } as const
        await services.audit(event, { actor: session.actor, correlationId: correlationOf(call.request) })
        const say = await speakerFor(call.request)
        asFile(call, `activity-trail.${format}`)
          .header('x-rows', String(total))
          .header('x-expected-bytes', String(total * bytesPer[format]))
        return streamOf(format, entriesOf(then, filter, session, say), say)
      })
    },
  })
