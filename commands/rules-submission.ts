import { textOf, wordsOf } from '../domain/json.ts'
import { Rejected } from '../domain/rejected.ts'
import { jobApplication, openApplication } from '../domain/resources/job_application.ts'
import type { Rule, Rules } from './rule.ts'

/** One open application per employee and job, also when two are sent at once (spec/decisions W9). @throws Rejected with the id of the first */
const onceOpen: Rule = async ({ before, after: { values } }, reader) => {
  if (before.status !== 'none') return []
  const wanted = { author: wordsOf(values.author), job: wordsOf(values.job) }
  const guard = await reader.guard(`${jobApplication.name}.${wanted.author}.${wanted.job}`)
  for (const id of await reader.active(jobApplication.name, wanted)) {
    const first = await reader.record(jobApplication.name, id)
    if (openApplication.includes(textOf(first.values.stage)))
      throw new Rejected('You have applied for this job already.', 'taken', { data: { id } })
  }
  return [guard]
}

/** What is asked of what employees send, beside their declarations. */
export const submissionRules: Rules = { [jobApplication.name]: onceOpen }
