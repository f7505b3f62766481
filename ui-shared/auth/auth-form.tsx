import type { ReactNode } from 'react'
import { t } from '../i18n.ts'
import { Outcome } from './auth-page.tsx'
import type { Submit } from './use-submit.ts'

/** The frame of the forms around signing in. */
export const AuthForm = ({
  submit: { isBusy, refusal, onSubmit },
  action,
  isOff = false,
  isQuiet = false,
  children,
}: {
  submit: Submit
  action: string
  isOff?: boolean
  isQuiet?: boolean
  children: ReactNode
}) => (
  <form onSubmit={onSubmit} noValidate aria-busy={isBusy}>
    {refusal && !isQuiet && <Outcome isGood={false}>{refusal.join(' ')}</Outcome>}
    {children}
    {/* A disabled button would lose the focus: it stays here when the form fails, and comes back from a dialog. */}
    <button type="submit" className="btn go wide" aria-disabled={isBusy || undefined} disabled={isOff}>
      {isBusy ? t('Please Wait') : action}
    </button>
  </form>
)
