import { join } from 'node:path'
import { z } from 'zod'
import { jsonIn } from '../../domain/json.ts'
import { readText, writeWhole } from '../../platform/small-file.ts'

const nameOf = (dataDir: string) => join(dataDir, 'demo-accounts.json')

/** Writes who may sign in to the demo company. */
export const writeDemoAccounts = (dataDir: string, accounts: readonly unknown[]): void =>
  writeWhole(nameOf(dataDir), `${JSON.stringify(accounts, null, 2)}\n`)

/** Takes out of that file whoever is named. */
export const removeDemoAccounts = (dataDir: string, isNamed: (text: string) => boolean): void => {
  const { success, data } = z
    .array(z.looseObject({ email: z.string() }))
    .safeParse(jsonIn(readText(nameOf(dataDir)) ?? ''))
  if (!success) return
  const kept = data.filter(({ email }) => !isNamed(email))
  if (kept.length < data.length) writeDemoAccounts(dataDir, kept)
}
