import { useParams } from 'react-router-dom'
import { AtriumDrawing } from './drawings/atrium-drawing.tsx'
import { siteTitleOf } from './config/config.ts'
import { useDocumentTitle } from './document-title.ts'
import { t } from './i18n.ts'
import { useConfigOnce } from './config/use-config-once.ts'
import { useFavicon } from './config/use-favicon.ts'

const sentences: Readonly<Record<string, string>> = {
  'error-v1': 'OOPS! Something went wrong here',
  'error-v2': 'OOPS! Something went wrong here',
  'error-v3': 'How did you get here',
  'error-v4': 'How did you get here',
  'error-v5': 'Nothing left to do here.',
  'error-v6': 'Nothing left to do here.',
}

/** The error page: 404 and one of its texts, by the name in the address (`/error/error-v1` to `-v6`; T22). */
export const Component = () => {
  const { style = 'error-v1' } = useParams()
  const words = t(sentences[style] ?? 'OOPS! Something went wrong here')
  const config = useConfigOnce()
  useDocumentTitle('404', siteTitleOf(config))
  useFavicon(config.favicon_url)
  return (
    <main className="lost">
      <div className="art">
        <AtriumDrawing seed={`404${words}`} depth={9} />
      </div>
      <p className="code">404</p>
      <h1>{words}</h1>
      <p>
        <a className="link" href="/">
          {t('Back to the first page')}
        </a>
      </p>
    </main>
  )
}
