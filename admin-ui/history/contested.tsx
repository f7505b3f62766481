import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useId } from 'react'
import type { Resource } from '../../domain/resource.ts'
import { t } from '../../ui-shared/i18n.ts'
import { FieldDiff } from '../diff/field-diff.tsx'
import { useNames } from '../diff/use-names.ts'
import type { FieldValue } from '../edit/fields/field-values.ts'
import { conflictsOf, merge } from '../edit/merge/merge.ts'
import { labelOfPart } from './versions.ts'

/** A part that later versions changed as well: before, after what is taken back, and now. */
export type ContestedPart = { name: string; before: unknown; base: unknown; now: unknown; isChoice: boolean }

/** What somebody chose for it. */
export type Answer = { kind: 'now' | 'before' | 'both'; value: unknown }

// What stands in a record is what forms hold of it, but for pictures, which are asked as a whole.
const asValue = (value: unknown) => (value ?? null) as FieldValue

/** Both brought together as in merging, null where they cannot be. */
const broughtTogether = async (resource: Resource, { name, before, base, now }: ContestedPart) => {
  const sides = { before: asValue(base), mine: asValue(now), theirs: asValue(before) }
  const merged = merge({
    before: { [name]: sides.before },
    mine: { [name]: sides.mine },
    theirs: { [name]: sides.theirs },
  })
  if (conflictsOf(merged).length === 0) return { value: merged.values[name] }
  const { mergeTexts } = await import('../edit/merge/merge-text.ts')
  const texts = await mergeTexts(resource, merged)
  return conflictsOf(texts).length === 0 ? { value: texts.values[name] } : null
}

const Offer = ({
  group,
  label,
  isChosen,
  onChoose,
  children,
}: {
  group: string
  label: string
  isChosen: boolean
  onChoose: () => void
  children: ReactNode
}) => (
  <div className="offer">
    <label className="check-line">
      <input type="radio" name={group} checked={isChosen} onChange={onChoose} />
      <span>{label}</span>
    </label>
    <div className="said">{children}</div>
  </div>
)

/** What stands of a part that was changed again since: as it is, as it was, or both together. */
export const Contested = ({
  resource,
  part,
  chosen,
  onChoose,
}: {
  resource: Resource
  part: ContestedPart
  chosen: Answer | undefined
  onChoose: (answer: Answer) => void
}) => {
  const group = useId()
  const { name, before, now, isChoice } = part
  const field = resource.fields[name]
  const nameOf = useNames(field ? [before, now].map((value) => [field, value] as const) : [])
  const { data: both = null } = useQuery({
    queryKey: [resource.name, 'together', part],
    queryFn: () => broughtTogether(resource, part),
    enabled: isChoice,
  })
  const label = t(labelOfPart(resource, name))
  if (!field || !isChoice)
    return (
      <section className="diff-field">
        <h2>{label}</h2>
        <p className="hint">{t('It was changed again since, so it stays as it is.')}</p>
      </section>
    )
  const shown = (to: unknown) => <FieldDiff {...{ field, to, nameOf }} from={now} files={[]} />
  return (
    <fieldset className="contested">
      <legend>{label}</legend>
      <p className="hint">{t('It was changed again since. Choose what stands.')}</p>
      <Offer
        {...{ group }}
        label={t('As it is now')}
        isChosen={chosen?.kind === 'now'}
        onChoose={() => onChoose({ kind: 'now', value: now })}
      >
        {null}
      </Offer>
      {both && (
        <Offer
          {...{ group }}
          label={t('Without this change, with those since')}
          isChosen={chosen?.kind === 'both'}
          onChoose={() => onChoose({ kind: 'both', value: both.value })}
        >
          {shown(both.value)}
        </Offer>
      )}
      <Offer
        {...{ group }}
        label={t('As it was before this change')}
        isChosen={chosen?.kind === 'before'}
        onChoose={() => onChoose({ kind: 'before', value: before })}
      >
        {shown(before)}
      </Offer>
    </fieldset>
  )
}
