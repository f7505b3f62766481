// What each of these is made of is named in a chunk of its own: pages that are opened first need not know.

/** Screens that are rarely the first to be opened, by their addresses. */
export const rareScreens = {
  activity_trail: () => import('./log/activity-page.tsx'),
  audit: () => import('./audit/audit-route.tsx'),
  calendar: () => import('./schedule/calendar-page.tsx'),
  checkpoints: () => import('./checkpoints/checkpoints-page.tsx'),
  debug_log: () => import('./log/debug-page.tsx'),
  evidence: () => import('./evidence/evidence-page.tsx'),
  jobs: () => import('./jobs/jobs-page.tsx'),
  mail: () => import('./mail/mail-page.tsx'),
  operations: () => import('./operations/operations-page.tsx'),
  org_chart: () => import('./employee/chart-page.tsx'),
  // Below a post: who has read it.
  post: () => import('./reading/readers-page.tsx'),
  // Below a post: how often it was opened.
  opens: () => import('./opens/opens-page.tsx'),
  // Below a list: its records, edited side by side.
  ':resource': () => import('./list/grid/grid-page.tsx'),
  reviews: () => import('./review/reviews-page.tsx'),
  profile: () => import('./profile/profile-page.tsx'),
}
