import type { Answered } from '../../domain/fields/values.ts'
import type { configuration } from '../../domain/resources/configuration.ts'
import * as z from 'zod/mini'
import { api } from '../api/client.ts'
import { setSiteTimeZone } from '../date.tsx'

const optionalText = z.optional(z.nullable(z.string()))

/** The site's configuration as far as everybody may know it (C1). */
export const configSchema = z.looseObject({
  siteTitle: optionalText,
  footer: optionalText,
  logo_url: optionalText,
  favicon_url: optionalText,
  timeZone: optionalText,
  registration: optionalText,
} satisfies Answered<typeof configuration.fields, 'registration'>)
export type Config = z.infer<typeof configSchema>

/** Sets the site's time zone, and answers the configuration as it came. */
export const takeConfig = <C extends Config>(config: C): C => {
  setSiteTimeZone(config.timeZone ?? undefined)
  return config
}

/** Reads the configuration and sets the site's time zone. */
export const fetchConfig = async (): Promise<Config> =>
  takeConfig((await api.get('/utility/config', { as: z.object({ data: configSchema }) })).data)

/** The title of the site for headers and tabs. */
export const siteTitleOf = (config: Config): string => config.siteTitle || 'Atrium'
