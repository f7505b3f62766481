import { monitorEventLoopDelay } from 'node:perf_hooks'
import { setTimeout as pause } from 'node:timers/promises'
import { sequence } from '../load.ts'
import type { Acknowledged, Ask, Order, Told } from './asks.ts'
import { type Answered, openWire, type Wire } from './wire.ts'

// Forked by bench/capacity/offered.ts. Argument: the order as JSON.
const order: Order = JSON.parse(process.argv[2] ?? '')

// Sockets of one process; whoever would need more is not answered anyway. Browsers and proxies have some open from before.
const wiresOf = { atFirst: 256, most: 8_000 }
const patience = 10_000
// Milliseconds. What this process was too late for is left out: sent at once it would be another load than the one ordered.
const mostMissed = 20

const chance = sequence(order.seed)
const wheel = order.asks.flatMap((ask) => Array.from({ length: ask.share }, () => ask))
const told: Told = { offered: 0, heldUp: 0, served: [], refused: [], others: {}, acknowledged: [] }
const wires = new Set<Wire>()
const free: Wire[] = []
let [sent, answered] = [0, 0]

const other = (what: string) => {
  told.others[what] = (told.others[what] ?? 0) + 1
}

const newWire = (): Wire => {
  const wire = openWire(order.port)
  wires.add(wire)
  return wire
}

const requestOf = ({ path, token, fields }: Ask, name: string): string => {
  const head = `${fields ? 'POST' : 'GET'} ${path} HTTP/1.1\r\nhost: 127.0.0.1\r\naccept-encoding: gzip\r\nauthorization: Bearer ${token}\r\n`
  if (!fields) return `${head}\r\n`
  const body = JSON.stringify({ ...fields, name })
  return `${head}content-type: application/json\r\ncontent-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`
}

const isClearRefusal = ({ head, body }: { head: string; body: string }): boolean =>
  /\nretry-after: [1-9]/.test(head) && body.includes('"message":"')

const noteAcknowledged = ({ path }: Ask, name: string, body: string) => {
  const id = Number(/"id":(\d+)/.exec(body)?.[1])
  told.acknowledged.push({ path, id, name } satisfies Acknowledged)
}

const note = (ask: Ask, name: string, answer: Answered, took: number) => {
  answered += 1
  if ('failed' in answer) return other(answer.failed)
  const { status } = answer
  if (status >= 200 && status < 300) {
    told.served.push(took)
    if (ask.fields) noteAcknowledged(ask, name, answer.body)
    return
  }
  if (status === 503 && isClearRefusal(answer)) return void told.refused.push(took)
  other(`${status} ${ask.path}`)
}

/** A free connection, or a new one; null when there are too many. */
const takeWire = (): Wire | null => {
  for (let wire = free.pop(); wire; wire = free.pop()) {
    if (wire.isOpen()) return wire
    wires.delete(wire)
  }
  if (wires.size >= wiresOf.most) return null
  return newWire()
}

const giveBack = (wire: Wire) => {
  if (wire.isOpen()) free.push(wire)
  else wires.delete(wire)
}

const askOnce = async (wire: Wire) => {
  const ask = wheel[Math.floor(chance() * wheel.length)]
  if (!ask) return
  sent += 1
  const [name, began] = [`Offered ${order.seed} ${sent}`, performance.now()]
  note(ask, name, await wire.send(requestOf(ask, name)), performance.now() - began)
  giveBack(wire)
}

if ('perSecond' in order.pace) free.push(...Array.from({ length: wiresOf.atFirst }, newWire))
await Promise.all(free.map(({ opened }) => opened))
const delay = monitorEventLoopDelay({ resolution: 5 })
delay.enable()
const until = performance.now() + order.milliseconds

const caller = async () => {
  while (performance.now() < until) {
    const wire = takeWire()
    if (wire) await askOnce(wire)
  }
}

const arrivals = async (perSecond: number) => {
  let last = performance.now()
  for (let [now, due] = [last, 0]; now < until; now = performance.now()) {
    due += (Math.min(now - last, mostMissed) * perSecond) / 1_000
    last = now
    for (; due >= 1; due -= 1) {
      const wire = takeWire()
      if (wire) void askOnce(wire)
    }
    await pause(1)
  }
}

const { pace } = order
const began = performance.now()
if ('callers' in pace) await Promise.all(Array.from({ length: pace.callers }, caller))
else await arrivals(pace.perSecond)
told.offered = (sent * 1_000) / (performance.now() - began)
told.heldUp = delay.percentile(99) / 1e6
for (const end = performance.now() + patience; answered < sent && performance.now() < end; ) await pause(20)
if (answered < sent) told.others['no answer'] = sent - answered
for (const wire of wires) wire.close()
process.send?.(told, () => process.exit())
