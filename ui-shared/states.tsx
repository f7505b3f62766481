import { type ReactNode, useEffect, useState } from 'react'
import { accessDenied } from '../domain/rejected.ts'
import { t } from './i18n.ts'

/** True after `wait` milliseconds: what is fast shows no sign of waiting. */
export const useLate = (wait: number): boolean => {
  const [isLate, setLate] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setLate(true), wait)
    return () => clearTimeout(timer)
  }, [wait])
  return isLate
}

/** Shown while a page loads, after a moment. */
export const PleaseWait = () => {
  const isLate = useLate(200)
  return (
    <p className="blank wait" role="status">
      {isLate ? t('Please Wait') : ''}
    </p>
  )
}

/** The sentence for a missing permission. */
export const AccessDenied = () => (
  <p className="blank" role="alert">
    {t(accessDenied)}
  </p>
)

/** Nothing is here: what that means, and what to do. */
export const EmptyState = ({
  title,
  children,
  action,
}: {
  title: string
  children?: ReactNode
  action?: ReactNode
}) => (
  <div className="blank">
    <h2>{title}</h2>
    {children && <p>{children}</p>}
    {action}
  </div>
)

const bringIntoView = (element: HTMLElement | null) => element?.scrollIntoView({ block: 'nearest' })

/** A load that failed, with Retry; stands above the old rows, which stay. `isSought` scrolls to it. */
export const LoadError = ({
  message,
  onRetry,
  isSought = false,
}: {
  message: string
  onRetry: () => void
  isSought?: boolean
}) => (
  <div className="notice bad" role="alert" ref={isSought ? bringIntoView : undefined}>
    <span>{message}</span>
    <button type="button" className="btn small end" onClick={onRetry}>
      {t('Retry')}
    </button>
  </div>
)

/** Active or Inactive: a word with a shape. `deletedAt` as the wire says it; null is active. */
export const StatusChip = ({ deletedAt }: { deletedAt: string | null | undefined }) => (
  <span className={deletedAt ? 'status' : 'status on'}>{deletedAt ? t('Inactive') : t('Active')}</span>
)

/** The first letters of the first and the last word of a name. */
export const initialsOf = (name: string): string => {
  const words = name.trim().split(/\s+/)
  const ends = words.length > 1 ? [words[0], words.at(-1)] : [words[0]]
  return ends
    .map((word) => [...(word ?? '')][0] ?? '')
    .join('')
    .toUpperCase()
}

/** A person's picture, or the initials where there is none (T17). */
export const Avatar = ({ name, picture }: { name: string; picture?: string | null | undefined }) =>
  picture ? (
    <img className="avatar" src={picture} alt="" width="28" height="28" />
  ) : (
    <span className="avatar" aria-hidden="true">
      {initialsOf(name)}
    </span>
  )
