import { isEmployee } from '../person.ts'
import { longText, text } from '../fields/field.ts'
import { reference } from '../fields/reference.ts'
import { Rejected } from '../rejected.ts'
import type { Verb } from '../resource.ts'

const note = longText({ label: 'Note', isPersonal: true })

/** Who sent something, and where they stood in the house when they did: it comes with the sign-in (spec/decisions W8). */
export const senderFields = {
  author: reference({ label: 'Employee', to: 'employee', isSupplied: true }),
  employee_name: text({ label: 'Name of the employee', isSupplied: true, isRequired: false, isPersonal: true }),
  title: reference({ label: 'Title', to: 'title', isSupplied: true }),
  division: reference({ label: 'Division', to: 'division', isSupplied: true }),
  departement: reference({ label: 'Department', to: 'departement', isSupplied: true }),
}

/** A step that staff take with what an employee sent, with a note for them if they like (spec/decisions W4). */
export const staffStep = (
  step: Pick<Verb, 'on' | 'label' | 'done' | 'input' | 'decide' | 'apply'> & { from: readonly string[]; to: string },
): Verb => ({
  ...step,
  action: 'u',
  input: { ...step.input, note },
})

/** What the employee who sent it may do before it is decided. */
export const withdrawal = (step: Pick<Verb, 'on' | 'done'> & { from: readonly string[] }): Verb => ({
  ...step,
  action: 'u',
  label: 'Withdraw',
  to: 'withdrawn',
  isForAuthor: true,
  decide: (_state, _input, { actor }) => {
    if (isEmployee(actor)) return [{ type: step.on, data: {} }]
    throw new Rejected('Only the employee who sent it can withdraw it.')
  },
})
