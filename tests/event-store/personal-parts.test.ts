import { expect, it } from 'vitest'
import { eventTypesOf } from '../../domain/event-types.ts'
import { request } from '../../domain/resources/request.ts'
import { bareNames, erased, joined, split } from '../../event-store/personal-parts.ts'

const type = eventTypesOf([request]).RequestSubmitted ?? { personal: {} }
const line = { id: 1000, name: 'Pencil HB', quantity: 12, remarks: 'For Qyx' }
const other = { id: 1001, name: 'Stapler', quantity: 2, remarks: '' }

it('seals the personal parts of entries beside their ids, and joins them again', () => {
  const data = { author: 5, employee_name: 'Qyx', lines: [line, other] }
  const { plain, secret } = split(data, type)
  expect(JSON.stringify(plain)).not.toContain('Qyx')
  expect(plain.lines).toMatchObject([{ id: 1000, quantity: 12 }, { id: 1001 }])
  expect(bareNames(plain, type)).toEqual([])
  expect(joined(plain, secret)).toEqual(data)
})

it('reads what was written before the part was personal, and has it erased with the key', () => {
  const before = { author: 5, lines: [line, other] }
  expect(joined(before, { employee_name: 'Qyx' })).toEqual({ ...before, employee_name: 'Qyx' })
  expect(bareNames(before, type)).toEqual(['lines'])
  const gone = [line, other].map((one) => ({ ...one, remarks: '[erased]' }))
  expect(erased(before, type, ['lines'])).toEqual({ lines: gone })
})
