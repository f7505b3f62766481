import { type FormEvent, useRef, useState } from 'react'
import '../styles/edit.css'
import type { Resource, Verb } from '../../domain/resource.ts'
import { ApiError } from '../../ui-shared/api/error.ts'
import { say, t } from '../../ui-shared/i18n.ts'
import { showError } from '../../ui-shared/overlay/alert.tsx'
import { Dialog } from '../../ui-shared/overlay/dialog.tsx'
import { showDialog } from '../../ui-shared/overlay/shown.tsx'
import { Acts } from '../../ui-shared/profile/small-form.tsx'
import { asEntries, asParts, blankOf, type FieldValue, readValue } from '../edit/fields/field-values.ts'
import { isGiven } from '../edit/fields/given.ts'
import { FormLayout, partsOf } from '../edit/form-layout.tsx'
import { listOf, type Row } from '../list/row.ts'
import { bodyOf, problemsOf, valuesOf } from '../edit/form-values.ts'

/** `act` does the verb with what was asked for; `title` names what it is done to. */
type Asked = {
  resource: Resource
  /** The record, where it is one. */
  row?: Row
  /** What its fields begin with, where not empty. */
  begun?: Row
  name: string
  verb: Verb
  title: string
  act: (body: FormData | Record<string, unknown>) => Promise<void>
}

type Errors = Readonly<Record<string, string>>

const errorsOf = ({ errors }: ApiError): Errors =>
  Object.fromEntries(
    errors.map(({ property, constraints }) => [property, say(Object.values(constraints)[0] ?? property)]),
  )

// Lists of the record begin with its entries, in which nothing is said yet.
const startOf = (asked: Resource, heldBy: Resource, { row, begun }: Pick<Asked, 'row' | 'begun'>) =>
  Object.fromEntries(
    Object.entries(valuesOf(asked, begun ?? null)).map(([name, value]) => {
      const field = asked.fields[name]
      if (!isGiven(heldBy, name) || !field?.of || !row) return [name, value]
      const blank = asParts(blankOf(field.of))
      return [name, asEntries(readValue(row, name, field)).map(({ id }) => ({ id, ...blank }))]
    }),
  )

// A form for what the verb asks, as if that were a record of its own.
const useVerbForm = ({ resource, row, begun, verb, act }: Asked, close: () => void) => {
  const fields = Object.fromEntries(
    Object.entries(verb.input ?? {}).filter(
      ([name]) => !isGiven(resource, name) || (row && listOf(row, name).length > 0),
    ),
  )
  const asked: Resource = { ...resource, fields }
  const [values, setValues] = useState(() => startOf(asked, resource, { row, begun }))
  const [errors, setErrors] = useState<Errors>({})
  const [isBusy, setBusy] = useState(false)
  const element = useRef<HTMLFormElement>(null)
  const fail = (found: Errors) => {
    setErrors(found)
    const [first] = Object.keys(found)
    const control = first === undefined ? null : element.current?.elements.namedItem(first)
    if (control instanceof HTMLElement) control.focus()
  }
  const set = (field: string, value: FieldValue) => setValues((now) => ({ ...now, [field]: value }))
  const send = async () => {
    setBusy(true)
    try {
      await act(bodyOf(asked, values, Object.keys(values)))
      close()
    } catch (error) {
      if (error instanceof ApiError && error.errors.length > 0) fail(errorsOf(error))
      else showError(error)
    } finally {
      setBusy(false)
    }
  }
  const onSubmit = (event: FormEvent) => {
    event.preventDefault()
    const problems = Object.fromEntries(problemsOf(asked, values))
    if (Object.keys(problems).length > 0) return fail(problems)
    setErrors({})
    if (!isBusy) void send()
  }
  return { asked, values, set, errors, isBusy, element, onSubmit }
}

const VerbDialog = ({ close, ...about }: Asked & { close: () => void }) => {
  const { verb, title } = about
  const { asked, values, set, errors, isBusy, element, onSubmit } = useVerbForm(about, close)
  const valueOf = (name: string) => values[name] ?? null
  const form = {
    resource: asked,
    heldBy: about.resource,
    row: about.row ?? null,
    isBusy,
    progressOf: () => null,
    valueOf,
    errors,
  }
  return (
    <Dialog title={`${t(verb.label)}: ${title}`} size="wide" onClose={close}>
      <form ref={element} onSubmit={onSubmit} noValidate aria-busy={isBusy}>
        <FormLayout
          form={form}
          values={values}
          set={set}
          parts={partsOf(undefined, form.resource, form.row === null)}
        />
        <Acts go={t(verb.label)} isBusy={isBusy} onClose={close} />
      </form>
    </Dialog>
  )
}

/** Asks for what a verb needs, and does it; errors stand at their fields. */
export const showVerbDialog = (about: Asked): void =>
  showDialog((close) => (
    <VerbDialog key={`${about.resource.name}-${about.name}-${about.title}`} {...about} close={close} />
  ))
