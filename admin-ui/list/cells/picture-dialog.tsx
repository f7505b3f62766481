import { t } from '../../../ui-shared/i18n.ts'
import { Dialog } from '../../../ui-shared/overlay/dialog.tsx'
import { showDialog } from '../../../ui-shared/overlay/shown.tsx'

/** Shows a picture in full. */
export const showPicture = (link: string, title: string): void =>
  showDialog((close) => (
    <Dialog key={link} title={title} size="wide" onClose={close}>
      <img className="whole" src={link} alt={title} />
      <div className="acts">
        <a className="btn" href={link} target="_blank" rel="noopener noreferrer">
          {t('Open')}
        </a>
        <button type="button" className="btn go" autoFocus onClick={close}>
          {t('Close')}
        </button>
      </div>
    </Dialog>
  ))
