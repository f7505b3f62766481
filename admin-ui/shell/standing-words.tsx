import { t } from '../../ui-shared/i18n.ts'

/** How far what is shown lags behind what is kept. */
export type Standing = { isHalted: boolean; deadLetteredStreams: number }

const wordsOf = ({ isHalted, deadLetteredStreams }: Standing): { title: string; meaning: string } => {
  if (isHalted)
    return {
      title: t('New changes are kept, but do not show at present.'),
      meaning: t('One of them cannot be read, and Atrium waits there so that nobody gets or keeps access by mistake.'),
    }
  return {
    title: t('{count, plural, one {One record shows} other {# records show}} an older state.', {
      count: deadLetteredStreams,
    }),
    meaning: t('A later change is kept, but cannot be read, so it is missing in lists and on the portal.'),
  }
}

/** The notice that records are out of date, or that nothing new is shown. */
export const StandingWords = ({ standing }: { standing: Standing }) => {
  const { title, meaning } = wordsOf(standing)
  return (
    <div className={standing.isHalted ? 'notice bad' : 'notice'}>
      <p>
        <strong>{title}</strong> {meaning}{' '}
        {t('Please tell whoever runs the server: its log names the cause, and the guide to operations the remedy.')}
      </p>
    </div>
  )
}
