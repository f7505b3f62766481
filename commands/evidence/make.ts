import type { Pool } from 'pg'
import { actorNamed, type JsonObject } from '../../domain/event.ts'
import { isPersonType, type PersonActor } from '../../domain/person.ts'
import { accessDenied, Rejected } from '../../domain/rejected.ts'
import type { Resource } from '../../domain/resource.ts'
import type { Log } from '../../event-store/log.ts'
import { spreadNotes } from '../../event-store/merkle/listing.ts'
import type { Proof } from '../../event-store/merkle/proof.ts'
import type { Logger } from '../../platform/logger.ts'
import type { Audit } from '../audit.ts'
import type { TakenExport } from './exports.ts'
import { packageOf } from './package.ts'
import { type SelectionParts, selectionOf } from './selection.ts'

export type MakeParts = Omit<SelectionParts, 'store'> & {
  pool: Pool
  log: Log
  proof: Proof
  resources: readonly Resource[]
  audit: Audit
  permissionsOf(person: PersonActor): Promise<readonly string[]>
  /** What somebody is called. */
  nameOf(person: PersonActor): Promise<string | null>
  /** Waits until the read models know what is in the log. */
  caughtUp(): Promise<void>
  now(): Date
  logger: Logger
}

// Each older checkpoint costs some ten lines of the tree.
const mostNotes = 200

/** The permissions that decide which values about people a package shows. */
export const showing = (resources: readonly Resource[], perms: readonly string[]): string[] => {
  const all = ['r-audit', 'r-audit_personal']
  const own = resources.flatMap(({ area }) => (area === null ? [] : [`r-${area}`]))
  return perms.includes('r-audit_personal') ? all : perms.filter((one) => own.includes(one) || one === 'r-audit')
}

const personOf = (name: string): PersonActor => {
  const { type, id } = actorNamed(name)
  if (!isPersonType(type)) throw new TypeError(`${name} is nobody`)
  return { type, id: Number(id) }
}

/** How a package is begun: its events are chosen and counted, and the export is written into the trail. @throws Rejected */
export const packageMaker = (parts: MakeParts) => {
  const { pool, log, proof, resources, logger } = parts
  const areaOf = new Map(resources.map(({ name, area }) => [name, area]))

  // What cannot be signed is left out; the verification says why.
  const signNew = async () => {
    await proof.sign(true).catch((error: unknown) => logger.warn({ err: error }, 'no checkpoint could be signed'))
    const notes = await spreadNotes(pool, mostNotes)
    if (notes.length === 0) throw new Rejected('No checkpoint was signed yet.', 'missing')
    return notes
  }

  return async (
    { id, person, asked, perms, language }: TakenExport,
    { onProgress, signal }: { onProgress(events: number): void; signal: AbortSignal },
  ) => {
    const by = personOf(person)
    const held = await parts.permissionsOf(by)
    if (!perms.every((one) => held.includes(one))) throw new Rejected(accessDenied, 'forbidden')
    const notes = await signNew()
    await parts.caughtUp()
    const selection = await selectionOf({ ...parts, store: log.store }, asked, notes.at(-1)?.size ?? 0)
    if (selection.events === 0) throw new Rejected('There is no event of that.', 'missing')
    const data: JsonObject = { kind: asked.kind, asked: JSON.stringify(asked), events: selection.events }
    if ('record' in asked) Object.assign(data, { resource: asked.resource, record: asked.record })
    await parts.audit({ type: 'EvidenceExported', data }, { actor: by, correlationId: id, id })
    const isAll = perms.includes('r-audit_personal')
    const stream = packageOf({
      pool,
      log,
      checkpoints: proof.checkpoints,
      notes,
      selection,
      language,
      showsPersonal: (category) => isAll || perms.includes(`r-${areaOf.get(category) ?? ''}`),
      said: {
        format: 1,
        exportedAt: parts.now().toISOString(),
        exportedBy: { ...by, name: await parts.nameOf(by) },
        asked,
        export: id,
      },
      onProgress,
      signal,
    })
    return { events: selection.events, stream }
  }
}

export type MakePackage = ReturnType<typeof packageMaker>
