import { fieldsWithin, isFile } from '../../../domain/fields/walk.ts'
import type { Field } from '../../../domain/fields/field.ts'
import type { Resource, Verb } from '../../../domain/resource.ts'
import { amid, t } from '../../../ui-shared/i18n.ts'
import { can } from '../../../ui-shared/session/me.ts'
import { isGiven } from '../../edit/fields/given.ts'
import { floating } from '../../shell/floating.ts'
import { Menu } from '../../../ui-shared/menu.tsx'
import { showError } from '../../../ui-shared/overlay/alert.tsx'
import { ask } from '../../../ui-shared/overlay/confirm.tsx'
import { useMe } from '../../../ui-shared/session/session.ts'
import { askWhereTo } from '../acting/move-dialog.tsx'
import { thingsOf } from '../verbs.ts'
import type { Sent } from '../use-many.ts'

// A job sends the same to each record: files belong to one, and so do the entries of a list that it holds.
const isForMany = (resource: Resource, { input = {}, isForAuthor }: Verb) =>
  !isForAuthor &&
  !Object.entries(input).some(([name, field]) => isGiven(resource, name) || fieldsWithin(field).some(isFile))

/** `onRun` does a verb to everything that is ticked. */
export type MoreProps = { resource: Resource; count: number; onRun: (verb: string, sent?: Sent) => void }

/** The menu of `MoreButton`, open at first. */
export const MoreMenu = ({ resource, count, onRun }: MoreProps) => {
  const me = useMe()
  const many = `${count} ${thingsOf(resource, count)}`

  const run = async (name: string, verb: Verb) => {
    const title = `${t(verb.label)}: ${many}`
    if (!verb.input) return void ((await ask({ title, action: t(verb.label) })) && onRun(name))
    // What forms need is loaded with the first dialog.
    const { showVerbDialog } = await import('../../verbs/verb-dialog.tsx')
    const act = async (sent: FormData | Record<string, unknown>) => {
      if (!(sent instanceof FormData)) onRun(name, sent)
    }
    showVerbDialog({ resource, name, verb, title: many, act })
  }

  const move = async (name: string, { label, references = '' }: Field) => {
    const thing = amid(t(label))
    const title = t('Move to {thing}', { thing })
    const to = await askWhereTo({ label: t(label), resource: references, sentence: many, title, go: t('Move') })
    if (to !== null) onRun('edit', { [name]: to })
  }

  const moves = (can(me, `u-${resource.area}`) ? (resource.list.bulk ?? []) : []).flatMap((name) => {
    const field = resource.fields[name]
    if (!field) return []
    const label = t('Move to {thing}…', { thing: amid(t(field.label)) })
    return [{ label, onSelect: () => void move(name, field).catch(showError) }]
  })
  const verbs = Object.entries(resource.verbs)
    .filter(([, verb]) => isForMany(resource, verb) && can(me, `${verb.action}-${resource.area}`))
    .map(([name, verb]) => ({ label: t(verb.label), onSelect: () => void run(name, verb) }))
  return (
    <Menu items={[...moves, ...verbs]} className="btn small" float={floating} isOpenAtFirst>
      {t('More')}
    </Menu>
  )
}
