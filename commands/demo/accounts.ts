import { join } from 'node:path'
import { z } from 'zod'
import { readText, writeWhole } from '../../platform/small-file.ts'

const nameOf = (dataDir: string) => join(dataDir, 'demo-accounts.json')

const parse = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

/** Writes who may sign in to the demo company. */
export const writeDemoAccounts = (dataDir: string, accounts: readonly unknown[]): void =>
  writeWhole(nameOf(dataDir), `${JSON.stringify(accounts, null, 2)}\n`)

/** Takes out of that file whoever is named. */
export const removeDemoAccounts = (dataDir: string, isNamed: (text: string) => boolean): void => {
  const { success, data } = z
    .array(z.looseObject({ email: z.string() }))
    .safeParse(parse(readText(nameOf(dataDir)) ?? ''))
  if (!success) return
  const kept = data.filter(({ email }) => !isNamed(email))
  if (kept.length < data.length) writeDemoAccounts(dataDir, kept)
}
