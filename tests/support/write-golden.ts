import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { resources } from '../../domain/catalog.ts'
import type { DecidedEvent, JsonObject } from '../../domain/event.ts'
import { eventTypesOf } from '../../domain/event-types.ts'
import type { Resource } from '../../domain/resource.ts'
import { revertible } from '../../domain/revert/event.ts'
import { when } from './log/given.ts'
import { sampleInput, sampleOf, wayTo } from './samples.ts'

// npm run golden -- [what is new]: writes what tests/domain/golden.test.ts asks for, a file for each event whose shape of today has
// none: all fields in that of a new record, one in an edit or a revert. Files that are there stay. What is new is said where one of that version is
// there already: ConfigurationCreated.1.currency.json.
const [news] = process.argv.slice(2)
const folder = join(import.meta.dirname, '..', 'domain', 'golden')
const types = eventTypesOf(resources)
const known = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.json'))

const isThere = (type: string, version: number): boolean =>
  known.some((file) => {
    const [of, number] = basename(file).split('.')
    if (of !== type || Number(number) !== version) return false
    return types[type]?.schema.safeParse(JSON.parse(readFileSync(join(folder, file), 'utf8'))).success === true
  })

/** What the events of a resource hold, by type, from a record that has lived through all of its verbs. */
const samplesOf = (resource: Resource): Record<string, JsonObject> => {
  const slug = resource.slug ? { slug: 'some-name' } : {}
  const verb = resource.isSingleton ? 'edit' : 'create'
  const created = when(resource, [], { verb, values: sampleOf(resource), ...slug }).events
  const after = (happened: readonly DecidedEvent[], own: string): DecidedEvent[] => {
    const declared = resource.verbs[own]
    return declared ? when(resource, happened, { verb: own, values: sampleInput(declared) }).events : []
  }
  const owned = Object.keys(resource.verbs).flatMap((own) => {
    const ready = wayTo(resource, own).reduce((happened, step) => [...happened, ...after(happened, step)], created)
    return after(ready, own)
  })
  const [first = {}] = created.map(({ data }) => data)
  const [one = ''] = Object.keys(first)
  const edited = resource.events.edit === undefined ? {} : { [resource.events.edit]: { [one]: first[one] ?? null } }
  const [back] = Object.keys(revertible(resource)).filter((name) => Object.hasOwn(first, name))
  // Of some nothing comes back but the record itself.
  const field = back === undefined ? {} : { [back]: first[back] ?? null }
  const reverted =
    resource.events.revert === undefined ? {} : { [resource.events.revert]: { version: 1, status: 'active', ...field } }
  const plain = Object.values(resource.events).map((type): [string, JsonObject] => [type, {}])
  return {
    ...Object.fromEntries(plain),
    ...edited,
    ...reverted,
    ...Object.fromEntries([...created, ...owned].map(({ type, data }) => [type, data])),
  }
}

for (const resource of resources)
  for (const [type, data] of Object.entries(samplesOf(resource))) {
    const version = (types[type]?.past.length ?? 0) + 1
    if (isThere(type, version)) continue
    const name = join(resource.name, `${type}.${version}${news === undefined ? '' : `.${news}`}.json`)
    const path = join(folder, name)
    if (existsSync(path)) {
      console.error(`${name} holds an earlier shape: say what is new, npm run golden -- <what>`)
      process.exitCode = 1
      continue
    }
    mkdirSync(join(folder, resource.name), { recursive: true })
    writeFileSync(path, `${JSON.stringify(data, null, 2)}\n`)
    console.log(name)
  }
