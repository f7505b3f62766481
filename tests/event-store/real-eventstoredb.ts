import { EventStoreDBClient } from '@eventstore/db-client'
import { GenericContainer, getContainerRuntimeClient, Wait } from 'testcontainers'

/** A real server for the tests: where to find it and how to let go of it. */
export type RealServer = { url: string; stop(): Promise<void> }

/** What `realEventStoreDb` found: a way to a server, or the reason why there is none, for the name of the skipped tests. */
export type FoundServer = { open(): Promise<RealServer>; missing: null } | { open: null; missing: string }

/** The server named by EVENTSTORE_URL, else one in a container when a Docker engine answers. The tests write to it. */
export async function realEventStoreDb(): Promise<FoundServer> {
  const url = process.env.EVENTSTORE_URL
  if (url) return { open: async () => ({ url, stop: async () => {} }), missing: null }
  try {
    await getContainerRuntimeClient()
  } catch {
    return { open: null, missing: 'skipped: EVENTSTORE_URL is not set and no Docker engine answers' }
  }
  return { open: startContainer, missing: null }
}

async function startContainer(): Promise<RealServer> {
  const container = await new GenericContainer('docker.kurrent.io/kurrent-lts/kurrentdb:26.0.3')
    .withEnvironment({ KURRENTDB_INSECURE: 'true', KURRENTDB_CLUSTER_SIZE: '1', KURRENTDB_RUN_PROJECTIONS: 'None' })
    .withExposedPorts(2113)
    .withWaitStrategy(Wait.forHttp('/health/live', 2113).forStatusCode(204))
    .start()
  const url = `esdb://${container.getHost()}:${container.getMappedPort(2113)}?tls=false`
  return { url, stop: async () => void (await container.stop()) }
}

/** Whether nothing but events of the system is in a server: a whole company needs one of its own. */
export const holdsNothing = async (url: string): Promise<boolean> => {
  const client = EventStoreDBClient.connectionString(url)
  try {
    for await (const { event } of client.readAll({ maxCount: 1_000 }))
      if (event && !event.type.startsWith('$')) return false
    return true
  } finally {
    await client.dispose()
  }
}
