import { ApiError, sentencesOf } from '../api/error.ts'
import { t } from '../i18n.ts'
import { Dialog } from './dialog.tsx'
import { createStore, useStore } from './store.ts'

type Alert = { title: string; sentences: readonly string[] }

const alerts = createStore<readonly Alert[]>([])

/** Shows an alert dialog with a title, sentences and OK. */
export const showAlert = (title: string, sentences: readonly string[]): void =>
  alerts.set((now) => [...now, { title, sentences }])

/** Tells a failure in a dialog titled ERROR (T2); a lost sign-in has its own way. */
export const showError = (error: unknown): void => {
  if (!(error instanceof ApiError)) {
    // Not an answer of the server, so a mistake of ours: it belongs into the console as well.
    reportError(error)
    showAlert(t('ERROR'), [t('Something went wrong in this page. Load it again.')])
    return
  }
  if (error.status !== 401) showAlert(t('ERROR'), sentencesOf(error))
}

/** Where alerts appear; one per app. */
export const AlertHost = () => {
  const [alert] = useStore(alerts)
  if (!alert) return null
  const close = () => alerts.set((now) => now.slice(1))
  return (
    <Dialog key={alert.sentences.join()} title={alert.title} role="alertdialog" onClose={close}>
      <div className="words">
        {alert.sentences.length === 1 ? (
          <p>{alert.sentences[0]}</p>
        ) : (
          <ul>
            {alert.sentences.map((line) => (
              <li key={line}>{line}</li>
            ))}
          </ul>
        )}
      </div>
      <div className="acts">
        <button type="button" className="btn go" autoFocus onClick={close}>
          {t('OK')}
        </button>
      </div>
    </Dialog>
  )
}
