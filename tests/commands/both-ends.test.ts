import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Dispatch } from '../../commands/command.ts'
import { bothEnds } from '../../commands/other-ends/both-ends.ts'
import { loadRecord } from '../../commands/record.ts'
import { Contended, NotInForce } from '../../commands/refusal.ts'
import { type OtherEnd, otherEnds } from '../../domain/fields/relations.ts'
import { resources } from '../../domain/catalog.ts'
import { employee } from '../../domain/resources/employee.ts'
import { openCommands } from '../support/commands.ts'

let room: Awaited<ReturnType<typeof openCommands>>
beforeAll(async () => {
  room = await openCommands()
})
afterAll(() => room.close())

const [end] = otherEnds(resources, employee) as [OtherEnd]
let made = 0
const make = async (above: number[] = []): Promise<number> => {
  made += 1
  const sent = { employee_number: `${made}`, fullname: 'P', display_name: 'P', email: `p${made}@example.org` }
  return (await room.run({ resource: employee, verb: 'create', sent: { ...sent, empSuper: above } })).id
}
const stateOf = async (id: number) => (await loadRecord(room.log, employee, id)).state
const aboveOf = async (id: number) => (await stateOf(id)).values.empSuper

const open = (known: readonly number[], dispatch: Dispatch = room.dispatch) =>
  bothEnds({
    pool: room.pool,
    log: room.log,
    resources,
    dispatch,
    holdersOf: async (_holder, _field, id) => {
      const all = await Promise.all(known.map(async (one) => ({ one, above: await aboveOf(one) })))
      return all.flatMap(({ one, above }) => (above.includes(id) ? [one] : []))
    },
  })

/** The server dies when a command has gone so far: the next one never answers. */
const dyingAfter = (writes: number): Dispatch => {
  let left = writes
  return async (command) => {
    if (!command.isDryRun) left -= 1
    if (left < 0) throw new Error('killed')
    return room.dispatch(command)
  }
}

const later = () => room.pool.query("update command.ends_promise set begun_at = begun_at - interval '1 hour'")
const promised = async () => (await room.pool.query('select from command.ends_promise')).rowCount

const command = (id: number, sent: Record<string, unknown>) => ({
  resource: employee,
  verb: 'edit',
  id,
  sent,
  actor: { type: 'user' as const, id: 7 },
  perms: null,
  commandId: randomUUID(),
})

describe('an edit of both ends that is killed', () => {
  it.each([0, 1, 2, 3])('after %i writes leaves nothing half done', async (writes) => {
    const boss = await make()
    const [former, one, two] = [await make([boss]), await make(), await make()]
    const { edit, complete } = open([former, one, two])
    const asked = { end, holder: employee, ids: [one, two] }
    await expect(edit(command(boss, { display_name: 'Boss' }), asked, dyingAfter(writes))).rejects.toThrow('killed')
    await complete()
    expect(await promised(), 'nobody else completes what may be under way').toBe(1)
    await later()
    await complete()
    const isDone = writes > 0
    expect((await stateOf(boss)).values.display_name).toBe(isDone ? 'Boss' : 'P')
    expect(await aboveOf(former)).toEqual(isDone ? [] : [boss])
    for (const id of [one, two]) expect(await aboveOf(id)).toEqual(isDone ? [boss] : [])
    expect(await promised()).toBe(0)
  })

  it.each([0, 1, 2])('after %i writes of a swap, which begins at the others, is done or taken back', async (writes) => {
    const first = await make()
    const [second, third] = [await make([first]), await make()]
    const { edit, complete } = open([second, third])
    const asked = { end, holder: employee, ids: [third] }
    await expect(edit(command(first, { empSuper: [second] }), asked, dyingAfter(writes))).rejects.toThrow('killed')
    await later()
    await complete()
    const isDone = writes > 1
    expect([await aboveOf(first), await aboveOf(second), await aboveOf(third)]).toEqual(
      isDone ? [[second], [], [first]] : [[], [first], []],
    )
    expect(await promised()).toBe(0)
  })

  it('is no refusal once the record is written, whatever the others are refused', async () => {
    const [boss, one] = [await make(), await make()]
    const { edit, complete } = open([one])
    let writes = 0
    const contended: Dispatch = async (asked) => {
      writes += asked.isDryRun ? 0 : 1
      if (writes > 1) throw new Contended()
      return room.dispatch(asked)
    }
    const asked = { end, holder: employee, ids: [one] }
    await expect(edit(command(boss, { display_name: 'Boss' }), asked, contended)).rejects.toThrow(NotInForce)
    expect(await promised()).toBe(1)
    await later()
    await complete()
    expect([(await stateOf(boss)).values.display_name, await aboveOf(one)]).toEqual(['Boss', [boss]])
  })

  it('is taken back at the others where one of them refuses, and the record had nothing to write', async () => {
    const boss = await make()
    const [former, one, two] = [await make([boss]), await make(), await make()]
    const refusing: Dispatch = async (asked) => {
      if (asked.id === two && !asked.isDryRun) throw new Contended()
      return room.dispatch(asked)
    }
    const asked = { end, holder: employee, ids: [one, two] }
    await expect(open([former, one, two]).edit(command(boss, {}), asked, refusing)).rejects.toThrow(Contended)
    expect([await aboveOf(former), await aboveOf(one), await aboveOf(two)]).toEqual([[boss], [], []])
    expect(await promised()).toBe(0)
  })

  it('that is refused when it is sent again gives back what the run before has taken', async () => {
    const first = await make()
    const [second, third] = [await make([first]), await make()]
    const { edit } = open([second, third])
    const asked = { end, holder: employee, ids: [third] }
    const swap = command(first, { empSuper: [second] })
    await expect(edit(swap, asked, dyingAfter(1))).rejects.toThrow('killed')
    expect(await aboveOf(second)).toEqual([])
    const refusing: Dispatch = async (one) => {
      if (one.id === first && !one.isDryRun) throw new Contended()
      return room.dispatch(one)
    }
    await expect(edit(swap, asked, refusing)).rejects.toThrow(Contended)
    expect([await aboveOf(first), await aboveOf(second), await aboveOf(third)]).toEqual([[], [first], []])
    expect(await promised()).toBe(0)
  })

  it('is done when it is sent again after it was taken back, each time', async () => {
    const first = await make()
    const [second, third] = [await make([first]), await make()]
    const { edit, complete } = open([second, third])
    const asked = { end, holder: employee, ids: [third] }
    const swap = command(first, { empSuper: [second] })
    for (const _ of [1, 2]) {
      await expect(edit(swap, asked, dyingAfter(1))).rejects.toThrow('killed')
      expect(await aboveOf(second)).toEqual([])
      await later()
      await complete()
      expect(await aboveOf(second)).toEqual([first])
    }
    await edit(swap, asked, room.dispatch)
    expect([await aboveOf(first), await aboveOf(second), await aboveOf(third)]).toEqual([[second], [], [first]])
    expect(await promised()).toBe(0)
  })

  it('finds the number of a record that was made', async () => {
    const low = await make()
    const { edit, complete } = open([low])
    const sent = { employee_number: '9001', fullname: 'B', display_name: 'B', email: 'b@example.org' }
    const { id: _, ...create } = { ...command(0, sent), verb: 'create' }
    let boss = 0
    const dispatch: Dispatch = async (one) => {
      if (boss > 0) throw new Error('killed')
      const outcome = await room.dispatch(one)
      boss = outcome.id
      throw new Error(`killed with ${outcome.id}`)
    }
    await expect(edit(create, { end, holder: employee, ids: [low] }, dispatch)).rejects.toThrow('killed')
    await later()
    await complete()
    expect(await aboveOf(low)).toEqual([boss])
  })

  it('completes the others where one cannot be', async () => {
    const [boss, low] = [await make(), await make()]
    const asked = { end, holder: employee, ids: [low] }
    await room.pool.query(
      `insert into command.ends_promise (command_id, holder, field, resource, record, before, wanted, is_due, person, begun_at)
       values ($1, 'employee', 'empSuper', 'employee', $2, '{}', '{2000000000}', true, 'user-7', now() - interval '2 hours')`,
      [randomUUID(), boss],
    )
    const broken: Dispatch = async (one) => {
      if (one.id === 2_000_000_000) throw new Error('the log is away')
      return room.dispatch(one)
    }
    const { edit, complete } = open([low], broken)
    await expect(edit(command(boss, {}), asked, dyingAfter(1))).rejects.toThrow('killed')
    await later()
    await expect(complete()).rejects.toThrow()
    expect([await aboveOf(low), await promised()]).toEqual([[boss], 1])
    await room.pool.query('delete from command.ends_promise')
  })

  it('remembers nothing of what ended', async () => {
    const [boss, low] = [await make(), await make()]
    await open([low]).edit(command(boss, {}), { end, holder: employee, ids: [low] }, room.dispatch)
    expect([await aboveOf(low), await promised()]).toEqual([[boss], 0])
  })
})
