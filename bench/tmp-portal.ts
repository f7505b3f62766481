import { mkdtempSync, rmSync, readFileSync, readdirSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import autocannon from 'autocannon'
import { serveWith, tokenOf } from './server.ts'
const path = '/api/utility/portal'
const cpuOf = (pids: number[]) => pids.reduce((sum, pid) => { try { const f = readFileSync(`/proc/${pid}/stat`,'utf8').split(') ')[1]!.split(' '); return sum + Number(f[11]) + Number(f[12]) } catch { return sum } }, 0) * 10_000
const dataDir = mkdtempSync(join(tmpdir(), 'atrium-bench-'))
const args = process.env.PROF ? ['--cpu-prof', '--cpu-prof-dir=/tmp/prof-portal', 'dist/server/main.js'] : ['dist/server/main.js']
const atrium = await serveWith(args, { DATA_DIR: dataDir, PORT: '0', DEMO: 'on', AUTH_LIMITS_FACTOR: '100000' })
const headers = { authorization: `Bearer ${await tokenOf(atrium.url, dataDir, 'employee')}` }
const bytes = Buffer.from(await (await fetch(atrium.url + path, { headers })).arrayBuffer())
const bare = await serveWith([...(process.env.PROF ? ['--cpu-prof', '--cpu-prof-dir=/tmp/prof-bare'] : []), '--import', 'tsx', 'bench/portal.ts'], { BYTES: bytes.toString('base64') })
const all = () => { const out: Record<string, number[]> = {}; for (const d of readdirSync('/proc').filter((x) => /^\d+$/.test(x))) { try { const c = readFileSync(`/proc/${d}/cmdline`, 'utf8').replaceAll('\0', ' '); if (c.includes('dist/server/main.js') && readFileSync(`/proc/${d}/environ`, 'utf8').includes(dataDir)) (out.ours ??= []).push(+d); else if (c.includes('bench/portal.ts')) (out.bare ??= []).push(+d); else if (c.includes('postgres')) (out.pg ??= []).push(+d) } catch {} } return out }
const pids = all()
const run = async (url: string, h: Record<string,string>, p: number[]) => {
  const [a, b] = [cpuOf(p), cpuOf(pids.pg ?? [])]
  const self = process.cpuUsage()
  const { requests } = await autocannon({ url: url + path, connections: 64, duration: 3, headers: h })
  const own = process.cpuUsage(self)
  const us = (n: number) => (n / requests.total).toFixed(1)
  return [Math.round(requests.average), us(cpuOf(p) - a), us(cpuOf(pids.pg ?? []) - b), us(own.user + own.system)].join(' ')
}
for (let i = 0; i < Number(process.env.ROUNDS ?? 3); i++) { if (process.env.BARE) console.log('bare', await run(bare.url, {}, pids.bare ?? [])); console.log('ours', await run(atrium.url, headers, pids.ours ?? [])) }
await bare.stop(); await atrium.stop(); rmSync(dataDir, { recursive: true, force: true })
