import '../styles/board.css'
import '../styles/list.css'
import '../styles/log.css'
import '../styles/checkpoints.css'
import { t } from '../../ui-shared/i18n.ts'
import { can } from '../../ui-shared/session/me.ts'
import { useMe } from '../../ui-shared/session/session.ts'
import { AccessDenied, LoadError, PleaseWait } from '../../ui-shared/states.tsx'
import { PageHead } from '../shell/page-head.tsx'
import { useKeys, useSigned, useVerifications } from './calls.ts'
import { CheckpointList } from './checkpoint-list.tsx'
import { Keys } from './keys.tsx'
import { SeenCell } from './seen-cell.tsx'
import { SignedCell } from './signed-cell.tsx'
import { VerificationCell } from './verification-cell.tsx'
import { Witnesses } from './witnesses.tsx'

const Screen = () => {
  const signed = useSigned()
  const verifications = useVerifications()
  const keys = useKeys()
  const asked = [signed, verifications, keys]
  const failed = asked.filter(({ error }) => error)
  const retry = () => {
    for (const one of failed) void one.refetch()
  }
  return (
    <>
      {failed[0]?.error && <LoadError message={failed[0].error.message} onRetry={retry} />}
      {asked.some(({ isPending }) => isPending) && <PleaseWait />}
      {signed.data && verifications.data && keys.data && (
        <>
          <div className="board">
            <SignedCell signed={signed.data.data} keys={keys.data.data.keys} />
            <VerificationCell verifications={verifications.data.data} />
            <SeenCell />
          </div>
          <Witnesses witnesses={signed.data.data.witnesses} />
          <Keys keys={keys.data.data.keys} />
        </>
      )}
      <CheckpointList />
    </>
  )
}

/** What is signed of the log, who keeps it, and whether it still is what was signed (docs/specification/audit.md, L6). */
export const Component = () => {
  const mayRead = can(useMe(), 'r-audit')
  return (
    <>
      <PageHead
        title={t('Checkpoints')}
        facts={
          mayRead && t('Signed statements over the whole log, by which anybody can show that nothing was changed.')
        }
      />
      {mayRead ? <Screen /> : <AccessDenied />}
    </>
  )
}
