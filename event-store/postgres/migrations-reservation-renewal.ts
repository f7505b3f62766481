/**
 * A reservation is renewed only by an append that asks for the same; the function of migrations-reservation.ts stays behind one that looks.
 * A retry may decide otherwise than the try before it: a try that found its first address taken reserved the second, and its retry
 * begins with the first again.
 */
export const reservationRenewal = `
alter function log.reserve_locked(jsonb) rename to reserve_same;

create function log.reserve_locked(item jsonb) returns jsonb language plpgsql as $$
declare
  asked jsonb := jsonb_build_object('claims', item -> 'claims', 'releases', item -> 'releases', 'guards', item -> 'guards');
  earlier uuid;
begin
  select command_id into earlier from log.reservation
  where command_id = (item -> 'ids' ->> 0)::uuid and conditions <> asked;
  if not found then
    return log.reserve_same(item);
  end if;
  -- What was sent under the earlier decision may still arrive.
  return coalesce(log.refusal(item ->> 'stream', item), jsonb_build_object('busy', earlier));
end $$;
`
