import { file } from '../../domain/resources/file.ts'
import { fieldProblem, rejectFields } from '../../domain/rejected.ts'
import type { Log } from '../../event-store/log.ts'
import type { AnyFile } from '../../platform/files/any.ts'
import type { SentFile } from '../../platform/files/uploads.ts'
import type { Command, Dispatch, Outcome } from '../command.ts'
import { doneBefore } from '../outcome.ts'
import { loadRecord } from '../record.ts'
import type { FileReader } from './read.ts'
import type { PictureOrigin, PictureStore, storedBefore, StoredFile } from './store.ts'

type Parts = {
  log: Log
  reader: FileReader
  store: PictureStore
  storedBefore: ReturnType<typeof storedBefore>
  /** Keeps bytes that the file of this id is about to have. @throws StorageFull */
  keepBytes: (read: AnyFile, id: number) => Promise<void>
  dispatch: Dispatch
}

/** What is sent for itself and not with a record: files of the library, pictures in the midst of a text, and those that are proposed. */
export type Added = Omit<PictureOrigin, 'stream' | 'field' | 'source' | 'owner'> & {
  source: 'library' | 'editor' | 'review'
  /** What is said of it. */
  said?: Readonly<Record<string, unknown>>
  isFirstTry: boolean
  signal?: AbortSignal | undefined
}

/** Adds files, and puts others in their places under the same link. */
export const fileLibrary = ({ log, reader, store, keepBytes, dispatch, ...parts }: Parts) => ({
  add: async (sent: SentFile, { said = {}, isFirstTry, ...about }: Added): Promise<StoredFile> => {
    const field = about.source === 'library' ? 'file' : about.source
    // Before anything is read, which may be refused: there may be no room left, since the first run has stored it.
    const before = isFirstTry ? null : await parts.storedBefore({ commandId: about.commandId, field })
    if (before) return before
    const read = about.source === 'library' ? reader.readFile : reader.readPicture
    const named = { filename: sent.filename, picture: await read(sent, about), said }
    return store(named, { ...about, field, stream: null })
  },

  /** An edit of a file that comes with other bytes. @throws Rejected when those are of another kind */
  replace: async (sent: SentFile, command: Command): Promise<Outcome> => {
    const earlier = await doneBefore(log, command)
    if (earlier) return earlier
    const { id = 0 } = command
    const { state } = await loadRecord(log, file, id)
    const read = await reader.readFile(sent, command)
    const { hash, size, extension, width, height } = read
    const isPicture = width !== null
    if (state.status !== 'none' && (state.values.type === 'image') !== isPicture)
      rejectFields([
        fieldProblem(
          'file',
          'kind',
          isPicture ? 'A file cannot be replaced by a picture' : 'A picture can only be replaced by a picture',
        ),
      ])
    await keepBytes(read, id)
    // These only: what is read of a picture says more than a file holds.
    return dispatch({ ...command, supplied: { hash, size, extension, width, height } })
  },
})

export type FileLibrary = ReturnType<typeof fileLibrary>
