/**
 * A reservation is renewed only by an append that asks for the same. A retry may decide otherwise than the try before it: a try that
 * found its first address taken reserved the second, and its retry begins with the first again.
 */
export const reservationRenewal = `
create or replace function log.reserve_locked(item jsonb) returns jsonb language plpgsql as $$
declare
  stream_name text := item ->> 'stream';
  given_ids uuid[] := array(select value::uuid from jsonb_array_elements_text(item -> 'ids'));
  given_guards text[] := array(select value ->> 'name' from jsonb_array_elements(item -> 'guards'));
  given_sole text[] := array(
    select value ->> 'name' from jsonb_array_elements(item -> 'guards')
    where value ->> 'expected' is not null or (value -> 'closes')::boolean or (value -> 'opens')::boolean);
  asked jsonb := jsonb_build_object('claims', item -> 'claims', 'releases', item -> 'releases', 'guards', item -> 'guards');
  refused jsonb;
  other uuid;
begin
  perform log.prepare_change();
  update log.reservation set reserved_at = clock_timestamp(), noted_head = null
  where command_id = given_ids[1] and stream = stream_name and ids = given_ids and conditions = asked;
  if found then
    return jsonb_build_object('reserved', true);
  end if;
  refused := log.refusal(stream_name, item);
  if refused is not null then
    return refused;
  end if;
  -- Also its own of another decision: what was sent under that one may still arrive.
  select command_id into other from log.reservation
  where command_id = given_ids[1] or stream = stream_name or guards && given_sole
    or (guards && given_guards and sole_guards && given_guards)
  limit 1;
  if found then
    return jsonb_build_object('busy', other);
  end if;
  insert into log.reservation (command_id, stream, expected, ids, conditions, guards, sole_guards)
  values (given_ids[1], stream_name, (item ->> 'expected')::integer, given_ids, asked, given_guards, given_sole);
  insert into log.claim (scope, key, stream, state, command_id)
  select value ->> 'scope', decode(value ->> 'key', 'hex'), stream_name, 'reserved', given_ids[1]
  from jsonb_array_elements(item -> 'claims')
  on conflict (scope, key) do nothing;
  return jsonb_build_object('reserved', true);
end $$;
`
