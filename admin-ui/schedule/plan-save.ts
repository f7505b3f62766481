import type { QueryClient } from '@tanstack/react-query'
import type { Resource } from '../../domain/resource.ts'
import { t } from '../../ui-shared/i18n.ts'
import { bodyOf, type FormValues } from '../edit/form-values.ts'
import type { Base } from '../edit/save/use-save.ts'
import { askMoment } from './ask-moment.tsx'
import { planned, withoutFiles } from './plan.tsx'

/** Asks when what was typed into a form is saved, and plans it; null when that was called off. @throws ApiError */
export const planSave = async (
  client: QueryClient,
  resource: Resource,
  base: Base,
  wanted: FormValues,
  names: readonly string[],
) => {
  const sent = withoutFiles(bodyOf(resource, wanted, names))
  if (!sent) return null
  const at = await askMoment({
    title: t('Save at a moment'),
    words: [
      t('Until then nothing changes. What others change of other fields meanwhile stays.'),
      t('It runs with the rights that you have then.'),
    ],
    label: t('When'),
  })
  if (!at) return null
  const of = base.id === null ? {} : { ids: [base.id], ...(base.version === null ? {} : { version: base.version }) }
  const verb = base.id === null ? 'create' : 'edit'
  return planned(client, { resource: resource.name, verb, at, sent, ...of })
}
