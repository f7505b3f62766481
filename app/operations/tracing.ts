import { createHash, randomBytes } from 'node:crypto'
import { AsyncLocalStorage } from 'node:async_hooks'
import { type Context, ROOT_CONTEXT, type Span, SpanKind, SpanStatusCode, trace, TraceFlags } from '@opentelemetry/api'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { resourceFromAttributes } from '@opentelemetry/resources'
import { BasicTracerProvider, BatchSpanProcessor } from '@opentelemetry/sdk-trace-base'
import { observed } from '../../platform/observed.ts'
import { version } from './version.ts'

// A rebuild or an import of thousands says no more than its first.
const mostProjected = 50

type Parts = { endpoint: string; role: string; headers(): Readonly<Record<string, string>> }

/** Traces of a process on their way to a collector. */
export type Traces = { stop(): Promise<void> }

const hashed = (text: string, length: number) => createHash('sha256').update(text).digest('hex').slice(0, length)

/** The trace of what carries a correlation id: a trace id itself, a request's UUID without its dashes, or what follows from any other. */
export const traceOfCorrelation = (correlation: string): string => {
  const bare = correlation.replaceAll('-', '').toLowerCase()
  return /^[0-9a-f]{32}$/.test(bare) && !/^0+$/.test(bare) ? bare : hashed(correlation, 32)
}

/** The id of the span that appended the events of a command: whoever projects them, in whatever process, continues from it. */
export const spanOfCommand = (commandId: string): string => hashed(commandId, 16)

const remote = (traceId: string, spanId: string): Context =>
  trace.setSpanContext(ROOT_CONTEXT, { traceId, spanId, traceFlags: TraceFlags.SAMPLED, isRemote: true })

/** Ids as they are asked for by the next span, else random ones. Spans are begun synchronously, so none takes those of another. */
const askedIds = () => {
  let asked: { trace?: string; span?: string } = {}
  return {
    generator: {
      generateTraceId: () => asked.trace ?? randomBytes(16).toString('hex'),
      generateSpanId: () => asked.span ?? randomBytes(8).toString('hex'),
    },
    with: (ids: typeof asked, begin: () => Span): Span => {
      asked = ids
      try {
        return begin()
      } finally {
        asked = {}
      }
    },
  }
}

const fail = (span: Span, error: unknown): void => {
  // The kind of the error and not its message, which may hold what somebody typed.
  span.setStatus({ code: SpanStatusCode.ERROR, message: error instanceof Error ? error.name : 'error' })
}

/** Sends spans of requests, commands, appends, projecting and mails to a collector (OTLP over HTTP, JSON); they hold no value of anybody. */
export const openTraces = ({ endpoint, role, headers }: Parts): Traces => {
  const ids = askedIds()
  const exporter = new OTLPTraceExporter({
    url: `${endpoint.replace(/\/$/, '')}/v1/traces`,
    headers: async () => ({ ...headers() }),
  })
  const provider = new BasicTracerProvider({
    idGenerator: ids.generator,
    resource: resourceFromAttributes({
      'service.name': 'atrium',
      'service.version': version,
      'atrium.role': role,
    }),
    spanProcessors: [new BatchSpanProcessor(exporter)],
  })
  const tracer = provider.getTracer('atrium', version)
  const active = new AsyncLocalStorage<Span>()
  const here = (): Context => {
    const span = active.getStore()
    return span ? trace.setSpan(ROOT_CONTEXT, span) : ROOT_CONTEXT
  }

  const stops = [
    observed.request.follow(
      active,
      ({ method, route, correlation, parent }) => {
        const traceId = traceOfCorrelation(correlation)
        return ids.with({ trace: traceId }, () =>
          tracer.startSpan(
            `${method} ${route}`,
            { kind: SpanKind.SERVER, attributes: { 'http.request.method': method, 'http.route': route } },
            parent === null ? ROOT_CONTEXT : remote(traceId, parent),
          ),
        )
      },
      (span, { result }) => {
        const status = typeof result === 'number' ? result : 0
        span.setAttribute('http.response.status_code', status)
        if (status >= 500) span.setStatus({ code: SpanStatusCode.ERROR })
        span.end()
      },
    ),
    observed.command.follow(
      active,
      ({ resource, verb }) =>
        tracer.startSpan(
          `${verb} ${resource}`,
          { attributes: { 'atrium.resource': resource, 'atrium.verb': verb } },
          here(),
        ),
      (span, { error }) => {
        if (error !== undefined) fail(span, error)
        span.end()
      },
    ),
    observed.append.follow(
      active,
      ({ stream, events, commandId, correlation }) =>
        ids.with({ trace: traceOfCorrelation(correlation), span: spanOfCommand(commandId) }, () =>
          tracer.startSpan('append', { attributes: { 'atrium.stream': stream, 'atrium.events': events } }, here()),
        ),
      (span, { error }) => {
        if (error !== undefined) fail(span, error)
        span.end()
      },
    ),
    observed.projected.hear(({ events, began }) => {
      for (const { stream, type, meta } of events.slice(0, mostProjected)) {
        const parent = remote(traceOfCorrelation(meta.correlationId), spanOfCommand(meta.commandId))
        const attributes = { 'atrium.stream': stream, 'atrium.type': type }
        tracer.startSpan('project', { startTime: began, kind: SpanKind.CONSUMER, attributes }, parent).end()
      }
    }),
    observed.mail.follow(
      active,
      ({ kind, cause }) =>
        tracer.startSpan(
          `mail ${kind}`,
          { kind: SpanKind.PRODUCER, attributes: { 'atrium.mail': kind } },
          cause ? remote(traceOfCorrelation(cause.correlationId), spanOfCommand(cause.commandId)) : ROOT_CONTEXT,
        ),
      (span, { error }) => {
        if (error !== undefined) fail(span, error)
        span.end()
      },
    ),
  ]
  return {
    stop: async () => {
      for (const stop of stops) stop()
      // A collector that is away holds up nobody who leaves.
      await Promise.race([provider.shutdown(), new Promise((resolve) => setTimeout(resolve, 2_000).unref())]).catch(
        () => undefined,
      )
    },
  }
}
