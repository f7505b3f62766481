import { useQuery } from '@tanstack/react-query'
import { type KeyboardEvent, useEffect } from 'react'
import { Link } from 'react-router-dom'
import '../../styles/look.css'
import type { Resource } from '../../../domain/resource.ts'
import { oneOf } from '../../../ui-shared/api/answers.ts'
import { api } from '../../../ui-shared/api/client.ts'
import { Icon } from '../../../ui-shared/drawings/icons.tsx'
import { t } from '../../../ui-shared/i18n.ts'
import { can } from '../../../ui-shared/session/me.ts'
import { Dialog } from '../../../ui-shared/overlay/dialog.tsx'
import { lightProps } from '../../../ui-shared/overlay/light-dialog.ts'
import { useMe } from '../../../ui-shared/session/session.ts'
import { LoadError, PleaseWait } from '../../../ui-shared/states.tsx'
import { ChangeCell, StatusCell } from '../cells/cells.tsx'
import { keyOf, type Row, rowSchema, titleOf } from '../row.ts'
import { ReadFields } from './read-fields.tsx'

const useRecord = (resource: Resource, { id }: Row) =>
  useQuery({
    queryKey: [resource.name, 'look', id],
    queryFn: async ({ signal }) => (await api.get(`/${resource.name}/${id}`, { as: oneOf(rowSchema), signal })).data,
  })

const focusOn = (row: Row) =>
  document.querySelector<HTMLElement>(`a.title[href$="/${CSS.escape(encodeURIComponent(keyOf(row)))}"]`)?.focus()

type Props = {
  resource: Resource
  rows: readonly Row[]
  /** The one that is looked at. */
  row: Row
  onLook: (row: Row | null) => void
}

const Step = ({
  label,
  icon,
  to,
  onLook,
}: { label: string; icon: 'up' | 'down'; to: Row | undefined } & Pick<Props, 'onLook'>) => (
  <button
    type="button"
    className="btn small"
    aria-label={label}
    title={label}
    aria-disabled={!to}
    onClick={() => to && onLook(to)}
  >
    <Icon name={icon} />
  </button>
)

/** A record as it is read, beside the list; the arrow keys go to the rows before and after it. */
export const QuickLook = ({ resource, rows, row, onLook }: Props) => {
  const me = useMe()
  const { data, error, refetch } = useRecord(resource, row)
  const index = rows.findIndex(({ id }) => id === row.id)
  const [previous, next] = [rows[index - 1], rows[index + 1]]
  const isGone = index < 0
  useEffect(() => {
    if (isGone) onLook(null)
  })
  const close = () => {
    onLook(null)
    requestAnimationFrame(() => focusOn(row))
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const to = event.key === 'ArrowDown' ? next : event.key === 'ArrowUp' ? previous : undefined
    if (!to) return
    event.preventDefault()
    onLook(to)
  }
  return (
    <Dialog title={titleOf(row)} size="drawer" light={lightProps} onClose={close}>
      <div className="glance" onKeyDown={onKeyDown}>
        <p className="facts">
          <StatusCell row={data ?? row} resource={resource} /> <ChangeCell row={data ?? row} />
        </p>
        {error && <LoadError message={error.message} onRetry={() => void refetch()} />}
        {!data && !error && <PleaseWait />}
        {data && <ReadFields key={data.id} resource={resource} row={data} />}
        <div className="acts">
          <Step label={t('Previous')} icon="up" to={previous} onLook={onLook} />
          <Step label={t('Next')} icon="down" to={next} onLook={onLook} />
          <Link className="btn first" to={`/dashboard/${resource.name}/${encodeURIComponent(keyOf(row))}`}>
            {can(me, `u-${resource.area}`) && resource.events.edit ? t('Edit') : t('Open')}
          </Link>
          <button type="button" className="btn go" autoFocus onClick={close}>
            {t('Close')}
          </button>
        </div>
      </div>
    </Dialog>
  )
}
