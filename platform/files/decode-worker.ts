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

// The picture is read by threads of its own, so that this one can watch what they use; whoever hears `slow` ends the process.
const watch = (seconds: number): NodeJS.Timeout => {
  const before = process.cpuUsage()
  return setInterval(
    () => {
      const { user, system } = process.cpuUsage(before)
      if (user + system > seconds * 1e6) say({ kind: 'slow' })
    },
    Math.min(100, seconds * 100),
  )
}

process.on('message', (job: DecodeJob) => {
  const watching = watch(job.seconds)
  void answer(job)
    .finally(() => clearInterval(watching))
    .then(say)
})
// Without its parent there is nobody to decode for.
process.on('disconnect', () => process.exit())
say({ kind: 'ready' })
