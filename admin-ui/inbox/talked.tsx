import { useQueryClient } from '@tanstack/react-query'
import * as z from 'zod/mini'
import type { Resource } from '../../domain/resource.ts'
import { answerVerb } from '../../domain/shapes/stages.ts'
import { t } from '../../ui-shared/i18n.ts'
import { shownMoment } from '../../ui-shared/moment.ts'
import { can } from '../../ui-shared/session/me.ts'
import { useMe } from '../../ui-shared/session/session.ts'
import { Conversation } from '../../ui-shared/talk/conversation.tsx'
import { type Said, saidSchema } from '../../ui-shared/talk/said.ts'
import { useHistory } from '../edit/history/use-history.ts'
import { referenceOf, type Row, textOf } from '../list/row.ts'

const answersSchema = z.array(saidSchema)
const named = z.enum(['request', 'job_application'])

/** What was said about something that came in, and the place to answer its employee. */
export const Talked = ({ resource, row }: { resource: Resource; row: Row }) => {
  const client = useQueryClient()
  const me = useMe()
  const { data: entries = [] } = useHistory(resource.name, row.id)
  const answers = answersSchema.safeParse(row.answers).data
  const name = named.safeParse(resource.name).data
  const verb = resource.verbs[answerVerb]
  if (!answers || !name || !verb) return null
  const author = referenceOf(row, resource.author ?? '')?.name ?? textOf(row, 'employee_name')
  const colleagues = new Map(entries.map(({ version, actor }) => [version, actor?.name]))
  const nameOf = ({ id, by }: Said) => (by === 'employee' ? author : (colleagues.get(id) ?? t('Staff')))
  return (
    <>
      <h2 className="caps">{t('Conversation')}</h2>
      <Conversation
        resource={name}
        id={row.id}
        side="staff"
        answers={answers}
        nameOf={nameOf}
        isOpen={verb.from?.includes(textOf(row, resource.stateField ?? '')) ?? true}
        mayAnswer={shownMoment() === null && can(me, `${verb.action}-${resource.area}`)}
        onSent={() => client.invalidateQueries({ queryKey: [resource.name] })}
      />
    </>
  )
}
