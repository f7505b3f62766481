import { Suspense, useRef } from 'react'
import { late } from '../parts/late.ts'
import type { SuggestProps } from './suggest.tsx'

const Suggest = late(async () => (await import('./suggest.tsx')).Suggest)

/** A line of text that suggests once its suggestions are loaded, and takes what is typed from the start. */
export const SuggestBox = (props: SuggestProps) => {
  const hasFocus = useRef(props.hasFocus === true)
  const plain = (
    <input
      className="in"
      type="text"
      id={props.id}
      name={props.name}
      aria-labelledby={props.labelId}
      aria-describedby={props.describedBy}
      aria-invalid={props.isInvalid === true || undefined}
      aria-required={props.isRequired === true || undefined}
      placeholder={props.placeholder}
      inputMode={props.inputMode}
      disabled={props.isDisabled === true}
      readOnly={props.isReadOnly === true}
      dir="auto"
      autoFocus={hasFocus.current}
      value={props.text}
      onChange={(event) => props.onText(event.target.value)}
      onFocus={() => {
        hasFocus.current = true
      }}
      onBlur={() => {
        hasFocus.current = false
      }}
    />
  )
  return (
    <Suspense fallback={plain}>
      <LoadedBox {...props} focus={hasFocus} />
    </Suspense>
  )
}

// Read when it is drawn for the first time: by then the plain box is gone.
const LoadedBox = ({ focus, ...props }: SuggestProps & { focus: { readonly current: boolean } }) => (
  <Suggest {...props} hasFocus={focus.current} />
)
