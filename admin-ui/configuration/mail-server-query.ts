import * as z from 'zod/mini'
import { oneOf, writtenSchema } from '../../ui-shared/api/answers.ts'
import { api } from '../../ui-shared/api/client.ts'

const wayShape = z.enum(['smtp_url', 'folder', 'configuration'])
const standingSchema = z.object({
  codes: wayShape,
  news: wayShape,
  state: z.enum(['incomplete', 'untested', 'tested', 'approved']),
  host: z.nullable(z.string()),
  approvedBy: z.nullable(z.string()),
  approvedAt: z.nullable(z.string()),
  mayApprove: z.boolean(),
  others: z.number(),
  fingerprint: z.nullable(z.string()),
})

/** How the saved mail settings stand, and which mails go which way. */
export type MailStanding = z.infer<typeof standingSchema>
export type MailWay = MailStanding['codes']

export const mailServerKey = ['mail-server']

/** `version` of the configuration: other settings are another question. */
export const mailServerQuery = (version: unknown) => ({
  queryKey: [...mailServerKey, version],
  queryFn: async () => (await api.get('/configuration/mail_server', { as: oneOf(standingSchema) })).data,
})

/** Approves the settings of this fingerprint and no others. @throws ApiError that names password */
export const approveMailServer = (password: string, fingerprint: string) =>
  api.post('/configuration/mail_server/approve', { body: { password, fingerprint }, as: writtenSchema })
