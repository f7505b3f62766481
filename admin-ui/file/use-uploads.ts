import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { writtenSchema } from '../../ui-shared/api/answers.ts'
import { api, randomKey } from '../../ui-shared/api/client.ts'
import { withProgress } from '../../ui-shared/api/send-with-progress.ts'
import { ApiError, sentencesOf } from '../../ui-shared/api/error.ts'
import { say, t } from '../../ui-shared/i18n.ts'

/** A file on its way: its sent share (0 to 1), the record that it became, or why there is none. */
export type Upload = { key: string; file: File; share: number; id: number | null; problem: string | null }

/** Adds files to the library one by one, each by a call of its own: what one is refused for does not stop the others. */
export const useUploads = () => {
  const client = useQueryClient()
  const [uploads, setUploads] = useState<readonly Upload[]>([])
  const change = (key: string, part: Partial<Upload>) =>
    setUploads((all) => all.map((one) => (one.key === key ? { ...one, ...part } : one)))
  const send = async ({ key, file }: Upload) => {
    const body = new FormData()
    body.set('file', file)
    try {
      const withShare = withProgress((share) => change(key, { share }))
      const { data } = await api.post('/file', { body, key, as: writtenSchema, send: withShare })
      change(key, { share: 1, id: data?.id ?? null })
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      change(key, { problem: say(sentencesOf(error)[0] ?? t('Something went wrong on the server. Try again.')) })
    }
  }
  const add = async (files: readonly File[]) => {
    const added = files.map((file) => ({ key: randomKey(), file, share: 0, id: null, problem: null }))
    setUploads((all) => [...all, ...added])
    for (const one of added) await send(one)
    await client.invalidateQueries({ queryKey: ['file'] })
  }
  return { uploads, add }
}
