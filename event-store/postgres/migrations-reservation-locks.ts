/** Reservations lock what they touch, not the whole log; the functions of migrations-reservation.ts stay behind ones that lock first. */
export const reservationLocks = `
-- Takes the locks of an append with conditions until the end of the transaction: its stream and claims alone, guards that
-- are compared, closed or opened alone as well, the others beside everybody who only raises them.
-- 4096 locks stand for all keys, since one restore may ask for thousands of former addresses and PostgreSQL's table of locks
-- is of fixed size. They are taken in order, so that nobody waits in a circle, and the strongest mode asked for a lock counts.
create function log.lock_conditions(stream_name text, conditions jsonb) returns void language plpgsql as $$
declare
  wanted record;
begin
  -- A snapshot older than the locks would check what was true before them.
  if current_setting('transaction_isolation') <> 'read committed' then
    raise exception 'the log needs transactions at read committed';
  end if;
  for wanted in
    select hashtext(key) & 4095 as place, bool_or(is_sole) as is_sole from (
      select 'stream ' || stream_name as key, true as is_sole
      union all
      select 'claim ' || (value ->> 'scope') || ' ' || (value ->> 'key'), true
      from jsonb_array_elements((conditions -> 'claims') || (conditions -> 'releases'))
      union all
      select 'guard ' || (value ->> 'name'),
        value ->> 'expected' is not null or (value -> 'closes')::boolean or (value -> 'opens')::boolean
      from jsonb_array_elements(conditions -> 'guards')
    ) as keys group by 1 order by 1
  loop
    if wanted.is_sole then
      perform pg_advisory_xact_lock(1867341, wanted.place);
    else
      perform pg_advisory_xact_lock_shared(1867341, wanted.place);
    end if;
  end loop;
end $$;

-- Without the lock of the log: those who call it have locked what they touch.
create or replace function log.prepare_change() returns void language plpgsql as $$
begin
  if current_setting('synchronous_commit') = 'off' then
    perform set_config('synchronous_commit', 'on', true);
  end if;
end $$;

alter function log.reserve(jsonb) rename to reserve_locked;
alter function log.confirm(uuid) rename to confirm_locked;
alter function log.undo(uuid, timestamptz) rename to undo_locked;

create function log.reserve(item jsonb) returns jsonb language plpgsql as $$
begin
  perform log.lock_conditions(item ->> 'stream', item);
  return log.reserve_locked(item);
end $$;

-- What a reservation asks never changes, so it may be read before it is locked.
create function log.lock_reservation(given uuid) returns void language plpgsql as $$
begin
  perform log.lock_conditions(stream, conditions) from log.reservation where command_id = given;
end $$;

create function log.confirm(given uuid) returns void language plpgsql as $$
begin
  perform log.lock_reservation(given);
  perform log.confirm_locked(given);
end $$;

create function log.undo(given uuid, unchanged_since timestamptz default null) returns void language plpgsql as $$
begin
  perform log.lock_reservation(given);
  perform log.undo_locked(given, unchanged_since);
end $$;
`
