import { closeSync, openSync } from 'node:fs'

// What a library opens while it is loaded, and a thread or a process while it starts; and some for whoever opens a file in the same moment.
const needed = 64

/** @throws EMFILE or ENFILE while the process may open hardly any more files */
export const checkRoom = (): void => {
  const opened: number[] = []
  try {
    while (opened.length < needed) opened.push(openSync(process.execPath, 'r'))
  } finally {
    for (const file of opened) closeSync(file)
  }
}
