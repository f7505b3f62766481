import { useEffect } from 'react'
import { isRouteErrorResponse, useParams, useRouteError } from 'react-router-dom'
import { AtriumDrawing } from './atrium-drawing.tsx'
import { useDocumentTitle } from './document-title.ts'
import { t } from './i18n.ts'

const sentences: Readonly<Record<string, string>> = {
  'error-v1': 'OOPS! Something went wrong here',
  'error-v2': 'OOPS! Something went wrong here',
  'error-v3': 'How did you get here',
  'error-v4': 'How did you get here',
  'error-v5': 'Nothing left to do here.',
  'error-v6': 'Nothing left to do here.',
}

const Lost = ({ code, words, children }: { code: string; words: string; children?: string }) => (
  <main className="lost">
    <div className="art">
      <AtriumDrawing seed={code + words} depth={9} />
    </div>
    <p className="code">{code}</p>
    <h1>{words}</h1>
    {children && <p className="dim">{children}</p>}
    <p>
      <a className="link" href="/">
        {t('Back to the first page')}
      </a>
    </p>
  </main>
)

/** The error page: 404 and one of its texts, by the name in the address (`/error/error-v1` to `-v6`; spec/decisions T22). */
export const ErrorPage = () => {
  const { style = 'error-v1' } = useParams()
  useDocumentTitle('404')
  return <Lost code="404" words={t(sentences[style] ?? 'OOPS! Something went wrong here')} />
}

/** What is shown when a screen breaks: a sentence, and the page can be loaded again. */
export const RouteErrorPage = () => {
  const error = useRouteError()
  const isMissing = isRouteErrorResponse(error) && error.status === 404
  useEffect(() => {
    if (!isMissing) reportError(error)
  }, [error, isMissing])
  if (isMissing) return <Lost code="404" words={t('OOPS! Something went wrong here')} />
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
