import { type FormEvent, useId, useState } from 'react'
import { Link } from 'react-router-dom'
import type { Resource } from '../../domain/resource.ts'
import type { SheetMode } from '../../domain/sheets/declaration.ts'
import { ApiError } from '../../ui-shared/api/error.ts'
import { Field } from '../../ui-shared/fields/field.tsx'
import { t } from '../../ui-shared/i18n.ts'
import { type Job, startJob, undoJob } from '../jobs/job.ts'
import { useJob } from '../jobs/use-job.ts'
import { CheckReport, Counts, type ImportChoice } from './check-report.tsx'
import { ProblemsTable } from './problems-table.tsx'
import { checkSheet, findReport, sheetAddress, type SheetReport } from './sheet-calls.ts'

type Step =
  | { kind: 'choose' | 'checking' }
  // A choice that could not be confirmed stays as it was made.
  | { kind: 'checked'; report: SheetReport; choice?: ImportChoice }
  | { kind: 'running'; report: SheetReport }
  | { kind: 'done'; report: SheetReport; job: Job }

const useImport = (resource: Resource, mode: string) => {
  const [step, setStep] = useState<Step>({ kind: 'choose' })
  const [error, setError] = useState<string>()
  const { run, progress, cancel } = useJob()

  const check = async (file: File | undefined, isUpdating: boolean) => {
    if (!file) return setError(t('Please choose a file.'))
    setError(undefined)
    setStep({ kind: 'checking' })
    try {
      setStep({ kind: 'checked', report: await checkSheet(resource.name, mode, file, isUpdating) })
    } catch (thrown) {
      setStep({ kind: 'choose' })
      setError(thrown instanceof ApiError ? thrown.message : t('Something went wrong on the server. Try again.'))
    }
  }

  const confirm = async (report: SheetReport, choice: ImportChoice) => {
    setStep({ kind: 'running', report })
    const begin = () => startJob(`/import/${report.check}`, choice)
    const job = await run({ total: report.total, start: begin })
    if (!job) return setStep({ kind: 'checked', report, choice })
    setStep({
      kind: 'done',
      job,
      report:
        job.failed > 0
          ? await findReport(report.check)
          : { ...report, problems: [], more: 0, changes: [], moreChanges: 0 },
    })
  }
  const leave = () => setStep({ kind: 'choose' })
  const undo = async ({ id, done }: Job) => {
    if (await run({ total: done, start: () => undoJob(id) })) leave()
  }
  return { step, error, check, confirm, undo, leave, progress, cancel }
}

const Choose = ({
  resource,
  name,
  mode,
  isBusy,
  error,
  onCheck,
}: {
  resource: Resource
  name: string
  mode: SheetMode
  isBusy: boolean
  error: string | undefined
  onCheck: (file: File | undefined, isUpdating: boolean) => void
}) => {
  const [file, setFile] = useState<File>()
  const [isUpdating, setUpdating] = useState(false)
  const id = useId()
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!isBusy) onCheck(file, isUpdating)
  }
  return (
    <form onSubmit={submit} noValidate aria-busy={isBusy}>
      <Field
        label={t('Spreadsheet')}
        isRequired
        error={error}
        hint={
          <>
            {t('An .xlsx file of at most 10 MB and 20,000 rows.')}{' '}
            <a className="link" href={sheetAddress.sample(resource.name, name)} download>
              {t('Sample file')}
            </a>
          </>
        }
      >
        {({ labelId: _, ...ties }) => (
          <input
            {...ties}
            className="in"
            type="file"
            name="xlsx"
            accept=".xlsx,application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
            onChange={(event) => setFile(event.currentTarget.files?.[0])}
          />
        )}
      </Field>
      {mode.verb === 'create' && (
        <label className="sheet-choice" htmlFor={id}>
          <input id={id} type="checkbox" checked={isUpdating} onChange={() => setUpdating(!isUpdating)} />
          {t('Also update existing')}
        </label>
      )}
      <div className="sheet-acts">
        <button type="submit" className="btn go" aria-disabled={isBusy}>
          {isBusy ? t('Checking…') : t('Submit')}
        </button>
      </div>
    </form>
  )
}

const JobsLink = () => (
  <Link className="link" to="/dashboard/jobs">
    {t('Jobs')}
  </Link>
)

/** One kind of upload: choose, check, confirm, progress, result. */
export const ImportPart = ({ resource, name, mode }: { resource: Resource; name: string; mode: SheetMode }) => {
  const { step, error, check, confirm, undo, leave, progress, cancel } = useImport(resource, name)
  const id = useId()
  return (
    <section className="fields" aria-labelledby={id}>
      <h2 className="caps legend" id={id}>
        {t(mode.label)}
      </h2>
      {(step.kind === 'choose' || step.kind === 'checking') && (
        <Choose
          {...{ resource, name, mode, error }}
          isBusy={step.kind === 'checking'}
          onCheck={(file, isUpdating) => void check(file, isUpdating)}
        />
      )}
      {step.kind === 'checked' && (
        <CheckReport
          {...{ resource }}
          report={step.report}
          choice={step.choice}
          onConfirm={(choice) => void confirm(step.report, choice)}
          onLeave={leave}
        />
      )}
      {step.kind === 'running' && (
        <div className="sheet-report">
          <p role="status">
            {t('The import goes on when you leave this page.')} <JobsLink />
          </p>
          <div className="sheet-acts">
            <progress
              className="meter"
              max={progress?.total ?? 1}
              value={progress?.done ?? 0}
              aria-label={t('{done} of {total} done', { done: progress?.done ?? 0, total: progress?.total ?? 0 })}
            />
            <button type="button" className="btn small" onClick={cancel}>
              {t('Cancel')}
            </button>
          </div>
        </div>
      )}
      {step.kind === 'done' && (
        <div className="sheet-report">
          <p role="status">
            {t('The import is finished.')} <JobsLink />
          </p>
          <Counts {...step.report} />
          {step.report.problems.length > 0 && <ProblemsTable report={step.report} />}
          <div className="sheet-acts">
            {step.job.done > step.job.unchanged && (
              <button type="button" className="btn" disabled={progress !== null} onClick={() => void undo(step.job)}>
                {t('Undo')}
              </button>
            )}
            <button type="button" className="btn" onClick={leave}>
              {t('Choose another file')}
            </button>
          </div>
        </div>
      )}
    </section>
  )
}
