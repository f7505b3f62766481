import { useState } from 'react'
import { useParams } from 'react-router-dom'
import { useConfig } from '../../ui-shared/config/use-config.ts'
import { useDocumentTitle } from '../../ui-shared/document-title.ts'
import { say, t } from '../../ui-shared/i18n.ts'
import { siteTitleOf } from '../../ui-shared/config/config.ts'
import { unsubscribe } from './digest-queries.ts'

/** Where the link in a mail about new posts leads: one press ends them, without a sign-in. Looking at it ends nothing, since mail scanners look. */
export const Component = () => {
  const { token = '' } = useParams()
  const [said, setSaid] = useState({ words: '', isWrong: false })
  const [isBusy, setBusy] = useState(false)
  useDocumentTitle(t('New posts by mail'), siteTitleOf(useConfig()))
  const end = async () => {
    setBusy(true)
    try {
      setSaid({ words: say((await unsubscribe(token)).message), isWrong: false })
    } catch (error) {
      setSaid({ words: error instanceof Error ? error.message : '', isWrong: true })
    }
    setBusy(false)
  }
  const isDone = said.words !== '' && !said.isWrong
  return (
    <div className="portal">
      <main id="main" className="wrap">
        <div className="article">
          <h1>{t('New posts by mail')}</h1>
          {!isDone && (
            <>
              <p>{t('You are told of new posts by mail. Do you want that to end?')}</p>
              <button type="button" className="btn go" aria-disabled={isBusy} onClick={() => void (isBusy || end())}>
                {isBusy ? t('Please Wait') : t('End these mails')}
              </button>
            </>
          )}
          <p role="status" className={said.isWrong ? 'wrong' : undefined}>
            {said.words}
          </p>
        </div>
      </main>
    </div>
  )
}
