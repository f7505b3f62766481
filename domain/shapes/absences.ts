import * as z from 'zod/mini'
import type { Json } from '../event.ts'
import { list, object } from '../fields/composite.ts'
import { reference } from '../fields/reference.ts'
import { date } from '../fields/time.ts'
import { partsOf } from '../json.ts'
import { declaredMessage } from '../message.ts'

const [from, until] = [date({ label: 'First day', isRequired: true }), date({ label: 'Last day', isRequired: true })]

/** The colleague to turn to meanwhile. */
export const standIn = reference({ label: 'Stand-in', to: 'employee' })

const kept = list({
  label: 'Absences',
  hint: 'Colleagues see the days and the stand-in, and no reason. What is over is shown no more.',
  max: 20,
  isPersonal: true,
  of: object({ label: 'Absence', fields: { from, until, stand_in: standIn } }),
})

const isBackwards = (absence: Json): boolean => {
  const { from: first, until: last } = partsOf(absence)
  return typeof first === 'string' && typeof last === 'string' && last < first
}

const message = declaredMessage('{label} is before {earlier}', { label: until.label, earlier: from.label })

const idIn = (absence: Json): string | number => {
  const { id } = partsOf(absence)
  return typeof id === 'string' || typeof id === 'number' ? id : ''
}

/** Days on which somebody is away, from one to another, both included, each with who stands in. No field holds a reason: none is anybody's business. */
export const absences: typeof kept = {
  ...kept,
  input: z.pipe(
    kept.input,
    z.transform((value, context): Json => {
      const backwards = (Array.isArray(value) ? value : []).filter(isBackwards)
      for (const absence of backwards)
        context.issues.push({ code: 'custom', input: absence, path: [idIn(absence), 'until'], message })
      return backwards.length > 0 ? z.NEVER : value
    }),
  ),
}
