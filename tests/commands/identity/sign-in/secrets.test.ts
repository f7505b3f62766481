import { afterAll, beforeAll, expect, it } from 'vitest'
import { address, goodPassword, openTestSignIn, refusalOf, someName, type TestSignIn } from './support.ts'

let test: TestSignIn
beforeAll(async () => {
  test = await openTestSignIn({ limitsFactor: 1000 })
})
afterAll(() => test.close())

/** Every row of every table as text, by table. */
const dump = async (): Promise<Map<string, string>> => {
  const { rows: tables } = await test.pool.query<{ name: string }>(
    `select format('%I.%I', schemaname, tablename) as name from pg_tables where schemaname not in ('pg_catalog', 'information_schema')`,
  )
  const found = new Map<string, string>()
  for (const { name } of tables) {
    const { rows } = await test.pool.query<{ row: string }>(`select t::text as row from ${name} t`)
    found.set(name, rows.map(({ row }) => row).join('\n'))
  }
  return found
}

it('no secret stands in any table or event as it is', async () => {
  const person = await test.add('user', someName())
  const challenge = await test.challengeOf(person)
  const codes = [await test.codeFor(person.email)]
  const held = [(await test.signIn.verifySignIn({ challenge, otp: codes[0] ?? '', mode: 'cookie', address })).token]
  await refusalOf(
    test.signIn.startSignIn({ personType: 'user', name: person.name, password: 'canary-wrong-1', address }),
  )
  const recovery = await test.signIn.makeRecoveryCodes('user', person.id)
  codes.push((await test.signIn.printCode(person.name)) ?? '')
  await test.signIn.requestReset('user', person.email, { address })
  const reset = /\/change\/([\w-]{43})/.exec((await test.mails(person.email)).at(-1)?.text ?? '')?.[1] ?? ''
  await test.signIn.changeWithToken('user', reset, 'canary-new4lamp')
  const newAddress = 'canary-new@example.org'
  await test.signIn.startEmailChange(person, { email: newAddress, password: 'canary-new4lamp', address })
  const secrets = [
    challenge,
    ...held,
    ...recovery,
    ...recovery.map((code) => code.replaceAll('-', '')),
    reset,
    goodPassword,
    'canary-new4lamp',
    'canary-wrong-1',
    newAddress,
    address,
  ]

  const tables = await dump()
  const all = [...tables.values()].join('\n')
  for (const secret of secrets) expect(all.includes(secret), secret).toBe(false)
  // Six digits may turn up in any timestamp or hash; as a value of their own they must not.
  for (const code of codes) expect(all).not.toMatch(new RegExp(`[(,"]${code}[),"]`))
  // Base64 of the same would be no better.
  for (const secret of [goodPassword, newAddress])
    expect(all.includes(Buffer.from(secret).toString('base64').slice(0, -2)), secret).toBe(false)

  const withHash = [...tables].filter(([, text]) => text.includes('$argon2id$')).map(([name]) => name)
  expect(withHash).toEqual(['auth.credential'])
  // The search can find: the person's address is in the read model, and only there.
  expect([...tables].filter(([, text]) => text.includes(person.email)).map(([name]) => name)).toEqual(['public."user"'])
})
