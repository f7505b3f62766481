import { useState } from 'react'
import { missing, useSubmit } from '../../../ui-shared/auth/use-submit.ts'
import { amid, t } from '../../../ui-shared/i18n.ts'
import { Dialog } from '../../../ui-shared/overlay/dialog.tsx'
import { showDialog } from '../../../ui-shared/overlay/shown.tsx'
import { Acts } from '../../../ui-shared/profile/small-form.tsx'
import { ChoicesField } from '../../edit/fields/choices-field.tsx'
import { useChoices } from '../use-choices.ts'

/** The answer when what uses the record is to be left without any. */
export const nowhere = 0

/** `resource` is what is chosen from, by `label`, without the record `except`; `go` does it; `isOptional`: it may be none. */
type Asked = {
  resource: string
  label: string
  sentence: string
  except?: number
  isOptional?: boolean
  title: string
  go: string
}

const MoveDialog = ({
  resource,
  label,
  sentence,
  except,
  isOptional = false,
  title,
  go,
  settle,
}: Asked & { settle: (to: number | null) => void }) => {
  const [to, setTo] = useState('')
  const { options, ...choices } = useChoices(resource, [to])
  const { isBusy, errorOf, onSubmit } = useSubmit({
    check: () => missing({ to }, { to: t('{name} is required', { name: label }) }),
    act: async () => settle(Number(to)),
  })
  return (
    <Dialog title={title} onClose={() => settle(null)}>
      <form className="fields" onSubmit={onSubmit} noValidate>
        <p className="words">{sentence}</p>
        <ChoicesField
          frame={{ label: t('Move to'), error: errorOf('to'), isRequired: true }}
          choices={{ ...choices, options: options.filter(({ value }) => value !== except) }}
          name="to"
          value={to}
          placeholder={t('Select {thing}', { thing: amid(label) })}
          isDisabled={isBusy}
          autoFocus
          onChange={setTo}
        />
        {isOptional && (
          <p>
            <button type="button" className="link" onClick={() => settle(nowhere)}>
              {t('Leave them without one, and delete')}
            </button>
          </p>
        )}
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
