import type { LogEvent } from '../../event-store/log.ts'
import type { RecordedEvent } from '../../event-store/port.ts'
import type { Migration } from '../../platform/database/migrations.ts'
import type { Queryable } from '../schema.ts'

/** Told each event at least once, in order. What it writes with `client` commits with its checkpoint; other effects must bear a repetition. */
export type Consumer = {
  name: string
  /** Where one that is new begins: with what comes from now on, or with the whole log. */
  from: 'now' | 'beginning'
  concerns(event: RecordedEvent): boolean
} & (
  | { handle(event: LogEvent, client: Queryable): Promise<void> }
  /** Several at once and unopened, for whoever needs little of what they say. When it fails, each is handled alone. */
  | { handleRecorded(events: readonly RecordedEvent[], client: Queryable): Promise<void> }
)

export const consumerMigrations: readonly Migration[] = [
  {
    id: 'consumer-1',
    sql: `create schema consumer;
      create table consumer.checkpoint (
        name text collate "C" primary key,
        position bigint not null
      );
      create table consumer.parked (
        consumer text collate "C" not null,
        position bigint not null,
        stream text collate "C" not null,
        error text not null,
        at timestamptz not null default clock_timestamp(),
        primary key (consumer, position)
      );
      create table consumer.change (
        position bigint primary key,
        resource text collate "C" not null,
        record int not null,
        revision int not null,
        at timestamptz not null default clock_timestamp()
      );
      create index on consumer.change (at);`,
  },
  {
    // What was kept before says neither how nor what: it is forgotten, and whoever asks for it loads everything anew.
    id: 'consumer-2-live',
    sql: `delete from consumer.change;
      alter table consumer.change
        add column type text not null default '',
        add column fields text[] not null default '{}';
      create unlogged table consumer.presence (
        sign_in_id uuid not null,
        tab text collate "C" not null,
        person int not null,
        resource text collate "C" not null,
        record int not null,
        seen_at timestamptz not null default clock_timestamp(),
        primary key (sign_in_id, tab)
      );
      create index on consumer.presence (resource, record);`,
  },
  { id: 'consumer-3-dead-letters', sql: 'alter table consumer.parked rename to dead_letter' },
]

/** How many streams wait behind an event that some consumer could not handle. */
export const countDeadLettered = async (client: Queryable): Promise<number> => {
  const text = 'select count(distinct (consumer, stream))::integer as count from consumer.dead_letter'
  const { rows } = await client.query<{ count: number }>(text)
  return rows[0]?.count ?? 0
}

/** The position of the consumer that is farthest behind; null where there is none. */
export const slowestConsumer = async (client: Queryable): Promise<bigint | null> => {
  const { rows } = await client.query<{ position: string | null }>(
    'select min(position) as position from consumer.checkpoint',
  )
  const { position = null } = rows[0] ?? {}
  return position === null ? null : BigInt(position)
}
