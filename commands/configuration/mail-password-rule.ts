import { configuration } from '../../domain/resources/configuration.ts'
import { fieldProblem, rejectFields } from '../../domain/rejected.ts'
import { ruleOf } from '../rules/rule.ts'

/** A password that nobody can read is not sent to another host than the one it was given for. @throws Rejected validation */
export const refusePasswordElsewhere = (): never =>
  rejectFields([
    fieldProblem(
      'email_password',
      'elsewhere',
      'Enter the password again: the one that is kept is for another mail host',
    ),
  ])

/** What the declaration of the configuration cannot say. */
export const mailPasswordRule = ruleOf(configuration, async ({ before: { values: was }, after: { values: is } }) => {
  const isKept = was.email_password !== null && was.email_password === is.email_password
  if (isKept && was.email_host !== is.email_host) refusePasswordElsewhere()
  return []
})
