import type { Migration } from '../../platform/database/migrations.ts'

export const listViewMigration: Migration = {
  id: 'command-list-view',
  // Views of lists that are shared: their keywords may tell of people, so they are no part of the log (docs/decisions/ui/0192).
  sql: `create table command.list_view (
      id uuid primary key,
      resource text collate "C" not null,
      name text not null,
      search text not null
    );
    create unique index on command.list_view (resource, lower(name));`,
}

export const listViewFactMigration: Migration = {
  id: 'command-list-view-fact',
  // What the trail is to be told of them: noted in the statement that did it, gone once it is told. Who did it is named as in the event.
  sql: `create table command.list_view_fact (
      id uuid primary key,
      type text not null,
      view uuid not null,
      resource text not null,
      actor text not null,
      correlation text not null,
      noted_at timestamptz not null default clock_timestamp()
    );`,
}
