import { useEffect, useRef } from 'react'

/** Focus goes to the first field with a sentence, which is then read out. */
export const useFocusOnError = (...errors: readonly (string | undefined)[]) => {
  const form = useRef<HTMLFormElement>(null)
  const said = errors.join('\n')
  useEffect(() => {
    const field = said.trim() ? form.current?.querySelector('[aria-invalid]') : null
    if (field instanceof HTMLElement) field.focus()
  }, [said])
  return form
}
