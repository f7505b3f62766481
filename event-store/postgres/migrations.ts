import { appendFunctions } from './migrations-append.ts'
import { appendTogether } from './migrations-append-together.ts'
import { appendPlans, appendTold } from './migrations-append-told.ts'
import { movedTables } from '../eventstoredb/moved.ts'
import { readLatest } from './migrations-read-latest.ts'
import { reservationFunctions } from './migrations-reservation.ts'
import { reservationLocks } from './migrations-reservation-locks.ts'
import { reservationRenewal } from './migrations-reservation-renewal.ts'
import { checkpointTables } from '../merkle/checkpoints.ts'
import { witnessTable } from '../merkle/witness-state.ts'
import { snapshotTable } from '../snapshots.ts'

/** What rows are only added to: the log and what is signed of it. */
export const appendOnlyTables: readonly string[] = [
  'log.event',
  'log.checkpoint',
  'log.former_key',
  'log.identity',
  'log.moved',
  'log.moved_place',
]

/** The schema `log`, never rebuilt. The event table is the Postgres adapter's; claims and guards serve that and EventStoreDB's. */
export const eventStoreMigrations: readonly { id: string; sql: string }[] = [
  {
    id: 'event-store-1-event',
    sql: `
create schema if not exists log;

create table log.event (
  position bigint generated always as identity primary key,
  stream text collate "C" not null,
  revision integer not null check (revision >= 0),
  id uuid not null unique,
  type text collate "C" not null,
  data jsonb not null,
  personal jsonb,
  meta jsonb not null,
  recorded_at timestamptz not null default clock_timestamp(),
  unique (stream, revision)
);

create function log.refuse_change() returns trigger language plpgsql as $$
begin
  raise exception 'the log is append-only: % of log.event is refused', lower(tg_op);
end $$;

create trigger append_only before update or delete or truncate on log.event
  for each statement execute function log.refuse_change();
`,
  },
  {
    id: 'event-store-2-condition',
    sql: `
create table log.claim (
  scope text collate "C" not null,
  key bytea not null,
  stream text collate "C" not null,
  -- held: the claiming event is in the log. reserved: EventStoreDB has not confirmed it yet, for the append command_id.
  state text not null default 'held' check (state in ('held', 'reserved')),
  command_id uuid check ((command_id is not null) = (state = 'reserved')),
  primary key (scope, key)
);

create table log.guard (
  name text collate "C" primary key,
  revision bigint not null,
  is_closed boolean not null
);
`,
  },
  { id: 'event-store-3-append', sql: appendFunctions },
  { id: 'event-store-4-reservation', sql: reservationFunctions },
  { id: 'event-store-5-reservation-locks', sql: reservationLocks },
  { id: 'event-store-6-snapshot', sql: snapshotTable },
  // Replaces the functions of logs that have steps before this one.
  { id: 'event-store-8-append-together', sql: appendTogether },
  { id: 'event-store-9-checkpoint', sql: checkpointTables },
  { id: 'event-store-10-witness', sql: witnessTable },
  { id: 'event-store-11-append-told', sql: appendTold },
  { id: 'event-store-12-read-latest', sql: readLatest },
  { id: 'event-store-13-moved', sql: movedTables },
  { id: 'event-store-14-append-plans', sql: appendPlans },
  { id: 'event-store-15-reservation-renewal', sql: reservationRenewal },
]
