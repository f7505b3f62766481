import '../styles/diff.css'
import { useState } from 'react'
import { areas } from '../../domain/permission.ts'
import { actionNames } from '../../domain/shapes/action-names.ts'
import type { Field } from '../../domain/fields/field.ts'
import { SafeHtml } from '../../ui-shared/article/safe-html.tsx'
import { t } from '../../ui-shared/i18n.ts'
import { type EntryChange, entryChanges, isKeyed } from './entries.ts'
import { TextDiff } from './text-diff.tsx'
import { type NameOf, valueLines } from './value-lines.ts'

/** Files: what they are called, and where they lie. */
export type Files = readonly { id: number; name: string; link: string }[]

/** A value of a field at two versions. */
export type Sides = { field: Field; from: unknown; to: unknown }

const asText = (value: unknown): string => (typeof value === 'string' ? value : '')

const views = { words: 'Words', shown: 'As shown', source: 'Source' } as const

/** HTML by its words, as it is read, or by its code. */
const HtmlDiff = ({ from, to }: { from: string; to: string }) => {
  const [view, setView] = useState<keyof typeof views>('words')
  return (
    <>
      <div className="views" role="group" aria-label={t('View')}>
        {(['words', 'shown', 'source'] as const).map((one) => (
          <button
            key={one}
            type="button"
            className="btn small"
            aria-pressed={view === one}
            onClick={() => setView(one)}
          >
            {t(views[one])}
          </button>
        ))}
      </div>
      {view === 'words' && <TextDiff from={from} to={to} isHtml />}
      {view === 'source' && <TextDiff from={from} to={to} />}
      {view === 'shown' && (
        <div className="sides">
          <SafeHtml className="prose" html={from} />
          <SafeHtml className="prose" html={to} />
        </div>
      )}
    </>
  )
}

const Picture = ({ id, files }: { id: unknown; files: Files }) => {
  if (typeof id !== 'number') return <p className="hint">{t('No picture')}</p>
  const file = files.find((one) => one.id === id)
  if (!file) return <p className="hint">{t('This picture is not there any more.')}</p>
  return <img src={file.link} alt={file.name} />
}

const actions: Readonly<Record<string, string>> = actionNames

const wordsOf = (permission: string): string => {
  const [action, area] = [permission.slice(0, 1), permission.slice(2)]
  return `${t(areas[area]?.title ?? area)}: ${t(actions[action] ?? action)}`
}

const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : [])

/** Single words that were added or taken away, such as permissions. */
const WordsDiff = ({ from, to, say }: { from: unknown; to: unknown; say: (word: string) => string }) => {
  const [was, is] = [listOf(from).map(String), listOf(to).map(String)]
  return (
    <ul className="diff plain">
      {was.flatMap((one) =>
        is.includes(one)
          ? []
          : [
              <li key={one}>
                <del>{say(one)}</del>
              </li>,
            ],
      )}
      {is.flatMap((one) =>
        was.includes(one)
          ? []
          : [
              <li key={one}>
                <ins>{say(one)}</ins>
              </li>,
            ],
      )}
    </ul>
  )
}

const kinds = { added: 'Added', removed: 'Removed', moved: 'Moved', changed: 'Changed' } as const

/** The pictures of an entry before and after, each once. */
const picturesIn = (field: Field, { from, to }: EntryChange, files: Files) => {
  const names = Object.entries(field.of?.fields ?? field.fields ?? {}).filter(([, { kind }]) => kind === 'picture')
  const ids = new Set([from, to].flatMap((entry) => names.map(([name]) => entry?.[name])))
  return files.filter(({ id }, place) => ids.has(id) && files.findIndex((one) => one.id === id) === place)
}

type EntryProps = { field: Field; change: EntryChange; files: Files; nameOf: NameOf }

const Entry = ({ field, change, files, nameOf }: EntryProps) => {
  // One entry reads as a list of one.
  const line = (entry: EntryChange['from']) =>
    entry
      ? valueLines([{ ...entry, children: [] }], field, nameOf)
          .join(' ')
          .replace(/^• /, '')
      : ''
  return (
    <li>
      <span className="kind">{t(kinds[change.kind])}</span>{' '}
      {picturesIn(field, change, files).map(({ id, name, link }) => (
        <img key={id} src={link} alt={name} loading="lazy" />
      ))}
      <TextDiff from={line(change.from)} to={line(change.to)} />
    </li>
  )
}

/** What changed of a field between two versions, by its kind: words, entries with their moves, permissions, pictures side by side. */
export const FieldDiff = ({ field, from, to, files, nameOf }: Sides & { files: Files; nameOf: NameOf }) => {
  const { kind } = field
  if (kind === 'html') return <HtmlDiff from={asText(from)} to={asText(to)} />
  if (kind === 'picture')
    return (
      <div className="sides pictures">
        <Picture id={from} files={files} />
        <Picture id={to} files={files} />
      </div>
    )
  if (kind === 'permissions') return <WordsDiff from={from} to={to} say={wordsOf} />
  if (kind === 'emails') return <WordsDiff from={from} to={to} say={(word) => word} />
  if (kind === 'references') return <WordsDiff from={from} to={to} say={(id) => nameOf(field.references ?? '', id)} />
  if ((kind === 'list' || kind === 'tree') && isKeyed(from) && isKeyed(to))
    return (
      <ul className="entries">
        {entryChanges(from, to).map((change) => (
          <Entry key={`${change.kind} ${change.id}`} {...{ field, change, files, nameOf }} />
        ))}
      </ul>
    )
  const [was, is] = [from, to].map((value) => valueLines(value, field, nameOf).join('\n'))
  return <TextDiff from={was ?? ''} to={is ?? ''} />
}
