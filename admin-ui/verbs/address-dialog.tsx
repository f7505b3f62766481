import { useQueryClient } from '@tanstack/react-query'
import type { Resource } from '../../domain/resource.ts'
import { writtenSchema } from '../../ui-shared/api/answers.ts'
import { api } from '../../ui-shared/api/client.ts'
import { t } from '../../ui-shared/i18n.ts'
import { showDialog } from '../../ui-shared/overlay/shown.tsx'
import { toastSuccess } from '../../ui-shared/overlay/toast.tsx'
import { useMe } from '../../ui-shared/session/session.ts'
import { undoOf } from '../history/undo.ts'
import { AddressForm } from '../list/acting/address-form.tsx'
import { keyOf, type Row } from '../list/row.ts'

const AddressDialog = ({ resource, row, close }: { resource: Resource; row: Row; close: () => void }) => {
  const client = useQueryClient()
  const me = useMe()
  const go = async (slug: string) => {
    const written = await api.put(`/${resource.name}/${row.id}`, { body: { slug }, as: writtenSchema })
    close()
    const words = t('The address is {address} now.', { address: written.data?.slug ?? slug })
    toastSuccess(words, undoOf({ client, resource, me }, written))
    await client.invalidateQueries({ queryKey: [resource.name] })
  }
  return (
    <AddressForm
      title={t('Edit address')}
      words={t('Links to the address of today lead to the new one.')}
      address={keyOf(row)}
      submit={t('Save')}
      go={go}
      onClose={close}
    />
  )
}

/** Gives a record another address; the former ones lead to it (D2). */
export const editAddress = (resource: Resource, row: Row): void =>
  showDialog((close) => <AddressDialog key={`address-${row.id}`} resource={resource} row={row} close={close} />)
