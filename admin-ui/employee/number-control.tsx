import { TextWidget } from '../edit/fields/simple-widgets.tsx'
import type { WidgetProps } from '../edit/fields/widget-props.ts'

/** The number of an employee, which is made of digits. */
export const NumberControl = (props: WidgetProps) => <TextWidget {...props} isDigits />
