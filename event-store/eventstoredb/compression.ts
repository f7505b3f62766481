import type { Metadata } from '@grpc/grpc-js'
import { CompressionFilter } from '@grpc/grpc-js/build/src/compression-filter.js'

let isOff = false

/**
 * Tells servers not to compress. KurrentDB from 25.1 on gzips every message when the client offers it, which grpc-js always
 * does and has no option for; unpacking message by message makes subscriptions about ten times slower.
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
