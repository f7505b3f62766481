import { useQuery, useQueryClient } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import type { Written } from '../../ui-shared/api/answers.ts'
import { Icon } from '../../ui-shared/drawings/icons.tsx'
import { amid, say, t } from '../../ui-shared/i18n.ts'
import { showError } from '../../ui-shared/overlay/alert.tsx'
import { toastSuccess } from '../../ui-shared/overlay/toast.tsx'
import { undoOfOwn } from '../../ui-shared/profile/undo-own.ts'
import type { EmployeeMe } from '../../ui-shared/session/me.ts'
import { meQuery } from '../../ui-shared/session/session.ts'
import { LoadError, PleaseWait } from '../../ui-shared/states.tsx'
import { absenceWords } from '../employee/absent.tsx'
import { type OwnAbsence, ownAbsencesQuery, saveAbsence, today } from './absence-calls.ts'

const AbsenceDialog = lazy(async () => ({ default: (await import('./absence-dialog.tsx')).AbsenceDialog }))

const most = 20

type Acts = { isBusy: boolean; onEdit: () => void; onRemove: () => void }

const Row = ({ one, isBusy, onEdit, onRemove }: Acts & { one: OwnAbsence }) => {
  const words = absenceWords(one, one.from <= today())
  return (
    <li>
      <p>
        <b>{words}</b>
        {one.stand_in && (
          <>
            <br />
            <span className="dim">
              {t('Stand-in')}: <bdi>{one.stand_in.name}</bdi>{' '}
              {one.stand_in.isInactive && t('(no longer active, so not shown to colleagues)')}
            </span>
          </>
        )}
      </p>
      <span className="acts">
        <button type="button" className="btn small" aria-label={`${t('Edit')}: ${words}`} onClick={onEdit}>
          {t('Edit')}
        </button>
        <button
          type="button"
          className="btn small danger"
          aria-label={t('Remove {name}', { name: words })}
          disabled={isBusy}
          onClick={onRemove}
        >
          {t('Remove')}
        </button>
      </span>
    </li>
  )
}

/** When one is away oneself, and who stands in: said, changed and taken away one by one. */
export const OwnAbsences = ({ me }: { me: EmployeeMe }) => {
  const client = useQueryClient()
  const [open, setOpen] = useState<{ one: OwnAbsence | null } | null>(null)
  const [isBusy, setBusy] = useState(false)
  const { data, error, refetch } = useQuery(ownAbsencesQuery)
  const finish = async (written: Written) => {
    setOpen(null)
    toastSuccess(say(written.message), undoOfOwn(client, written))
    await client.invalidateQueries({ queryKey: meQuery.queryKey })
  }
  const remove = async ({ id }: OwnAbsence) => {
    setBusy(true)
    try {
      await finish(await saveAbsence(me.id, id, null))
    } catch (failure) {
      showError(failure)
    } finally {
      setBusy(false)
    }
  }
  return (
    <section className="own-device" aria-labelledby="absences">
      <h2 className="caps legend" id="absences">
        {t('Absences')}
      </h2>
      <p>{t('Colleagues see the days and the stand-in, and no reason. What is over is shown no more.')}</p>
      {error && !data && <LoadError message={error.message} onRetry={() => void refetch()} />}
      {!data && !error && <PleaseWait />}
      {data && data.length > 0 && (
        <ul className="own-absences">
          {data.map((one) => (
            <Row key={one.id} {...{ one, isBusy }} onEdit={() => setOpen({ one })} onRemove={() => void remove(one)} />
          ))}
        </ul>
      )}
      {data && data.length < most && (
        <div>
          <button type="button" className="btn" onClick={() => setOpen({ one: null })}>
            <Icon name="add" />
            {t('Add {thing}', { thing: amid(t('Absence')) })}
          </button>
        </div>
      )}
      <Suspense>
        {open && (
          <AbsenceDialog
            me={me}
            absence={open.one}
            onSaved={(written) => void finish(written)}
            onClose={() => setOpen(null)}
          />
        )}
      </Suspense>
    </section>
  )
}
