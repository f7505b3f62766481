import type { Resource } from '../../../domain/resource.ts'
import { type Written, writtenSchema } from '../../../ui-shared/api/answers.ts'
import { api } from '../../../ui-shared/api/client.ts'
import { amid, t } from '../../../ui-shared/i18n.ts'
import { showDialog } from '../../../ui-shared/overlay/shown.tsx'
import { keyOf, type Row, titleOf } from '../row.ts'
import { AddressForm } from './address-form.tsx'

/** Asks for another address and restores a record under it (X20); null when that was called off. */
export const restoreElsewhere = (resource: Resource, row: Row): Promise<Written | null> =>
  new Promise((resolve) => {
    const address = keyOf(row)
    const words = { title: titleOf(row), address, thing: amid(t(resource.label)) }
    showDialog((close) => {
      const settle = (written: Written | null) => {
        close()
        resolve(written)
      }
      return (
        <AddressForm
          key={row.id}
          title={t('Restore under another address')}
          words={t('“{title}” was at {address}, which is the address of another {thing} by now.', words)}
          address={`${address}-2`}
          submit={t('Restore')}
          go={async (slug) =>
            settle(await api.post(`/${resource.name}/${row.id}/restore`, { body: { slug }, as: writtenSchema }))
          }
          onClose={() => settle(null)}
        />
      )
    })
  })
