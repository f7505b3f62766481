import type { Migration } from '../../../platform/database/migrations.ts'

const tables = `create schema auth;

  create table auth.credential (
    person_type text not null,
    person_id int not null,
    password_hash text not null,
    changed_at timestamptz not null default clock_timestamp(),
    primary key (person_type, person_id)
  );

  create table auth.sign_in (
    token_hash bytea primary key,
    sign_in_id uuid not null unique,
    person_type text not null,
    person_id int not null,
    mode text not null check (mode in ('cookie', 'bearer')),
    created_at timestamptz not null default clock_timestamp(),
    last_seen_at timestamptz not null default clock_timestamp(),
    expires_at timestamptz not null default clock_timestamp() + interval '24 hours',
    ended_at timestamptz,
    end_reason text,
    -- The event of the end is in the log. It follows the row, so that an end never waits for the log.
    is_recorded boolean not null default false
  );
  create index on auth.sign_in (person_type, person_id) where ended_at is null;
  create index on auth.sign_in (last_seen_at) where ended_at is null;
  create index on auth.sign_in (ended_at) where ended_at is not null and not is_recorded;

  create table auth.challenge (
    token_hash bytea primary key,
    purpose text not null check (purpose in ('sign-in', 'e-mail')),
    person_type text not null,
    person_id int not null,
    -- Only for a new address: sealed, since it is nobody's address yet.
    sealed_email jsonb,
    -- The credential that the password was right for: when it changes, what began with the old one leads nowhere.
    credential_of timestamptz,
    code_hash bytea not null,
    code_sent_at timestamptz not null default clock_timestamp(),
    tries int not null default 0,
    resends int not null default 0,
    created_at timestamptz not null default clock_timestamp(),
    ended_at timestamptz
  );
  create index on auth.challenge (person_type, person_id) where ended_at is null;
  create index on auth.challenge (created_at);

  create table auth.reset_token (
    token_hash bytea primary key,
    person_type text not null,
    person_id int not null,
    created_at timestamptz not null default clock_timestamp(),
    expires_at timestamptz not null default clock_timestamp() + interval '60 minutes',
    ended_at timestamptz
  );
  create index on auth.reset_token (person_type, person_id) where ended_at is null;
  create index on auth.reset_token (created_at);

  create table auth.recovery_code (
    person_type text not null,
    person_id int not null,
    code_hash bytea not null,
    kind text not null check (kind in ('recovery', 'command-line')),
    created_at timestamptz not null default clock_timestamp(),
    expires_at timestamptz,
    used_at timestamptz,
    primary key (person_type, person_id, code_hash)
  );

  create table auth.sign_in_attempt (
    id bigint generated always as identity primary key,
    bucket timestamptz not null default date_trunc('minute', clock_timestamp()),
    at timestamptz not null default clock_timestamp(),
    person_type text not null,
    -- 0 when nobody is known under the name; the name itself is not kept, people type passwords there.
    person_id int not null,
    reason text not null check (reason in ('password', 'code', 'throttled')),
    attempts int not null default 1,
    unique (person_type, person_id, reason, bucket)
  );
  create index on auth.sign_in_attempt (at);

  create table auth.throttle (
    scope text collate "C" not null,
    key bytea not null,
    attempts int not null,
    forget_at timestamptz not null,
    blocked_until timestamptz,
    primary key (scope, key)
  );
  create index on auth.throttle (forget_at);`

// Counting and asking are one statement under the row's lock, so that parallel guesses on any number of processes are all counted.
const take = `create function auth.take(what text, who bytea, most int, span interval, grows boolean) returns int language plpgsql as $$
  declare
    kept auth.throttle;
    moment timestamptz;
  begin
    insert into auth.throttle (scope, key, attempts, forget_at) values (what, who, 0, clock_timestamp() + span) on conflict do nothing;
    select * into kept from auth.throttle where scope = what and key = who for update;
    moment := clock_timestamp();
    if kept.forget_at is null or kept.forget_at <= moment then
      kept.attempts := 0;
      kept.blocked_until := null;
      kept.forget_at := moment + span;
    end if;
    if kept.blocked_until > moment then
      return ceil(extract(epoch from kept.blocked_until - moment));
    end if;
    if not grows and kept.attempts >= most then
      return ceil(extract(epoch from kept.forget_at - moment));
    end if;
    kept.attempts := kept.attempts + 1;
    if grows and kept.attempts >= most then
      kept.blocked_until := moment + least(interval '15 minutes', interval '1 minute' * power(2, least(4, kept.attempts - most)));
      kept.forget_at := greatest(kept.forget_at, kept.blocked_until + interval '1 hour');
    end if;
    update auth.throttle set attempts = kept.attempts, blocked_until = kept.blocked_until, forget_at = kept.forget_at
      where scope = what and key = who;
    return 0;
  end $$`

// What is asked of an authenticator stands at what it was asked for, and is taken away by the first answer.
const passkeys = `create table auth.passkey (
    id uuid primary key default gen_random_uuid(),
    person_type text not null,
    person_id int not null,
    credential_id text collate "C" not null unique,
    public_key bytea not null,
    counter bigint not null,
    transports text[] not null,
    -- Which program keeps the key, and whether it is kept elsewhere too; said by the authenticator.
    aaguid text not null,
    is_backed_up boolean not null,
    name text not null,
    created_at timestamptz not null default clock_timestamp(),
    used_at timestamptz
  );
  create index on auth.passkey (person_type, person_id);
  alter table auth.challenge add column passkey_challenge text, add column passkey_asked_at timestamptz;
  alter table auth.sign_in add column passkey_challenge text, add column passkey_asked_at timestamptz`

/** Who may sign in and who has: the only tables with secrets, all of them hashed. Never rebuilt. */
export const signInMigrations: readonly Migration[] = [
  { id: 'auth-1-tables', sql: tables },
  { id: 'auth-2-take', sql: take },
  { id: 'auth-3-device', sql: 'alter table auth.sign_in add column device text' },
  {
    id: 'auth-4-last-sign-in',
    sql: `alter table auth.sign_in add column ended_by int;
      alter table auth.credential add column signed_in_at timestamptz`,
  },
  { id: 'auth-5-passkeys', sql: passkeys },
  {
    id: 'auth-6-language',
    sql: `create table auth.language (
      person_type text not null,
      person_id int not null,
      language text not null,
      primary key (person_type, person_id)
    )`,
  },
  {
    id: 'auth-7-list-look',
    sql: `create table auth.list_look (
      person_type text not null,
      person_id int not null,
      list text not null,
      look jsonb not null,
      primary key (person_type, person_id, list)
    )`,
  },
  {
    // However a sign-in ends, the processes that hold an event stream of it learn so.
    id: 'auth-8-told-ends',
    sql: `create function auth.tell_end() returns trigger language plpgsql as $$ begin
        perform pg_notify('live', '');
        return null;
      end $$;
      create trigger told after update of ended_at on auth.sign_in for each statement execute function auth.tell_end()`,
  },
  {
    // Where people signed in before: marks of devices by hash, addresses and their networks by keyed hash.
    id: 'auth-9-known-sources',
    sql: `create table auth.known_device (
        person_type text not null,
        person_id int not null,
        mark_hash bytea not null,
        device text,
        created_at timestamptz not null default clock_timestamp(),
        used_at timestamptz not null default clock_timestamp(),
        primary key (person_type, person_id, mark_hash)
      );
      create index on auth.known_device (used_at);
      create table auth.known_network (
        person_type text not null,
        person_id int not null,
        network bytea not null,
        created_at timestamptz not null default clock_timestamp(),
        used_at timestamptz not null default clock_timestamp(),
        primary key (person_type, person_id, network)
      );
      create index on auth.known_network (used_at)`,
  },
  {
    id: 'auth-10-list-preferences',
    sql: `alter table auth.list_look rename to list_preferences;
      alter table auth.list_preferences rename column look to preferences`,
  },
  {
    // What binds them to whoever they are of (commands/identity/credentials/seal.ts); null for those of before.
    id: 'auth-11-seals',
    sql: `alter table auth.credential add column position bigint, add column seal bytea;
      alter table auth.passkey add column seal bytea`,
  },
  {
    // Failed tries are counted here until their minute is over, and are events from then on.
    id: 'auth-12-failed-events',
    sql: `create table auth.address_key (
        month date primary key,
        sealed jsonb not null,
        created_at timestamptz not null default clock_timestamp()
      );
      alter table auth.sign_in_attempt
        add column event uuid not null default gen_random_uuid(),
        add column address text collate "C" not null default '',
        drop constraint sign_in_attempt_person_type_person_id_reason_bucket_key,
        add unique (person_type, person_id, reason, address, bucket);
      create index on auth.sign_in_attempt (bucket)`,
  },
  {
    // Columns that came later are shown once somebody wants them, as to whoever kept nothing.
    id: 'auth-13-later-columns',
    sql: `update auth.list_preferences
      set preferences = jsonb_set(preferences, '{hidden}', preferences->'hidden' || '["created_by", "published_at"]')
      where list in ('post', 'page', 'file')`,
  },
]
