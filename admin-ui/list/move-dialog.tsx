import type { Option } from '../../ui-shared/api/answers.ts'
import { missing, useSubmit } from '../../ui-shared/auth/use-submit.ts'
import { SelectField } from '../../ui-shared/fields/select.tsx'
import { t } from '../../ui-shared/i18n.ts'
import { Dialog } from '../../ui-shared/overlay/dialog.tsx'
import { showDialog } from '../../ui-shared/overlay/shown.tsx'
import { Acts } from '../../ui-shared/profile/small-form.tsx'

/** `label` is what is chosen: the kind of record; `go` does it. */
type Asked = { label: string; sentence: string; options: readonly Option[]; title: string; go: string }

const MoveDialog = ({
  label,
  sentence,
  options,
  title,
  go,
  settle,
}: Asked & { settle: (to: number | null) => void }) => {
  const thing = label.toLowerCase()
  const { isBusy, errorOf, onSubmit } = useSubmit({
    check: (fields) => missing(fields, { to: t('{name} is required', { name: label }) }),
    act: async ({ to }) => settle(Number(to)),
  })
  return (
    <Dialog title={title} onClose={() => settle(null)}>
      <form className="fields" onSubmit={onSubmit} noValidate>
        <p className="words">{sentence}</p>
        <SelectField
          label={t('Move to')}
          name="to"
          isRequired
          autoFocus
          options={options}
          placeholder={t('Select {thing}', { thing })}
          error={errorOf('to')}
        />
        <Acts go={go} isBusy={isBusy} onClose={() => settle(null)} />
      </form>
    </Dialog>
  )
}

/** Asks to which record something is moved; null when that was called off. */
export const askWhereTo = (asked: Asked): Promise<number | null> =>
  new Promise((resolve) => {
    showDialog((close) => {
      const settle = (to: number | null) => {
        close()
        resolve(to)
      }
      return <MoveDialog key={asked.sentence} {...asked} settle={settle} />
    })
  })
