/** What a state means: it waits for somebody, goes well, was refused, or is over. */
export type Tone = 'waiting' | 'good' | 'refused' | 'over'

/** What each state of what employees send means. Apart from the declarations, which the portal does not load. */
export const stageTones = {
  submitted: 'waiting',
  approved: 'good',
  partly_fulfilled: 'good',
  fulfilled: 'good',
  shortlisted: 'good',
  accepted: 'good',
  rejected: 'refused',
  closed: 'over',
  withdrawn: 'over',
} as const satisfies Readonly<Record<string, Tone>>

/** The states in which both sides answer. In any other it is over. */
export const answeredIn = {
  request: ['submitted', 'approved', 'partly_fulfilled', 'fulfilled'],
  job_application: ['submitted', 'shortlisted', 'accepted'],
} as const

/** The verb by which either side answers in a record. */
export const answerVerb = 'answer'

/** How many files one answer may have; each is as large as a picture of a form may be. */
export const mostAttached = 5
