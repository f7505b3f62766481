/** The id of the post on the landing page: the active one that was featured last (spec/decisions D1). */
export const livePostSql = `(select live.id from post live where live.status = 'active' and live.featured_at is not null order by live.featured_at desc, live.id desc limit 1)`

/** Whether a post `t` is the one on the landing page. */
export const isLiveSql = `coalesce(t.id = ${livePostSql}, false) as "isLive"`
