/** What this device keeps under a name; null when nothing, also where the browser keeps nothing. */
export const keptOnDevice = (name: string): string | null => {
  try {
    return localStorage.getItem(name)
  } catch {
    return null
  }
}

/** Keeps a text on this device, also for the tabs that are open; null forgets it. Where the browser keeps nothing it holds for this page alone. */
export const keepOnDevice = (name: string, value: string | null): void => {
  try {
    if (value === null) localStorage.removeItem(name)
    else localStorage.setItem(name, value)
  } catch {
    // The page goes on with what it has.
  }
}
