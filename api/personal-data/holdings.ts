import { type Actor, streamOf } from '../../domain/event.ts'
import type { Message } from '../../domain/message.ts'
import type { PersonActor } from '../../domain/person.ts'
import { fold } from '../../domain/evolve.ts'
import type { Resource } from '../../domain/resource.ts'
import type { Values } from '../../domain/fields/values.ts'
import { file } from '../../domain/resources/file.ts'
import { historyOf } from '../wire/history.ts'
import { statementOf } from '../routes/employee/points.ts'
import type { Services } from '../server/services.ts'

/** Something of a kind that is held about a person: what it is called in the archive and on the screen, and all of it. */
export type Holding = { name: string; label: Message; rows: readonly unknown[] }

/** A file of theirs, under its name in the archive. */
export type HeldFile = { path: string; hash: string }

type Held = { resource: Resource; id: number }

const said = (id: string): Message => ({ id, values: {} })

// Whoever may export somebody may not sign in as them.
const withoutSecrets = (text: string): string =>
  text.replace(/https?:\/\/\S+\/change\/\S+/g, '…').replace(/(?<!\d)\d{6}(?!\d)/g, '…')

/** A record as it is now, with names for what it points at, and its whole history. */
const wholeOf = async (services: Services, { resource, id }: Held) => {
  const { events } = await services.log.read(streamOf(resource.name, id))
  const row = (await services.records.find(resource, String(id), 'all')) ?? {}
  const { status, createdAt, changedAt } = fold(resource, id, events)
  const names = await services.records.names(events.map(({ actor }) => actor))
  const nameOf = (actor: Actor) => names.get(streamOf(actor.type, actor.id)) ?? String(actor.id)
  const values = Object.fromEntries(Object.keys(resource.fields).map((name) => [name, row[name] ?? null]))
  const history = historyOf(resource, id, events).map((one) => ({ ...one, actor: nameOf(one.actor) }))
  return { record: { id, status, createdAt, changedAt, ...values }, history, events }
}

const trailOf = async ({ records }: Pick<Services, 'records'>, { type, id }: PersonActor) => {
  const entries = new Map<string, unknown>()
  const asked = [{ actor: { type, id: String(id) } }, { resource: type, recordId: id }]
  for (const filter of asked)
    for (let page = 1; ; page += 1) {
      const { rows } = await records.activity({ type: '', hidden: new Set(), ...filter, page, perPage: 1_000 })
      for (const { says: _, ...entry } of rows) entries.set(entry.id, entry)
      if (rows.length < 1_000) break
    }
  return [...entries.values()]
}

const fileOf = (id: number, { name, extension }: Values<typeof file.fields>) => {
  // A name in an archive has no folders, and cannot leave the one that it is unpacked into.
  const plain = name.replace(/[^\p{L}\p{N}. _-]/gu, '_')
  return `files/${id}-${plain.toLowerCase().endsWith(`.${extension}`) ? plain : `${plain}.${extension}`}`
}

const filesOf = async (
  { log }: Pick<Services, 'log'>,
  held: readonly Held[],
): Promise<(HeldFile & { name: string })[]> => {
  const files: (HeldFile & { name: string })[] = []
  for (const { id } of held.filter(({ resource }) => resource.name === file.name)) {
    const { values } = fold(file, id, (await log.read(streamOf(file.name, id))).events)
    if (values.hash) files.push({ path: fileOf(id, values), hash: values.hash, name: values.name })
  }
  return files
}

/** What they wrote, one holding for each resource. */
const writtenBy = async (services: Services, held: readonly Held[]): Promise<Holding[]> => {
  const authored = [...new Set(held.map(({ resource }) => resource))].filter(({ author }) => author !== undefined)
  const holdings: Holding[] = []
  for (const resource of authored) {
    const rows: unknown[] = []
    for (const one of held.filter((other) => other.resource === resource)) {
      const { record, history } = await wholeOf(services, one)
      rows.push({ ...record, history })
    }
    holdings.push({ name: resource.plural.replaceAll(' ', '-'), label: said(resource.plural), rows })
  }
  return holdings
}

/** Everything that is held about a person, kind by kind; the first is their record. */
export const holdingsOf = async (
  services: Services,
  resource: Resource,
  person: PersonActor,
): Promise<{ holdings: Holding[]; files: HeldFile[] }> => {
  const { personalData } = services
  const held = await personalData.recordsAbout(person)
  const { record, history, events } = await wholeOf(services, { resource, id: person.id })
  const files = await filesOf(services, held)
  const kept = await personalData.keptRows(person)
  const mails = await personalData.mails(person)
  const points = resource.fields.point ? statementOf(person.id, events).entries : []
  const holdings: Holding[] = [
    { name: 'record', label: said('Records'), rows: [record] },
    { name: 'history', label: said('Changes of the record'), rows: history },
    { name: 'points', label: said('Points'), rows: points },
    ...(await writtenBy(services, held)),
    { name: 'files', label: said('Files'), rows: files.map(({ path, name }) => ({ path, name })) },
    { name: 'sign-ins', label: said('Sign-ins'), rows: kept.signIns },
    { name: 'known-devices', label: said('Known devices'), rows: kept.knownDevices },
    { name: 'known-networks', label: said('Known networks'), rows: kept.knownNetworks },
    { name: 'passkeys', label: said('Passkeys'), rows: kept.passkeys },
    { name: 'settings', label: said('Settings'), rows: kept.settings },
    { name: 'jobs', label: said('Jobs'), rows: kept.jobs },
    { name: 'drafts', label: said('Drafts'), rows: kept.drafts },
    { name: 'mails', label: said('Mails'), rows: mails.map((one) => ({ ...one, text: withoutSecrets(one.text) })) },
    { name: 'trail', label: said('Entries of the trail'), rows: await trailOf(services, person) },
  ]
  return { holdings, files }
}
