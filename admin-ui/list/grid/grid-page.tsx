import { useQuery } from '@tanstack/react-query'
import { type LoaderFunctionArgs, useLoaderData, useLocation } from 'react-router-dom'
import '../../styles/edit.css'
import '../../styles/grid.css'
import { statusOf } from '../../../ui-shared/api/error.ts'
import { amid, t } from '../../../ui-shared/i18n.ts'
import { KeptNotice } from '../../../ui-shared/kept/kept-notice.tsx'
import { useKeptForm } from '../../../ui-shared/kept/use-kept-form.ts'
import { useMe } from '../../../ui-shared/session/session.ts'
import { AccessDenied, EmptyState, LoadError, PleaseWait } from '../../../ui-shared/states.tsx'
import { loadForm } from '../../forms.ts'
import { loadScreens, type Screens } from '../../screens.ts'
import { NotHere } from '../../shell/not-here.tsx'
import { PageHead } from '../../shell/page-head.tsx'
import { wayBack } from '../remembered.ts'
import { thingsOf } from '../verbs.ts'
import { Grid } from './grid.tsx'
import { gridFields, mayUseGrid } from './grid-fields.ts'
import { gridQuery, idsIn } from './grid-rows.ts'
import { keptName } from './kept-cells.ts'

/** The declaration of the resource whose records are edited. */
export const loader = async ({ params }: LoaderFunctionArgs): Promise<Screens | null> => {
  const screens = await loadScreens(params.resource)
  // It says which records stay as they are.
  if (screens) await loadForm(screens.resource)
  return screens
}

const Opened = ({ resource, overrides, search }: Screens & { search: string }) => {
  const kept = useKeptForm(keptName(resource, search))
  const { data: rows, error, refetch } = useQuery(gridQuery(resource, search))
  const isReady = rows !== undefined && kept.found !== undefined
  const isDenied = statusOf(error) === 403
  return (
    <>
      <PageHead
        title={t('Edit in a grid')}
        tab={`${t('Edit in a grid')}: ${t(resource.label)}`}
        facts={rows && `${rows.length} ${thingsOf(resource, rows.length)}`}
        {...wayBack(resource)}
      />
      {isDenied && <AccessDenied />}
      {error && !isDenied && <LoadError message={error.message} onRetry={() => void refetch()} />}
      {!error && !isReady && <PleaseWait />}
      {rows?.length === 0 && <EmptyState title={t('There is no such {thing}', { thing: amid(t(resource.label)) })} />}
      {isReady && rows.length > 0 && (
        <>
          <p className="hint keys">
            {t(
              'Arrow keys, Tab and Enter move. Typing writes over a cell, F2 goes into its text, Escape takes it back, Ctrl Z takes back step by step. Lines copied from a spreadsheet fill the cells below and beside.',
            )}
          </p>
          <KeptNotice kept={kept} />
          <Grid key={kept.round} {...{ resource, overrides, rows, kept }} />
        </>
      )}
    </>
  )
}

const BadIds = ({ resource }: Pick<Screens, 'resource'>) => (
  <>
    <PageHead title={t('Edit in a grid')} {...wayBack(resource)} />
    <EmptyState title={t('{name} is not valid', { name: 'ids' })} />
  </>
)

/** `/dashboard/{resource}/bulk`: records of a list, edited side by side. */
export const Component = () => {
  const screens = useLoaderData<Screens | null>()
  const me = useMe()
  const { search } = useLocation()
  if (!screens || screens.resource.isSingleton || gridFields(screens.resource).length === 0) return <NotHere />
  if (!mayUseGrid(me, screens.resource)) return <AccessDenied />
  if (idsIn(new URLSearchParams(search)) === null) return <BadIds resource={screens.resource} />
  return <Opened key={screens.resource.name + search} {...screens} search={search} />
}
