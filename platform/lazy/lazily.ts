import { checkRoom } from './room.ts'

/**
 * Loads modules with their first use. What a process could not read once it never gets, since Node keeps that failure, so nothing is loaded
 * while it may open hardly any more files. @throws EMFILE or ENFILE then, after which it may be asked again
 */
export const lazily = <T>(load: () => Promise<T>): (() => Promise<T>) => {
  let loading: Promise<T> | undefined
  return async () => {
    if (!loading) {
      checkRoom()
      loading = load()
    }
    return loading
  }
}
