import { type Actor, streamOf } from '../../domain/event.ts'
import { type AnyFile, kindOf } from '../../platform/files/any.ts'
import type { DecodeOptions } from '../../platform/files/decode.ts'
import type { PictureDecoder } from '../../platform/files/decoder.ts'
import { isEmployee } from '../../domain/person.ts'
import { BadUpload } from '../../platform/files/refused.ts'
import type { SentFile } from '../../platform/files/uploads.ts'

/** For whom a file is read, and until when. */
export type Asker = { actor: Actor; signal?: AbortSignal | undefined }

type Parts = {
  decoder: Pick<PictureDecoder, 'decode'>
  /** In bytes: all pictures of one person together. */
  quota: number
  /** How many bytes the read models know somebody to have stored. */
  storedBy: (actor: Actor) => Promise<number>
}

const tooManyPictures = 'Your pictures would take up more than {max} MB, which is all that one person has.'
const tooManyFiles = 'Your files would take up more than {max} MB, which is all that one person has.'

/** Reads what was sent, pictures apart from this process; what they are read into lies beside what was sent. */
export const fileReader = ({ decoder, quota, storedBy }: Parts) => {
  const checkRoom = async (actor: Actor, size: number, sentence = tooManyPictures) => {
    if ((await storedBy(actor)) + size <= quota) return
    throw new BadUpload(413, sentence, { values: { max: Math.floor(quota / 1e6) } })
  }
  const decode = (path: string, { actor, signal }: Asker, options: DecodeOptions = {}): Promise<AnyFile> =>
    decoder.decode(path, { ...options, person: streamOf(actor.type, actor.id), ...(signal ? { signal } : {}) })
  const readFile = async ({ path, filename, hash, size }: SentFile, asker: Asker): Promise<AnyFile> => {
    const kind = await kindOf(path, filename)
    if (kind === 'picture') return decode(path, asker)
    return { path, hash, size, extension: kind.extension, width: null, height: null }
  }
  return {
    /** @throws BadUpload, also when the person has no room left; Rejected unavailable when too many wait */
    readPicture: async ({ path }: SentFile, asker: Asker, options?: DecodeOptions): Promise<AnyFile> => {
      await checkRoom(asker.actor, 0)
      const picture = await decode(path, asker, options)
      await checkRoom(asker.actor, picture.size)
      return picture
    },
    /** Any file, for those whom the library was given to: pictures are decoded, all else stays as it is. @throws as `readPicture` */
    readFile,
    /** Any file that goes with a record. Employees have room for so much; staff send what their work asks for. @throws as `readPicture` */
    readAttached: async (sent: SentFile, asker: Asker): Promise<AnyFile> => {
      if (!isEmployee(asker.actor)) return readFile(sent, asker)
      await checkRoom(asker.actor, 0, tooManyFiles)
      const read = await readFile(sent, asker)
      await checkRoom(asker.actor, read.size, tooManyFiles)
      return read
    },
  }
}

export type FileReader = ReturnType<typeof fileReader>
