/** Resolves once, two seconds after the page began: what the first screen does not need is loaded then, so that it does not wait for it. */
export const settled: Promise<void> = new Promise((resolve) => {
  setTimeout(resolve, 2_000)
})
