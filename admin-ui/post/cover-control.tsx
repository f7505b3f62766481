import { FileWidget } from '../edit/fields/file-widget.tsx'
import type { WidgetProps } from '../edit/fields/widget-props.ts'

/** The picture of a post; while there is none, the one that the portal draws in its place. */
export const CoverControl = (props: WidgetProps) => <FileWidget {...props} seed={props.form.row?.id ?? 'new'} />
