import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { reading as declaration, readingTerms } from '../../domain/resources/reading.ts'
import { type Written, writtenSchema } from '../../ui-shared/api/answers.ts'
import { api } from '../../ui-shared/api/client.ts'
import { say, t } from '../../ui-shared/i18n.ts'
import { showError } from '../../ui-shared/overlay/alert.tsx'
import { ask } from '../../ui-shared/overlay/confirm.tsx'
import { toastSuccess } from '../../ui-shared/overlay/toast.tsx'
import { takeBack } from '../history/take-back.ts'
import { sendVerb } from '../verbs/send-verb.ts'
import { showVerbDialog } from '../verbs/verb-dialog.tsx'
import { type Reading, readingKey } from './reading-queries.ts'

/** What staff may do about a post that is to be read: ask, change what is asked, ask again, and end it. */
export const useAsking = (post: string, name: string, known: Reading | null) => {
  const client = useQueryClient()
  const [isBusy, setBusy] = useState(false)
  const refresh = () => client.invalidateQueries({ queryKey: [readingKey] })
  const place = { client, resource: declaration }
  const tell = ({ data, message }: Written) =>
    toastSuccess(say(message), data?.before === undefined ? undefined : () => takeBack(place, data))
  const run = async (verb: 'ask_again' | 'end', question: string) => {
    if (!known || isBusy || !(await ask({ title: question, action: t(declaration.verbs[verb].label) }))) return
    setBusy(true)
    try {
      tell(await sendVerb(declaration, known, verb, undefined, known.version))
    } catch (error) {
      showError(error)
    } finally {
      await refresh()
      setBusy(false)
    }
  }
  const terms = () => {
    const label = known?.isAsked ? 'Change what is asked' : 'Ask employees to read it'
    showVerbDialog({
      resource: declaration,
      name: 'require',
      verb: { on: declaration.events.create, action: 'u', label, done: '', input: readingTerms },
      title: name,
      ...(known ? { begun: known } : {}),
      act: async (body) => {
        const written = await api.put(`/post/${post}/reading`, { body, version: known?.version, as: writtenSchema })
        await refresh()
        tell(written)
      },
    })
  }
  const askAgain = () => run('ask_again', t('Ask everybody again? Who has read it is asked once more.'))
  const end = () => run('end', t('Ask nobody any more? What was confirmed stays.'))
  return { terms, askAgain, end, isBusy }
}
