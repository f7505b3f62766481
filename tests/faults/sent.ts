import { openAsBlob } from 'node:fs'
import { expect } from 'vitest'
import { employee } from '../../domain/resources/employee.ts'
import type { Answer, Client } from '../support/client.ts'
import { pngPicture } from '../support/pictures.ts'
import { sheetOf } from '../support/sheets.ts'
import type { SheetRow } from '../support/sent.ts'

const columns = Object.keys(employee.sheets?.modes?.insert?.columns ?? {})

/** A file of new employees, all led by the last of its rows; the keyword `round<round>` finds them. */
const sheetOfPeople = (round: number, count: number): Promise<string> => {
  const numbers = Array.from({ length: count }, (_, index) => `${round}${String(index).padStart(4, '0')}`)
  const rows = numbers.map((number) => {
    const values: Readonly<Record<string, string>> = {
      employee_number: number,
      fullname: `Imported round${round} ${number}`,
      display_name: number,
      email: `p${number}@round${round}.example`,
      superior_employee_number: number === numbers.at(-1) ? '' : (numbers.at(-1) ?? ''),
    } satisfies SheetRow
    return columns.map((name) => values[name] ?? '')
  })
  return sheetOf(columns, rows)
}

/** Has a file of so many new employees checked; answers what its import is called. */
export const checkedPeople = async (admin: Client, round: number, count: number): Promise<string> => {
  const form = new FormData()
  form.set('mode', 'insert')
  form.set('dry_run', 'true')
  form.set('xlsx', await openAsBlob(await sheetOfPeople(round, count)), 'people.xlsx')
  const { status, body } = await admin.call('POST', '/api/employee/bulk', form)
  expect(status, JSON.stringify(body)).toBe(200)
  expect(body.data).toMatchObject({ created: count, refused: 0 })
  return body.data.check
}

/** The full names of the employees of such a file that are there. */
export const importedPeople = async (admin: Client, round: number, count: number): Promise<string[]> => {
  const names: string[] = []
  for (let page = 1; page <= count / 100 + 1; page += 1) {
    const { status, body } = await admin.call('GET', `/api/employee?keyword=round${round}&per_page=100&page=${page}`)
    expect(status, JSON.stringify(body)).toBe(200)
    names.push(...body.data.map(({ fullname }: { fullname: string }) => fullname))
  }
  return names
}

/** Ten pictures, each of a size of its own. */
export const tenPictures = (): Promise<Buffer[]> =>
  Promise.all(Array.from({ length: 10 }, (_, index) => pngPicture(1_200 + index, 900)))

/** Sends a gallery of pictures under a key of its own. */
export const uploadGallery = (client: Client, name: string, pictures: readonly Buffer[]): Promise<Answer> => {
  const body = new FormData()
  body.set('name', name)
  body.set('excerpt', 'Ten pictures')
  body.set('content', JSON.stringify(pictures.map((_, nth) => ({ id: `new_${nth}`, ordering: nth + 1 }))))
  for (const [nth, bytes] of pictures.entries())
    body.set(`image_new_${nth}`, new Blob([new Uint8Array(bytes)]), `${name}-${nth}.png`)
  return client.call('POST', '/api/page/gallery', body, { 'idempotency-key': name.replaceAll(' ', '-') })
}

/** The titles of the menu's entries, in order. */
export const menuTitles = async (admin: Client): Promise<string[]> =>
  (await admin.call('GET', '/api/utility/menubar_data')).body.data.menubar.map(({ title }: { title: string }) => title)

/** Forty entries of a menu. */
export const fortyTitles = (round: number): string[] =>
  Array.from({ length: 40 }, (_, index) => `Entry ${round} ${index}`)

/** Saves a menu of these entries under a key of its own. */
export const saveMenu = (admin: Client, titles: readonly string[], key: string): Promise<Answer> => {
  const tree = titles.map((title) => ({ title, type: 'listjob', children: [] }))
  return admin.call('POST', '/api/utility/menubar_data', tree, { 'idempotency-key': key })
}
