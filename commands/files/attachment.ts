import { fieldsOf } from '../../domain/read-input.ts'
import type { JsonObject } from '../../domain/event.ts'
import { fieldAt, isFile } from '../../domain/fields/walk.ts'
import { fieldProblem, rejectFields } from '../../domain/rejected.ts'
import type { Resource } from '../../domain/resource.ts'
import type { AnyFile } from '../../platform/files/any.ts'
import type { Attachment, Command } from '../command.ts'
import type { FileReader } from './read.ts'
import type { PictureStore } from './store.ts'

type Parts = { reader: FileReader; store: PictureStore; withdrawOf: (commandId: string) => Promise<void> }

/** @throws Rejected validation for a file that is sent to a place which takes none */
export const checkPlaces = (resource: Resource, verb: string, paths: readonly string[]): void => {
  const fields = fieldsOf(resource, verb)
  const strange = paths.filter((path) => {
    const field = fieldAt(fields, path)
    return !field || !isFile(field)
  })
  if (strange.length > 0)
    rejectFields(strange.map((path) => fieldProblem(path, 'unknown', '{name} does not take a file', { name: path })))
}

/** The files of a command, stored under its id: once, however often the command is tried. */
export const attachments =
  ({ reader, store, withdrawOf }: Parts) =>
  (command: Command): Attachment => {
    const { resource, verb, actor, commandId, correlationId = commandId, files = {} } = command
    const fields = fieldsOf(resource, verb)
    const pictures = new Map<string, AnyFile>()
    return {
      read: async () => {
        for (const [path, sent] of Object.entries(files)) {
          const field = fieldAt(fields, path)
          const picture =
            field?.kind === 'file'
              ? reader.readAttached(sent, command)
              : reader.readPicture(sent, command, { rasterise: resource.isSingleton === true })
          pictures.set(path, await picture)
        }
      },
      store: async (stream, author) => {
        const ids: JsonObject = {}
        for (const [path, picture] of pictures) {
          const named = { filename: files[path]?.filename ?? '', picture }
          const isPersonal = fieldAt(fields, path)?.isPersonal ?? false
          const owner = isPersonal ? (author ?? stream) : ''
          const about = { source: 'field' as const, actor, commandId, correlationId, field: path, stream, owner }
          ids[path] = (await store(named, about)).id
        }
        return ids
      },
      withdraw: () => withdrawOf(commandId),
    }
  }
