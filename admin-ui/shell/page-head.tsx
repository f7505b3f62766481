import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { siteTitleOf } from '../../ui-shared/config/config.ts'
import { useDocumentTitle } from '../../ui-shared/document-title.ts'
import { Icon } from '../../ui-shared/drawings/icons.tsx'
import { t } from '../../ui-shared/i18n.ts'
import { useConfig } from '../../ui-shared/config/use-config.ts'

/** The head of a screen: title (the tab's too, unless `tab` says otherwise), facts, the way back, what can be done. */
export const PageHead = ({
  title,
  tab,
  facts,
  backTo,
  backLabel,
  addTo,
  addLabel,
  children,
}: {
  title: string
  tab?: string
  facts?: ReactNode
  backTo?: string
  backLabel?: string
  addTo?: string | undefined
  addLabel?: string
  children?: ReactNode
}) => {
  useDocumentTitle(tab ?? title, siteTitleOf(useConfig()))
  return (
    <div className="head">
      <div>
        {backTo && (
          <Link className="back" to={backTo}>
            <Icon name="back" />
            {backLabel ?? t('Back')}
          </Link>
        )}
        <h1 dir="auto">{title || t('Untitled')}</h1>
        {facts && <div className="facts">{facts}</div>}
      </div>
      <div className="acts no-print">
        {children}
        {addTo && (
          <Link className="btn go" to={addTo}>
            <Icon name="add" />
            {addLabel ?? t('Add')}
          </Link>
        )}
      </div>
    </div>
  )
}
