import type { Context, Named, RecordState, Verb } from '../resource.ts'
import type { Actor, JsonObject } from '../event.ts'
import { isEmployee } from '../person.ts'
import { longText, text } from '../fields/field.ts'
import { reference } from '../fields/reference.ts'
import { Rejected } from '../rejected.ts'

/** What staff may say with a step. */
export const note = longText({ label: 'Note', isPersonal: true })

/** Who sent something, and where they stood in the house when they did: it comes with the sign-in (W8). */
export const senderFields = {
  author: reference({ label: 'Employee', to: 'employee', isSupplied: true }),
  employee_name: text({ label: 'Name of the employee', isSupplied: true, isRequired: false, isPersonal: true }),
  title: reference({ label: 'Title', to: 'title', isSupplied: true }),
  division: reference({ label: 'Division', to: 'division', isSupplied: true }),
  departement: reference({ label: 'Department', to: 'departement', isSupplied: true }),
}

/** A step that staff take with what an employee sent, with a note for them if they like (W4). */
export const staffStep = <
  const Step extends Pick<Verb, 'on' | 'label' | 'done'> & { from: readonly string[]; to: string },
>(
  step: Step,
) => ({
  ...step,
  action: 'u' as const,
  input: { note },
})

const onlyByAuthor = (actor: Actor) => {
  if (!isEmployee(actor)) throw new Rejected('Only the employee who sent it can withdraw it.')
}

/** What the employee who sent it may do before it is decided. */
export const withdrawal = <const Step extends Pick<Verb, 'on' | 'done'> & { from: readonly string[] }>(step: Step) => ({
  ...step,
  action: 'u' as const,
  label: 'Withdraw',
  to: 'withdrawn' as const,
  isForAuthor: true,
  decide: (_state: RecordState, _input: JsonObject, { actor }: Context) => {
    onlyByAuthor(actor)
    return [{ type: step.on, data: {} }]
  },
})

/** Takes a withdrawal back: nothing can have happened since, and it stands where it stood before. */
export const resubmission = <const On extends string>({ on, done }: { on: On; done: string }): Named<On, On> => ({
  on,
  done,
  action: 'u',
  label: 'Take the withdrawal back',
  from: ['withdrawn'],
  isForAuthor: true,
  input: { stage: text({ label: 'Stage', isSupplied: true }) },
  decide: ({ last }, _input, { actor }) => {
    onlyByAuthor(actor)
    return [{ type: on, data: { stage: last?.from ?? 'submitted' } }]
  },
  apply: (_values, { data }) => ({ stage: data.stage ?? 'submitted' }),
})
