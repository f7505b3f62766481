import type { ComponentProps } from 'react'
import { Field, type FieldFrame } from './field.tsx'

type Input = Omit<ComponentProps<'input'>, 'id' | 'required'>
type Area = Omit<ComponentProps<'textarea'>, 'id' | 'required'>

const split = <T extends FieldFrame>({ label, hint, error, isRequired, aside, ...control }: T) => ({
  frame: { label, hint, error, aside, ...(isRequired === undefined ? {} : { isRequired }) },
  control,
})

/** One line of text; takes every attribute of an input, also what react-hook-form registers. */
export const TextField = (props: FieldFrame & Input) => {
  const { frame, control } = split(props)
  return (
    <Field {...frame}>{({ labelId: _, ...ties }) => <input className="in" type="text" {...control} {...ties} />}</Field>
  )
}

/** Several lines of text with label, hint and problem. */
export const TextArea = (props: FieldFrame & Area) => {
  const { frame, control } = split(props)
  return (
    <Field {...frame}>{({ labelId: _, ...ties }) => <textarea className="in" rows={2} {...control} {...ties} />}</Field>
  )
}
