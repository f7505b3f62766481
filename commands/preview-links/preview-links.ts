import { createHash, randomBytes, randomUUID } from 'node:crypto'
import type { Pool } from 'pg'
import { type Actor, actorNamed, streamOf } from '../../domain/event.ts'
import { mostPreviewLinks } from '../../domain/events/preview-links.ts'
import { isPersonType, type PersonActor } from '../../domain/person.ts'
import { Rejected } from '../../domain/rejected.ts'
import { eventId } from '../../event-store/log.ts'
import type { Audit } from '../audit.ts'

/** A link that lasts: who made it, for which record, until when, and when it was used last. */
export type PreviewLink = {
  id: string
  person: string
  resource: string
  record: number
  createdAt: Date
  expiresAt: Date
  usedAt: Date | null
  uses: number
}

type Of = Pick<PreviewLink, 'resource' | 'record'>
type By = { actor: Actor; correlationId: string }

const columns = `id, person, resource, record, created_at as "createdAt", expires_at as "expiresAt", used_at as "usedAt", uses`
const hour = 3_600_000

// 256 bits that nobody guesses: a plain hash of them is as good as a slow one.
const hashOf = (token: string): Buffer => createHash('sha256').update(token).digest()

const system: Actor = { type: 'system', id: 'preview' }

/** Links by which somebody without an account sees a draft (docs/decisions/content/0179). Whoever makes or revokes one was let in by the caller. */
export const openPreviewLinks = ({ pool, audit, now }: { pool: Pool; audit: Audit; now: () => Date }) => ({
  /** Makes a link, once under its id; its token is in this answer alone. @throws Rejected when there are too many */
  make: async (
    { resource, record, hours }: Of & { hours: number },
    by: By & { actor: PersonActor },
    id: string = randomUUID(),
  ): Promise<PreviewLink & { token: string; position: bigint }> => {
    const token = randomBytes(32).toString('base64url')
    const until = new Date(now().getTime() + hours * hour)
    const text = `insert into command.preview_link (id, token_hash, person, resource, record, expires_at)
      select $1, $2, $3, $4, $5, $6
      where (select count(*) from command.preview_link where resource = $4 and record = $5 and expires_at > $7 and id <> $1) < ${mostPreviewLinks}
      -- the token that an earlier try drew was told to nobody
      on conflict (id) do update set token_hash = excluded.token_hash
      returning ${columns}`
    const person = streamOf(by.actor.type, by.actor.id)
    const { rows } = await pool.query<PreviewLink>(text, [id, hashOf(token), person, resource, record, until, now()])
    if (!rows[0])
      throw new Rejected('{count} links lead to this already. Revoke one first.', 'rule', {
        values: { count: mostPreviewLinks },
      })
    const data = { link: id, resource, record, until: rows[0].expiresAt.toISOString() }
    const position = await audit({ type: 'PreviewLinkMade', data }, { ...by, id })
    return { ...rows[0], token, position }
  },

  /** The links of a record that last, the newest first. */
  list: async ({ resource, record }: Of): Promise<PreviewLink[]> => {
    const text = `select ${columns} from command.preview_link
      where resource = $1 and record = $2 and expires_at > $3 order by created_at desc`
    return (await pool.query<PreviewLink>(text, [resource, record, now()])).rows
  },

  find: async (id: string): Promise<PreviewLink | null> =>
    (await pool.query<PreviewLink>(`select ${columns} from command.preview_link where id::text = $1`, [id])).rows[0] ??
    null,

  /** Ends a link; one that is revoked already is no error. */
  revoke: async ({ id, resource, record }: PreviewLink, by: By): Promise<bigint | null> => {
    const { rowCount } = await pool.query('delete from command.preview_link where id = $1', [id])
    if (rowCount === 0) return null
    return audit({ type: 'PreviewLinkRevoked', data: { link: id, resource, record } }, { ...by, id: eventId(id, 0) })
  },

  /** The link of a token, and who made it; null for one that is over, revoked or none. */
  open: async (token: string): Promise<(PreviewLink & { maker: PersonActor }) | null> => {
    const text = `select ${columns} from command.preview_link where token_hash = $1 and expires_at > $2`
    const link = (await pool.query<PreviewLink>(text, [hashOf(token), now()])).rows[0]
    if (!link) return null
    const { type, id } = actorNamed(link.person)
    return isPersonType(type) && typeof id === 'number' ? { ...link, maker: { type, id } } : null
  },

  /** Counts a use. The trail is told of one each hour: whoever has the link cannot fill the log. */
  used: async ({ id, resource, record }: PreviewLink, correlationId: string): Promise<void> => {
    const nth = Math.floor(now().getTime() / hour)
    const text = `update command.preview_link set uses = uses + 1, used_at = clock_timestamp()
      where id = $1 returning told is distinct from $2 as "isNews"`
    const { rows } = await pool.query<{ isNews: boolean }>(text, [id, nth])
    if (!rows[0]?.isNews) return
    // The id follows from link and hour: several at once, or again after a crash, write it once.
    const said = { actor: system, correlationId, id: eventId(id, nth) }
    await audit({ type: 'PreviewLinkUsed', data: { link: id, resource, record } }, said)
    await pool.query('update command.preview_link set told = $2 where id = $1', [id, nth])
  },

  /** Removes links that are over. */
  sweep: async (): Promise<void> => {
    await pool.query("delete from command.preview_link where expires_at < clock_timestamp() - interval '1 day'")
  },
})

export type PreviewLinks = ReturnType<typeof openPreviewLinks>
