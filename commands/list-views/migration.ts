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
