import { Suspense } from 'react'
import { t } from '../../ui-shared/i18n.ts'
import { PleaseWait } from '../../ui-shared/states.tsx'
import { DetailPage } from '../detail-page.tsx'
import { pageQuery } from './page-queries.ts'
import { pageViews } from './views.ts'

/** A page at the root of the portal; its type decides how it is drawn (docs/specification/portal.md#addresses). */
export const PageScreen = ({ slug }: { slug: string }) => (
  <DetailPage query={pageQuery(slug)} title="" missing={t('No Page Found')}>
    {(page) => {
      const View = pageViews[page.type]?.Part
      return View ? (
        <Suspense fallback={<PleaseWait />}>
          <View key={page.id} page={page} />
        </Suspense>
      ) : (
        <h1>{t('No Page Found')}</h1>
      )
    }}
  </DetailPage>
)
