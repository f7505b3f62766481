import type { Pool } from 'pg'
import type { PersonActor } from '../../domain/person.ts'
import { streamOf } from '../../domain/event.ts'

type Row = Record<string, unknown>

const statements = {
  signIns: `select created_at as "signedIn", last_seen_at as "lastSeen", ended_at as ended, end_reason as reason, device
    from auth.sign_in where person_type = $1 and person_id = $2 order by created_at`,
  knownDevices: `select device, created_at as since, used_at as "lastUsed" from auth.known_device
    where person_type = $1 and person_id = $2 order by created_at`,
  knownNetworks: `select created_at as since, used_at as "lastUsed" from auth.known_network
    where person_type = $1 and person_id = $2 order by created_at`,
  passkeys: `select name, created_at as created, used_at as "lastUsed" from auth.passkey
    where person_type = $1 and person_id = $2 order by created_at`,
}

/** What is kept of a person beside the log and the read models, without secrets: sign-ins, devices, passkeys, language, lists, jobs, drafts. */
export const keptRowsOf = async (pool: Pool, { type, id }: PersonActor) => {
  const ask = async (text: string, values: unknown[] = [type, id]) => (await pool.query<Row>(text, values)).rows
  return {
    signIns: await ask(statements.signIns),
    knownDevices: await ask(statements.knownDevices),
    knownNetworks: await ask(statements.knownNetworks),
    passkeys: await ask(statements.passkeys),
    settings: [
      ...(await ask(
        'select frequency as "newPosts", categories from auth.digest where person_type = $1 and person_id = $2',
      )),
      ...(await ask('select links as shortcuts from auth.shortcut where person_type = $1 and person_id = $2')),
      ...(await ask('select language from auth.language where person_type = $1 and person_id = $2')),
      ...(await ask(
        'select topic, choice from auth.mail_choice where person_type = $1 and person_id = $2 order by topic',
      )),
      ...(await ask(
        'select list, preferences from auth.list_preferences where person_type = $1 and person_id = $2 order by list',
      )),
    ],
    jobs: await ask(
      'select verb, resource, state, total, created_at as created from command.job where person = $1 order by created_at',
      [streamOf(type, id)],
    ),
    drafts: await ask(
      'select resource, record, kept_at as "keptAt" from command.draft where person = $1 order by kept_at',
      [streamOf(type, id)],
    ),
  }
}

export type KeptRows = Awaited<ReturnType<typeof keptRowsOf>>
