import { excludeSystemEvents } from '@eventstore/db-client'
import { subscribeOnce, batches } from '/work/main/event-store/zz-sub.ts'
import { connect } from '/work/main/event-store/eventstoredb-connection.ts'
import { isOurs, recorded } from '/work/main/event-store/eventstoredb-event.ts'
const url = 'esdb://127.0.0.1:2199?tls=false'
const total = 20000
async function cpu(label: string, job: () => Promise<void>) { const c = process.cpuUsage(); const t = performance.now(); await job(); const d = process.cpuUsage(c); console.log(label, 'user', (d.user / total).toFixed(0), 'sys', (d.system / total).toFixed(0), Math.round(total / (performance.now() - t) * 1000)); await new Promise(r => setTimeout(r, 300)) }
const connection = connect(url, console.log)
const parts = { connection, head: async () => 10n ** 12n, idleMilliseconds: 3000, warn: console.log }
const open = () => connection.client().subscribeToAll({ filter: excludeSystemEvents(), credentials: connection.credentials })
for (let i = 0; i < 4; i++) {
await cpu('batches', async () => { let n = 0; const sub = open(); for await (const b of batches(sub, 3000, new AbortController().signal)) { n += b.filter(({ event }) => isOurs(event)).length; if (n >= total) break } await sub.unsubscribe(); console.log(n) })
await cpu('batches+map', async () => { let n = 0; const sub = open(); for await (const b of batches(sub, 3000, new AbortController().signal)) { n += b.flatMap(({ event }) => isOurs(event) ? [recorded(event)] : []).length; if (n >= total) break } await sub.unsubscribe() })
await cpu('once', async () => { let n = 0; for await (const b of subscribeOnce(parts, { position: 0n, isCaughtUp: false, attempt: 0 }, new AbortController().signal)) { n += b.length; if (n >= total) break } })
}
process.exit()
