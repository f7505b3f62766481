import '../styles/digest.css'
import { useQuery } from '@tanstack/react-query'
import { Select } from '../../ui-shared/fields/select.tsx'
import { t } from '../../ui-shared/i18n.ts'
import { categoriesQuery } from '../queries.ts'
import type { Choice } from './digest-queries.ts'
import { useChoice } from './use-choice.ts'

const words = { never: 'Never', daily: 'Once a day', weekly: 'Once a week' } as const
const options = (['never', 'daily', 'weekly'] as const).map((value) => ({ value, label: words[value] }))

const Categories = ({
  choice,
  keep,
  isBusy,
}: { choice: Choice } & Pick<ReturnType<typeof useChoice>, 'keep' | 'isBusy'>) => {
  const { data: known = [] } = useQuery(categoriesQuery)
  const toggle = (id: number, isChosen: boolean) => {
    const others = choice.categories.filter((one) => one !== id)
    void keep({ ...choice, categories: isChosen ? [...others, id] : others }, choice)
  }
  return (
    <fieldset className="bare" disabled={isBusy}>
      <legend>{t('Of these categories')}</legend>
      <p className="hint">{t('Of all where none is chosen.')}</p>
      {known.map(({ value, label }) => (
        <label key={value}>
          <input
            className="check"
            type="checkbox"
            checked={choice.categories.includes(Number(value))}
            onChange={({ target }) => toggle(Number(value), target.checked)}
          />
          <span dir="auto">{label}</span>
        </label>
      ))}
    </fieldset>
  )
}

/** On the profile: how often one is told of new posts by mail, and of which categories. */
export const OwnDigest = () => {
  const { choice, keep, isBusy, refusal } = useChoice()
  if (!choice) return null
  const choose = (frequency: string) => {
    const next = options.find(({ value }) => value === frequency)
    if (next) void keep({ ...choice, frequency: next.value }, choice)
  }
  return (
    <section className="own-digest" aria-label={t('New posts by mail')}>
      <h2 className="caps legend">{t('New posts by mail')}</h2>
      <Select
        aria-label={t('How often')}
        options={options.map(({ value, label }) => ({ value, label: t(label) }))}
        value={choice.frequency}
        disabled={isBusy}
        onChange={({ target }) => choose(target.value)}
      />
      {choice.frequency !== 'never' && <Categories {...{ choice, keep, isBusy }} />}
      {refusal && (
        <p className="wrong" role="alert">
          {refusal}
        </p>
      )}
    </section>
  )
}
