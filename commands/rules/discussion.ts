import type { Actor } from '../../domain/event.ts'
import { isEmployee } from '../../domain/person.ts'
import { comment } from '../../domain/resources/comment.ts'
import { configuration, configurationId } from '../../domain/resources/configuration.ts'
import { discussion } from '../../domain/resources/discussion.ts'
import { post } from '../../domain/resources/post.ts'
import { reaction } from '../../domain/resources/reaction.ts'
import { noSuchRecord, Rejected } from '../../domain/rejected.ts'
import { type Rule, ruleOf, type RuleReader, type Rules } from './rule.ts'

const settingsOf = async (reader: RuleReader) => (await reader.record(configuration, configurationId)).values

/** @throws Rejected missing for a post that employees do not read */
const checkIsRead = async (reader: RuleReader, id: number): Promise<void> => {
  if ((await reader.record(post, id)).status !== 'active') throw noSuchRecord(post)
}

/** What is liked is there for employees, while likes are switched on; what was said is taken back at any time. */
const ofReaction: Rule<typeof reaction.fields> = async ({ after }, reader) => {
  if (after.status !== 'active') return []
  if (!(await settingsOf(reader)).reactions) throw new Rejected('Likes are switched off in the configuration.')
  await checkIsRead(reader, Number(after.values.post))
  return []
}

const ofDiscussion: Rule<typeof discussion.fields> = async ({ after: { id } }, reader) => {
  const { status } = await reader.record(post, id)
  if (status !== 'active' && status !== 'inactive') throw noSuchRecord(post)
  return []
}

/** @throws Rejected where a post takes no comments, or the one that is answered is none of the post, or no more shown */
const checkIsOpen = async (reader: RuleReader, of: number, answered: number | null): Promise<void> => {
  if (!(await settingsOf(reader)).comments) throw new Rejected('Comments are switched off in the configuration.')
  await checkIsRead(reader, of)
  const { status, values } = await reader.record(discussion, of)
  if (status === 'active' && values.stage === 'closed') throw new Rejected('Nobody can comment on this post any more.')
  if (answered === null) return
  const { values: first } = await reader.record(comment, answered)
  if (first.post !== of || first.answer_to !== null || first.stage !== 'shown')
    throw new Rejected('This comment is not there any more to be answered.')
}

const isSystem = ({ type }: Actor) => type === 'system'

/** What employees say they may say where it is open; what they have said is theirs to change and to take back. */
const ofComment: Rule<typeof comment.fields> = async ({ verb, before, after, actor }, reader) => {
  const { post: of, answer_to: answered, text, stage } = after.values
  if (verb === 'create' || verb === 'reword' || verb === 'say_again')
    await checkIsOpen(reader, Number(of), verb === 'create' ? answered : null)
  const isSaid = text !== before.values.text || [before.values.stage, stage].includes('taken_back')
  if (verb === 'revert' && isSaid && !isEmployee(actor) && !isSystem(actor))
    throw new Rejected('What an employee has said is changed by nobody else.', 'forbidden')
  return []
}

/** What is looked at before a post is liked or commented on. */
export const discussionRules: Rules = {
  ...ruleOf(reaction, ofReaction),
  ...ruleOf(discussion, ofDiscussion),
  ...ruleOf(comment, ofComment),
}
