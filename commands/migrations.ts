import type { Resource } from '../domain/resource.ts'
import type { Migration } from '../platform/database/migrations.ts'
import { listViewFactMigration, listViewMigration } from './list-views/migration.ts'

export const commandMigrations: readonly Migration[] = [
  {
    id: 'command-1',
    sql: `create schema command;
      create table command.answered (
        person text collate "C" not null,
        key text collate "C" not null,
        body_hash bytea not null,
        command_id uuid not null,
        drawn_id int,
        status int,
        answer jsonb,
        started_at timestamptz not null default clock_timestamp(),
        primary key (person, key)
      );
      create index on command.answered (started_at);
      create schema sequence;`,
  },
  {
    id: 'command-2',
    // A picture on its way: known by its command before it is stored, and for a day after (docs/decisions/files/0043).
    sql: `create table command.picture (
        command_id uuid not null,
        field text collate "C" not null,
        stream text collate "C",
        file int not null,
        file_command uuid not null default gen_random_uuid(),
        hash text collate "C" not null,
        stored_at timestamptz not null default clock_timestamp(),
        primary key (command_id, field)
      );
      create index on command.picture (hash);
      create index on command.picture (stored_at);`,
  },
  {
    id: 'command-3',
    // A run that failed without a refusal says so, and is taken over at once.
    sql: `alter table command.answered
        add column run int not null default 1,
        add column is_abandoned boolean not null default false;`,
  },
  {
    id: 'command-4',
    // Values that nobody reads back; events hold their ids.
    sql: `create table command.secret (
        id uuid primary key,
        sealed jsonb not null,
        kept_at timestamptz not null default clock_timestamp()
      );`,
  },
  {
    id: 'command-5',
    // Work on many records, item by item (docs/decisions/engine/0007). What ran before is over by now.
    sql: `drop table if exists command.job;
      create table command.job (
        id uuid primary key,
        person text collate "C" not null,
        verb text collate "C" not null,
        resource text collate "C" not null,
        undoes uuid,
        is_dry_run boolean not null default false,
        is_silent boolean not null default false,
        correlation_id text,
        state text not null default 'waiting',
        is_cancelled boolean not null default false,
        starts_at timestamptz not null,
        total int not null,
        cursor int not null default 0,
        done int not null default 0,
        unchanged int not null default 0,
        failed int not null default 0,
        position bigint,
        run int not null default 0,
        created_at timestamptz not null default clock_timestamp(),
        finished_at timestamptz
      );
      create index on command.job (person, created_at);
      create index on command.job (starts_at) where finished_at is null;
      create index on command.job (undoes) where undoes is not null;
      create table command.job_item (
        job uuid not null references command.job on delete cascade,
        index int not null,
        resource text collate "C" not null,
        record int,
        verb text collate "C" not null,
        sent jsonb,
        if_version int,
        since int,
        state text not null default 'waiting',
        message text,
        primary key (job, index)
      );
      create index on command.job_item (job, index) where state = 'refused';`,
  },
  {
    id: 'command-6',
    // All or nothing: such a job checks everything and holds every value before it begins.
    sql: `alter table command.job
        add column is_atomic boolean not null default false,
        add column is_checked boolean not null default false;`,
  },
  {
    id: 'command-7',
    sql: "alter table command.job_item add column message_values jsonb default '{}'",
  },
  {
    id: 'command-sheets',
    // Checked spreadsheets, and one import at a time (E19).
    sql: `create table command.sheet (
        id uuid primary key,
        person text collate "C" not null,
        resource text collate "C" not null,
        report jsonb not null,
        rows int[] not null,
        sealed jsonb,
        created_at timestamptz not null default clock_timestamp()
      );
      alter table command.job add column turn text;
      create unique index job_turn on command.job (turn) where finished_at is null;`,
  },
  {
    id: 'command-inbox',
    // What each member of staff has opened of what employees sent (commands/inbox/marks.ts).
    sql: `create schema inbox;
      create table inbox.opened (
        person text collate "C" not null,
        resource text collate "C" not null,
        record int not null,
        at timestamptz not null default clock_timestamp(),
        primary key (person, resource, record)
      );
      create index on inbox.opened (at);`,
  },
  {
    id: 'command-evidence',
    // Evidence packages that somebody asked for; one at a time for each (commands/evidence/exports.ts).
    sql: `create table command.evidence (
        id uuid primary key,
        person text collate "C" not null,
        asked jsonb not null,
        perms text[] not null,
        state text not null default 'waiting',
        tries int not null default 0,
        events int,
        written int not null default 0,
        bytes bigint,
        problem text,
        created_at timestamptz not null default clock_timestamp(),
        finished_at timestamptz
      );
      create index on command.evidence (person, created_at);
      create unique index evidence_turn on command.evidence (person) where state in ('waiting', 'running');`,
  },
  {
    id: 'command-schedule',
    // Jobs that somebody planned; `facts` are what the trail is to be told of them (commands/schedule/facts.ts).
    sql: `alter table command.job
        add column is_scheduled boolean not null default false,
        add column fields text[] not null default '{}',
        add column facts jsonb not null default '[]';
      create index on command.job (starts_at) where is_scheduled;
      create index job_facts on command.job (id) where facts <> '[]';`,
  },
  {
    id: 'command-ends-promise',
    // Edits of a record and of those that point at it, until all are written (commands/other-ends/promises.ts).
    sql: `create table command.ends_promise (
        command_id uuid not null,
        holder text collate "C" not null,
        field text collate "C" not null,
        resource text collate "C" not null,
        record int,
        before int[] not null,
        wanted int[] not null,
        is_due boolean not null default false,
        person text collate "C" not null,
        correlation_id text,
        begun_at timestamptz not null default clock_timestamp(),
        primary key (command_id, holder, field)
      );`,
  },
  {
    id: 'command-drafts',
    // What somebody types into a form, until it is saved: sealed by their key, outside of the log (docs/decisions/content/0178).
    sql: `create table command.draft (
        id uuid primary key,
        person text collate "C" not null,
        resource text collate "C" not null,
        record int,
        version int,
        sealed jsonb not null,
        -- what lists tell of it, so that they open no texts
        head jsonb not null,
        kept_at timestamptz not null default clock_timestamp()
      );
      create index on command.draft (resource, record);
      create index on command.draft (person);
      create index on command.draft (kept_at);`,
  },
  {
    id: 'command-preview-link',
    // Links that show a draft without a sign-in: the hash of each, since the address alone opens it (docs/decisions/content/0179).
    sql: `create table command.preview_link (
        id uuid primary key,
        token_hash bytea not null unique,
        person text collate "C" not null,
        resource text collate "C" not null,
        record int not null,
        created_at timestamptz not null default clock_timestamp(),
        expires_at timestamptz not null,
        used_at timestamptz,
        uses int not null default 0,
        -- the hour of which the trail was told last
        told int
      );
      create index on command.preview_link (resource, record);
      create index on command.preview_link (person);`,
  },
  {
    id: 'command-evidence-language',
    // What the instructions of a package are written in.
    sql: "alter table command.evidence add column language text not null default 'en'",
  },
  {
    id: 'command-inbox-seen',
    // In which version a record was opened: what its other side answers after that is unread. What was opened before holds no answers.
    sql: 'alter table inbox.opened add column version int not null default 0',
  },
  listViewMigration,
  listViewFactMigration,
]

const sequenceLock = 7_246_004

/** Sequences of ids, one per name in the declarations, made when a resource is new. Servers that start at once would collide. */
export const sequenceStatements = (resources: readonly Resource[]): string =>
  [
    `select pg_advisory_xact_lock(${sequenceLock})`,
    ...[...new Set(resources.map((resource) => resource.sequence))].map(
      (name) => `create sequence if not exists sequence."${name}" as int`,
    ),
  ].join(';\n')
