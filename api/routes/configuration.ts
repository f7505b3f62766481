import type { Answered } from '../../domain/fields/values.ts'
import { z } from 'zod'
import type { Dispatch } from '../../commands/command.ts'
import { refusedBy } from '../../commands/refusal.ts'
import { configuration, configurationId } from '../../domain/resources/configuration.ts'
import { homepage } from '../../domain/resources/homepage.ts'
import { asJson, isObject, textOf } from '../../domain/json.ts'
import { holdsAny } from '../../domain/permission.ts'
import { readInput } from '../../domain/read-input.ts'
import { accessDenied, fieldProblem, Rejected, rejectFields } from '../../domain/rejected.ts'
import { singletonId } from '../../domain/resource.ts'
import { type Sent, readSent } from '../body/sent.ts'
import { sizeOf } from '../body/size.ts'
import { sentSchema, toRecord } from '../wire/record.ts'
import { type Call, type Route, route, signedIn } from '../server/route.ts'
import type { Row, Services } from '../server/services.ts'
import { previewers, recordAt, recordQuery } from '../wire/moment.ts'
import { writeSchema } from '../wire/wire.ts'
import { runWrite } from '../writes/write.ts'

const block = z.object({ title: z.string(), link: z.string() })

type Site = Answered<typeof configuration.fields>
type Names = readonly (keyof Site)[]

const forAll = z.object({
  siteTitle: z.string(),
  footer: z.string(),
  favicon_url: z.string().nullable(),
  logo_url: z.string().nullable(),
  timeZone: z.string(),
  currency: z.string(),
  popup_timer: z.number(),
  menuBlocks: z.string(),
  blocks: z.record(z.string(), block),
  registration: z.enum(['pending', 'open', 'closed']),
} satisfies Answered<typeof configuration.fields, 'menuBlocks' | 'blocks' | 'registration'>)

const inside = ['facebook', 'instagram', 'linkedln', 'policy1_url', 'policy2_url', 'notices'] as const satisfies Names
/** What staff switch on. */
const switches = ['must_read', 'reactions', 'comments', 'read_statistics', 'digests'] as const satisfies Names
const mail = [
  'email_job',
  'email_stationary',
  'email_iso',
  'email_name',
  'email_host',
  'email_port_smtp',
  'email_port_pop',
  'executives_after',
  'executives_before',
  'email_password_set',
  'second_eyes',
] as const satisfies Names
const answered = forAll.extend({
  ...Object.fromEntries([...inside, ...switches, ...mail].map((name) => [name, z.unknown().optional()])),
  version: z.number().optional(),
})

const blocksOf = (row: Row | null): Record<string, z.output<typeof block>> =>
  Object.fromEntries(
    Object.keys(homepage.fields).map((name) => {
      const read = block.safeParse(row?.[name])
      return [name, read.success ? read.data : { title: '', link: '' }]
    }),
  )

const joined = (value: unknown) => (Array.isArray(value) ? value.join(', ') : value)

/** What the portal and its sign-in page show (C1, C3). */
const publicOf = (row: Site | null, blocks: Row | null, registration: 'pending' | 'open' | 'closed') => ({
  siteTitle: textOf(row?.siteTitle) || 'Atrium',
  footer: textOf(row?.footer) || 'Atrium',
  favicon_url: textOf(row?.favicon_url) || null,
  logo_url: textOf(row?.logo_url) || null,
  timeZone: textOf(row?.timeZone) || 'UTC',
  currency: textOf(row?.currency),
  popup_timer: typeof row?.popup_timer === 'number' ? row.popup_timer : 5,
  menuBlocks: JSON.stringify(blocksOf(blocks)),
  blocks: blocksOf(blocks),
  registration,
})

/** What employees read of the configuration. */
export const portalConfigSchema = forAll.extend({
  ...Object.fromEntries(inside.map((name) => [name, z.string().nullable()])),
  ...Object.fromEntries(switches.map((name) => [name, z.boolean().nullable()])),
})

const icon = z.object({ src: z.string(), sizes: z.string(), type: z.string(), purpose: z.string() })
const manifest = z.object({
  name: z.string(),
  short_name: z.string(),
  start_url: z.string(),
  scope: z.string(),
  display: z.string(),
  background_color: z.string(),
  theme_color: z.string(),
  icons: z.array(icon),
})

// The colours of paper and of the head (ui-shared/styles/tokens.css).
const opened = {
  start_url: '/',
  scope: '/',
  display: 'standalone',
  background_color: '#fbfbf9',
  theme_color: '#fbfbf9',
  icons: [192, 512].flatMap((size) =>
    ['any', 'maskable'].map((purpose) => ({
      src: `/assets/portal/icon-${size}-v1.png`,
      sizes: `${size}x${size}`,
      type: 'image/png',
      purpose,
    })),
  ),
}

const storedConfig = async ({ records }: Pick<Services, 'records'>) => {
  const [row, blocks] = await Promise.all([
    records.find(configuration, String(configurationId), 'staff'),
    records.find(homepage, String(singletonId), 'staff'),
  ])
  return { row, blocks }
}

/** The configuration as employees read it (`portalConfigSchema`). */
export const portalConfig = async (services: Services) => {
  const { row, blocks } = await storedConfig(services)
  const shown = publicOf(row, blocks, services.config.registration)
  return { ...shown, ...picked(row === null ? {} : toRecord(configuration, row), [...inside, ...switches]) }
}

const picked = (row: Site, names: readonly (keyof Site)[]) =>
  Object.fromEntries(names.map((name) => [name, joined(row[name] ?? null)]))

const blockSent = (value: unknown): Sent['fields'] => {
  const sent = asJson(value)
  return isObject(sent) ? sent : rejectFields([fieldProblem('menuBlocks', 'invalid', 'The blocks are an object')])
}

/** What was sent for the site and for the blocks; `favicon_url` and `logo_url` are other names of the two pictures. */
const partsOf = ({ fields, files, fingerprint }: Sent) => {
  const { menuBlocks, blocks, favicon_url: _favicon, logo_url: _logo, ...site } = fields
  const pictures = Object.fromEntries(
    Object.entries(files).map(([name, file]) => [name.replace(/^(favicon|logo)_url$/, '$1'), file]),
  )
  const given = menuBlocks ?? blocks
  return {
    site: { fields: site, files: pictures, fingerprint },
    blocks: given === undefined ? null : { fields: blockSent(given), files: {}, fingerprint },
  }
}

const save = async (services: Services, call: Call): Promise<unknown> => {
  const { site, blocks } = partsOf(await readSent(call.request))
  const isSite = blocks === null || Object.keys(site.fields).length + Object.keys(site.files).length > 0
  const needed = [...(isSite ? ['u-configuration'] : []), ...(blocks ? ['u-homepage'] : [])]
  if (!needed.every((one) => holdsAny(signedIn(call).perms, [one]))) throw new Rejected(accessDenied, 'forbidden')
  // Whatever is wrong with the blocks is found before anything is saved, and told with what is wrong with the site.
  const refused = await refusedBy(blocks && isSite ? [() => readInput(homepage, 'edit', blocks.fields)] : [])
  const dispatch: Dispatch = (command) => services.dispatch({ ...command, ...refused })
  const saved = isSite
    ? await runWrite(services, call, configuration, 'edit', configurationId, site, { dispatch })
    : null
  if (!blocks) return saved
  // The version that this call tells is that of the site.
  delete call.request.headers['if-match']
  return runWrite(services, call, homepage, 'edit', singletonId, blocks, { part: isSite ? 'blocks' : '' })
}

/** The settings of the site: for everybody what is shown, for staff the rest, and the call that saves them and the blocks (P6). */
export const configurationRoutes = (services: Services): Route[] => [
  route({
    method: 'GET',
    url: '/utility/config',
    audience: 'anyone',
    atMoments: previewers,
    query: recordQuery,
    summary: 'Title, footer, pictures and blocks of the site for everyone; the rest for who may read the configuration',
    response: z.object({ data: answered }),
    handler: async ({ query, session, reply }) => {
      const { at: then } = await recordAt(services, configuration, String(configurationId), query)
      const { row, blocks } = await storedConfig(then)
      const shown = publicOf(row, blocks, services.config.registration)
      if (session === null || row === null) return { data: shown }
      const record = toRecord(configuration, row)
      const mayRead = holdsAny(session.perms, ['r-configuration'])
      if (!mayRead) return { data: { ...shown, ...picked(record, [...inside, ...switches]) } }
      reply.header('etag', `"${Number(row.version)}"`)
      return { data: { ...shown, ...picked(record, [...inside, ...switches, ...mail]), version: Number(row.version) } }
    },
  }),
  route({
    method: 'GET',
    url: '/utility/manifest',
    audience: 'anyone',
    summary: 'What a device that installs the portal is told: the name of the site, and how it opens',
    response: manifest,
    handler: async () => {
      const name = textOf((await storedConfig(services)).row?.siteTitle) || 'Atrium'
      return { ...opened, name, short_name: name }
    },
  }),
  route({
    method: 'POST',
    url: '/utility/config',
    audience: { anyOf: ['u-configuration', 'u-homepage'] },
    summary: 'Save the site configuration, the blocks of the landing page, or both',
    sends: sentSchema(configuration, false).extend({ menuBlocks: z.union([z.string(), z.looseObject({})]).optional() }),
    takes: sizeOf(configuration),
    response: writeSchema,
    handler: (call) => save(services, call),
  }),
]
