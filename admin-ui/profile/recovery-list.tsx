import { useState } from 'react'
import { formatDate } from '../../ui-shared/date.tsx'
import { t } from '../../ui-shared/i18n.ts'
import { Icon } from '../../ui-shared/drawings/icons.tsx'
import { saveFile } from '../../ui-shared/save-file.ts'

const fileName = 'atrium-recovery-codes.txt'

const fileOf = (codes: readonly string[], userName: string): string =>
  [
    t('Recovery codes of {userName} at {site}', { userName, site: location.host }),
    t('Made on {date}. Each works once.', { date: formatDate(new Date()) }),
    '',
    ...codes,
    '',
    t('To sign in with one: enter user name and password, choose “Use a recovery code”, and type it.'),
    '',
  ].join('\n')

/** Ten codes to keep: on the clipboard, in a file, on paper. `userName` stands in the file. */
export const RecoveryList = ({
  codes,
  userName,
  onClose,
}: {
  codes: readonly string[]
  userName: string
  onClose: () => void
}) => {
  const [note, setNote] = useState('')
  const copy = async () => {
    try {
      // There is no clipboard on plain http beyond this machine, and the browser may refuse.
      await navigator.clipboard.writeText(codes.join('\n'))
      setNote(t('Copied.'))
    } catch {
      setNote(t('The browser does not let this page copy. Download the codes, or write them down.'))
    }
  }
  const save = () => {
    saveFile(fileName, fileOf(codes, userName), 'text/plain')
    setNote(t('Saved as {name}.', { name: fileName }))
  }
  return (
    <>
      <p className="words">{t('Keep them where you find them without your mailbox. They are shown only this once.')}</p>
      <ul className="codes mono" aria-label={t('Recovery codes')}>
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <p className="words">
        {t('To sign in with one: enter user name and password, choose “Use a recovery code”, and type it.')}
      </p>
      <p className="dim" role="status">
        {note}
      </p>
      <div className="acts">
        <button type="button" className="btn" autoFocus onClick={() => void copy()}>
          <Icon name="copy" />
          {t('Copy')}
        </button>
        <button type="button" className="btn" onClick={save}>
          <Icon name="file" />
          {t('Download')}
        </button>
        <button type="button" className="btn go" onClick={onClose}>
          {t('Done')}
        </button>
      </div>
    </>
  )
}
