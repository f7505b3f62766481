import type { ServerDuplexStream } from '@grpc/grpc-js'
import { write } from './fake-eventstoredb-log.ts'
import { type AppendAsked, pb, proposed, shared, type StoredEvent, streamName } from './fake-eventstoredb-messages.ts'

type Request = InstanceType<typeof pb.BatchAppendReq>
type Response = InstanceType<typeof pb.BatchAppendResp>

type Parts = {
  log: StoredEvent[]
  /** Asked of each append. */
  behaviourOf: (asked: AppendAsked) => string
  wake(): void
  isKilled(): boolean
}

/** Appends that come by one call: taken in order, each answered by its id. */
export const takeBatches = (call: ServerDuplexStream<Request, Response>, parts: Parts): void => {
  const coming = new Map<string, AppendAsked>()
  call.on('error', () => {})
  call.on('end', () => call.end())
  call.on('data', (request: Request) => {
    const id = request.getCorrelationId()
    const key = Buffer.from(id?.serializeBinary() ?? []).toString('base64')
    const options = request.getOptions()
    const asked = coming.get(key) ?? {
      stream: streamName(options?.getStreamIdentifier()),
      expected: options?.hasNoStream() ? -1 : Number(options?.getStreamPosition()),
      events: [],
    }
    asked.events.push(...request.getProposedMessagesList().map(proposed))
    coming.set(key, asked)
    if (!request.getIsFinal() || parts.isKilled()) return
    coming.delete(key)
    const behaviour = parts.behaviourOf(asked)
    if (behaviour === 'ignore') return
    const success = write(parts.log, asked).getSuccess()
    parts.wake()
    if (behaviour !== 'answer' || !success) return
    const at = success.getPosition()?.getCommitPosition() ?? '0'
    const position = new shared.AllStreamPosition().setCommitPosition(at).setPreparePosition(at)
    call.write(
      new pb.BatchAppendResp()
        .setCorrelationId(id)
        .setSuccess(
          new pb.BatchAppendResp.Success().setCurrentRevision(success.getCurrentRevision()).setPosition(position),
        ),
    )
  })
}
