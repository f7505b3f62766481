import { collectDefaultMetrics, Counter, Histogram, Registry } from 'prom-client'
import { Rejected } from '../../domain/rejected.ts'
import { observed } from '../../platform/observed.ts'
import { addGauges, type GaugeParts } from './gauges.ts'

/** The metrics of a process, as Prometheus reads them. */
export type Metrics = { contentType: string; text(): Promise<string>; stop(): void }

const buckets = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30]

/** The steps of signing in, by their routes. */
const signInSteps: Readonly<Record<string, string>> = {
  '/api/auth/login': 'password',
  '/api/auth/login_employee': 'password',
  '/api/auth/verification_login': 'code',
  '/api/auth/passkey': 'passkey',
}

const signInOutcome = (status: number): string => {
  if (status < 300) return 'accepted'
  if (status === 429) return 'throttled'
  return status < 499 ? 'refused' : 'failed'
}

const countRequests = (registers: Registry[]): (() => void) => {
  const requests = new Histogram({
    name: 'atrium_http_request_seconds',
    help: 'How long requests took until they were answered, by the pattern of their route; event streams left out',
    labelNames: ['method', 'route', 'status'],
    buckets,
    registers,
  })
  const signIns = new Counter({
    name: 'atrium_sign_ins_total',
    help: 'Steps of signing in by what became of them: accepted, refused, throttled or failed',
    labelNames: ['step', 'outcome'],
    registers,
  })
  return observed.answered.hear(({ method, route, status, ms }) => {
    // A stream stays open for hours, and says nothing of how fast anything is.
    if (route === '/api/live') return
    requests.observe({ method, route, status }, ms / 1_000)
    const step = signInSteps[route]
    if (step !== undefined) signIns.inc({ step, outcome: signInOutcome(status) })
  })
}

const outcomeOf = (error: unknown): string => {
  if (error === undefined) return 'done'
  return error instanceof Rejected ? error.kind : 'failed'
}

const countCommands = (registers: Registry[]): (() => void) => {
  const commands = new Counter({
    name: 'atrium_commands_total',
    help: 'Commands by what became of them: done, the kind of the refusal, or failed',
    labelNames: ['resource', 'verb', 'outcome'],
    registers,
  })
  const conflicts = new Counter({
    name: 'atrium_command_conflicts_total',
    help: 'Commands that were decided anew because others were faster',
    labelNames: ['resource'],
    registers,
  })
  const stops = [
    observed.command.hear(({ resource, verb }, { error }) =>
      commands.inc({ resource, verb, outcome: outcomeOf(error) }),
    ),
    observed.conflict.hear(({ resource }) => conflicts.inc({ resource })),
  ]
  return () => stops.forEach((stop) => stop())
}

const countAppends = (registers: Registry[]): (() => void) => {
  const appends = new Histogram({
    name: 'atrium_append_seconds',
    help: 'How long the log took to take events, waiting for others included',
    labelNames: ['outcome'],
    buckets,
    registers,
  })
  return observed.append.hear((_about, { ms, error }) =>
    appends.observe({ outcome: error === undefined ? 'done' : 'failed' }, ms / 1_000),
  )
}

/** Begins to count what happens in this process; what is the same in all of them is asked for when the metrics are read. */
export const openMetrics = (parts: GaugeParts): Metrics => {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const registers = [registry]
  const stops = [countRequests, countCommands, countAppends].map((count) => count(registers))
  const collect = addGauges(registers, parts)
  return {
    contentType: registry.contentType,
    text: async () => {
      await collect()
      return registry.metrics()
    },
    stop: () => stops.forEach((stop) => stop()),
  }
}
