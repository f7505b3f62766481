import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import * as z from 'zod/mini'
import type { Resource } from '../../domain/resource.ts'
import { oneOf } from '../../ui-shared/api/answers.ts'
import { api } from '../../ui-shared/api/client.ts'
import { saysSchema } from '../../ui-shared/api/says.ts'
import { say, t } from '../../ui-shared/i18n.ts'
import { showError } from '../../ui-shared/overlay/alert.tsx'
import { Dialog } from '../../ui-shared/overlay/dialog.tsx'
import { showDialog } from '../../ui-shared/overlay/shown.tsx'
import { LoadError, PleaseWait } from '../../ui-shared/states.tsx'
import { FieldDiff } from '../diff/field-diff.tsx'
import { TextDiff } from '../diff/text-diff.tsx'
import { useNames } from '../diff/use-names.ts'
import { Contested, type ContestedPart, type Answer } from './contested.tsx'
import { type Place, revert, type TakeBack } from './revert.ts'
import { labelOfPart, partWords, useVersion } from './versions.ts'

const previewSchema = z.object({
  version: z.number(),
  changes: z.array(z.object({ name: z.string(), from: z.unknown(), to: z.unknown(), problem: saysSchema })),
  contested: z.array(
    z.object({ name: z.string(), before: z.unknown(), base: z.unknown(), now: z.unknown(), isChoice: z.boolean() }),
  ),
  secrets: z.array(z.string()),
  problem: saysSchema,
})
type Preview = z.infer<typeof previewSchema>

/** What is to be taken back: to a version, of it one part alone when `field` names it; or without some versions. */
export type Goal = { version: number; field?: string } | { without: readonly number[] }

const wordsOf = (problem: NonNullable<Preview['problem']>) => say(problem.id, problem)

const usePreview = ({ name }: Resource, record: number, goal: Goal) =>
  useQuery({
    queryKey: [name, 'revert', record, goal],
    queryFn: async ({ signal }) => {
      const query = 'without' in goal ? { without: goal.without.join() } : { version: goal.version }
      return (await api.get(`/${name}/${record}/revert`, { query, as: oneOf(previewSchema), signal })).data
    },
    gcTime: 0,
  })

type Part = Preview['changes'][number]

const PartLine = ({
  resource,
  part,
  files,
  isTicked,
  onTick,
}: {
  resource: Resource
  part: Part
  files: Parameters<typeof FieldDiff>[0]['files']
  isTicked: boolean
  onTick: (isTicked: boolean) => void
}) => {
  const { name, from, to, problem } = part
  const field = resource.fields[name]
  const nameOf = useNames(field ? [[field, from] as const, [field, to] as const] : [])
  return (
    <section className="diff-field">
      <label className="check-line">
        <input
          type="checkbox"
          className="check"
          checked={isTicked}
          disabled={Boolean(problem)}
          onChange={({ target }) => onTick(target.checked)}
        />
        <b>{t(labelOfPart(resource, name))}</b>
      </label>
      {problem && <p className="error">{wordsOf(problem)}</p>}
      {field ? (
        <FieldDiff {...{ field, from, to, files, nameOf }} />
      ) : (
        <TextDiff from={partWords(name, from)} to={partWords(name, to)} />
      )}
    </section>
  )
}

const titleOf = (resource: Resource, goal: Goal): string => {
  if ('without' in goal) return t('Take back version {versions}', { versions: goal.without.join(', ') })
  const { field, version } = goal
  if (field === undefined) return t('Back to version {version}', { version })
  return t('{field}: back to version {version}', { field: t(labelOfPart(resource, field)), version })
}

type Props = {
  resource: Resource
  record: number
  goal: Goal
  /** What is to be known before. */
  note?: string
  /** The Undo of the revert. */
  takeBack: TakeBack
  onClose: () => void
  onDone: () => void
}

const usePicked = (preview: Preview, goal: Goal) => {
  const only = 'version' in goal ? goal.field : undefined
  const changes = preview.changes.filter(({ name }) => only === undefined || name === only)
  const [dropped, setDropped] = useState<readonly string[]>([])
  const [answers, setAnswers] = useState<Readonly<Record<string, Answer>>>({})
  const ticked = changes.filter(({ name, problem }) => !problem && !dropped.includes(name))
  const open = preview.contested.filter(({ name, isChoice }) => isChoice && !answers[name])
  const chosen = preview.contested.filter(({ name }) => answers[name] && answers[name].kind !== 'now')
  const tick = (name: string, isTicked: boolean) =>
    setDropped((now) => (isTicked ? now.filter((one) => one !== name) : [...now, name]))
  const answer = (name: string, one: Answer) => setAnswers((now) => ({ ...now, [name]: one }))
  return { changes, ticked, open, chosen, answers, tick, answer }
}

const Body = ({ resource, record, goal, preview, takeBack, onClose, onDone }: Props & { preview: Preview }) => {
  const client = useQueryClient()
  const [isBusy, setBusy] = useState(false)
  const picked = usePicked(preview, goal)
  const { data: now } = useVersion(resource, record, preview.version)
  const { data: then } = useVersion(resource, record, 'version' in goal ? goal.version : preview.version)
  const files = [...(now?.files ?? []), ...(then?.files ?? [])]
  const count = picked.ticked.length + picked.chosen.length
  const send = async () => {
    setBusy(true)
    try {
      const fields = [...picked.ticked, ...picked.chosen].map(({ name }) => name)
      const values = Object.fromEntries(
        picked.chosen.map(({ name }): [string, unknown] => [name, picked.answers[name]?.value]),
      )
      const way = 'without' in goal ? { without: goal.without } : { version: goal.version }
      const asked = { ...way, fields, ...(picked.chosen.length > 0 ? { values } : {}) }
      await revert({ client, resource }, record, asked, preview.version, takeBack)
      onDone()
    } catch (error) {
      showError(error)
      await client.invalidateQueries({ queryKey: [resource.name] })
      setBusy(false)
    }
  }
  return (
    <>
      {preview.problem && <p className="error">{wordsOf(preview.problem)}</p>}
      {picked.changes.length + preview.contested.length === 0 && (
        <p className="words">{t('It is like that already: nothing would change.')}</p>
      )}
      {picked.changes.map((part) => (
        <PartLine
          key={part.name}
          {...{ resource, part, files }}
          isTicked={picked.ticked.includes(part)}
          onTick={(isTicked) => picked.tick(part.name, isTicked)}
        />
      ))}
      {preview.contested.map((part: ContestedPart) => (
        <Contested
          key={part.name}
          {...{ resource, part }}
          chosen={picked.answers[part.name]}
          onChoose={(answer) => picked.answer(part.name, answer)}
        />
      ))}
      {preview.secrets.length > 0 && (
        <p className="hint">
          {t('Stays as it is: {fields}', {
            fields: preview.secrets.map((name) => t(labelOfPart(resource, name))).join(', '),
          })}
        </p>
      )}
      <div className="acts">
        <span className="hint first" role="status">
          {picked.open.length > 0 &&
            t('{count, plural, one {# choice} other {# choices}} left.', { count: picked.open.length })}
        </span>
        <button type="button" className="btn" autoFocus onClick={onClose}>
          {t('Cancel')}
        </button>
        <button
          type="button"
          className="btn go"
          disabled={isBusy || count === 0 || picked.open.length > 0}
          onClick={() => void send()}
        >
          {t('Revert')}
        </button>
      </div>
    </>
  )
}

/** What a revert would change, part by part, to be done or left; what later changes touched as well is asked. */
export const RevertDialog = (props: Props) => {
  const { resource, record, goal, note, onClose } = props
  const { data, error, refetch } = usePreview(resource, record, goal)
  return (
    <Dialog title={titleOf(resource, goal)} size="wide" onClose={onClose}>
      {note && <p className="words">{note}</p>}
      <p className="words">
        {t('This is what would change. It becomes a new version, which can be taken back in turn.')}
      </p>
      {error && <LoadError message={error.message} onRetry={() => void refetch()} />}
      {!data && !error && <PleaseWait />}
      {data && <Body key={data.version} {...props} preview={data} />}
    </Dialog>
  )
}

/** Opens that dialog for a change that others lie on top of: what they changed stays, or is asked. */
export const showRevert = ({ resource, onBack }: Place, record: number, goal: Goal, takeBack: TakeBack): void =>
  showDialog((close) => (
    <RevertDialog
      key={`${resource.name} ${record}`}
      {...{ resource, record, goal, takeBack }}
      note={t('It was changed again since. What came later stays as it is.')}
      onClose={close}
      onDone={() => {
        close()
        onBack?.()
      }}
    />
  ))
