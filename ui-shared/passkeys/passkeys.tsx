import { useQuery, useQueryClient } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import '../styles/passkeys.css'
import { formatDate } from '../date.tsx'
import { RelativeTime } from '../relative-time.tsx'
import { say, t } from '../i18n.ts'
import { showError } from '../overlay/alert.tsx'
import { ask } from '../overlay/confirm.tsx'
import { toastSuccess } from '../overlay/toast.tsx'
import { LoadError, PleaseWait } from '../states.tsx'
import { type OwnPasskey, passkeysQuery, removePasskey } from './calls.ts'

const AddDialog = lazy(async () => ({ default: (await import('./passkey-dialogs.tsx')).AddDialog }))
const RenameDialog = lazy(async () => ({ default: (await import('./passkey-dialogs.tsx')).RenameDialog }))

const Row = ({ one, onRename, onRemove }: { one: OwnPasskey; onRename: () => void; onRemove: () => void }) => (
  <li>
    <p>
      <b>{one.name}</b>
      <br />
      <span className="dim">
        {t('Since {date}', { date: formatDate(one.createdAt) })}
        {one.usedAt && (
          <>
            , {t('last used')} <RelativeTime at={one.usedAt} />
          </>
        )}
      </span>
    </p>
    <span className="acts">
      <button
        type="button"
        className="btn small"
        aria-label={t('Rename {name}', { name: one.name })}
        onClick={onRename}
      >
        {t('Rename')}
      </button>
      <button
        type="button"
        className="btn small danger"
        aria-label={t('Remove {name}', { name: one.name })}
        onClick={onRemove}
      >
        {t('Remove')}
      </button>
    </span>
  </li>
)

type Open = { kind: 'add' } | { kind: 'rename'; one: OwnPasskey } | null

/** One's passkeys: each signs in with the password, in place of a mailed code. */
export const Passkeys = () => {
  const client = useQueryClient()
  const [open, setOpen] = useState<Open>(null)
  const { data, error, refetch } = useQuery(passkeysQuery)
  const refresh = () => client.invalidateQueries({ queryKey: passkeysQuery.queryKey })
  const close = () => setOpen(null)
  const done = async (message: string) => {
    close()
    toastSuccess(say(message))
    await refresh()
  }
  const remove = async (one: OwnPasskey) => {
    const asked = { title: t('Remove this passkey?'), words: [one.name], action: t('Remove'), isDanger: true }
    if (!(await ask(asked))) return
    try {
      await done(await removePasskey(one.id))
    } catch (failure) {
      showError(failure)
    }
  }
  return (
    <section className="fields" aria-labelledby="passkeys">
      <h2 className="caps legend" id="passkeys">
        {t('Passkeys')}
      </h2>
      <p>
        {t('With a passkey, this device or a security key signs you in after the password, without a mailed code.')}
      </p>
      {error && !data && <LoadError message={error.message} onRetry={() => void refetch()} />}
      {!data && !error && <PleaseWait />}
      {data?.isPossible === false && (
        <p className="dim">{t('This site has no address that passkeys work with. Who runs it can change that.')}</p>
      )}
      <ul className="passkeys">
        {data?.passkeys.map((one) => (
          <Row
            key={one.id}
            one={one}
            onRename={() => setOpen({ kind: 'rename', one })}
            onRemove={() => void remove(one)}
          />
        ))}
      </ul>
      {data?.isPossible && (
        <div>
          <button type="button" className="btn" onClick={() => setOpen({ kind: 'add' })}>
            {t('Add a passkey')}
          </button>
        </div>
      )}
      <Suspense>
        {open?.kind === 'add' && <AddDialog onDone={(message) => void done(message)} onClose={close} />}
        {open?.kind === 'rename' && (
          <RenameDialog one={open.one} onDone={(message) => void done(message)} onClose={close} />
        )}
      </Suspense>
    </section>
  )
}
