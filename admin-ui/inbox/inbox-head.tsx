import { useQueryClient } from '@tanstack/react-query'
import * as z from 'zod/mini'
import type { Resource } from '../../domain/resource.ts'
import { api } from '../../ui-shared/api/client.ts'
import { t } from '../../ui-shared/i18n.ts'
import { Menu, type MenuItem } from '../../ui-shared/menu.tsx'
import { showError } from '../../ui-shared/overlay/alert.tsx'
import { toastSuccess } from '../../ui-shared/overlay/toast.tsx'
import { matchQuery, useListState } from '../list/use-list-state.ts'
import { thingsOf } from '../list/verbs.ts'

const noStop = new AbortController().signal

/** What can be done with everything that the list shows: taken along, or marked as read. */
export const InboxHead = ({ resource }: { resource: Resource }) => {
  const client = useQueryClient()
  const { state } = useListState(resource)
  const query = Object.fromEntries(Object.entries(matchQuery(state, resource)).filter(([, value]) => value !== ''))
  const markAll = async () => {
    await api.post(`/${resource.name}/read?${new URLSearchParams(query)}`, { as: z.unknown() })
    await client.invalidateQueries({ queryKey: [resource.name] })
    toastSuccess(t('Marked as read.'))
  }
  const take = async (format: 'xlsx' | 'csv') => {
    // Rarely needed, so loaded when it is.
    const { downloadFile } = await import('../sheets/download.ts')
    const address = `/api/${resource.name}/export?${new URLSearchParams({ ...query, format })}`
    const count = await downloadFile(address, `${resource.name}.${format}`, { signal: noStop, onProgress: () => {} })
    toastSuccess(t('{count} {things} exported.', { count, things: thingsOf(resource, count) }))
  }
  const items: MenuItem[] = [
    { label: t('Mark all as read'), onSelect: () => void markAll().catch(showError) },
    { label: t('Export as a spreadsheet'), onSelect: () => void take('xlsx').catch(showError) },
    { label: t('Export as CSV'), onSelect: () => void take('csv').catch(showError) },
  ]
  return <Menu items={items}>{t('Actions')}</Menu>
}
