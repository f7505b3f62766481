import { randomUUID } from 'node:crypto'
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { isAbsolute, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type Config, ConfigError } from '../config.ts'
import { makeFolder } from '../small-file.ts'
import type { Bucket } from './s3/client.ts'
import { s3Storage, tryBucket } from './s3/storage.ts'
import { type FileStorage, fileStorage } from './storage.ts'

type Place = Pick<Config, 'storageUrl' | 's3' | 'dataDir'>

const isS3 = (storageUrl: string | null): storageUrl is string => storageUrl?.startsWith('s3:') === true

/**
 * The folder that STORAGE_URL names, else `files` in DATA_DIR: with files in a bucket only what is under way lies there. @throws ConfigError for an
 * address that is no folder
 */
export const storageFolder = ({ storageUrl, dataDir }: Pick<Place, 'storageUrl' | 'dataDir'>): string => {
  if (storageUrl === null || isS3(storageUrl)) return join(dataDir, 'files')
  try {
    const folder = fileURLToPath(storageUrl)
    if (isAbsolute(folder)) return folder
  } catch (error) {
    throw new ConfigError('STORAGE_URL must be an address like file:///folder.', { cause: error })
  }
  throw new ConfigError('STORAGE_URL must be an address like file:///folder.')
}

/** The bucket that STORAGE_URL names, with how it is reached; null for a folder. @throws ConfigError naming the variable that lacks */
export const bucketOf = ({ storageUrl, s3 }: Pick<Place, 'storageUrl' | 's3'>): Bucket | null => {
  if (!isS3(storageUrl)) return null
  const [, bucket, path = ''] = /^s3:\/\/([a-z0-9][a-z0-9.-]{1,61}[a-z0-9])(?:\/([\w./-]*))?$/.exec(storageUrl) ?? []
  if (bucket === undefined)
    throw new ConfigError('STORAGE_URL must be an address like s3://bucket or s3://bucket/folder.')
  const { region, accessKeyId, secretAccessKey } = s3
  if (accessKeyId === null || secretAccessKey === null)
    throw new ConfigError('S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY must be set when STORAGE_URL names a bucket.')
  const folder = path.replace(/^\/+|\/+$/g, '')
  return {
    endpoint: s3.endpoint ?? `https://s3.${region}.amazonaws.com`,
    region,
    bucket,
    prefix: folder === '' ? '' : `${folder}/`,
    accessKeyId,
    secretAccessKey,
  }
}

/** Where files lie. @throws ConfigError */
export const openStorage = (place: Place): FileStorage => {
  const bucket = bucketOf(place)
  return bucket ? s3Storage(bucket, storageFolder(place)) : fileStorage(storageFolder(place))
}

/** Writes, reads and deletes a small file where files lie. @throws ConfigError naming the variable */
export const tryStorage = async (place: Place): Promise<void> => {
  const bucket = bucketOf(place)
  tryFolder(place.storageUrl === null || bucket ? 'DATA_DIR' : 'STORAGE_URL', storageFolder(place))
  if (bucket) await tryBucket(bucket, storageFolder(place))
}

/** Makes the folder and writes, reads and deletes a file in it. @param variable what named it @throws ConfigError naming the variable */
export const tryFolder = (variable: 'DATA_DIR' | 'STORAGE_URL', folder: string): void => {
  const file = join(folder, `try-${randomUUID()}`)
  try {
    makeFolder(folder)
    writeFileSync(file, variable, { mode: 0o600, flush: true })
    try {
      if (readFileSync(file, 'utf8') !== variable) throw new Error('it reads otherwise than it was written')
    } finally {
      rmSync(file)
    }
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? ` (${String(error.code)})` : ''
    throw new ConfigError(`${variable} must be a folder in which this user can write, read and delete${code}.`, {
      cause: error,
    })
  }
}
