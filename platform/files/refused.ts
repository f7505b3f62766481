import { inEnglish, type Values } from '../../domain/message.ts'

/** A file or form that is not taken, with a message for the person who sent it. */
export class BadUpload extends Error {
  readonly statusCode: 400 | 408 | 413 | 415 | 422
  readonly id: string
  readonly values: Values
  constructor(statusCode: BadUpload['statusCode'], id: string, options: ErrorOptions & { values?: Values } = {}) {
    const { values = {}, ...rest } = options
    super(inEnglish({ id, values }), rest)
    this.name = 'BadUpload'
    this.statusCode = statusCode
    this.id = id
    this.values = values
  }
}

/** The bytes cannot be reached or written now, wherever they lie; nothing is lost by it. */
export class StorageAway extends Error {
  readonly statusCode = 503
  constructor(options?: ErrorOptions) {
    super('The file storage does not answer. Please try again in a moment.', options)
    this.name = 'StorageAway'
  }
}

/** There is no room for another file; what is stored stays readable. */
export class StorageFull extends Error {
  readonly statusCode = 507
  constructor(options?: ErrorOptions) {
    super('There is no room left for files. Please tell an administrator.', options)
    this.name = 'StorageFull'
  }
}
