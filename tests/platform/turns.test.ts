import { EventEmitter, once } from 'node:events'
import { describe, expect, it } from 'vitest'
import { turns } from '../../platform/turns.ts'

class Full extends Error {}

/** One works at a time; the others wait until it is let go. `done` is who has worked, in this order. */
const open = (waiting = 100) => {
  const enter = turns({ atOnce: 1, waiting, lanes: 2, levels: 2 }, () => new Full())
  const done: string[] = []
  const refused: string[] = []
  const held = new EventEmitter()
  const released = once(held, 'released')
  const works: Promise<unknown>[] = [enter(['first'], 1, () => released)]
  const add = (name: string, path: string[], lane = 1) => {
    const work = enter(path, lane, async () => void done.push(name))
    works.push(work.catch(() => void refused.push(name)))
  }
  const finish = async () => {
    held.emit('released')
    await Promise.all(works)
    return { done, refused }
  }
  return { add, finish }
}

describe('turns', () => {
  it('go round those who wait, however many one of them has, at each level', async () => {
    const { add, finish } = open()
    for (const count of [1, 2, 3]) add(`a-x${count}`, ['a', 'x'])
    add('b', ['b', 'x'])
    add('a-y', ['a', 'y'])
    expect((await finish()).done).toEqual(['a-x1', 'b', 'a-y', 'a-x2', 'a-x3'])
  })

  it('come first to an earlier lane', async () => {
    const { add, finish } = open()
    add('stranger', ['a'])
    add('known', ['b'], 0)
    expect((await finish()).done).toEqual(['known', 'stranger'])
  })

  it('are refused, when too many wait, to the newest of whoever has most', async () => {
    const { add, finish } = open(3)
    for (const count of [1, 2, 3, 4]) add(`a${count}`, ['a'])
    add('b', ['b'])
    expect(await finish()).toEqual({ done: ['a1', 'b', 'a2'], refused: ['a4', 'a3'] })
  })

  it('are left free by work that breaks', async () => {
    const enter = turns({ atOnce: 1, waiting: 1, lanes: 1, levels: 1 }, () => new Full())
    const broken = enter(['a'], 0, async () => {
      throw new Error('broken')
    })
    const after = enter(['a'], 0, async () => 'done')
    await expect(broken).rejects.toThrow('broken')
    await expect(after).resolves.toBe('done')
  })
})
