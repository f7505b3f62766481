// All that is used of @eventstore/db-client and @grpc/grpc-js though they do not offer it. The compiler checks its types, and
// tests/event-store/eventstoredb-internals.test.ts what it does.
import { type Credentials, EventStoreDBClient } from '@eventstore/db-client'
import sharedMessages from '@eventstore/db-client/generated/shared_pb.js'
import streamServices from '@eventstore/db-client/generated/streams_grpc_pb.js'
import messages from '@eventstore/db-client/generated/streams_pb.js'
import { type Channel, Client, type ClientDuplexStream, type ClientReadableStream, type Metadata } from '@grpc/grpc-js'
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

type AppendRequest = InstanceType<typeof messages.BatchAppendReq>
type AppendResponse = InstanceType<typeof messages.BatchAppendResp>

/**
 * A call that takes appends one after the other. The client's own way to it begins another call when one has ended, without a word, so that what was
 * sent later may be written sooner; and an answer that it does not know ends the process.
 */
export const openAppends = (
  client: EventStoreDBClient,
  credentials: Credentials,
): Promise<ClientDuplexStream<AppendRequest, AppendResponse>> =>
  client['GRPCStreamCreator'](streamServices.StreamsClient, 'appendToStream', (channel) =>
    channel.batchAppend(...client['callArguments']({ credentials, requiresLeader: true }, { deadline: Infinity })),
  )()

/** An append for such a call. `expected` is the revision of the last event, or null for a stream that does not exist. */
export const appendRequest = (
  id: string,
  stream: string,
  expected: number | null,
  events: readonly { id: string; type: string; data: unknown; metadata?: unknown }[],
): AppendRequest => {
  const { Options: AppendOptions, ProposedMessage } = messages.BatchAppendReq
  const name = new sharedMessages.StreamIdentifier().setStreamName(Buffer.from(stream))
  const options = new AppendOptions().setStreamIdentifier(name)
  if (expected === null) options.setNoStream(new Empty())
  else options.setStreamPosition(String(expected))
  const proposed = events.map((event) => {
    const message = new ProposedMessage()
      .setId(new sharedMessages.UUID().setString(event.id))
      .setData(Buffer.from(JSON.stringify(event.data)))
      .setCustomMetadata(Buffer.from(JSON.stringify(event.metadata)))
    message.getMetadataMap().set('type', event.type).set('content-type', 'application/json')
    return message
  })
  return new messages.BatchAppendReq()
    .setCorrelationId(new sharedMessages.UUID().setString(id))
    .setOptions(options)
    .setProposedMessagesList(proposed)
    .setIsFinal(true)
}

/** An id in either of the two forms in which servers write it. */
const uuidOf = (id: InstanceType<typeof sharedMessages.UUID> | undefined): string => {
  const halves = id?.getStructured()
  if (!halves) return id?.getString() ?? ''
  const bits = [halves.getMostSignificantBits(), halves.getLeastSignificantBits()]
  const digits = bits.map((half) => BigInt.asUintN(64, BigInt(half)).toString(16).padStart(16, '0')).join('')
  return digits.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')
}

/** Which append an answer is about, and the name of what went wrong; null when nothing did. */
export const appendAnswer = (answer: AppendResponse): { id: string; refusal: string | null } => {
  const refused = answer.getError()
  return {
    id: uuidOf(answer.getCorrelationId()),
    refusal: refused ? (refused.getDetails()?.getTypeName() ?? refused.getMessage()) : null,
  }
}

/** The channel of a client: `dispose()` ends the streams only, and leaves the channel and the appends on it. */
export const channelOf = (client: EventStoreDBClient): Promise<Channel> => client['getChannel']()

/**
 * A client. While a cluster elects its leader, nobody is found: who asks is told so, but the client looks at the same failure again and leaves that to
 * nobody, which would end the process.
 */
export const openClient = (url: string): EventStoreDBClient => {
  const client = EventStoreDBClient.connectionString(url)
  const handle = client['handleError']
  client['handleError'] = (failed, error) => handle(failed, error).catch(() => {})
  return client
}

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
