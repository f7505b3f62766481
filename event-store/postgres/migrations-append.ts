/**
 * What `log.append` (migrations-append-together.ts) stands on: the lock, and one append, which answers {position, revision} or {refusal, …}
 * and then writes nothing. Everything is checked before its first write, and the lock keeps it true, so no savepoints are needed.
 */
export const appendFunctions = `
-- The one lock of the log: whoever holds it is alone in appending, claiming and raising guards until the commit.
-- Taken before nextval, so the order of positions is the order of commits.
create function log.lock() returns void language plpgsql as $$
begin
  -- A snapshot older than the lock would check what was true before it.
  if current_setting('transaction_isolation') <> 'read committed' then
    raise exception 'the log needs transactions at read committed';
  end if;
  perform pg_advisory_xact_lock(7305808869432);
end $$;

-- Single look-ups in loops, not joins: a plan made while the tables were empty must not scan them when they are large.
create function log.refusal(stream_name text, item jsonb) returns jsonb language plpgsql as $$
declare
  asked jsonb;
  guard log.guard;
  holder text;
begin
  for asked in select value from jsonb_array_elements(item -> 'guards') loop
    select * into guard from log.guard as stored where stored.name = asked ->> 'name';
    if (guard.is_closed and not (asked -> 'opens')::boolean)
      or (asked ->> 'expected')::bigint <> coalesce(guard.revision, 0) then
      return jsonb_build_object('refusal', 'guard', 'name', asked -> 'name', 'isClosed', coalesce(guard.is_closed, false));
    end if;
  end loop;
  for asked in select value from jsonb_array_elements(item -> 'claims') loop
    select claim.stream into holder from log.claim
    where claim.scope = asked ->> 'scope' and claim.key = decode(asked ->> 'key', 'hex');
    if holder <> stream_name then
      return jsonb_build_object('refusal', 'claim', 'scope', asked -> 'scope');
    end if;
  end loop;
  return null;
end $$;

create function log.apply_conditions(stream_name text, item jsonb) returns void language plpgsql as $$
declare
  asked jsonb;
begin
  for asked in select value from jsonb_array_elements(item -> 'releases') loop
    delete from log.claim where claim.scope = asked ->> 'scope' and claim.key = decode(asked ->> 'key', 'hex')
      and claim.stream = stream_name;
  end loop;
  for asked in select value from jsonb_array_elements(item -> 'claims') loop
    insert into log.claim (scope, key, stream) values (asked ->> 'scope', decode(asked ->> 'key', 'hex'), stream_name)
    on conflict (scope, key) do update set state = 'held', command_id = null where claim.stream = excluded.stream;
  end loop;
  for asked in select value from jsonb_array_elements(item -> 'guards') loop
    insert into log.guard (name, revision, is_closed) values (asked ->> 'name', 1, (asked -> 'closes')::boolean)
    on conflict (name) do update set revision = guard.revision + 1, is_closed = excluded.is_closed;
  end loop;
end $$;

create function log.append_one(item jsonb) returns jsonb language plpgsql as $$
declare
  stream_name text := item ->> 'stream';
  expected integer := (item ->> 'expected')::integer;
  actual integer;
  refused jsonb;
  last_position bigint;
  matching integer;
begin
  select coalesce(max(revision), -1) into actual from log.event where stream = stream_name;
  if actual > expected then
    select count(*), max(event.position) into matching, last_position
    from jsonb_array_elements(item -> 'events') with ordinality as given (value, place)
    join log.event on event.stream = stream_name and event.revision = expected + given.place
      and event.id = (given.value ->> 'id')::uuid;
    if matching = jsonb_array_length(item -> 'events') then
      return jsonb_build_object('position', last_position::text, 'revision', expected + matching);
    end if;
  end if;
  if actual <> expected then
    return jsonb_build_object('refusal', 'revision', 'actual', actual);
  end if;
  if item ? 'guards' then
    refused := log.refusal(stream_name, item);
    if refused is not null then
      return refused;
    end if;
    perform log.apply_conditions(stream_name, item);
  end if;
  with written as (
    insert into log.event (stream, revision, id, type, data, personal, meta)
    select stream_name, expected + place, (value ->> 'id')::uuid, value ->> 'type', value -> 'data',
      nullif(value -> 'personal', 'null'), value -> 'meta'
    from jsonb_array_elements(item -> 'events') with ordinality as given (value, place)
    order by place
    returning position, revision
  )
  select max(written.position), max(written.revision) into last_position, actual from written;
  return jsonb_build_object('position', last_position::text, 'revision', actual);
end $$;
`
