import { useQueryClient } from '@tanstack/react-query'
import { lazy, Suspense, useLayoutEffect, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { begunOf, forgetBegun } from '../auth/begun.ts'
import { ownerOf } from '../drafts.ts'
import { say, t } from '../i18n.ts'
import { toastSuccess } from '../overlay/toast.tsx'
import { meQuery, useMe } from '../session/session.ts'

const EmailDialog = lazy(async () => ({ default: (await import('./email-dialog.tsx')).EmailDialog }))

/** 'Change e-mail' and what it opens, at once where a code is awaited. `email` is the address in force. */
export const EmailChange = ({ email }: { email: string }) => {
  const client = useQueryClient()
  const me = useMe()
  const errand = `email/${me ? ownerOf(me) : ''}` as const
  const button = useRef<HTMLButtonElement>(null)
  const [isOpen, setOpen] = useState(() => begunOf(errand).challenge !== null)
  // A dialog that comes with the page gives the focus back here too.
  useLayoutEffect(() => {
    if (isOpen) button.current?.focus({ preventScroll: true })
  }, [isOpen])
  const close = () => {
    forgetBegun()
    setOpen(false)
  }
  const finish = async (message: string) => {
    close()
    toastSuccess(say(message))
    await client.invalidateQueries({ queryKey: meQuery.queryKey })
  }
  return (
    <>
      <button ref={button} type="button" className="btn small" onClick={() => setOpen(true)}>
        {t('Change e-mail')}
      </button>
      {isOpen &&
        // Beside the page, so that it looks the same wherever the button stands.
        createPortal(
          <Suspense>
            <EmailDialog {...{ email, errand }} onDone={(message) => void finish(message)} onClose={close} />
          </Suspense>,
          document.body,
        )}
    </>
  )
}
