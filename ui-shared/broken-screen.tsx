import { useEffect } from 'react'
import { useRouteError } from 'react-router-dom'
import { t } from './i18n.ts'

const Words = () => {
  const error = useRouteError()
  useEffect(() => reportError(error), [error])
  return (
    <>
      <h1>{t('Something went wrong in this page. Load it again.')}</h1>
      <button type="button" className="btn go" onClick={() => window.location.reload()}>
        {t('Load again')}
      </button>
    </>
  )
}

/** What is shown within the shell when a screen breaks or cannot be loaded: a sentence, and the page can be loaded again. */
export const BrokenPart = () => (
  <div className="blank" role="alert">
    <Words />
  </div>
)

/** The same where no shell stands around it. */
export const BrokenScreen = () => (
  <main className="lost">
    <Words />
  </main>
)
