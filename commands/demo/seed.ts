import { randomUUID } from 'node:crypto'
import { category } from '../../domain/resources/category.ts'
import { configuration, configurationId } from '../../domain/resources/configuration.ts'
import { homepage } from '../../domain/resources/homepage.ts'
import { menubar } from '../../domain/resources/menubar.ts'
import { isoPage, page } from '../../domain/resources/page.ts'
import { post } from '../../domain/resources/post.ts'
import { type Resource, singletonId } from '../../domain/resource.ts'
import { administratorRole, role } from '../../domain/resources/role.ts'
import type { Pool } from 'pg'
import type { idempotent } from '../idempotency.ts'
import type { Log } from '../../event-store/log.ts'
import { streamOf } from '../../domain/event.ts'
import { stationery } from '../../domain/resources/stationery.ts'
import type { Dispatch } from '../command.ts'
import { writeDemoAccounts } from './accounts.ts'
import { categories, roles, settings } from './company.ts'
import { seedFront } from './front.ts'
import { seedEmployees, seedUsers, type SetPassword } from './people.ts'
import { bodyOf, posts } from './posts.ts'
import { stationeryItems } from './stationery.ts'

export type SeedDependencies = {
  foundation(): Promise<void>
  /** A dispatch whose clock stands where it is told. */
  dispatchAt: (at: Date) => Dispatch
  /** Runs a step once, also when an earlier start was killed in the middle of it. */
  once: ReturnType<typeof idempotent>
  setPassword: SetPassword
  dataDir: string
  now: Date
}

const seeder = 'system-demo'

const actor = { type: 'system' as const, id: 'demo' }
const day = 86_400_000

/** The records that every Atrium has: Administrator, configuration, blocks, menu, ISO Center, stationery; those that exist are left alone. */
export const seedFoundation = async (
  dispatch: Dispatch,
  log: Log,
  site: { siteTitle: string; footer: string; timeZone: string },
): Promise<void> => {
  const make = async (
    resource: Resource,
    id: number,
    sent: Record<string, unknown>,
    supplied: Record<string, unknown> = {},
  ) => {
    const { events } = await log.read(streamOf(resource.name, id))
    if (events.length > 0) return
    await dispatch({
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
  await make(role, administratorRole, { name: 'Administrator', perms: [] })
  await make(configuration, configurationId, site)
  for (const resource of [homepage, menubar]) await make(resource, singletonId, {})
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

/** Fills an empty Atrium with the demo company and writes who may sign in to DATA_DIR/demo-accounts.json. */
export const seedDemo = async ({
  foundation,
  dispatchAt,
  once,
  setPassword,
  dataDir,
  now,
}: SeedDependencies): Promise<void> => {
  await once(seeder, 'foundation', '', async () => {
    await foundation()
    return { status: 200, body: null }
  })
  const make = async (resource: Resource, sent: Record<string, unknown>, daysAgo = 70): Promise<number> => {
    const dispatch = dispatchAt(new Date(now.getTime() - daysAgo * day))
    const { body } = await once(
      seeder,
      `${resource.name} ${String(sent.name ?? sent.title_name ?? sent.email)}`,
      '',
      async (attempt) => {
        const id = attempt.keptId === null ? {} : { id: attempt.keptId }
        const outcome = await dispatch({
          resource,
          verb: 'create',
          ...id,
          sent,
          actor,
          perms: null,
          commandId: attempt.commandId,
          isSilent: true,
          keepId: attempt.keepId,
        })
        return { status: 200, body: outcome.id }
      },
    )
    return Number(body)
  }
  const roleIds = new Map<string, number>([['administrator', administratorRole]])
  for (const { key, ...sent } of roles) roleIds.set(key, await make(role, sent))
  const accounts = [...(await seedUsers(make, roleIds, setPassword)), ...(await seedEmployees(make, setPassword))]
  const categoryIds = new Map<string, number>()
  for (const name of categories) categoryIds.set(name, await make(category, { name }))
  for (const one of posts) {
    const isLast = one === posts.at(-1)
    const sent = {
      name: one.title,
      excerpt: one.excerpt,
      category: categoryIds.get(one.category),
      content: bodyOf(one),
      css: one.css ?? '',
      featured: isLast,
    }
    await make(post, sent, one.days)
  }
  await seedFront(make, async (resource, sent) => {
    await once(seeder, `save ${resource.name}`, '', async ({ commandId }) => {
      const command = { resource, verb: 'edit', id: singletonId, sent, actor, perms: null, commandId, isSilent: true }
      await dispatchAt(now)(command)
      return { status: 200, body: null }
    })
  })
  writeDemoAccounts(dataDir, accounts)
  await once(seeder, 'done', '', async () => ({ status: 200, body: null }))
}
