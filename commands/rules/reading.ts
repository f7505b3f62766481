import { configuration, configurationId } from '../../domain/resources/configuration.ts'
import { employee } from '../../domain/resources/employee.ts'
import { post } from '../../domain/resources/post.ts'
import { reading } from '../../domain/resources/reading.ts'
import { receipt } from '../../domain/resources/receipt.ts'
import { noSuchRecord, Rejected } from '../../domain/rejected.ts'
import { type Rule, ruleOf, type RuleReader, type Rules } from './rule.ts'

const checkIsOn = async (reader: RuleReader): Promise<void> => {
  if (!(await reader.record(configuration, configurationId)).values.must_read)
    throw new Rejected('Posts that must be read are switched off in the configuration.')
}

/** Nobody is asked to read while it is switched off, or what is not there. */
const ofReading: Rule<typeof reading.fields> = async ({ verb, after: { id } }, reader) => {
  if (verb === 'end') return []
  await checkIsOn(reader)
  const { status } = await reader.record(post, id)
  if (status !== 'active' && status !== 'inactive') throw noSuchRecord(post)
  return []
}

/** A receipt is given for what is asked of the employee, in the words that are asked for now. */
const ofReceipt: Rule<typeof receipt.fields> = async ({ after: { values } }, reader) => {
  await checkIsOn(reader)
  const id = Number(values.post)
  const [asked, { status, version }, person] = [
    await reader.record(reading, id),
    await reader.record(post, id),
    await reader.record(employee, Number(values.author)),
  ]
  const { divisions, departements, round, stage } = asked.values
  const isAsked =
    divisions.length + departements.length === 0 ||
    divisions.some((one) => one === person.values.division) ||
    departements.some((one) => one === person.values.departement)
  if (asked.status !== 'active' || stage !== 'asked' || status !== 'active' || !isAsked)
    throw new Rejected('You are not asked to read this post any more.')
  if (values.round !== round || Number(values.post_version) > version)
    throw new Rejected('You are asked to read this post again. Please look at it as it is now.')
  return []
}

/** What is asked of posts that must be read, and of their receipts. */
export const readingRules: Rules = { ...ruleOf(reading, ofReading), ...ruleOf(receipt, ofReceipt) }
