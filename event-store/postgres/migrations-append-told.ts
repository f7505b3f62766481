/**
 * `log.append_told` appends as `log.append` does and tells besides where the log ended before, and when each new event was recorded: all
 * that a reader knows of them, so that the process that appends need not read them back. Nobody else writes meanwhile, since it holds the lock.
 */
export const appendTold = `
-- Without sequential scans: a plan made while the table was empty must not scan it when it is large.
create function log.append_told(batch jsonb) returns jsonb language plpgsql set enable_seqscan = off as $$
declare
  before bigint;
  answers jsonb;
begin
  perform log.lock();
  select coalesce(max(position), 0) into before from log.event;
  answers := log.append(batch);
  return jsonb_build_object('answers', answers, 'before', before::text, 'recorded', (
    select coalesce(jsonb_agg(jsonb_build_array(position::text, recorded_at::text) order by position), '[]')
    from log.event where position > before));
end $$;
`

/** Plans of an append, and of all that it calls, are kept: made anew for each call they took a quarter of its time. */
export const appendPlans = 'alter function log.append_told(jsonb) set plan_cache_mode = force_generic_plan'
