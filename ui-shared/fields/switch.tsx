import { type ComponentProps, type ReactNode, useId } from 'react'

type Input = Omit<ComponentProps<'input'>, 'type' | 'id'>

/** A tick with its words. */
export const Checkbox = ({ children, ...input }: Input & { children: ReactNode }) => (
  <label className="check-line">
    <input className="check" type="checkbox" {...input} />
    <span>{children}</span>
  </label>
)

/** On or off, with its label above, a word for the state beside it and a hint below. */
export const Switch = ({
  label,
  state,
  hint,
  error,
  ...input
}: Input & {
  label: string
  state?: ReactNode
  hint?: ReactNode
  error?: string | undefined
}) => {
  const id = useId()
  const described = [error && `${id}error`, hint && `${id}hint`].filter(Boolean).join(' ')
  return (
    <div className={error ? 'f bad' : 'f'}>
      <div className="label">
        <label htmlFor={id}>{label}</label>
      </div>
      <div className="line">
        <input
          className="switch"
          type="checkbox"
          role="switch"
          {...input}
          id={id}
          aria-describedby={described || undefined}
        />
        {state && <span className="dim">{state}</span>}
      </div>
      {error && (
        <p className="wrong" id={`${id}error`}>
          {error}
        </p>
      )}
      {hint && (
        <p className="hint" id={`${id}hint`}>
          {hint}
        </p>
      )}
    </div>
  )
}
