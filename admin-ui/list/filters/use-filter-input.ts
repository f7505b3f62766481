import { type ChangeEvent, type KeyboardEvent, useEffect, useState } from 'react'

// While a year is typed, its first digits are a year of their own; so are those of a number, which counts when it is left or Enter is pressed.
const whole = {
  date: (text: string) => text === '' || text >= '1000',
  'datetime-local': (text: string) => text === '' || text >= '1000',
  number: () => false,
}

/**
 * The attributes of a filter's input. It shows each key at once, since the address follows later than the next key may come; `onSettle` is told what
 * is typed once `isWhole` holds for it, and whatever it is when the input is left or Enter is pressed.
 */
export const useFilterInput = (
  type: keyof typeof whole,
  value: string,
  onSettle: (value: string) => void,
  isWhole: (text: string) => boolean = whole[type],
) => {
  const [typed, setTyped] = useState(value)
  useEffect(() => setTyped(value), [value])
  const settle = () => {
    if (typed !== value) onSettle(typed)
  }
  return {
    type,
    value: typed,
    onChange: ({ target }: ChangeEvent<HTMLInputElement>) => {
      setTyped(target.value)
      if (isWhole(target.value)) onSettle(target.value)
    },
    onBlur: settle,
    onKeyDown: (event: KeyboardEvent<HTMLInputElement>) => {
      if (event.key === 'Enter') settle()
    },
  }
}
