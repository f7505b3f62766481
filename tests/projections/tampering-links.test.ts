import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { resources } from '../../domain/catalog.ts'
import { inEnglish } from '../../domain/message.ts'
import { verify, verifyLog } from '../../projections/running/verify.ts'
import { openTampering } from './tampering-stage.ts'

// What is written into the row of one event so that it reads almost as before, in a log of links of both forms. Nothing is computed anew.
let stage: Awaited<ReturnType<typeof openTampering>>
beforeAll(async () => {
  stage = await openTampering({ posts: 20, eventsOf: 4, hasReadModels: false, form: 'mixed' })
}, 60_000)
afterAll(() => stage.close())

/** The position of an event in the middle with a link of today or of before. */
const positionOf = async (isOfToday: boolean): Promise<bigint> => {
  const { rows } = await stage.atrium.admin.query<{ position: string }>(
    `select position from log.event where (meta -> 'chain' ? 'form') = $1 and revision > 0 order by position offset 9 limit 1`,
    [isOfToday],
  )
  return BigInt(rows[0]?.position ?? -1)
}

const named = async (position: bigint, set: string, checks = [verifyLog, verify]): Promise<(string | undefined)[]> => {
  const parts = { pool: stage.atrium.pool, log: stage.atrium.log, proof: stage.proof }
  try {
    await stage.asOwner(`update log.event set ${set} where position = ${position}`)
    const found: (string | undefined)[] = []
    for (const check of checks) {
      const { problems } = await check({ ...parts, resources })
      found.push(problems.map(inEnglish)[0]?.split(':')[0])
    }
    return found
  } finally {
    await stage.restore()
  }
}

const ofBoth: Readonly<Record<string, string>> = {
  'an unknown form': `meta = jsonb_set(meta, '{chain,form}', '3')`,
  'a form that is a text': `meta = jsonb_set(meta, '{chain,form}', '"2"')`,
  'a form that is null': `meta = jsonb_set(meta, '{chain,form}', 'null')`,
  'more beside the link': `meta = jsonb_set(meta, '{chain,more}', '1')`,
  'digits in capitals': `meta = jsonb_set(meta, '{chain,hash}', to_jsonb(upper(meta #>> '{chain,hash}')))`,
  'digits that are zeros': `meta = jsonb_set(meta, '{chain,hash}', to_jsonb(repeat('0', 64)))`,
  'another link before': `meta = jsonb_set(meta, '{chain,prev}', to_jsonb(repeat('0', 64)))`,
  'no link before': `meta = jsonb_set(meta, '{chain,prev}', '""')`,
  'a link within the actor': `meta = jsonb_set(meta, '{actor,chain}', meta -> 'chain')`,
  'a name of an actor that holds a link': `meta = jsonb_set(meta, '{actor,id}', to_jsonb('", "chain": {"form": 2, "hash": "' || (meta #>> '{chain,hash}')))`,
  'a link elsewhere than in the metadata': `meta = meta - 'chain', data = data || jsonb_build_object('chain', meta -> 'chain')`,
  'no link': `meta = meta - 'chain'`,
  'no metadata': `meta = '{}'`,
  'metadata that are a list': `meta = '[]'`,
  'data that are a list': `data = '[]'`,
  'a moment before all': `recorded_at = '4000-01-01 BC'`,
  'an empty type': `type = ''`,
}

describe.each([
  ['of today', true],
  ['of before', false],
])('the link is %s', (_name, isOfToday) => {
  it.each(Object.entries(ofBoth))('%s is named at its position', async (_what, set) => {
    const position = await positionOf(isOfToday)
    expect(await named(position, set)).toEqual([`Position ${position}`, `Position ${position}`])
  })
})

// Nobody can read these, the replay neither.
it.each([
  ['a personal part that is empty', `personal = '{}'`],
  ['a moment that never comes', `recorded_at = 'infinity'`],
])('%s is named where the log alone is looked at', async (_what, set) => {
  for (const isOfToday of [true, false]) {
    const position = await positionOf(isOfToday)
    expect(await named(position, set, [verifyLog])).toEqual([`Position ${position}`])
  }
})

// Links of today are of what is written; those of before are of what is read, and these read alike.
it.each([
  ['the version of an event', `meta = jsonb_set(meta, '{version}', '1.0')`],
  ['the id of an actor', `meta = jsonb_set(meta, '{actor,id}', '7.00')`],
])('a number written in another way is named where the link is of today: %s', async (_what, set) => {
  const position = await positionOf(true)
  expect(await named(position, set)).toEqual([`Position ${position}`, `Position ${position}`])
})
