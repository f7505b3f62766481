import { mkdtempSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import S3rver from '@20minutes/s3rver'
import type { Bucket } from '../../platform/files/s3/client.ts'
import { fastFolder } from './fast-folder.ts'

/** A server that speaks S3, with a bucket `files`: keys are checked, what arrives is kept in a folder. */
export const openS3 = async () => {
  const directory = mkdtempSync(join(fastFolder, 'atrium-s3-'))
  const open = async (port: number) => {
    const server = new S3rver({
      port,
      address: '127.0.0.1',
      silent: true,
      directory,
      configureBuckets: [{ name: 'files', configs: [] }],
    })
    return { server, port: (await server.run()).port }
  }
  let running = await open(0)
  const { port } = running
  const bucket: Bucket = {
    endpoint: `http://127.0.0.1:${port}`,
    region: 'us-east-1',
    bucket: 'files',
    prefix: 'atrium/',
    accessKeyId: 'S3RVER',
    secretAccessKey: 'S3RVER',
  }
  return {
    bucket,
    directory,
    /** The variables that lead to it. */
    environment: {
      STORAGE_URL: 's3://files/atrium',
      S3_ENDPOINT: bucket.endpoint,
      S3_ACCESS_KEY_ID: bucket.accessKeyId,
      S3_SECRET_ACCESS_KEY: bucket.secretAccessKey,
    },
    stop: () => running.server.close(),
    start: async () => {
      running = await open(port)
    },
    close: async () => {
      await running.server.close().catch(() => undefined)
      await rm(directory, { recursive: true, force: true })
    },
  }
}
