/** A mail that is `refused` for good, may go `later`, or was perhaps taken (`unknown`). `answer` is the server's word, which is never logged. */
export class MailFailure extends Error {
  readonly outcome: 'refused' | 'later' | 'unknown'
  readonly answer: string
  constructor(outcome: MailFailure['outcome'], message: string, options: ErrorOptions & { answer?: string } = {}) {
    super(message, options)
    this.name = 'MailFailure'
    this.outcome = outcome
    this.answer = options.answer ?? ''
  }
}
