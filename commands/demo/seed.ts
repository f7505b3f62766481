import { randomUUID } from 'node:crypto'
import { category } from '../../domain/resources/category.ts'
import { configuration, configurationId } from '../../domain/resources/configuration.ts'
import { homepage } from '../../domain/resources/homepage.ts'
import { menubar } from '../../domain/resources/menubar.ts'
import { isoPage, page } from '../../domain/resources/page.ts'
import { post } from '../../domain/resources/post.ts'
import { type Resource, singletonId } from '../../domain/resource.ts'
import { administratorRole, auditor, role } from '../../domain/resources/role.ts'
import type { Fields, Said } from '../../domain/fields/values.ts'
import type { Pool } from 'pg'
import type { Log } from '../../event-store/log.ts'
import { streamOf } from '../../domain/event.ts'
import { stationery } from '../../domain/resources/stationery.ts'
import type { Dispatch } from '../command.ts'
import { writeDemoAccounts } from './accounts.ts'
import { categories, roles, settings } from './company.ts'
import { seedFront } from './front.ts'
import { seedInbox } from './inbox.ts'
import { drawPictures, type FileId, type KeepFile, seedLibrary } from './library.ts'
import { type Make, maker, seeder, type Sent } from './making.ts'
import { seedEmployees, seedUsers, type SetPassword } from './people.ts'
import { bodyOf, posts } from './posts.ts'
import { stationeryItems } from './stationery.ts'

export type SeedDependencies = Parameters<typeof maker>[0] & {
  log: Log
  foundation(): Promise<void>
  setPassword: SetPassword
  keepFile: KeepFile
  /** A folder for what is drawn until it is kept. */
  folder: string
  dataDir: string
}

/** The records that every Atrium has: Administrator and, in a new one, Auditor; configuration, blocks, menu, ISO Center, stationery; those that exist are left alone. */
export const seedFoundation = async (
  dispatch: Dispatch,
  log: Log,
  site: { siteTitle: string; footer: string; timeZone: string },
): Promise<void> => {
  const make = async <F extends Fields, S extends Sent>(
    resource: Resource<F>,
    id: number,
    sent: Said<F, S>,
    supplied: Record<string, unknown> = {},
  ) => {
    const { events } = await log.read(streamOf(resource.name, id))
    if (events.length > 0) return
    await dispatch<Fields>({
      resource,
      verb: 'create',
      id,
      sent,
      supplied,
      actor: { type: 'system', id: 'foundation' },
      perms: null,
      commandId: randomUUID(),
      isSilent: true,
    })
  }
  const { events } = await log.read(streamOf(role.name, administratorRole))
  // A system that is there already gives its second role to whom it likes. Before the first role, so that a start that is killed in between goes on here.
  if (events.length === 0) await make(role, auditor.id, { name: auditor.name, perms: auditor.perms })
  await make(role, administratorRole, { name: 'Administrator', perms: [] })
  await make(configuration, configurationId, site)
  await make(homepage, singletonId, {})
  await make(menubar, singletonId, {})
  const { id, slug, name } = isoPage
  await make(page, id, { name, type: 'form' }, { slug })
  await Promise.all(stationeryItems.map((item, index) => make(stationery, index + 1, item)))
}

/** The settings of the demo company, and of an Atrium that is nobody's yet. */
export const demoSite = settings
export const newSite = { siteTitle: 'Atrium', footer: 'Atrium', timeZone: 'UTC' }

/** True when an earlier start began to fill this database and did not finish. */
export const isDemoUnfinished = async (pool: Pool): Promise<boolean> => {
  const { rows } = await pool.query<{ count: number; done: boolean }>(
    `select count(*)::int as count, coalesce(bool_or(key = 'done' and status is not null), false) as done from command.answered where person = $1`,
    [seeder],
  )
  return (rows[0]?.count ?? 0) > 0 && rows[0]?.done === false
}

const seedPosts = async (make: Make, fileId: FileId) => {
  const categoryIds = new Map<string, number>()
  for (const name of categories) categoryIds.set(name, await make(category, { name }))
  for (const one of posts) {
    const sent = {
      name: one.title,
      excerpt: one.excerpt,
      category: categoryIds.get(one.category),
      thumbnail: fileId(one.picture),
      content: bodyOf(one),
      css: one.css ?? '',
      featured: one === posts.at(-1),
    }
    await make(post, sent, { days: one.days })
  }
}

/** Fills an empty Atrium with the demo company and writes who may sign in to DATA_DIR/demo-accounts.json. */
export const seedDemo = async ({
  log,
  foundation,
  setPassword,
  keepFile,
  folder,
  dataDir,
  ...parts
}: SeedDependencies): Promise<void> => {
  const drawn = drawPictures(folder)
  const { make, act, step } = maker(parts)
  await step('foundation', foundation)
  const roleIds = new Map<string, number>([['administrator', administratorRole]])
  for (const { key, ...sent } of roles) roleIds.set(key, await make(role, sent))
  const users = await seedUsers(make, roleIds, setPassword)
  const { accounts, employed } = await seedEmployees(make, setPassword)
  const fileId = await seedLibrary(step, { folder, drawn, keep: keepFile })
  await seedPosts(make, fileId)
  const jobs = await seedFront({ make, act, fileId })
  await seedInbox({ log, make, act, employed, jobs })
  writeDemoAccounts(dataDir, [...users, ...accounts])
  await step('done', async () => null)
}
