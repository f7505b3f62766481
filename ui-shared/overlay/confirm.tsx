import { t } from '../i18n.ts'
import { Dialog } from './dialog.tsx'
import { firmProps } from './light-dialog.ts'
import { createStore, useStore } from './store.ts'

/** A question before an action: its title, more words, the action's name, and whether it is hard to take back. */
export type Question = { title: string; words?: readonly string[]; action: string; isDanger?: boolean }
type Asked = Question & { answer: (isConfirmed: boolean) => void }

const questions = createStore<Asked | null>(null)

/** Asks; true when the action's button is pressed, false for Cancel and Escape. Cancel has the focus. */
export const ask = (question: Question): Promise<boolean> =>
  new Promise((resolve) => {
    questions.get()?.answer(false)
    questions.set(() => ({ ...question, answer: resolve }))
  })

/** A question on the screen; `answer` is told true when the action's button is pressed. */
export const Asking = ({ asked, answer }: { asked: Question; answer: (isConfirmed: boolean) => void }) => (
  <Dialog title={asked.title} role="alertdialog" light={firmProps} onClose={() => answer(false)}>
    {asked.words && (
      <ul className="words">
        {asked.words.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
    )}
    <div className="acts">
      <button type="button" className="btn" autoFocus onClick={() => answer(false)}>
        {t('Cancel')}
      </button>
      <button type="button" className={asked.isDanger ? 'btn go danger' : 'btn go'} onClick={() => answer(true)}>
        {asked.action}
      </button>
    </div>
  </Dialog>
)

/** Where questions appear; one per app. */
export const ConfirmHost = () => {
  const asked = useStore(questions)
  const answer = (isConfirmed: boolean) => {
    questions.set(() => null)
    asked?.answer(isConfirmed)
  }
  return asked && <Asking {...{ asked, answer }} />
}
