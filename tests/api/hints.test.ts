import { expect, it } from 'vitest'
import { hintsOf } from '../../api/live/hints.ts'

const change = { resource: 'request', id: 3, area: 'request', isBroadcast: false, isOwned: false, author: null }
const photo = { ...change, resource: 'file', area: 'file', isOwned: true }
const receipt = { ...change, resource: 'receipt', area: null, author: 7 }
const staff = (...perms: string[]) => ({ actor: { type: 'user' as const, id: 1 }, perms })
const employee = (id: number) => ({ actor: { type: 'employee' as const, id }, perms: [] })

it.each([
  ['readers of the resource', staff('r-request'), change, [{ resource: 'request', id: 3 }]],
  ['readers of others', staff('r-post'), change, []],
  ['readers of the library, of a photo', staff('r-file'), photo, []],
  ['the sender', employee(7), { ...change, author: 7 }, [{ resource: 'request', id: 3 }]],
  ['another employee', employee(8), { ...change, author: 7 }, []],
  ['employees, of what they see', employee(8), { ...change, isBroadcast: true }, [{ resource: 'request' }]],
  ['a preview of the portal', staff('r-homepage'), { ...change, isBroadcast: true }, [{ resource: 'request' }]],
  ['who sees who has read a post', staff('r-post', 'r-employee'), receipt, [{ resource: 'receipt', id: 3 }]],
  ['who sees posts, of what people did', staff('r-post', 'u-post'), receipt, []],
  ['who sees people, of what they read', staff('r-employee'), receipt, []],
  ['whoever said that they have read it', employee(7), receipt, [{ resource: 'receipt', id: 3 }]],
  ['others who are asked to read it', employee(8), receipt, []],
])('tells a change to %s', (_who, reader, changed, told) => {
  expect(hintsOf([changed])(reader)).toEqual(told)
})
