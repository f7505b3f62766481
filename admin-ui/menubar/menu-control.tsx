import type { Entry } from '../../domain/resources/menubar.ts'
import { t } from '../../ui-shared/i18n.ts'
import { LinkWidget } from '../edit/links/link-widget.tsx'
import type { WidgetProps } from '../edit/fields/widget-props.ts'
import { Widget } from '../edit/fields/widgets.tsx'

// Left empty, the entry leads to what its type and content say (C10).
const UrlControl = (props: WidgetProps) => <LinkWidget {...props} placeholder={t('Default')} />

const followed: readonly (keyof Entry)[] = ['type', 'content_id']

/** The control of a part of an entry. Its type and content follow from what was ticked among the sources. */
export const MenuControl = (props: WidgetProps) => {
  const part = props.path.split('.').at(-1)
  if (followed.some((name) => name === part)) return null
  return <Widget {...props} own={part === 'url' ? UrlControl : undefined} />
}
