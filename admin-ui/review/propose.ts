import type { QueryClient } from '@tanstack/react-query'
import type { Resource } from '../../domain/resource.ts'
import { nameOfVerb } from '../../domain/schedule/words.ts'
import { t } from '../../ui-shared/i18n.ts'
import { toastSuccess } from '../../ui-shared/overlay/toast.tsx'
import type { Me } from '../../ui-shared/session/me.ts'
import { asText } from '../edit/fields/field-values.ts'
import type { FormValues } from '../edit/form-values.ts'
import { type Base, namesToSend } from '../edit/save/use-save.ts'
import type { Asking } from '../edit/use-problems.ts'
import type { Row } from '../list/row.ts'
import { isShown } from '../publishing/reviewed.ts'
import { askForReview } from './ask-review.tsx'
import { withPictures } from './proposed-pictures.ts'

type Asked = {
  client: QueryClient
  resource: Resource
  me: Me | null
  base: Base
  row: Row | null
  wanted: FormValues
  check: (wanted: FormValues, asking: Asking) => Promise<boolean>
  /** Saves the form, and answers the version; null when it was not. */
  send: (from: Base, wanted: FormValues, then: 'go on') => Promise<number | null>
  /** The id of the record that was saved last. */
  idOf: () => number | null
}

const nameIn = ({ recordLabel }: Resource, values: FormValues) =>
  recordLabel
    .map((name) => asText(values[name] ?? null))
    .filter(Boolean)
    .join(' ')

const proposal = (
  { client, resource, wanted }: Asked,
  verb: 'edit' | 'activate',
  record: number,
  version: number,
  prepare?: () => Promise<Readonly<Record<string, unknown>>>,
): Promise<string | null> =>
  askForReview(client, {
    proposal: { kind: resource.name, record, verb, version },
    ...(prepare ? { prepare } : {}),
    name: nameIn(resource, wanted),
    label: verb === 'activate' ? t('Publish') : t(nameOfVerb(resource, verb)),
  })

/** What was changed of a record that is shown. */
const proposeEdit = async (asked: Asked, id: number): Promise<string | null> => {
  const { resource, me, base, wanted, check } = asked
  const names = namesToSend(resource, me, base, wanted)
  if (names.length === 0) {
    toastSuccess(t('Nothing was changed.'))
    return null
  }
  if (!(await check(wanted, 'changes'))) return null
  return proposal(asked, 'edit', id, base.version ?? 1, withPictures(resource, wanted, names))
}

/** A draft is saved first: it is that which is looked at. */
const proposeDraft = async (asked: Asked, draft: string): Promise<string | null> => {
  const { base, wanted, check, send, idOf } = asked
  if (!(await check(wanted, 'all'))) return null
  const version = await send(base, base.id === null ? { ...wanted, [draft]: true } : wanted, 'go on')
  const id = base.id ?? idOf()
  return version === null || id === null ? null : proposal(asked, 'activate', id, version)
}

/** Asks for a review of what stands in a form. Answers how that is told; null where it was called off, or there is something to mend. */
export const propose = (asked: Asked): Promise<string | null> => {
  const { resource, row, base } = asked
  if (row && base.id !== null && isShown(resource, row)) return proposeEdit(asked, base.id)
  return proposeDraft(asked, resource.publishing?.draft ?? '')
}
