/** Indexes that only posts need: the live one, the portal's list and the neighbours of a post. */
export const postIndexes: readonly string[] = [
  "(featured_at, id) where status = 'active' and featured_at is not null",
  "(created_at, id) include (category) where status = 'active'",
  "(category, created_at, id) where status = 'active'",
]
