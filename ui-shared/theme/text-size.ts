import { keepOnDevice } from '../kept/on-device.ts'

// From the size that the browser has to the largest; what each is stands in base.css.
export const textSizes = ['normal', 'large', 'larger'] as const
type TextSize = (typeof textSizes)[number]

const key = 'atrium.text-size'

/** The size in force; set before the first paint by public/early-v4.js. */
export const currentTextSize = (): TextSize => {
  const { textSize } = document.documentElement.dataset
  return textSizes.find((size) => size === textSize) ?? 'normal'
}

/** Shows texts in a size, which this device remembers. */
export const chooseTextSize = (size: string): void => {
  document.documentElement.dataset.textSize = size
  keepOnDevice(key, size === 'normal' ? null : size)
}
