import type { FormEvent } from 'react'
import { textOf } from '../../domain/json.ts'
import type { KeptForm, Typed } from './use-kept-form.ts'

/** The named texts of a form that differ from those it began with; null when none does. */
const typedIn = (form: HTMLFormElement, before: Readonly<Record<string, string>>): Typed | null => {
  const data = new FormData(form)
  const changed = Object.entries(before).filter(([name, text]) => (data.get(name) ?? text) !== text)
  return changed.length > 0 ? Object.fromEntries(changed.map(([name]) => [name, textOf(data.get(name))])) : null
}

/** For a form of plain texts, which began with `before`: what it begins with now, and what keeps what is typed; other fields are never kept. */
export const keptTexts = ({ found, keep }: KeptForm, before: Readonly<Record<string, string>>) => ({
  textOf: (name: string): string => {
    const typed = found?.values[name]
    return typeof typed === 'string' ? typed : (before[name] ?? '')
  },
  onInput: ({ currentTarget }: FormEvent<HTMLFormElement>) => keep(typedIn(currentTarget, before)),
})
