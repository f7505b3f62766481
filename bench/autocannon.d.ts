declare module 'autocannon' {
  type Client = { setRequests(requests: readonly { path: string }[]): void }
  type Options = {
    url: string
    connections: number
    duration: number
    headers?: Record<string, string>
    setupClient?: (client: Client) => void
  }
  type Result = {
    requests: { average: number; total: number }
    latency: { p50: number; p99: number }
    non2xx: number
    errors: number
  }
  const autocannon: (options: Options) => Promise<Result>
  export default autocannon
}
