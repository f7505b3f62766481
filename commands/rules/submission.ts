import { wordsOf } from '../../domain/json.ts'
import type { Values } from '../../domain/fields/values.ts'
import { Rejected } from '../../domain/rejected.ts'
import { jobApplication, openApplication } from '../../domain/resources/job_application.ts'
import { type Rule, ruleOf } from './rule.ts'

const isOpen = ({ stage }: Values<typeof jobApplication.fields>): boolean =>
  openApplication.some((one) => one === stage)

/** One open application per employee and job, also when two are sent at once (W9). @throws Rejected with the id of the first */
const onceOpen: Rule<typeof jobApplication.fields> = async ({ before, after: { values } }, reader) => {
  // A withdrawal that is taken back opens it again.
  const wasOpen = before.status !== 'none' && isOpen(before.values)
  if (wasOpen || !isOpen(values)) return []
  const wanted = { author: wordsOf(values.author), job: wordsOf(values.job) }
  const guard = await reader.guard(`${jobApplication.name}.${wanted.author}.${wanted.job}`)
  for (const id of await reader.active(jobApplication, wanted)) {
    const first = await reader.record(jobApplication, id)
    if (id !== before.id && isOpen(first.values))
      throw new Rejected('You have applied for this job already.', 'taken', { data: { id } })
  }
  return [guard]
}

/** What is asked of what employees send, beside their declarations. */
export const submissionRules = ruleOf(jobApplication, onceOpen)
