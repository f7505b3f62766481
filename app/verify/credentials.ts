import { setTimeout as sleep } from 'node:timers/promises'
import type { Pool } from 'pg'
import { passkeySeal, passwordSeal } from '../../commands/identity/credentials/seal.ts'
import { streamOf } from '../../domain/event.ts'
import { isPersonType, type PersonActor } from '../../domain/person.ts'
import { type Finding, findingAt, findingOf } from '../../event-store/merkle/finding.ts'
import type { EventStore, RecordedEvent } from '../../event-store/port.ts'

/** What the log says of somebody's credentials: where the password was set last, and how many passkeys there are. */
type Facts = {
  setAt: bigint | null
  /** When that was recorded. */
  since: string
  isSealed: boolean
  passkeys: number
  unsealedPasskeys: number
}

type PasswordRow = {
  person_type: string
  person_id: number
  password_hash: string
  position: string | null
  seal: Buffer | null
}
type PasskeyRow = {
  person_type: string
  person_id: number
  credential_id: string
  public_key: Buffer
  seal: Buffer | null
}

const atOnce = 1_000
const kept = 20
const noFacts: Facts = { setAt: null, since: '', isSealed: false, passkeys: 0, unsealedPasskeys: 0 }

const minute = 60_000
const onItsWay = 1_000

const after = (facts: Facts, { type, data, position, recordedAt }: RecordedEvent): Facts => {
  const isSealed = data.isSealed === true
  if (type.endsWith('PasswordChanged')) return { ...facts, setAt: position, since: recordedAt, isSealed }
  if (type.endsWith('PasskeyAdded'))
    return {
      ...facts,
      passkeys: facts.passkeys + 1,
      unsealedPasskeys: facts.unsealedPasskeys + (isSealed ? 0 : 1),
    }
  return type.endsWith('PasskeyRemoved') ? { ...facts, passkeys: facts.passkeys - 1 } : facts
}

const personOf = ({
  person_type: type,
  person_id: id,
}: {
  person_type: string
  person_id: number
}): PersonActor | null => (isPersonType(type) ? { type, id } : null)

/** Compares what is kept of passwords and passkeys with the log, whose events of credentials it is handed in order. */
export const credentialChecker = (pool: Pool, store: Pick<EventStore, 'read'>, secret: Uint8Array) => {
  const known = new Map<string, Facts>()
  const follow = (events: readonly RecordedEvent[]): void => {
    for (const event of events)
      if (/Pass(?:word|key)[A-Z]/.test(event.type))
        known.set(event.stream, after(known.get(event.stream) ?? noFacts, event))
  }

  // What was set while the log was read is in the log by now: the event comes before the row.
  const factsNow = async (stream: string): Promise<Facts> => (await store.read(stream)).reduce(after, noFacts)

  const isAsSet = (row: PasswordRow, person: PersonActor, { setAt, isSealed }: Facts): boolean => {
    if (setAt === null) return false
    if (!isSealed) return row.seal === null
    const { position, seal, password_hash: hash } = row
    return position === String(setAt) && seal?.equals(passwordSeal(secret, person, position, hash)) === true
  }

  /** Of some streams those whose person was not erased: an erasure takes their rows. */
  const ofLiving = async (streams: readonly string[]): Promise<string[]> => {
    const text = 'select subject from keys.subject where subject = any($1) and wrapped is null'
    const { rows } = await pool.query<{ subject: string }>(text, [streams])
    const erased = new Set(rows.map(({ subject }) => subject))
    return streams.filter((stream) => !erased.has(stream))
  }

  /** Of some streams those without a password even now. A row follows its event, so one that was set just now is waited for. */
  const withoutRow = async (streams: readonly string[]): Promise<string[]> => {
    const recent = new Date(Date.now() - minute).toISOString()
    if (streams.some((stream) => (known.get(stream)?.since ?? '') > recent)) await sleep(onItsWay)
    const text = `select person_type || '-' || person_id as stream from auth.credential where person_type || '-' || person_id = any($1)`
    const { rows } = await pool.query<{ stream: string }>(text, [streams])
    const there = new Set(rows.map(({ stream }) => stream))
    return streams.filter((stream) => !there.has(stream))
  }

  const missing = async (held: ReadonlySet<string>, report: (finding: Finding) => unknown): Promise<void> => {
    const lacking = [...known].flatMap(([stream, { setAt }]) => (setAt !== null && !held.has(stream) ? [stream] : []))
    if (lacking.length === 0) return
    for (const stream of await ofLiving(await withoutRow(lacking))) {
      const position = known.get(stream)?.setAt ?? null
      const sentence = 'Position {position}: the password of {stream} that was set there is missing.'
      if (position !== null) report(findingAt(position, sentence, { stream }))
    }
  }

  const passwords = async (report: (finding: Finding) => unknown): Promise<number> => {
    const held = new Set<string>()
    let unsealed = 0
    for (let [type, id] = ['', 0]; ; ) {
      const { rows } = await pool.query<PasswordRow>(
        `select person_type, person_id, password_hash, position, seal from auth.credential
         where (person_type, person_id) > ($1, $2) order by person_type, person_id limit $3`,
        [type, id, atOnce],
      )
      for (const row of rows) {
        const person = personOf(row)
        const stream = streamOf(row.person_type, row.person_id)
        held.add(stream)
        const facts = known.get(stream) ?? noFacts
        if (person && isAsSet(row, person, facts)) unsealed += row.seal === null ? 1 : 0
        else if (!person || !isAsSet(row, person, await factsNow(stream))) report(wrongPassword(stream, facts))
      }
      const last = rows.at(-1)
      if (!last) break
      ;[type, id] = [last.person_type, last.person_id]
    }
    await missing(held, report)
    return unsealed
  }

  const passkeys = async (report: (finding: Finding) => unknown): Promise<Finding[]> => {
    const { rows } = await pool.query<PasskeyRow>(
      'select person_type, person_id, credential_id, public_key, seal from auth.passkey order by person_type, person_id',
    )
    const held = new Map<string, PasskeyRow[]>()
    for (const row of rows) {
      const stream = streamOf(row.person_type, row.person_id)
      held.set(stream, [...(held.get(stream) ?? []), row])
    }
    for (const [stream, own] of held) {
      const person = own[0] ? personOf(own[0]) : null
      const facts = await factsNow(stream)
      const unsealed = own.filter(({ seal }) => seal === null).length
      const isMade = (row: PasskeyRow) =>
        row.seal === null ||
        (person !== null && row.seal.equals(passkeySeal(secret, person, row.credential_id, row.public_key)))
      if (own.length <= facts.passkeys && unsealed <= facts.unsealedPasskeys && own.every(isMade)) continue
      report(findingOf('Credentials: {stream} has a passkey that was not added by them.', { stream }))
    }
    // A note: a process that ends right after a removal leaves it untold, which looks the same.
    const lacking: string[] = []
    for (const [stream, { passkeys: said }] of known) {
      const own = held.get(stream)?.length ?? 0
      if (own < said && own < (await factsNow(stream)).passkeys) lacking.push(stream)
    }
    const note = 'Credentials: {stream} has fewer passkeys than they added.'
    return (await ofLiving(lacking)).slice(0, kept).map((stream) => findingOf(note, { stream }))
  }

  /** What is wrong, once all events were followed. */
  const findings = async (): Promise<{ problems: Finding[]; notes: Finding[] }> => {
    const problems: Finding[] = []
    const report = (finding: Finding) => problems.length < kept && problems.push(finding)
    const count = await passwords(report)
    const fewer = await passkeys(report)
    const note = '{count} passwords were set by a version that did not bind them to the log: they are not compared.'
    return { problems, notes: [...fewer, ...(count === 0 ? [] : [findingOf(note, { count })])] }
  }

  return { follow, findings }
}

const wrongPassword = (stream: string, { setAt }: Facts): Finding =>
  setAt === null
    ? findingOf('Credentials: {stream} has a password that the log knows nothing of.', { stream })
    : findingAt(setAt, 'Position {position}: the password of {stream} is not the one that was set there.', { stream })
