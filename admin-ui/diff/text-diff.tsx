import '../styles/diff.css'
import { t } from '../../ui-shared/i18n.ts'
import { readableText } from './readable.ts'
import { nearChanges, type Run, wordRuns } from './words.ts'

const Words = ({ run: { text, kind } }: { run: Run }) => {
  if (kind === 'added') return <ins>{text}</ins>
  return kind === 'removed' ? <del>{text}</del> : text
}

const Runs = ({ runs, className }: { runs: readonly Run[]; className: string }) => (
  <div className={className}>
    {nearChanges(runs).map((run, index) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: the runs are never reordered
      <Words key={index} run={run} />
    ))}
  </div>
)

/** The words that differ between two texts, with what stands near them; HTML by what it says, or else by its code. */
export const TextDiff = ({ from, to, isHtml = false }: { from: string; to: string; isHtml?: boolean }) => {
  if (!isHtml) return <Runs className="diff" runs={wordRuns(from, to)} />
  const [before, after] = [readableText(from), readableText(to)]
  if (before !== after || from === to) return <Runs className="diff" runs={wordRuns(before, after)} />
  return (
    <>
      <p className="hint">{t('The words are the same, their format is not:')}</p>
      <Runs className="diff mono" runs={wordRuns(from, to)} />
    </>
  )
}
