import { t } from '../../ui-shared/i18n.ts'

/** Sends a form of the portal; says so while it is on its way. */
export const SendButton = ({ isBusy }: { isBusy: boolean }) => (
  <button type="submit" className="btn go" disabled={isBusy}>
    {isBusy ? t('Please Wait') : t('Submit')}
  </button>
)
