import type { ComponentType } from 'react'
import type { Resource } from '../../domain/resource.ts'
import type { Me } from '../../ui-shared/session/me.ts'
import type { Row } from '../list/row.ts'
import type { Cell } from '../list/screen.ts'
import type { FormValues } from './form-values.ts'
import type { WidgetProps } from './fields/widget-props.ts'

/** Why nobody may change this record, or this person may not; null when they may. */
export type Lock = (row: Row, me: Me | null) => string | null

export type AboveProps = { values: FormValues; row: Row | null }

/**
 * Where a resource's forms differ from what its declaration gives, apart from its lists so that these do not load it.
 * `asks` is what the form asks, where that is other than what the record holds;
 * `above` stands before the fields and follows what is in them; `controls` replace the control of a field, `looks` say where one is lower than others or its picture smaller, `title` is that of the form for a new one, `submit` the button that saves, where it is not 'Submit', `aside` stands beside the form,
 * `prepare` begins what its controls ask for before it is drawn, `lock` says which records stay as they are.
 */
export type FormOverrides<Name extends string = string> = {
  title?: string
  submit?: string
  asks?: Resource
  controls?: Readonly<Partial<Record<Name, ComponentType<WidgetProps>>>>
  looks?: Readonly<Partial<Record<Name, 'low' | 'quarter'>>>
  aside?: Cell
  above?: ComponentType<AboveProps>
  prepare?: () => Promise<void>
  lock?: Lock
}
