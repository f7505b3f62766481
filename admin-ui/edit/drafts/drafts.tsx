import { useQuery } from '@tanstack/react-query'
import type { Resource } from '../../../domain/resource.ts'
import type { Copy } from '../../../ui-shared/drafts.ts'
import { t } from '../../../ui-shared/i18n.ts'
import type { Kept } from '../../../ui-shared/kept/kept.ts'
import { showError } from '../../../ui-shared/overlay/alert.tsx'
import { toastSuccess } from '../../../ui-shared/overlay/toast.tsx'
import type { FormValues } from '../form-values.ts'
import { askToDiscard } from './ask-to-discard.ts'
import { DraftList } from './draft-list.tsx'
import { discardDraft, isKeptHere, listDrafts, type ServerDraft, takeDraft } from './server-drafts.ts'
import type { useKept } from './use-draft.ts'

/** The drafts of a form besides its own: of other tabs on this device, and what the server has of other devices and colleagues. */
export const Drafts = ({
  resource,
  record,
  opened,
  copies,
  kept,
  setAside,
}: {
  resource: Resource
  record: number | null
  opened: FormValues
  copies: ReturnType<typeof useKept>
  kept: Kept
  setAside: () => Promise<unknown>
}) => {
  const { data = [], refetch } = useQuery({
    queryKey: ['draft', resource.name, record],
    queryFn: ({ signal }) => listDrafts(resource.name, record, signal),
    staleTime: 0,
    refetchOnWindowFocus: true,
  })
  const here = new Set([kept.draft?.id, ...kept.others.map(({ draft }) => draft.id)])
  const run = async (work: () => Promise<unknown>) => {
    try {
      await work()
    } catch (error) {
      showError(error)
    }
    await refetch()
  }
  const open = async (copy: Copy) => {
    await setAside()
    await copies.take(copy)
  }
  const remove = async (copy: Copy) => {
    await copies.remove(copy)
    if (copy.draft.id) await discardDraft(copy.draft.id)
  }
  const take = async ({ id }: ServerDraft) => {
    await setAside()
    await copies.goOnWith(await takeDraft(id))
  }
  const discard = async (draft: ServerDraft) => {
    if (!(await askToDiscard(draft))) return
    await discardDraft(draft.id)
    toastSuccess(t('The draft is discarded.'))
  }
  return (
    <DraftList
      {...{ resource, opened }}
      isNew={record === null}
      copies={kept.others}
      onServer={data.filter(({ id }) => !here.has(id) && !isKeptHere(id))}
      onOpen={(copy) => void run(() => open(copy))}
      onRemove={(copy) => void run(() => remove(copy))}
      onTake={(draft) => void run(() => take(draft))}
      onDiscard={(draft) => void run(() => discard(draft))}
    />
  )
}
