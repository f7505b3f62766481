import { useQuery } from '@tanstack/react-query'
import type { Node } from 'prosemirror-model'
import { t } from '../../../ui-shared/i18n.ts'
import { Dialog } from '../../../ui-shared/overlay/dialog.tsx'
import type { Content } from '../code/code-fields.tsx'
import { countWords } from './count-words.ts'
import { findingsOf, headingsOf, sayTakenOut, takenOut } from './review.ts'

/** How long a text is. */
export const TextLength = ({ doc }: { doc: Node }) => {
  const { words, minutes } = countWords(doc)
  const length = t('{count, plural, one {# word} other {# words}}', { count: words })
  return (
    <span>
      {length}
      {words > 0 && `, ${t('{count, plural, one {# minute} other {# minutes}} to read', { count: minutes })}`}
    </span>
  )
}

type Place = { block: number; words: string; level?: number }

const Places = ({ places, onGo }: { places: readonly Place[]; onGo: (block: number) => void }) => (
  <ul className="places">
    {places.map(({ block, words, level }, at) => (
      // The same words may stand in several places.
      <li key={`${at} ${words}`} data-level={level}>
        <button type="button" className="link" onClick={() => onGo(block)}>
          {words || t('A heading has no words.')}
        </button>
      </li>
    ))}
  </ul>
)

const Closing = ({ onClose }: { onClose: () => void }) => (
  <div className="acts">
    <button type="button" className="btn" onClick={onClose}>
      {t('Close')}
    </button>
  </div>
)

type Props = { value: Content; onGo: (block: number) => void; onClose: () => void }

/** The headings of a text; a click goes there. */
export const OutlineDialog = ({ value, onGo, onClose }: Props) => {
  const headings = headingsOf(value.content)
  return (
    <Dialog title={t('Outline')} onClose={onClose}>
      {headings.length === 0 && <p>{t('The text has no headings.')}</p>}
      <Places places={headings} onGo={onGo} />
      <Closing onClose={onClose} />
    </Dialog>
  )
}

/** What readers would stumble over, and what saving will take out. */
export const CheckDialog = ({ value, onGo, onClose }: Props) => {
  const findings = findingsOf(value.content)
  const { data, isPending, isError } = useQuery({
    queryKey: ['taken out', value.content, value.css],
    queryFn: () => takenOut(value.content, value.css),
    gcTime: 0,
    retry: false,
  })
  const removal = data && sayTakenOut(data)
  return (
    <Dialog title={t('Check')} onClose={onClose}>
      <Places places={findings} onGo={onGo} />
      <div role="status">
        {isPending && <p className="hint">{t('Please Wait')}</p>}
        {isError && <p className="hint">{t('What saving will take out is not known now.')}</p>}
        {removal && <p>{removal}</p>}
        {data && !removal && findings.length === 0 && <p>{t('Nothing to mend.')}</p>}
      </div>
      <Closing onClose={onClose} />
    </Dialog>
  )
}
