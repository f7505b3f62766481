import { randomBytes, timingSafeEqual } from 'node:crypto'
import type { Pool } from 'pg'
import type { PersonActor } from '../../../domain/person.ts'
import { keyedHash } from '../../../platform/keys.ts'
import { networkOf, widerNetworkOf } from '../../../platform/network.ts'
import { personKey, type Queryable } from './dependencies.ts'
import { isToken, tokenHash } from './tokens.ts'

/** A password that somebody who is signed in confirms something with, and from which address. */
export type OwnPassword = { password: string; address: string }

/** Where a try comes from. `address` is the socket's, never a header's; `mark` is what the device was given at an earlier sign-in. */
export type Source = { address: string; mark?: string | null | undefined }

/** Whence somebody signed in before: by which device, from this very address, from its network. `key` names the closest of them. */
export type Known = { device: string | null; isAddress: boolean; isNetwork: boolean; key: string | null }

const drawnBytes = 16

const sealOf = (secret: Uint8Array, drawn: Uint8Array): Buffer =>
  keyedHash(secret, `device|${Buffer.from(drawn).toString('base64url')}`).subarray(0, drawnBytes)

/** The mark of a device: 128 random bits, and as many that only this house can have added. */
export const newMark = (secret: Uint8Array): string => {
  const drawn = randomBytes(drawnBytes)
  return Buffer.concat([drawn, sealOf(secret, drawn)]).toString('base64url')
}

/** True for a mark that was given here, whoever's it is: a look-up is not needed to know one that was made up. */
export const isOwnMark = (secret: Uint8Array, mark: string | null | undefined): mark is string => {
  if (!mark || !isToken(mark)) return false
  const bytes = Buffer.from(mark, 'base64url')
  return timingSafeEqual(bytes.subarray(drawnBytes), sealOf(secret, bytes.subarray(0, drawnBytes)))
}

/** How many of each are kept for a person: the ones used last. */
const most = { known_device: 20, known_network: 40 }

// The same for a name that nobody has: the statement runs, and finds nothing.
const findText = `select
  exists(select from auth.known_device where person_type = $1 and person_id = $2 and mark_hash = $3) as "isDevice",
  exists(select from auth.known_network where person_type = $1 and person_id = $2 and network = $4) as "isAddress",
  exists(select from auth.known_network where person_type = $1 and person_id = $2 and network = $5) as "isNetwork"`

const keepNetworks = `insert into auth.known_network (person_type, person_id, network) select $1, $2, unnest($3::bytea[])
  on conflict (person_type, person_id, network) do update set used_at = clock_timestamp()`

const keepDevice = `insert into auth.known_device (person_type, person_id, mark_hash, device) values ($1, $2, $3, $4)
  on conflict (person_type, person_id, mark_hash) do update set used_at = clock_timestamp(), device = $4`

const keepNewest = (table: keyof typeof most, key: string) =>
  `delete from auth.${table} where person_type = $1 and person_id = $2 and ${key} in (
     select ${key} from auth.${table} where person_type = $1 and person_id = $2 order by used_at desc offset ${most[table]})`

/** Which devices and networks people signed in from: by keyed hash and for each person apart (docs/decisions/people/0014). */
export const knownSources = (pool: Pool, secret: Uint8Array) => {
  // Of each person apart, so that the table does not tell who sits in one network.
  const networkKey = (person: PersonActor, network: string) =>
    keyedHash(secret, `network|${personKey(person)}|${network}`)
  const markHash = (mark: string | null | undefined) => (isOwnMark(secret, mark) ? tokenHash(mark) : null)
  const networksOf = (person: PersonActor, address: string) =>
    [networkOf(address), widerNetworkOf(address)].map((network) => networkKey(person, network))

  const keyOf = ({ isAddress, isNetwork }: Pick<Known, 'isAddress' | 'isNetwork'>, address: string): string | null => {
    if (isAddress) return networkOf(address)
    return isNetwork ? widerNetworkOf(address) : null
  }

  return {
    /** What of a source is known of somebody; nothing, by the same statement, where there is nobody. */
    knownOf: async (person: PersonActor, { address, mark }: Source, client: Queryable = pool): Promise<Known> => {
      const hash = markHash(mark)
      const { rows } = await client.query<{ isDevice: boolean; isAddress: boolean; isNetwork: boolean }>({
        name: 'auth-known',
        text: findText,
        values: [person.type, person.id, hash, ...networksOf(person, address)],
      })
      const { isDevice = false, isAddress = false, isNetwork = false } = rows[0] ?? {}
      const device = isDevice && hash ? hash.toString('base64url') : null
      return { device, isAddress, isNetwork, key: device ?? keyOf({ isAddress, isNetwork }, address) }
    },
    /**
     * Remembers where somebody has signed in. A browser (`isMarked`) is known by the mark that it brought, or by a new one, which is
     * answered; null for others.
     */
    remember: async (
      person: PersonActor,
      { address, mark }: Source,
      { isMarked, device }: { isMarked: boolean; device: string | null },
    ): Promise<string | null> => {
      const owner = [person.type, person.id]
      await pool.query(keepNetworks, [
        ...owner,
        [...new Map(networksOf(person, address).map((key) => [key.toString('hex'), key])).values()],
      ])
      await pool.query(keepNewest('known_network', 'network'), owner)
      if (!isMarked) return null
      const kept = isOwnMark(secret, mark) ? mark : newMark(secret)
      await pool.query(keepDevice, [...owner, tokenHash(kept), device])
      await pool.query(keepNewest('known_device', 'mark_hash'), owner)
      return kept
    },
    /** Forgets every device and network of somebody but this one. */
    forgetOthers: async (person: PersonActor, { address, mark }: Source): Promise<void> => {
      const owner = [person.type, person.id]
      await pool.query(
        'delete from auth.known_device where person_type = $1 and person_id = $2 and mark_hash is distinct from $3',
        [...owner, markHash(mark)],
      )
      await pool.query(
        'delete from auth.known_network where person_type = $1 and person_id = $2 and network <> all($3)',
        [...owner, networksOf(person, address)],
      )
    },
    /** A name for a device whose mark was given here; null for any other. */
    deviceOf: (mark: string | null | undefined): string | null => markHash(mark)?.toString('base64url') ?? null,
  }
}

export type KnownSources = ReturnType<typeof knownSources>
