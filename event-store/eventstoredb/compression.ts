import type { Metadata } from '@grpc/grpc-js'
import { CompressionFilter } from '@grpc/grpc-js/build/src/compression-filter.js'

let isOff = false

/**
 * KurrentDB from 25.1 on gzips each message when grpc-js offers it, which has no option: subscriptions are ten times slower.
 * sendMetadata is grpc-js's private place: a test with a server that looks at the header guards it.
 */
export function offerNoCompression(): void {
  if (isOff) return
  isOff = true
  const original = CompressionFilter.prototype.sendMetadata
  CompressionFilter.prototype.sendMetadata = async function (metadata: Promise<Metadata>) {
    const headers = await original.call(this, metadata)
    headers.set('grpc-accept-encoding', 'identity')
    return headers
  }
}
