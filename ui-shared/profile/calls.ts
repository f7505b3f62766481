import * as z from 'zod/mini'
import { writtenSchema } from '../api/answers.ts'
import { api } from '../api/client.ts'
import type { Challenge } from '../auth/calls.ts'

const challengeSchema = z.object({ data: z.object({ data: z.string(), email: z.string() }) })

/** First step of another e-mail address: the server mails a code to it. @throws ApiError that names email or password */
export const startEmailChange = async (email: string, password: string): Promise<Challenge> =>
  (await api.post('/me/email', { body: { email, password }, as: challengeSchema })).data

/** Second step: the code puts the address in force; answers the server's message. @throws ApiError that names otp or email */
export const finishEmailChange = async (challenge: string, otp: string): Promise<string> =>
  (await api.post('/me/email/verify', { body: { data: challenge, otp }, as: writtenSchema })).message
