import { type JsonObject, splitStream } from '../../domain/event.ts'
import { configuration } from '../../domain/resources/configuration.ts'
import type { Queryable } from '../schema.ts'
import type { Consumer } from '../consumers/consumer.ts'

type Following = {
  /** Whether an event with this data names another mail server. */
  changes(data: JsonObject): boolean
  /** Told the version that the configuration has since then. */
  withdraw(version: number, client: Queryable): Promise<void>
}

/** Withdraws the approval of a mail server when the settings change, and tells the administrators. */
export const mailServerConsumer = ({ changes, withdraw }: Following): Consumer => ({
  name: 'mail-server',
  from: 'now',
  concerns: ({ stream, data }) => splitStream(stream).category === configuration.name && changes(data),
  handle: async ({ revision }, client) => withdraw(revision + 1, client),
})
