import { type KeyboardEvent, useDeferredValue, useState } from 'react'
import { Icon } from '../../ui-shared/drawings/icons.tsx'
import { Field } from '../../ui-shared/fields/field.tsx'
import { say, t } from '../../ui-shared/i18n.ts'
import { Dialog } from '../../ui-shared/overlay/dialog.tsx'
import { itemsFound } from './items.ts'
import type { Item } from './stationery-queries.ts'

/** The picture of an item; a place for one where others have some. */
export const ItemPicture = ({ item: { picture } }: { item: Item }) =>
  picture ? <img className="pic" src={picture} alt="" loading="lazy" decoding="async" /> : <span className="pic" />

type Choosing = { items: readonly Item[]; onChoose: (item: Item) => void }

const Choices = ({ label, items, onChoose }: Choosing & { label: string }) => {
  const hasPictures = items.some(({ picture }) => picture !== null)
  return (
    <ul className="items" aria-label={label}>
      {items.map((item) => (
        <li key={item.value}>
          <button type="button" onClick={() => onChoose(item)}>
            {hasPictures && <ItemPicture item={item} />}
            <span>{item.name}</span>
            <small>{say(item.unit)}</small>
          </button>
        </li>
      ))}
    </ul>
  )
}

// As many as fill a window: the others are drawn once these can be seen.
const atFirst = 24

const ItemDialog = ({
  items,
  usual,
  onChoose,
  onClose,
}: Choosing & { usual: readonly Item[]; onClose: () => void }) => {
  const [typed, setTyped] = useState('')
  const found = itemsFound(items, typed)
  const shown = useDeferredValue(found, found.slice(0, atFirst))
  const isLooking = typed.trim() !== ''
  const takeFirst = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.nativeEvent.isComposing) return
    // The form around it would be sent.
    event.preventDefault()
    if (isLooking && found[0]) onChoose(found[0])
  }
  return (
    <Dialog title={t('Select an item')} onClose={onClose} size="wide">
      <input
        className="in"
        type="search"
        data-first-focus
        aria-label={t('Search')}
        placeholder={t('Search')}
        maxLength={120}
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
        onKeyDown={takeFirst}
      />
      <div className="item-choices" tabIndex={-1}>
        {!isLooking && usual.length > 0 && (
          <>
            <h2>{t('Asked for before')}</h2>
            <Choices label={t('Asked for before')} items={usual} onChoose={onChoose} />
            <h2>{t('All items')}</h2>
          </>
        )}
        <Choices label={t('All items')} items={shown} onChoose={onChoose} />
        <p role="status">{found.length === 0 ? t('Nothing found') : ''}</p>
      </div>
      <div className="acts">
        <button type="button" className="btn" onClick={onClose}>
          {t('Cancel')}
        </button>
      </div>
    </Dialog>
  )
}

/** The item of a line: which it is, and a dialog to choose another by words, by its picture, or among those asked for before. */
export const ItemField = ({
  items,
  usual,
  value,
  error,
  isAdded,
  onChange,
}: {
  items: readonly Item[]
  usual: readonly Item[]
  value: string
  error: string | undefined
  isAdded: boolean
  onChange: (value: string) => void
}) => {
  const [isOpen, setOpen] = useState(isAdded)
  const chosen = items.find((item) => String(item.value) === value)
  const choose = (item: Item) => {
    onChange(String(item.value))
    setOpen(false)
  }
  return (
    <Field label={t('Item')} isRequired error={error}>
      {({ id, labelId, 'aria-describedby': describedBy }) => (
        <>
          <button
            type="button"
            id={id}
            className="in item"
            aria-haspopup="dialog"
            aria-labelledby={`${labelId} ${id}`}
            aria-describedby={describedBy}
            onClick={() => setOpen(true)}
          >
            {chosen?.picture && <ItemPicture item={chosen} />}
            <span className={chosen ? undefined : 'none'}>{chosen?.name ?? t('Select an item')}</span>
            <Icon name="down" />
          </button>
          {isOpen && <ItemDialog {...{ items, usual }} onChoose={choose} onClose={() => setOpen(false)} />}
        </>
      )}
    </Field>
  )
}
