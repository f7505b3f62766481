import { randomUUID } from 'node:crypto'
import type { Audit } from '../commands/audit.ts'
import type { Dispatch } from '../commands/command.ts'
import { removeDemoAccounts } from '../commands/demo/accounts.ts'
import { mayErase } from '../commands/privacy/may-erase.ts'
import type { Drafts } from '../commands/drafts/drafts.ts'
import { shortcuts } from '../commands/shortcuts/shortcuts.ts'
import type { ListViews } from '../commands/list-views/list-views.ts'
import { erasures } from '../commands/privacy/erasure.ts'
import { keptRowsOf } from '../commands/privacy/kept-rows.ts'
import { naming, type Locations, locationsOf } from '../commands/privacy/locations.ts'
import { loadRecord } from '../commands/record.ts'
import type { Evidence } from '../commands/evidence/evidence.ts'
import type { SheetImports } from '../commands/sheets/import.ts'
import { personKey } from '../commands/identity/sign-in/dependencies.ts'
import type { Schedule } from '../commands/schedule/schedule.ts'
import type { SignIn } from '../commands/identity/sign-in/sign-in.ts'
import { streamOf } from '../domain/event.ts'
import { permissionsOf } from '../domain/permission.ts'
import { isStaff, type PersonActor } from '../domain/person.ts'
import { alone } from '../platform/database/connection.ts'
import type { FileStorage } from '../platform/files/storage.ts'
import type { KeptMail } from '../platform/mail/kept.ts'
import { recordsAbout } from '../projections/people/records-about.ts'
import type { Projector } from '../projections/running/projector.ts'
import { dropAbandoned, readSchema } from '../projections/schema.ts'
import type { Ground } from './open.ts'

type Parts = Ground & {
  audit: Audit
  dispatch: Dispatch
  signIn: Pick<SignIn, 'endSignIns'>
  projector: Pick<Projector, 'waitFor' | 'refold'>
  storage: FileStorage
  mail: { kept(): AsyncGenerator<KeptMail> }
  files: { removeErased(): Promise<void> }
  sheets: Pick<SheetImports, 'forgetAll'>
  evidence: Pick<Evidence, 'forgetAll'>
  schedule: Pick<Schedule, 'cancelAllOf' | 'forgetSent'>
  drafts: Pick<Drafts, 'forgetOf'>
  listViews: Pick<ListViews, 'forget'>
}

/** Everything that is held about a person, and how it goes. */
export const openPersonalData = (parts: Parts) => {
  const { config, pool, log, resources, dispatch, projector, logger } = parts
  const schema = readSchema(resources)
  const about = (person: PersonActor) => recordsAbout(pool, schema, person)

  const mailsOf = async function* (person: PersonActor, locations: Locations) {
    const isNamed = naming(locations)
    for await (const kept of parts.mail.kept()) {
      const { to, subject, text, person: whose } = kept.mail
      if (whose === personKey(person) || isNamed(`${to}\n${subject}\n${text}`)) yield kept
    }
  }

  const putAway = async ({ type, id }: PersonActor, actor: PersonActor) => {
    const resource = resources.find(({ name }) => name === type)
    if (!resource) throw new TypeError(`there are no ${type}s`)
    const { state } = await loadRecord(log, resource, id)
    if (state.status === 'active')
      await dispatch({ resource, verb: 'deactivate', id, sent: {}, actor, perms: null, commandId: randomUUID() })
    await parts.schedule.cancelAllOf(streamOf(type, id), streamOf(actor.type, actor.id))
    await parts.signIn.endSignIns(type, id, 'deactivated', isStaff(actor) ? actor.id : undefined)
  }

  const erasing = erasures({
    ...parts,
    waitFor: projector.waitFor,
    putAway,
    recordsAbout: about,
    removeByLocations: async (person, locations) => {
      for await (const kept of mailsOf(person, locations)) await kept.remove()
      await parts.listViews.forget(naming(locations))
      await shortcuts(pool).forget(naming(locations))
      removeDemoAccounts(config.dataDir, naming(locations))
    },
    onFailure: (error) => logger.warn({ err: error }, 'an erasure is completed later'),
    steps: [
      parts.files.removeErased,
      projector.refold,
      parts.sheets.forgetAll,
      parts.evidence.forgetAll,
      async (person) => parts.schedule.forgetSent(await about(person)),
      async (person) => parts.drafts.forgetOf(await about(person)),
      () => alone(pool, (client) => dropAbandoned(client, schema)),
    ],
  })

  return {
    ...erasing,
    recordsAbout: about,
    keptRows: (person: PersonActor) => keptRowsOf(pool, person),
    /** Mails that wait or lie in the mail folder, to the person or naming them. */
    mails: async (person: PersonActor) => {
      const found: { to: string; subject: string; text: string; at: string }[] = []
      for await (const { mail, at } of mailsOf(person, await locationsOf(log, await about(person)))) {
        const { to, subject, text } = mail
        found.push({ to, subject, text, at })
      }
      return found
    },
    openFile: parts.storage.open,
    /** @throws Rejected when somebody may not erase this person, in words */
    checkMayErase: mayErase({
      log,
      dispatch,
      resources,
      everything: permissionsOf(resources),
      isErased: erasing.isErased,
    }),
  }
}
