import { useState } from 'react'
import { isSafeLink } from '../../domain/fields/safe-link.ts'
import { portalPages } from '../../domain/people/shortcuts.ts'
import { Field } from '../../ui-shared/fields/field.tsx'
import { SelectField } from '../../ui-shared/fields/select.tsx'
import { SuggestBox } from '../../ui-shared/fields/suggest-box.tsx'
import type { Suggestion } from '../../ui-shared/fields/suggest.tsx'
import { TextField } from '../../ui-shared/fields/text-field.tsx'
import { t } from '../../ui-shared/i18n.ts'
import { missing, useSubmit } from '../../ui-shared/auth/use-submit.ts'
import { type KeptForm, useKeptForm } from '../../ui-shared/kept/use-kept-form.ts'
import { askDirectory } from '../employee/directory-queries.ts'
import { portalPath } from '../places.ts'
import { type MenuEntry, usePortal } from '../portal-data.ts'
import type { OwnShortcut } from './shortcut-calls.ts'

type Props = { known: readonly OwnShortcut[]; onAdd: (one: OwnShortcut) => Promise<boolean> }

const longest = 60
const mostFound = 8

const flat = (entries: readonly MenuEntry[]): MenuEntry[] =>
  entries.flatMap((entry) => [entry, ...flat(entry.children)])

/** What may be chosen: the pages of the portal, then what its menu leads to. */
const choicesOf = (menu: readonly MenuEntry[], known: readonly OwnShortcut[]): OwnShortcut[] => {
  const pages = Object.entries(portalPages).map(([link, title]) => ({ link, title, is_own: false }))
  const listed = flat(menu)
    .filter(({ url, name }) => url !== '/' && name !== '' && isSafeLink(url))
    .map(({ url, name }) => ({ link: url, title: name.slice(0, longest), is_own: true }))
  const all = new Map([...listed, ...pages].map((one) => [one.link, one]))
  for (const { link } of known) all.delete(link)
  return [...all.values()]
}

const AddPage = ({ known, onAdd }: Props) => {
  const choices = choicesOf(usePortal()?.menu ?? [], known)
  const add = (link: string) => {
    const one = choices.find((choice) => choice.link === link)
    if (one) void onAdd(one)
  }
  return (
    <SelectField
      label={t('A page of the portal')}
      aside={false}
      placeholder={t('Choose a page')}
      value=""
      options={choices.map(({ link, title, is_own: isOwn }) => ({ value: link, label: isOwn ? title : t(title) }))}
      onChange={({ target }) => add(target.value)}
    />
  )
}

const colleagues =
  (known: readonly OwnShortcut[]) =>
  async (keyword: string): Promise<Suggestion[]> => {
    if (keyword === '') return []
    const { data } = await askDirectory({ by: 'division', keyword })
    return data
      .flatMap(({ employee }) => employee)
      .filter(({ id }) => !known.some(({ link }) => link === `/employee/${id}`))
      .slice(0, mostFound)
      .map(({ id, fullname, title }) => ({ value: String(id), label: fullname, note: title?.title_name ?? '' }))
  }

const AddColleague = ({ known, onAdd }: Props) => {
  const [text, setText] = useState('')
  return (
    <Field label={t('A colleague')} aside={false}>
      {({ id, labelId, ...ties }) => (
        <SuggestBox
          {...{ id, labelId, text }}
          describedBy={ties['aria-describedby']}
          name="colleague"
          placeholder={t('search by name')}
          onText={setText}
          onChoose={({ value, label }) => {
            setText('')
            void onAdd({ link: `/employee/${value}`, title: label, is_own: true })
          }}
          find={colleagues(known)}
        />
      )}
    </Field>
  )
}

/** An address as it is kept: one of this site is a path of the portal, and one without a scheme is one of the web. */
const linkOf = (typed: string): string => {
  const text = typed.trim()
  if (text === '') return ''
  const full = /^([a-z][a-z0-9+.-]*:|\/)/i.test(text) ? text : `https://${text}`
  return portalPath(full) ?? full
}

const textIn = ({ found }: KeptForm, name: string): string => {
  const value = found?.values[name]
  return typeof value === 'string' ? value : ''
}

const AddAddress = ({ known, onAdd, kept }: Props & { kept: KeptForm }) => {
  const [typed, setTyped] = useState({ title: textIn(kept, 'title'), link: textIn(kept, 'link') })
  const change = (part: Partial<typeof typed>) => {
    const next = { ...typed, ...part }
    setTyped(next)
    kept.keep(next.title || next.link ? next : null)
  }
  const link = linkOf(typed.link)
  const isKnown = known.some((one) => one.link === link)
  const { isBusy, errorOf, onSubmit } = useSubmit({
    check: () => ({
      ...missing(typed, {
        title: t('{name} is required', { name: t('Name') }),
        link: t('{name} is required', { name: t('Address') }),
      }),
      ...(link && !isSafeLink(link)
        ? { link: t('{label} is not a link this site may use', { label: t('Address') }) }
        : {}),
      ...(isKnown ? { link: t('You may have up to 12 shortcuts, each once.') } : {}),
    }),
    act: async () => {
      const isNamed = Object.hasOwn(portalPages, link)
      if (!(await onAdd({ link, title: isNamed ? (portalPages[link] ?? '') : typed.title.trim(), is_own: !isNamed })))
        return
      await kept.drop()
      setTyped({ title: '', link: '' })
    },
  })
  return (
    <form className="fields" noValidate onSubmit={onSubmit} aria-busy={isBusy}>
      <TextField
        name="title"
        label={t('Name')}
        isRequired
        maxLength={longest}
        dir="auto"
        value={typed.title}
        error={errorOf('title')}
        onChange={({ target }) => change({ title: target.value })}
      />
      <TextField
        name="link"
        label={t('Address')}
        isRequired
        hint={t('Of a page of this portal, or of any site: https://…')}
        inputMode="url"
        autoCapitalize="none"
        dir="ltr"
        value={typed.link}
        error={errorOf('link')}
        onChange={({ target }) => change({ link: target.value })}
      />
      <button type="submit" className="btn" disabled={isBusy}>
        {t('Add the address')}
      </button>
    </form>
  )
}

/** Three ways to another shortcut: a page of the portal, a colleague, any address. What is typed outlives a reload. */
export const AddShortcut = (props: Props) => {
  const kept = useKeptForm('profile/shortcut')
  return (
    <div className="add-shortcut">
      <AddPage {...props} />
      <AddColleague {...props} />
      {kept.found !== undefined && <AddAddress key={kept.round} {...props} kept={kept} />}
    </div>
  )
}
