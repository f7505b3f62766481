import { useState } from 'react'
import type { AnsweredPart } from '../../domain/fields/values.ts'
import type { Entry as Declared } from '../../domain/resources/menubar.ts'
import type { Field } from '../../domain/fields/field.ts'
import { t } from '../../ui-shared/i18n.ts'
import { LoadError } from '../../ui-shared/states.tsx'
import { type Entry, newId } from '../edit/fields/field-values.ts'
import type { MenuSource, useMenuData } from './menu-data.ts'
import './menubar.css'

/** What can be added: a record of a type, or a list of its own (`content` empty). */
type Source = { key: string; type: string; content: string; title: string }

const entryOf = ({ type, content, title }: Source) =>
  ({
    id: newId(),
    title,
    type,
    content_id: content,
    url: '',
    new_tab: false,
    children: [],
  }) satisfies Entry & AnsweredPart<Declared>

const ofRecords = (type: string, records: readonly MenuSource[]): Source[] =>
  records.map(({ id, name }) => ({ key: `${type}-${id}`, type, content: String(id), title: name ?? `#${id}` }))

/** Entries that name no record: lists and the form of the ISO Center. There is no list of pages (C9). */
const ofLists = ({ options = [], labels = {} }: Field): Source[] =>
  options
    .filter((type) => type !== 'page')
    .map((type) => ({
      key: type,
      type,
      content: '',
      title: type === 'post' ? t('List of post') : t(labels[type] ?? type),
    }))

type Picked = { ticked: ReadonlySet<string>; onTick: (key: string, isOn: boolean) => void }

const SourceList = ({
  title,
  many,
  sources,
  ticked,
  onTick,
}: Picked & { title: string; many?: string; sources: Source[] }) => {
  const [sought, setSought] = useState('')
  const found = sources.filter((one) => one.title.toLowerCase().includes(sought.trim().toLowerCase()))
  const label = t('Search {many}', { many: many ?? '' })
  return (
    <fieldset className="group">
      <legend>{title}</legend>
      {many && (
        <input
          type="search"
          className="in"
          aria-label={label}
          placeholder={label}
          value={sought}
          onChange={(event) => setSought(event.target.value)}
          // Enter would save the menu.
          onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}
        />
      )}
      <ul>
        {found.map((one) => (
          <li key={one.key}>
            <label>
              <input
                type="checkbox"
                className="check"
                checked={ticked.has(one.key)}
                onChange={(event) => onTick(one.key, event.target.checked)}
              />
              {one.title}
            </label>
          </li>
        ))}
      </ul>
    </fieldset>
  )
}

/** Posts, pages and special entries to tick, and the button that puts them at the end of the tree. */
export const MenuSources = ({
  field,
  data: { posts, pages, error, refetch },
  room,
  onAdd,
}: {
  /** The tree. */
  field: Field
  data: ReturnType<typeof useMenuData>
  /** How many entries more it may hold. */
  room: number
  onAdd: (entries: Entry[]) => void
}) => {
  const [ticked, setTicked] = useState<ReadonlySet<string>>(new Set())
  if (error) return <LoadError message={error.message} onRetry={() => void refetch()} />
  const lists = {
    post: ofRecords('post', posts),
    page: ofRecords('page', pages),
    own: ofLists(field.fields?.type ?? field),
  }
  const chosen = Object.values(lists)
    .flat()
    .filter(({ key }) => ticked.has(key))
  const onTick = (key: string, isOn: boolean) =>
    setTicked(new Set(isOn ? [...ticked, key] : [...ticked].filter((one) => one !== key)))
  const add = () => {
    onAdd(chosen.map(entryOf))
    setTicked(new Set())
  }
  return (
    <div className="menu-sources">
      <SourceList title={t('Post')} many={t('posts')} sources={lists.post} {...{ ticked, onTick }} />
      <SourceList title={t('Page')} many={t('pages')} sources={lists.page} {...{ ticked, onTick }} />
      <SourceList title={t('Special entries')} sources={lists.own} {...{ ticked, onTick }} />
      <button type="button" className="btn" disabled={chosen.length === 0 || chosen.length > room} onClick={add}>
        {t('Add to Tree')}
      </button>
    </div>
  )
}
