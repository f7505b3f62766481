/**
 * `log.read_latest` answers for each stream its snapshot of a shape, if there is one, and the events from that on; of the snapshot's state one
 * copy, beside its event. A function, since its plan is kept: as a statement it was planned for each list of streams, which took longer than
 * reading.
 */
export const readLatest = `
create function log.read_latest(streams text[], wanted_shape text)
returns table (
  place bigint, snapshot_revision integer, snapshot_hash text, snapshot_subject text, snapshot_state text,
  "position" bigint, stream text, revision integer, id uuid, type text, data jsonb, personal jsonb, meta jsonb, recorded_at timestamptz
) language plpgsql stable set plan_cache_mode = force_generic_plan set enable_seqscan = off as $$
#variable_conflict use_column
begin
  return query
    select asked.place, kept.revision, kept.hash, kept.subject, case when event.revision = kept.revision then kept.state end,
      event.position, event.stream, event.revision, event.id, event.type, event.data, event.personal, event.meta, event.recorded_at
    from unnest(streams) with ordinality as asked (stream, place)
    left join log.snapshot kept on kept.stream = asked.stream and kept.shape = wanted_shape
    join lateral (select * from log.event where event.stream = asked.stream and event.revision >= coalesce(kept.revision, 0)
      order by event.revision offset 0) event on true
    order by asked.place, event.revision;
end $$;
`
