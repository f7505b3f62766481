import { type ChildProcess, fork } from 'node:child_process'
import { constants, setPriority } from 'node:os'
import { Rejected } from '../../domain/rejected.ts'
import { checkRoom } from '../lazy/room.ts'
import { workerFile } from '../worker-file.ts'
import type { DecodeOptions, Picture } from './decode.ts'
import type { DecodeAnswer } from './decode-job.ts'
import { BadUpload } from './refused.ts'

export type PictureDecoder = {
  /** As `decodePicture`, in fair turns for each `person`, until `signal`. @throws BadUpload also when too slow; Rejected unavailable when many wait; EMFILE when no process can be started */
  decode(path: string, asked: DecodeOptions & { person: string; signal?: AbortSignal }): Promise<Picture>
  close(): void
}

type Waiting = {
  path: string
  options: DecodeOptions
  person: string
  resolve(picture: Picture): void
  reject(error: Error): void
}

/** `seconds` of processor time; `elapsed` by the clock, for what uses none or is never given any. */
type Limits = { seconds: number; elapsed: number; waiting: number; waitingPerPerson: number; idleSeconds: number }

const usual: Limits = { seconds: 10, elapsed: 20, waiting: 24, waitingPerPerson: 4, idleSeconds: 30 }

const busy = () =>
  new Rejected('Too many pictures are being read at the moment. Please try again.', 'unavailable', {
    data: { retryAfter: 5 },
  })
const givenUp = () => new BadUpload(400, 'The picture was given up.')
const tooSlow = () => new BadUpload(422, 'The picture takes too long to read.')

/** A process of its own, ended when idle: native code that hangs can be ended in no other way (docs/decisions/files/0046). */
export const pictureDecoder = (limits: Partial<Limits> = {}): PictureDecoder => {
  const { seconds, elapsed, waiting: most, waitingPerPerson, idleSeconds } = { ...usual, ...limits }
  const queue: Waiting[] = []
  let current: Waiting | null = null
  let child: ChildProcess | null = null
  let timer: NodeJS.Timeout | undefined
  let lastPerson = ''

  const end = () => {
    clearTimeout(timer)
    child?.removeAllListeners()
    child?.kill('SIGKILL')
    child = null
  }

  /** What is being decoded is over, one way or the other; the process goes on unless its state is unknown. */
  const finish = (settle: (one: Waiting) => void, isLost: boolean) => {
    const done = current
    current = null
    clearTimeout(timer)
    if (isLost) end()
    if (done) settle(done)
    next()
  }
  const fail = (error: Error) => finish((one) => one.reject(error), true)

  const hear = (answer: DecodeAnswer) => {
    if (answer.kind === 'ready') {
      if (child) yieldTo(child)
      return begin()
    }
    if (answer.kind === 'slow') return fail(tooSlow())
    if (answer.kind === 'picture') return finish((one) => one.resolve(answer.picture), false)
    const error =
      answer.kind === 'refused'
        ? new BadUpload(answer.status, answer.id, { values: answer.values })
        : new Error(answer.message)
    return finish((one) => one.reject(error), false)
  }

  const begin = () => {
    if (!current) return
    timer = setTimeout(() => fail(tooSlow()), elapsed * 1_000)
    child?.send({ path: current.path, options: current.options, seconds })
  }

  const rest = () => {
    child?.unref()
    child?.channel?.unref()
    timer = setTimeout(end, idleSeconds * 1_000)
    timer.unref()
  }

  const next = () => {
    if (current) return
    clearTimeout(timer)
    const fair = queue.findIndex(({ person }) => person !== lastPerson)
    current = queue.splice(Math.max(0, fair), 1)[0] ?? null
    if (!current) return rest()
    lastPerson = current.person
    if (!child) {
      child = start({ hear, lost: () => fail(new Error('the process that decodes pictures has ended')) })
      return
    }
    child.ref()
    child.channel?.ref()
    begin()
  }

  const leave = (one: Waiting) => {
    if (current === one) return fail(givenUp())
    const place = queue.indexOf(one)
    if (place >= 0) queue.splice(place, 1)
    one.reject(givenUp())
  }

  return {
    decode: (path, { person, signal, ...options }) =>
      new Promise((resolve, reject) => {
        const all = current ? [current, ...queue] : queue
        const own = all.filter((one) => one.person === person).length
        if (signal?.aborted) return reject(givenUp())
        if (all.length >= most || own >= waitingPerPerson) return reject(busy())
        if (!child) checkRoom()
        const abandon = () => leave(one)
        const done =
          <T>(settle: (value: T) => void) =>
          (value: T) => {
            signal?.removeEventListener('abort', abandon)
            settle(value)
          }
        const one = { path, options, person, resolve: done(resolve), reject: done(reject) }
        signal?.addEventListener('abort', abandon)
        queue.push(one)
        next()
      }),
    close: () => {
      for (const one of queue.splice(0)) one.reject(givenUp())
      const last = current
      current = null
      end()
      last?.reject(givenUp())
    },
  }
}

const start = ({ hear, lost }: { hear(answer: DecodeAnswer): void; lost(): void }): ChildProcess => {
  const { filename, execArgv = [] } = workerFile(new URL('./decode-worker.ts', import.meta.url))
  // It reads what strangers sent: it is told nothing, neither keys nor where the database is.
  const child = fork(filename, [], { env: {}, execArgv, stdio: ['ignore', 'ignore', 'ignore', 'ipc'] })
  child.on('message', hear)
  child.on('error', lost)
  child.on('exit', lost)
  return child
}

/** Lets everybody else have the processor first, once it has started: a picture takes what is left over, and nothing that answers waits for it. */
const yieldTo = ({ pid }: ChildProcess): void => {
  try {
    if (pid !== undefined) setPriority(pid, constants.priority.PRIORITY_BELOW_NORMAL)
  } catch {
    // It has ended already, which is heard as well; or the system knows no priorities.
  }
}
