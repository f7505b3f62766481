import { accessSync, constants, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'

const inMemory = '/dev/shm'
// The databases of a run come to less than two.
const gigabytesNeeded = 4

const hasRoom = (): boolean => {
  try {
    accessSync(inMemory, constants.W_OK)
    const { bavail, bsize } = statfsSync(inMemory)
    return bavail * bsize >= gigabytesNeeded * 2 ** 30
  } catch {
    return false
  }
}

/** Where databases and data folders of tests lie: in memory where there is room, since most of what a database does is to wait for its disk. */
export const fastFolder: string = hasRoom() ? inMemory : tmpdir()
