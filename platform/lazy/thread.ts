import { Tinypool } from 'tinypool'
import { workerFile } from '../worker-file.ts'
import { checkRoom } from './room.ts'

type ThreadOptions = {
  /** Of the function that the file exports for a task. */
  name: string
  /** Milliseconds without a task after which the thread ends. */
  idleTimeout: number
  resourceLimits?: { maxOldGenerationSizeMb: number }
}

/** A thread of a file, started with its first task, which keeps no process alive. */
export type Thread<Task, Answer> = {
  /** Ends the thread at the signal. @throws what the task does, or what ended the thread; EMFILE or ENFILE while none can be started */
  run(task: Task, signal?: AbortSignal): Promise<Answer>
  close(): Promise<void>
}

/** @param source the file, of which the build has an entry of its own */
export const openThread = <Task, Answer>(source: URL, options: ThreadOptions): Thread<Task, Answer> => {
  const pool = new Tinypool({ ...workerFile(source), ...options, minThreads: 0, maxThreads: 1 })
  const running = new Set<AbortController>()
  // A thread that ends before it has a task says so to nobody else, and an error that nobody hears ends the process.
  pool.on('error', (error: Error) => {
    for (const one of running) one.abort(error)
  })
  return {
    run: async (task, signal) => {
      if (pool.threads.length === 0) checkRoom()
      const lost = new AbortController()
      running.add(lost)
      try {
        return await pool.run(task, { signal: signal ? AbortSignal.any([signal, lost.signal]) : lost.signal })
      } catch (error) {
        throw lost.signal.aborted ? lost.signal.reason : error
      } finally {
        running.delete(lost)
      }
    },
    close: () => pool.destroy(),
  }
}
