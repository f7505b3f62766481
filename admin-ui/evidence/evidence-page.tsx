import '../styles/list.css'
import '../styles/log.css'
import '../styles/evidence.css'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { t } from '../../ui-shared/i18n.ts'
import { showError } from '../../ui-shared/overlay/alert.tsx'
import { can } from '../../ui-shared/session/me.ts'
import { useMe } from '../../ui-shared/session/session.ts'
import { AccessDenied } from '../../ui-shared/states.tsx'
import { useAddress, withValues } from '../../ui-shared/use-address.ts'
import { PageHead } from '../shell/page-head.tsx'
import { type Asked, isUnderWay, startExport, useExports, useSize } from './exports.ts'
import { ExportList } from './export-list.tsx'
import { isComplete, kindOf, WhatIsAsked } from './what-is-asked.tsx'

const askedIn = (query: URLSearchParams): Asked => {
  const of = (name: string) => query.get(name) ?? ''
  return {
    kind: kindOf(of('kind')),
    from: of('from'),
    to: of('to'),
    first: of('first'),
    last: of('last'),
    resource: of('resource'),
    record: of('record'),
  }
}

/** What is asked, as the address keeps it. */
const useAsked = () => {
  const { query, change: changeAddress } = useAddress()
  const change = (changed: Partial<Asked>) => changeAddress((now) => withValues(now, changed), true)
  return { asked: askedIn(query), change }
}

const HowMany = ({ asked }: { asked: Asked }) => {
  const { data, error } = useSize(asked, isComplete(asked))
  if (!isComplete(asked)) return <p className="dim">{t('Choose what the package is to be about.')}</p>
  if (error) return <p className="problem">{error.message}</p>
  const count = data?.data.events ?? null
  return (
    <p aria-live="polite">
      {count !== null && t('{count, plural, =0 {No events} one {# event} other {# events}}', { count })}
    </p>
  )
}

const NewExport = ({ isBusy }: { isBusy: boolean }) => {
  const { asked, change } = useAsked()
  const [isStarting, setStarting] = useState(false)
  const client = useQueryClient()
  const start = async () => {
    setStarting(true)
    await startExport(asked).catch(showError)
    await client.invalidateQueries({ queryKey: ['evidence'] })
    setStarting(false)
  }
  return (
    <form
      className="sheet evidence"
      onSubmit={(event) => {
        event.preventDefault()
        void start()
      }}
    >
      <h2>{t('New package')}</h2>
      <WhatIsAsked asked={asked} change={change} />
      <HowMany asked={asked} />
      <p className="acts start">
        <button type="submit" className="btn go" disabled={isBusy || isStarting || !isComplete(asked)}>
          {t('Export')}
        </button>
      </p>
    </form>
  )
}

const Evidence = () => {
  const exports = useExports(true)
  return (
    <>
      <NewExport isBusy={exports.data?.data.some(isUnderWay) ?? false} />
      <ExportList exports={exports} />
    </>
  )
}

/** Packages of events with proof, for whoever checks them without this system (docs/specification/audit.md#evidence). */
export const Component = () => {
  const mayRead = can(useMe(), 'r-audit')
  return (
    <>
      <PageHead
        title={t('Evidence')}
        facts={mayRead && t('Events with their proof as one file, which anybody can check without this system.')}
      />
      {mayRead ? <Evidence /> : <AccessDenied />}
    </>
  )
}
