import type { QueryClient } from '@tanstack/react-query'
import type { Resource } from '../../domain/resource.ts'
import { nameOfVerb } from '../../domain/schedule/words.ts'
import { formatShortDateTime } from '../../ui-shared/date.tsx'
import { SelectField } from '../../ui-shared/fields/select.tsx'
import { say, t } from '../../ui-shared/i18n.ts'
import { showAlert, showError } from '../../ui-shared/overlay/alert.tsx'
import { toastSuccess } from '../../ui-shared/overlay/toast.tsx'
import { can, type Me } from '../../ui-shared/session/me.ts'
import { type Row, titleOf } from '../list/row.ts'
import { recordVerbs, verbsIn } from '../list/verbs.ts'
import { showVerbDialog } from '../verbs/verb-dialog.tsx'
import { askMoment } from './ask-moment.tsx'
import { cancelPlanned, type Plan, plan } from './calls.ts'

const files = () => t('Pictures and files that are new cannot wait. Save them first.')

/** What is sent of a form, where nothing of it is a new file; null where that was told. */
export const withoutFiles = (body: FormData | Record<string, unknown>): Record<string, unknown> | null => {
  if (!(body instanceof FormData)) return body
  showAlert(t('ERROR'), [files()])
  return null
}

/** Has something done at a moment, and answers how that is told and taken back; what may be in the way is shown. @throws ApiError */
export const planned = async (client: QueryClient, asked: Plan) => {
  const { schedule, at, warning } = await plan(asked)
  await client.invalidateQueries({ queryKey: ['schedule'] })
  const undo = () =>
    cancelPlanned(schedule)
      .then(({ message }) => toastSuccess(say(message)), showError)
      .finally(() => client.invalidateQueries({ queryKey: ['schedule'] }))
  if (warning)
    showAlert(t('As things stand it would be refused'), [
      say(warning.message, warning),
      t('It is tried at its moment all the same.'),
    ])
  return { message: t('Scheduled for {at}.', { at: formatShortDateTime(at) }), undo: () => void undo() }
}

const choicesOf = (resource: Resource, me: Me | null, isInTrash: boolean) => {
  const { area, verbs, events, isSingleton } = resource
  const own = Object.entries(verbs).flatMap(([name, { action, isForAuthor }]) =>
    isInTrash || isForAuthor || !can(me, `${action}-${area}`) ? [] : [name],
  )
  const standard = isSingleton ? [] : verbsIn(isInTrash ? 'deleted' : '')
  return [
    ...own,
    ...standard.filter((verb) => events[verb] !== undefined && can(me, `${recordVerbs[verb].permission}-${area}`)),
  ].map((value) => ({ value, label: t(nameOfVerb(resource, value)) }))
}

const shownNames = 5

/** Asks what is done to some records at which moment, and plans it. Answers whether it was. */
export const planVerb = async (
  {
    client,
    resource,
    me,
    isInTrash = false,
  }: { client: QueryClient; resource: Resource; me: Me | null; isInTrash?: boolean },
  rows: readonly Row[],
): Promise<boolean> => {
  const names = rows.slice(0, shownNames).map(titleOf)
  const more = rows.length > shownNames ? [t('and {count} more', { count: rows.length - shownNames })] : []
  const choices = choicesOf(resource, me, isInTrash)
  let verb = choices[0]?.value ?? ''
  const at = await askMoment({
    title: t('At a moment'),
    words: [[...names, ...more].join(', '), t('It runs with the rights that you have then.')],
    label: t('When'),
    children: (
      <SelectField
        label={t('What is done')}
        name="verb"
        options={choices}
        defaultValue={verb}
        onChange={(event) => {
          verb = event.target.value
        }}
      />
    ),
  })
  if (!at) return false
  const ids = rows.map(({ id }) => id)
  const send = async (sent?: Record<string, unknown>) => {
    const { message, undo } = await planned(client, {
      resource: resource.name,
      verb,
      ids,
      at,
      ...(sent ? { sent } : {}),
    })
    toastSuccess(message, undo)
  }
  const own = resource.verbs[verb]
  const [row] = rows
  if (own?.input) {
    const act = async (body: FormData | Record<string, unknown>) => {
      const sent = withoutFiles(body)
      if (sent) await send(sent)
    }
    const title = rows.length === 1 && row ? titleOf(row) : String(rows.length)
    showVerbDialog({ resource, name: verb, verb: own, title, act, ...(rows.length === 1 && row ? { row } : {}) })
    return true
  }
  try {
    await send()
    return true
  } catch (error) {
    showError(error)
    return false
  }
}
