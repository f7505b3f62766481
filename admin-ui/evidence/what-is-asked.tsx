import { isPersonType, personTypes } from '../../domain/person.ts'
import { DayRangeButton } from '../../ui-shared/fields/day-range-button.tsx'
import { Select } from '../../ui-shared/fields/select.tsx'
import { t } from '../../ui-shared/i18n.ts'
import { can } from '../../ui-shared/session/me.ts'
import { useMe } from '../../ui-shared/session/session.ts'
import { useFilterInput } from '../list/filters/use-filter-input.ts'
import { ActorFilter } from '../log/actor-filter.tsx'
import { kinds as recordKinds } from '../log/kinds.ts'
import type { Asked } from './exports.ts'

const kinds: Readonly<Record<Asked['kind'], string>> = {
  all: 'Everything',
  days: 'Some days',
  positions: 'From one position to another',
  record: 'One record',
  person: 'One person',
}

/** True when nothing is missing of what is asked. */
export const isComplete = ({ kind, from, to, first, last, resource, record }: Asked): boolean => {
  if (kind === 'days') return from !== '' || to !== ''
  if (kind === 'positions') return first !== '' || last !== ''
  if (kind === 'record') return resource !== '' && record !== ''
  return kind === 'all' || (isPersonType(resource) && record !== '')
}

type Props = { asked: Asked; change: (changed: Partial<Asked>) => void }
type ValueProps = Props & { name: keyof Asked; label: string; type: 'date' | 'number' }

const Value = ({ name, label, type, asked, change }: ValueProps) => {
  // A number counts with each digit: the button beside it goes by what is typed.
  const isWhole = type === 'number' ? () => true : undefined
  const input = useFilterInput(type, asked[name], (next) => change({ [name]: next }), isWhole)
  return (
    <label className="day">
      <span>{label}</span>
      <input className="in" name={name} min={type === 'number' ? 1 : undefined} {...input} />
    </label>
  )
}

const Days = ({ asked, change }: Props) => (
  <>
    <Value name="from" label={t('From')} type="date" asked={asked} change={change} />
    <Value name="to" label={t('To')} type="date" asked={asked} change={change} />
    <DayRangeButton
      label={t('Date')}
      days={{ from: asked.from, until: asked.to }}
      onChange={({ from, until }) => change({ from, to: until })}
    />
  </>
)

const Numbered = ({ asked, change, names }: Props & { names?: readonly string[] }) => (
  <>
    <Select
      aria-label={t('Affected Model')}
      placeholder={t('Choose…')}
      options={recordKinds
        .filter(({ name }) => names?.includes(name) ?? true)
        .map(({ name, label }) => ({ value: name, label: t(label) }))}
      value={asked.resource}
      onChange={(event) => change({ resource: event.target.value })}
    />
    <Value name="record" label={t('Number')} type="number" asked={asked} change={change} />
  </>
)

// Whoever may look people up in the trail finds them by name.
const Person = ({ asked, change }: Props) => {
  const isFound = can(useMe(), 'r-activity_trail')
  if (!isFound) return <Numbered asked={asked} change={change} names={personTypes} />
  const isChosen = isPersonType(asked.resource) && asked.record !== ''
  const choose = (actor: string) => {
    const [resource = '', record = ''] = actor.split('-')
    change({ resource, record })
  }
  return <ActorFilter actor={isChosen ? `${asked.resource}-${asked.record}` : ''} onChange={choose} />
}

/** The kind that a text names. */
export const kindOf = (text: string): Asked['kind'] =>
  (['days', 'positions', 'record', 'person'] as const).find((kind) => kind === text) ?? 'all'

const nothing = { from: '', to: '', first: '', last: '', resource: '', record: '' }

/** What a package is to be of. */
export const WhatIsAsked = ({ asked, change }: Props) => (
  <div className="filters log-filters">
    <Select
      aria-label={t('What the package is of')}
      options={Object.entries(kinds).map(([value, label]) => ({ value, label: t(label) }))}
      value={asked.kind}
      onChange={({ target: { value } }) => change({ ...nothing, kind: kindOf(value) })}
    />
    {asked.kind === 'days' && <Days asked={asked} change={change} />}
    {asked.kind === 'positions' && (
      <>
        <Value name="first" label={t('From')} type="number" asked={asked} change={change} />
        <Value name="last" label={t('To')} type="number" asked={asked} change={change} />
      </>
    )}
    {asked.kind === 'record' && <Numbered asked={asked} change={change} />}
    {asked.kind === 'person' && <Person asked={asked} change={change} />}
  </div>
)
