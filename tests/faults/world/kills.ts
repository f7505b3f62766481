import { setTimeout as wait } from 'node:timers/promises'
import { command } from '../invariants.ts'
import { count, type Mix } from '../mix.ts'
import { checkedPeople, importedPeople } from '../sent.ts'

const timesOfARound = Number(process.env.FAULTS_TIMES ?? 3)

/** Does something several times, since what comes after a round takes longer than a round. */
export const repeated =
  (happen: (mix: Mix) => Promise<void>) =>
  async (mix: Mix): Promise<void> => {
    for (let time = 0; time < timesOfARound; time += 1) await happen(mix)
  }

/** Kills a server at some moment, and starts it again. */
export const killServer = async ({ world, random }: Mix) => {
  const node = random.pick(world.nodes)
  await wait(random.between(50, 2_000))
  await node.kill()
  await wait(random.between(0, 500))
  await node.start()
}

/** Kills a server between the append of a command and its answer. */
export const killBetween = async ({ world, random, note }: Mix) => {
  const node = random.pick(world.nodes)
  await wait(random.between(50, 500))
  // Where the log is a server of its own, that is asked past this proxy: then it is what else is written.
  const asked = world.log ? 'idempotent-finish' : 'log-append'
  const killed = new Promise<void>((resolve, reject) => {
    node.proxy.loseAnswerTo([asked], () => void node.kill().then(resolve, reject))
  })
  const came = await Promise.race([killed.then(() => true), wait(10_000, false)])
  if (came) count(note, 'killed between append and answer')
  node.proxy.heal()
  if (came) await node.start()
}

/** Kills a server while the read models are built anew beside it. */
export const killDuringRebuild = async (mix: Mix) => {
  const { world } = mix
  const rebuilding = command(world.folder, ['rebuild'], world.environment)
  await killServer(mix)
  await rebuilding
}

export const killPostgres = async ({ world, random }: Mix) => {
  await wait(random.between(50, 1_500))
  world.killPostgres()
  await wait(random.between(0, 3_000))
  await world.postgres.start()
  await wait(random.between(500, 2_000))
}

export const killLog = async ({ world, random }: Mix) => {
  await wait(random.between(50, 1_500))
  world.kills.log += 1
  await world.log?.restart(random.between(0, 3_000))
}

const rows = 400
let imports = 0

/** An import is cut off by the end of a server, or of PostgreSQL; then all of its rows are there, or none. */
export const cutImport = async (mix: Mix) => {
  const { world, admin, random, note } = mix
  const [node, other] = world.nodes
  imports += 1
  const round = 70 + imports
  const by = { token: admin.token, call: admin.on(node).call }
  const check = await checkedPeople(by, round, rows)
  world.jobs.add(check)
  const sent = admin
    .on(node)
    .call('POST', `/api/import/${check}`, { invite: false })
    .then(({ status }) => status === 200)
    .catch(() => false)
  await wait(random.between(5, 800))
  if (random.isSo(0.7)) {
    await node.kill()
    await node.start()
  } else {
    world.killPostgres()
    await world.postgres.start()
  }
  const acknowledged = await sent
  count(note, 'imports cut')
  await world.healthy()
  const look = async () => admin.on(other).call('GET', `/api/job/${check}`)
  for (let tries = 0; tries < 120; tries += 1) {
    const { status, body } = await look()
    if (status === 404 || (status === 200 && body.data.finishedAt !== null)) break
    await wait(500)
  }
  const { status } = await look()
  const names = await importedPeople({ token: admin.token, call: admin.on(other).call }, round, rows)
  const expected = status === 200 ? rows : 0
  if (names.length !== expected || new Set(names).size !== names.length || (acknowledged && status !== 200))
    note.violations.push(`F8: ${names.length} of ${rows} rows (${status}, acknowledged: ${acknowledged})`)
}

/** Several faults, begun one after another and healed in another order. */
export const swizzle = async (mix: Mix) => {
  const { world, random } = mix
  const [a, b] = random.shuffled(world.nodes)
  if (!a || !b) return
  // A server does not start without its database.
  let itIsBack = () => {}
  const isBack = new Promise<void>((resolve) => {
    itIsBack = resolve
  })
  const startPostgres = async () => {
    await world.postgres.start()
    itIsBack()
  }
  const troubles = random.shuffled([
    { begin: () => a.kill(), heal: () => isBack.then(a.start) },
    { begin: async () => world.killPostgres(), heal: startPostgres },
    { begin: async () => b.proxy.freeze(), heal: async () => b.proxy.heal() },
    { begin: () => world.mail.become('away'), heal: () => world.mail.become('takes') },
  ])
  for (const { begin } of troubles) {
    await begin()
    await wait(random.between(50, 800))
  }
  const healing: Promise<void>[] = []
  for (const { heal } of random.shuffled(troubles)) {
    healing.push(heal())
    await wait(random.between(50, 800))
  }
  await Promise.all(healing)
}
