import { type KeyboardEvent, useId, useState } from 'react'
import { Field } from '../../ui-shared/fields/field.tsx'
import { t } from '../../ui-shared/i18n.ts'
import { Dialog } from '../../ui-shared/overlay/dialog.tsx'
import { useUnkept } from '../../ui-shared/overlay/unkept.ts'
import type { AddressBox } from './link-targets.ts'
import { wholeAddress } from './text/address.ts'

/** What the dialog starts with: the address of the link at the cursor, and whether words must be asked for. */
export type LinkDraft = { address: string; needsWords: boolean; isButton: boolean }

/** Asks for the address of a link, suggests what it may lead to, and asks for its words when none are selected. An empty address is given back by Remove. */
export const LinkDialog = ({
  draft,
  AddressBox,
  onApply,
  onClose,
}: {
  draft: LinkDraft
  AddressBox?: AddressBox | undefined
  onApply: (address: string, words: string, isButton: boolean) => void
  onClose: () => void
}) => {
  const [address, setAddress] = useState(draft.address)
  const [words, setWords] = useState('')
  const [isButton, setButton] = useState(draft.isButton)
  const [error, setError] = useState('')
  const wordsId = useId()
  useUnkept(address !== draft.address || words !== '' || isButton !== draft.isButton)
  const apply = () => {
    const whole = wholeAddress(address)
    if (whole) onApply(whole, words.trim(), isButton)
    else setError(t('Enter a web address, an e-mail address or a path that starts with /.'))
  }
  const applyOnEnter = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || !(event.target instanceof HTMLInputElement)) return
    if (event.target.type === 'checkbox') return
    event.preventDefault()
    // Enter takes what is highlighted among the suggestions.
    if (!event.target.hasAttribute('aria-activedescendant')) apply()
  }
  return (
    <Dialog title={draft.address ? t('Change link') : t('Add link')} onClose={onClose}>
      <div className="fields" onKeyDown={applyOnEnter}>
        <Field
          label={t('Address')}
          hint={t('An address, or words of the page, file or person that it leads to.')}
          isRequired
          error={error || undefined}
        >
          {({ labelId, ...ties }) =>
            AddressBox ? (
              <AddressBox
                {...{ labelId, ties }}
                text={address}
                onText={setAddress}
                onChoose={({ value, label }) => onApply(value, words.trim() || label, isButton)}
              />
            ) : (
              <input
                {...ties}
                className="in"
                value={address}
                inputMode="url"
                autoFocus
                spellCheck={false}
                onChange={(event) => setAddress(event.target.value)}
              />
            )
          }
        </Field>
        {draft.needsWords && (
          <div className="f">
            <label className="label" htmlFor={wordsId}>
              {t('Words of the link')}
            </label>
            <input id={wordsId} className="in" value={words} onChange={(event) => setWords(event.target.value)} />
          </div>
        )}
        <label className="check-line">
          <input
            className="check"
            type="checkbox"
            checked={isButton}
            onChange={(event) => setButton(event.target.checked)}
          />
          {t('Shown as a button')}
        </label>
      </div>
      <div className="acts">
        {draft.address && (
          <button type="button" className="btn danger first" onClick={() => onApply('', '', false)}>
            {t('Remove link')}
          </button>
        )}
        <button type="button" className="btn" onClick={onClose}>
          {t('Cancel')}
        </button>
        <button type="button" className="btn go" onClick={apply}>
          {t('Apply')}
        </button>
      </div>
    </Dialog>
  )
}
