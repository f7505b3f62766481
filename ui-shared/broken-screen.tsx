import { useEffect } from 'react'
import { useRouteError } from 'react-router-dom'
import { t } from './i18n.ts'

/** What is shown when a screen breaks: a sentence, and the page can be loaded again. */
export const BrokenScreen = () => {
  const error = useRouteError()
  useEffect(() => reportError(error), [error])
  return (
    <main className="lost">
      <h1>{t('Something went wrong in this page. Load it again.')}</h1>
      <p className="dim">{error instanceof Error ? error.message : ''}</p>
      <button type="button" className="btn go" onClick={() => window.location.reload()}>
        {t('Load again')}
      </button>
    </main>
  )
}
