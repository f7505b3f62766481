/**
 * A mail that was not handed over, or may not have been.
 * - `refused`: the server will never take it.
 * - `later`: it was certainly not taken; it may be the next time.
 * - `unknown`: the connection broke after the text was sent; it may have been taken.
 * The message never holds an address or a text. `answer` is what the server said, for whoever tries its settings; never logged.
 */
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
