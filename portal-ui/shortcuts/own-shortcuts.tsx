import '../styles/shortcuts.css'
import { useEffect, useRef } from 'react'
import { useLocation } from 'react-router-dom'
import { isNamedByHouse, mostShortcuts } from '../../domain/people/shortcuts.ts'
import { t } from '../../ui-shared/i18n.ts'
import type { EmployeeMe } from '../../ui-shared/session/me.ts'
import { SortableList } from '../../ui-shared/sortable/sortable-list.tsx'
import { AddShortcut } from './add-shortcut.tsx'
import { type OwnShortcut, useShortcuts } from './shortcut-calls.ts'

const nameOf = ({ title, is_own: isOwn }: OwnShortcut): string => (isOwn ? title : t(title))

const moved = (all: readonly OwnShortcut[], from: number, to: number): OwnShortcut[] => {
  const rest = all.filter((_, index) => index !== from)
  return [...rest.slice(0, to), ...all.slice(from, from + 1), ...rest.slice(to)]
}

/** The heading has the focus for whoever came by the link of the first page. */
const useReached = () => {
  const heading = useRef<HTMLHeadingElement>(null)
  const { hash, key } = useLocation()
  useEffect(() => {
    if (hash !== '#shortcuts' || key === '') return
    heading.current?.scrollIntoView({ block: 'start' })
    heading.current?.focus({ preventScroll: true })
  }, [hash, key])
  return heading
}

/** On the profile: what stands on the own first page, in which order. */
export const OwnShortcuts = ({ me }: { me: EmployeeMe }) => {
  const { shortcuts, refusal, change } = useShortcuts(me)
  const heading = useReached()
  const list = shortcuts.map((one) => ({
    id: one.link,
    name: nameOf(one),
    content: (
      <span className="own-shortcut">
        <b dir="auto">{nameOf(one)}</b>
        {!isNamedByHouse(one.link) && <small dir="ltr">{one.link}</small>}
      </span>
    ),
  }))
  return (
    <section className="own-device own-shortcuts" aria-labelledby="shortcuts">
      <h2 className="caps legend" id="shortcuts" tabIndex={-1} ref={heading}>
        {t('Your shortcuts')}
      </h2>
      <p>{t('They stand on top of the first page, on each of your devices. Nobody else sees them.')}</p>
      {refusal && (
        <p className="wrong" role="alert">
          {refusal}
        </p>
      )}
      <SortableList
        items={list}
        isOrdered
        disabled={false}
        onMove={(from, to) => void change(moved(shortcuts, from, to))}
        onRemove={(index) => void change(shortcuts.filter((_, place) => place !== index))}
      />
      {shortcuts.length < mostShortcuts ? (
        <AddShortcut known={shortcuts} onAdd={(one) => change([...shortcuts, one])} />
      ) : (
        <p>{t('You may have up to 12 shortcuts, each once.')}</p>
      )}
      {shortcuts.length > 0 && (
        <div>
          <button type="button" className="btn" onClick={() => void change([])}>
            {t('Remove all shortcuts')}
          </button>
        </div>
      )}
    </section>
  )
}
