import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import * as z from 'zod/mini'
import { oneOf } from '../../ui-shared/api/answers.ts'
import { api } from '../../ui-shared/api/client.ts'
import { say, t } from '../../ui-shared/i18n.ts'
import { showError } from '../../ui-shared/overlay/alert.tsx'
import { toastSuccess } from '../../ui-shared/overlay/toast.tsx'

const key = ['me', 'comment-mail']
const wantedSchema = z.object({ isWanted: z.boolean() })
const doneSchema = z.object({ message: z.string() })

/** Whether one is told by mail that one's posts were commented on. */
export const CommentMail = () => {
  const client = useQueryClient()
  const [isBusy, setBusy] = useState(false)
  const { data } = useQuery({
    queryKey: key,
    queryFn: async ({ signal }) => (await api.get('/me/comment_mail', { as: oneOf(wantedSchema), signal })).data,
  })
  if (!data) return null
  const set = async (isWanted: boolean) => {
    setBusy(true)
    try {
      const { message } = await api.put('/me/comment_mail', { body: { isWanted }, as: doneSchema })
      toastSuccess(say(message))
    } catch (error) {
      showError(error)
    }
    await client.invalidateQueries({ queryKey: key })
    setBusy(false)
  }
  return (
    <section className="fields">
      <h2 className="caps legend">{t('Comments')}</h2>
      <label className="check-line">
        <input
          className="check"
          type="checkbox"
          checked={data.isWanted}
          disabled={isBusy}
          onChange={({ target }) => void set(target.checked)}
        />
        {t('Mail me when one of my posts is commented on')}
      </label>
    </section>
  )
}
