import { dayIn } from '../../domain/people/days.ts'
import { configuration, configurationId } from '../../domain/resources/configuration.ts'
import { employee } from '../../domain/resources/employee.ts'
import { post } from '../../domain/resources/post.ts'
import { reading } from '../../domain/resources/reading.ts'
import { receipt } from '../../domain/resources/receipt.ts'
import { noSuchRecord, Rejected } from '../../domain/rejected.ts'
import { type Rule, ruleOf, type RuleReader, type Rules } from './rule.ts'

/** The settings of the site. @throws Rejected where nothing has to be read */
const checkIsOn = async (reader: RuleReader) => {
  const { values } = await reader.record(configuration, configurationId)
  if (!values.must_read) throw new Rejected('Posts that must be read are switched off in the configuration.')
  return values
}

/** Nobody is asked to read while it is switched off, or what is not there. */
const ofReading: Rule<typeof reading.fields> = async ({ verb, after: { id } }, reader) => {
  if (verb === 'end') return []
  await checkIsOn(reader)
  const { status } = await reader.record(post, id)
  if (status !== 'active' && status !== 'inactive') throw noSuchRecord(post)
  return []
}

/** A receipt is given, and taken back, for what is asked of the employee: in the round, and in the words, that are asked for now. */
const ofReceipt: Rule<typeof receipt.fields> = async ({ before, after }, reader) => {
  const { values, changedAt } = after
  if (before.status === after.status) return []
  const { timeZone } = await checkIsOn(reader)
  const id = Number(values.post)
  const [asked, { status, version }, person] = [
    await reader.record(reading, id),
    await reader.record(post, id),
    await reader.record(employee, Number(values.author)),
  ]
  const { divisions, departements, round, stage, last_day: lastDay } = asked.values
  const isAsked =
    divisions.length + departements.length === 0 ||
    divisions.some((one) => one === person.values.division) ||
    departements.some((one) => one === person.values.departement)
  // Who was late may still say it. What was said in time stays.
  const isOver = after.status === 'deleted' && lastDay !== null && lastDay < dayIn(new Date(changedAt), timeZone)
  if (asked.status !== 'active' || stage !== 'asked' || status !== 'active' || !isAsked || isOver)
    throw new Rejected('You are not asked to read this post any more.')
  if (values.round !== round || Number(values.post_version) > version)
    throw new Rejected('You are asked to read this post again. Please look at it as it is now.')
  return []
}

/** What is asked of posts that must be read, and of their receipts. */
export const readingRules: Rules = { ...ruleOf(reading, ofReading), ...ruleOf(receipt, ofReceipt) }
