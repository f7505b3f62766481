import { expect } from 'vitest'
import { category } from '../../../domain/resources/category.ts'
import { post } from '../../../domain/resources/post.ts'
import type { Resource } from '../../../domain/resource.ts'
import { openTestAtrium } from '../../support/atrium.ts'
import { partner, withPartner } from '../../support/partner.ts'
import { expectRefusal, traces } from '../probe.ts'
import type { Fields } from '../../support/sent.ts'

/** The resources whose calls are tried out, among them one that follows from its declaration alone. */
export const subjects: readonly Resource[] = [post, category, partner]

/** One call that is to be refused. */
export type Try = { what: string; method: string; path: string; body?: unknown; headers?: Record<string, string> }

const atOnce = 8

/** An Atrium with one record of each subject, and a caller who may do everything. */
export const openSubjects = async () => {
  const atrium = await openTestAtrium({ resources: withPartner })
  const staff = await atrium.asUser('all')
  const { id: categoryId } = await atrium.run(category, 'create', { name: 'Ropes' })
  const good: Record<string, Record<string, unknown>> = {
    post: { name: 'Knots', excerpt: 'How to tie', category: categoryId } satisfies Fields<'post'>,
    category: { name: 'Sails' } satisfies Fields<'category'>,
    partner: { name: 'Zeeland', link: 'https://ropes.example/' },
  }
  const ids: Record<string, number> = {}
  for (const resource of subjects)
    ids[resource.name] = (await atrium.run(resource, 'create', good[resource.name] ?? {})).id

  /** Each is refused with a sentence, and together they leave nothing behind. */
  const refuseAll = async (tries: readonly Try[]) => {
    expect(tries.length).toBeGreaterThan(0)
    const before = await traces(atrium)
    const refuse = async ({ what, method, path, body, headers }: Try) => {
      const answer = await staff.call(method, path, body, headers)
      expectRefusal(answer.status, answer.body, `${what}: ${method} ${path}`)
    }
    for (let from = 0; from < tries.length; from += atOnce)
      await Promise.all(tries.slice(from, from + atOnce).map(refuse))
    expect(await traces(atrium)).toEqual(before)
  }

  /** The two ways to send a record: create one, and edit one. */
  const both = (resource: Resource, what: string, change: Record<string, unknown>): Try[] => [
    { what, method: 'POST', path: `/api/${resource.name}`, body: { ...good[resource.name], ...change } },
    { what, method: 'PUT', path: `/api/${resource.name}/${ids[resource.name]}`, body: change },
  ]
  return { atrium, staff, good, ids, refuseAll, both }
}

/** What `openSubjects` gives. */
export type Subjects = Awaited<ReturnType<typeof openSubjects>>
