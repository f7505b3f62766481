// What became unread again by an answer (projections/inbox/unread.ts).
const answered = ['(changed_at) where heard > 0']

/** What the records of a resource are looked up by besides what follows from its declaration. */
export const ownIndexes: Readonly<Record<string, readonly string[]>> = {
  // By their address, by their bytes, and by who made them (the quota).
  file: ['("key")', '("hash")', '(created_by_type, created_by_id)'],
  request: answered,
  job_application: answered,
  // Groups of the directory, whom nobody leads in the chart, and what selects offer first: each in its order, so that a page of many reads a page.
  employee: [
    `(title, fullname, id, "position") where status = 'active'`,
    `(division, title, fullname, id, "position") where status = 'active'`,
    `(departement, title, fullname, id, "position") where status = 'active'`,
    `(title, label, id, "position") where "empSuper" = '[]' and status <> 'deleted'`,
    `(lower(label), id, "position") where status = 'active'`,
    `(id) where status = 'inactive' or status = 'deleted'`,
  ],
}
