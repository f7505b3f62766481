import { useId, useState } from 'react'
import type { Resource } from '../../domain/resource.ts'
import { t } from '../../ui-shared/i18n.ts'
import { thingsOf } from '../list/verbs.ts'
import { ChangesTable } from './changes-table.tsx'
import { ProblemsTable } from './problems-table.tsx'
import { sheetAddress, type SheetReport } from './sheet-calls.ts'

export type ImportChoice = { rows: 'all' | 'valid'; invite: boolean }

/** How many rows are new, change something, change nothing, cannot be taken. */
export const Counts = ({ created, changed, unchanged, refused }: SheetReport) => (
  <dl className="sheet-counts">
    {[
      [t('New'), created],
      [t('Changed'), changed],
      [t('Unchanged'), unchanged],
      [t('Refused'), refused],
    ].map(([label, count]) => (
      <div key={label} className={label === t('Refused') && refused > 0 ? 'bad' : ''}>
        <dt>{label}</dt>
        <dd className="num">{count}</dd>
      </div>
    ))}
  </dl>
)

/** What a check found, and the way on: import, or another file. Nothing is written before it is confirmed. */
export const CheckReport = ({
  resource,
  report,
  choice,
  onConfirm,
  onLeave,
}: {
  resource: Resource
  report: SheetReport
  /** What was chosen before. */
  choice: ImportChoice | undefined
  onConfirm: (choice: ImportChoice) => void
  onLeave: () => void
}) => {
  const { check, created, changed, refused } = report
  const invites = created > 0 && resource.signsIn !== undefined
  const [isValidOnly, setValidOnly] = useState(choice?.rows === 'valid')
  const [invite, setInvite] = useState(choice?.invite ?? invites)
  const id = useId()
  const count = created + changed
  const isAllowed = count > 0 && (refused === 0 || isValidOnly)
  return (
    <div className="sheet-report" role="group" aria-label={t('What the check found')}>
      <p role="status">{t('Nothing is changed yet. This is what the file would do:')}</p>
      <Counts {...report} />
      {refused > 0 && (
        <ProblemsTable report={report}>
          <a className="btn small" href={sheetAddress.problems(check)} download>
            {t('Download all problems')}
          </a>
          {count > 0 && (
            <label className="sheet-choice" htmlFor={`${id}valid`}>
              <input
                id={`${id}valid`}
                type="checkbox"
                checked={isValidOnly}
                onChange={() => setValidOnly(!isValidOnly)}
              />
              {t('Import only the valid rows')}
            </label>
          )}
        </ProblemsTable>
      )}
      {report.changes.length > 0 && <ChangesTable report={report} />}
      {invites && (
        <label className="sheet-choice" htmlFor={`${id}invite`}>
          <input id={`${id}invite`} type="checkbox" checked={invite} onChange={() => setInvite(!invite)} />
          {t('Invite everybody new by mail to set a password')}
        </label>
      )}
      <div className="sheet-acts">
        <button
          type="button"
          className="btn go"
          disabled={!isAllowed}
          onClick={() => onConfirm({ rows: isValidOnly ? 'valid' : 'all', invite: invites && invite })}
        >
          {count === 0
            ? t('Nothing to import')
            : t('Import {count} {things}', { count, things: thingsOf(resource, count) })}
        </button>
        <button type="button" className="btn bare" onClick={onLeave}>
          {t('Choose another file')}
        </button>
      </div>
    </div>
  )
}
