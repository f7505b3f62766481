// All that is used of @eventstore/db-client and @grpc/grpc-js though they do not offer it. The compiler checks its types, and
// tests/event-store/eventstoredb-internals.test.ts what it does.
import type { Credentials, EventStoreDBClient } from '@eventstore/db-client'
import sharedMessages from '@eventstore/db-client/generated/shared_pb.js'
import messages from '@eventstore/db-client/generated/streams_pb.js'
import { type Channel, Client, type ClientReadableStream, type Metadata } from '@grpc/grpc-js'
import { CompressionFilter } from '@grpc/grpc-js/build/src/compression-filter.js'

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
 * each. It is the same call otherwise, made by protected members of the client, which connects anew after its errors too.
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

/** The channel of a client: `dispose()` ends the streams only, and leaves the channel and the appends on it. */
export const channelOf = (client: EventStoreDBClient): Promise<Channel> => client['getChannel']()

let isOff = false

/** KurrentDB from 25.1 on gzips each message when grpc-js offers it, which has no option: subscriptions are ten times slower. */
export const offerNoCompression = (): void => {
  if (isOff) return
  isOff = true
  const original = CompressionFilter.prototype.sendMetadata
  CompressionFilter.prototype.sendMetadata = async function (metadata: Promise<Metadata>) {
    const headers = await original.call(this, metadata)
    headers.set('grpc-accept-encoding', 'identity')
    return headers
  }
}
