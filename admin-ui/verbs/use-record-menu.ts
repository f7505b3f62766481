import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from 'react-router-dom'
import type { Resource } from '../../domain/resource.ts'
import { t } from '../../ui-shared/i18n.ts'
import { can } from '../../ui-shared/session/me.ts'
import type { MenuItem } from '../../ui-shared/menu.tsx'
import { useMe } from '../../ui-shared/session/session.ts'
import { copyLink } from '../list/cells/copy-link.ts'
import type { FormWays } from '../edit/record-form.tsx'
import type { Row } from '../list/row.ts'
import { publicPathOf, type ScreenOverrides } from '../list/screen.ts'
import { useAct } from '../list/use-act.ts'
import { isDraft } from '../publishing/is-draft.ts'
import { isReviewed, isShown } from '../publishing/reviewed.ts'
import { type RecordVerb, recordVerbs } from '../list/verbs.ts'
import { useOwnPlaces } from './own-places.ts'
import { ownVerbs } from './own-verbs.ts'
import { useVerb } from './use-verb.ts'
import { shownMoment } from '../../ui-shared/moment.ts'
import { withMoment } from '../../ui-shared/moment-address.ts'

// Of activating and deactivating, only the one that changes something. What there is one of is neither put away nor deleted.
const offered = ({ isSingleton }: Resource, row: Row, isInTrash: boolean): readonly RecordVerb[] => {
  if (isSingleton) return []
  return isInTrash ? ['restore'] : [row.deletedAt ? 'activate' : 'deactivate', 'delete']
}

const labelOf = (resource: Resource, row: Row, verb: RecordVerb): string =>
  verb === 'activate' && isDraft(resource, row) ? t('Publish now') : t(recordVerbs[verb].label)

const asking = (label: string, asks: boolean): string =>
  asks ? t('{verb}: ask for a review…', { verb: label }) : label

type About = { resource: Resource; overrides: ScreenOverrides; row: Row }

// What leads elsewhere or takes something along, and leaves the record as it is.
const usePlaces = ({ resource, overrides, row }: About): MenuItem[] => {
  const me = useMe()
  const navigate = useNavigate()
  const own = useOwnPlaces(resource.name, row, me)
  const path = publicPathOf(resource, overrides)?.(row) ?? null
  const mayPreview = path !== null && !row.deletedAt && can(me, 'r-homepage')
  const mayDuplicate = resource.isDuplicable && can(me, `c-${resource.area}`)
  const view = () => window.open(`${path}${withMoment('?preview=1', shownMoment())}`, '_blank', 'noopener')
  return [
    ...own.map(({ label, path: to }) => ({ label, onSelect: () => void navigate(to) })),
    ...(mayDuplicate
      ? [
          {
            label: t('Duplicate'),
            onSelect: () => void navigate(`/dashboard/${resource.name}/create?like=${row.id}`),
          },
        ]
      : []),
    ...(path === null ? [] : [{ label: t('Copy link'), onSelect: () => void copyLink(window.location.origin + path) }]),
    ...(mayPreview ? [{ label: t('View on portal'), onSelect: () => void view() }] : []),
  ]
}

type Options = {
  isInTrash?: boolean
  onDeleted?: () => Promise<void>
  /** The form that the record is open in: what stands in it is what is published. */
  form?: () => Pick<FormWays, 'saveAll'> | null
}

/** What can be done to a record, by its state and by permission. `onDeleted` runs once it is deleted. */
export const useRecordMenu = (about: About & Options): readonly MenuItem[] => {
  const { resource, row, isInTrash = false, onDeleted, form } = about
  const me = useMe()
  const client = useQueryClient()
  const { act, isBusy } = useAct(resource)
  const { run, isBusy: isRunning } = useVerb(resource)
  const places = usePlaces(about)
  const isWaiting = isBusy || isRunning
  const reviewed = isReviewed(resource, me)
  const asks = (verb: string) => reviewed && (verb === 'activate' || isShown(resource, row))
  // Rarely needed, so loaded when it is.
  const propose = async (verb: string, label: string, version = row.version ?? 1) =>
    (await import('../review/propose-verb.ts')).proposeVerb({ client, resource, row, verb, label, version })
  const standard = async (verb: RecordVerb) => {
    const open = verb === 'activate' && resource.publishing ? form?.() : null
    const version = open ? await open.saveAll() : undefined
    if (version === null) return
    if (asks(verb)) return propose(verb, labelOf(resource, row, verb), version)
    const failed = await act(verb, [row], version)
    if (verb === 'delete' && failed?.length === 0) await onDeleted?.()
  }
  // Rarely needed, so loaded when it is.
  const editAddress = async () => (await import('./address-dialog.tsx')).editAddress(resource, row)
  const own = ownVerbs(resource, row, me).map((one) => ({
    label: asking(t(one.verb.label), asks(one.name)),
    onSelect: () => void (isWaiting || (asks(one.name) ? propose(one.name, t(one.verb.label)) : run(row, one))),
  }))
  const verbs = offered(resource, row, isInTrash)
    .filter(
      (verb) => resource.events[verb] !== undefined && can(me, `${recordVerbs[verb].permission}-${resource.area}`),
    )
    .map((verb) => ({
      label: asking(labelOf(resource, row, verb), asks(verb)),
      isDanger: verb === 'delete',
      onSelect: () => void (isWaiting || standard(verb)),
    }))
  // Rarely needed, so loaded when it is.
  const planVerb = async () =>
    (await import('../schedule/plan.tsx')).planVerb({ client, resource, me, isInTrash }, [row])
  const later =
    own.length + verbs.length > 0 && !reviewed ? [{ label: t('At a moment…'), onSelect: () => void planVerb() }] : []
  if (isInTrash) return [...later, ...verbs]
  const hasAddress = resource.slug !== undefined && can(me, `u-${resource.area}`)
  const address = hasAddress ? [{ label: t('Edit address…'), onSelect: () => void editAddress() }] : []
  return [...own, ...places, ...address, ...later, ...verbs]
}
