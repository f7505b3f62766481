import { createRequire } from 'node:module'

// The stubs assign their exports at run time, where an import of names does not see them.
const require = createRequire(import.meta.url)
export const pb: typeof import('@eventstore/db-client/generated/streams_pb.js') = require('@eventstore/db-client/generated/streams_pb.js')
export const shared: typeof import('@eventstore/db-client/generated/shared_pb.js') = require('@eventstore/db-client/generated/shared_pb.js')
export const services: typeof import('@eventstore/db-client/generated/streams_grpc_pb.js') = require('@eventstore/db-client/generated/streams_grpc_pb.js')
const features: typeof import('@eventstore/db-client/generated/serverfeatures_pb.js') = require('@eventstore/db-client/generated/serverfeatures_pb.js')
export const featureServices: typeof import('@eventstore/db-client/generated/serverfeatures_grpc_pb.js') = require('@eventstore/db-client/generated/serverfeatures_grpc_pb.js')

export type AppendRequest = InstanceType<typeof pb.AppendReq>
export type AppendResponse = InstanceType<typeof pb.AppendResp>
export type ReadRequest = InstanceType<typeof pb.ReadReq>
export type ReadResponse = InstanceType<typeof pb.ReadResp>

/** An event in the fake server's log. */
export type StoredEvent = {
  stream: string
  revision: number
  position: bigint
  id: string
  type: string
  contentType: string
  data: Uint8Array
  metadata: Uint8Array
  created: number
}

/** What a client asked to append; -1 expects no stream. */
export type AppendAsked = {
  stream: string
  expected: number
  events: Omit<StoredEvent, 'stream' | 'revision' | 'position' | 'created'>[]
}

/** A message of either way to append: the two have the same fields. */
export function proposed(
  message: InstanceType<typeof pb.AppendReq.ProposedMessage | typeof pb.BatchAppendReq.ProposedMessage> | undefined,
): AppendAsked['events'][number] {
  return {
    id: message?.getId()?.getString() ?? '',
    type: message?.getMetadataMap().get('type') ?? '',
    contentType: message?.getMetadataMap().get('content-type') ?? '',
    data: message?.getData_asU8() ?? new Uint8Array(),
    metadata: message?.getCustomMetadata_asU8() ?? new Uint8Array(),
  }
}

export function readAppend(requests: readonly AppendRequest[]): AppendAsked {
  const options = requests[0]?.getOptions()
  if (!options || !(options.hasNoStream() || options.hasRevision()))
    throw new Error('an append without an expected revision')
  const events = requests.slice(1).map((request) => proposed(request.getProposedMessage()))
  const expected = options.hasNoStream() ? -1 : Number(options.getRevision())
  return { stream: streamName(options.getStreamIdentifier()), expected, events }
}

export function streamName(identifier: InstanceType<typeof shared.StreamIdentifier> | undefined): string {
  return Buffer.from(identifier?.getStreamName_asU8() ?? []).toString('utf8')
}

export function appended(revision: number, position: bigint): AppendResponse {
  const at = new pb.AppendResp.Position().setCommitPosition(`${position}`).setPreparePosition(`${position}`)
  return new pb.AppendResp().setSuccess(new pb.AppendResp.Success().setCurrentRevision(`${revision}`).setPosition(at))
}

export function wrongVersion(asked: AppendAsked, actual: number): AppendResponse {
  const wrong = new pb.AppendResp.WrongExpectedVersion()
  if (actual < 0) wrong.setCurrentNoStream(new shared.Empty())
  else wrong.setCurrentRevision(`${actual}`)
  if (asked.expected < 0) wrong.setExpectedNoStream(new shared.Empty())
  else wrong.setExpectedRevision(`${asked.expected}`)
  return new pb.AppendResp().setWrongExpectedVersion(wrong)
}

export function eventResponse(event: StoredEvent): ReadResponse {
  const name = new shared.StreamIdentifier().setStreamName(Buffer.from(event.stream))
  const record = new pb.ReadResp.ReadEvent.RecordedEvent()
    .setId(new shared.UUID().setString(event.id))
    .setStreamIdentifier(name)
    .setStreamRevision(`${event.revision}`)
    .setCommitPosition(`${event.position}`)
    .setPreparePosition(`${event.position}`)
    .setData(event.data)
    .setCustomMetadata(event.metadata)
  record
    .getMetadataMap()
    .set('type', event.type)
    .set('content-type', event.contentType)
    .set('created', `${event.created}0000`)
  return new pb.ReadResp().setEvent(new pb.ReadResp.ReadEvent().setEvent(record).setCommitPosition(`${event.position}`))
}

export function notFound(stream: string): ReadResponse {
  const name = new shared.StreamIdentifier().setStreamName(Buffer.from(stream))
  return new pb.ReadResp().setStreamNotFound(new pb.ReadResp.StreamNotFound().setStreamIdentifier(name))
}

export function confirmation(): ReadResponse {
  return new pb.ReadResp().setConfirmation(new pb.ReadResp.SubscriptionConfirmation().setSubscriptionId('fake'))
}

/** What a server says it can do: the batch path, which the client then takes unless it is kept from it. */
export function offersBatches(): InstanceType<typeof features.SupportedMethods> {
  const method = new features.SupportedMethod()
  method.setServiceName('event_store.client.streams.Streams')
  method.setMethodName('BatchAppend')
  const answer = new features.SupportedMethods()
  answer.setMethodsList([method])
  answer.setEventStoreServerVersion('23.10.8')
  return answer
}
