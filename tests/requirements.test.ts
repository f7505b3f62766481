import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'

// What is asked of signing in and of access, by group. AZ-6, AZ-7 and AZ-9 are about what employees read and send.
const groups: Readonly<Record<string, readonly number[]>> = {
  AUTHN: [1, 2, 3, 4, 5, 6, 7],
  OTP: [1, 2, 3, 4, 5, 6],
  RST: [1, 2, 3, 4, 5, 6],
  SES: [1, 2, 3, 4, 5, 6],
  AZ: [1, 2, 3, 4, 5, 8],
}

const titles = readdirSync(import.meta.dirname, { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.test.ts'))
  .flatMap((file) => [
    ...readFileSync(join(import.meta.dirname, file), 'utf8').matchAll(/^\s*it(?:\.each\(.*\))?\(\s*'(.*)'/gm),
  ])
  .map(([, title = '']) => title)

it.each(Object.entries(groups).flatMap(([group, numbers]) => numbers.map((number) => `${group}-${number}`)))(
  '%s is named by a test',
  (id) => expect(titles.filter((title) => title.includes(`[${id}]`))).not.toEqual([]),
)
