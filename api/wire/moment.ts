import { z } from 'zod'
import { isMoment } from '../../domain/fields/time.ts'
import type { Audience } from '../../domain/permission.ts'
import { noSuchRecord, Rejected } from '../../domain/rejected.ts'
import type { Resource } from '../../domain/resource.ts'
import { isAhead } from '../../projections/past/moments.ts'
import type { Services } from '../server/services.ts'
import { whole } from './wire.ts'

const sentence = '{name} is a moment such as 2026-11-22T09:00:00Z, or a position of the log.'

/** Who asks what was so at another time. */
export const auditors: Audience = { anyOf: ['r-audit'] }

/** Who asks what employees were shown then: whoever previews the portal as well. */
export const previewers: Audience = { anyOf: ['r-audit', 'r-homepage'] }

/** What a read takes that can be asked as of a moment. */
export const asOf = z
  .string(sentence)
  .refine((text) => isMoment(text) || /^\d{1,19}$/.test(text), sentence)
  .optional()

/** The query of a read that takes nothing else. */
export const momentQuery = z.object({ as_of: asOf })

/** The query of one record: as of a moment, or in one of its versions. */
export const recordQuery = momentQuery.extend({ version: whole(1, 999_999_999).optional() })

/** The services as of a moment that is asked for, also as it is planned; those of now without one. @throws Rejected malformed for a position ahead */
export const servicesAt = async (services: Services, asked: string | undefined): Promise<Services> => {
  if (asked === undefined) return services
  const moment = await services.moments.at(asked)
  if (isAhead(moment)) return { ...services, records: (await services.planned.at(moment)).records }
  return { ...services, records: services.moments.records(moment) }
}

/** The same with the log of then, and commands that are tried on it. @throws Rejected malformed for a position ahead */
export const trialAt = async (services: Services, asked: string | undefined): Promise<Services> => {
  if (asked === undefined) return services
  const moment = await services.moments.at(asked)
  const { records, log, dispatch } = isAhead(moment) ? await services.planned.at(moment) : services.trialAt(moment)
  return { ...services, records, log, dispatch }
}

/** The services as of a version of a record. @throws Rejected missing for one that it never had */
const servicesOf = async (services: Services, resource: Resource, key: string, version: number) => {
  const id = Number((await services.records.find(resource, key, 'all'))?.id)
  const moment = Number.isNaN(id) ? null : await services.moments.ofVersion(resource, id, version)
  if (!moment) throw noSuchRecord(resource)
  return { at: { ...services, records: services.moments.records(moment) }, key: String(id) }
}

/** Where a record is read that is asked for as of a moment or in a version, and by which key. @throws Rejected malformed for both at once */
export const recordAt = async (
  services: Services,
  resource: Resource,
  key: string,
  { as_of: asked, version }: z.output<typeof recordQuery>,
): Promise<{ at: Services; key: string }> => {
  if (version === undefined) return { at: await servicesAt(services, asked), key }
  if (asked !== undefined) throw new Rejected('Ask for a moment or for a version, not for both.', 'malformed')
  return servicesOf(services, resource, key, version)
}
