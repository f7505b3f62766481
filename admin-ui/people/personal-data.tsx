import { useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { t } from '../../ui-shared/i18n.ts'
import { showError } from '../../ui-shared/overlay/alert.tsx'
import { showDialog } from '../../ui-shared/overlay/shown.tsx'
import { toastSuccess } from '../../ui-shared/overlay/toast.tsx'
import { can } from '../../ui-shared/session/me.ts'
import { useMe } from '../../ui-shared/session/session.ts'
import type { Cell } from '../list/screen.ts'
import { downloadFile } from '../sheets/download.ts'
import { isErased } from './erased.ts'

/** Everything that is held about somebody as one file, and their erasure, for whoever may. */
export const PersonalData: Cell = ({ row, resource }) => {
  const me = useMe()
  const navigate = useNavigate()
  const [isBusy, setBusy] = useState(false)
  const whileBusy = async (work: () => Promise<unknown>) => {
    setBusy(true)
    await work().catch(showError)
    setBusy(false)
  }
  if (isErased(row)) return null
  if (!can(me, 'r-personal_data') && !can(me, 'd-personal_data')) return null
  const path = `/${resource.name}/${row.id}`
  const download = () => {
    const { signal } = new AbortController()
    return downloadFile(`/api${path}/personal_data`, `${resource.name}-${row.id}.zip`, { signal, onProgress: () => {} })
  }
  const erase = async () => {
    const { ErasureDialog, askWhatGoes } = await import('./erasure-dialog.tsx')
    const asked = await askWhatGoes(path)
    const finish = (message: string) => {
      toastSuccess(message)
      void navigate(`/dashboard/${resource.name}`)
    }
    showDialog((close) => <ErasureDialog key={path} path={path} asked={asked} onDone={finish} onClose={close} />)
  }
  return (
    <section>
      <h2 className="caps">{t('Personal data')}</h2>
      <p className="acts start">
        {can(me, 'r-personal_data') && (
          <button type="button" className="btn small" disabled={isBusy} onClick={() => void whileBusy(download)}>
            {t('Download everything')}
          </button>
        )}
        {can(me, 'd-personal_data') && (
          <button type="button" className="btn small danger" disabled={isBusy} onClick={() => void whileBusy(erase)}>
            {t('Erase this person')}
          </button>
        )}
      </p>
    </section>
  )
}
