import { parseArgs } from 'node:util'
import type { SignIn } from '../commands/identity/sign-in/sign-in.ts'

const dayAndTime = (at: Date) => at.toISOString().slice(0, 16).replace('T', ' ')

/** Lists where somebody is signed in, by what they sign in with, or ends all of it. Gives the exit code. */
export const runSignIns = async (
  signIn: Pick<SignIn, 'personByName' | 'signInState' | 'endSignIns'>,
  words: readonly string[],
  isEnding: boolean,
  say: (text: string) => void,
): Promise<number> => {
  const { values, positionals } = parseArgs({
    args: [...words],
    allowPositionals: true,
    options: { employee: { type: 'boolean', default: false } },
  })
  const person = await signIn.personByName(values.employee ? 'employee' : 'user', positionals[0] ?? '')
  if (!person) {
    say('There is nobody with this name.')
    return 1
  }
  if (isEnding) {
    say(`Sign-ins that were ended: ${await signIn.endSignIns(person.type, person.id, 'ended-by-staff')}.`)
    return 0
  }
  const { lastSignIn, signIns } = await signIn.signInState(person)
  say(`Last sign-in: ${lastSignIn ? `${dayAndTime(lastSignIn)} UTC` : 'never'}. Signed in now: ${signIns.length}.`)
  for (const { device, createdAt, lastSeenAt } of signIns)
    say(`${device ?? 'unknown device'}, since ${dayAndTime(createdAt)}, last used ${dayAndTime(lastSeenAt)}`)
  return 0
}
