import { useEffect, useState } from 'react'
import { pictureProblem } from '../../../ui-shared/fields/picture.ts'
import { say, t } from '../../../ui-shared/i18n.ts'
import { Dialog } from '../../../ui-shared/overlay/dialog.tsx'
import { measure } from '../pictures/measure.ts'
import { picturesOf } from './paste-pictures.ts'
import type { SendPicture } from '../pictures/uploads.ts'

const problemOf = (failure: unknown): string =>
  failure instanceof Error ? say(failure.message) : t('The picture could not be sent. Try again.')

const sendOne = async (send: SendPicture, file: File | null) => {
  const problem = file && pictureProblem(file)
  if (!file || problem) return { problem: t(problem ?? 'Choose a JPEG, PNG, WebP or GIF picture.') }
  try {
    const address = await send(file)
    return { address, size: await measure(address) }
  } catch (failure) {
    return { problem: problemOf(failure) }
  }
}

/** Sends the pictures of pasted HTML to the library, then gives the HTML with their addresses, and why any was left out. */
export const PasteDialog = ({
  html,
  send,
  onDone,
}: {
  html: string
  send: SendPicture
  onDone: (html: string, problem: string) => void
}) => {
  const [{ files, settle }] = useState(() => picturesOf(html))
  const [life] = useState(() => ({ isSending: false, isStopped: false }))
  const [count, setCount] = useState(0)
  const start = async () => {
    const sent: Awaited<ReturnType<typeof sendOne>>[] = []
    for (const file of files) {
      if (life.isStopped) break
      sent.push(await sendOne(send, file))
      setCount(sent.length)
    }
    const problems = sent.flatMap((one) => ('problem' in one ? [one.problem] : []))
    const left = problems.length + files.length - sent.length
    const why = problems[0] ?? ''
    onDone(
      settle(sent),
      left
        ? t('{count, plural, one {# picture was} other {# pictures were}} left out. {why}', { count: left, why })
        : '',
    )
  }
  useEffect(() => {
    // Once, also where effects run twice to be tested.
    if (!life.isSending) void start()
    life.isSending = true
  })
  const stop = () => {
    life.isStopped = true
  }
  return (
    <Dialog title={t('Sending the pictures of the pasted text…')} onClose={stop}>
      <progress
        className="meter"
        max={files.length}
        value={count}
        aria-label={t('Sending the pictures of the pasted text…')}
      />
      <div className="acts">
        <button type="button" className="btn" onClick={stop}>
          {t('Leave out the others')}
        </button>
      </div>
    </Dialog>
  )
}
