import type { Credentials, EventStoreDBClient } from '@eventstore/db-client'
import sharedMessages from '@eventstore/db-client/generated/shared_pb.js'
import messages from '@eventstore/db-client/generated/streams_pb.js'
import { Client, type ClientReadableStream } from '@grpc/grpc-js'

const { Empty } = sharedMessages
const { Options } = messages.ReadReq
const method = '/event_store.client.streams.Streams/Read'

const requestAfter = (position: bigint) => {
  const from = new Options.Position().setCommitPosition(String(position)).setPreparePosition(String(position))
  const start = new Options.AllOptions()
  const notSystem = new Options.FilterOptions.Expression().setRegex('^[^$].*')
  const filter = new Options.FilterOptions()
    .setEventType(notSystem)
    .setCount(new Empty())
    .setCheckpointintervalmultiplier(1)
  const options = new Options()
    .setAll(position === 0n ? start.setStart(new Empty()) : start.setPosition(from))
    .setSubscription(new Options.SubscriptionOptions())
    .setFilter(filter)
    .setUuidOption(new Options.UUIDOption().setString(new Empty()))
  return new messages.ReadReq().setOptions(options)
}

/**
 * The answers to a subscription to all but the server's own events, as bytes: the client's `subscribeToAll` spends twice as long on
 * each. It is the same call otherwise, made by private members of the client, which connects anew after its errors too.
 */
export const subscribeToBytes = (
  client: EventStoreDBClient,
  position: bigint,
  credentials: Credentials,
): Promise<ClientReadableStream<Buffer>> =>
  client['GRPCStreamCreator'](Client, 'subscribeToAll', (channel) =>
    channel.makeServerStreamRequest(
      method,
      (request: ReturnType<typeof requestAfter>) => Buffer.from(request.serializeBinary()),
      (answer) => answer,
      requestAfter(position),
      ...client['callArguments']({ credentials }, { deadline: Infinity }),
    ),
  )()
