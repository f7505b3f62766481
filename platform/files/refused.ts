/** A file or form that is not taken. The message is a sentence for the person who sent it. */
export class BadUpload extends Error {
  readonly statusCode: 400 | 408 | 413 | 415 | 422
  constructor(statusCode: BadUpload['statusCode'], message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = 'BadUpload'
    this.statusCode = statusCode
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
