import '../styles/sheets.css'
import { useLoaderData } from 'react-router-dom'
import { actionOf } from '../../domain/resource.ts'
import { t } from '../../ui-shared/i18n.ts'
import { can } from '../../ui-shared/session/me.ts'
import { useMe } from '../../ui-shared/session/session.ts'
import { AccessDenied } from '../../ui-shared/states.tsx'
import { listPath } from '../list/remembered.ts'
import type { Screens } from '../screens.ts'
import { NotHere } from '../shell/not-here.tsx'
import { PageHead } from '../shell/page-head.tsx'
import { ExportPart } from './export-part.tsx'
import { ImportPart } from './import-part.tsx'

/** `/dashboard/{resource}/spreadsheets`: export, samples, and an upload for each spreadsheet of the resource. */
export const Component = () => {
  const screens = useLoaderData<Screens | null>()
  const me = useMe()
  if (!screens?.resource.sheets) return <NotHere />
  const { resource } = screens
  const { area, sheets } = resource
  const modes = Object.entries(sheets?.modes ?? {}).filter(([, { verb }]) =>
    can(me, `${actionOf(resource, verb)}-${area}`),
  )
  const mayExport = can(me, `r-${area}`) || can(me, `u-${area}`)
  return (
    <>
      <PageHead
        title={t(sheets?.modes ? 'Export/Import' : 'Export')}
        facts={t(resource.label)}
        backTo={listPath(resource.name)}
        backLabel={t(resource.label)}
      />
      {!mayExport && modes.length === 0 && <AccessDenied />}
      <div className="sheets">
        {mayExport && <ExportPart resource={resource} />}
        {modes.map(([name, mode]) => (
          <ImportPart key={name} {...{ resource, name, mode }} />
        ))}
      </div>
    </>
  )
}
