import { fieldProblem, rejectFields } from '../../domain/rejected.ts'
import { employee } from '../../domain/resources/employee.ts'
import { standIn } from '../../domain/shapes/absences.ts'
import { type Rule, ruleOf } from './rule.ts'

/**
 * Whoever is newly named to stand in is another person who works here now: of somebody who does not, employees would learn the name. Who was named
 * before stays when they leave, and nobody is shown then. @throws Rejected validation
 */
const standIns: Rule<typeof employee.fields> = async ({ verb, before, after }, reader) => {
  const known = new Set(before.values.absences.map(({ stand_in }) => stand_in))
  const named = verb === 'revert' ? [] : after.values.absences.map(({ stand_in }) => stand_in)
  for (const id of named) {
    if (id === null || known.has(id)) continue
    const { label } = standIn
    const isOther = id !== after.id && (await reader.record(employee, id)).status === 'active'
    if (!isOther) rejectFields([fieldProblem('absences', 'unknown', '{label} is not a known choice', { label })])
  }
  return []
}

/** What the declaration of employees cannot say. */
export const standInRule = ruleOf(employee, standIns)
