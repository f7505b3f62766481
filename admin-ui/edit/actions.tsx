import { Suspense, useState } from 'react'
import { t } from '../../ui-shared/i18n.ts'
import { Menu } from '../../ui-shared/menu.tsx'
import type { Acted } from '../verbs/record-actions.tsx'
import { late } from '../../ui-shared/parts/late.ts'

// Behind the form; the button is there from the start.
const ActionList = late(async () => (await import('../verbs/record-actions.tsx')).ActionList)
const RecordActions = late(async () => (await import('../verbs/record-actions.tsx')).RecordActions)

const EarlyActions = (acted: Acted) => {
  const [isEmpty, setEmpty] = useState(false)
  return (
    // Who may do nothing has no button; what it would open is known once it is loaded.
    <div hidden={isEmpty}>
      <Menu
        list={(open) => (
          <Suspense>
            <ActionList {...acted} open={open} onEmpty={setEmpty} />
          </Suspense>
        )}
      >
        {t('Actions')}
      </Menu>
    </div>
  )
}

/** The Actions of an edit screen. */
export const Actions = (acted: Acted) =>
  acted.resource.isSingleton ? (
    // Few of these have any.
    <Suspense>
      <RecordActions {...acted} />
    </Suspense>
  ) : (
    <EarlyActions {...acted} />
  )
