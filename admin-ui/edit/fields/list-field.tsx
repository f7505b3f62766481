import { lazy, Suspense, useState } from 'react'
import { isObject } from '../../../domain/json.ts'
import type { Field as FieldDeclaration } from '../../../domain/fields/field.ts'
import { Field } from '../../../ui-shared/fields/field.tsx'
import { Chooser, useDrop } from '../../../ui-shared/fields/file-field.tsx'
import { linkOf, pictureProblem, pictureTypes } from '../../../ui-shared/fields/picture.ts'
import { Icon } from '../../../ui-shared/drawings/icons.tsx'
import { amid, t } from '../../../ui-shared/i18n.ts'
import type { Shown } from '../../../ui-shared/lightbox.tsx'
import { SortableList } from '../../../ui-shared/sortable/sortable-list.tsx'
import {
  asItems,
  asParts,
  asPicture,
  asText,
  blankOf,
  type FieldValue,
  hasSlots,
  isEmptySlot,
  newId,
} from './field-values.ts'
import { listOf } from '../../list/row.ts'
import { moved } from './moved.ts'
import { PartFields } from './object-field.tsx'
import { isGiven } from './given.ts'
import { frameOf, type WidgetProps } from './widget-props.ts'

const Lightbox = lazy(async () => ({ default: (await import('../../../ui-shared/lightbox.tsx')).Lightbox }))

const isObjects = ({ of }: FieldDeclaration) => of?.kind === 'object'
const keyOf = (item: FieldValue, index: number): string | number => {
  const { id } = asParts(item)
  return typeof id === 'number' || typeof id === 'string' ? id : String(index)
}

/** A new entry; with a picture when one was chosen for it. */
const newEntry = ({ of }: FieldDeclaration, file?: File): FieldValue => {
  const picture = file ? { link: linkOf(file), id: null, file } : null
  if (of?.kind !== 'object') return picture ?? (of ? blankOf(of) : null)
  const part = pictureOf(of)
  return { id: newId(), ...asParts(blankOf(of)), ...(part && picture ? { [part]: picture } : {}) }
}

const pictureOf = ({ fields = {} }: FieldDeclaration): string | undefined =>
  Object.entries(fields).find(([, { kind }]) => kind === 'picture')?.[0]

const isForPictures = ({ of }: FieldDeclaration): boolean =>
  of !== undefined && (of.kind === 'picture' || pictureOf(of) !== undefined)

/** The entries with new ones for some files: empty slots are taken first. */
const withFiles = (field: FieldDeclaration, items: readonly FieldValue[], files: readonly File[]): FieldValue[] => {
  const left = files.map((file) => newEntry(field, file))
  const isFree = (item: FieldValue) => hasSlots(field) && field.of !== undefined && isEmptySlot(item, field.of)
  const filled = items.map((item) => (isFree(item) ? (left.shift() ?? item) : item))
  return [...filled, ...left]
}

/** The pictures of the entries in their order, with the words that stand beside them. */
const shownOf = ({ of }: FieldDeclaration, items: readonly FieldValue[]): Shown[] =>
  items.flatMap((item) => {
    const part = of ? pictureOf(of) : undefined
    const picture = asPicture(part === undefined ? item : asParts(item)[part])
    const texts = Object.entries(of?.fields ?? {}).flatMap(([name, { kind }]) =>
      kind === 'text' ? [asText(asParts(item)[name])] : [],
    )
    return picture ? [{ link: picture.link, alt: texts[0] ?? '', caption: texts.at(-1) ?? '' }] : []
  })

const ViewPictures = ({ props, items }: { props: WidgetProps; items: readonly FieldValue[] }) => {
  const [isOpen, setOpen] = useState(false)
  const pictures = shownOf(props.field, items)
  if (pictures.length === 0) return null
  return (
    <>
      <button type="button" className="btn small" onClick={() => setOpen(true)}>
        <Icon name="view" />
        {t('View pictures')}
      </button>
      {isOpen && (
        <Suspense>
          <Lightbox title={t(props.field.label)} pictures={pictures} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}

// One is a third of a window high.
const picturesAtFirst = 3

type Props = { props: WidgetProps; items: readonly FieldValue[]; room: number }

/** Several pictures at once: each becomes an entry. */
const Pictures = ({ props, items, room }: Props) => {
  const { field, form, isDisabled, onChange } = props
  const [problem, setProblem] = useState('')
  const isOff = isDisabled || form.isBusy || room <= 0
  const take = (files: readonly File[]) => {
    if (isOff) return
    const fit = files.filter((file) => pictureProblem(file) === null)
    const bad = files.map((file) => pictureProblem(file)).find((found) => found !== null)
    setProblem(bad ? t(bad) : fit.length > room ? t('There is room for {count} more.', { count: room }) : '')
    if (fit.length > 0) onChange(withFiles(field, items, fit.slice(0, room)))
  }
  const { isOver, handlers } = useDrop(take)
  return (
    <div className={isOver ? 'drop is-over' : 'drop'} {...handlers}>
      <Chooser
        label={t(field.label)}
        words={t('Choose pictures')}
        accept={pictureTypes}
        isMany
        disabled={isOff}
        onFiles={take}
      />
      <p className="hint">{t('Or drop several here.')}</p>
      <p className="wrong" role="status">
        {problem}
      </p>
    </div>
  )
}

// What the record holds of an entry that a verb is about; by its label what the verb adds to.
const heldWords = ({ field, form, path }: WidgetProps, item: FieldValue): string => {
  if (!isGiven(form.heldBy, path) || !form.row) return ''
  const held = listOf(form.row, path).find((entry) => isObject(entry) && entry.id === asParts(item).id)
  return Object.entries(isObject(held) ? held : {})
    .filter(([name, value]) => name !== 'id' && value !== '' && !isObject(value))
    .flatMap(([name, value]) => {
      if (typeof value !== 'string' && typeof value !== 'number') return []
      const asked = Object.hasOwn(field.of?.fields ?? {}, name)
      const label = form.heldBy?.fields[path]?.of?.fields?.[name]?.label
      return asked && label ? [`${t(label)}: ${value}`] : [String(value)]
    })
    .join(' · ')
}

const Entry = ({ props, item, index }: { props: WidgetProps; item: FieldValue; index: number }) => {
  const { field, path, value, form } = props
  const items = asItems(value)
  const set = (changed: FieldValue) => props.onChange(items.map((other, at) => (at === index ? changed : other)))
  const inside = { ...props, path: `${path}[${keyOf(item, index)}]`, value: item, why: undefined }
  if (!field.of) return null
  if (!isObjects(field)) return <form.Control {...inside} field={field.of} onChange={set} />
  return (
    <fieldset className="entry" data-path={inside.path}>
      <legend className={isGiven(form.heldBy, path) ? 'given-entry' : 'away'}>
        {heldWords(props, item) || t('{thing} {number}', { thing: t(field.of.label), number: index + 1 })}
      </legend>
      {props.form.errors[inside.path] && <p className="wrong">{props.form.errors[inside.path]}</p>}
      <PartFields {...inside} fields={field.of.fields} onParts={set} />
    </fieldset>
  )
}

/** Several values of one kind: added, taken away, put in order. */
export const ListField = (props: WidgetProps) => {
  const { field, isDisabled, form, onChange } = props
  const items = asItems(props.value)
  const room = (field.max ?? 200) - items.length
  const isOff = isDisabled || form.isBusy
  const thing = t(field.of?.label ?? field.label)
  const isOwn = !isGiven(form.heldBy, props.path)
  const aside = isOwn && (
    <small className="num">{t('{count} of {max}', { count: items.length, max: field.max ?? 200 })}</small>
  )
  return (
    <Field {...frameOf(props)} isGroup aside={aside}>
      {() => (
        <>
          <SortableList
            items={items.map((item, index) => ({
              id: keyOf(item, index),
              name: t('{thing} {number}', { thing, number: index + 1 }),
              content: <Entry {...{ props, item, index }} />,
            }))}
            isOrdered={isOwn}
            {...(isForPictures(field) && { atFirst: picturesAtFirst })}
            disabled={isOff}
            onMove={(from, to) => onChange(moved(items, from, to))}
            onRemove={
              items.length > (field.min ?? 0) && isOwn
                ? (index) => onChange(items.filter((_, at) => at !== index))
                : undefined
            }
          />
          {isForPictures(field) && !isDisabled && <Pictures {...{ props, items, room }} />}
          {isForPictures(field) && <ViewPictures {...{ props, items }} />}
          {!isDisabled && isOwn && (
            <button
              type="button"
              className="btn small"
              disabled={isOff || room <= 0}
              onClick={() => onChange([...items, newEntry(field)])}
            >
              <Icon name="add" />
              {t('Add {thing}', { thing: amid(thing) })}
            </button>
          )}
        </>
      )}
    </Field>
  )
}
