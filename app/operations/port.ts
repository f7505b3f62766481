import { createServer, type ServerResponse } from 'node:http'
import type { Readiness } from '../../api/server/health.ts'
import { asError } from '../../platform/as-error.ts'
import { ConfigError } from '../../platform/config.ts'
import type { Logger } from '../../platform/logger.ts'
import type { Metrics } from './prometheus.ts'

type Parts = {
  port: number
  host: string
  /** Null where health alone is served. */
  metrics: Metrics | null
  readiness(): Promise<Readiness>
  logger: Logger
}

const send = (answer: ServerResponse, status: number, text: string, type = 'application/json; charset=utf-8'): void => {
  answer.writeHead(status, { 'content-type': type, 'cache-control': 'no-store' }).end(text)
}

const nothing = JSON.stringify({ type: 'error', name: 'Not found', message: 'There is nothing at this address.' })

/** Whoever reads the metrics while they are being read is given the same. */
const metricsOf = (metrics: Metrics) => {
  let reading: Promise<string> | null = null
  return async (answer: ServerResponse): Promise<void> => {
    reading ??= metrics.text().finally(() => {
      reading = null
    })
    send(answer, 200, await reading, metrics.contentType)
  }
}

/**
 * Serves /metrics and health on a port of its own, in every role: it is for whoever runs Atrium, and not for the network that people come from.
 * Answers how to stop. @throws ConfigError when it cannot listen there
 */
export const servePort = async ({ port, host, metrics, readiness, logger }: Parts): Promise<() => Promise<void>> => {
  const variable = metrics ? 'METRICS_PORT' : 'HEALTH_PORT'
  const routes: Readonly<Record<string, (answer: ServerResponse) => Promise<void>>> = {
    ...(metrics ? { '/metrics': metricsOf(metrics) } : {}),
    '/health/live': async (answer) => send(answer, 200, JSON.stringify({ status: 'live' })),
    '/health/ready': async (answer) => {
      const { code, body } = await readiness()
      send(answer, code, JSON.stringify(body))
    },
  }
  const server = createServer({ requestTimeout: 10_000, headersTimeout: 5_000 }, (request, answer) => {
    const route = routes[(request.url ?? '').split('?')[0] ?? '']
    const isRead = request.method === 'GET' || request.method === 'HEAD'
    if (!route || !isRead) return send(answer, 404, nothing)
    route(answer).catch((error: unknown) => {
      logger.warn({ err: error }, 'the metrics could not be read')
      if (!answer.headersSent) send(answer, 500, JSON.stringify({ type: 'error', name: 'Failure' }))
    })
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error) =>
      reject(
        new ConfigError(`${variable} must be one that is free and that this user may open.`, {
          cause: asError(error),
        }),
      ),
    )
    server.listen(port, host, resolve)
  })
  const address = server.address()
  const at = typeof address === 'object' && address !== null ? address.port : port
  logger.info({ port: at }, metrics ? 'metrics and health are served' : 'health is served')
  return () =>
    new Promise<void>((resolve) => {
      server.close(() => resolve())
      server.closeAllConnections()
    })
}
