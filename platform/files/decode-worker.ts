import { asError } from '../as-error.ts'
import { decodePicture } from './decode.ts'
import type { DecodeAnswer, DecodeJob } from './decode-job.ts'
import { BadUpload } from './refused.ts'

const answer = async ({ path, options }: DecodeJob): Promise<DecodeAnswer> => {
  try {
    return { kind: 'picture', picture: await decodePicture(path, options) }
  } catch (error) {
    if (error instanceof BadUpload)
      return { kind: 'refused', status: error.statusCode, id: error.id, values: error.values }
    return { kind: 'failed', message: asError(error).message }
  }
}

const say = (message: DecodeAnswer) => process.send?.(message)

process.on('message', (job: DecodeJob) => void answer(job).then(say))
// Without its parent there is nobody to decode for.
process.on('disconnect', () => process.exit())
say({ kind: 'ready' })
