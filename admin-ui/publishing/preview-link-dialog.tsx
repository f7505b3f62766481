import { useState } from 'react'
import * as z from 'zod/mini'
import { previewHours } from '../../domain/events/preview-links.ts'
import { api } from '../../ui-shared/api/client.ts'
import { formatDateTime } from '../../ui-shared/date.tsx'
import { SelectField } from '../../ui-shared/fields/select.tsx'
import { TextField } from '../../ui-shared/fields/text-field.tsx'
import { t } from '../../ui-shared/i18n.ts'
import { showError } from '../../ui-shared/overlay/alert.tsx'
import { Dialog } from '../../ui-shared/overlay/dialog.tsx'
import { copyLink } from '../list/cells/copy-link.ts'

const madeSchema = z.object({ data: z.object({ address: z.string(), expiresAt: z.string() }) })
type Made = z.infer<typeof madeSchema>['data']

const spanWords = (hours: number): string =>
  hours < 24
    ? t('{count, plural, one {# hour} other {# hours}}', { count: hours })
    : t('{count, plural, one {# day} other {# days}}', { count: hours / 24 })

const Address = ({ made }: { made: Made }) => (
  <>
    <TextField label={t('Address')} value={made.address} readOnly onFocus={(event) => event.target.select()} />
    <p className="hint">
      {t('It ends {at}. It is shown here once: whoever has it sees the draft, so send it to nobody else.', {
        at: formatDateTime(made.expiresAt),
      })}
    </p>
  </>
)

/** Asks how long a link is to last, makes it and shows its address, which is never shown again. */
export const PreviewLinkDialog = ({
  resource,
  record,
  onMade,
  onClose,
}: {
  resource: string
  record: number
  onMade: () => void
  onClose: () => void
}) => {
  const [hours, setHours] = useState('24')
  const [made, setMade] = useState<Made | null>(null)
  const [isBusy, setBusy] = useState(false)
  const make = async () => {
    setBusy(true)
    try {
      const body = { resource, record, hours: Number(hours) }
      setMade((await api.post('/preview_link', { body, as: madeSchema })).data)
      onMade()
    } catch (error) {
      showError(error)
    } finally {
      setBusy(false)
    }
  }
  return (
    <Dialog title={t('Link for a preview')} onClose={onClose}>
      {made ? (
        <Address made={made} />
      ) : (
        <>
          <p className="words">
            {t('Whoever has the link sees what is saved, with your draft over it, as the portal would show it.')}
          </p>
          <SelectField
            label={t('It lasts')}
            value={hours}
            options={previewHours.map((one) => ({ value: String(one), label: spanWords(one) }))}
            onChange={(event) => setHours(event.target.value)}
          />
        </>
      )}
      <div className="acts">
        <button type="button" className="btn" onClick={onClose}>
          {t(made ? 'Close' : 'Cancel')}
        </button>
        {made ? (
          <button type="button" className="btn go" onClick={() => void copyLink(made.address)}>
            {t('Copy link')}
          </button>
        ) : (
          <button type="button" className="btn go" disabled={isBusy} onClick={() => void make()}>
            {isBusy ? t('Please Wait') : t('Make the link')}
          </button>
        )}
      </div>
    </Dialog>
  )
}
