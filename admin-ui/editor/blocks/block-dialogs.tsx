import { type KeyboardEvent, useState } from 'react'
import { Field } from '../../../ui-shared/fields/field.tsx'
import { t } from '../../../ui-shared/i18n.ts'
import { Dialog } from '../../../ui-shared/overlay/dialog.tsx'
import { useUnkept } from '../../../ui-shared/overlay/unkept.ts'
import { wholeAddress } from '../text/address.ts'
import type { Card } from './block-nodes.ts'
import { FileList } from './file-list.tsx'
import { type FindFiles, isFilm, noteOf } from './library-files.ts'

const Cancel = ({ onClose }: { onClose: () => void }) => (
  <button type="button" className="btn" onClick={onClose}>
    {t('Cancel')}
  </button>
)

/** Asks for a file of the library, whose card goes into the text. */
export const FileDialog = ({
  find,
  onDone,
  onClose,
}: {
  find: FindFiles
  onDone: (card: Card) => void
  onClose: () => void
}) => (
  <Dialog title={t('File to download')} onClose={onClose}>
    <div className="fields">
      <FileList
        find={find}
        isWanted={({ type }) => type !== 'image'}
        onChoose={(file) => onDone({ kind: 'file', address: file.link, name: file.name, note: noteOf(file) })}
      />
    </div>
    <div className="acts">
      <Cancel onClose={onClose} />
    </div>
  </Dialog>
)

const filmPage = /^https?:\/\//i

/** The name of the site that an address leads to, as it stands on a card. */
const siteOf = (address: string): string => new URL(address).hostname.replace(/^www\./, '')

/** Asks for a film: one of the library, which is played in the text, or the address of its page, to which a card leads. */
export const VideoDialog = ({
  find,
  card,
  onFile,
  onCard,
  onClose,
}: {
  find: FindFiles | undefined
  card: Card | null
  onFile: (address: string) => void
  onCard: (card: Card) => void
  onClose: () => void
}) => {
  const [address, setAddress] = useState(card?.address ?? '')
  const [name, setName] = useState(card?.name ?? '')
  const [error, setError] = useState('')
  useUnkept(address !== (card?.address ?? '') || name !== (card?.name ?? ''))
  const apply = () => {
    const whole = wholeAddress(address)
    if (!whole || !filmPage.test(whole) || !URL.canParse(whole))
      return setError(t('Enter the web address of the video.'))
    onCard({ kind: 'video', address: whole, name: name.trim() || siteOf(whole), note: siteOf(whole) })
  }
  const applyOnEnter = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || !(event.target instanceof HTMLInputElement) || event.target.type === 'search') return
    event.preventDefault()
    apply()
  }
  return (
    <Dialog title={t('Video')} onClose={onClose}>
      <div className="fields" onKeyDown={applyOnEnter}>
        {find && !card && <FileList find={find} isWanted={isFilm} onChoose={({ link }) => onFile(link)} />}
        <Field
          label={t('Address on another site')}
          hint={t('YouTube, Vimeo and the like. A card leads there; nothing is loaded from there before.')}
          error={error || undefined}
        >
          {({ labelId: _label, ...ties }) => (
            <input
              {...ties}
              className="in"
              value={address}
              inputMode="url"
              spellCheck={false}
              onChange={(event) => setAddress(event.target.value)}
            />
          )}
        </Field>
        <Field label={t('Words of the card')}>
          {({ labelId: _label, ...ties }) => (
            <input
              {...ties}
              className="in"
              value={name}
              maxLength={200}
              onChange={(event) => setName(event.target.value)}
            />
          )}
        </Field>
      </div>
      <div className="acts">
        <Cancel onClose={onClose} />
        <button type="button" className="btn go" disabled={!address.trim()} onClick={apply}>
          {card ? t('Apply') : t('Insert')}
        </button>
      </div>
    </Dialog>
  )
}
