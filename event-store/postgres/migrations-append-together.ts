/**
 * `log.append` answers each append of a JSON array, in order, as `log.append_one` does. Many of one call go at once: one statement finds
 * those that nothing stands in the way of, one each takes their claims, raises their guards and writes their events. All others (repeated,
 * refused, comparing or closing a guard, releasing a value, or after another of the same stream or value) go one by one through
 * `log.append_one`, which has the last word.
 */
export const appendTogether = `
-- Answers {place: {position, revision}} of those that were written. The caller holds the lock of the log.
-- Without sequential scans: a plan made while the tables were empty must not scan them when they are large.
create or replace function log.append_together(batch jsonb) returns jsonb language plpgsql set enable_seqscan = off as $$
declare
  fit bigint[];
  answers jsonb;
begin
  select array_agg(place) into fit from (
    select place, item, item ->> 'stream' as stream, row_number() over (partition by item ->> 'stream' order by place) as nth
    from jsonb_array_elements(batch) with ordinality as given (item, place)
  ) as asked
  where nth = 1
    and coalesce(jsonb_array_length(item -> 'releases'), 0) = 0
    and coalesce((select max(event.revision) from log.event where event.stream = asked.stream), -1) = (item ->> 'expected')::integer
    and not exists (
      select from jsonb_array_elements(item -> 'guards') as wanted
      where wanted ->> 'expected' is not null or (wanted -> 'closes')::boolean or (wanted -> 'opens')::boolean
        or (select guard.is_closed from log.guard where guard.name = wanted ->> 'name'))
    and not exists (
      select from jsonb_array_elements(item -> 'claims') as wanted
      where (select claim.stream from log.claim
        where claim.scope = wanted ->> 'scope' and claim.key = decode(wanted ->> 'key', 'hex')) <> asked.stream);

  -- The first to ask for a value has it.
  select array_agg(place) into fit from unnest(fit) as place
  where place not in (
    select place from (
      select place, row_number() over (partition by wanted ->> 'scope', wanted ->> 'key' order by place) as nth
      from jsonb_array_elements(batch) with ordinality as given (item, place)
      cross join lateral jsonb_array_elements(item -> 'claims') as wanted
      where place = any(fit)
    ) as claims where nth > 1);

  insert into log.claim (scope, key, stream)
  select wanted ->> 'scope', decode(wanted ->> 'key', 'hex'), item ->> 'stream'
  from jsonb_array_elements(batch) with ordinality as given (item, place)
  cross join lateral jsonb_array_elements(item -> 'claims') as wanted
  where place = any(fit)
    -- What a job holds for the stream already stays as it is. A lookup for each: joined, every claim there is would be read.
    and (select own.stream from log.claim as own
      where own.scope = wanted ->> 'scope' and own.key = decode(wanted ->> 'key', 'hex') and own.state = 'held')
      is distinct from item ->> 'stream'
  on conflict (scope, key) do update set state = 'held', command_id = null where claim.stream = excluded.stream;

  insert into log.guard (name, revision, is_closed)
  select wanted ->> 'name', count(*), false
  from jsonb_array_elements(batch) with ordinality as given (item, place)
  cross join lateral jsonb_array_elements(item -> 'guards') as wanted
  where place = any(fit)
  group by 1
  on conflict (name) do update set revision = guard.revision + excluded.revision;

  with written as (
    insert into log.event (stream, revision, id, type, data, personal, meta)
    select item ->> 'stream', (item ->> 'expected')::integer + nth, (value ->> 'id')::uuid, value ->> 'type', value -> 'data',
      nullif(value -> 'personal', 'null'), value -> 'meta'
    from jsonb_array_elements(batch) with ordinality as given (item, place)
    cross join lateral jsonb_array_elements(item -> 'events') with ordinality as event (value, nth)
    where place = any(fit)
    order by place, nth
    returning position, stream, revision
  ), last as (
    select stream, jsonb_build_object('position', max(position)::text, 'revision', max(revision)) as answer from written group by 1
  )
  select jsonb_object_agg(place::text, answer) into answers
  from jsonb_array_elements(batch) with ordinality as given (item, place) join last on last.stream = item ->> 'stream'
  where place = any(fit);
  return coalesce(answers, '{}');
end $$;

create or replace function log.append(batch jsonb) returns jsonb language plpgsql as $$
declare
  item jsonb;
  place text;
  answers jsonb := '{}';
  last_position text;
begin
  -- An acknowledged event survives a crash, whatever the session's default is. Local to this transaction.
  if current_setting('synchronous_commit') = 'off' then
    perform set_config('synchronous_commit', 'on', true);
  end if;
  perform log.lock();
  -- A few are faster one by one.
  if jsonb_array_length(batch) >= 4 then
    answers := log.append_together(batch);
  end if;
  for item, place in
    select value, ordinality::text from jsonb_array_elements(batch) with ordinality where not answers ? ordinality::text
    order by ordinality
  loop
    answers := answers || jsonb_build_object(place, log.append_one(item));
  end loop;
  select max((value ->> 'position')::bigint)::text into last_position from jsonb_each(answers);
  if last_position is not null then
    perform pg_notify('log_appended', last_position);
  end if;
  return (select coalesce(jsonb_agg(value order by key::bigint), '[]') from jsonb_each(answers));
end $$;
`
