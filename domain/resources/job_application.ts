import type { Setting } from './configuration.ts'
import { longText, state, text } from '../fields/field.ts'
import { reference } from '../fields/reference.ts'
import { defineResource, verbOf } from '../resource.ts'
import { answering, conversationFields } from '../shapes/conversation.ts'
import { answeredIn, stageTones } from '../shapes/stages.ts'
import { resubmission, senderFields, staffStep, withdrawal } from '../shapes/submission.ts'

/** What is still to be decided: an employee has one such application for a job (W9). */
export const openApplication = ['submitted', 'shortlisted'] as const

const fields = {
  job: reference({ label: 'Job', to: 'page', isRequired: true, isFixed: true }),
  job_title: text({ label: 'Name of the job', isSupplied: true, isRequired: false }),
  ...senderFields,
  reason: longText({ label: 'Reason', isRequired: true, isFixed: true, isPersonal: true }),
  stage: state({
    label: 'Stage',
    options: ['submitted', 'shortlisted', 'accepted', 'rejected', 'withdrawn'],
    labels: {
      submitted: 'Submitted',
      shortlisted: 'Shortlisted',
      accepted: 'Accepted',
      rejected: 'Rejected',
      withdrawn: 'Withdrawn',
    },
    tones: stageTones,
  }),
  ...conversationFields,
}

const verb = verbOf(fields)

const shortlist = verb(
  staffStep({
    on: 'JobApplicationShortlisted',
    label: 'Shortlist',
    done: 'The application is on the short list.',
    from: ['submitted'],
    to: 'shortlisted',
  }),
)

const accept = verb(
  staffStep({
    on: 'JobApplicationAccepted',
    label: 'Accept',
    done: 'The application is accepted.',
    from: ['shortlisted'],
    to: 'accepted',
  }),
)

const reject = verb(
  staffStep({
    on: 'JobApplicationRejected',
    label: 'Reject',
    done: 'The application is rejected.',
    from: openApplication,
    to: 'rejected',
  }),
)

const withdraw = verb(
  withdrawal({
    on: 'JobApplicationWithdrawn',
    done: 'The application is withdrawn.',
    from: openApplication,
  }),
)

const answer = verb(answering({ on: 'JobApplicationAnswered', from: answeredIn.job_application }))
const resubmit = resubmission({ on: 'JobApplicationResubmitted', done: 'The application is sent as before.' })

export const jobApplication = defineResource({
  name: 'job_application',
  label: 'Job Application',
  plural: 'job applications',
  area: 'job_application',
  menu: 'Inbox',
  inbox: {
    number: 'APP',
    about: ['job_title'],
    lists: [
      { path: 'job_application', title: 'Job Applications', where: {}, receivers: 'email_job' satisfies Setting },
    ],
  },
  recordLabel: ['job_title'],
  author: 'author',
  fields,
  list: {
    columns: ['label', 'created_at', 'author', 'job', 'title', 'division', 'departement', 'stage'],
    search: ['label', 'employee_name', 'job_title'],
    filters: ['stage', 'job', 'author', 'departement', 'division', 'created_at', 'unread'],
    sort: '-id',
  },
  routes: 'own',
  events: { create: 'JobApplicationSubmitted', revert: 'JobApplicationReverted' },
  verbs: { shortlist, accept, reject, withdraw, resubmit, answer },
})
