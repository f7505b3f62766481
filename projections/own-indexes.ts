/** What the records of a resource are looked up by besides what follows from its declaration. */
export const ownIndexes: Readonly<Record<string, readonly string[]>> = {
  // By their address, by their bytes, and by who made them (the quota).
  file: ['("key")', '("hash")', '(created_by_type, created_by_id)'],
}
