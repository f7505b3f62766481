import { type KeyboardEvent, type ReactNode, useEffect } from 'react'
import { FormLayout, type FormParts, partsOf } from './form-layout.tsx'
import { goTo } from './go-to.ts'

const textOf = ({ fields }: FormParts['form']['resource']) =>
  Object.entries(fields).find(([, { kind }]) => kind === 'html')?.[0]

// The form of a new record begins where one writes first; after the shell has told readers of a new screen.
const useFirstField = (name: string | undefined, isNew: boolean): void => {
  useEffect(() => {
    if (!isNew || name === undefined) return
    const frame = requestAnimationFrame(() =>
      document.querySelector<HTMLElement>(`[data-path="${CSS.escape(name)}"] .in`)?.focus({ preventScroll: true }),
    )
    return () => cancelAnimationFrame(frame)
  }, [name, isNew])
}

/**
 * The fields of a form in one column, or in two where its layout puts some of them beside the others; `children` stand above them,
 * `aside` below those beside. Enter in the title goes on to the text.
 */
export const FormColumns = ({
  layout,
  isLocked,
  aside,
  children,
  ...shared
}: FormParts & {
  layout: Parameters<typeof partsOf>[0]
  isLocked: boolean
  aside?: ReactNode
  children: ReactNode
}) => {
  const { resource, row } = shared.form
  const parts = partsOf(layout, resource, row === null)
  const beside = parts.filter((part) => part.isBeside)
  const title = parts[0]?.rows[0]?.[0]
  const text = textOf(resource)
  useFirstField(resource.isSingleton ? undefined : title, row === null)
  const goOn = (event: KeyboardEvent<HTMLElement>) => {
    if (event.key !== 'Enter' || event.nativeEvent.isComposing || !(event.target instanceof HTMLInputElement)) return
    if (!text || event.target.closest<HTMLElement>('[data-path]')?.dataset.path !== title) return
    event.preventDefault()
    goTo(text)
  }
  const fields = (some: typeof parts) => (
    <fieldset className="bare" disabled={isLocked}>
      <FormLayout parts={some} {...shared} />
    </fieldset>
  )
  const isSplit = beside.length > 0 || Boolean(aside)
  return (
    <div className={isSplit ? 'edit' : 'edit alone'} onKeyDown={goOn}>
      <div className="fields">
        {children}
        {fields(parts.filter((part) => !part.isBeside))}
      </div>
      {isSplit && (
        <div className="rail">
          {beside.length > 0 && fields(beside)}
          {aside}
        </div>
      )}
    </div>
  )
}
