import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { pino } from 'pino'
import { openBase } from '../../app/open.ts'
import { category } from '../../domain/resources/category.ts'
import { employee } from '../../domain/resources/employee.ts'
import { post } from '../../domain/resources/post.ts'
import { resources } from '../../domain/catalog.ts'
import { readConfig } from '../../platform/config.ts'
import { serverProcess } from '../../platform/database/embedded-server.ts'
import { silentLog } from '../../platform/logger.ts'
import { optionsOf } from '../../projections/list.ts'
import { highestId } from '../../projections/find.ts'
import { openProjector } from '../../projections/running/projector.ts'
import { loadPosts } from '../load.ts'
import { firstEmployee, loadEmployees } from '../people/load.ts'
import { serveWith, tokenOf } from '../server.ts'
import type { Ground } from './figure.ts'
import { firstPost } from './reads.ts'

/** How much is loaded and how long each turn takes; a folder that is named keeps what was loaded for the next run. */
export type Asked = Pick<Ground, 'posts' | 'seconds' | 'rounds'> & {
  data?: string | undefined
  employees?: number | undefined
}

const folderOf = ({ data }: Asked): { dataDir: string; remove(): void } => {
  if (data !== undefined) {
    mkdirSync(data, { recursive: true })
    return { dataDir: data, remove: () => undefined }
  }
  const dataDir = mkdtempSync(join(tmpdir(), 'atrium-bench-'))
  return { dataDir, remove: () => rmSync(dataDir, { recursive: true, force: true }) }
}

// Longer than a statement of the server may take.
const vacuum = async (url: string): Promise<void> => {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query('vacuum (analyze)').finally(() => client.end())
}

/** Serves the built server with so many posts and the bare handlers beside it, for as long as `work` takes. */
export const onGround = async <T>(asked: Asked, work: (ground: Ground) => Promise<T>): Promise<T> => {
  const { dataDir, remove } = folderOf(asked)
  const environment = { DATA_DIR: dataDir, PORT: '0', DEMO: 'on', AUTH_LIMITS_FACTOR: '100000' }
  const atrium = await serveWith(['dist/server/main.js'], environment)
  try {
    const base = await openBase(readConfig(environment), pino({ level: 'error' }), resources)
    try {
      const { pool, log } = base
      const follower = await openProjector({ ...base, resources, logger: silentLog, lead: false })
      const waitForAll = async () => {
        await follower.waitFor(await log.store.head(), 300_000)
      }
      await waitForAll()
      const isEmpty = Math.max(await highestId(pool, post), await highestId(pool, employee)) < firstPost
      if (isEmpty) {
        const categories = (await optionsOf(pool, category)).map(({ value }) => value)
        await loadPosts(log, { first: firstPost, count: asked.posts, categories })
        if (asked.employees) await loadEmployees(log, { first: firstEmployee, count: asked.employees })
        await waitForAll()
        await vacuum(String(pool.options.connectionString))
      }
      await follower.stop()
      const bare = await serveWith(['--import', 'tsx', 'bench/guard/bare.ts'], {
        DATABASE_URL: String(pool.options.connectionString),
      })
      const postmaster = serverProcess(join(dataDir, 'postgres', 'cluster')) ?? 0
      const token = await tokenOf(atrium.url, dataDir)
      return await work({ ...asked, atrium, bare, pool, token, dataDir, postmaster }).finally(() => bare.stop())
    } finally {
      await base.close()
    }
  } finally {
    await atrium.stop()
    remove()
  }
}
