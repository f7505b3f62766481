import { useQueryClient } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { createPortal } from 'react-dom'
import { say, t } from '../i18n.ts'
import { toastSuccess } from '../overlay/toast.tsx'
import { meQuery } from '../session/session.ts'

const EmailDialog = lazy(async () => ({ default: (await import('./email-dialog.tsx')).EmailDialog }))

/** 'Change e-mail' and what it opens. `email` is the address in force. */
export const EmailChange = ({ email }: { email: string }) => {
  const client = useQueryClient()
  const [isOpen, setOpen] = useState(false)
  const finish = async (message: string) => {
    setOpen(false)
    toastSuccess(say(message))
    await client.invalidateQueries({ queryKey: meQuery.queryKey })
  }
  return (
    <>
      <button type="button" className="btn small" onClick={() => setOpen(true)}>
        {t('Change e-mail')}
      </button>
      {isOpen &&
        // Beside the page, so that it looks the same wherever the button stands.
        createPortal(
          <Suspense>
            <EmailDialog email={email} onDone={(message) => void finish(message)} onClose={() => setOpen(false)} />
          </Suspense>,
          document.body,
        )}
    </>
  )
}
