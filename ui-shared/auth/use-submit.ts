import { type FormEvent, useState } from 'react'
import { ApiError, sentencesOf } from '../api/error.ts'

/** What a small form knows of itself: whether it is on its way, and what the server refused. */
export type Submit = {
  isBusy: boolean
  refusal: readonly string[] | null
  /** The first sentence for a field. */
  errorOf: (field: string) => string | undefined
  onSubmit: (event: FormEvent<HTMLFormElement>) => void
}

const problemsOf = (error: unknown): Record<string, string> =>
  error instanceof ApiError
    ? Object.fromEntries(
        error.errors.map((problem) => [problem.property, Object.values(problem.constraints)[0] ?? error.message]),
      )
    : {}

// In the order of the form, so that who mends one after the other goes down.
const focusFirst = (form: HTMLFormElement, problems: Record<string, string>): void => {
  const isBad = (control: Element) => Object.hasOwn(problems, control.getAttribute('name') ?? '')
  const first = [...form.elements].find(isBad)
  if (first instanceof HTMLElement) first.focus()
}

/**
 * A small form, read when submitted: `check` answers sentences of wrong fields, an ApiError of `act` becomes the refusal. The first
 * wrong field has the focus, also once a dialog that `onRefused` opens is closed.
 */
export const useSubmit = (options: {
  check: (fields: Record<string, string>) => Record<string, string>
  act: (fields: Record<string, string>) => Promise<void>
  onRefused?: (error: unknown) => void
}): Submit => {
  const [isBusy, setBusy] = useState(false)
  const [problems, setProblems] = useState<Record<string, string>>({})
  const [refusal, setRefusal] = useState<readonly string[] | null>(null)
  const send = async (form: HTMLFormElement, fields: Record<string, string>) => {
    setBusy(true)
    setRefusal(null)
    try {
      await options.act(fields)
    } catch (error) {
      const found = problemsOf(error)
      setProblems(found)
      focusFirst(form, found)
      options.onRefused?.(error)
      setRefusal(error instanceof ApiError ? sentencesOf(error) : [String(error)])
    } finally {
      setBusy(false)
    }
  }
  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (isBusy) return
    const entries = [...new FormData(event.currentTarget)].map(([name, value]) => [
      name,
      typeof value === 'string' ? value : '',
    ])
    const fields: Record<string, string> = Object.fromEntries(entries)
    const found = options.check(fields)
    setProblems(found)
    focusFirst(event.currentTarget, found)
    if (Object.keys(found).length === 0) void send(event.currentTarget, fields)
  }
  return { isBusy, refusal, errorOf: (field) => problems[field], onSubmit }
}

/** The named fields that are empty, each with its sentence. */
export const missing = (fields: Record<string, string>, sentences: Record<string, string>): Record<string, string> =>
  Object.fromEntries(Object.entries(sentences).filter(([name]) => !fields[name]?.trim()))
