/**
 * EventStoreDB and PostgreSQL share no transaction, so: reserve → append → confirm; releases and guards happen at the confirmation.
 * `log.reserve` answers {reserved: true}, a refusal as `log.append` does, or {busy: command_id} of a reservation to wait for.
 */
export const reservationFunctions = `
create table log.reservation (
  -- the id of the append's first event
  command_id uuid primary key,
  stream text collate "C" not null,
  expected integer not null,
  ids uuid[] not null,
  conditions jsonb not null,
  guards text[] not null,
  -- guards that nobody else may touch meanwhile: compared, closed or opened; the others may be raised by many at once
  sole_guards text[] not null,
  reserved_at timestamptz not null default clock_timestamp(),
  -- the head of the log when the reservation was found to be overdue
  noted_head bigint
);

create function log.prepare_change() returns void language plpgsql as $$
begin
  if current_setting('synchronous_commit') = 'off' then
    perform set_config('synchronous_commit', 'on', true);
  end if;
  perform log.lock();
end $$;

create function log.reserve(item jsonb) returns jsonb language plpgsql as $$
declare
  stream_name text := item ->> 'stream';
  given_ids uuid[] := array(select value::uuid from jsonb_array_elements_text(item -> 'ids'));
  given_guards text[] := array(select value ->> 'name' from jsonb_array_elements(item -> 'guards'));
  given_sole text[] := array(
    select value ->> 'name' from jsonb_array_elements(item -> 'guards')
    where value ->> 'expected' is not null or (value -> 'closes')::boolean or (value -> 'opens')::boolean);
  refused jsonb;
  other uuid;
begin
  perform log.prepare_change();
  update log.reservation set reserved_at = clock_timestamp(), noted_head = null
  where command_id = given_ids[1] and stream = stream_name and ids = given_ids;
  if found then
    return jsonb_build_object('reserved', true);
  end if;
  refused := log.refusal(stream_name, item);
  if refused is not null then
    return refused;
  end if;
  select command_id into other from log.reservation
  where command_id = given_ids[1] or stream = stream_name or guards && given_sole
    or (guards && given_guards and sole_guards && given_guards)
  limit 1;
  if found then
    return jsonb_build_object('busy', other);
  end if;
  insert into log.reservation (command_id, stream, expected, ids, conditions, guards, sole_guards)
  values (given_ids[1], stream_name, (item ->> 'expected')::integer, given_ids,
    jsonb_build_object('claims', item -> 'claims', 'releases', item -> 'releases', 'guards', item -> 'guards'),
    given_guards, given_sole);
  insert into log.claim (scope, key, stream, state, command_id)
  select value ->> 'scope', decode(value ->> 'key', 'hex'), stream_name, 'reserved', given_ids[1]
  from jsonb_array_elements(item -> 'claims')
  on conflict (scope, key) do nothing;
  return jsonb_build_object('reserved', true);
end $$;

-- The events are in the log: what was asked happens. Nothing when somebody has confirmed it already.
create function log.confirm(given uuid) returns void language plpgsql as $$
declare
  reservation log.reservation;
begin
  perform log.prepare_change();
  delete from log.reservation as stored where stored.command_id = given returning * into reservation;
  if found then
    perform log.apply_conditions(reservation.stream, reservation.conditions);
  end if;
end $$;

-- The events are not in the log and will not come. With a time: only if nobody has renewed the reservation since.
create function log.undo(given uuid, unchanged_since timestamptz default null) returns void language plpgsql as $$
begin
  perform log.prepare_change();
  delete from log.reservation where command_id = given and reserved_at = coalesce(unchanged_since, reserved_at);
  if found then
    delete from log.claim where command_id = given and state = 'reserved';
  end if;
end $$;
`
