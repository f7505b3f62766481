/** `refused`: never taken; `later`: certainly not taken yet; `unknown`: broke after the text was sent. The message holds no address or text. */
export class MailFailure extends Error {
  readonly outcome: 'refused' | 'later' | 'unknown'
  constructor(outcome: MailFailure['outcome'], message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = 'MailFailure'
    this.outcome = outcome
  }
}
