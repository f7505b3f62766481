import { list, object } from '../fields/composite.ts'
import { choice, integer, longText } from '../fields/field.ts'
import { attachment } from '../fields/reference.ts'
import { moment } from '../fields/time.ts'
import type { Values } from '../fields/values.ts'
import type { PastEvent } from '../event.ts'
import { isEmployee } from '../person.ts'
import { Rejected } from '../rejected.ts'
import { mostAttached } from './stages.ts'

const mostAnswers = 200

const text = longText({ label: 'Answer', isRequired: true, isPersonal: true })

// What is sent along belongs to the employee, whoever sends it, and goes with them.
const files = list({
  label: 'Files',
  max: mostAttached,
  isPersonal: true,
  of: attachment({ label: 'File', isRequired: true, isPersonal: true }),
})

// They follow from what either side says: no form says them, and no revert takes back what was mailed.
const told = { isDerived: true, isSupplied: true }

/** What a record that is talked about holds: the answers of both sides, and the version of the last that its employee gave. */
export const conversationFields = {
  answers: list({
    label: 'Conversation',
    max: mostAnswers,
    ...told,
    of: object({
      label: 'Answer',
      fields: {
        at: moment({ label: 'Date' }),
        by: choice({
          label: 'From',
          options: ['employee', 'staff'],
          labels: { employee: 'Employee', staff: 'Staff' },
        }),
        text,
        files,
      },
    }),
  }),
  heard: integer({ label: 'Last answer of the employee', ...told, isRequired: true, initial: 0 }),
}

type Talk = Values<typeof conversationFields>
type Said = { text: string; files: (number | null)[] }

/** An answer of either side, as long as the record stands in one of these states. */
export const answering = <const Step extends { on: string; from: readonly string[] }>(step: Step) => ({
  ...step,
  action: 'u' as const,
  label: 'Answer',
  done: 'Your answer was sent.',
  isForAuthor: true,
  input: { text, files },
  decide: ({ values }: { values: Talk }, said: Said) => {
    if (values.answers.length >= mostAnswers)
      throw new Rejected('There are {max} answers, and no more can follow.', 'rule', { values: { max: mostAnswers } })
    return [{ type: step.on, data: said }]
  },
  apply: ({ answers, heard }: Talk, { at, actor, revision, data }: PastEvent<Said>) => {
    const version = revision + 1
    const isOwn = isEmployee(actor)
    const by = isOwn ? ('employee' as const) : ('staff' as const)
    const one = { id: version, at, by, text: data.text, files: data.files }
    return { answers: [...answers, one], heard: isOwn ? version : heard }
  },
})
